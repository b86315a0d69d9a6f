"""The value of a finished deal, with every part that a sentence about it needs (RULES 5 to 7).

Scores here are those of the deal alone; list scoring and Bock rounds belong to the series.
"""

from dataclasses import dataclass

from game.cards import card_points
from game.contract import Contract, matadors
from game.rules import Rules
from game.state import SEATS, Declared, Ending, Finished, Hand, Ramsch, Seat

Scores = tuple[int, int, int]
"""Per seat: forehand, middlehand, rearhand."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Card points (0 to 120) and tricks (0 to 10) per seat; the skat is counted apart."""

    points: Scores
    tricks: Scores
    skat_points: int
    last_trick: Seat | None


@dataclass(frozen=True, slots=True)
class PassedIn:
    """Nobody bid and forehand did not play."""

    scores: Scores = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class GameResult:
    """A declarer's game. `value` = `base` x `level`; `charged` is what a lost overbid game costs before doubling."""

    declarer: Seat
    contract: Contract
    bid: int
    points: int
    tricks: int
    matadors: int
    schneider: bool
    schwarz: bool
    made: bool
    level: int
    base: int
    value: int
    charged: int
    overbid: bool
    factor: int
    won: bool
    score: int
    ending: Ending
    by: Seat | None

    @property
    def scores(self) -> Scores:
        return _only(self.declarer, self.score)


@dataclass(frozen=True, slots=True)
class RamschResult:
    """`points` per seat include the skat where it went; `factor` is the doubling by pushes and a Jungfrau."""

    points: Scores
    tricks: Scores
    skat_points: int
    losers: tuple[Seat, ...]
    durchmarsch: Seat | None
    jungfrau: tuple[Seat, ...]
    unseen: int
    factor: int
    scores: Scores


Result = PassedIn | GameResult | RamschResult


def result(over: Finished) -> Result:
    """The result of a finished deal."""
    terms = over.terms
    if terms is None:
        return PassedIn()
    counted = tally(over)
    rules = over.deal.rules
    if isinstance(terms, Ramsch):
        assert counted.last_trick is not None
        return ramsch_result(
            counted.points,
            counted.tricks,
            last_trick=counted.last_trick,
            skat_points=counted.skat_points,
            unseen=terms.unseen,
            rules=rules,
        )
    return game_result(
        held(over),
        terms,
        counted.points[terms.declarer] + counted.skat_points,
        counted.tricks[terms.declarer],
        rules,
        over.ending,
        over.by,
    )


def held(over: Finished) -> Hand:
    """The declarer's twelve cards: what matadors are counted over."""
    terms = over.terms
    assert isinstance(terms, Declared)
    return over.deal.hands[terms.declarer] + over.deal.skat


def tally(over: Finished) -> Tally:
    """Points and tricks, counted from the tricks themselves; after a claim the rest goes to the claimant."""
    points, tricks = [0, 0, 0], [0, 0, 0]
    last: Seat | None = None
    for trick in over.tricks:
        points[trick.winner] += card_points(trick.cards)
        tricks[trick.winner] += 1
        last = trick.winner
    if over.ending is Ending.CLAIMED and over.by is not None:
        taker = _taker_of_rest(over, over.by)
        if taker is not None:
            points[taker] += card_points(over.trick) + sum(card_points(hand) for hand in over.hands)
            tricks[taker] += 10 - len(over.tricks)
            last = taker
    skat = over.terms.skat if over.terms is not None else over.deal.skat
    return Tally((points[0], points[1], points[2]), (tricks[0], tricks[1], tricks[2]), card_points(skat), last)


def _taker_of_rest(over: Finished, claimant: Seat) -> Seat | None:
    terms = over.terms
    if isinstance(terms, Declared) and terms.contract.null:
        # A Null declarer claims to take no trick: what is left goes to the defenders, it matters not to which.
        return claimant.left
    return claimant


def game_result(
    cards: Hand,
    terms: Declared,
    points: int,
    tricks: int,
    rules: Rules,
    ending: Ending = Ending.PLAYED,
    by: Seat | None = None,
) -> GameResult:
    """The result of a declarer's game from what decides it.

    `cards`: the declarer's twelve, hand and skat; `points` and `tricks`: the declarer's, the skat included.
    `by`: who gave up, if `ending` says so.
    """
    announced = terms.contract
    gave_up = ending is Ending.CONCEDED
    declarer_gave_up = gave_up and by == terms.declarer
    tops = matadors(announced.game, cards)
    if rules.matadors == "jacks":
        tops = max(-4, min(4, tops))
    factor = 1 if terms.kontra is None else 4 if terms.re else 2

    def finish(
        *, made: bool, schneider: bool, schwarz: bool, level: int, base: int, value: int, doubles: bool
    ) -> GameResult:
        overbid = value < terms.bid
        charged = -(-terms.bid // base) * base if overbid else value
        won = made and not overbid
        score = factor * (value if won else -(2 if doubles else 1) * charged)
        return GameResult(
            terms.declarer, announced, terms.bid, points, tricks, tops, schneider, schwarz, made,
            level, base, value, charged, overbid, factor, won, score, ending, by,
        )  # fmt: skip

    if announced.null:
        made = not declarer_gave_up if gave_up else tricks == 0
        value = announced.null_value
        return finish(
            made=made, schneider=False, schwarz=False, level=1, base=value, value=value,
            doubles=rules.null_loss == "double",
        )  # fmt: skip

    def level_of(schneider: bool, schwarz: bool) -> int:
        reached = (schneider and not announced.schneider) + (schwarz and not announced.schwarz)
        return abs(tops) + 1 + announced.extra_levels + reached

    base = announced.game.base
    if gave_up:
        made = not declarer_gave_up
        schneider, schwarz = (False, False) if declarer_gave_up else (points >= 90, tricks == 10)
        # The defenders also concede a level that the declarer needed for the bid (ISkO 4.4.4).
        for needed in ((True, False), (True, True)) if made else ():
            if base * level_of(schneider, schwarz) < terms.bid <= base * level_of(*needed):
                schneider, schwarz = needed
    else:
        if announced.schwarz:
            made = tricks == 10
        elif announced.schneider:
            made = points >= 90
        else:
            made = points >= 61
        schneider = (points >= 90 or tricks == 10) if made else (points <= 30 or tricks == 0)
        schwarz = tricks == 10 if made else tricks == 0
    level = level_of(schneider, schwarz)
    return finish(
        made=made, schneider=schneider, schwarz=schwarz, level=level, base=base, value=base * level, doubles=True
    )


def ramsch_result(
    points: Scores, tricks: Scores, *, last_trick: Seat, skat_points: int, unseen: int, rules: Rules
) -> RamschResult:
    """The result of a Ramsch from each seat's trick points and tricks, the skat not yet counted (RULES 6)."""
    total = points
    if rules.ramsch_skat == "last_trick":
        total = _add(total, last_trick, skat_points)
    most = max(total)
    losers = tuple(seat for seat in SEATS if total[seat] == most)
    jungfrau = tuple(seat for seat in SEATS if tricks[seat] == 0)
    durchmarsch = next((seat for seat in SEATS if tricks[seat] == 10), None)
    factor = 2**unseen
    if durchmarsch is not None:
        if rules.ramsch_skat == "loser":
            total = _add(total, durchmarsch, skat_points)
        scores = _only(durchmarsch, 120 * factor)
        return RamschResult(total, tricks, skat_points, (), durchmarsch, jungfrau, unseen, factor, scores)
    if jungfrau:
        factor *= 2
    if len(losers) == 3:
        return RamschResult(total, tricks, skat_points, (), None, jungfrau, unseen, factor, (0, 0, 0))
    if len(losers) == 2 and rules.ramsch_tie == "last_trick_loses" and last_trick in losers:
        losers = (last_trick,)
    scores: Scores = (0, 0, 0)
    for seat in losers:
        if rules.ramsch_skat == "loser":
            total = _add(total, seat, skat_points)
        scores = _add(scores, seat, -factor * total[seat])
    return RamschResult(total, tricks, skat_points, losers, None, jungfrau, unseen, factor, scores)


def _only(seat: Seat, score: int) -> Scores:
    return _add((0, 0, 0), seat, score)


def _add(scores: Scores, seat: Seat, more: int) -> Scores:
    changed = list(scores)
    changed[seat] += more
    return (changed[0], changed[1], changed[2])
