"""One-line game records (SGF of the International Skat Server): read, replayed through the engine, and written.

A record that stops before the thirtieth card is adjudicated here by the server's semantics, which differ from
RULES 7: a resigning declarer keeps the points taken, resigning defenders hand over the rest.
"""

import re
from dataclasses import dataclass
from typing import Final

from game.actions import Action, Announce, Bid, Hold, Pass, TakeSkat, from_text, to_text
from game.cards import card_points, cards
from game.contract import Contract, contract
from game.deal import apply, new_deal, order_of
from game.illegal import Illegal, Reason
from game.rules import Rules
from game.scoring import GameResult, RamschResult, game_result, held, result, tally
from game.state import (
    SEATS,
    Bidding,
    Declared,
    Declaring,
    Ending,
    Finished,
    Playing,
    Seat,
    State,
)


class BadRecord(ValueError):
    """A line that is no record, or whose moves cannot be played."""


@dataclass(frozen=True, slots=True)
class Early:
    """What ended a game before its last card: who resigned, and who left or ran out of time."""

    resigned: tuple[Seat, ...] = ()
    left: Seat | None = None
    timed_out: Seat | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read: its properties, the state its moves lead to, and what ended it early, if anything did."""

    properties: dict[str, str]
    state: State
    early: Early

    @property
    def own_result(self) -> dict[str, str]:
        """The fields of the record's own R[]."""
        return result_fields(self.properties.get("R", ""))


_TOLERATED: Final = frozenset({Reason.BID_NOT_LEGAL, Reason.IMPOSSIBLE_CONTRACT, Reason.NULL_BELOW_BID})
"""The server takes bids of 171, 189 and 190, any value from a lone forehand, contracts that cannot reach the bid."""

_PROPERTY: Final = re.compile(r"([A-Z][A-Z0-9]*)\[([^\]]*)\]")
_CARDS: Final = re.compile(r"[CSHD][789TJQKA](\.[CSHD][789TJQKA])*")


def read(line: str) -> Record:
    """Reads and plays one line.

    Raises BadRecord with what is wrong and where.
    """
    if not line.startswith("(;") or not line.rstrip().endswith(";)"):
        raise BadRecord("a record begins with '(;' and ends with ';)'")
    properties = dict(_PROPERTY.findall(line))
    if "MV" not in properties:
        raise BadRecord("no MV[...]")
    if "R" not in properties:
        raise BadRecord("no R[...]")
    if "outcome" not in result_fields(properties["R"]):
        raise BadRecord("R[...] names no outcome")
    try:
        rules = Rules.parse(properties.get("RU", ""))
        state, early = _play(properties["MV"].split(), rules)
    except Illegal as error:
        raise BadRecord(f"a move that may not be made: {error}") from None
    except BadRecord:
        raise
    except ValueError as error:
        raise BadRecord(str(error)) from None
    return Record(properties, state, early)


def _play(tokens: list[str], rules: Rules) -> tuple[State, Early]:
    if len(tokens) < 2 or len(tokens) % 2:
        raise BadRecord("MV[...] holds pairs of who and what")
    pairs = list(zip(tokens[::2], tokens[1::2], strict=True))
    if pairs[0][0] != "w":
        raise BadRecord("MV[...] begins with the cards")
    dealt = cards(pairs[0][1])
    if len(dealt) != 32:
        raise BadRecord(f"{len(dealt)} cards dealt instead of 32")
    state: State = new_deal(order_of((dealt[:10], dealt[10:20], dealt[20:30]), dealt[30:]), rules)
    early = Early()
    pending: tuple[Seat, Contract] | None = None
    for who, what in pairs[1:]:
        if who == "w":
            early = _world(state, early, what)
            continue
        if who not in ("0", "1", "2"):
            raise BadRecord(f"{who[:8]!r} is no seat")
        seat = SEATS[int(who)]
        if what == "RE":
            early = Early((*early.resigned, seat), early.left, early.timed_out)
            continue
        if what == "SC" or (isinstance(state, Playing | Finished) and what.startswith("SC.")):
            continue
        if pending:
            state = apply(state, seat, Announce(pending[1], cards(what)), tolerate=_TOLERATED)
            pending = None
        elif isinstance(state, Declaring) and what in ("C", "S", "H", "D", "G", "N", "NO"):
            pending = seat, contract(what)
        else:
            state = apply(state, seat, _action(state, what), tolerate=_TOLERATED)
    if pending:
        raise BadRecord("a contract without discards")
    return state, early


def _world(state: State, early: Early, what: str) -> Early:
    word, _, who = what.partition(".")
    if word in ("LE", "TI") and who in ("0", "1", "2"):
        seat = SEATS[int(who)]
        return Early(early.resigned, seat, early.timed_out) if word == "LE" else Early(early.resigned, early.left, seat)
    if _CARDS.fullmatch(what) and isinstance(state, Declaring) and state.taken:
        if set(cards(what)) != set(state.deal.skat):
            raise BadRecord(f"the skat {what[:40]} is not what was dealt")
        return early
    raise BadRecord(f"w {what[:40]!r} is unknown here")


def _action(state: State, what: str) -> Action:
    if isinstance(state, Bidding):
        if what == "p":
            return Pass()
        if what == "y":
            return Hold(state.bid)
        if what.isascii() and what.isdecimal():
            return Bid(int(what))
    elif isinstance(state, Declaring):
        if what == "s":
            return TakeSkat()
        named, _, rest = what.partition(".")
        if named[:1] in "CSHDGN":
            announced = contract(named)
            # Open hands may follow; only the discards belong to the announcement.
            return Announce(announced, () if announced.hand else cards(rest)[:2])
    return from_text(what)


def adjudicated(record: Record) -> dict[str, str]:
    """The fields of R[] as this engine judges the record, early ends by the server's semantics."""
    state, early = record.state, record.early
    match state:
        case Finished():
            return _fields_of(state, early)
        case Playing(terms=Declared()):
            return _early_fields(state, early)
        case _:
            return _penalty_fields(early)


def _penalty_fields(early: Early) -> dict[str, str]:
    """Nobody declared yet: whoever left or ran out of time is penalised, the deal counts for nobody."""
    if early.left is None and early.timed_out is None:
        raise BadRecord("the record stops before the first card")
    return _fields("-1", "penalty", early)


def _fields_of(over: Finished, early: Early) -> dict[str, str]:
    outcome = result(over)
    match outcome:
        case GameResult():
            return _game_fields(outcome, early, ended=False)
        case RamschResult():
            scores = {f"s{seat:d}": str(outcome.scores[seat]) for seat in SEATS}
            return {"d": "-1", "outcome": "ramsch"} | scores
        case _:
            return {"outcome": "passed"}


def _early_fields(state: Playing, early: Early) -> dict[str, str]:
    terms = state.terms
    assert isinstance(terms, Declared)
    declarer, null = terms.declarer, terms.contract.null
    over = Finished(state.deal, state.moves, terms, state.hands, state.tricks, state.trick, Ending.PLAYED)
    counted = tally(over)
    points = counted.points[declarer] + counted.skat_points
    tricks = counted.tricks[declarer]
    gone = {early.left, early.timed_out}
    defenders = set(declarer.others)
    if defenders <= set(early.resigned) or gone & defenders:
        if not null:
            # All that is left, the trick on the table included, falls to the declarer.
            points += card_points(state.trick) + sum(card_points(hand) for hand in state.hands)
            tricks += 10 - len(state.tricks)
        return _game_fields(game_result(held(over), terms, points, tricks, state.deal.rules), early, ended=True)
    resigned = declarer in early.resigned or declarer in gone
    ending, by = (Ending.CONCEDED, declarer) if resigned and (null or not state.tricks) else (Ending.PLAYED, None)
    outcome = game_result(held(over), terms, points, tricks, state.deal.rules, ending, by)
    return _game_fields(outcome, early, ended=resigned)


def disagreements(record: Record) -> list[tuple[str, str, str]]:
    """Field, our value, the record's value, wherever the two differ; a field that the record leaves out agrees."""
    ours, theirs = adjudicated(record), record.own_result
    return [(name, ours.get(name, "-"), value) for name, value in theirs.items() if ours.get(name) != value]


def write(over: Finished, properties: dict[str, str]) -> str:
    """One line for a finished deal; what the server's notation lacks stands in the text form of the actions.

    `properties` (ID, DT, P0 ...) come before MV; a ``]`` or line break in their values is replaced.
    """
    deal = over.deal
    tokens = ["w", ".".join(card.name for card in (*(card for hand in deal.hands for card in hand), *deal.skat))]
    state: State = new_deal(deal.order, deal.rules)
    for seat, action in over.moves:
        tokens += [str(int(seat)), _token(state, action)]
        if isinstance(state, Declaring) and isinstance(action, TakeSkat):
            tokens += ["w", ".".join(card.name for card in deal.skat)]
        state = apply(state, seat, action, tolerate=_TOLERATED)
    head = {"GM": "Skat", "PC": "skat-bot"} | properties | {"RU": str(deal.rules), "MV": " ".join(tokens) + " "}
    head["R"] = _result_text(_fields_of(over, Early()))
    return "(;" + "".join(f"{name}[{_one_line(value)}]" for name, value in head.items()) + " ;)"


def _one_line(value: str) -> str:
    return " ".join(value.replace("]", ")").splitlines())


def _token(state: State, action: Action) -> str:
    match action:
        case Pass():
            return "p"
        case Hold():
            return "y"
        case Bid(value):
            return str(value)
        case TakeSkat() if isinstance(state, Declaring):
            return "s"
        case Announce(announced, discards):
            return ".".join([str(announced), *(card.name for card in discards)])
        case _:
            return to_text(action)


def _result_text(fields: dict[str, str]) -> str:
    if fields["outcome"] == "passed":
        return "passed"
    return " ".join(value if name in ("outcome", "bid") else f"{name}:{value}" for name, value in fields.items())


def _game_fields(outcome: GameResult, early: Early, *, ended: bool) -> dict[str, str]:
    announced = outcome.contract
    missed = not outcome.made
    return _fields(str(int(outcome.declarer)), "win" if outcome.won else "loss", early) | {
        "v": str(outcome.score),
        "m": str(outcome.matadors),
        "bid": "overbid" if outcome.overbid else "bidok",
        "p": str(outcome.points),
        "t": str(outcome.tricks),
        "s": str(int(outcome.schneider and not (missed and announced.schneider))),
        "z": str(int(outcome.schwarz and not (missed and announced.schwarz))),
        "r": str(int(ended and bool(early.resigned))),
    }


def _fields(declarer: str, outcome: str, early: Early) -> dict[str, str]:
    """The fields of an R[] in the server's order, for a game that counted nothing."""
    return {
        "d": declarer, "outcome": outcome, "v": "0", "m": "0", "bid": "bidok", "p": "0", "t": "0", "s": "0", "z": "0",
        **{f"p{seat:d}": str(int(seat in (early.left, early.timed_out))) for seat in SEATS},
        "l": _seat_text(early.left), "to": _seat_text(early.timed_out), "r": "0",
    }  # fmt: skip


def _seat_text(seat: Seat | None) -> str:
    return "-1" if seat is None else str(int(seat))


def result_fields(text: str) -> dict[str, str]:
    """The fields of an R[] by name; the bare words win, loss, penalty, passed and bidok, overbid get names."""
    fields: dict[str, str] = {}
    for part in text.split():
        name, colon, value = part.partition(":")
        if colon:
            fields[name] = value
        else:
            fields["bid" if part in ("bidok", "overbid") else "outcome"] = part
    return fields
