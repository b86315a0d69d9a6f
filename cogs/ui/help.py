"""The overview for whoever is new here: how to start, all commands, and the ways to the lesson and the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.ids import Id
from cogs.ui.layout import GOOD, button, rows, rule, screen, text


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands on offer by their English names, such as ``skat open``, and the ids that Discord gave them.

    `ids`: of the first words; a command without one is written as plain text.
    """

    paths: Sequence[str]
    ids: Mapping[str, int]

    def mention(self, path: str, texts: Texts) -> str:
        """A command that can be clicked, or else as the person would type it."""
        root, *below = path.split()
        if root in self.ids:
            return f"</{path}:{self.ids[root]}>"
        names = [texts(f"command.{'.'.join((root, *below)[:length])}.name") for length in range(1, len(below) + 2)]
        return f"`/{' '.join(names)}`"


def overview(commands: Commands, texts: Texts, *, learn: Id, rules: Id) -> LayoutView:
    """The start in three lines, then every command with what it does."""
    listed = [
        texts(
            "help.command",
            name=commands.mention(path, texts),
            about=texts(f"command.{path.replace(' ', '.')}.description"),
        )
        for path in commands.paths
    ]
    return screen(
        text(f"### {texts('help.title')}", texts("help.start", open=commands.mention("skat open", texts))),
        rule(),
        text(texts("help.new")),
        rows([button(texts("help.learn"), learn, style=GOOD), button(texts("help.rules"), rules)]),
        rule(),
        text(texts("help.commands"), *listed),
        accent=None,
    )
