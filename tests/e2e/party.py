"""People who open a table together, play scripted deals at it, and know what the database should hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.actions import to_text
from game.rules import INTERNATIONAL, Rules
from game.series import chair_of
from tests.e2e.guest import Guest, pressable, selects, table_number
from tests.e2e.house import COMPUTER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.state import Seat
    from tests.e2e.guest import Json
    from tests.e2e.house import House
    from tests.e2e.scripts import Script


ACKNOWLEDGED = 6


@dataclass
class Party:
    """A started table. `guests` by chair, None where a computer sits."""

    house: House
    table: int
    guests: tuple[Guest | None, ...]
    number: int = 0

    @property
    def chairs(self) -> int:
        return len(self.guests)

    @property
    def deal(self) -> str:
        return f"{self.table}-{self.number}"

    @property
    def people(self) -> list[Guest]:
        return [guest for guest in self.guests if guest is not None]

    def at(self, seat: Seat) -> Guest:
        guest = self.guests[chair_of(seat, self.number, self.chairs)]
        assert guest is not None
        return guest

    async def play(self, script: Script) -> Json:
        """Plays a whole deal by its script; the board with the result, as the first person sees it."""
        moves = script.moves()
        for seat, action in moves:
            await self.at(seat).do(self.deal, action)
        board = await self.result()
        assert self.written() == [(int(seat), to_text(action)) for seat, action in moves]
        return board

    async def result(self) -> Json:
        """The board of the deal once it shows the result."""
        return await self.people[0].until(self._result, "the result")

    def _result(self) -> Json | None:
        board = self.people[0].board()
        return board if self.following in pressable(board) else None

    @property
    def following(self) -> str:
        """The button that deals the next deal."""
        return f"skat-table:{self.table}:next.{self.number + 1}"

    def written(self) -> list[tuple[int, str]]:
        """The moves of the deal on disk."""
        return self.house.rows(
            "SELECT seat, text FROM moves WHERE table_id = ? AND number = ? ORDER BY move", self.table, self.number
        )

    def results(self) -> list[tuple[int, str, int, int, str | None, int, int]]:
        """Chair, role, score, list points, contract, bid and value of each result row of the deal."""
        return self.house.rows(
            "SELECT chair, role, score, list_points, contract, bid, value FROM results"
            " WHERE table_id = ? AND number = ? ORDER BY chair",
            self.table,
            self.number,
        )

    async def next(self) -> None:
        """The next deal, asked for by the first person."""
        first = self.people[0]
        outcome = await first.press(first.board(), self.following)
        # The old board keeps its result; showing the next deal there, for a moment, would be a race with that.
        answers = [
            one.body for one in self.house.sandbox.requests if one.path.startswith(f"/interactions/{outcome.id}/")
        ]
        assert [answer["type"] for answer in answers] == [ACKNOWLEDGED]
        self.number += 1

    async def end(self) -> None:
        """The host ends the table."""
        host = self.people[0]
        answer = await (await host.command("skat end")).answer()
        await host.press(answer, f"skat-table:{self.table}:end-sure")


async def open_table(
    house: House,
    names: Sequence[str] = ("Anna", "Ben", "Clara"),
    *,
    rules: Rules = INTERNATIONAL,
    computers: int = 0,
    seed: int | None = None,
    level: str = COMPUTER,
) -> Party:
    """Opens a table in a channel of its own, sits everybody down and starts the series."""
    house.choose_seed(seed)
    channel = house.channel()
    guests = [house.guest(name, channel) for name in names]
    host = guests[0]
    board = await (await host.command("skat open")).answer()
    table = table_number(board)
    await choose_rules(host, board, rules)
    for guest in guests[1:]:
        join = f"skat-table:{table}:join"
        await guest.press(await guest.board_with(join), join)
    for _ in range(computers):
        add = f"skat-table:{table}:add.{level}"
        await host.press(await host.board_with(add), add)
    party = Party(house, table, (*guests, *[None] * computers))
    start = f"skat-table:{table}:start"
    await host.press(await host.board_with(start), start)
    await host.board_with(f"skat-ui:{party.deal}:cards:")
    return party


async def choose_rules(host: Guest, board: Json, rules: Rules) -> None:
    """The host sets every option that is not as it should be, one select after the other."""
    if rules == INTERNATIONAL:
        return
    table = table_number(board)
    shown = await (await host.press(board, f"skat-table:{table}:options")).answer()
    if rules.chairs != INTERNATIONAL.chairs:
        await host.choose(shown, f"skat-table:{table}:option.chairs", str(rules.chairs))
    for name in Rules.__dataclass_fields__:
        wanted = str(getattr(rules, name))
        if wanted != str(getattr(INTERNATIONAL, name)) and name != "chairs":
            custom_id = f"skat-table:{table}:option.{name}"
            assert custom_id in selects(host.person.message(shown)), custom_id
            await host.choose(shown, custom_id, wanted)
