"""The controls of the auction, of Kontra and Re, of claims and of offers to give up."""

from bisect import bisect_right
from typing import Final, assert_never

from cogs.ui.layout import DANGER, GOOD, MAIN, Block, Option, button, rows, select, text
from cogs.ui.look import Look
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
    to_text,
)
from game.contract import BIDS
from game.playing import ALONE_WITH
from game.view import View

UNASKED_STEPS: Final = 2
"""A jump of more steps than this is asked once more."""

JUMPS_A_LIST: Final = 25
"""Discord's limit for the lines of one select."""


def asks_again(view: View, action: Action) -> bool:
    """Whether an action gets a second question before it is done: wide jumps, claims and giving up."""
    match action:
        case Bid(value):
            return bisect_right(BIDS, value) - bisect_right(BIDS, view.bid) > UNASKED_STEPS
        case Claim() | Concede():
            return True
        case _:
            return False


def bidding(look: Look) -> list[Block]:
    """Hold and Pass, or the next value, Pass and the jump list."""
    texts, legal = look.texts, look.view.legal
    bids = [action for action in legal if isinstance(action, Bid)]
    holds = [action for action in legal if isinstance(action, Hold)]
    buttons = [button(texts("bid.hold", value=hold.value), look.act(hold), style=GOOD) for hold in holds]
    buttons += [button(texts("bid.bid", value=bid.value), look.act(bid), style=GOOD) for bid in bids[:1]]
    buttons += [button(texts("bid.pass"), look.act(action), style=DANGER) for action in legal if action == Pass()]
    if len(bids) > 1:
        buttons.append(button(texts("bid.jump"), look.choose("jump")))
    return rows(buttons)


def jumps(look: Look) -> list[Block]:
    """All higher values in lists; the values of a list are texts of actions."""
    bids = [action for action in look.view.legal if isinstance(action, Bid)][1:]
    lists = [bids[start : start + JUMPS_A_LIST] for start in range(0, len(bids), JUMPS_A_LIST)]
    found: list[Block] = []
    for number, values in enumerate(lists, 1):
        placeholder = look.texts("bid.list", first=values[0].value, last=values[-1].value)
        options = [Option(str(bid.value), to_text(bid)) for bid in values]
        found.append(select(look.choose("jump", str(number)), options, placeholder=placeholder))
    return [*found, *rows([button(look.texts("back"), look.choose("back"))])]


def doubling(look: Look) -> list[Block]:
    """Kontra or play on, Re or play on."""
    texts = look.texts
    named = {Kontra(): "double.kontra", Re(): "double.re", NoKontra(): "double.play_on", NoRe(): "double.play_on"}
    return rows(
        [
            button(texts(named[action]), look.act(action), style=DANGER if action in (Kontra(), Re()) else GOOD)
            for action in look.view.legal
            if isinstance(action, Kontra | NoKontra | Re | NoRe)
        ]
    )


def answering(look: Look) -> list[Block]:
    """Accept a claim or an offer to give up, or play on."""
    texts = look.texts
    return rows(
        [
            button(texts("question.accept"), look.act(action), style=GOOD)
            if isinstance(action, Accept)
            else button(texts("question.decline"), look.act(action), style=MAIN)
            for action in look.view.legal
            if isinstance(action, Accept | Decline)
        ]
    )


def second_question(look: Look, action: Action) -> list[Block | None]:
    """Really? Yes does the action, back redraws the hand."""
    yes = button(look.texts("sure.yes", action=action_name(look, action)), look.act(action), style=DANGER)
    return [
        text(_doubt(look, action)),
        *rows([yes, button(look.texts("back"), look.choose("back"))]),
    ]


def _doubt(look: Look, action: Action) -> str:
    view, texts = look.view, look.texts
    match action:
        case Bid(value):
            return texts("sure.jump", value=value, bid=view.bid) if view.bid else texts("sure.open_high", value=value)
        case Claim():
            return texts("sure.claim_null") if _null_declarer(view) else texts("sure.claim")
        case Concede() if view.seat == view.declarer:
            alone = len(view.hand) >= ALONE_WITH
            return texts("sure.declarer_gives_up") if alone else texts("sure.declarer_asks")
        case Concede():
            return texts("sure.defenders_give_up") if view.rules.concede == "one" else texts("sure.defender_asks")
        case _:
            return texts("sure.really", action=action_name(look, action))


def _null_declarer(view: View) -> bool:
    return view.contract is not None and view.contract.null


def action_name(look: Look, action: Action) -> str:
    """An action in the words of its button."""
    texts = look.texts
    match action:
        case Bid(value):
            return texts("bid.bid", value=value)
        case Hold(value):
            return texts("bid.hold", value=value)
        case Pass():
            return texts("bid.pass")
        case TakeSkat():
            return texts("skat.take")
        case Announce() | Push() | Play():
            return texts("action.play")
        case Kontra():
            return texts("double.kontra")
        case Re():
            return texts("double.re")
        case NoKontra() | NoRe():
            return texts("double.play_on")
        case Claim():
            return texts("more.claim")
        case Concede():
            return texts("more.concede")
        case Accept():
            return texts("question.accept")
        case Decline():
            return texts("question.decline")
        case _:
            assert_never(action)
