"""The public lobby: who sits where, the rules in a line, and everything needed to start."""

from typing import Final

import discord
from discord.ui import Label, LayoutView, Modal, TextInput

from bot.texts import Texts
from cogs.ui.ids import TableId
from cogs.ui.layout import GOOD, GREEN, MAIN, Block, button, rows, screen, text
from cogs.ui.people import People
from cogs.ui.rules_text import rules_line
from cogs.ui.scene import Scene
from game.shuffle import CUT_LENGTH

LEVELS: Final = ("beginner", "club", "expert")
"""Of the computers on offer."""


def lobby(scene: Scene, texts: Texts) -> LayoutView:
    """The lobby of a table."""
    people = People(scene, texts)
    table = scene.table
    free = not scene.full
    taken = sum(chair.taken for chair in scene.chairs)
    seated = sum(chair.person for chair in scene.chairs)
    computers = [chair for chair, sitting in enumerate(scene.chairs) if sitting.level is not None]
    other = 4 if scene.rules.chairs == 3 else 3
    missing = len(scene.chairs) - taken
    return screen(
        text(f"## {texts('lobby.title')}", texts("lobby.rules", rules=rules_line(scene.rules, texts))),
        text(*(_chair(people, chair) for chair in range(len(scene.chairs)))),
        text(
            texts("lobby.missing", n=missing) if missing else texts("lobby.ready"),
            texts("lobby.cuts", n=scene.cuts) if scene.cuts else "",
        ),
        rows(
            [
                button(texts("lobby.join"), TableId(table, "join"), style=GOOD, enabled=free),
                button(texts("lobby.start"), TableId(table, "start"), style=MAIN, enabled=scene.full),
                button(texts("lobby.leave"), TableId(table, "leave")),
            ]
        ),
        _computers(table, texts) if free else None,
        rows(
            [
                button(texts("lobby.remove", name=people.label(chair)), TableId(table, "remove", str(chair)))
                for chair in computers
            ]
        ),
        rows(
            [
                button(texts("lobby.options"), TableId(table, "options")),
                button(texts("lobby.chairs", n=other), TableId(table, "chairs", str(other)), enabled=seated <= other),
                button(texts("button.cut"), TableId(table, "cut")),
            ]
        ),
        text(scene.commitment and "-# " + texts("lobby.fingerprint", commitment=scene.commitment)),
        accent=GREEN,
    )


def _computers(table: int, texts: Texts) -> list[Block | None]:
    """A button for each level, with capitals as every other."""
    names = {level: texts(f"level.{level}") for level in LEVELS}
    return [
        text(texts("lobby.computers")),
        *rows(
            [
                button(texts("lobby.add", level=name[:1].upper() + name[1:]), TableId(table, "add", level))
                for level, name in names.items()
            ]
        ),
    ]


def _chair(people: People, chair: int) -> str:
    scene, texts = people.scene, people.texts
    sitting = scene.chairs[chair]
    if not sitting.taken:
        return texts("lobby.chair_free", number=chair + 1)
    told = texts("lobby.chair", number=chair + 1, name=people.chair(chair))
    if sitting.level is not None:
        return told + " · " + texts(f"level.{sitting.level}")
    return told + (" · " + texts("lobby.host") if chair == scene.host else "")


def cut_modal(scene: Scene, texts: Texts) -> Modal:
    """The question for a person's cut, a short text that is mixed into the next shuffle."""
    modal = Modal(title=texts("cut.title")[:45], custom_id=str(TableId(scene.table, "cut")), timeout=None)
    field: TextInput[Modal] = TextInput(
        custom_id="cut", style=discord.TextStyle.short, max_length=CUT_LENGTH, placeholder=texts("cut.placeholder")
    )
    return modal.add_item(Label(text=texts("cut.label")[:45], description=texts("cut.about")[:100], component=field))
