"""A person's finished deals in a server, a page at a time, and the message that brings a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord.ui import LayoutView

from bot.finished import HistoryLine
from bot.texts import Texts
from cogs.ui.deal_id import DealId
from cogs.ui.layout import GOLD, Block, Option, attachment, button, rows, screen, select, text
from cogs.ui.past_ids import ExportId, HistoryId, ReplayId, ReplayPick
from cogs.ui.phrases import contract_name
from game.contract import contract

ROWS: Final = 10

_MARKS: Final[dict[bool | None, str]] = {True: "🟢", False: "🔴", None: "🔵"}


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """`lines` of page `number` (from 0) of `pages`; `size`: all deals."""

    lines: tuple[HistoryLine, ...]
    number: int
    pages: int
    size: int


def history(page: HistoryPage, texts: Texts) -> LayoutView:
    """The deals with a select to open one, buttons to turn the page and to get them all as a file."""
    if not page.size:
        return screen(text(f"### {texts('history.title')}", texts("history.none")), accent=GOLD)
    first = page.number * ROWS + 1
    numbered = list(enumerate(page.lines, first))
    return screen(
        text(f"### {texts('history.title')}", "-# " + texts("history.about", n=page.size)),
        text(*(_line(number, one, texts) for number, one in numbered)),
        [
            select(
                ReplayPick(),
                [
                    Option(_label(number, one, texts), str(ReplayId(DealId(one.table, one.number), 0)))
                    for number, one in numbered
                ],
                placeholder=texts("history.open"),
            )
        ],
        _turn(page, texts),
        rows(
            [
                button(texts("history.as_records"), ExportId(None, "sgf")),
                button(texts("history.as_table"), ExportId(None, "csv")),
            ]
        ),
        accent=GOLD,
    )


def _turn(page: HistoryPage, texts: Texts) -> Sequence[Block]:
    if page.pages == 1:
        return ()
    number = page.number
    return rows(
        [
            button(texts("page.newer"), HistoryId(max(0, number - 1)), enabled=number > 0),
            button(texts("page.older"), HistoryId(number + 1), enabled=number + 1 < page.pages),
        ]
    )


def _line(number: int, one: HistoryLine, texts: Texts) -> str:
    about = [*_part(one, texts), f"<t:{int(one.finished_at)}:f>"]
    if one.purpose != "series":
        about.append(texts(f"history.purpose.{one.purpose}"))
    points = texts.signed(one.own.list_points)
    return f"{number}\\. {_MARKS[_won(one)]} **{_game(one, texts)}** {points}\n-# {' · '.join(about)}"


def _won(one: HistoryLine) -> bool | None:
    """Whether the person's side won; None where there were no sides, or they sat out."""
    if one.own.won is None or one.own.role == "sitting":
        return None
    return one.own.won is (one.own.role == "declarer")


def _label(number: int, one: HistoryLine, texts: Texts) -> str:
    """The same in plain text, without the time, for which plain text has no way to be everyone's own."""
    points = texts.signed(one.own.list_points)
    return f"{number} · " + " · ".join([_game(one, texts), *_part(one, texts), points])


def _game(one: HistoryLine, texts: Texts) -> str:
    chosen = one.own.contract
    return contract_name(contract(chosen), texts) if chosen else texts(f"history.game.{_kind(one)}")


def _part(one: HistoryLine, texts: Texts) -> list[str]:
    """The person's role, and whether their side won."""
    told = [texts(f"history.role.{one.own.role}")] if one.own.role in ("declarer", "defender", "sitting") else []
    if (won := _won(one)) is not None:
        told.append(texts("history.won" if won else "history.lost"))
    return told


def _kind(one: HistoryLine) -> str:
    """A deal without a declarer: who sat out of it has no role that says more."""
    return one.own.role if one.own.role in ("ramsch", "passed") else "none"


def file(name: str, deals: int, texts: Texts, *, all_of_them: bool) -> LayoutView:
    """A message with one file. `all_of_them`: no deal was left out for being too old."""
    limits = "" if all_of_them else "-# " + texts("export.latest", n=deals)
    return screen(text(texts("export.file", n=deals), limits), attachment(name), accent=None)
