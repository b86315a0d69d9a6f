"""What a screen needs beside the View: the table around the deal. It holds no card and no word of any language."""

from dataclasses import dataclass

from cogs.ui.deal_id import DealId
from game.journal import Purpose
from game.rules import Rules
from game.series import Series, chair_of, dealer
from game.state import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Chair:
    """One chair of a table.

    `taken`: somebody sits there. `level`: the computer's level, None for a person. `name`: a person's name as
    `names.clean` gives it, None for computers, empty chairs and people whose name is not known yet.
    `stand_in`: a computer plays for the absent person until they are back.
    """

    taken: bool = False
    name: str | None = None
    level: str | None = None
    stand_in: bool = False

    @property
    def person(self) -> bool:
        return self.taken and self.level is None


EMPTY = Chair()


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as a screen shows it.

    `chairs`: as many as `rules.chairs`. `host`: the host's chair, None if the host has left. `started`: False in the
    lobby. `series`: the finished deals, that of `number` among them once it is over. `number`: the deal on show, from
    0; in the lobby 0. `commitment`: the hexadecimal fingerprint of that deal. `seed`: its seed in hexadecimal, given
    only once the deal is over. `next_commitment`: the fingerprint of the deal to come, once it is prepared.
    `cuts`: the cuts taken for the deal that is dealt next. `next_in`: seconds until the next deal starts by itself,
    None if it waits for somebody. `purpose`: what the table is
    for. `hint`: its one person may ask what to do. `bock`: whether the deal counts double; None: as `series` says.
    """

    table: int
    rules: Rules
    chairs: tuple[Chair, ...]
    series: Series
    number: int = 0
    started: bool = True
    host: int | None = None
    commitment: str = ""
    seed: str = ""
    next_commitment: str = ""
    cuts: int = 0
    next_in: int | None = None
    purpose: Purpose = Purpose.SERIES
    hint: bool = False
    bock: bool | None = None

    @property
    def solo(self) -> bool:
        """Whether somebody plays alone here, so that their private message shows the whole table."""
        return self.purpose is not Purpose.SERIES

    @property
    def deal_id(self) -> DealId:
        return DealId(self.table, self.number)

    @property
    def dealer(self) -> int:
        """The chair that deals."""
        return dealer(self.number, self.rules.chairs)

    @property
    def sitting_out(self) -> int | None:
        """The chair that has no cards in this deal: the dealer of a table of four."""
        return self.dealer if self.rules.chairs == 4 else None

    @property
    def full(self) -> bool:
        return all(chair.taken for chair in self.chairs)

    def chair_at(self, seat: Seat) -> int:
        """The number of the chair at a seat."""
        return chair_of(seat, self.number, self.rules.chairs)

    def seats(self) -> tuple[tuple[Seat, int], ...]:
        """Each seat with its chair, forehand first."""
        return tuple((seat, self.chair_at(seat)) for seat in SEATS)
