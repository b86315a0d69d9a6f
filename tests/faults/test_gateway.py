"""The gateway goes and comes back: clicks once, clocks paused, boards shown anew at a pace (F03, F24, F50)."""

import asyncio

from tests.faults.party import Party
from tests.faults.rig import Rig
from tests.faults.test_discord import calm, last, public


async def test_f03_a_click_that_arrives_twice_counts_once(rig: Rig) -> None:
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    for _ in range(6):
        turn = await party.next_turn()
        assert turn is not None
        moves = rig.disk.moves(1)
        clicked = party.choice(turn)
        outcome = await turn.person.click(turn.hand, custom_id=clicked, copies=3)
        assert outcome.acknowledged
        await party.answered(turn, clicked)
        assert rig.disk.moves(1) == moves + clicked.startswith("skat:")
    assert {len(given) for given in rig.callbacks().values()} == {1}
    assert rig.errors() == []


async def test_f24_a_resumed_session_replays_a_click_once(rig: Rig) -> None:
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    await party.play_moves(5)
    turn = await party.next_turn()
    assert turn is not None
    await calm(rig)
    moves, sessions = rig.disk.moves(1), set(rig.sandbox.gateway.sessions)
    rig.sandbox.gateway.drop(refuse_for=0.5)
    # Sent while nobody listens: Discord delivers it with the RESUME.
    click = asyncio.ensure_future(turn.person.click(turn.hand, custom_id=party.choice(turn)))
    await asyncio.wait([click])
    await rig.sandbox.changes.until(lambda: rig.sandbox.gateway.online, 30, "the session is resumed")
    await rig.saved(moves + 1)
    assert set(rig.sandbox.gateway.sessions) == sessions
    await calm(rig)
    await rig.saved(moves + 1)
    assert rig.disk.moves(1) == moves + 1
    if click.result().failed:
        await party.resume()
    following = await party.next_turn()
    assert following is not None
    await party.step(following)
    assert rig.errors() == []


async def test_f24_a_new_session_finds_clocks_paused_and_boards_shown_anew(rig: Rig) -> None:
    """Computers and reminders wait while Discord is away; then everyone has their full time again."""
    await rig.start(SKAT_REMINDER_SECONDS="3", SKAT_STAND_IN_SECONDS="5")
    names = [("games", ["Anna"]), ("more-games", ["Ben"]), ("lounge", ["Clara"])]
    parties = [Party(rig, channel, people) for channel, people in names]
    await asyncio.gather(*(party.start() for party in parties))
    turns = [await party.next_turn() for party in parties]
    assert all(turns)
    moves = rig.disk.moves()
    rig.sandbox.gateway.drop(resumable=False, refuse_for=7.0)
    since = last(rig)
    await asyncio.sleep(6.5)
    assert rig.disk.moves() == moves, "nobody is stood in for while they cannot click"
    assert [r for r in public(rig, since) if r.method == "POST"] == [], "nobody is reminded either"
    await rig.sandbox.changes.until(lambda: rig.sandbox.gateway.online, 30, "a new session")
    back = asyncio.get_running_loop().time()
    await asyncio.sleep(2)
    assert rig.disk.moves() == moves, "full time again"
    edits = [r for r in public(rig, since) if r.method == "PATCH"]
    assert len(edits) <= len(parties)
    await rig.saved(moves + 1)
    assert asyncio.get_running_loop().time() - back > 4.5, "the clocks began anew"


async def test_f50_commands_that_are_known_are_not_sent_again(rig: Rig) -> None:
    """Discord takes two hundred a day."""
    await rig.start()
    await rig.until(lambda: rig.disk.rows("SELECT 1 FROM meta WHERE key = 'commands'"), "the commands are known")
    await rig.kill()
    await rig.start()
    party = Party(rig, "games", ["Anna"])
    await party.lobby()
    assert len(rig.sandbox.requests.of("PUT", "/applications/{application_id}/commands")) == 1
