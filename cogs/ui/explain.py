"""A finished deal in sentences: who won, the value with the rule behind it, every doubling, the list points.

Each number comes from the Result that was scored; nothing is computed twice.
"""

from typing import assert_never

from cogs.ui.cards import line
from cogs.ui.look import Look
from cogs.ui.phrases import contract_name, counts_double, tops
from game.contract import Game
from game.scoring import GameResult, PassedIn, RamschResult
from game.state import SEATS, Ending, Seat
from game.view import Disclosure


def headline(look: Look) -> str:
    """Who won or lost what with how many points, and the score; empty while the deal runs."""
    hidden = look.view.hidden
    if hidden is None:
        return ""
    match hidden.result:
        case PassedIn():
            return look.texts("result.passed_in")
        case GameResult() as result:
            return _game_headline(look, result)
        case RamschResult() as result:
            return _ramsch_headline(look, result)
        case _:
            assert_never(hidden.result)


def explain(look: Look) -> list[str]:
    """Everything behind the score as sentences; empty while the deal runs."""
    hidden = look.view.hidden
    if hidden is None:
        return []
    match hidden.result:
        case PassedIn():
            return []
        case GameResult() as result:
            told = _game(look, result, hidden)
        case RamschResult() as result:
            told = _ramsch(look, result)
        case _:
            assert_never(hidden.result)
    return [sentence for sentence in told if sentence]


def _doubled(look: Look) -> int:
    return 2 if counts_double(look.people) else 1


def _game_headline(look: Look, result: GameResult) -> str:
    texts = look.texts
    if result.ending is Ending.CONCEDED:
        key = "result.declarer_gave_up" if result.by == result.declarer else "result.defenders_gave_up"
        if result.by != result.declarer and not result.won:
            key = "result.overbid"
    elif result.made and not result.won:
        key = "result.overbid"
    elif result.contract.null:
        key = "result.null_won" if result.won else "result.null_lost"
    else:
        key = "result.won" if result.won else "result.lost"
    return texts(
        key,
        name=look.people.seat(result.declarer),
        contract=contract_name(result.contract, texts),
        points=result.points,
        score=texts.signed(result.score * _doubled(look)),
    )


def value_sentence(look: Look, result: GameResult) -> str:
    """``with 2, game 3, Schneider 4 × Hearts 10 = 40; bid 33``."""
    texts = look.texts
    if result.contract.null:
        contract = contract_name(result.contract, texts)
        return texts("value.null", contract=contract, value=result.value, bid=result.bid)
    return texts(
        "value.game",
        levels=", ".join(_levels(look, result)),
        game=texts(f"game.{result.contract.game.value}"),
        base=result.base,
        value=result.value,
        bid=result.bid,
    )


def _levels(look: Look, result: GameResult) -> list[str]:
    """The levels counted up, as players say them; the last number is the level of the result."""
    texts, announced = look.texts, result.contract
    level = abs(result.matadors)
    steps = [texts("value.with" if result.matadors > 0 else "value.without", n=level)]
    for applies, key in (
        (True, "value.level.game"),
        (announced.hand, "value.level.hand"),
        (result.schneider or announced.schneider, "value.level.schneider"),
        (announced.schneider, "value.level.announced"),
        (result.schwarz or announced.schwarz, "value.level.schwarz"),
        (announced.schwarz, "value.level.announced"),
        (announced.ouvert, "value.level.ouvert"),
    ):
        if applies:
            level += 1
            steps.append(texts(key, level=level))
    return steps


def _game(look: Look, result: GameResult, hidden: Disclosure) -> list[str]:
    by = result.by if result.ending is Ending.CLAIMED else None
    return [
        look.texts("result.claimed", name=look.people.seat(by)) if by is not None else "",
        value_sentence(look, result),
        _missed(look, result),
        _against(look, result),
        _skat_counts(look, result, hidden),
        _reach(look, result),
        *_doublings(look, result),
        _list_points(look, result),
    ]


def _missed(look: Look, result: GameResult) -> str:
    """An announced level that was not reached."""
    if result.made or result.ending is Ending.CONCEDED:
        return ""
    if result.contract.schwarz:
        return look.texts("result.missed_schwarz", n=result.tricks)
    return look.texts("result.missed_schneider", points=result.points) if result.contract.schneider else ""


def _against(look: Look, result: GameResult) -> str:
    """Schneider or Schwarz that raised the value of a lost game without having been announced."""
    name = look.people.seat(result.declarer)
    if result.made:
        return ""
    if result.schwarz and not result.contract.schwarz:
        return look.texts("result.schwarz_against", name=name)
    return (
        look.texts("result.schneider_against", name=name) if result.schneider and not result.contract.schneider else ""
    )


def _skat_counts(look: Look, result: GameResult, hidden: Disclosure) -> str:
    """How the cards of the skat changed the matadors, where the declarer could not know or has overbid."""
    game = result.contract.game
    believed = tops(game, hidden.hands[result.declarer], look.view.rules)
    if game is Game.NULL or believed == result.matadors or not (result.overbid or result.contract.hand):
        return ""
    return look.texts(
        "value.skat",
        cards=line([card for card in hidden.skat if card in game.trumps], look.texts),
        believed=_run(look, believed),
        real=_run(look, result.matadors),
    )


def _reach(look: Look, result: GameResult) -> str:
    """What an overbid is charged, or that only an unannounced Schneider or Schwarz has reached the bid."""
    texts = look.texts
    if result.contract.null:
        return texts("overbid.null", value=result.value, bid=result.bid) if result.overbid else ""
    if result.overbid:
        return texts("overbid.charged", value=result.value, bid=result.bid, base=result.base, charged=result.charged)
    announced = abs(result.matadors) + 1 + result.contract.extra_levels
    return texts("overbid.cured", bid=result.bid) if announced * result.base < result.bid else ""


def _run(look: Look, matadors: int) -> str:
    return look.texts("value.with" if matadors > 0 else "value.without", n=abs(matadors))


def _doublings(look: Look, result: GameResult) -> list[str]:
    """From the value to the score, one factor a sentence."""
    texts = look.texts
    amount = result.charged
    told: list[str] = []
    if not result.won:
        lost = abs(result.score) // result.factor
        told.append(texts("double.lost", value=amount, total=lost) if lost != amount else texts("double.lost_single"))
        amount = lost
    if result.factor >= 2:
        amount *= 2
        kontra = look.view.kontra
        name = look.people.seat(kontra) if kontra is not None else ""
        told.append(texts("double.by_kontra", name=name, total=amount))
    if result.factor == 4:
        amount *= 2
        told.append(texts("double.by_re", total=amount))
    if _doubled(look) == 2:
        told.append(texts("double.by_bock", total=2 * amount))
    return told


def _list_points(look: Look, result: GameResult) -> str:
    """What Seeger and Fabian add to the list: the difference between its totals and the scores of the deals."""
    scene = look.scene
    series, number = scene.series, scene.number
    if look.view.rules.scoring != "seeger" or number >= len(series.entries):
        return ""
    totals = series.totals()
    before = totals[number - 1] if number else (0,) * scene.rules.chairs
    added = [
        after - earlier - score
        for after, earlier, score in zip(totals[number], before, series.entries[number].scores, strict=True)
    ]
    declarer = scene.chair_at(result.declarer)
    others = added[(declarer + 1) % len(added)]
    key = "list.won" if result.won else "list.lost"
    return look.texts(key, name=look.people.chair(declarer), own=abs(added[declarer]), others=others)


def _ramsch_headline(look: Look, result: RamschResult) -> str:
    texts, people = look.texts, look.people
    if result.durchmarsch is not None:
        score = result.scores[result.durchmarsch] * _doubled(look)
        return texts("ramsch.durchmarsch", name=people.seat(result.durchmarsch), score=texts.signed(score))
    if not result.losers:
        return texts("ramsch.all_equal", points=result.points[Seat.FOREHAND])
    first = result.losers[0]
    score = texts.signed(result.scores[first] * _doubled(look))
    key = "ramsch.lost" if len(result.losers) == 1 else "ramsch.both_lost"
    return texts(key, name=people.seats(result.losers), points=result.points[first], score=score)


def _ramsch(look: Look, result: RamschResult) -> list[str]:
    texts, people, rules = look.texts, look.people, look.view.rules
    points = [f"{people.seat(seat)} {result.points[seat]}" for seat in SEATS]
    told = [texts("ramsch.points", points=" · ".join(points)), _skat_went(look, result)]
    if result.unseen:
        told.append(texts("ramsch.pushed", n=result.unseen, factor=2**result.unseen))
    if result.durchmarsch is not None:
        told.append(texts("ramsch.durchmarsch_flat"))
    elif result.losers:
        told.append(_tie(look, result))
        if result.jungfrau:
            told.append(texts("ramsch.jungfrau", names=people.seats(result.jungfrau)))
    if _doubled(look) == 2 and any(result.scores):
        told.append(texts("double.by_bock", total=max(map(abs, result.scores)) * 2))
    if rules.scoring == "seeger":
        told.append(texts("list.ramsch"))
    return told


def _skat_went(look: Look, result: RamschResult) -> str:
    texts, tricks = look.texts, look.view.tricks
    if look.view.rules.ramsch_skat == "last_trick":
        if len(tricks) == 10:
            return texts("ramsch.skat_to", n=result.skat_points, name=look.people.seat(tricks[-1].winner))
        return texts("ramsch.skat_last_trick", n=result.skat_points)
    if result.durchmarsch is not None or not result.losers:
        return ""
    return texts("ramsch.skat_loser", n=result.skat_points)


def _tie(look: Look, result: RamschResult) -> str:
    """Why only one of two equal players pays."""
    if len(result.losers) != 1:
        return ""
    loser = result.losers[0]
    added = result.skat_points if look.view.rules.ramsch_skat == "loser" else 0
    tied = [seat for seat in SEATS if seat != loser and result.points[seat] == result.points[loser] - added]
    return look.texts("ramsch.tie_last_trick", name=look.people.seat(loser)) if tied else ""
