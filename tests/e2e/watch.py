"""Everything anybody could see, with the moment at which they saw it, and what was hidden from them then.

The judgement is reckoned here from seed and moves alone: it asks nothing of the program's own views.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from game.actions import Announce, BadAction, Claim, Play, Push, TakeSkat, from_text
from game.cards import DECK, Card, card
from game.deal import new_deal
from game.rules import Rules
from game.series import seat_of
from game.shuffle import shuffled

if TYPE_CHECKING:
    from bot.sandbox.model import Message
    from game.actions import Action
    from tests.e2e.house import House

SUITS = {"♣": "C", "♠": "S", "♥": "H", "♦": "D"}
RANKS = {"10": "T", "B": "J", "D": "Q", "J": "J", "Q": "Q", "A": "A", "K": "K", "9": "9", "8": "8", "7": "7"}
IN_WORDS = re.compile(r"([♣♠♥♦])(10|[AKDQBJ987])(?![A-Za-z])")
IN_EMOJIS = re.compile(r"skat_[a-z_]*?_([cshd][akqjt987])\b", re.IGNORECASE)
IN_IDS = re.compile(r"skat(?:-ui)?:\d+-\d+:(?:(?:discard|sure):)?([A-Za-z0-9.]*)")
IN_LOGS = re.compile(r"\b(?:[CSHD][AKQJT987])+\b")
TITLE = re.compile(r"(?:Spiel|Deal) (\d+) (?:von|of) \d+")
SEED_SHOWN = 16
"""Digits of a seed that would be too many to show."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A message at a moment. `viewer`: the one person who saw it, None for all. `moves`: those of deal `number` that
    were on disk then; `over`: the deals that were finished."""

    viewer: int | None
    text: str
    number: int
    moves: int
    over: int


def cards_in(text: str) -> set[Card]:
    """Every card that a text names, in words, as an emoji or in the id of a button."""
    found = {card(SUITS[suit] + RANKS[rank]) for suit, rank in IN_WORDS.findall(text)}
    found |= {card(name.upper()) for name in IN_EMOJIS.findall(text)}
    for told in IN_IDS.findall(text):
        found |= cards_of(told)
    return found


def cards_of(told: str) -> set[Card]:
    """The cards of an action's text, or of a selection."""
    try:
        action = from_text(told)
    except BadAction:
        pairs = [told[start : start + 2] for start in range(0, len(told), 2)]
        return {one for one in DECK if one.name in pairs}
    match action:
        case Play(played):
            return {played}
        case Announce(_, discards):
            return set(discards)
        case Push(pushed):
            return set(pushed)
        case _:
            return set()


def strings(value: Any) -> list[str]:
    """Every text inside a payload, whatever it is called."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for inner in value.values() for text in strings(inner)]  # pyright: ignore[reportUnknownVariableType]  # JSON
    if isinstance(value, list):
        return [text for inner in value for text in strings(inner)]  # pyright: ignore[reportUnknownVariableType]  # JSON
    return []


@dataclass
class Watch:
    """Looks over everybody's shoulder at one table."""

    house: House
    table: int
    sights: list[Sight] = field(default_factory=list[Sight])

    def begin(self) -> None:
        self.house.sandbox.world.on_message.append(self._message)

    def end(self) -> None:
        self.house.sandbox.world.on_message.remove(self._message)

    def _message(self, message: Message) -> None:
        text = "\n".join((*strings(message.payload), *message.files))
        ((number, moves, over),) = self.house.rows(
            "SELECT d.number, (SELECT count(*) FROM moves m WHERE m.table_id = d.table_id AND m.number = d.number),"
            " (SELECT count(*) FROM deals f WHERE f.table_id = d.table_id AND f.finished_at IS NOT NULL)"
            # The first that is not over: a table may have prepared several.
            " FROM deals d WHERE d.table_id = ? ORDER BY d.finished_at IS NOT NULL,"
            " CASE WHEN d.finished_at IS NULL THEN d.number ELSE -d.number END LIMIT 1",
            self.table,
        )
        self.sights.append(Sight(message.ephemeral_to, text, number, moves, over))

    def leaks(self) -> list[str]:
        """One line for each thing that somebody saw and should not have seen."""
        truth = Truth(self.house, self.table)
        found = [line for sight in self.sights for line in truth.judge(sight)]
        log = self.house.log()
        found += [f"log: {line}" for line in log.splitlines() if IN_LOGS.search(line) or cards_in(line)]
        return found + [f"log: the seed of deal {n}" for n, seed in truth.seeds.items() if seed in log]


class Truth:
    """Who may know what, reckoned from the seeds and moves of the database."""

    def __init__(self, house: House, table: int) -> None:
        ((text,),) = house.rows("SELECT rules FROM tables WHERE id = ?", table)
        self._rules = Rules.parse(text)
        self._people = {
            user: chair for chair, user in house.rows("SELECT chair, user_id FROM chairs WHERE table_id = ?", table)
        }
        self.seeds: dict[int, str] = {}
        self._hands: dict[int, tuple[tuple[Card, ...], ...]] = {}
        self._skats: dict[int, tuple[Card, ...]] = {}
        self._moves: dict[int, list[tuple[int, Action]]] = {}
        for number, seed in house.rows("SELECT number, seed FROM deals WHERE table_id = ?", table):
            self.seeds[number] = seed.hex()[:SEED_SHOWN]
            cuts = house.rows(
                "SELECT text FROM cuts WHERE table_id = ? AND number = ? ORDER BY position", table, number
            )
            dealt = new_deal(shuffled(seed, [cut for (cut,) in cuts]), self._rules).deal
            self._hands[number], self._skats[number] = dealt.hands, dealt.skat
            self._moves[number] = [
                (seat, from_text(move))
                for seat, move in house.rows(
                    "SELECT seat, text FROM moves WHERE table_id = ? AND number = ? ORDER BY move", table, number
                )
            ]

    def judge(self, sight: Sight) -> list[str]:
        whose = "everybody" if sight.viewer is None else f"chair {self._people.get(sight.viewer, 'none')}"
        found = [
            f"{whose} saw the seed of deal {number} before its end"
            for number, seed in self.seeds.items()
            if number >= sight.over and seed in sight.text
        ]
        title = TITLE.search(sight.text)
        number = int(title[1]) - 1 if title else sight.number
        if number < sight.over:
            return found
        seen = cards_in(sight.text)
        if title is None and number > 0 and sight.moves == 0:
            # The last trick of the deal before may still be looked at.
            return found
        hidden = seen - self._known(number, sight)
        if hidden:
            names = " ".join(sorted(one.name for one in hidden))
            found.append(f"{whose} saw {names} in deal {number} after {sight.moves} moves: {sight.text[:300]!r}")
        return found

    def _known(self, number: int, sight: Sight) -> set[Card]:
        """The cards that the viewer may know after the moves made by then."""
        chair = self._people.get(sight.viewer) if sight.viewer is not None else None
        seat = seat_of(chair, number, self._rules.chairs) if chair is not None else None
        moves = self._moves[number][: sight.moves]
        known: set[Card] = set() if seat is None else set(self._hands[number][seat])
        skat = self._skats[number]
        for who, action in moves:
            match action:
                case Play(played):
                    known.add(played)
                case TakeSkat() if who == seat:
                    known |= set(skat)
                case Push(pushed) if pushed:
                    skat = pushed
                case Claim():
                    known |= self._held(number, who, moves)
                case Announce(contract) if contract.ouvert:
                    known |= self._held(number, who, moves)
                case _:
                    pass
        return known

    def _held(self, number: int, seat: int, moves: list[tuple[int, Action]]) -> set[Card]:
        """The hand that a seat has laid open: dealt, with the skat if taken, less what was put away."""
        held, skat = set(self._hands[number][seat]), self._skats[number]
        for who, action in moves:
            match action:
                case TakeSkat() if who == seat:
                    held |= set(skat)
                case Announce(_, discards) if who == seat:
                    held -= set(discards)
                case Push(pushed) if pushed:
                    held -= set(pushed)
                    skat = pushed
                case _:
                    pass
        return held
