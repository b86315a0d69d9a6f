"""The deal of the lesson: each page shows one decision; a card or an answer that is no good idea is talked about.

What happened is replayed from the cards in the id. What may be played, who takes a trick and what a game is worth is
asked of `game`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.texts import Texts
from cogs.ui.cards import Emojis, label, line, sorted_hand
from cogs.ui.explain import value_sentence
from cogs.ui.guide_ids import LearnId
from cogs.ui.layout import CARDS_IN_A_ROW, MAIN, Block, button, rows
from cogs.ui.look import Look
from cogs.ui.phrases import contract_name, game_name, group_name, known_value
from cogs.ui.scene import Chair, Scene
from game import guided
from game.actions import PLAYS, Announce, Hold, Play, from_text, to_text
from game.cards import Card, card_points, cards_text
from game.contract import TRUMP_GAMES, TRUMP_GROUP, Contract, Game
from game.guided import CONTRACT, DISCARDS, LEARNER, PAIRS, Stage
from game.illegal import Illegal, Reason
from game.rules import INTERNATIONAL
from game.scoring import GameResult
from game.series import Series
from game.state import Finished, Playing, Seat, State, Trick
from game.view import View, view_for

BID: Final = Hold(18)


class NoLesson(ValueError):
    """An id that no page of the lesson writes."""


@dataclass(frozen=True, slots=True)
class DealPage:
    lines: Sequence[str]
    blocks: Sequence[Block] = field(default_factory=list[Block])
    over: bool = False


def page(wanted: LearnId, texts: Texts, emojis: Emojis) -> DealPage:
    """The page of a step of the deal. Raises NoLesson."""
    teacher = _Teacher(texts, emojis)
    steps: dict[str, Callable[[str], DealPage]] = {
        "auction": teacher.auction,
        "skat": teacher.skat,
        "discard": teacher.discard,
        "contract": teacher.contract,
    }
    if wanted.step == "play":
        return teacher.play(wanted.path, wanted.tried)
    if wanted.path or wanted.step not in steps:
        raise NoLesson
    return steps[wanted.step](wanted.tried)


@dataclass(frozen=True, slots=True)
class _Teacher:
    texts: Texts
    emojis: Emojis

    def _hand(self, view: View) -> str:
        hand = line(sorted_hand(view.hand, view.game or CONTRACT.game), self.texts, self.emojis)
        return self.texts("learn.deal.hand", cards=hand)

    def _value(self, game: Contract, view: View) -> int:
        return known_value(game, (*view.hand, *view.put_away), INTERNATIONAL)

    def _seat(self, seat: Seat) -> str:
        return self.texts("learn.deal.you") if seat == LEARNER else self.texts(f"seat.{seat.name.lower()}")

    # Before the cards

    def auction(self, tried: str) -> DealPage:
        texts, view = self.texts, view_for(guided.before_cards(Stage.AUCTION), LEARNER)
        value = self._value(CONTRACT, view)
        if tried == to_text(BID):
            return self.skat("", texts("learn.auction.right", bid=BID.value, value=value))
        if tried not in ("", "pass"):
            raise NoLesson
        game = game_name(CONTRACT.game, texts)
        return DealPage(
            [
                texts("learn.auction.about"),
                self._hand(view),
                texts("learn.auction.question", name=self._seat(Seat.MIDDLEHAND), bid=view.bid),
                _again(texts("learn.auction.pass", game=game, value=value, bid=view.bid)) if tried else "",
            ],
            rows(
                [
                    button(texts("bid.hold", value=BID.value), LearnId("auction", (), to_text(BID)), style=MAIN),
                    button(texts("bid.pass"), LearnId("auction", (), "pass"), style=MAIN),
                ]
            ),
        )

    def skat(self, tried: str, praise: str = "") -> DealPage:
        texts, view = self.texts, view_for(guided.before_cards(Stage.SKAT), LEARNER)
        if tried == "skat":
            return self.discard("")
        if tried not in ("", "hand"):
            raise NoLesson
        hand_game = Contract(CONTRACT.game, hand=True)
        about = texts("learn.skat.hand", contract=contract_name(hand_game, texts), value=self._value(hand_game, view))
        return DealPage(
            [
                _well(praise),
                self._hand(view),
                texts("learn.skat.question"),
                _again(about) if tried else "",
            ],
            rows(
                [
                    button(texts("skat.take"), LearnId("skat", (), "skat"), style=MAIN),
                    button(texts("learn.skat.leave"), LearnId("skat", (), "hand"), style=MAIN),
                ]
            ),
        )

    def discard(self, tried: str) -> DealPage:
        texts, view = self.texts, view_for(guided.before_cards(Stage.DISCARD), LEARNER)
        if tried == cards_text(DISCARDS):
            return self.contract("", texts("learn.discard.right", n=card_points(DISCARDS), cards=line(DISCARDS, texts)))
        if tried not in ("", *map(cards_text, PAIRS)):
            raise NoLesson
        return DealPage(
            [
                _well(texts("learn.discard.taken", cards=line(view.picked_up, texts, self.emojis)))
                if not tried
                else "",
                self._hand(view),
                texts("learn.discard.question"),
                _again(self._discard_reply(tried)) if tried else "",
            ],
            rows(
                [button(line(pair, texts), LearnId("discard", (), cards_text(pair)), style=MAIN) for pair in PAIRS],
                2,
            ),
        )

    def _discard_reply(self, tried: str) -> str:
        texts = self.texts
        pair = next(pair for pair in PAIRS if cards_text(pair) == tried)
        trump = next((card for card in pair if CONTRACT.game.group(card) == TRUMP_GROUP), None)
        if trump is not None:
            return texts("learn.discard.trump", card=label(trump, texts))
        ten = next((card for card in pair if card.points == Card.CT.points), None)
        if ten is not None:
            return texts("learn.discard.ten", card=label(ten, texts), n=ten.points)
        kept = max(DISCARDS, key=lambda card: card.points)
        return texts("learn.discard.lone_ten", card=label(kept, texts), n=kept.points)

    def contract(self, tried: str, praise: str = "") -> DealPage:
        texts, state = self.texts, guided.before_cards(Stage.DISCARD)
        view = view_for(state, LEARNER)
        if tried == CONTRACT.game.value:
            return self.play((), "", texts("learn.contract.right", n=_trumps(CONTRACT.game, view)))
        if tried not in ("", *(game.value for game in TRUMP_GAMES)):
            raise NoLesson
        left = tuple(card for card in view.hand if card not in DISCARDS)
        return DealPage(
            [
                _well(praise),
                texts("learn.deal.hand", cards=line(sorted_hand(left, CONTRACT.game), texts, self.emojis)),
                texts("learn.contract.question"),
                _again(self._contract_reply(Game(tried), view)) if tried else "",
            ],
            rows(
                [
                    button(
                        texts(
                            "discard.contract",
                            contract=game_name(game, texts),
                            value=known_value(Contract(game), view.hand, INTERNATIONAL),
                        ),
                        LearnId("contract", (), game.value),
                        style=MAIN,
                        enabled=Announce(Contract(game), DISCARDS) in view.legal,
                    )
                    for game in TRUMP_GAMES
                ],
                3,
            ),
        )

    def _contract_reply(self, game: Game, view: View) -> str:
        texts = self.texts
        have, best = _trumps(game, view), _trumps(CONTRACT.game, view)
        names = {"game": game_name(game, texts), "better": game_name(CONTRACT.game, texts)}
        if game is Game.GRAND:
            return texts("learn.contract.grand", value=known_value(Contract(game), view.hand, INTERNATIONAL), **names)
        if have < best:
            return texts("learn.contract.fewer", n=have, best=best, **names)
        value, more = (known_value(one, view.hand, INTERNATIONAL) for one in (Contract(game), CONTRACT))
        return texts("learn.contract.cheaper", n=have, value=value, more=more, **names)

    # Tricks

    def play(self, path: tuple[Card, ...], tried: str, praise: str = "") -> DealPage:
        try:
            state = guided.after(path)
            if tried:
                return self._tried(state, path, tried)
        except (Illegal, ValueError):
            raise NoLesson from None
        return self._position(state, path, [_well(praise), *self._last(state)])

    def _tried(self, state: State, path: tuple[Card, ...], tried: str) -> DealPage:
        action = from_text(tried)
        if not isinstance(state, Playing) or not isinstance(action, Play):
            raise NoLesson
        card = action.card
        if guided.why_not(state, action) is None and card in guided.advice(state).cards:
            return self.play((*path, card), "")
        return self._position(state, path, self._last(state), self._reply(state, card), tried=card)

    def _reply(self, state: Playing, card: Card) -> str:
        """Why a card cannot be played, or what would come of it and what is better."""
        texts = self.texts
        match guided.why_not(state, PLAYS[card]):
            case None:
                pass
            case Reason.MUST_FOLLOW:
                suit = group_name(state.terms.game, state.trick[0], texts)
                return texts("learn.play.must_follow", card=label(card, texts), suit=suit)
            case reason:
                return texts(f"reason.{reason.value}")
        trick = guided.trick_with(state, card)
        taken = "learn.play.yours" if trick.winner == LEARNER else "learn.play.theirs"
        outcome = texts(taken, card=label(card, texts), name=self._seat(trick.winner), n=card_points(trick.cards))
        return outcome + " " + texts(f"learn.idea.{guided.advice(state).idea.value}")

    def _last(self, state: State) -> list[str]:
        """The trick before, and how the points stand."""
        if not isinstance(state, Playing | Finished) or not state.tricks:
            return []
        trick = state.tricks[-1]
        own = card_points(DISCARDS) + sum(card_points(one.cards) for one in state.tricks if one.winner == LEARNER)
        lost = sum(card_points(one.cards) for one in state.tricks if one.winner != LEARNER)
        return [
            self.texts("learn.play.last", number=len(state.tricks), cards=self._told(trick.leader, trick.cards))
            + " "
            + self._taken(trick),
            self.texts("learn.play.points", own=own, others=lost),
        ]

    def _taken(self, trick: Trick) -> str:
        key = "learn.play.took" if trick.winner == LEARNER else "learn.play.lost"
        return self.texts(key, name=self._seat(trick.winner), n=card_points(trick.cards))

    def _told(self, leader: Seat, several: tuple[Card, ...]) -> str:
        return " · ".join(
            f"{self._seat(Seat((leader + place) % 3))} {line((card,), self.texts, self.emojis)}"
            for place, card in enumerate(several)
        )

    def _position(
        self, state: State, path: tuple[Card, ...], before: list[str], reply: str = "", *, tried: Card | None = None
    ) -> DealPage:
        """The learner's next card; `reply` is what is said about the card `tried`."""
        texts = self.texts
        if isinstance(state, Finished):
            return self._end(state, before)
        assert isinstance(state, Playing)
        view = view_for(state, LEARNER)
        leader = view.leader
        assert leader is not None
        number = len(view.tricks) + 1
        task = (
            texts("learn.play.follow", number=number, cards=self._told(leader, view.trick))
            if view.trick
            else texts("learn.play.lead", number=number)
        )
        return DealPage(
            [*before, task, _again(reply) if reply else ""],
            rows(
                [
                    button(
                        label(card, texts),
                        LearnId("play", path, card.name),
                        style=MAIN,
                        enabled=card is not tried,
                        emoji=self.emojis.get(card),
                    )
                    for card in sorted_hand(view.hand, view.game)
                ],
                CARDS_IN_A_ROW,
            ),
        )

    def _end(self, state: Finished, before: list[str]) -> DealPage:
        texts, view = self.texts, view_for(state, None)
        assert view.hidden is not None
        result = view.hidden.result
        assert isinstance(result, GameResult)
        look = Look(_SCENE, view, texts, self.emojis)
        value = value_sentence(look, result)
        return DealPage(
            [
                *before,
                texts("learn.end.won" if result.won else "learn.end.lost", points=result.points),
                texts("learn.end.value", value=value[:1].upper() + value[1:]),
                texts("learn.end.score" if result.won else "learn.end.minus", score=texts.signed(result.score)),
                texts("learn.end.next"),
            ],
            rows(
                [
                    button(texts("learn.end.again"), LearnId("auction")),
                    button(texts("learn.end.start"), LearnId("points")),
                ]
            ),
            over=True,
        )


_SCENE: Final = Scene(
    table=1,
    rules=INTERNATIONAL,
    chairs=(Chair(taken=True), Chair(taken=True, level="club"), Chair(taken=True, level="club")),
    series=Series(INTERNATIONAL),
)
"""Nobody's table: what a value sentence is told at."""


def _trumps(game: Game, view: View) -> int:
    """How many trumps are left once the two cards are away."""
    return sum(game.group(card) == TRUMP_GROUP for card in view.hand if card not in DISCARDS)


def _again(reply: str) -> str:
    return f"↩️ {reply}"


def _well(praise: str) -> str:
    return f"✅ {praise}" if praise else ""
