"""The list of a series: the running totals as a table, the standings, the end with its ranks."""

from typing import Any, Final

from discord.ui import Button, LayoutView

from bot.texts import Texts
from cogs.ui.cards import short
from cogs.ui.deal_id import DealId
from cogs.ui.ids import ChoiceId
from cogs.ui.layout import GOLD, Block, Picture, button, picture, rows, screen, text
from cogs.ui.past_ids import ReplayId
from cogs.ui.people import People
from cogs.ui.scene import Scene
from game.scoring import GameResult, RamschResult
from game.series import Entry, Standing

ROWS: Final = 24
"""Deals on one page: 24 lines of a table of four fit into a message twice."""

NAME_WIDTH: Final = 6
_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


def pages(scene: Scene) -> int:
    """How many pages the list has, at least one."""
    return max(1, -(-len(scene.series.entries) // ROWS))


def scores(scene: Scene, texts: Texts, *, page: int | None = None, shown: Picture | None = None) -> LayoutView:
    """The running list; `page` from 0, without one the newest. With a picture of it the words are left out."""
    people = People(scene, texts)
    count = pages(scene)
    number = count - 1 if page is None else min(page, count - 1)
    entries = scene.series.entries
    return screen(
        text(f"### {texts('scores.title')}", *(() if entries else (texts("scores.none"),))),
        picture(shown),
        text(table(people, number)) if entries and shown is None else None,
        text(*standing_lines(people), _remaining(scene, texts)),
        _turn(scene, texts, number, count) if shown is None else None,
        accent=None,
    )


def _turn(scene: Scene, texts: Texts, shown: int, count: int) -> list[Block]:
    if count == 1:
        return []
    older, newer = shown - 1, shown + 1
    return rows(
        [
            button(texts("page.older"), ChoiceId(scene.deal_id, "scores", str(max(0, older))), enabled=older >= 0),
            button(texts("page.newer"), ChoiceId(scene.deal_id, "scores", str(newer)), enabled=newer < count),
        ]
    )


def table(people: People, page: int) -> str:
    """One page of the list as a code block: number, game, its score, everybody's running total."""
    scene, texts = people.scene, people.texts
    chairs = range(scene.rules.chairs)
    header = "   " + texts("scores.game").ljust(5)[:5] + " " * 6
    header += "".join(" " + people.column(chair, NAME_WIDTH) for chair in chairs)
    lines = [header.rstrip()]
    totals = scene.series.totals()
    for entry in scene.series.entries[page * ROWS : (page + 1) * ROWS]:
        row = "".join(f" {total:>{NAME_WIDTH}}" for total in totals[entry.number])
        lines.append(f"{entry.number + 1:>2} {_game(entry):<5}{_score(entry):>6}{row}")
    return "```\n" + "\n".join(lines) + "\n```"


def _game(entry: Entry) -> str:
    double = "²" if entry.bock else ""
    match entry.result:
        case GameResult() as game:
            return short(game.contract) + double
        case RamschResult():
            return "R" + double
        case _:
            return "–"


def _score(entry: Entry) -> str:
    played = [score for score in entry.scores if score]
    return str(min(played, key=lambda score: (score > 0, score))) if played else "0"


def standing_lines(people: People) -> list[str]:
    """The standings, best first."""
    return [standing(people, line) for line in people.scene.series.standings()]


def standing(people: People, line: Standing, mark: str = "") -> str:
    """One line of the standings; `mark` takes the place of the rank."""
    texts = people.texts
    return texts(
        "scores.standing",
        rank=mark or f"{line.rank}\\.",
        name=people.chair(line.chair),
        total=texts.signed(line.total),
        won=line.won,
        lost=line.lost,
    )


def _remaining(scene: Scene, texts: Texts) -> str:
    rules, number = scene.rules, scene.series.number
    if scene.series.finished:
        return texts("scores.finished")
    if rules.deals is not None:
        return texts("scores.remaining", n=rules.deals - number)
    if rules.target is not None:
        return texts("scores.target", target=rules.target)
    return texts("scores.unlimited")


def alt_text(scene: Scene, texts: Texts) -> str:
    """The picture of the list in words; at most 1,000 characters."""
    people = People(scene, texts)
    lines = [f"{people.label(line.chair)} {texts.signed(line.total)}" for line in scene.series.standings()]
    return texts("scores.alt", n=len(scene.series.entries), standings=", ".join(lines))[:1000]


def final(scene: Scene, texts: Texts, *, shown: Picture | None = None) -> LayoutView:
    """The end of a series: ranks with medals, shared ones too. `scene.series` is the whole list."""
    people = People(scene, texts)
    standings = scene.series.standings()
    best = [people.chair(line.chair) for line in standings if line.rank == 1]
    key = "final.winner" if len(best) == 1 else "final.winners"
    played = bool(scene.series.entries)
    return screen(
        text(
            f"## {texts('final.title')}",
            texts(key, names=texts.listed(best)) if played else texts("final.nothing_played"),
            texts("final.deals", n=len(scene.series.entries)) if played else "",
        ),
        text(*(standing(people, line, _MEDALS.get(line.rank, "")) for line in standings)) if played else None,
        picture(shown),
        rows([_last_review(scene, texts)]) if played else None,
        text("-# " + texts("final.next_step")),
        accent=GOLD,
    )


def _last_review(scene: Scene, texts: Texts) -> Button[Any]:
    """The result of the last deal gives way to the list, so its review is reached from here."""
    last = DealId(scene.table, scene.series.entries[-1].number)
    return button(texts("button.review_last"), ReplayId(last, 0, reviewed=True, by="open"))
