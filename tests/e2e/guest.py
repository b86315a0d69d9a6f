"""One person in one channel, who sees what a client shows and presses only what a client lets press."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from typing import TYPE_CHECKING, Any

from bot.sandbox.gestures import parts_of
from bot.sandbox.people import EPHEMERAL, LOADING
from cogs.clicks import CLICKS, WITHIN
from cogs.ui.ids import TableId, parse
from game.actions import Announce, Bid, Claim, Concede, Push, to_text
from game.cards import cards_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.sandbox.people import Outcome, Person
    from game.actions import Action

Json = dict[str, Any]

BUTTON, SELECT, TEXT = 2, 3, 10
SEEN_WITHIN = 30.0


def text_of(message: Json) -> str:
    """All texts of a message, one after the other."""
    return "\n".join(part["content"] for part in parts_of(message) if part["type"] == TEXT)


def pressable(message: Json) -> dict[str, Json]:
    """The enabled buttons of a message by id."""
    return {part["custom_id"]: part for part in buttons(message).values() if not part.get("disabled")}


def buttons(message: Json) -> dict[str, Json]:
    """All buttons of a message by id."""
    return {part["custom_id"]: part for part in parts_of(message) if part["type"] == BUTTON and "custom_id" in part}


def selects(message: Json) -> dict[str, Json]:
    """All selects of a message by id."""
    return {part["custom_id"]: part for part in parts_of(message) if part["type"] == SELECT}


def private(message: Json) -> bool:
    return bool(message["flags"] & EPHEMERAL)


class Fingers:
    """One person's, wherever they play: never more clicks than the bot takes from one person."""

    def __init__(self, clicks: int = CLICKS) -> None:
        self._clicks: deque[float] = deque(maxlen=clicks - 1)

    async def pace(self) -> None:
        """Waits until one more click is not too fast."""
        loop = asyncio.get_running_loop()
        if len(self._clicks) == self._clicks.maxlen:
            await asyncio.sleep(max(0.0, self._clicks[0] + WITHIN * 1.05 - loop.time()))
        self._clicks.append(loop.time())


class Guest:
    def __init__(self, person: Person, channel: str, fingers: Fingers) -> None:
        self.person = person
        self.channel = channel
        self._pace = fingers.pace
        person.open(channel)

    @property
    def id(self) -> int:
        return self.person.id

    def messages(self) -> list[Json]:
        """Newest first, without those that say "thinking"."""
        return [m for m in reversed(self.person.messages(self.channel)) if not m["flags"] & LOADING]

    def notes(self) -> list[str]:
        """The texts of all private messages, newest first."""
        return [text_of(message) for message in self.messages() if private(message)]

    def board(self) -> Json:
        """The newest public message with buttons."""
        return next(m for m in self.messages() if not private(m) and buttons(m))

    def hand(self, deal: str) -> Json | None:
        """The newest private message that shows the cards of a deal."""
        mark = f"skat-ui:{deal}:more:"
        return next((m for m in self.messages() if private(m) and mark in buttons(m)), None)

    async def until(self, condition: Callable[[], Any], what: str, within: float = SEEN_WITHIN) -> Any:
        """The value of the condition once it is true."""

        def told() -> str:
            return "\n---\n".join(f"{m['flags']} {text_of(m)}\n{list(buttons(m))}" for m in self.messages()[:3])

        try:
            return await self.person.until(condition, within, what)
        except TimeoutError:
            raise AssertionError(f"{self.person.name} does not see {what}; the newest messages:\n{told()}") from None

    async def board_with(self, custom_id: str) -> Json:
        """The newest board once it offers a button, enabled."""

        def offered() -> Json | None:
            board = next((m for m in self.messages() if not private(m) and buttons(m)), None)
            return board if board is not None and custom_id in pressable(board) else None

        return await self.until(offered, f"a board with {custom_id}")

    async def until_board(self, words: str, within: float = SEEN_WITHIN) -> Json:
        """The newest public message once it contains `words`."""

        def said() -> Json | None:
            return next((m for m in self.messages() if not private(m) and words in text_of(m)), None)

        return await self.until(said, f"a board that says {words!r}", within)

    async def press(self, message: Json, custom_id: str) -> Outcome:
        """Presses a button that is enabled; it must be acknowledged."""
        part = buttons(message).get(custom_id)
        assert part is not None, f"no {custom_id} among {list(buttons(message))}"
        assert not part.get("disabled"), f"{custom_id} is disabled"
        await self._pace()
        outcome = await self.person.click(message, custom_id=custom_id)
        assert outcome.acknowledged, f"{custom_id}: {outcome.state} {outcome.reason}"
        return outcome

    async def choose(self, message: Json, custom_id: str, value: str) -> Outcome:
        """Chooses in a select."""
        await self._pace()
        outcome = await self.person.select(message, value, custom_id=custom_id)
        assert outcome.acknowledged, f"{custom_id}={value}: {outcome.state} {outcome.reason}"
        return outcome

    async def forge(self, message: Json, custom_id: str, **more: Any) -> Outcome:
        """A click that no client would send; it is answered all the same."""
        await self._pace()
        outcome = await self.person.forge_click(message, custom_id, **more)
        assert outcome.acknowledged, f"{custom_id}: {outcome.state} {outcome.reason}"
        return outcome

    async def command(self, path: str) -> Outcome:
        await self._pace()
        outcome = await self.person.command(self.channel, path)
        assert outcome.acknowledged, f"/{path}: {outcome.state} {outcome.reason}"
        return outcome

    async def ask(self, path: str) -> str:
        """A command, and the text of its answer."""
        return text_of(await (await self.command(path)).answer())

    async def told(self, message: Json, custom_id: str, *, forged: bool = False) -> str:
        """A click, and the text of the private note it brings."""
        outcome = await (self.forge(message, custom_id) if forged else self.press(message, custom_id))
        return text_of(await outcome.answer())

    # Moves

    async def hand_with(self, deal: str, custom_id: str) -> Json:
        """The hand once it offers a button or select, enabled."""

        def offered() -> Json | None:
            hand = self.hand(deal)
            offers = {} if hand is None else pressable(hand) | selects(hand)
            return hand if custom_id in offers else None

        return await self.until(offered, f"a hand with {custom_id}")

    async def do(self, deal: str, action: Action) -> Outcome:
        """Does an action the way a person finds it: jump list, discards, announcements, menu and second question."""
        text = f"skat:{deal}:{to_text(action)}"
        match action:
            case Bid(value):
                return await self._bid(deal, value, text)
            case Announce(contract, discards) if discards:
                await self._lay_away(deal, discards)
            case Announce(contract):
                first = f"skat-ui:{deal}:hand:{contract.game.value}H"
                await self.press(await self.hand_with(deal, first), first)
                if str(contract) != f"{contract.game.value}H":
                    toggle = f"skat-ui:{deal}:hand:{contract}"
                    await self.press(await self.hand_with(deal, toggle), toggle)
            case Push(pushed) if pushed:
                await self._lay_away(deal, pushed)
            case Claim() | Concede():
                return await self._offer(deal, action)
            case _:
                pass
        return await self.press(await self.hand_with(deal, text), text)

    async def _bid(self, deal: str, value: int, text: str) -> Outcome:
        hand = await self.hand_with(deal, f"skat:{deal}:pass")
        if text in pressable(hand):
            return await self.press(hand, text)
        await self.press(hand, f"skat-ui:{deal}:jump:")
        listed = await self.until(lambda: self._jump_list(deal, text), f"a jump list with {value}")
        hand = self.hand(deal)
        assert hand is not None
        outcome = await self.choose(hand, listed, to_text(Bid(value)))
        hand = self.hand(deal)
        if hand is not None and f"skat-ui:{deal}:back:" in buttons(hand):
            return await self.press(hand, text)
        return outcome

    def _jump_list(self, deal: str, text: str) -> str | None:
        hand = self.hand(deal)
        action = text.rpartition(":")[2]
        if hand is None:
            return None
        return next(
            (name for name, part in selects(hand).items() if any(o["value"] == action for o in part["options"])), None
        )

    async def _lay_away(self, deal: str, away: tuple[Any, ...]) -> None:
        for selection in (cards_text(away[:1]), cards_text(away)):
            toggle = f"skat-ui:{deal}:discard:{selection}"
            await self.press(await self.hand_with(deal, toggle), toggle)

    async def _offer(self, deal: str, action: Action) -> Outcome:
        more = f"skat-ui:{deal}:more:"
        menu = await (await self.press(await self.hand_with(deal, more), more)).answer()
        await self.press(menu, f"skat-ui:{deal}:sure:{to_text(action)}")
        yes = f"skat:{deal}:{to_text(action)}"
        asked = await self.until(
            lambda: next((m for m in self.messages() if private(m) and yes in pressable(m)), None), "a second question"
        )
        return await self.press(asked, yes)


def table_number(board: Json) -> int:
    """The table that a message belongs to."""
    for custom_id in buttons(board):
        wanted = parse(custom_id)
        if isinstance(wanted, TableId):
            return wanted.table
        found = re.match(r"skat(?:-ui)?:(\d+)-", custom_id)
        if found:
            return int(found[1])
    raise AssertionError("a message without a table")
