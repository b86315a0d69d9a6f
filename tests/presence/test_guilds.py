"""What a server's moderators chose: read back whole, kept in order, and in force at once."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pytest

from bot.guilds import DEFAULT, MOST_CHANNELS, NEVER, TIMES, USUAL, GuildBook, GuildChoices, TimeName
from bot.periods import SEASON_RESETS, read, written
from game.driver import Times
from game.rules import PUB
from tests.fakes import settle
from tests.presence.house import GUILD, House, user_to_move


@dataclass
class Kept:
    """Settings in memory; `writes` in the order in which they came."""

    values: dict[tuple[int, str], str] = field(default_factory=dict[tuple[int, str], str])
    writes: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])

    async def settings_of(self, guild: int) -> dict[str, str]:
        return {key: value for (of, key), value in self.values.items() if of == guild}

    async def choose_setting(self, guild: int, key: str, value: str | None) -> None:
        self.writes.append((key, value))
        self.values.pop((guild, key), None)
        if value is not None:
            self.values[guild, key] = value

    async def reset_season(self, guild: int, at: float) -> None:
        resets = read(self.values.get((guild, SEASON_RESETS)))
        self.values[guild, SEASON_RESETS] = written((*resets, int(at)))


USUAL_TIMES = Times()


async def test_everything_is_read_back_by_another_process() -> None:
    kept = Kept()
    book = GuildBook(kept)
    await book.choose_language(GUILD, "en")
    await book.choose_rules(GUILD, PUB)
    await book.choose_channels(GUILD, [5, 3, 5])
    await book.choose_time(GUILD, "reminder", NEVER, USUAL_TIMES)
    await book.choose_time(GUILD, "next_deal", "10", USUAL_TIMES)
    await book.reset_season(GUILD, 100.5)
    await book.reset_season(GUILD, 200)
    expected = GuildChoices("en", PUB, math.inf, None, 10, (5, 3), (100, 200))
    assert book.get(GUILD) == expected
    again = GuildBook(kept)
    assert again.get(GUILD) == DEFAULT
    assert await again.load(GUILD) == expected
    assert await again.load(GUILD + 1) == DEFAULT


async def test_the_usual_is_kept_as_nothing() -> None:
    kept = Kept()
    book = GuildBook(kept)
    await book.choose_time(GUILD, "next_deal", "10", USUAL_TIMES)
    await book.choose_channels(GUILD, [5])
    await book.choose_time(GUILD, "next_deal", USUAL, USUAL_TIMES)
    await book.choose_channels(GUILD, [])
    await book.choose_language(GUILD, "server")
    assert kept.values == {}
    assert book.get(GUILD) == DEFAULT


async def test_what_cannot_be_read_is_left_out_and_the_rest_holds() -> None:
    kept = Kept(
        {
            (GUILD, "language"): "tlh",
            (GUILD, "rules"): "kontra=perhaps",
            (GUILD, "reminder"): "nan",
            (GUILD, "stand_in"): "-5",
            (GUILD, "channels"): "1,x",
            (GUILD, "next_deal"): "10",
            (GUILD, "of a newer version"): "1",
        }
    )
    assert await GuildBook(kept).load(GUILD) == GuildChoices(next_deal=10)


def orders(stand_in: str, reminder: str) -> list[list[tuple[TimeName, str]]]:
    return [[("stand_in", stand_in), ("reminder", reminder)], [("reminder", reminder), ("stand_in", stand_in)]]


async def test_no_order_of_choices_brings_the_reminder_behind_the_stand_in() -> None:
    """Not even for a moment: every single write leaves times that fit."""
    for usual in (USUAL_TIMES, Times(reminder=300, stand_in=600), Times(reminder=5, stand_in=6)):
        for first in (*map(str, TIMES["stand_in"]), USUAL):
            for second in (*map(str, TIMES["reminder"]), NEVER, USUAL):
                for order in orders(first, second):
                    kept = Kept()
                    book = GuildBook(kept)
                    for name, value in order:
                        await book.choose_time(GUILD, name, value, usual)
                        assert kept.writes[-1] == (name, None if value == USUAL else value)
                    step = Kept()
                    for key, value in kept.writes:
                        await step.choose_setting(GUILD, key, value)
                        times = (await GuildBook(step).load(GUILD)).times(usual)
                        assert math.isinf(times.reminder) or times.reminder < times.stand_in, kept.writes


@pytest.mark.parametrize("value", ["0", "1", "86400", "-30", "30.0", "nan", "", "never", "unendlich"])
async def test_only_times_on_offer_can_be_chosen(value: str) -> None:
    book = GuildBook(kept := Kept())
    with pytest.raises(ValueError, match="not on offer"):
        await book.choose_time(GUILD, "stand_in", value, USUAL_TIMES)
    with pytest.raises(ValueError, match="no language"):
        await book.choose_language(GUILD, "fr")
    with pytest.raises(ValueError, match="too many"):
        await book.choose_channels(GUILD, range(1, MOST_CHANNELS + 2))
    assert kept.values == {}


async def test_new_times_count_from_when_the_wait_began() -> None:
    house = House()
    book = GuildBook(Kept())
    house.tables.chosen_times = lambda guild, usual: book.get(guild).times(usual)
    table = await house.started()
    user_to_move(table)
    await house.clock.advance(50)
    assert house.watcher.reminded == []
    await book.choose_time(GUILD, "reminder", "30", house.tables.usual_times)
    house.tables.times_changed(GUILD + 1)
    await settle()
    assert house.watcher.reminded == []
    house.tables.times_changed(GUILD)
    await settle()
    assert len(house.watcher.reminded) == 1
    await book.choose_time(GUILD, "stand_in", "60", house.tables.usual_times)
    house.tables.times_changed(GUILD)
    await house.clock.advance(9)
    assert table.state is not None
    assert not table.state.moves
    await house.clock.advance(2)
    assert len(table.state.moves) == 1
    # A table opened later has them from the start.
    assert house.tables.times_at(GUILD) == Times(reminder=30, stand_in=60)
    await house.tables.close()


async def test_whoever_never_wants_reminders_gets_none_and_computers_step_in_all_the_same() -> None:
    house = House()
    house.tables.chosen_times = lambda _, usual: GuildChoices(reminder=math.inf).times(usual)
    table = await house.started()
    await house.clock.advance(121)
    assert house.watcher.reminded == []
    assert table.state is not None
    assert len(table.state.moves) == 1
    await house.tables.close()
