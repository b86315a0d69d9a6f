"""The ids of the pages of the rules and of the steps of the lesson."""

import re
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from game.cards import Card, cards, cards_text
from game.rules import OPTIONS, BadRules, Rules

RulesOf = Literal["table", "server"]
Chapter = Literal[
    "options", "cards", "auction", "games", "null", "value", "overbid", "kontra", "ramsch", "ending", "scoring"
]
LearnStep = Literal["points", "trumps", "value", "bidding", "auction", "skat", "discard", "contract", "play"]

CHAPTERS: Final[tuple[Chapter, ...]] = get_args(Chapter)
LEARN_STEPS: Final[tuple[LearnStep, ...]] = get_args(LearnStep)

_OF: Final[dict[str, RulesOf]] = {one: one for one in get_args(RulesOf)}
_CHAPTER: Final[dict[str, Chapter]] = {one: one for one in CHAPTERS}
_STEP: Final[dict[str, LearnStep]] = {one: one for one in LEARN_STEPS}
_RULES: Final = re.compile(r"skat-rules:([a-z]+):([a-z]+):([0-9]+)\.([a-z0-9:-]+)", re.ASCII)
_LEARN: Final = re.compile(r"skat-learn:([a-z]+):([A-Z0-9]*):([A-Za-z0-9.]*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class RulesId:
    """``skat-rules:table:value:00000000000.series``: a chapter of these rules, a table's or a server's.

    The options stand in the id, each as the place of its value, so that the page outlives the table.
    """

    of: RulesOf
    chapter: Chapter
    rules: Rules

    def __str__(self) -> str:
        places = "".join(str(values.index(getattr(self.rules, name))) for name, values in OPTIONS.items())
        return f"skat-rules:{self.of}:{self.chapter}:{places}.{self.rules.length}"


@dataclass(frozen=True, slots=True)
class LearnId:
    """``skat-learn:play:CJSJ:C8``: a step of the lesson, the cards played so far, and the answer that was tried."""

    step: LearnStep
    path: tuple[Card, ...] = ()
    tried: str = ""

    def __str__(self) -> str:
        return f"skat-learn:{self.step}:{cards_text(self.path)}:{self.tried}"


GuideId = RulesId | LearnId


def parse_guide(text: str) -> GuideId | None:
    """The id of a component's text; None for every other."""
    if found := _RULES.fullmatch(text):
        return _of_rules(found)
    if found := _LEARN.fullmatch(text):
        return _of_lesson(found)
    return None


def _of_rules(found: re.Match[str]) -> RulesId | None:
    places, length = found[3], found[4]
    of, chapter = _OF.get(found[1]), _CHAPTER.get(found[2])
    if of is None or chapter is None or len(places) != len(OPTIONS):
        return None
    chosen: dict[str, Any] = {}
    for place, (name, values) in zip(map(int, places), OPTIONS.items(), strict=True):
        if place >= len(values):
            return None
        chosen[name] = values[place]
    try:
        wanted = RulesId(of, chapter, Rules(length=length, **chosen))
    except BadRules:
        return None
    return wanted if str(wanted) == found[0] else None


def _of_lesson(found: re.Match[str]) -> LearnId | None:
    path = found[2]
    step = _STEP.get(found[1])
    if step is None:
        return None
    try:
        played = cards(path)
    except ValueError:
        return None
    return LearnId(step, played, found[3]) if cards_text(played) == path else None
