"""A deal as one seat is told of it: rebuilds the seat's View without knowing any card the seat does not know.

The unknown cards are dealt anyhow, in agreement with everything seen, the deal is replayed, and the seat's view of it
taken. A view has no field for what is hidden, so it does not matter how they were dealt.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Final

from game.actions import (
    Action,
    Announce,
    BadAction,
    Bid,
    Hold,
    Pass,
    Play,
    Push,
    TakeSkat,
    from_text,
)
from game.cards import DECK, JACKS, Card, cards
from game.computer.knowledge import SKAT, Knowledge, Place
from game.computer.masks import BIT_OF, LAYOUTS, cards_of, mask_of
from game.computer.sampler import Sampler, World
from game.contract import GROUPS, Contract, Game, contract
from game.deal import apply, new_deal, order_of
from game.illegal import Illegal, Reason
from game.rules import Rules
from game.state import SEATS, Hand, Hands, Seat, State, without
from game.view import View, view_for

_TOLERATED: Final = (Reason.IMPOSSIBLE_CONTRACT, Reason.NULL_BELOW_BID)
"""Whether another seat's contract was possible depends on cards that are not known."""

_TRIES: Final = 10_000


class BadMove(ValueError):
    """A told move that cannot be; the message says why."""


@dataclass
class Seatside:
    """What one seat was told so far."""

    seat: Seat
    rules: Rules
    _hand: Hand = ()
    _steps: list[tuple[Seat, Action]] = field(default_factory=list[tuple[Seat, Action]])
    _taken: dict[Seat, Hand] = field(default_factory=dict[Seat, Hand])
    _shown: dict[Seat, Hand] = field(default_factory=dict[Seat, Hand])

    def take_hand(self, text: str) -> None:
        """The seat's ten cards. Raises BadMove."""
        hand = _cards(text)
        if len(set(hand)) != 10:
            raise BadMove("a hand has ten different cards")
        self._hand = tuple(sorted(hand))

    def told(self, who: str, tokens: list[str]) -> None:
        """One move. Raises BadMove; nothing was changed then."""
        if not self._hand:
            raise BadMove("no cards yet; send hand first")
        text = ".".join(tokens)
        if who == "w":
            skat = tuple(sorted(_cards(text)))
            if len(skat) != 2 or not self._steps or not isinstance(self._steps[-1][1], TakeSkat):
                raise BadMove("two cards are told after this seat took the skat")
            self._taken[self.seat] = skat
            return
        if who not in ("0", "1", "2"):
            raise BadMove("who moves is 0, 1, 2 or w")
        seat = SEATS[int(who)]
        before = len(self._steps), dict(self._shown)
        action = self._action(seat, text)
        if action is None:
            return
        self._steps.append((seat, action))
        try:
            # A step whose cards are told afterwards is looked at then.
            if not (isinstance(action, TakeSkat) and seat == self.seat):
                self._state()
        except (Illegal, ValueError, KeyError) as error:
            del self._steps[before[0] :]
            self._shown = before[1]
            reason = error.reason.value if isinstance(error, Illegal) else "it does not fit what was told before"
            raise BadMove(f"this move cannot be: {reason}") from None

    def view(self) -> View:
        """The seat's view now. Raises BadMove."""
        if not self._hand:
            raise BadMove("no cards yet; send hand first")
        try:
            return view_for(self._state(), self.seat)
        except (Illegal, ValueError, KeyError):
            raise BadMove("the moves told so far do not fit together") from None

    def _action(self, seat: Seat, text: str) -> Action | None:
        try:
            match text:
                case "p":
                    return Pass()
                case "s":
                    return TakeSkat()
                case "y":
                    return Hold(max((act.value for _, act in self._steps if isinstance(act, Bid)), default=0))
                case _ if text.isdecimal():
                    return Bid(int(text))
                case _ if text == "SC" or text.startswith("SC."):
                    return self._show(seat, text[3:])
                case _:
                    pass
            head = text.split(".", maxsplit=1)[0]
            if head[0] in "CSHDGN" and (len(head) == 1 or set(head[1:]) <= set("HSZO")):
                return self._announcement(seat, contract(head), _cards(text[len(head) :]))
            return from_text(text)
        except (BadAction, ValueError, IndexError):
            raise BadMove(f"unknown token {text[:30]!r}") from None

    def _show(self, seat: Seat, text: str) -> None:
        if text:
            self._shown[seat] = _cards(text)

    def _announcement(self, seat: Seat, announced: Contract, named: Hand) -> Announce:
        if len(named) in (10, 12):
            self._shown[seat] = named[-10:]
            named = named[:-10]
        if announced.hand or seat == self.seat:
            return Announce(announced, named)
        # Another's discards are not known; two cards stand for them until the deal is made up.
        return Announce(announced, (Card.C7, Card.C8))

    def _game(self) -> Game:
        announced = [act.contract.game for _, act in self._steps if isinstance(act, Announce)]
        return announced[0] if announced else Game.RAMSCH

    def _final(self) -> tuple[Hands, Hand]:
        """Ten cards of each seat as played with and the skat at the end, made up where they are not known."""
        game = self._game()
        bits, groups = BIT_OF[game], GROUPS[game]
        fixed, never = [0, 0, 0, 0], [0, 0, 0, 0]
        trick: list[tuple[Seat, Card]] = []
        for seat, action in self._steps:
            if not isinstance(action, Play):
                continue
            fixed[seat] |= bits[action.card]
            trick = trick if len(trick) < 3 else []
            if trick and groups[action.card] != groups[trick[0][1]]:
                never[seat] |= mask_of(game, [one for one in DECK if groups[one] == groups[trick[0][1]]])
            trick.append((seat, action.card))
        for seat, hand in self._shown.items():
            fixed[seat] |= mask_of(game, hand)
        own, away = self._own()
        fixed[self.seat] = mask_of(game, own)
        declared = any(isinstance(action, Announce) for _, action in self._steps)
        mine = self.seat in {seat for seat, action in self._steps if isinstance(action, Announce)}
        pushers = [(seat, action) for seat, action in self._steps if isinstance(action, Push)]
        looked_later = any(self._looked(seat) for seat, _ in pushers if seat > self.seat)
        if (declared and mine) or (not declared and away and not looked_later):
            fixed[SKAT] = mask_of(game, away)
        elif not away and self.seat in self._taken:
            # What was picked up and not yet laid away lies nowhere else.
            fixed[SKAT] = mask_of(game, self._taken[self.seat])
        elif any(self._looked(seat) for seat, _ in pushers):
            never[SKAT] = mask_of(game, JACKS)
        unseen = 0xFFFFFFFF & ~(fixed[0] | fixed[1] | fixed[2] | fixed[3])
        sizes = (10, 10, 10, 2)
        places = tuple(
            Place(n, sizes[n] - fixed[n].bit_count(), never[n]) for n in range(4) if sizes[n] > fixed[n].bit_count()
        )
        known = Knowledge(
            game, LAYOUTS[game], self.seat, SEATS[0], (), (fixed[0], fixed[1], fixed[2], fixed[3]), unseen, places,
            (0, 0, 0), (0, 0, 0), (0, 0, 0),
        )  # fmt: skip
        # Cards pushed on can only have got to those who looked at the skat later.
        world = self._drawn(known, mask_of(game, away) if not declared else 0)
        hands = [tuple(sorted(cards_of(game, mask))) for mask in world]
        return (hands[0], hands[1], hands[2]), hands[3]

    def _drawn(self, known: Knowledge, away: int) -> World:
        sampler = Sampler(known)
        source = Random(0)
        closed = [seat for seat in SEATS if seat <= self.seat or not self._looked(seat)]
        for _ in range(_TRIES):
            world = sampler.draw(source)
            if not any(world[seat] & away for seat in closed):
                return world
        raise ValueError("no deal agrees with the pushes")

    def _looked(self, seat: Seat) -> bool:
        return any(who == seat and isinstance(action, TakeSkat) for who, action in self._steps)

    def _own(self) -> tuple[Hand, Hand]:
        """The seat's ten cards as played with, and what it laid away or pushed on."""
        away: Hand = ()
        for seat, action in self._steps:
            if seat == self.seat:
                match action:
                    case Announce(_, named) | Push(named):
                        away = named
                    case _:
                        pass
        held = self._hand + self._taken.get(self.seat, ())
        return (tuple(sorted(without(held, away))) if away else self._hand), away

    def _state(self) -> State:
        hands, skat = self._final()
        dealt, laid, steps = [*hands], skat, [*self._steps]
        dealt[self.seat] = self._hand
        if any(isinstance(action, Bid) for _, action in steps):
            # Another declarer is made to lay away what he picked up.
            steps = [(seat, self._laid_away(seat, action, skat)) for seat, action in steps]
            if self.seat in self._taken:
                laid = self._taken[self.seat]
                dealt = self._around(dealt, laid)
        elif any(isinstance(action, TakeSkat | Push) for _, action in steps):
            dealt, laid, steps = self._pushed(hands, skat)
        state: State = new_deal(order_of((dealt[0], dealt[1], dealt[2]), tuple(sorted(laid))), self.rules)
        for seat, action in steps:
            state = apply(state, seat, action, tolerate=_TOLERATED)
        return state

    def _laid_away(self, seat: Seat, action: Action, skat: Hand) -> Action:
        if isinstance(action, Announce) and not action.contract.hand and seat != self.seat:
            return Announce(action.contract, (skat[0], skat[1]))
        return action

    def _around(self, dealt: list[Hand], laid: Hand) -> list[Hand]:
        """Hands of which none holds a card of the skat as it was dealt."""
        used = set(self._hand) | set(laid)
        found = [without(hand, tuple(used)) if seat != self.seat else hand for seat, hand in enumerate(dealt)]
        spare = [card for card in DECK if card not in used and not any(card in hand for hand in found)]
        for seat in range(3):
            while len(found[seat]) < 10:
                found[seat] = (*found[seat], spare.pop())
        return [tuple(sorted(hand)) for hand in found]

    def _pushed(self, hands: Hands, skat: Hand) -> tuple[list[Hand], Hand, list[tuple[Seat, Action]]]:
        """A Schieberamsch made up backwards from the hands as played with: hands and skat as dealt, and the steps."""
        pushes = {seat: action for seat, action in self._steps if isinstance(action, Push)}
        lying = self._first_skat(hands, skat, pushes)
        laid = lying
        dealt = list(hands)
        replaced: dict[Seat, Push] = {}
        for seat in SEATS:
            # Whoever has looked and not pushed on yet is made up as if they had.
            if not self._looked(seat) or seat == self.seat:
                lying = self._own()[1] or lying if seat == self.seat and self._looked(seat) else lying
                continue
            out = self._out(seat, hands, skat, lying)
            replaced[seat] = Push(out)
            dealt[seat] = tuple(sorted(without(hands[seat] + out, lying)))
            lying = out
        steps: list[tuple[Seat, Action]] = [
            (seat, replaced.get(seat, action) if isinstance(action, Push) else action) for seat, action in self._steps
        ]
        dealt[self.seat] = self._hand
        return dealt, laid, steps

    def _first_skat(self, hands: Hands, skat: Hand, pushes: dict[Seat, Push]) -> Hand:
        if self.seat in self._taken:
            return self._taken[self.seat]
        looked = [seat for seat in pushes if self._looked(seat)]
        if not looked:
            return skat
        return self._out(looked[0], hands, skat, ())

    def _out(self, seat: Seat, hands: Hands, skat: Hand, lying: Hand) -> Hand:
        """What a seat that took `lying` pushed on: what it did not keep, filled up with what lies behind it."""
        if self.seat in self._taken and self.seat > seat:
            return self._taken[self.seat]
        after = [one for one in (*SEATS[seat + 1 :],) if self._looked(one)]
        if not after:
            return skat
        out = [card for card in lying if card not in hands[seat]]
        behind = [*skat, *(card for one in after for card in hands[one])]
        out += [card for card in behind if card not in JACKS and card not in out]
        return tuple(sorted(out[:2]))


def _cards(text: str) -> Hand:
    try:
        return cards(text)
    except ValueError as error:
        raise BadMove(str(error)) from None
