"""Discord's limits for Components V2 messages, checked on the payload that would be sent."""

import re
from collections.abc import Iterator
from typing import Any

from discord.ui import LayoutView

from cogs.ui.ids import ActionId, ChoiceId, Id, parse
from game.actions import Announce, Play, Push
from game.cards import Card, cards

Payload = dict[str, Any]

CONTAINER, ROW, BUTTON, SELECT, CHANNELS, TEXT, GALLERY, FILE, SEPARATOR = 17, 1, 2, 3, 8, 10, 12, 13, 14

_LABEL = re.compile(r"([♣♠♥♦])(10|[789BDJQKA])")
_EMOJI = re.compile(r"card_([CSHD][789TJQKA])")
_SUITS = {"♣": "C", "♠": "S", "♥": "H", "♦": "D"}
_RANKS = {
    "de": {"10": "T", "B": "J", "D": "Q"},
    "en": {"10": "T"},
}


def flat(view: LayoutView) -> list[Payload]:
    """All components, each once, in the order they are shown."""
    return [component for top in view.to_components() for component in _below(top)]


def _below(component: Payload) -> Iterator[Payload]:
    yield component
    for child in component.get("components", ()):
        yield from _below(child)


def check(view: LayoutView) -> list[Payload]:
    """Fails where Discord would refuse the message; gives all components."""
    components = flat(view)
    assert 1 <= len(components) <= 40
    ids = [component["custom_id"] for component in components if "custom_id" in component]
    assert len(set(ids)) == len(ids), "an id stands twice"
    texts = [component["content"] for component in components if component["type"] == TEXT]
    assert all(content.strip() for content in texts)
    assert sum(map(len, texts)) <= 4000
    for component in components:
        _check_one(component)
    return components


def _check_one(component: Payload) -> None:
    match component["type"]:
        case 17:
            kinds = {child["type"] for child in component["components"]}
            assert kinds
            assert kinds <= {ROW, TEXT, GALLERY, FILE, SEPARATOR}
        case 1:
            children = component["components"]
            kinds = [child["type"] for child in children]
            assert kinds in ([SELECT], [CHANNELS]) or (set(kinds) == {BUTTON} and len(kinds) <= 5)
        case 2:
            assert 1 <= len(component["label"]) <= 80
            assert component["style"] in (1, 2, 3, 4)
            _check_id(component["custom_id"])
        case 3:
            _check_id(component["custom_id"])
            options = component["options"]
            assert 1 <= len(options) <= 25
            values = [option["value"] for option in options]
            assert len(set(values)) == len(values)
            assert sum(option.get("default", False) for option in options) <= 1
            assert len(component.get("placeholder") or "") <= 150
            for option in options:
                assert 1 <= len(option["label"]) <= 100
                assert 1 <= len(option["value"]) <= 100
                assert len(option.get("description") or "") <= 100
        case 13:
            assert re.fullmatch(r"attachment://[a-z-]+\.[a-z]+", component["file"]["url"])
        case 8:
            _check_id(component["custom_id"])
            assert component["min_values"] == 0
            assert len(component.get("default_values", ())) <= component["max_values"] <= 25
            assert len(component.get("placeholder") or "") <= 150
        case 12:
            for item in component["items"]:
                assert item["media"]["url"].startswith("attachment://")
                assert 1 <= len(item["description"]) <= 1024
        case kind:
            assert kind in (TEXT, SEPARATOR)


def _check_id(text: str) -> None:
    assert 1 <= len(text) <= 100
    assert str(parse(text)) == text, text


def buttons(components: list[Payload]) -> list[tuple[Id, bool, str]]:
    """Each button as its id, whether it is enabled, and its label."""
    found: list[tuple[Id, bool, str]] = []
    for component in components:
        if component["type"] == BUTTON:
            to = parse(component["custom_id"])
            assert to is not None
            found.append((to, not component.get("disabled", False), component["label"]))
    return found


def words(components: list[Payload]) -> str:
    """Every text a person can read, and what stands behind emojis."""
    parts: list[str] = []
    for component in components:
        match component["type"]:
            case 10:
                parts.append(component["content"])
            case 2:
                parts += [str(component["label"]), str(component.get("emoji"))]
            case 3:
                parts += [f"{option['label']} {option.get('description')}" for option in component["options"]]
                parts.append(str(component.get("placeholder")))
            case 12:
                parts += [item["description"] for item in component["items"]]
            case _:
                pass
    return "\n".join(parts)


def cards_in(components: list[Payload], language: str) -> set[Card]:
    """Every card that a payload tells: in words, behind emojis, in ids and values."""
    told = words(components)
    ranks = _RANKS[language]
    found = {Card[f"{_SUITS[suit]}{ranks.get(rank, rank)}"] for suit, rank in _LABEL.findall(told)}
    found |= {Card[name] for name in _EMOJI.findall(told)}
    for component in components:
        for text in (component.get("custom_id"), *(option["value"] for option in component.get("options", ()))):
            if text is not None:
                found |= _cards_of(parse(text))
    return found


def _cards_of(to: Id | None) -> set[Card]:
    match to:
        case ActionId(_, Play(card)):
            return {card}
        case ActionId(_, Announce(_, pair) | Push(pair)):
            return set(pair)
        case ChoiceId(_, "discard", selection):
            return set(cards(selection))
        case _:
            return set()
