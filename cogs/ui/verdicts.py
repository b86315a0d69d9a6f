"""What the solver says about the cards of a finished game, in words."""

from typing import Final

from bot.reviewing import Reviewed
from cogs.ui.cards import label, line
from cogs.ui.look import Look
from game.computer.review import Remark, Review, Verdict
from game.state import Seat

MOST: Final = 4
"""Mistakes that a summary names; each trick tells its own."""

_MARKS: Final = {
    Verdict.ONLY: "🔵",
    Verdict.SAME: "🔵",
    Verdict.BEST: "🟢",
    Verdict.COSTS: "🟠",
    Verdict.TURNS: "🔴",
}


def summary(reviewed: Reviewed | None, look: Look) -> list[str]:
    """Whether the game could be won with all cards open, and what made the greatest difference."""
    texts = look.texts
    if reviewed is None:
        if look.view.declarer is not None:
            return [texts("review.busy")]
        return [texts("review.passed_in" if look.view.game is None else "review.ramsch")]
    found = reviewed.review
    told = [_open_cards(found, look)]
    mistakes = sorted(found.mistakes[:MOST], key=found.remarks.index)
    if mistakes:
        told.append(texts("review.difference"))
        told += [
            texts("review.in_trick", number=remark.trick, told=verdict_line(remark, found, look)) for remark in mistakes
        ]
    elif found.complete and found.remarks:
        told.append(texts("review.flawless"))
    return [*told, *_limits(reviewed, look)]


def verdict_lines(reviewed: Reviewed, trick: int, look: Look) -> list[str]:
    """A line for each card of a trick, and what it leads to."""
    found = reviewed.review
    remarks = found.of(trick)
    told = [verdict_line(remark, found, look) for remark in remarks]
    if len(remarks) < 3:
        return [*told, *_limits(reviewed, look)]
    return told if trick == 10 else [*told, "-# " + _leads_to(remarks[-1], found, look)]


def verdict_line(remark: Remark, found: Review, look: Look) -> str:
    return look.texts(
        "review.line",
        mark=_MARKS[remark.verdict],
        name=look.people.seat(remark.seat),
        card=line((remark.card,), look.texts, look.emojis),
        verdict=_verdict(remark, found, look) + _better(remark, look),
    )


def trick_mark(reviewed: Reviewed, trick: int, look: Look) -> str | None:
    """The worst card of a trick in a few plain words; None where none cost anything."""
    found = reviewed.review
    worst = next((remark for remark in found.mistakes if remark.trick == trick), None)
    if worst is None:
        return None
    name = look.people.label(look.scene.chair_at(worst.seat))
    return f"{_MARKS[worst.verdict]} {name} {label(worst.card, look.texts)}: {_verdict(worst, found, look)}"


def signs(reviewed: Reviewed, trick: int) -> dict[Seat, str]:
    """What stands on the cards of a trick in the picture: what they cost, or a cross where they cost the game."""
    remarks = reviewed.review.of(trick)
    return {one.seat: _sign(one) for one in remarks if one.verdict in (Verdict.COSTS, Verdict.TURNS)}


def _sign(remark: Remark) -> str:
    cost = f"\N{MINUS SIGN}{remark.lost}" if remark.lost else ""
    return f"\N{BALLOT X} {cost}".strip() if remark.verdict is Verdict.TURNS else cost


def _verdict(remark: Remark, found: Review, look: Look) -> str:
    texts = look.texts
    match remark.verdict:
        case Verdict.TURNS:
            declares = remark.seat == found.goal.terms.alone
            key = "review.lets_defenders_win" if declares else "review.lets_declarer_win"
            return texts(key)
        case Verdict.COSTS:
            return texts("review.costs", n=remark.lost)
        case Verdict.BEST:
            return texts("review.best_wins" if remark.wins else "review.best")
        case Verdict.ONLY | Verdict.SAME:
            return texts(f"review.{remark.verdict.value}")


def _better(remark: Remark, look: Look) -> str:
    if not remark.better:
        return ""
    return ", " + look.texts("review.better", cards=line(remark.better, look.texts, look.emojis))


def _open_cards(found: Review, look: Look) -> str:
    texts = look.texts
    if found.best is None:
        return "" if found.remarks else texts("review.no_card")
    name = look.people.seat(found.goal.terms.alone)
    if found.goal.terms.tricks:
        return texts("review.winnable" if found.winnable else "review.not_winnable", name=name)
    key = "review.winnable_points" if found.winnable else "review.not_winnable_points"
    return texts(key, name=name, n=found.best, need=found.goal.need)


def _leads_to(remark: Remark, found: Review, look: Look) -> str:
    """What the declarer comes to from there on."""
    texts = look.texts
    name = look.people.seat(found.goal.terms.alone)
    won = found.goal.won(remark.total)
    if found.goal.terms.tricks:
        return texts("review.then_wins" if won else "review.then_loses", name=name)
    return texts("review.then_wins_points" if won else "review.then_loses_points", name=name, n=remark.total)


def _limits(reviewed: Reviewed, look: Look) -> list[str]:
    """What the verdicts do not cover, and what nobody at the table could know."""
    texts, found = look.texts, reviewed.review
    if found.complete:
        return ["-# " + texts("review.open_cards")]
    if reviewed.more:
        return ["-# " + texts("review.more")]
    return ["-# " + texts("review.last_tricks", n=len({remark.trick for remark in found.remarks}))]
