"""Faults of Discord: gone messages, lost permissions, limits, broken answers."""

import asyncio
from typing import Any

import pytest

from bot.sandbox.errors import Refusal
from bot.sandbox.faults import Fault, banned, rate_limited, refusing
from bot.sandbox.model import Overwrite
from bot.sandbox.permissions import SEND_MESSAGES, VIEW_CHANNEL
from bot.sandbox.requestlog import Request
from tests.faults.party import PRIVATE, Party, Turn, ids, words
from tests.faults.rig import Rig

EDIT = r"^/channels/\d+/messages/\d+$"
POST = r"^/channels/\d+/messages$"


async def playing(rig: Rig, moves: int = 5) -> tuple[Party, Turn]:
    """Three people in mid-play, and whose turn it is."""
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    await party.play_moves(moves)
    turn = await party.next_turn()
    assert turn is not None
    await calm(rig)
    return party, turn


async def calm(rig: Rig, seconds: float = 1.0) -> None:
    """Returns once nothing has been sent for a while."""
    while True:
        before = len(rig.sandbox.requests)
        await asyncio.sleep(seconds)
        if len(rig.sandbox.requests) == before:
            return


def boards(party: Party) -> list[dict[str, Any]]:
    """The public messages that have buttons of the running deal."""
    seen = party.people[0].messages(party.channel)
    return [m for m in seen if not m["flags"] & PRIVATE and any(f":{party.deal}:" in one for one in ids(m))]


def public(rig: Rig, since: int) -> list[Request]:
    """What was sent with the bot's own token since a request."""
    return [r for r in rig.sandbox.requests.after(since) if r.path.startswith("/channels/")]


def last(rig: Rig) -> int:
    return max(request.number for request in rig.sandbox.requests)


async def step(party: Party) -> None:
    turn = await party.next_turn()
    assert turn is not None
    await party.step(turn)


def acknowledged_once(rig: Rig) -> None:
    """INV-5: each interaction has one answer that was taken, by 2.5 seconds after it was sent."""
    given = rig.callbacks()
    assert given
    for number, requests in given.items():
        assert sum(request.status in (200, 204) for request in requests) == 1, number


async def test_f15_a_deleted_board_is_posted_once(rig: Rig) -> None:
    party, _ = await playing(rig)
    (old,) = boards(party)
    message = rig.sandbox.world.message(int(old["id"]))
    assert message is not None
    rig.sandbox.postings.delete(message)
    since = last(rig)
    await step(party)
    await step(party)
    await rig.until(lambda: boards(party), "a new board")
    await calm(rig)
    assert len(boards(party)) == 1
    assert boards(party)[0]["id"] != old["id"]
    dead = [r for r in public(rig, since) if r.path.endswith(f"/{old['id']}")]
    assert len(dead) == 1, "a message that is gone is not touched again"
    assert [r.method for r in public(rig, since)].count("POST") == 1
    # The command brings a fresh one as well, and two at once bring one.
    anna, ben = party.people[:2]
    since = last(rig)
    await asyncio.gather(anna.command("games", "skat table"), ben.command("games", "skat table"))
    await rig.until(lambda: "POST" in [r.method for r in public(rig, since)], "a fresh board")
    await calm(rig)
    assert [r.method for r in public(rig, since)].count("POST") == 1
    await step(party)
    acknowledged_once(rig)


@pytest.mark.parametrize("lacking", [SEND_MESSAGES, pytest.param(VIEW_CHANNEL, id="view", marks=pytest.mark.long)])
async def test_f17_a_lost_permission_pauses_the_table(rig: Rig, lacking: int) -> None:
    party, _ = await playing(rig)
    world = rig.sandbox.world
    channel, guild = world.channel("games"), next(iter(world.guilds.values()))
    turn = await party.next_turn()
    assert turn is not None
    moves = rig.disk.moves(1)
    # Told to nobody, as when the event is lost: only failing calls can tell.
    channel.overwrites.append(Overwrite(world.bot.id, 1, deny=lacking | SEND_MESSAGES))
    board = world.message(int(boards(party)[0]["id"]))
    assert board is not None
    rig.sandbox.faults.add(refusing(Refusal.MISSING_ACCESS, path=EDIT, times=1000))
    since = last(rig)
    await party.press(turn.person, turn.hand, party.choice(turn))
    await rig.saved(moves + 1)
    await rig.logged("is paused")
    await asyncio.sleep(2)
    assert len([r for r in public(rig, since) if r.status == 403]) == 3
    since = last(rig)
    # Whoever clicks is told what is missing; the table stays as it is.
    turn = await party.next_turn()
    assert turn is not None
    await party.press(turn.person, turn.hand, party.choice(turn))
    note = await turn.person.until_message("games", lambda m: "permission" in words(m) or "Recht" in words(m), 30)
    assert "- " in words(note)
    await rig.saved(moves + 1)
    assert rig.disk.moves(1) == moves + 1
    assert public(rig, since) == []
    # Restored: the next click goes through without anything else being done.
    rig.sandbox.faults.clear()
    channel.overwrites = [one for one in channel.overwrites if one.id != world.bot.id]
    await party.press(turn.person, turn.hand, party.choice(turn))
    await rig.saved(moves + 2)
    await rig.until(lambda: [r for r in public(rig, since) if r.method == "PATCH" and r.status], "the board")
    await calm(rig)
    assert guild.available
    edits = [r for r in public(rig, since) if r.method == "PATCH"]
    assert edits[-1].status == 200


async def test_f21_a_rate_limited_board_shows_the_newest_state_once(rig: Rig) -> None:
    party, _ = await playing(rig)
    fault = rig.sandbox.faults.add(rate_limited(6.0, "PATCH", EDIT))
    since = last(rig)
    await step(party)
    await rig.until(lambda: fault.hits, "a refused edit")
    for _ in range(2):
        await step(party)
    assert [r.status for r in public(rig, since)] == [429], "moves are taken while the board has to wait"
    await rig.until(lambda: [r for r in public(rig, since) if r.status == 200], "the board")
    await calm(rig)
    edits = [r for r in public(rig, since) if r.method == "PATCH"]
    assert [r.status for r in edits] == [429, 200]
    assert edits[1].at - edits[0].at >= 6.0
    assert str(edits[1].body) != str(edits[0].body), "what is sent is the newest state, not the refused one"
    acknowledged_once(rig)


@pytest.mark.parametrize("kind", [pytest.param("global", marks=pytest.mark.long), "cloudflare"])
async def test_f21_nothing_is_posted_while_discord_wants_nothing(rig: Rig, kind: str) -> None:
    party, _ = await playing(rig)
    other = Party(rig, "more-games", ["David"])
    await other.start()
    await calm(rig)
    fault = rate_limited(5.0, "PATCH", EDIT, everywhere=True) if kind == "global" else banned("PATCH", EDIT)
    if kind == "cloudflare":
        fault.headers["Retry-After"] = "5"
    rig.sandbox.faults.add(fault)
    since = last(rig)
    await step(party)
    await rig.until(lambda: public(rig, since), "the refused edit")
    await step(party)
    await step(other)
    await rig.until(lambda: len(public(rig, since)) >= 3, "the boards of both tables")
    refused, *later = public(rig, since)
    assert min(r.at for r in later) - refused.at >= 4.9, "no board of any table is edited meanwhile"
    assert {r.status for r in later if r.status} == {200}
    if kind == "cloudflare":
        await rig.logged("refuses all requests from this address")
    acknowledged_once(rig)


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(Fault("PATCH", EDIT, 2, status=500, body={}), id="500"),
        pytest.param(Fault("PATCH", EDIT, 2, status=502, body="bad gateway"), id="502", marks=pytest.mark.long),
        pytest.param(
            Fault("PATCH", EDIT, 2, status=503, body="upstream connect error"), id="503", marks=pytest.mark.long
        ),
        pytest.param(Fault("PATCH", EDIT, 2, status=504, body={}), id="504", marks=pytest.mark.long),
        pytest.param(Fault("PATCH", EDIT, 2, reset=True), id="reset", marks=pytest.mark.long),
        pytest.param(Fault("PATCH", EDIT, 2, lost=True), id="lost", marks=pytest.mark.long),
    ],
)
async def test_f22_a_failed_edit_is_tried_again_with_the_newest_state(rig: Rig, fault: Fault) -> None:
    party, _ = await playing(rig)
    rig.sandbox.faults.add(fault)
    since = last(rig)
    await step(party)
    await rig.until(lambda: fault.hits == 1, "a failure")
    await step(party)
    stepped = rig.sandbox.clock.now()
    await rig.until(lambda: fault.hits == 2, "two failures")
    await rig.until(lambda: public(rig, since)[-1].status == 200, "an edit that succeeds")
    await calm(rig)
    edits = [r for r in public(rig, since) if r.method == "PATCH"]
    assert edits[-1].status == 200
    assert len(boards(party)) == 1
    assert edits[1].at - edits[0].at >= 0.9, "the second try waits"
    # A connection that is cut before anything is read leaves no body to compare.
    if not fault.reset and stepped < edits[1].at - 0.2:
        assert str(edits[1].body) != str(edits[0].body), "what is tried is the newest state, not the failed one"
    acknowledged_once(rig)
    assert rig.errors() == []


@pytest.mark.long
async def test_f22_an_edit_that_never_returns_does_not_stop_the_game(rig: Rig) -> None:
    party, _ = await playing(rig)
    fault = rig.sandbox.faults.add(Fault("PATCH", EDIT, 1, delay=60))
    since = last(rig)
    await step(party)
    await rig.until(lambda: fault.hits, "a request that hangs")
    await step(party)
    await rig.until(lambda: any(r.status == 200 for r in public(rig, since)), "an edit that succeeds")
    acknowledged_once(rig)


async def test_f22_a_post_whose_answer_was_lost_is_no_second_board(rig: Rig) -> None:
    party, _ = await playing(rig)
    (old,) = boards(party)
    message = rig.sandbox.world.message(int(old["id"]))
    assert message is not None
    rig.sandbox.postings.delete(message)
    fault = rig.sandbox.faults.add(Fault("POST", POST, 1, lost=True))
    await step(party)
    await rig.until(lambda: fault.hits == 1, "a lost answer")
    posts = len(rig.sandbox.requests)
    await rig.until(lambda: len(rig.sandbox.requests) > posts, "a second try")
    await rig.until(lambda: boards(party), "a new board")
    await calm(rig)
    assert len(boards(party)) == 1
    await step(party)
    await calm(rig)
    assert len(boards(party)) == 1


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(Fault("POST", "/callback$", 1, status=500, body={}), id="500", marks=pytest.mark.long),
        pytest.param(Fault("POST", "/callback$", 1, status=503, body="upstream"), id="503"),
        pytest.param(Fault("POST", "/callback$", 1, reset=True), id="reset", marks=pytest.mark.long),
        pytest.param(Fault("POST", "/callback$", 1, lost=True), id="lost"),
        pytest.param(Fault("POST", "/callback$", 1, late=1.0), id="late", marks=pytest.mark.long),
    ],
)
async def test_f22_an_answer_that_fails_is_given_again_in_time(rig: Rig, fault: Fault) -> None:
    party, turn = await playing(rig)
    moves = rig.disk.moves(1)
    rig.sandbox.faults.add(fault)
    clicked = party.choice(turn)
    outcome = await turn.person.click(turn.hand, custom_id=clicked)
    assert outcome.acknowledged
    assert outcome.seconds is not None
    assert outcome.seconds < 2.5
    await rig.saved(moves + 1)
    assert rig.disk.moves(1) == moves + 1
    again = await turn.person.forge_click(turn.hand, clicked)
    assert again.acknowledged
    await calm(rig)
    await rig.saved(moves + 1)
    assert rig.disk.moves(1) == moves + 1, "the move counts once"
    await step(party)
    assert rig.errors() == []


async def test_f22_an_answer_nobody_took_does_not_undo_the_move(rig: Rig) -> None:
    party, turn = await playing(rig)
    moves = rig.disk.moves(1)
    rig.sandbox.faults.add(Fault("POST", "/callback$", 1000, status=500, body={}))
    clicked = party.choice(turn)
    outcome = await turn.person.click(turn.hand, custom_id=clicked)
    rig.sandbox.faults.clear()
    assert outcome.failed
    await rig.saved(moves + 1)
    assert rig.disk.moves(1) == moves + 1
    again = await turn.person.forge_click(turn.hand, clicked)
    assert again.acknowledged
    await rig.saved(moves + 1)
    assert rig.disk.moves(1) == moves + 1
    await step(party)
    assert rig.errors() == []


async def test_f22_cards_whose_confirmation_was_lost_are_kept_up_to_date(rig: Rig) -> None:
    party, turn = await playing(rig)
    for person in party.people:
        if person is not turn.person:
            rig.sandbox.faults.add(Fault("POST", "/callback$", 1, lost=True))
            await party.ask_for_cards(person)
    # Whoever comes next sees that it is their turn in the newest message.
    for _ in range(3):
        await step(party)
    assert rig.errors() == []


async def test_f22_after_an_outage_board_and_hands_are_as_the_disk_says(rig: Rig) -> None:
    """Also the hand of whoever clicked meanwhile, whose click counted and was never answered."""
    party, turn = await playing(rig)
    moves = rig.disk.moves(1)
    rig.sandbox.faults.add(Fault("PATCH|POST|DELETE", ".*", 10_000, status=503, body="upstream connect error"))
    clicked = party.choice(turn)
    outcome = await turn.person.click(turn.hand, custom_id=clicked)
    assert outcome.failed
    await rig.saved(moves + 1)
    assert rig.disk.moves(1) == moves + 1
    since = last(rig)
    await asyncio.sleep(3)
    rig.sandbox.faults.clear()
    await party.settled()
    await rig.until(lambda: any(r.status == 200 for r in public(rig, since)), "the board")
    assert len(boards(party)) == 1
    assert clicked not in ids(turn.person.message(turn.hand))
    # Nobody has to do anything for that, and play goes on by itself.
    await step(party)
    await step(party)
    await rig.saved(moves + 3)
    assert rig.disk.moves(1) == moves + 3
    assert rig.errors() == []


@pytest.mark.parametrize("why", ["45 minutes", "30046"])
async def test_f26_an_old_board_is_continued_below(rig: Rig, why: str) -> None:
    party, _ = await playing(rig)
    (old,) = boards(party)
    since = last(rig)
    if why == "45 minutes":
        rig.pass_time(46 * 60.0)
        # Their interactions are dead by now.
        await party.resume()
    else:
        rig.sandbox.faults.add(refusing(Refusal.OLD_MESSAGE_EDITS, "PATCH", rf"/{old['id']}$"))
    await step(party)
    await rig.until(lambda: old["id"] not in [board["id"] for board in boards(party)], "the old board without buttons")
    await calm(rig)
    (new,) = boards(party)
    assert int(new["id"]) > int(old["id"])
    assert f"/{new['id']}" in words(party.people[0].message(old)), "the old one points below"
    touched = [r for r in public(rig, since) if r.path.endswith(f"/{old['id']}")]
    assert len(touched) <= 2
    assert len([r for r in public(rig, since) if r.method == "POST"]) == 1
