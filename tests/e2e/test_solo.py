"""What one plays alone: practice of a finished deal and the daily dozen, from the first click to the list of the day.

Whatever is shown of it is private; that the judge would notice is shown in `test_secrecy`.
"""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import pytest

from bot.daily import DEALS, seeds
from bot.periods import day
from game.state import Finished
from tests.e2e.autopilot import Autopilot
from tests.e2e.guest import Guest, buttons, private, selects, table_number, text_of
from tests.e2e.hermit import (
    Onlooker,
    begun_daily,
    closed,
    finished,
    newcomers,
    newest_table,
    own_messages,
    play,
)
from tests.e2e.party import open_table
from tests.e2e.records import deals_of, series_of
from tests.e2e.watch import Watch

if TYPE_CHECKING:
    from bot.sandbox.model import Message
    from tests.e2e.guest import Json
    from tests.e2e.house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

VERDICT = re.compile(r"\*\* – (the only card|changes nothing any more|the best card|gives away|lets the )")


def totals(house: House) -> list[tuple[object, ...]]:
    """Every total but those of daily deals."""
    return house.rows("SELECT * FROM totals WHERE kind <> 'daily' ORDER BY user_id, period, kind")


@dataclass
class ChannelWatch(Watch):
    """Of the others' tables nothing is judged."""

    channel: int = 0

    def _message(self, message: Message) -> None:
        if message.channel_id == self.channel:
            super()._message(message)


async def finished_deal(house: House, name: str, seed: int | None = None) -> tuple[Guest, int, Json]:
    """One deal of a table with two computers, at its result; the person, the table and the board."""
    party = await open_table(house, (name,), computers=2, seed=seed)
    (guest,) = party.people
    pilot = Autopilot(guest, random.Random(5), boldness=0.6, talkative=0.0)
    await pilot.play(lambda: finished(house, party.table) == 1)
    return guest, party.table, await party.result()


@pytest.mark.parametrize("name", ["Anna", "David"], ids=["german", "english"])
async def test_a_finished_deal_is_played_again_for_practice(house: House, name: str) -> None:
    guest, table, board = await finished_deal(house, name)
    german = name == "Anna"
    before = totals(house)
    with Onlooker(house, guest) as onlooker:
        answer = await (await guest.press(board, f"skat-again:{table}-0:own")).answer()
        assert private(answer)
        assert ("Übung" if german else "Practice") in text_of(answer)
        again = table_number(answer)
        (first,), (second, *_) = deals_of(house, again), deals_of(house, table)
        assert first.state is not None
        assert second.state is not None
        assert first.state.deal.order == second.state.deal.order
        chairs = house.rows("SELECT chair, user_id FROM chairs WHERE table_id = ? ORDER BY chair", again)
        # Chair 0 deals at both tables, so the same chair is the same place.
        assert [chair for chair, user in chairs if user == guest.id] == [0]
        await play(guest, again, 7, lambda: closed(house, again))
        told = await guest.until(
            lambda: next((m for m in guest.messages() if private(m) and f"skat-again:{table}-0:1" in buttons(m)), None),
            "the comparison",
        )
    # The board of the table itself may be drawn again.
    of_practice = re.compile(rf"skat[a-z-]*:{again}\b|Übung|Practice")
    assert [text for text in onlooker.seen if of_practice.search(text)] == []
    lines = text_of(told).splitlines()
    assert any(line.startswith("**Damals:**" if german else "**Then:**") for line in lines)
    assert any(line.startswith("**Jetzt:**" if german else "**Now:**") for line in lines)
    assert totals(house) == before
    assert house.rows("SELECT kind FROM deals WHERE table_id = ?", again) == [(None,)]
    # In another seat, in the same message.
    await guest.press(told, f"skat-again:{table}-0:1")
    other = newest_table(house, "practice")
    assert other > again
    await guest.until(lambda: own_messages(guest, other), "the same cards in another seat")
    ((chair,),) = house.rows("SELECT chair FROM chairs WHERE table_id = ? AND user_id = ?", other, guest.id)
    assert chair == 2
    ended = await (await guest.command("skat end")).answer()
    # The table of the channel comes first.
    assert f"skat-table:{table}:end-sure" in buttons(ended)
    await guest.press(ended, f"skat-table:{table}:end-sure")
    ended = await (await guest.command("skat end")).answer()
    await guest.press(ended, f"skat-table:{other}:end-sure")
    assert closed(house, other)


async def test_a_practice_is_reviewed_by_its_player_alone_after_a_restart_too(house: House) -> None:
    guest, table, board = await finished_deal(house, "David", seed=99)
    again = table_number(await (await guest.press(board, f"skat-again:{table}-0:own")).answer())
    await play(guest, again, 7, lambda: closed(house, again))
    review = f"skat-review:{again}-0:0:open"
    compared = await guest.until(
        lambda: next((m for m in guest.messages() if private(m) and review in buttons(m)), None), "the comparison"
    )
    opened = await (await guest.press(compared, review)).answer()
    (steps,) = selects(opened).values()
    last = steps["options"][-1]["value"]
    await guest.press(opened, f"{last}:last")
    # Without the compiled search the last tricks are judged.
    await guest.until(lambda: VERDICT.search(text_of(guest.person.message(opened))), "verdicts on the last trick")
    # Whoever sat at the table itself sat in the deal, not in its practice.
    stranger = house.guest("Clara", guest.channel)
    assert "cannot show you this deal" in await stranger.told(board, review, forged=True)
    assert await house.stop() == 0
    await house.open()
    opened = await (await guest.press(compared, review)).answer()
    assert private(opened)
    assert "practice" in text_of(opened)
    assert "cannot show you this deal" in await stranger.told(board, review, forged=True)


async def test_only_who_sat_there_may_and_only_when_it_is_over(house: House) -> None:
    guest, table, board = await finished_deal(house, "Clara")
    stranger = house.guest("Vera", guest.channel)
    for person, deal in ((stranger, f"{table}-0"), (guest, f"{table}-1"), (guest, "4711-0")):
        told = await person.told(board, f"skat-again:{deal}:own", forged=True)
        assert "saß" in told or "sat at the table" in told, told
    assert house.rows("SELECT 1 FROM tables WHERE purpose = 'practice' AND host = ?", stranger.id) == []


@dataclass(frozen=True)
class Words:
    """What a dozen is told in: at its beginning, after a deal, on its list, in a review, and when it is given up."""

    intro: str
    left: str
    secret: str
    list: str
    title: str
    purpose: str
    refused: str
    ended: str
    tomorrow: str


GERMAN = Words(
    intro="Zwölf Spiele, heute für alle auf diesem Server dieselben",
    left="Noch 11 Spiele.",
    secret="Verrate nichts",
    list="Zur Tagesliste",
    title="Tägliches Dutzend vom {0:%d.%m.%Y}",
    purpose="Tagesspiel",
    refused="kann ich dir nicht zeigen",
    ended="Ein Spiel steht in der Liste des Tages.",
    tomorrow="Neue Karten gibt es um Mitternacht UTC.",
)
ENGLISH = Words(
    intro="Twelve deals, today the same for everybody on this server",
    left="11 more deals.",
    secret="Keep it to yourself",
    list="Daily leaderboard",
    title="Daily dozen of {0:%Y-%m-%d}",
    purpose="daily deal",
    refused="cannot show you this deal",
    ended="1 deal is on the list of the day.",
    tomorrow="There are new cards at midnight UTC.",
)
LANGUAGES = pytest.mark.parametrize(
    ("locale", "names", "words"),
    [("de", ("Emil", "Frieda"), GERMAN), ("en-GB", ("Rita", "Tom"), ENGLISH)],
    ids=["german", "english"],
)


def signed(points: int) -> str:
    return f"{points:+}".replace("-", "−") if points else "0"


def list_button(message: Json) -> str:
    (key,) = [name for name in buttons(message) if name.startswith("skat-daily:list")]
    return key


async def listed(guest: Guest, message: Json, house: House, table: int) -> str:
    """The list of the day from a message of the dozen, with the person's points so far; its text."""
    shown = await (await guest.press(message, list_button(message))).answer()
    assert private(shown)
    points = signed(series_of(house, table).totals()[-1][0])
    told = text_of(shown)
    assert [line for line in told.splitlines() if guest.person.name in line and points in line], told
    return told


async def own_with(guest: Guest, words: str) -> Json:
    """The newest private message that says something."""
    return await guest.until(
        lambda: next((m for m in guest.messages() if private(m) and words in text_of(m)), None), words
    )


@LANGUAGES
async def test_a_dozen_from_its_first_card_to_its_list(
    house: House, locale: str, names: tuple[str, str], words: Words
) -> None:
    """A deal, its result, its review, the list; then it is given up, and the day's turn is over."""
    guest, other = newcomers(house, locale, *names)
    table = await begun_daily(guest, house)
    await own_with(guest, words.intro)
    with Onlooker(house, guest) as onlooker:
        await play(guest, table, 2, lambda: finished(house, table) == 1)
        result = await own_with(guest, words.left)
        assert words.secret in text_of(result)
        assert buttons(result)[list_button(result)]["label"] == words.list
        review = f"skat-review:{table}-0:0:open"
        opened = await (await guest.press(result, review)).answer()
        assert private(opened)
        assert opened["id"] != result["id"]
        assert words.purpose in text_of(opened)
        day_of_list = date.fromisoformat(list_button(result).rpartition(":")[2])
        assert words.title.format(day_of_list) in await listed(guest, result, house, table)
    assert onlooker.seen == []
    # It is no one else's, and the next deal, which runs, is nobody's.
    board = await (await other.command("skat open")).answer()
    assert words.refused in await other.told(board, review, forged=True)
    await guest.press(result, f"skat-table:{table}:next.1")
    assert words.refused in await guest.told(opened, f"skat-review:{table}-1:0:open", forged=True)

    question = await (await guest.command("skat leave")).answer()
    await guest.press(question, f"skat-table:{table}:end-sure")
    assert closed(house, table)
    await listed(guest, await own_with(guest, words.ended), house, table)
    assert words.tomorrow in await guest.ask("daily")
    assert newest_table(house, "daily") == table


async def test_a_daily_dozen_to_its_end_with_a_kill_in_the_middle(house: House) -> None:
    nora, paul = newcomers(house, "en-US", "Nora", "Paul")
    before = totals(house)
    table = await begun_daily(nora, house)
    with Onlooker(house, nora) as onlooker:
        await play(nora, table, 2, lambda: len(house.rows("SELECT 1 FROM moves WHERE table_id = ?", table)) > 80)
        house.process.kill()
        await house.process.wait()
        await house.open()
        # The old message is forgotten by the new process, and works all the same; the command brings a new one.
        moves = house.rows("SELECT * FROM moves WHERE table_id = ?", table)
        assert await begun_daily(nora, house) == table
        assert house.rows("SELECT * FROM moves WHERE table_id = ?", table)[: len(moves)] == moves
        await play(nora, table, 3, lambda: closed(house, table))
        done = await own_with(nora, "That was your dozen for today.")
    assert onlooker.seen == []
    series = series_of(house, table)
    assert len(series.entries) == DEALS
    told = await listed(nora, done, house, table)
    assert "Daily dozen of " in told
    kept = house.rows(
        "SELECT deals, seeger FROM totals WHERE kind = 'daily' AND user_id = ? AND period = ?",
        nora.id,
        list_button(done).rpartition(":")[2],
    )
    assert kept == [(DEALS, series.totals()[-1][0])]
    assert totals(house) == before
    # Once a day: now there is the list, and no other deals.
    assert "Nora" in await nora.ask("daily")
    assert newest_table(house, "daily") == table

    other = await begun_daily(paul, house)
    assert other != table
    mine, theirs = deals_of(house, table), deals_of(house, other)
    assert [deal.seed for deal in mine] == [deal.seed for deal in theirs]
    assert isinstance(mine[0].state, Finished)
    assert theirs[0].state is not None
    assert mine[0].state.deal.order == theirs[0].state.deal.order
    seats = [
        house.rows("SELECT chair FROM chairs WHERE table_id = ? AND user_id IS NOT NULL", n) for n in (table, other)
    ]
    assert seats == [[(0,)], [(0,)]]
    question = await (await paul.command("skat leave")).answer()
    await paul.press(question, f"skat-table:{other}:end-sure")
    assert closed(house, other)
    assert len(theirs) == DEALS


async def test_another_server_gets_other_cards(house: House) -> None:
    world = house.sandbox.world
    elsewhere = world.add_guild("Elsewhere", "en-US", owner=world.person("Olga"))
    world.join(elsewhere, world.person("Clara"))
    far = house.guest("Clara", str(world.add_channel(elsewhere, "far").id))
    near = house.guest("Clara", house.channel())
    there, here = await begun_daily(far, house), await begun_daily(near, house)
    assert there != here
    ours, theirs = ([deal.seed for deal in deals_of(house, table)] for table in (here, there))
    assert len({*ours, *theirs}) == 2 * DEALS
    ((secret,),) = house.rows("SELECT value FROM meta WHERE key = 'daily_secret'")
    ((opened,),) = house.rows("SELECT opened_at FROM tables WHERE id = ?", here)
    (guild, *_) = world.guilds
    assert ours == list(seeds(secret, guild, day(opened)))
    assert theirs == list(seeds(secret, elsewhere.id, day(opened)))


async def test_nobody_else_can_press_or_see_what_one_plays_alone(house: House) -> None:
    channel = house.channel()
    david, ben = house.guest("David", channel), house.guest("Vera", channel)
    table = await begun_daily(david, house)
    watch = ChannelWatch(house, table, channel=channel.id)
    watch.begin()
    public = await (await ben.command("skat open")).answer()
    nothing = await ben.told(public, "skat-ui:4711-0:cards:", forged=True)
    for name in ("cards", "last", "scores", "more"):
        assert await ben.told(public, f"skat-ui:{table}-0:{name}:", forged=True) == nothing
    await ben.forge(public, f"skat-ui:{table}-0:hint:")
    for verb in ("join", "next.1", "end", "end-sure", "rules", "cut", "leave-sure"):
        await ben.forge(public, f"skat-table:{table}:{verb}")
    assert not closed(house, table)
    # Nor does a forged click of their own on somebody's board make that the place where they play.
    await david.forge(public, f"skat-ui:{table}-0:scores:")
    await david.forge(public, f"skat-ui:{table}-0:cards:")
    await david.forge(public, f"skat-table:{table}:join")
    await play(david, table, 4, lambda: finished(house, table) == 1)
    await asyncio.sleep(0.5)
    watch.end()
    assert watch.leaks() == []
    of_table = re.compile(rf"skat[a-z-]*:{table}\b|Dutzend|dozen")
    assert {sight.viewer for sight in watch.sights if of_table.search(sight.text)} == {david.id}
    ((board,),) = house.rows("SELECT board FROM tables WHERE id = ?", table)
    assert board is None


@pytest.mark.parametrize("name", ["Mona", "Olga"], ids=["german", "english"])
async def test_a_hint_where_nobody_else_sits(house: House, name: str) -> None:
    party = await open_table(house, (name,), computers=2)
    (guest,) = party.people
    key = f"skat-ui:{party.deal}:hint:"
    hand = await guest.hand_with(party.deal, key)
    await guest.press(hand, key)
    told = await guest.until(
        lambda: next((m for m in guest.messages() if private(m) and "💡" in text_of(m)), None), "a hint"
    )
    assert guest.hand(party.deal) == told
    await party.end()


async def test_no_hint_among_people_nor_in_the_daily_dozen(house: House) -> None:
    party = await open_table(house, ("Anna", "Ben", "Clara"))
    anna = party.people[0]
    hand = await anna.until(lambda: anna.hand(party.deal), "a hand")
    assert not [name for name in buttons(hand) if ":hint:" in name]
    told = await anna.told(hand, f"skat-ui:{party.deal}:hint:", forged=True)
    assert "lauter Computer" in told or "computers" in told
    await party.end()
    mona = house.guest("Mona", house.channel())
    table = await begun_daily(mona, house)
    (message, *_) = own_messages(mona, table)
    assert not [name for name in buttons(message) if ":hint:" in name]
    told = await mona.told(message, f"skat-ui:{table}-0:hint:", forged=True)
    assert "keine Tipps" in told or "no hints" in told


async def test_the_hand_command_finds_the_table_here_first(house: House) -> None:
    vera = house.guest("Vera", house.channel())
    table = await begun_daily(vera, house)
    assert table_number(await (await vera.command("skat hand")).answer()) == table
    party = await open_table(house, ("Vera",), computers=2)
    (here,) = party.people
    assert table_number(await (await here.command("skat hand")).answer()) == party.table
    assert table_number(await (await vera.command("skat hand")).answer()) == table
    await party.end()
