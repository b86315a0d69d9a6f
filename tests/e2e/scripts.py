"""Deals that tests know: a seed, an opening in words, and a way to play the cards; computed with `game` alone."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from game.actions import NoKontra, NoRe, Play, from_text, to_text
from game.cards import card_points
from game.deal import apply, legal_actions, new_deal, waiting_for
from game.rules import INTERNATIONAL, Rules
from game.shuffle import shuffled
from game.state import Declared, Finished, Move, Playing, Seat, State
from tests.e2e.launch import seed_of

SEAT_LETTERS = {"F": Seat.FOREHAND, "M": Seat.MIDDLEHAND, "R": Seat.REARHAND}

Style = Callable[[Playing, tuple[Play, ...]], Play]


def dear(state: Playing, plays: tuple[Play, ...]) -> Play:
    """The strongest card."""
    game = state.terms.game
    return max(plays, key=lambda play: (game.strength(play.card), play.card.name))


def cheap(state: Playing, plays: tuple[Play, ...]) -> Play:
    """The card with the fewest points, of those the weakest."""
    game = state.terms.game
    return min(plays, key=lambda play: (card_points((play.card,)), game.strength(play.card), play.card.name))


def winning(state: Playing, plays: tuple[Play, ...]) -> Play:
    """The declarer plays dear, the defenders cheap; in a Null and in a Ramsch all play cheap."""
    terms = state.terms
    alone = isinstance(terms, Declared) and not terms.contract.null and state.turn is terms.declarer
    return dear(state, plays) if alone else cheap(state, plays)


def losing(state: Playing, plays: tuple[Play, ...]) -> Play:
    """The other way round."""
    return cheap(state, plays) if winning(state, plays) is dear(state, plays) else dear(state, plays)


@dataclass(frozen=True, slots=True)
class Script:
    """One deal. `opening`: words such as ``F:pass M:bid.18``, and in the middle of the cards ``3:R:claim``, which is
    done before the card that would be the third; after the opening the cards are played by `style`."""

    seed: int
    opening: str
    style: Style = winning
    rules: Rules = INTERNATIONAL

    def start(self) -> State:
        return new_deal(shuffled(seed_of(self.seed)), self.rules)

    def moves(self) -> tuple[Move, ...]:
        """All moves to the end of the deal. Raises Illegal for an impossible script."""
        return self.end().moves

    def end(self) -> Finished:
        state = self.start()
        for seat, action in self._steps():
            state = apply(state, seat, action)
            if isinstance(state, Finished):
                return state
        raise AssertionError("a script plays its deal to the end")

    def _steps(self) -> Iterator[Move]:
        state = self.start()
        words = [word.split(":") for word in self.opening.split()]
        talk = [(int(at), seat, text) for at, seat, text in (word for word in words if len(word) == 3)]
        plain = [word for word in words if len(word) == 2]
        for letter, text in plain:
            step = SEAT_LETTERS[letter], from_text(text)
            state = apply(state, *step)
            yield step
        cards = 0
        while not isinstance(state, Finished):
            step = self._next(state, talk, cards)
            cards += isinstance(step[1], Play)
            state = apply(state, *step)
            yield step

    def _next(self, state: State, talk: list[tuple[int, str, str]], cards: int) -> Move:
        if talk and talk[0][0] == cards + 1:
            _, letter, word = talk.pop(0)
            seat = SEAT_LETTERS[letter]
            if word in ("accept", "decline"):
                return seat, next(a for a in legal_actions(state, seat) if to_text(a).startswith(word))
            return seat, from_text(word)
        seat = waiting_for(state)[0]
        legal = legal_actions(state, seat)
        if not isinstance(state, Playing):
            return seat, next(action for action in legal if isinstance(action, NoKontra | NoRe))
        plays = tuple(action for action in legal if isinstance(action, Play))
        return seat, self.style(state, plays)
