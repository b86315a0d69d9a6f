"""Private screens of the table: the menu, the last trick, and the second questions of leaving and ending."""

from collections.abc import Sequence

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.cards import NO_EMOJIS, Emojis
from cogs.ui.ids import TableId
from cogs.ui.layout import DANGER, GOOD, button, rows, screen, text
from cogs.ui.look import Look
from cogs.ui.people import People
from cogs.ui.phrases import last_trick, played
from cogs.ui.scene import Scene
from game.actions import Claim, Concede
from game.view import View


def more(
    scene: Scene,
    view: View,
    texts: Texts,
    *,
    chair: int | None,
    may_end: bool,
    replaceable: Sequence[int] = (),
) -> LayoutView:
    """The menu of whoever sits on `chair`, None for an onlooker.

    `view`: that person's own. `may_end`: they may end the table now. `replaceable`: absent people's chairs for which
    they may call a computer.
    """
    look = Look(scene, view, texts)
    people = look.people
    leave = button(texts("more.leave"), look.at_table("leave"), style=DANGER, enabled=chair is not None)
    end = f"solo.end.{scene.purpose}" if scene.solo else "more.end"
    return screen(
        text(f"### {texts('more.title')}", "" if scene.solo else texts("more.about")),
        rows(
            [
                button(texts("more.rules"), look.at_table("rules")),
                button(texts("more.claim"), look.choose("sure", "claim"), enabled=Claim() in view.legal),
                button(texts("more.concede"), look.choose("sure", "concede"), enabled=Concede() in view.legal),
                *(() if scene.solo else (leave,)),
                button(texts(end), look.at_table("end"), style=DANGER, enabled=may_end),
            ]
        ),
        rows(
            [
                button(texts("more.replace", name=people.label(other)), look.at_table("replace", str(other)))
                for other in replaceable
            ]
        ),
        rows([button(texts("button.back"), look.at_table("back"), style=GOOD)])
        if chair is not None and scene.chairs[chair].stand_in
        else None,
        accent=None,
    )


def last(scene: Scene, view: View, texts: Texts, *, emojis: Emojis = NO_EMOJIS) -> LayoutView:
    """The last full trick, and who took it."""
    look = Look(scene, view, texts, emojis)
    trick = last_trick(look)
    if trick is None:
        return screen(text(texts("note.no_last_trick")), accent=None)
    return screen(
        text(
            f"### {texts('last.title', number=len(view.tricks))}",
            played(look, trick.leader, trick.cards),
            texts("last.winner", name=look.people.seat(trick.winner)),
        ),
        accent=None,
    )


def leave_question(scene: Scene, texts: Texts) -> LayoutView:
    """Really leave? In the lobby nobody is asked."""
    return _question(texts("leave.question"), texts("leave.yes"), TableId(scene.table, "leave-sure"))


def end_question(scene: Scene, texts: Texts) -> LayoutView:
    """Really end the table for everybody?"""
    if scene.solo:
        deals = scene.series.number
        words = texts(f"solo.end_question.{scene.purpose}", n=deals)
        return _question(words, texts(f"solo.end.{scene.purpose}"), TableId(scene.table, "end-sure"))
    people = People(scene, texts)
    seated = [people.chair(chair) for chair, sitting in enumerate(scene.chairs) if sitting.person]
    words = texts("end.question", names=texts.listed(seated)) if seated else texts("end.question_alone")
    return _question(words, texts("end.yes"), TableId(scene.table, "end-sure"))


def _question(words: str, yes: str, to: TableId) -> LayoutView:
    return screen(text(words), rows([button(yes, to, style=DANGER)]), accent=None)
