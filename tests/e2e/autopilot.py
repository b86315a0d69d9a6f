"""A person who plays by chance: presses what their newest hand offers, by way of every screen there is."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.sandbox.gestures import RefusedError
from tests.e2e.guest import buttons, pressable, private, selects

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from tests.e2e.guest import Guest, Json

TURN_WITHIN = 60.0
HAND = re.compile(r"skat-ui:(\d+-\d+):more:")

Offer = tuple["Json", str]
"""A message and the id of what can be pressed in it."""


class Autopilot:
    """Plays one person's chair.

    `boldness`: how often they bid or hold; `talkative`: how often they claim or give up; `deals`: they ask for the
    next deal.
    """

    def __init__(
        self,
        guest: Guest,
        source: random.Random,
        *,
        boldness: float = 0.4,
        talkative: float = 0.01,
        deals: bool = False,
    ) -> None:
        self.guest = guest
        self._source = source
        self._boldness = boldness
        self._talkative = talkative
        self._deals = deals
        self.clicks = 0

    async def play(self, over: Callable[[], bool]) -> None:
        """Returns once `over` holds."""
        while not over():
            offers = await self.guest.until(lambda: over() or self.offers(), "something to press", TURN_WITHIN)
            if offers is not True:
                # The message may have been brought up to date, or taken away, since it was looked at.
                with suppress(RefusedError):
                    await self._press(*self._chosen(offers))

    def offers(self) -> list[Offer]:
        """What can be pressed now that moves the deal on."""
        hand = next((m for m in self.guest.messages() if private(m) and any(map(HAND.match, buttons(m)))), None)
        if hand is not None:
            found = [(hand, name) for name in (*pressable(hand), *selects(hand)) if moves_on(name)]
            if found:
                return found
        if not self._deals:
            return []
        board = self.guest.board()
        return [(board, name) for name in pressable(board) if re.fullmatch(r"skat-table:\d+:next[.]\d+", name)]

    def _chosen(self, offers: list[Offer]) -> Offer:
        source = self._source
        by_name = {name.split(":")[2]: (message, name) for message, name in offers if name.startswith("skat:")}
        asked = [word for word in by_name if word.startswith(("hold.", "bid."))]
        jumping = [offer for offer in offers if ":jump:" in offer[1]]
        if "pass" in by_name and not (jumping and jumping[0][1].split(":jump:")[1]):
            if asked and source.random() < self._boldness:
                return source.choice([by_name[asked[0]], *jumping])
            return by_name["pass"]
        toggles = [offer for offer in offers if ":discard:" in offer[1]]
        announcements = [word for word in by_name if word.startswith(("announce.", "push."))]
        if announcements and source.random() < 0.9:
            return by_name[source.choice(announcements)]
        if toggles:
            further = [offer for offer in toggles if len(offer[1].rpartition(":")[2]) > 2]
            return source.choice(further or toggles)
        return source.choice(offers)

    async def _press(self, message: Json, name: str) -> None:
        self.clicks += 1
        hand = HAND.search(" ".join(buttons(message)))
        if name in selects(message):
            options = selects(message)[name]["options"]
            await self.guest.choose(message, name, self._source.choice(options[:4])["value"])
        elif hand and re.match(r"skat:\d+-\d+:[A-Z0-9]{2}$", name) and self._source.random() < self._talkative:
            await self._talk(hand[1], message)
        else:
            await self.guest.press(message, name)

    async def _talk(self, deal: str, message: Json) -> None:
        """Claims or gives up, by the menu."""
        menu = await (await self.guest.press(message, f"skat-ui:{deal}:more:")).answer()
        words = [name for name in pressable(menu) if ":sure:" in name]
        if words:
            chosen = self._source.choice(words)
            await self.guest.press(menu, chosen)
            sure = f"skat:{deal}:{chosen.rpartition(':')[2]}"
            asked = self.guest.person.message(menu)
            if sure in pressable(asked):
                await self.guest.press(asked, sure)


def moves_on(name: str) -> bool:
    """Whether a button does a deed or leads to one."""
    return name.startswith("skat:") or re.match(r"skat-ui:\d+-\d+:(discard|hand|jump|back):", name) is not None
