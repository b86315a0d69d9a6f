"""Looks at every version of every message the moment it is shown: nothing may be seen that is not on disk by then."""

import re
from typing import Any, Final

from bot.sandbox.model import Message
from game.cards import card
from game.series import seat_of
from game.state import Playing
from game.view import view_for
from tests.faults.disk import DealOnDisk
from tests.faults.party import components
from tests.faults.rig import Rig

_CARD_BUTTON: Final = re.compile(r"skat:(\d+)-(\d+):([CSHD][JA0-9TKQ]{1,2})$")
_DEAL: Final = re.compile(r"skat(?:-ui)?:(\d+)-(\d+):")
_SUITS: Final = {"♣": "C", "♠": "S", "♥": "H", "♦": "D"}
_RANKS: Final = {"B": "J", "D": "Q", "10": "T"}
_PUBLIC_CARD: Final = re.compile(r"([♣♠♥♦])(10|[789BDKA])(?!\w)")


class Witness:
    """`faults` lists what was shown too early; `looks` counts what was looked at."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self.faults: list[str] = []
        self.looks = 0
        rig.sandbox.world.on_message.append(self._see)

    def _see(self, message: Message) -> None:
        shown: dict[str, Any] = message.payload
        if message.author_id != self._rig.sandbox.world.bot.id:
            return
        ids = [part["custom_id"] for part in components(shown) if "custom_id" in part]
        found = next(filter(None, map(_DEAL.match, ids)), None)
        if found is None:
            return
        deal = self._rig.disk.newest_deal(int(found[1]))
        if deal is None or deal.number < int(found[2]):
            self.faults.append(f"deal {found[1]}-{found[2]} was shown before it was on disk")
        elif deal.number == int(found[2]):
            self.looks += 1
            if message.ephemeral_to is not None:
                discarding = any(":discard:" in one for one in ids)
                self._hand(deal, message.ephemeral_to, {m[3] for m in map(_CARD_BUTTON.match, ids) if m}, discarding)
            else:
                self._board(deal, "\n".join(part["content"] for part in components(shown) if part["type"] == 10))

    def _hand(self, deal: DealOnDisk, user: int, cards: set[str], discarding: bool) -> None:
        rows = self._rig.disk.rows("SELECT chair, user_id FROM chairs WHERE table_id = ?", deal.table)
        chairs = {int(str(chair)): who for chair, who in rows}
        (chair,) = (chair for chair, who in chairs.items() if who == user)
        seat = seat_of(chair, deal.number, len(chairs))
        assert seat is not None
        hands = [{str(held) for held in view_for(state, seat).hand} for state in deal.states]
        # With two discards chosen, the other ten are shown as cards.
        if cards and not any(cards < hand if discarding else cards == hand for hand in hands):
            self.faults.append(f"a hand after {len(deal.moves)} moves: {sorted(cards)}")

    def _board(self, deal: DealOnDisk, text: str) -> None:
        if not isinstance(deal.state, Playing):
            return
        told = {card(_SUITS[m[1]] + _RANKS.get(m[2], m[2])) for m in _PUBLIC_CARD.finditer(text)}
        played = {card(move) for _, move in deal.moves if len(move) == 2}
        if told - played:
            self.faults.append(f"a board after {len(deal.moves)} moves: {told - played}")
