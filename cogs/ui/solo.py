"""What a person who plays alone sees beside their hand: how a deal went, the list of the day, and the ways on.

All of it is private: the others may still have the same deals before them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, assert_never

from discord.ui import Button, LayoutView

from bot.texts import Texts
from cogs.ui.cards import NO_EMOJIS, Emojis
from cogs.ui.deal_id import DealId
from cogs.ui.layout import GOLD, GOOD, MAIN, PLAIN, Picture, button, rows, rule, screen, text
from cogs.ui.leaderboard import Row, row_lines
from cogs.ui.look import Look
from cogs.ui.past_ids import AgainId, DailyId
from cogs.ui.phrases import contract_name
from cogs.ui.result import review_button, seed_line, told
from cogs.ui.scene import Scene
from cogs.ui.scores import standing_lines
from game.journal import Purpose
from game.scoring import GameResult, PassedIn, RamschResult, Result
from game.state import SEATS, Seat
from game.view import View


@dataclass(frozen=True, slots=True)
class Then:
    """How the deal went that is played again: its id, its result, and the person's seat, None if they sat out."""

    deal: DealId
    result: Result
    seat: Seat | None


def result(
    scene: Scene,
    view: View,
    texts: Texts,
    *,
    day: str,
    emojis: Emojis = NO_EMOJIS,
    shown: Picture | None = None,
    then: Then | None = None,
    over: bool,
) -> LayoutView:
    """A finished deal of who plays alone, in `view` with their own seat.

    `day`: that of the daily deals, in the form of `DailyId`. `then`: what is played again, None if that is unknown.
    `over`: it was the last deal. Raises result.StillRunning.
    """
    look = Look(scene, view, texts, emojis)
    if scene.purpose is Purpose.PRACTICE:
        # Nothing of it counts and its seed is known already: what is left is how it compares.
        buttons = [*_seats(look, then), review_button(look)]
        return screen(*told(look, shown, *compared(look, then)), rows(buttons), accent=GOLD)
    left = (scene.rules.deals or 0) - len(scene.series.entries)
    return screen(
        *told(look, shown),
        rule(),
        text(*standing_lines(look.people), seed_line(look)),
        text("-# " + texts("daily.secret"), texts("daily.finished" if over else "daily.left", n=left)),
        rows(_onwards(look, day, over=over)),
        accent=GOLD,
    )


def _onwards(look: Look, day: str, *, over: bool) -> list[Button[LayoutView]]:
    texts = look.texts
    standings = button(texts("daily.list"), DailyId("list", day), style=GOOD if over else PLAIN)
    later = [standings, review_button(look), button(texts("again.button"), AgainId(look.scene.deal_id))]
    if over:
        return later
    following = button(texts("button.next"), look.next_deal, style=GOOD)
    return [following, *later, button(texts("button.more"), look.choose("more"))]


def compared(look: Look, then: Then | None) -> list[str]:
    """Then and now, from the person's point of view."""
    hidden, texts = look.view.hidden, look.texts
    if then is None or hidden is None:
        return []
    return [
        texts("again.then", told=_deed(then.result, then.seat, texts)),
        texts("again.now", told=_deed(hidden.result, look.view.seat, texts)),
    ]


def _deed(played: Result, seat: Seat | None, texts: Texts) -> str:
    """What became of a deal, in a few words for who sat at `seat`."""
    match played:
        case PassedIn():
            return texts("again.passed_in")
        case RamschResult():
            if seat is None:
                return texts("again.ramsch_without_you")
            return texts("again.ramsch", points=played.points[seat], score=texts.signed(played.scores[seat]))
        case GameResult():
            who = "own" if played.declarer == seat else "other"
            kind = "null" if played.contract.null else "game"
            return texts(
                f"again.{who}_{'won' if played.won else 'lost'}.{kind}",
                place=texts(f"seat.{played.declarer.name.lower()}"),
                contract=contract_name(played.contract, texts),
                points=played.points,
                score=texts.signed(played.score),
            )
        case _:
            assert_never(played)


def _seats(look: Look, then: Then | None) -> list[Button[LayoutView]]:
    """Once more, in this seat or in another."""
    if then is None:
        return []
    texts, mine = look.texts, look.view.seat
    others = [seat for seat in SEATS if seat != mine]
    return [button(texts("again.once_more"), AgainId(then.deal, mine), style=GOOD)] + [
        button(texts("again.seat", place=texts(f"seat.{seat.name.lower()}")), AgainId(then.deal, seat))
        for seat in others
    ]


def ended(scene: Scene, texts: Texts, day: str) -> LayoutView:
    """The table was closed before its deals were over."""
    words = texts(f"solo.ended.{scene.purpose}", n=scene.series.number)
    to_list = [button(texts("daily.list"), DailyId("list", day))] if scene.purpose is Purpose.DAILY else []
    return screen(text(words), rows(to_list), accent=None)


@dataclass(frozen=True, slots=True)
class Standings:
    """The list of a day: its best rows, and the person's own if they have one.

    `players`: how many people are on it. `state`: what the person may still do today: begin their own deals, go on
    with them, or nothing more; ``over`` for another day.
    """

    day: str
    rows: Sequence[Row]
    own: Row | None
    players: int
    state: Literal["open", "running", "played", "over"]


def standings(shown: Standings, texts: Texts) -> LayoutView:
    """Who has played the deals of a day, with their points."""
    on: list[Button[LayoutView]] = []
    if shown.state == "open":
        on = [button(texts("daily.begin"), DailyId("begin", shown.day), style=GOOD)]
    elif shown.state == "running":
        on = [button(texts("daily.resume"), DailyId("resume", shown.day), style=GOOD)]
    lines = row_lines(shown.rows, shown.own, texts)
    return screen(
        text(f"### {texts('daily.title', day=day_name(shown.day, texts))}", texts("daily.players", n=shown.players)),
        text(*(lines or [texts("daily.empty")])),
        text("-# " + texts("daily.about"), "-# " + texts("daily.tomorrow") if shown.state == "played" else ""),
        rows(on),
        accent=GOLD,
    )


def unfinished(day: str, today: str, deals: int, texts: Texts) -> LayoutView:
    """The deals of another day are not finished: go on with them, or leave them for today's?"""
    return screen(
        text(texts("daily.unfinished", day=day_name(day, texts), n=deals)),
        rows(
            [
                button(texts("daily.resume"), DailyId("resume", day), style=MAIN),
                button(texts("daily.begin"), DailyId("begin", today), style=PLAIN),
            ]
        ),
        accent=None,
    )


def day_name(day: str, texts: Texts) -> str:
    """A day such as ``2026-03-09`` as it is written in the language."""
    found = date.fromisoformat(day)
    return texts("daily.day", year=found.year, month=found.month, day=found.day)
