"""The options of a lobby: both presets as one click, every option as a select."""

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.ids import TableId
from cogs.ui.layout import GOOD, PLAIN, Block, Option, button, rows, screen, select, text
from cogs.ui.rules_text import NAMES, preset_of, rules_line, value_text, values_of
from cogs.ui.scene import Scene
from game.rules import PRESETS


def options(scene: Scene, texts: Texts) -> LayoutView:
    """All options with their present values; a select's chosen value is the new value of its option."""
    rules = scene.rules
    present = preset_of(rules)
    seated = sum(chair.person for chair in scene.chairs)
    return screen(
        text(f"### {texts('options.title')}", rules_line(rules, texts), "-# " + texts("options.about")),
        rows(
            [
                button(
                    texts(f"preset.{name}"),
                    TableId(scene.table, "preset", name),
                    style=GOOD if name == present else PLAIN,
                )
                for name in PRESETS
            ]
        ),
        [_select(scene, texts, name) for name in NAMES if name != "chairs" or seated <= 3],
        accent=None,
    )


def _select(scene: Scene, texts: Texts, name: str) -> Block:
    rules = scene.rules
    present = str(getattr(rules, name))
    option = texts(f"option.{name}")
    return select(
        TableId(scene.table, "option", name),
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
