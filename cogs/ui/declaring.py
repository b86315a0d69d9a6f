"""The controls between auction and play: skat or Hand, the two discards, the contract, the pushing of the skat."""

from collections.abc import Collection, Iterable
from typing import Final

import discord
from discord.ui import Button

from cogs.ui.cards import label
from cogs.ui.layout import CARDS_IN_A_ROW, GOOD, MAIN, PLAIN, Block, button, rows, text
from cogs.ui.look import Look
from cogs.ui.phrases import contract_name, faces, game_name, known_value, tops
from game.actions import PLAYS, Announce, Push, TakeSkat
from game.cards import Card, cards, cards_text
from game.contract import PICK_UP_CONTRACTS, TRUMP_GAMES, Contract, Game, contract, highest_value

AnyButton = Button[discord.ui.LayoutView]

GAMES: Final = (*TRUMP_GAMES, Game.NULL)


def skat_or_hand(look: Look) -> list[Block | None]:
    """Take the skat, or choose one of the Hand games that may be announced."""
    offered = _offered(look)
    hand_games = [
        button(
            look.texts("hand_game.open", game=game_name(game, look.texts)),
            look.choose("hand", f"{game.value}H"),
            enabled=any(announced.game is game for announced in offered),
        )
        for game in GAMES
    ]
    return [
        *rows([button(look.texts("skat.take"), look.act(TakeSkat()), style=GOOD)]),
        text(look.texts("hand_game.about")),
        *rows(hand_games, 2),
    ]


def hand_game(look: Look, making: Contract) -> list[Block | None]:
    """One Hand game in the making: its announcements as toggles, and the button that announces it."""
    texts = look.texts
    offered = _offered(look)
    value = known_value(making, look.view.hand, look.view.rules)
    announce = button(
        texts("hand_game.announce", contract=contract_name(making, texts), value=value),
        look.act(Announce(making)),
        style=GOOD,
        enabled=making in offered,
    )
    toggles = [
        button(
            texts("toggle.on" if on else "toggle.off", name=texts(key)),
            look.choose("hand", str(becomes)),
            style=MAIN if on else PLAIN,
        )
        for key, on, becomes in _toggles(making)
    ]
    below = making not in offered
    return [
        text(
            texts("hand_game.null_about" if making.null else "hand_game.levels_about"),
            _with(look, making.game, look.view.hand),
            texts("hand_game.skat_counts") if not making.null else "",
            texts("hand_game.too_low", bid=look.view.bid) if below else "",
        ),
        *rows(toggles),
        *rows([announce, button(texts("back"), look.choose("back"))]),
    ]


def _toggles(making: Contract) -> list[tuple[str, bool, Contract]]:
    letter = making.game.value
    if making.null:
        return [("announce.null_ouvert", making.ouvert, contract(f"{letter}H" if making.ouvert else f"{letter}HO"))]
    return [
        ("announce.schneider", making.schneider, contract(f"{letter}H" if making.schneider else f"{letter}HS")),
        ("announce.schwarz", making.schwarz, contract(f"{letter}HS" if making.schwarz else f"{letter}HZ")),
        ("announce.ouvert", making.ouvert, contract(f"{letter}HZ" if making.ouvert else f"{letter}O")),
    ]


def discarding(look: Look, chosen: tuple[Card, ...]) -> list[Block | None]:
    """Twelve card buttons of which two are toggled, then the contracts with the value each would have."""
    texts, view = look.texts, look.view
    cards_now = card_toggles(look, chosen, movable=view.hand)
    if len(chosen) < 2:
        return [*cards_now, text(texts("discard.choose", n=2 - len(chosen)), _preview(look))]
    offered = _offered(look)
    buttons: list[AnyButton] = []
    for announced in PICK_UP_CONTRACTS:
        value = known_value(announced, view.hand, view.rules)
        name = contract_name(announced, texts)
        buttons.append(
            button(
                texts("discard.overbid" if value < view.bid else "discard.contract", contract=name, value=value),
                look.act(Announce(announced, chosen)),
                style=PLAIN if value < view.bid else GOOD,
                enabled=announced in offered,
            )
        )
    return [*cards_now, text(texts("discard.announce"), _warning(look, offered)), *rows(buttons, 2)]


def _warning(look: Look, offered: Iterable[Contract]) -> str:
    view = look.view
    below = [one for one in offered if known_value(one, view.hand, view.rules) < view.bid]
    if not below:
        return ""
    curable = any(
        highest_value(one, abs(tops(one.game, view.hand, view.rules))) >= view.bid for one in below if not one.null
    )
    return look.texts("discard.needs_schneider" if curable else "discard.surely_overbid", bid=view.bid)


def _preview(look: Look) -> str:
    view, texts = look.view, look.texts
    # Some seven hundred actions are looked through for this: once is enough.
    offered = _offered(look)
    values = [
        # A line may end after a value, but not within one.
        f"{game_name(one.game, texts)} {known_value(one, view.hand, view.rules)}".replace(" ", "\u00a0")
        for one in PICK_UP_CONTRACTS
        if one in offered and not one.ouvert
    ]
    return texts("discard.preview", values=" · ".join(values))


def pushing(look: Look, chosen: tuple[Card, ...]) -> list[Block | None]:
    """Schieberamsch: take the skat or push it on unseen; once taken, two cards but no jacks are passed on."""
    texts, view = look.texts, look.view
    if TakeSkat() in view.legal:
        return [
            text(faces(look)),
            *rows(
                [
                    button(texts("skat.take"), look.act(TakeSkat()), style=GOOD),
                    button(texts("push.unseen"), look.act(Push()), style=MAIN),
                ]
            ),
        ]
    movable = frozenset(card for action in view.legal if isinstance(action, Push) for card in action.cards)
    toggles = card_toggles(look, chosen, movable=movable)
    if len(chosen) < 2:
        return [*toggles, text(texts("push.choose", n=2 - len(chosen)))]
    return [*toggles, *rows([button(texts("push.cards"), look.act(Push(chosen)), style=GOOD)])]


def card_toggles(look: Look, chosen: tuple[Card, ...], *, movable: Collection[Card]) -> list[Block]:
    """The hand as toggles; a press carries the selection after it. With two chosen no third can be."""
    buttons: list[AnyButton] = []
    for card in look.own_cards:
        after = tuple(sorted({*chosen} ^ {card}))
        possible = card in movable and len(after) <= 2
        buttons.append(
            button(
                label(card, look.texts),
                look.choose("discard", cards_text(after)) if possible else look.act(PLAYS[card]),
                style=MAIN if card in chosen else PLAIN,
                enabled=possible,
                emoji=look.emojis.get(card),
            )
        )
    return rows(buttons, CARDS_IN_A_ROW)


def chosen_cards(look: Look, selection: str) -> tuple[Card, ...]:
    """The cards of a selection; none if it does not fit the hand any more."""
    chosen = cards(selection)
    legal = look.view.legal
    pairs = [action.discards for action in legal if isinstance(action, Announce)]
    pairs += [action.cards for action in legal if isinstance(action, Push)]
    return chosen if any(set(chosen) <= set(pair) for pair in pairs) else ()


def making_of(look: Look, selection: str) -> Contract | None:
    """The Hand game of a selection; None if no game of this kind may be announced any more."""
    if not selection:
        return None
    making = contract(selection)
    return making if any(announced.game is making.game for announced in _offered(look)) else None


def _offered(look: Look) -> frozenset[Contract]:
    return frozenset(action.contract for action in look.view.legal if isinstance(action, Announce))


def _with(look: Look, game: Game, held: tuple[Card, ...]) -> str:
    if game is Game.NULL:
        return ""
    run = tops(game, held, look.view.rules)
    return look.texts("hand_game.with" if run > 0 else "hand_game.without", n=abs(run))
