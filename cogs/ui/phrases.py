"""What the board and the hands say in the same words: contracts, the auction, tricks, questions, who is to move."""

from collections.abc import Collection
from typing import Final

from bot.texts import Texts
from cogs.ui.cards import line, sorted_hand, symbol
from cogs.ui.look import Look
from cogs.ui.people import People
from game.actions import Bid, Hold
from game.cards import Card
from game.contract import TRUMP_GROUP, Contract, Game, matadors
from game.journal import Purpose
from game.rules import Rules
from game.state import SEATS, Seat, Trick
from game.view import AuctionStep, Phase

LATEST_STEPS: Final = 4
"""How many steps of an auction are told while it runs: on a phone even these are three lines."""
RESULT_STEPS: Final = 6
"""How many are told when the deal is over."""


def game_name(game: Game, texts: Texts) -> str:
    """``♥ Hearts``, ``Grand``, ``Null``, ``Ramsch``."""
    return symbol(game, texts) + texts(f"game.{game.value}")


def contract_name(contract: Contract, texts: Texts) -> str:
    """A contract with what was announced: ``♥ Hearts Hand, Schneider announced``."""
    game = game_name(contract.game, texts)
    if contract.ouvert:
        return texts("contract.ouvert_hand" if contract.null and contract.hand else "contract.ouvert", game=game)
    if contract.schwarz:
        return texts("contract.schwarz", game=game)
    if contract.schneider:
        return texts("contract.schneider", game=game)
    return texts("contract.hand", game=game) if contract.hand else game


def known_value(contract: Contract, held: Collection[Card], rules: Rules) -> int:
    """What a contract is worth by the cards held, if no more than announced is reached."""
    if contract.null:
        return contract.null_value
    return contract.game.base * (abs(tops(contract.game, held, rules)) + 1 + contract.extra_levels)


def tops(game: Game, held: Collection[Card], rules: Rules) -> int:
    """Matadors over the cards held, positive with, negative without, by the option matadors."""
    run = matadors(game, held)
    return max(-4, min(4, run)) if rules.matadors == "jacks" else run


def group_name(game: Game, card: Card, texts: Texts) -> str:
    """What must be followed when `card` was led: trumps or a suit."""
    if game.group(card) == TRUMP_GROUP:
        return texts("trumps")
    return texts(f"game.{card.suit.letter}")


def auction_line(look: Look, count: int = LATEST_STEPS) -> str:
    """The last `count` steps of the auction, oldest first; empty before the first bid."""
    steps = look.view.auction
    # A line may end after a step, but not within one.
    told = [_step(step, look).replace(" ", "\u00a0") for step in steps[-count:]]
    return " · ".join((["…"] if len(steps) > count else []) + told)


def whole_auction(look: Look) -> str:
    """Every step of the auction, oldest first."""
    return " · ".join(_step(step, look) for step in look.view.auction)


def _step(step: AuctionStep, look: Look) -> str:
    seat, action = step
    name = look.people.seat(seat)
    match action:
        case Bid(value):
            return look.texts("auction.bid", name=name, value=value)
        case Hold(value):
            return look.texts("auction.hold", name=name, value=value)
        case _:
            return look.texts("auction.pass", name=name)


def contract_line(look: Look) -> str:
    """Who plays what at which bid, and Kontra and Re; empty before the announcement."""
    view, texts, people = look.view, look.texts, look.people
    if view.game is None:
        return ""
    if view.contract is None or view.declarer is None:
        return texts("table.ramsch")
    told = texts(
        "table.contract",
        name=people.seat(view.declarer),
        contract=contract_name(view.contract, texts),
        bid=view.bid,
    )
    if view.kontra is not None:
        told += " · " + texts("table.kontra", name=people.seat(view.kontra))
    return told + (" · Re" if view.re else "")


def push_line(look: Look) -> str:
    """Who pushed the skat on unseen in a Schieberamsch."""
    unseen = [look.people.seat(seat) for seat, seen in look.view.pushes if not seen]
    return look.texts("table.pushed_unseen", names=look.texts.listed(unseen)) if unseen else ""


def trick_line(look: Look) -> str:
    """The trick on the table, each card with the name of who played it; empty while nothing lies there."""
    view = look.view
    leader = view.leader
    if leader is None or not view.trick:
        return ""
    cards = played(look, leader, view.trick)
    return look.texts("table.trick", number=len(view.tricks) + 1, cards=cards)


def played(look: Look, leader: Seat, cards: tuple[Card, ...]) -> str:
    """Cards of a trick with the names of who played them."""
    return " · ".join(
        f"{look.people.seat(SEATS[(leader + place) % 3])} **{line((card,), look.texts, look.emojis)}**"
        for place, card in enumerate(cards)
    )


def last_trick(look: Look) -> Trick | None:
    """The last full trick, as long as the rules let it be looked at: while the deal runs."""
    return look.view.tricks[-1] if look.view.tricks and look.view.phase is Phase.PLAYING else None


def open_hands(look: Look) -> list[str]:
    """The hands that lie open to all, Ouvert or claimed."""
    view = look.view
    return [
        look.texts(
            "table.open_hand",
            name=look.people.seat(seat),
            cards=line(sorted_hand(cards, view.game), look.texts, look.emojis),
        )
        for seat, cards in view.shown
        if cards and view.phase is not Phase.FINISHED
    ]


def question_line(look: Look) -> str:
    """The open claim or offer to give up, and who has yet to answer."""
    view, texts, people = look.view, look.texts, look.people
    question = view.question
    if question is None:
        return ""
    if not question.claim:
        key = "question.declarer_gives_up" if question.by == view.declarer else "question.defender_gives_up"
    elif view.game is Game.NULL:
        key = "question.claim_null"
    else:
        key = "question.claim"
    return texts(key, name=people.seat(question.by), others=people.seats(question.waiting))


def faces(look: Look) -> str:
    """The own hand in one line of large faces, for as long as no card can be pressed: disabled buttons are dim."""
    cards = line(look.own_cards, look.texts, look.emojis)
    if look.emojis:
        # Ten faces fit side by side on a phone.
        cards = cards.replace(" ", "\N{THIN SPACE}")
    return f"{'#' if look.preferences.size == 'big' else '##'} {cards}"


def turn_line(look: Look) -> str:
    """Whom the table is waiting for; empty once the deal is over."""
    view, texts, people = look.view, look.texts, look.people
    match view.waiting:
        case ():
            return ""
        case (seat,):
            return texts(f"turn.{'answer' if view.question else view.phase.value}", name=people.seat(seat))
        case seats:
            return texts("turn.several", names=people.seats(seats))


def scores_line(people: People) -> str:
    """Everybody's running total, in the order of the chairs."""
    totals = people.scene.series.totals()
    if not totals:
        return ""
    return " · ".join(
        f"{people.chair(chair)} **{people.texts.signed(total)}**" for chair, total in enumerate(totals[-1])
    )


def deal_title(people: People) -> str:
    """Deal 5 of 36, and whether it counts double."""
    scene, texts = people.scene, people.texts
    if scene.purpose is Purpose.PRACTICE:
        return texts("solo.practice")
    deals = scene.rules.deals
    number = scene.number + 1
    told = texts("table.deal_of", number=number, deals=deals) if deals else texts("table.deal", number=number)
    if scene.purpose is Purpose.DAILY:
        told = f"{texts('solo.daily')} · {told}"
    return told + (" · " + texts("table.bock") if counts_double(people) else "")


def counts_double(people: People) -> bool:
    """Whether the deal on show is played in a Bock round."""
    series, number = people.scene.series, people.scene.number
    if people.scene.bock is not None:
        return people.scene.bock
    return series.entries[number].bock if number < len(series.entries) else series.bock_left > 0
