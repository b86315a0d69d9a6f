"""kill -9 and SIGTERM at every point of a deal: same hands, same turn, and the old message works (F29, F30, F31)."""

import asyncio

import pytest

from bot.sandbox.faults import Fault
from cogs.answer import HOLD
from game.state import Finished
from tests.faults.party import Message, Party, buttons
from tests.faults.rig import Rig
from tests.faults.witness import Witness


async def killed_every(rig: Rig, moves: int) -> int:
    witness = Witness(rig)
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    kills = 0
    last_kill = 0
    while (turn := await party.next_turn()) is not None:
        made = rig.disk.moves(1)
        killed = made >= last_kill + moves
        if killed:
            last_kill, kills = made, kills + 1
            before = rig.disk.newest_deal(1)
            await rig.kill()
            await rig.start()
            assert rig.disk.newest_deal(1) == before
            # The button of the message from before the kill is the first thing that is pressed.
            assert turn.hand["id"] in {message["id"] for message in turn.person.messages("games")}
        clicked = party.choice(turn)
        outcome = await party.press(turn.person, turn.person.message(turn.hand), clicked)
        assert outcome.seconds is not None
        if clicked.startswith("skat:"):
            # What takes longer is acknowledged first, and shown when it is saved.
            assert rig.disk.moves(1) > made or outcome.seconds >= HOLD, "acknowledged but not saved"
            await rig.saved(made + 1)
        deal = rig.disk.newest_deal(1)
        assert deal is not None
        if killed and not isinstance(deal.state, Finished):
            await party.resume(but=turn.person)
        await party.settled()
    assert witness.faults == []
    assert witness.looks > 50
    assert rig.errors() == []
    return kills


async def test_killed_after_every_fourth_move(rig: Rig) -> None:
    assert await killed_every(rig, 4) >= 7


@pytest.mark.long
async def test_killed_after_every_move(rig: Rig) -> None:
    assert await killed_every(rig, 1) >= 30


@pytest.mark.parametrize("between", ["before the reply", pytest.param("before the board", marks=pytest.mark.long)])
async def test_killed_between_saving_and_showing(rig: Rig, between: str) -> None:
    """F29: what was committed is there and shown; a second click on the same button repeats nothing."""
    witness = Witness(rig)
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    await party.play_moves(8)
    turn = await party.next_turn()
    assert turn is not None
    moves = rig.disk.moves(1)
    path = "/callback$" if between == "before the reply" else r"/messages/\d+$"
    rig.sandbox.faults.add(Fault(method="POST|PATCH", path=path, times=1000, delay=20))
    clicked = party.choice(turn)
    click = asyncio.ensure_future(turn.person.click(turn.hand, custom_id=clicked))
    await rig.saved(moves + 1)
    if between == "before the board":
        assert (await click).acknowledged
    await rig.kill()
    rig.sandbox.faults.clear()
    if between == "before the reply":
        assert (await click).failed
    await rig.saved(moves + 1)
    assert rig.disk.moves(1) == moves + 1
    await rig.start()
    deal = rig.disk.newest_deal(1)
    assert deal is not None
    again = await turn.person.forge_click(turn.hand, clicked)
    assert again.acknowledged
    await rig.saved(moves + 1)
    assert rig.disk.moves(1) == moves + 1, "the same button pressed again is no second move"
    await party.resume()
    await party.play()
    assert party.over
    assert witness.faults == []


async def test_killed_between_the_steps_of_a_lobby(rig: Rig) -> None:
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben"])
    anna, ben = party.people
    opened = await anna.command("games", "skat open")
    await opened.answer()
    steps = [(ben, "join"), (anna, "add.club"), (anna, "start")]
    for person, verb in steps:
        await rig.kill()
        await rig.start()
        # Where the kill came before the board was written down, a new one may have been posted below.
        button = f"skat-table:1:{verb}"

        def pressable(message: Message, button: str = button) -> bool:
            return any(part["custom_id"] == button for part in buttons(message))

        board = await person.until_message("games", pressable, 30)
        await party.press(person, board, button)
    party.table, party.deal = 1, "1-0"
    assert rig.disk.rows("SELECT user_id IS NULL, level FROM chairs WHERE table_id = 1 ORDER BY chair") == [
        (0, None), (0, None), (1, "club"),
    ]  # fmt: skip
    await rig.kill()
    await rig.start()
    # Nobody's interactions outlive the process, so cards are asked for at the board.
    for person in party.people:
        await party.ask_for_cards(person)
        assert len(party.cards(person)) == 10
    assert rig.errors() == []


@pytest.mark.parametrize("after", [0.0, 0.01, 0.02])
async def test_killed_while_the_cards_are_dealt(rig: Rig, after: float) -> None:
    """F31: no deal or a whole one, and never a second one for its number."""
    await rig.start()
    party = Party(rig, "games", ["Anna"])
    board = await party.lobby()
    ((promised,),) = rig.disk.rows("SELECT commitment FROM deals WHERE table_id = 1 AND number = 0")
    click = asyncio.ensure_future(party.people[0].click(board, custom_id="skat-table:1:start"))
    await asyncio.sleep(after)
    await rig.kill()
    await asyncio.wait([click])
    early = rig.disk.newest_deal(1)
    await rig.start()
    party.deal = "1-0"
    if early is None:
        await party.press(party.people[0], board, "skat-table:1:start")
    await party.ask_for_cards(party.people[0])
    deal = rig.disk.newest_deal(1)
    assert deal is not None
    assert (deal.number, deal.commitment) == (0, promised)
    if early is not None:
        assert deal.states[0] == early.states[0]
    assert [party.cards(party.people[0])] == party.held()
    assert rig.disk.rows("SELECT count(*) FROM deals WHERE table_id = 1") == [(1,)]


async def test_sigterm_in_mid_trick(rig: Rig) -> None:
    """F30: clicks that were received are answered, everything is saved, and play goes on after a start."""
    await rig.start()
    party = Party(rig, "games", ["Anna", "Ben", "Clara"])
    await party.start()
    await party.play_moves(9)
    turn = await party.next_turn()
    assert turn is not None
    moves = rig.disk.moves(1)
    assert (moves - 1) % 3
    # The answer is on its way when the signal comes.
    fault = rig.sandbox.faults.add(Fault(path="/callback$", delay=0.5))
    click = asyncio.ensure_future(turn.person.click(turn.hand, custom_id=party.choice(turn)))
    await rig.until(lambda: fault.hits, "an answer on its way")
    assert await rig.stop(within=10) == 0
    assert (await click).acknowledged
    await rig.saved(moves + 1)
    assert rig.disk.moves(1) == moves + 1
    assert rig.errors() == []
    assert "Task was destroyed" not in rig.log
    await rig.start()
    await party.resume()
    await party.play()
    assert party.over
