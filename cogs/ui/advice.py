"""A piece of advice in one line: what to do, and why as far as there is a figure."""

from typing import assert_never

from cogs.ui.asking import action_name
from cogs.ui.cards import line
from cogs.ui.look import Look
from cogs.ui.phrases import contract_name
from game.actions import (
    Accept,
    Action,
    Announce,
    Bid,
    Claim,
    Concede,
    Decline,
    Hold,
    Kontra,
    NoKontra,
    NoRe,
    Pass,
    Play,
    Push,
    Re,
    TakeSkat,
)
from game.computer.advice import Advice
from game.view import Phase


def advice_line(look: Look, advice: Advice) -> str:
    """``💡 hold 20: a game of your own would win about 70 % at that value``."""
    what = _deed(look, advice.action)
    why = _reason(look, advice)
    return look.texts("hint.reason", what=what, why=why) if why else look.texts("hint.plain", what=what)


def _deed(look: Look, action: Action) -> str:
    texts = look.texts
    match action:
        case Play(card):
            return texts("hint.play", card=line((card,), texts, look.emojis))
        case Announce(contract, discards) if discards:
            cards = line(discards, texts, look.emojis)
            return texts("hint.discard", cards=cards, contract=contract_name(contract, texts))
        case Announce(contract):
            return texts("hint.announce", contract=contract_name(contract, texts))
        case Push(pushed):
            return texts("hint.push", cards=line(pushed, texts, look.emojis)) if pushed else texts("hint.push_unseen")
        case (
            Bid() | Hold() | Pass() | TakeSkat() | Kontra() | NoKontra() | Re() | NoRe()
            | Claim() | Concede() | Accept() | Decline()
        ):  # fmt: skip
            return action_name(look, action)
        case _:
            assert_never(action)


def _reason(look: Look, advice: Advice) -> str:
    if advice.chance is None:
        return ""
    view, texts = look.view, look.texts
    chance = 5 * round(20 * advice.chance)
    match view.phase, advice.action:
        case Phase.BIDDING, Pass():
            return texts("hint.too_weak", chance=chance)
        case Phase.BIDDING | Phase.DECLARING, _:
            return texts("hint.own_game", chance=chance)
        case _:
            return texts("hint.as_declarer" if view.seat == view.declarer else "hint.as_defender", chance=chance)
