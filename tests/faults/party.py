"""People who play a deal with what they see: they press the buttons of their hands, as a person would."""

import asyncio
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.sandbox.components import walk
from bot.sandbox.people import Outcome, Person
from game.state import Finished, Playing, Seat
from game.view import view_for
from tests.faults.rig import PATIENCE, Rig

Message = dict[str, Any]
PRIVATE = 64


def components(message: Message) -> list[Message]:
    """Every component of a message, in reading order."""
    return walk(message["components"])


def buttons(message: Message) -> list[Message]:
    """The buttons of a message that can be pressed."""
    found = (part for part in components(message) if part["type"] == 2 and "custom_id" in part)
    return [part for part in found if not part.get("disabled")]


def ids(message: Message) -> list[str]:
    """The ids of all buttons, also of those that cannot be pressed."""
    return [part["custom_id"] for part in components(message) if part["type"] == 2 and "custom_id" in part]


def words(message: Message) -> str:
    return "\n".join(part["content"] for part in components(message) if part["type"] == 10)


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody can do something: `choices` are the ids of the buttons that do it."""

    person: Person
    hand: Message
    choices: tuple[str, ...]


class Party:
    """The people at one table of one channel. `deal` is the id of the deal they play, such as ``1-0``."""

    def __init__(self, rig: Rig, channel: str, names: Sequence[str], seed: int = 1) -> None:
        self.rig = rig
        self.channel = channel
        self.people = [rig.person(name) for name in names]
        self.table = 0
        self.deal = ""
        self.random = random.Random(seed)
        for person in self.people:
            person.open(channel)

    @property
    def board(self) -> Message:
        """The newest public message with buttons."""
        seen = self.people[0].messages(self.channel)
        return [message for message in seen if not message["flags"] & PRIVATE and ids(message)][-1]

    def hand(self, person: Person) -> Message | None:
        """The newest private message that shows cards or the end of the deal."""
        for message in reversed(person.messages(self.channel)):
            if message["flags"] & PRIVATE and any(
                one.startswith((f"skat:{self.deal}:", f"skat-ui:{self.deal}:")) for one in ids(message)
            ):
                return message
        return None

    def cards(self, person: Person) -> frozenset[str]:
        """The cards a person's hand shows."""
        shown = self.hand(person)
        if shown is None:
            return frozenset()
        found = cards_of(shown, self.deal)
        deal = self.rig.disk.newest_deal(self.table)
        if found or deal is None or isinstance(deal.state, Playing | Finished):
            return found
        # Before play a hand is a line of faces, once they are uploaded.
        return frozenset(one[1].upper() for one in _FACES.finditer(words(shown)))

    def held(self) -> list[frozenset[str]]:
        """The cards that each person must see in the first deal, by the disk; the first chair deals."""
        deal = self.rig.disk.newest_deal(self.table)
        assert deal is not None
        if isinstance(deal.state, Finished):
            return [frozenset() for _ in self.people]
        seats = (Seat.REARHAND, Seat.FOREHAND, Seat.MIDDLEHAND)[: len(self.people)]
        return [frozenset(map(str, view_for(deal.state, seat).hand)) for seat in seats]

    async def settled(self) -> None:
        """In mid-play: returns once everybody sees the cards that they have by the disk."""
        deal = self.rig.disk.newest_deal(self.table)
        if deal is None or not isinstance(deal.state, Playing):
            return
        changes = self.rig.sandbox.changes
        await changes.until(
            lambda: [self.cards(person) for person in self.people] == self.held(), PATIENCE, "everyone sees their hand"
        )

    async def lobby(self, chairs: int = 3) -> Message:
        """Opens a table and lets everyone sit down; computers take the chairs left over."""
        opened = await self.people[0].command(self.channel, "skat open")
        assert opened.acknowledged, opened.reason
        board = await opened.answer()
        (start,) = {one.split(":")[1] for one in ids(board)}
        self.table = int(start)
        if chairs == 4:
            await self.press(self.people[0], board, f"skat-table:{self.table}:chairs.4")
        for person in self.people[1:]:
            await self.press(person, board, f"skat-table:{self.table}:join")
        for _ in range(chairs - len(self.people)):
            await self.press(self.people[0], board, f"skat-table:{self.table}:add.club")
        return board

    async def start(self, chairs: int = 3) -> None:
        """A table up to the first bid: everyone has a hand."""
        board = await self.lobby(chairs)
        self.deal = f"{self.table}-0"
        await self.press(self.people[0], board, f"skat-table:{self.table}:start")
        await self.dealt()

    async def dealt(self, within: float = PATIENCE) -> None:
        """Returns when everyone who sits at the cards sees ten of them."""
        changes = self.rig.sandbox.changes
        await changes.until(lambda: all(self.hand(person) for person in self.people), within, "everyone has a hand")

    async def press(self, person: Person, message: Message, custom_id: str) -> Outcome:
        """Presses a button once it can be pressed: what somebody else has just done may not be shown yet."""

        def offered() -> bool:
            return any(part["custom_id"] == custom_id for part in buttons(person.message(message)))

        await self.rig.sandbox.changes.until(offered, PATIENCE, f"{custom_id} to be offered")
        outcome = await person.click(message, custom_id=custom_id)
        assert outcome.acknowledged, f"{custom_id}: {outcome.state} {outcome.reason}"
        return outcome

    async def ask_for_cards(self, person: Person) -> None:
        """Presses "My cards" on the board."""
        changes = self.rig.sandbox.changes
        button = f"skat-ui:{self.deal}:cards:"
        await changes.until(lambda: button in ids(self.board), PATIENCE, "the board of the deal")
        before = self.hand(person)
        await self.press(person, self.board, button)
        await changes.until(lambda: self.hand(person) not in (None, before), PATIENCE, "cards")

    async def resume(self, but: Person | None = None) -> None:
        """After a restart nobody's interactions are known any more, so people ask for their cards at the board."""
        for person in self.people:
            if person is not but:
                await self.ask_for_cards(person)

    def turn(self) -> Turn | None:
        """Who can do something now, by what they see."""
        for person in self.people:
            shown = self.hand(person)
            if shown is None:
                continue
            pressable = [part["custom_id"] for part in buttons(shown)]
            actions = [one for one in pressable if one.startswith(f"skat:{self.deal}:")]
            picks = [one for one in pressable if one.startswith(f"skat-ui:{self.deal}:discard:")]
            if actions or picks:
                return Turn(person, shown, tuple(actions or picks))
        return None

    @property
    def over(self) -> bool:
        return any(
            one.startswith(f"skat-table:{self.table}:next.")
            for message in self.people[0].messages(self.channel)
            if not message["flags"] & PRIVATE
            for one in ids(message)
        )

    async def next_turn(self, within: float = PATIENCE) -> Turn | None:
        """The next turn of one of the people; None when the deal is over."""

        def found() -> Turn | bool:
            return self.turn() or self.over

        result = await self.rig.sandbox.changes.until(found, within, "somebody's turn")
        return result if isinstance(result, Turn) else None

    def choice(self, turn: Turn) -> str:
        """What is pressed: somebody bids 18 and plays, the rest is chance."""
        verbs = {one.split(":", 2)[2]: one for one in turn.choices}
        for wanted in ("bid.18", "skat"):
            if wanted in verbs:
                return verbs[wanted]
        if "pass" in verbs:
            return verbs["pass"]
        announcing = [verb for verb in verbs if verb.startswith("announce.")]
        suits = [verb for verb in announcing if verb.split(".")[1] in ("C", "S", "H", "D", "G")]
        return verbs[self.random.choice(suits)] if suits else self.random.choice(turn.choices)

    async def step(self, turn: Turn) -> Outcome:
        """One press of a button; returns when its person sees what came of it."""
        clicked = self.choice(turn)
        outcome = await self.press(turn.person, turn.hand, clicked)
        await self.answered(turn, clicked)
        return outcome

    async def answered(self, turn: Turn, clicked: str) -> None:
        """Returns when a hand no longer offers what was clicked; it may be drawn anew for other reasons before."""
        hand = turn.hand
        await self.rig.sandbox.changes.until(
            lambda: clicked not in ids(turn.person.message(hand)), PATIENCE, "an answer to a click"
        )

    async def play(self, stop: Callable[[], bool] = lambda: False) -> list[Outcome]:
        """Plays until the deal is over or `stop` says so."""
        made: list[Outcome] = []
        while not stop():
            turn = await self.next_turn()
            if turn is None:
                break
            made.append(await self.step(turn))
        return made

    async def play_moves(self, moves: int) -> None:
        """Plays until the disk has so many moves of this table, and everybody sees them."""
        await self.play(lambda: self.rig.disk.moves(self.table) >= moves)
        await asyncio.sleep(0)


def cards_of(message: Message, deal: str) -> frozenset[str]:
    """The cards whose buttons a message has; where there are none to press yet, those that it names."""
    verbs = [one.rpartition(":")[2] for one in ids(message) if one.startswith(f"skat:{deal}:")]
    pressed = frozenset(verb for verb in verbs if len(verb) == 2)
    named = _NAMED.finditer(words(message))
    return pressed or frozenset(_SUITS[one[1]] + _RANKS.get(one[2], one[2]) for one in named)


_FACES: Final = re.compile(r"<:skat_\w+_([cshd][akqjt987]):\d+>")
_NAMED: Final = re.compile(r"([♣♠♥♦])(10|[789BDJQKA])(?!\w)")
_SUITS: Final = {"♣": "C", "♠": "S", "♥": "H", "♦": "D"}
_RANKS: Final = {"B": "J", "D": "Q", "10": "T"}
