"""Tokens that are worth nothing any more: those of old interactions are not used, a revoked one ends the process."""

import asyncio

from bot.sandbox.errors import Refusal
from bot.sandbox.faults import refusing
from tests.faults.party import Party
from tests.faults.rig import Rig
from tests.faults.test_discord import boards, calm, last, playing, step


async def test_f27_a_dead_interaction_token_is_never_used(rig: Rig) -> None:
    await rig.start(SKAT_REMINDER_SECONDS="3000", SKAT_STAND_IN_SECONDS="4000")
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    await party.play_moves(6)
    await calm(rig)
    rig.pass_time(16 * 60.0)
    since = last(rig)
    # One of them moves, by new cards; the others' hands are left alone.
    turn = await party.next_turn()
    assert turn is not None
    await party.ask_for_cards(turn.person)
    await step(party)
    await calm(rig)
    assert [r.path for r in rig.sandbox.requests.after(since) if r.status in (401, 404)] == []
    await party.resume()
    await step(party)
    await calm(rig)
    assert [r.path for r in rig.sandbox.requests.after(since) if r.status in (401, 404)] == []
    assert len(boards(party)) == 1


async def test_f27_new_cards_are_not_sent_by_a_dead_token(rig: Rig) -> None:
    """The next deal comes a quarter of an hour later: whose interactions have died asks for the cards."""
    await rig.start(SKAT_REMINDER_SECONDS="3000", SKAT_STAND_IN_SECONDS="4000", SKAT_NEXT_DEAL_SECONDS="5000")
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    for _ in party.people:
        turn = await party.next_turn()
        assert turn is not None
        await party.press(turn.person, turn.hand, f"skat:{party.deal}:pass")
        await party.answered(turn, f"skat:{party.deal}:pass")
    assert await party.next_turn() is None
    await calm(rig)
    rig.pass_time(16 * 60.0)
    since = last(rig)
    await party.press(party.people[0], party.board, "skat-table:1:next.1")
    await calm(rig)
    party.deal = "1-1"
    assert [r.path for r in rig.sandbox.requests.after(since) if r.status in (401, 404)] == []
    assert [party.hand(person) for person in party.people] == [None] * 3
    await party.resume()
    assert rig.errors() == []


async def test_f28_a_revoked_token_ends_the_process_with_4(rig: Rig) -> None:
    token = "MTA5.marker-of-a-token.abc"
    await rig.start(SKAT_DISCORD_TOKEN=token)
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    await party.play_moves(6)
    turn = await party.next_turn()
    assert turn is not None
    moves = rig.disk.moves(1)
    connected = set(rig.sandbox.gateway.sessions)
    rig.sandbox.revoke_token(token)
    since = last(rig)
    assert await rig.exit() == 4
    await asyncio.sleep(1)
    assert len(rig.sandbox.requests.after(since)) <= 1
    assert set(rig.sandbox.gateway.sessions) <= connected
    assert token not in rig.log
    told = [line for line in rig.log.splitlines() if " ERROR " in line]
    assert len(told) == 1
    assert "token" in told[0]
    assert rig.disk.moves(1) == moves
    await rig.offline()
    await rig.start(SKAT_DISCORD_TOKEN="MTA5.another.def")
    await party.press(turn.person, turn.hand, party.choice(turn))
    await rig.saved(moves + 1)


async def test_f28_a_401_is_the_last_request(rig: Rig) -> None:
    party, turn = await playing(rig)
    rig.sandbox.faults.add(refusing(Refusal.UNAUTHORIZED, path="^/channels/", times=1000))
    since = last(rig)
    await turn.person.click(turn.hand, custom_id=party.choice(turn))
    assert await rig.exit() == 4
    refused = [r for r in rig.sandbox.requests.after(since) if r.status == 401]
    assert len(refused) == 1
