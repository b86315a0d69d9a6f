"""Lobbies and what people may do at a table: who sits, who leaves, who ends it, whose button it is, what is missing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from bot.sandbox import permissions
from bot.sandbox.model import Overwrite
from bot.sandbox.shapes import is_object
from cogs.ui.names import clean, markdown
from game.actions import to_text
from tests.e2e.guest import buttons, pressable, private, selects, table_number, text_of
from tests.e2e.party import open_table
from tests.e2e.scripts import Script

if TYPE_CHECKING:
    from bot.sandbox.model import Channel
    from tests.e2e.guest import Guest
    from tests.e2e.house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

HEARTS = Script(99, "M:bid.18 F:hold.18 M:bid.20 F:hold.20 M:bid.22 F:pass R:pass M:skat M:announce.H.C9CQ")


def state(house: House, table: int) -> list[Any]:
    """All that the database says of a table, its message apart."""
    return [
        house.rows("SELECT host, rules, started_at, closed_at FROM tables WHERE id = ?", table),
        house.rows("SELECT chair, user_id, level, stand_in FROM chairs WHERE table_id = ? ORDER BY chair", table),
        house.rows("SELECT number, move, seat, text FROM moves WHERE table_id = ? ORDER BY number, move", table),
        house.rows("SELECT number, text FROM cuts WHERE table_id = ?", table),
    ]


def chairs(house: House, table: int) -> list[tuple[int | None, str | None]]:
    return house.rows("SELECT user_id, level FROM chairs WHERE table_id = ? ORDER BY chair", table)


async def lobby(house: House, name: str = "Anna", channel: Channel | None = None) -> tuple[Guest, int]:
    """A new lobby: its host and the table's number."""
    house.choose_seed(None)
    host = house.guest(name, channel or house.channel())
    board = await (await host.command("skat open")).answer()
    return host, table_number(board)


async def end(host: Guest, table: int) -> None:
    answer = await (await host.command("skat end")).answer()
    await host.press(answer, f"skat-table:{table}:end-sure")


async def test_two_tables_in_two_channels(house: House) -> None:
    anna, one = await lobby(house)
    ben, other = await lobby(house, "Ben")
    assert one != other
    told = await house.guest("Ben", anna.channel).ask("skat open")
    assert anna.board()["id"] in told
    assert "https://discord.com/channels/" in told
    assert house.rows("SELECT count(*) FROM tables WHERE closed_at IS NULL AND id IN (?, ?)", one, other) == [(2,)]
    await end(anna, one)
    assert house.rows("SELECT closed_at IS NULL FROM tables WHERE id = ?", other) == [(1,)]
    await end(ben, other)


async def test_everything_in_a_lobby(house: House) -> None:
    anna, table = await lobby(house)
    ben = house.guest("Ben", anna.channel)

    async def press(guest: Guest, verb: str) -> None:
        button = f"skat-table:{table}:{verb}"
        await guest.press(await guest.board_with(button), button)

    await press(ben, "join")
    assert "sitzt schon an diesem Tisch" in await ben.told(ben.board(), f"skat-table:{table}:join")
    assert f"skat-table:{table}:start" not in pressable(anna.board())
    await press(anna, "add.club")
    await anna.board_with(f"skat-table:{table}:start")
    await press(anna, "remove.2")
    await press(anna, "chairs.4")
    assert chairs(house, table)[:2] == [(anna.id, None), (ben.id, None)]
    assert len(chairs(house, table)) == 4
    await press(anna, "chairs.3")
    # Only the host chooses the rules; both presets are one click.
    assert "wer den Tisch eröffnet hat" in await ben.told(ben.board(), f"skat-table:{table}:options")
    shown = await (await anna.press(anna.board(), f"skat-table:{table}:options")).answer()
    await anna.press(shown, f"skat-table:{table}:preset.pub")
    assert (
        "Kneipe" in text_of(anna.board())
        or "all_pass=ramsch" in house.rows("SELECT rules FROM tables WHERE id = ?", table)[0][0]
    )
    for name, select in selects(anna.person.message(shown)).items():
        await anna.choose(shown, name, select["options"][-1]["value"])
    ((rules,),) = house.rows("SELECT rules FROM tables WHERE id = ?", table)
    assert "bock=on" in rules
    await anna.press(shown, f"skat-table:{table}:preset.international")
    # A cut is taken from whoever sits, and told on the board.
    opened = await anna.press(anna.board(), f"skat-table:{table}:cut")
    await anna.person.submit(opened, {"cut": "x" * 40})
    assert house.rows("SELECT text FROM cuts WHERE table_id = ?", table) == [("x" * 40,)]
    # The host goes: Ben is the host now, and goes too: the table is closed.
    await press(anna, "leave")
    assert house.rows("SELECT host FROM tables WHERE id = ?", table) == [(ben.id,)]
    await ben.until_board("eröffnet")
    await press(ben, "leave")
    assert house.rows("SELECT closed_reason FROM tables WHERE id = ?", table) == [("empty",)]
    told = await ben.until_board("geschlossen")
    assert not buttons(told)
    assert "kein Tisch" in await ben.ask("skat table")


async def test_what_is_missing_is_named(house: House) -> None:
    wanted = {
        "SEND_MESSAGES": "Nachrichten senden",
        "ATTACH_FILES": "Dateien anhängen",
        "EMBED_LINKS": "Links einbetten",
        "READ_MESSAGE_HISTORY": "Nachrichtenverlauf anzeigen",
    }
    channel = house.channel()
    anna = house.guest("Anna", channel)
    for missing in (*[(name,) for name in wanted], tuple(wanted)):
        denied = sum(getattr(permissions, name) for name in missing)
        house.sandbox.world.set_overwrite(channel, Overwrite(house.sandbox.world.bot.id, 1, deny=denied))
        outcome = await anna.command("skat open")
        answer = await outcome.answer()
        assert private(answer)
        assert [name for name, words in wanted.items() if words in text_of(answer)] == list(missing), text_of(answer)
    house.sandbox.world.set_overwrite(channel, Overwrite(house.sandbox.world.bot.id, 1))
    anna, table = await lobby(house, "Anna", channel)
    await end(anna, table)


async def test_a_stranger_presses_everything(house: House) -> None:
    """F08: whatever someone who is not seated presses, in whatever phase, nothing changes and they are told why."""
    party = await open_table(house, seed=HEARTS.seed)
    vera = house.guest("Vera", party.people[0].channel)
    hand = party.at(HEARTS.moves()[0][0])
    await hand.hand_with(party.deal, f"skat:{party.deal}:bid.18")
    note = await vera.told(vera.board(), f"skat:{party.deal}:bid.18", forged=True)
    assert "not at this table" in note
    assert "/skat open" in note
    ids = {f"skat-table:{party.table}:{verb}" for verb in STRANGERS_VERBS}
    for number, (seat, action) in enumerate(HEARTS.moves()[:14]):
        for guest in party.people:
            ids |= {name for message in guest.messages() for name in (*buttons(message), *selects(message))}
        if number % 6 == 1:
            before = state(house, party.table)
            for name in sorted(ids):
                await vera.forge(vera.board(), name)
            assert state(house, party.table) == before
        await party.at(seat).do(party.deal, action)
    assert len(ids) > 40
    assert not any(buttons(m) for m in vera.messages() if private(m) and "skat:" in str(buttons(m)))
    await party.end()


STRANGERS_VERBS = (
    "leave", "leave-sure", "add.club", "remove.0", "options", "option.bock", "preset.pub", "chairs.4", "start",
    "next.1", "end", "end-sure", "back", "replace.0", "rules", "cut",
)  # fmt: skip


async def test_buttons_of_another_table(house: House) -> None:
    """Cases 22 and 34: a button acts on its own table only, for those who sit there."""
    one = await open_table(house, ("Anna", "Ben", "Clara"), seed=HEARTS.seed)
    (guild, *_) = house.sandbox.world.guilds.values()
    house.sandbox.world.join(guild, house.sandbox.world.add_person("Emil"))
    other = await open_table(house, ("David", "Emil", "Vera"), seed=HEARTS.seed)
    await one.at(HEARTS.moves()[0][0]).hand_with(one.deal, f"skat:{one.deal}:bid.18")
    for party, visitors in ((one, other), (other, one)):
        before = state(house, one.table), state(house, other.table)
        for visitor in visitors.people:
            for name in ("pass", "bid.18"):
                await visitor.forge(visitor.board(), f"skat:{party.deal}:{name}")
            for verb in ("leave", "leave-sure", "end", "end-sure", "back", "next.1", "start", "replace.0", "cut"):
                await visitor.forge(visitor.board(), f"skat-table:{party.table}:{verb}")
            for verb in ("cards:", "hand:GH", "discard:C7", "jump:", "sure:concede"):
                outcome = await visitor.forge(visitor.board(), f"skat-ui:{party.deal}:{verb}")
                assert not any("skat:" in name for m in outcome.messages for name in buttons(m))
        assert (state(house, one.table), state(house, other.table)) == before
    await one.end()
    await other.end()


async def test_clicks_that_make_no_sense(house: House) -> None:
    """Old, torn and invented ids are answered kindly and change nothing."""
    party = await open_table(house, seed=HEARTS.seed)
    before = state(house, party.table)
    anna = party.people[0]
    for name in (
        "x", "skat:", "skat:1", f"skat:{party.deal}:XX", f"skat:{party.deal}:bid.19", f"skat:{party.deal}:CJ",
        f"skat:{party.table}-7:pass", "skat:999999-0:pass", f"skat-ui:{party.deal}:discard:CJCJ", "skat-ui:0-0:cards:",
        f"skat-ui:{party.deal}:hand:XX", f"skat-table:{party.table}:option.chairs", f"skat-table:{party.table}:nothing",
        "skat-ranking:all:seeger:people:9999999", "skat-ranking:no:no:no:0", "skat-ranking-by:kind", "§" * 100,
        f"skat-ui:{party.deal}:jump:1", f"skat-table:{party.table}:replace.3", f"skat-table:{party.table}:remove.3",
    ):  # fmt: skip
        await anna.forge(anna.board(), name)
        await anna.forge(anna.board(), name, component_type=3, values=["", "bid.18", "☃"])
    assert state(house, party.table) == before
    await party.end()


async def test_leaving_and_coming_back(house: House) -> None:
    """A computer takes the chair of whoever leaves, the others are not asked, and the chair is theirs again later."""
    party = await open_table(house, seed=HEARTS.seed)
    anna, ben, clara = party.people
    question = await (await ben.command("skat leave")).answer()
    assert chairs(house, party.table)[1] == (ben.id, None)
    await ben.press(question, f"skat-table:{party.table}:leave-sure")
    ((_, _, stand_in),) = house.rows(
        "SELECT user_id, level, stand_in FROM chairs WHERE table_id = ? AND chair = 1", party.table
    )
    assert stand_in
    # Ben sits elsewhere at once.
    _, elsewhere = await lobby(house, "Ben")
    await clara.do(party.deal, HEARTS.moves()[0][1])
    await anna.until(lambda: len(party.written()) >= 2, "the computer's answer to the bid")
    assert party.written()[1][0] == 0
    back = house.guest("Ben", anna.channel)
    await back.forge(back.board(), f"skat-table:{party.table}:join")
    assert chairs(house, party.table)[1] == (ben.id, None)
    # The host leaves: nothing changes for the others, and the next one is host.
    question = await (await anna.command("skat leave")).answer()
    await anna.press(question, f"skat-table:{party.table}:leave-sure")
    ((host,),) = house.rows("SELECT host FROM tables WHERE id = ?", party.table)
    assert host in (ben.id, clara.id)
    for guest in (ben, clara):
        question = await (await guest.command("skat leave")).answer()
        await guest.press(question, f"skat-table:{party.table}:leave-sure")
    assert house.rows("SELECT closed_reason FROM tables WHERE id = ?", party.table) == [("empty",)]
    assert house.rows("SELECT closed_at FROM tables WHERE id = ?", elsewhere) == [(None,)]
    await house.guest("Ben", channel_of(house, elsewhere)).command("skat leave")


def channel_of(house: House, table: int) -> str:
    ((channel,),) = house.rows("SELECT channel FROM tables WHERE id = ?", table)
    return house.sandbox.world.channels[channel].name


async def test_who_may_end_a_table(house: House) -> None:
    party = await open_table(house, seed=HEARTS.seed)
    anna, ben, _ = party.people
    assert "zehn Minuten" in await ben.ask("skat end")
    vera, mona = house.guest("Vera", anna.channel), house.guest("Mona", anna.channel)
    assert "not at this table" in await vera.ask("skat end")
    await ben.forge(ben.board(), f"skat-table:{party.table}:end-sure")
    await vera.forge(vera.board(), f"skat-table:{party.table}:end-sure")
    assert house.rows("SELECT closed_at FROM tables WHERE id = ?", party.table) == [(None,)]
    answer = await (await mona.command("skat end")).answer()
    await mona.press(answer, f"skat-table:{party.table}:end-sure")
    assert house.rows("SELECT closed_reason FROM tables WHERE id = ?", party.table) == [("ended",)]
    await anna.until_board("Endstand")


async def test_everyone_reads_their_own_language(house: House) -> None:
    """The board speaks the server's language, each hand that of its person, and a change counts from the next click."""
    party = await open_table(house, seed=HEARTS.seed)
    _, ben, clara = party.people
    assert "Spiel 1 von 36" in text_of(clara.board())
    assert "Deal 1 of 36" in text_of(await clara.hand_with(party.deal, f"skat:{party.deal}:bid.18"))
    await clara.do(party.deal, HEARTS.moves()[0][1])
    assert "Spiel 1 von 36" in text_of(await ben.hand_with(party.deal, f"skat:{party.deal}:hold.18"))
    ben.person.set_locale("en-US")
    assert "Deal 1 of 36" in text_of(await (await ben.press(ben.board(), f"skat-ui:{party.deal}:cards:")).answer())
    ben.person.set_locale("fr")
    assert "Deal 1 of 36" in await ben.ask("skat hand")
    ben.person.set_locale("de")
    (guild, *_) = house.sandbox.world.guilds.values()
    assert guild.locale == "de"
    await party.end()


HOSTILE = (
    "@everyone", "<@&1>", "[x](https://e.vil)", "```code", "# heading", "||spoiler||", "\u202egnp", "zero\u200bwidth",
    "🂡" * 40, "1. list", "<:skat_fr_c9:1>", "</skat open:1>", "-# small", "https://e.vil", "\n\nline",
)  # fmt: skip


async def test_hostile_names(house: House) -> None:
    """F35: no name pings, links, formats or breaks a line: the board is the neutral one but for the names."""
    world = house.sandbox.world
    neutral = await shown_with(house, ("Anna", "Ben", "Clara"))
    people = [world.person(name) for name in ("Anna", "Ben", "Clara")]
    kept = [person.display for person in people]
    try:
        for start in range(0, len(HOSTILE), 3):
            names = HOSTILE[start : start + 3]
            for person, name in zip(people, names, strict=True):
                person.display = name
            hostile = await shown_with(house, ("Anna", "Ben", "Clara"))
            for name, plain in zip(names, kept, strict=True):
                hostile = [text.replace(markdown(clean(name)), plain) for text in hostile]
            assert hostile == neutral, names
    finally:
        for person, name in zip(people, kept, strict=True):
            person.display = name
    for channel in world.channels.values():
        for message in channel.messages.values():
            if message.author_id == world.bot.id:
                assert not message.payload["mentions"]
                assert not message.payload["mention_roles"]
                assert not message.payload["mention_everyone"]


async def press_on_board(guest: Guest, custom_id: str) -> None:
    await guest.press(await guest.board_with(custom_id), custom_id)


async def shown_with(house: House, who: tuple[str, str, str]) -> list[str]:
    """Lobby, board and result of a short deal with these people, fingerprints and numbers left out."""
    script = Script(HEARTS.seed, f"{HEARTS.opening} 3:M:concede")
    house.choose_seed(script.seed)
    channel = house.channel()
    guests = [house.guest(name, channel) for name in who]
    board = await (await guests[0].command("skat open")).answer()
    table = table_number(board)
    for guest in guests[1:]:
        await press_on_board(guest, f"skat-table:{table}:join")
    await press_on_board(guests[0], f"skat-table:{table}:chairs.4")
    await press_on_board(guests[0], f"skat-table:{table}:chairs.3")
    shown = [await guests[0].board_with(f"skat-table:{table}:chairs.4")]
    await press_on_board(guests[0], f"skat-table:{table}:start")
    deal = f"{table}-0"
    by_seat = (guests[1], guests[2], guests[0])
    for seat, action in script.moves():
        guest = by_seat[seat]
        await guest.forge(guest.board(), f"skat:{deal}:{to_text(action)}")
    shown.append(await guests[0].until_board("verloren"))
    answer = await (await guests[0].command("skat end")).answer()
    await guests[0].press(answer, f"skat-table:{table}:end-sure")
    shown.append(await guests[0].until_board("Endstand"))
    return [re.sub(r"`[0-9a-f]{8,}…?`|Spiel \d+-0", "", text_of(message)) for message in shown]


async def test_a_deleted_board_comes_back_once(house: House) -> None:
    """F15: the next change posts a new board, one, and everything goes on there."""
    party = await open_table(house, seed=HEARTS.seed)
    anna = party.people[0]
    await anna.until_board("Spiel 1 von 36")
    world = house.sandbox.world
    gone = anna.board()["id"]
    channel = world.channel(anna.channel)
    house.sandbox.postings.delete(channel.messages[int(gone)])
    for seat, action in HEARTS.moves()[:3]:
        await party.at(seat).do(party.deal, action)
    await anna.until(lambda: any(not private(m) for m in anna.messages()), "a new board")
    await anna.until_board("Clara\u00a0sagt\u00a020")
    public = [m for m in anna.messages() if not private(m)]
    assert len(public) == 1
    assert public[0]["id"] != gone
    await party.end()
    assert [line for line in house.refused_requests() if gone not in line] == []
    house.forgive()


async def test_no_request_leaves_mentions_to_discord(house: House) -> None:
    """F35: Discord reads mentions in whatever does not say otherwise, edits included."""
    script = Script(HEARTS.seed, f"{HEARTS.opening} 3:M:concede")
    party = await open_table(house, seed=script.seed)
    await party.play(script)
    for command in ("skat hand", "skat table", "leaderboard", "preferences"):
        await (await party.people[0].command(command)).answer()
    await party.end()
    shown = 0
    for request in house.sandbox.requests:
        body = request.body
        message = body.get("data") if is_object(body) and request.path.endswith("/callback") else body
        if is_object(message) and "components" in message and "title" not in message:
            shown += 1
            assert message["allowed_mentions"] == {"parse": []}, (request.method, request.path)
    assert shown > 50
