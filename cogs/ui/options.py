"""Choosing rules: both presets as one click, every option as a select; in a lobby, and as a server's default."""

from collections.abc import Callable, Collection

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.ids import Id, TableId
from cogs.ui.layout import GOOD, PLAIN, Block, Option, button, rows, screen, select, text
from cogs.ui.rules_text import NAMES, preset_of, rules_line, value_text, values_of
from cogs.ui.scene import Scene
from game.rules import PRESETS, Rules


def options(scene: Scene, texts: Texts) -> LayoutView:
    """The rules of a lobby's table."""
    rules = scene.rules
    seated = sum(chair.person for chair in scene.chairs)
    return screen(
        text(f"### {texts('options.title')}", rules_line(rules, texts), "-# " + texts("options.about")),
        *chooser(
            rules,
            texts,
            preset=lambda name: TableId(scene.table, "preset", name),
            option=lambda name: TableId(scene.table, "option", name),
            names=[name for name in NAMES if name != "chairs" or seated <= 3],
        ),
        accent=None,
    )


def chooser(
    rules: Rules,
    texts: Texts,
    *,
    preset: Callable[[str], Id],
    option: Callable[[str], Id],
    names: Collection[str] = NAMES,
) -> list[Block]:
    """Presets and options with their present values; a select's chosen value is the new value of its option."""
    present = preset_of(rules)
    return [
        *rows(
            [
                button(texts(f"preset.{name}"), preset(name), style=GOOD if name == present else PLAIN)
                for name in PRESETS
            ]
        ),
        *(_select(rules, texts, name, option(name)) for name in names),
    ]


def _select(rules: Rules, texts: Texts, name: str, to: Id) -> Block:
    present = str(getattr(rules, name))
    option = texts(f"option.{name}")
    return select(
        to,
        [
            Option(
                texts("option.is", option=option, value=value_text(name, value, rules, texts)),
                value,
                texts(f"option.{name}.about"),
                value == present,
            )
            for value in values_of(name, rules)
        ],
        placeholder=option,
    )
