"""Who is who at a table, in a language. Every name that leaves this module is harmless where it is put."""

from dataclasses import dataclass

from bot.texts import Texts
from cogs.ui import names
from cogs.ui.scene import Scene
from game.state import Seat


@dataclass(frozen=True, slots=True)
class People:
    scene: Scene
    texts: Texts

    def label(self, chair: int) -> str:
        """Plain text for button labels, pictures and alt texts."""
        sitting = self.scene.chairs[chair]
        if not sitting.taken:
            return self.texts("name.empty")
        if sitting.level is not None:
            return self.texts("name.computer", number=chair + 1)
        return sitting.name or self.texts("name.unknown", number=chair + 1)

    def chair(self, chair: int) -> str:
        """Markdown for message texts."""
        return names.markdown(self.label(chair))

    def seat(self, seat: Seat) -> str:
        """Markdown for whoever sits at a seat of the deal on show."""
        return self.chair(self.scene.chair_at(seat))

    def seats(self, seats: tuple[Seat, ...]) -> str:
        """Several seats as a sentence lists them."""
        return self.texts.listed([self.seat(seat) for seat in seats])

    def column(self, chair: int, width: int) -> str:
        """A name cut and padded for a column of a code block."""
        sitting = self.scene.chairs[chair]
        short = self.texts("name.computer_short", number=chair + 1) if sitting.level else self.label(chair)
        return names.monospace(short, width)

    def place(self, seat: Seat) -> str:
        """Forehand, middlehand or rearhand."""
        return self.texts(f"seat.{seat.name.lower()}")
