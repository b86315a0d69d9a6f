"""The lesson, a page for each id: four questions, then a deal. Nothing is kept anywhere: the id holds all of it."""

from collections.abc import Sequence
from typing import Final

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui import lesson_deal
from cogs.ui.cards import NO_EMOJIS, Emojis
from cogs.ui.guide_ids import LearnId, LearnStep
from cogs.ui.layout import DANGER, GOLD, GOOD, GREEN, MAIN, PLAIN, Block, button, rows, screen, text
from cogs.ui.lesson_deal import NoLesson
from cogs.ui.quiz import Quiz, quiz

__all__ = ["FIRST", "NoLesson", "lesson"]

FIRST: Final = LearnId("points")
PARTS: Final[tuple[LearnStep, ...]] = ("points", "trumps", "value", "bidding", "auction")
"""The first step of each part."""


def lesson(wanted: LearnId, texts: Texts, emojis: Emojis = NO_EMOJIS) -> LayoutView:
    """The page of an id.

    Raises NoLesson for an id that no page of the lesson writes.
    """
    asked = quiz(wanted.step, texts, emojis)
    if asked is None:
        page = lesson_deal.page(wanted, texts, emojis)
        heading = [_title(texts, "auction"), *page.lines]
        around = None if page.over else _around("auction", texts, answered=False)
        return screen(text(*heading), *page.blocks, around, accent=GOLD if page.over else GREEN)
    if wanted.path or wanted.tried not in ("", *(choice.token for choice in asked.choices)):
        raise NoLesson
    return _question(wanted, asked, texts)


def _title(texts: Texts, part: LearnStep) -> str:
    return f"### {texts('learn.title', number=PARTS.index(part) + 1, parts=len(PARTS), title=texts(f'learn.{part}'))}"


def _question(wanted: LearnId, asked: Quiz, texts: Texts) -> LayoutView:
    replies = [choice.reply for choice in asked.choices if choice.token == wanted.tried]
    right = wanted.tried == asked.right
    mark = "✅ " if right else "↩️ "
    return screen(
        text(_title(texts, wanted.step), *(f"- {told}" for told in asked.told)),
        text(f"**{asked.question}**", *(mark + reply for reply in replies)),
        rows(
            [
                button(
                    choice.label,
                    LearnId(wanted.step, (), choice.token),
                    style=MAIN if choice.token != wanted.tried else GOOD if right else DANGER,
                    enabled=not (right and choice.token == wanted.tried),
                )
                for choice in asked.choices
            ]
        ),
        _around(wanted.step, texts, answered=right),
        accent=GREEN if right else None,
    )


def _around(step: LearnStep, texts: Texts, *, answered: bool) -> Sequence[Block]:
    """The ways to the part before and after."""
    place = PARTS.index(step)
    buttons = [button(texts("learn.back"), LearnId(one)) for one in PARTS[place - 1 : place]]
    buttons += [
        button(
            texts("learn.play" if one == PARTS[-1] else "learn.next"),
            LearnId(one),
            style=GOOD if answered else PLAIN,
        )
        for one in PARTS[place + 1 : place + 2]
    ]
    return rows(buttons)
