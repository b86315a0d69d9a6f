"""F10-F14 and F33 with the real process: what people see of each other's absence, and what spam cannot do."""

from __future__ import annotations

import asyncio
import random
import re
from typing import TYPE_CHECKING

import pytest

from bot.sandbox.faults import Fault
from bot.tables import OPENINGS, TooManyTables
from cogs.desk import NOTE_EVERY, Notes
from game.rules import INTERNATIONAL
from tests.faults.party import PRIVATE, Party, buttons, ids, words
from tests.faults.rig import PATIENCE
from tests.presence.house import ANNA, GUILD, House

if TYPE_CHECKING:
    from bot.sandbox.people import Outcome, Person
    from bot.sandbox.requestlog import Request
    from tests.faults.party import Message
    from tests.faults.rig import Rig

SPAM_SECONDS = 12.0
A_SECOND = 50


def public(person: Person, channel: str = "games") -> list[Message]:
    return [message for message in person.messages(channel) if not message["flags"] & PRIVATE]


def reminders(person: Person) -> list[Message]:
    return [message for message in public(person) if re.search(r"<@\d+>", words(message))]


async def seen(rig: Rig, condition: object, what: str, within: float = PATIENCE) -> None:
    await rig.sandbox.changes.until(condition, within, what)  # pyright: ignore[reportArgumentType]  # a callable


async def test_f10_a_reminder_that_goes_when_they_act(rig: Rig) -> None:
    rig.settings |= {"SKAT_REMINDER_SECONDS": "1", "SKAT_STAND_IN_SECONDS": "60"}
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    turn = await party.next_turn()
    assert turn is not None
    anna = party.people[0]
    await seen(rig, lambda: reminders(anna), "a reminder")
    (reminder,) = reminders(anna)
    assert f"<@{turn.person.id}>" in words(reminder)
    assert [user["id"] for user in reminder["mentions"]] == [str(turn.person.id)]
    await asyncio.sleep(2.5)
    assert len(reminders(anna)) == 1
    moves = rig.disk.moves()
    rig.sandbox.faults.add(Fault("DELETE", status=503, body="upstream connect error"))
    await party.step(turn)
    await seen(rig, lambda: not any(str(turn.person.id) in words(m) for m in reminders(anna)), "no reminder any more")
    await rig.saved(moves + 1)
    assert rig.disk.moves() == moves + 1
    assert rig.errors() == []


async def test_f10_stand_in_and_back(rig: Rig) -> None:
    """Nobody does anything: every chair is a computer's in the end, says so, and offers the way back."""
    rig.settings |= {
        "SKAT_REMINDER_SECONDS": "0.2",
        "SKAT_STAND_IN_SECONDS": "0.5",
        "SKAT_NEXT_DEAL_SECONDS": "0.5",
        "SKAT_COMPUTER_PACE_SECONDS": "0.3",
    }
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben"])
    await party.start()
    back = f"skat-table:{party.table}:back"
    anna = party.people[0]

    def offered() -> Message | None:
        hands = [m for m in anna.messages("games") if m["flags"] & PRIVATE and back in ids(m)]
        return hands[-1] if hands else None

    await seen(rig, offered, "I am back")
    hand = offered()
    assert hand is not None
    assert "Computer" in words(hand), words(hand)
    await seen(rig, lambda: "Computer vertritt" in words(party.board), "a board that says so")
    await seen(rig, lambda: reminders(anna) == [], "no reminder any more")
    await party.press(anna, hand, back)
    await seen(rig, lambda: offered() is None, "a hand of one's own")
    assert rig.errors() == []


async def test_f11_leaving_asks_once_more_and_a_computer_takes_over(rig: Rig) -> None:
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    await party.play_moves(9)
    clara = party.people[2]
    asked = await clara.command("games", "skat leave")
    question = await asked.answer()
    assert "skat-table:1:leave-sure" in ids(question)
    await party.press(clara, question, "skat-table:1:leave-sure")
    assert rig.disk.rows('SELECT user_id, "left" FROM chairs WHERE chair = 2') == [(clara.id, 1)]
    others = Party(rig, "games", ["Anna", "Ben"])
    others.table, others.deal = party.table, party.deal
    await others.play()
    assert others.over
    second = await clara.command("more-games", "skat open")
    assert any("skat-table:2:join" in one for one in ids(await second.answer()))
    assert rig.errors() == []


async def test_the_host_leaves_and_nothing_changes(rig: Rig) -> None:
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben"])
    await party.start()
    anna, ben = party.people
    asked = await (await anna.command("games", "skat leave")).answer()
    await party.press(anna, asked, "skat-table:1:leave-sure")
    assert rig.disk.rows("SELECT host FROM tables") == [(ben.id,)]
    others = Party(rig, "games", ["Ben"])
    others.table, others.deal = 1, "1-0"
    await others.play()
    assert others.over
    ended = await (await ben.command("games", "skat end")).answer()
    await party.press(ben, ended, "skat-table:1:end-sure")
    assert rig.disk.rows("SELECT closed_reason FROM tables") == [("ended",)]


async def test_f12_everybody_leaves(rig: Rig) -> None:
    rig.settings |= {"SKAT_REMINDER_SECONDS": "1", "SKAT_STAND_IN_SECONDS": "2"}
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben"])
    await party.start()
    for person in party.people:
        asked = await (await person.command("games", "skat leave")).answer()
        await party.press(person, asked, "skat-table:1:leave-sure")
    assert rig.disk.rows("SELECT closed_reason FROM tables") == [("empty",)]
    anna = party.people[0]
    await seen(rig, lambda: not any(buttons(message) for message in public(anna)), "a closed board")
    await asyncio.sleep(1)
    after = max(request.number for request in rig.sandbox.requests)
    messages = len(public(anna))
    await asyncio.sleep(3)
    assert [one.path for one in rig.sandbox.requests.after(after) if "/emojis" not in one.path] == []
    assert len(public(anna)) == messages == 1
    assert rig.errors() == []


def test_f13_notes_for_a_spammer_in_sixty_seconds() -> None:
    notes = Notes()
    told = [notes.allow(99, click / A_SECOND, seated=False) for click in range(60 * A_SECOND)]
    assert sum(told) == 60 / NOTE_EVERY
    assert not any(sum(told[start : start + 499]) > 1 for start in range(0, len(told), 10))


async def test_f13_an_outsider_spams(rig: Rig) -> None:
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    vera = rig.person("Vera")
    vera.open("games")
    board = party.board
    targets = [f"skat-ui:{party.deal}:cards:", f"skat:{party.deal}:pass", f"skat:{party.deal}:CJ"]
    source = random.Random(1)
    before = len(rig.sandbox.requests)

    async def spam() -> int:
        loop = asyncio.get_running_loop()
        ends = loop.time() + SPAM_SECONDS
        clicks: list[asyncio.Future[Outcome]] = []
        while loop.time() < ends:
            clicks.append(asyncio.ensure_future(vera.forge_click(board, source.choice(targets), rush=True)))
            await asyncio.sleep(1 / A_SECOND)
        await asyncio.gather(*clicks)
        return len(clicks)

    spamming = asyncio.ensure_future(spam())
    waited: list[float] = []
    while not spamming.done():
        turn = await party.next_turn()
        if turn is None:
            await spamming
            break
        outcome = await party.step(turn)
        assert outcome.seconds is not None
        waited.append(outcome.seconds)
    clicks = await spamming
    assert clicks > SPAM_SECONDS * A_SECOND / 4
    notes = [m for m in vera.messages("games") if m["flags"] & PRIVATE]
    assert 1 <= len(notes) <= SPAM_SECONDS // NOTE_EVERY + 1
    assert len(waited) > 10
    # Of few, the slowest is no p99.
    assert sorted(waited)[int((0.99 if len(waited) >= 100 else 0.9) * len(waited))] < 1.5
    requests = list(rig.sandbox.requests)[before:]
    own = [one for one in requests if "/callback" in one.path]
    assert len(own) <= clicks + len(waited) + 2
    assert [one.path for one in follow_ups(requests)] == []
    assert rig.errors() == []


def follow_ups(requests: list[Request]) -> list[Request]:
    return [one for one in requests if one.method == "POST" and one.path.startswith("/webhooks/")]


async def test_f14_one_person_opens_two_hundred_lobbies(rig: Rig) -> None:
    rig.settings |= {"SKAT_TABLES_PER_USER": "3"}
    await rig.start()
    (guild, *_) = rig.sandbox.world.guilds.values()
    channels = [rig.sandbox.world.add_channel(guild, f"lobby-{number}").name for number in range(20)]
    rig.sandbox.limits.enabled = False
    anna = rig.person("Anna")
    told = ""
    for number in range(200):
        outcome = await anna.command(channels[number % len(channels)], "skat open")
        assert outcome.acknowledged
        if number == 3:
            told = words(await outcome.answer())
    assert "zu viele offene Tische" in told
    assert rig.disk.rows("SELECT count(*) FROM tables") == [(3,)]
    assert rig.errors() == []


async def test_f14_opening_and_leaving_again_ends_too() -> None:
    house = House(per_user=3)
    opened = 0
    for channel in range(200):
        try:
            table, _ = await house.tables.open(GUILD, 1000 + channel, ANNA, INTERNATIONAL)
        except TooManyTables:
            continue
        opened += 1
        await table.leave(ANNA, "club")
    assert opened == 3 * OPENINGS
    assert len(house.store.tables) == opened
    await house.clock.advance(3601)
    await house.tables.open(GUILD, 9000, ANNA, INTERNATIONAL)
    await house.tables.close()


async def test_f33_no_second_seat_and_no_cards_for_onlookers(rig: Rig) -> None:
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben", "Clara", "David"])
    board = await party.lobby(4)
    anna, vera = party.people[0], rig.person("Vera")
    again = await anna.forge_click(board, "skat-table:1:join")
    assert "sitzt schon" in words(await again.answer())
    assert rig.disk.rows("SELECT count(*) FROM chairs WHERE user_id = ?", anna.id) == [(1,)]
    await party.press(anna, board, "skat-table:1:start")
    party.deal = "1-0"
    others = Party(rig, "games", ["Ben", "Clara", "David"])
    others.table, others.deal = 1, "1-0"
    await others.dealt()
    vera.open("games")
    await seen(rig, lambda: "skat-ui:1-0:cards:" in ids(party.board), "the board of the deal")
    for person in (anna, vera):
        told = await (await person.click(party.board, custom_id="skat-ui:1-0:cards:")).answer()
        assert not any(re.match(r"skat:1-0:[CSHD]", one) for one in ids(told))
        assert not re.search(r"[♣♠♥♦](10|[789BJDQKA])(?!\w)", words(told))
        assert "keine Karten" in words(told) or "not at this table" in words(told)
    for person in (anna, vera):
        forged = await person.forge_click(party.board, "skat:1-0:pass")
        assert forged.acknowledged
    assert rig.disk.moves() == 0
    assert rig.errors() == []


@pytest.mark.long
async def test_f13_for_a_whole_minute(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.presence.test_shown.SPAM_SECONDS", 60.0)
    await test_f13_an_outsider_spams(rig)
