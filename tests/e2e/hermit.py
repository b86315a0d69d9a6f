"""One person who plays alone: their table, their moves, and what others see of it meanwhile."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Self

from tests.e2e.autopilot import Autopilot, Offer, moves_on
from tests.e2e.guest import Guest, buttons, pressable, private, selects, table_number
from tests.e2e.watch import strings

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.model import Message
    from tests.e2e.guest import Json
    from tests.e2e.house import House

NEXT = re.compile(r"skat-table:\d+:next\.\d+")


def own_messages(guest: Guest, table: int) -> list[Json]:
    """The private messages about a table that can be pressed, newest first."""
    of_table = re.compile(rf"skat(-ui|-table)?:{table}\b")
    return [m for m in guest.messages() if private(m) and any(map(of_table.match, buttons(m)))]


class Hermit(Autopilot):
    """Plays alone: everything, the next deal too, is in one private message."""

    table = 0

    def offers(self) -> list[Offer]:
        for message in own_messages(self.guest, self.table)[:1]:
            names = (*pressable(message), *selects(message))
            return [(message, name) for name in names if moves_on(name) or NEXT.fullmatch(name)]
        return []


async def play(guest: Guest, table: int, seed: int, over: Callable[[], bool]) -> None:
    pilot = Hermit(guest, random.Random(seed), boldness=0.3, talkative=0.0)
    pilot.table = table
    await pilot.play(over)


def finished(house: House, table: int) -> int:
    query = "SELECT count(*) FROM deals WHERE table_id = ? AND finished_at IS NOT NULL"
    ((count,),) = house.rows(query, table)
    return count


def closed(house: House, table: int) -> bool:
    return bool(house.rows("SELECT 1 FROM tables WHERE id = ? AND closed_at IS NOT NULL", table))


def newest_table(house: House, purpose: str) -> int:
    ((number,),) = house.rows("SELECT max(id) FROM tables WHERE purpose = ?", purpose)
    return number


def channel_of(guest: Guest) -> int:
    return int(guest.person.channel_id(guest.channel))


class Onlooker:
    """Keeps what is to be seen in one person's channel by others, by one or by all."""

    def __init__(self, house: House, person: Guest) -> None:
        self._house = house
        self._person = person.id
        self._channel = channel_of(person)
        self.seen: list[str] = []

    def __enter__(self) -> Self:
        self._house.sandbox.world.on_message.append(self._message)
        return self

    def __exit__(self, *_: object) -> None:
        self._house.sandbox.world.on_message.remove(self._message)

    def _message(self, message: Message) -> None:
        if message.ephemeral_to != self._person and message.channel_id == self._channel:
            self.seen.append("\n".join((*strings(message.payload), *message.files)))


async def begun_daily(guest: Guest, house: House) -> int:
    answer = await (await guest.command("daily")).answer()
    assert private(answer)
    table = table_number(answer)
    assert table == newest_table(house, "daily")
    return table


def newcomers(house: House, locale: str, *names: str) -> list[Guest]:
    """People who have not played a dozen yet, in a channel of their own."""
    world, channel = house.sandbox.world, house.channel()
    (guild, *_) = world.guilds.values()
    for name in names:
        world.join(guild, world.add_person(name, locale))
    return [house.guest(name, channel) for name in names]
