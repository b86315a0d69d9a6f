"""People press at random whatever they see, in both languages: nothing fails, nothing is too long, nothing lies.

An enabled button of one's own newest hand is a legal deed or a step towards one; a disabled one, forged, does nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from bot.sandbox.gestures import RefusedError
from bot.texts import Texts
from tests.e2e.guest import Json, buttons, pressable, private, selects, table_number

if TYPE_CHECKING:
    import random

    from tests.e2e.guest import Guest
    from tests.e2e.house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

NAMES = ("Anna", "Ben", "Clara", "David")
COMMANDS = ("skat open", "skat table", "skat hand", "skat leave", "skat end", "leaderboard")
WANTED = "skat:pass skat:bid join add options option preset start cut cards more scores skat-ranking disabled"
RARE = re.compile(r"skat-table:\d+:(leave-sure|end-sure|leave|end|remove\.\d)$")


def refusals() -> list[re.Pattern[str]]:
    """The words with which a move is refused, in both languages."""
    texts = Texts.load()
    found: list[re.Pattern[str]] = []
    for language in ("de", "en"):
        for key, forms in texts.of(language).catalogue.forms.items():
            if key.startswith("reason."):
                found.append(re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(forms[0]))))
    return found


@dataclass
class Walk:
    house: House
    source: random.Random
    guests: list[Guest]
    refused: list[re.Pattern[str]]
    pressed: Counter[str] = field(default_factory=Counter[str])

    async def begin(self, guest: Guest) -> None:
        """Opens a table and looks at its options, which chance finds too seldom."""
        table = number_of(await (await guest.command("skat open")).answer())
        for verb in ("options", "preset.pub", "preset.international"):
            name = f"skat-table:{table}:{verb}"
            shown = next(m for m in guest.messages() if name in pressable(m))
            await self._press(guest, shown, name)
            await guest.until(lambda: any(":preset." in str(buttons(m)) for m in guest.messages()), "the options")

    async def step(self) -> None:
        try:
            await self._step()
        except RefusedError as error:
            # The message went, or came to show something else, while the click before it was still being answered.
            gone = any(words in str(error) for words in ("no such message", "no component fits", "is disabled"))
            assert gone, error  # noqa: PT017  # nothing else may be refused

    async def _step(self) -> None:
        guest = self.source.choice(self.guests)
        message = self._message(guest)
        if message is None or self.source.random() < 0.02:
            command = COMMANDS[0] if message is None else self.source.choice(COMMANDS)
            await guest.command(command)
            self.pressed[command] += 1
            return
        enabled = [*pressable(message), *selects(message)]
        disabled = [name for name in buttons(message) if name not in pressable(message)]
        if disabled and self.source.random() < 0.15:
            await self._forge(guest, message, self.source.choice(disabled))
        elif enabled:
            name = self.source.choice(enabled)
            if RARE.match(name) and self.source.random() < 0.9:
                return
            await self._press(guest, message, name)

    def _message(self, guest: Guest) -> Json | None:
        """What a person looks at: the hand, the board, or one of the newest messages."""
        shown = [m for m in guest.messages() if buttons(m) or selects(m)]
        if not shown:
            return None
        hand = [m for m in shown if m["id"] == self._newest_hand(guest)]
        boards = [m for m in shown if not private(m)][:1]
        return self.source.choice(self.source.choice([hand or boards, boards or hand, shown[:6]]) or shown)

    async def _press(self, guest: Guest, message: Json, name: str) -> None:
        # Computers may have moved on since the hand was drawn; among people the newest hand is how things stand.
        newest = message["id"] == self._newest_hand(guest) and all_people(self, number_of(message))
        moves_before = self._moves(message)
        self.pressed[kind(name)] += 1
        if name in selects(message):
            values = [option["value"] for option in selects(message)[name]["options"]]
            outcome = await guest.choose(message, name, self.source.choice(values))
        else:
            outcome = await guest.press(message, name)
        if outcome.modal is not None:
            await guest.person.submit(outcome, {"cut": "".join(self.source.choices("abc ♣§", k=9))})
        if newest and name.startswith("skat:"):
            told = "\n".join(guest.notes()[:2])
            assert not any(words.search(told) for words in self.refused), f"{name} is enabled, but: {told}"
            # A slow answer: the move is yet to come, or a hand that shows the button as spent.
            await guest.until(
                lambda: self._moves(message) > moves_before or name not in self._offered(guest, message["id"]),
                f"{name}, enabled, do something",
            )

    def _offered(self, guest: Guest, message: str) -> dict[str, Json]:
        return next((pressable(m) for m in guest.messages() if m["id"] == message), dict[str, Json]())

    def _newest_hand(self, guest: Guest) -> str | None:
        return next(
            (m["id"] for m in guest.messages() if private(m) and any(":more:" in name for name in buttons(m))), None
        )

    def _moves(self, message: Json) -> int:
        ((moves,),) = self.house.rows("SELECT count(*) FROM moves WHERE table_id = ?", number_of(message))
        return moves

    async def _forge(self, guest: Guest, message: Json, name: str) -> None:
        self.pressed[f"disabled {kind(name)}"] += 1
        before = self._state(guest, message)
        if name.endswith(":join") and any(row[2] is None and row[3] is None for row in before[1]):
            # Somebody has just left and the lobby does not show it yet: joining is right again.
            return
        await guest.forge(message, name)
        assert self._state(guest, message) == before, f"{name} is disabled and did something"

    def _state(self, guest: Guest, message: Json) -> list[Any]:
        """What only a person can change: not what computers play meanwhile."""
        table = number_of(message)
        own = self.house.rows("SELECT chair FROM chairs WHERE table_id = ? AND user_id = ?", table, guest.id)
        return [
            self.house.rows("SELECT host, rules, started_at, closed_at FROM tables WHERE id = ?", table),
            self.house.rows("SELECT * FROM chairs WHERE table_id = ? ORDER BY chair", table),
            self.house.rows("SELECT count(*) FROM deals WHERE table_id = ? AND started_at IS NOT NULL", table),
            self.house.rows("SELECT count(*) FROM moves WHERE table_id = ?", table) if all_people(self, table) else own,
        ]


def all_people(walk: Walk, table: int) -> bool:
    return not walk.house.rows("SELECT 1 FROM chairs WHERE table_id = ? AND level IS NOT NULL", table)


def number_of(message: Json) -> int:
    try:
        return table_number(message)
    except AssertionError:
        return 0


def kind(name: str) -> str:
    """An id without table, deal, cards and numbers: ``skat:bid``, ``skat-ui:discard``, ``skat-table:add``."""
    room, _, rest = name.partition(":")
    told = rest.split(":")
    # What names a deal and nothing else, such as the button that checks it, is a kind by itself.
    word = "" if len(told) == 1 else told[0] if room.startswith("skat-ranking") else told[1]
    return f"{room}:{'card' if re.fullmatch('[CSHD][AKQJT987]', word) else word.split('.')[0]}"


async def test_whatever_people_press(house: House, request: pytest.FixtureRequest, source: random.Random) -> None:
    channels = [house.channel() for _ in range(2)]
    guests = [house.guest(name, channel) for channel in channels for name in NAMES]
    walk = Walk(house, source, guests, refusals())
    for guest in (guests[0], guests[len(NAMES)]):
        await walk.begin(guest)
    for _ in range(8000 if request.config.option.long else 2000):
        await walk.step()
    seen = " ".join(walk.pressed)
    missing = [word for word in WANTED.split() if word not in seen]
    assert not missing, walk.pressed
