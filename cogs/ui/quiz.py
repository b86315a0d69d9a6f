"""The four questions of the lesson, each with what has to be known for it. Every number is asked of `game`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.texts import Texts
from cogs.ui.cards import NO_EMOJIS, Emojis, label, line, sorted_hand
from cogs.ui.chapters import bases_of, jacks, order_of, points_of_ranks
from cogs.ui.guide_ids import LearnStep
from cogs.ui.phrases import game_name, known_value, tops
from game import thresholds
from game.cards import Card, Suit, card_points, cards
from game.contract import BIDS, TRUMP_GAMES, Game, contract, winner
from game.rules import INTERNATIONAL

POINTS_TRICK: Final = (Card.HA, Card.HT, Card.HK)
TRUMPS_GAME: Final = Game.HEARTS
TRUMPS_TRICK: Final = (Card.HA, Card.DJ, Card.HT)
VALUE_CONTRACT: Final = contract("H")
VALUE_CARDS: Final = cards("CJSJHAHTHKH9CASTSQD8D7C7")
BIDDING_CONTRACT: Final = contract("S")
BIDDING_HAND: Final = cards("CJHJSASTSKS8HADKD9C7")


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer on offer; `token` stands in the button's id, `reply` is what is said to it."""

    token: str
    label: str
    reply: str


@dataclass(frozen=True, slots=True)
class Quiz:
    """`right` is the token of the right choice."""

    told: Sequence[str]
    question: str
    choices: Sequence[Choice]
    right: str


def points(texts: Texts, emojis: Emojis = NO_EMOJIS) -> Quiz:
    """What a trick counts."""
    trick = POINTS_TRICK
    total = card_points(trick)
    without_ten = card_points(card for card in trick if card is not Card.HT)
    doubled_king = total + Card.HK.points
    sum_up = " + ".join(f"{label(card, texts)} {card.points}" for card in trick)
    return Quiz(
        (
            texts("learn.points.cards", points=points_of_ranks(texts)),
            texts(
                "learn.points.total",
                total=thresholds.ALL_POINTS,
                winning=thresholds.WINNING,
                others=thresholds.ALL_POINTS - thresholds.WINNING + 1,
            ),
        ),
        texts("learn.points.question", cards=line(trick, texts, emojis)),
        [
            Choice(
                str(number),
                texts("learn.points.answer", n=number),
                texts("learn.points.right" if number == total else "learn.points.wrong", sum=sum_up, total=total),
            )
            for number in sorted({without_ten, total, doubled_king})
        ],
        str(total),
    )


def trumps(texts: Texts, emojis: Emojis = NO_EMOJIS) -> Quiz:
    """Which card takes a trick."""
    game, trick = TRUMPS_GAME, TRUMPS_TRICK
    best = trick[winner(game, trick)]
    plain = [card for card in Card if card.suit is Suit.SPADES and card not in game.trumps]
    return Quiz(
        (
            texts(
                "learn.trumps.order",
                n=len(game.trumps),
                game=game_name(game, texts),
                cards=line(game.trumps, texts, emojis),
            ),
            texts("learn.trumps.plain", order=order_of(game, texts, plain)),
            texts("learn.trumps.grand", jacks=jacks(texts)),
            texts("learn.trumps.follow"),
        ),
        texts("learn.trumps.question", game=game_name(game, texts), cards=line(trick, texts, emojis)),
        [
            Choice(
                card.name,
                label(card, texts),
                texts("learn.trumps.right" if card is best else "learn.trumps.wrong", card=label(card, texts)),
            )
            for card in trick
        ],
        best.name,
    )


def value(texts: Texts, emojis: Emojis = NO_EMOJIS) -> Quiz:
    """What a game is worth."""
    announced, held = VALUE_CONTRACT, VALUE_CARDS
    run, right = abs(tops(announced.game, held, INTERNATIONAL)), known_value(announced, held, INTERNATIONAL)
    base = announced.game.base
    replies = {
        right: texts("learn.value.right", n=run, level=run + 1, base=base, value=right),
        base * run: texts("learn.value.forgot_game", n=run),
        Game.CLUBS.base * (run + 1): texts("learn.value.other_base", game=game_name(announced.game, texts)),
    }
    return Quiz(
        (
            texts("learn.value.base", bases=texts.listed(bases_of(texts))),
            texts("learn.value.matadors", top=label(Card.CJ, texts)),
            texts("learn.value.level"),
        ),
        texts(
            "learn.value.question",
            game=game_name(announced.game, texts),
            cards=line(sorted_hand(held, announced.game), texts, emojis),
        ),
        [Choice(str(number), str(number), reply) for number, reply in sorted(replies.items())],
        str(right),
    )


def bidding(texts: Texts, emojis: Emojis = NO_EMOJIS) -> Quiz:
    """How far a hand may be bid."""
    announced, held = BIDDING_CONTRACT, BIDDING_HAND
    run, right = abs(tops(announced.game, held, INTERNATIONAL)), known_value(announced, held, INTERNATIONAL)
    base, name = announced.game.base, game_name(announced.game, texts)
    lower, higher = BIDS[BIDS.index(right) - 1], base * (run + 2)
    lowest = min(TRUMP_GAMES, key=lambda game: game.base)
    replies = {
        lower: texts("learn.bidding.lower", bid=lower),
        right: texts("learn.bidding.right", n=run, level=run + 1, game=name, base=base, value=right),
        higher: texts("learn.bidding.higher", bid=higher, game=name),
    }
    return Quiz(
        (
            texts("learn.bidding.what"),
            texts(
                "learn.bidding.lowest",
                bid=BIDS[0],
                game=game_name(lowest, texts),
                base=lowest.base,
                level=BIDS[0] // lowest.base,
            ),
            texts("learn.bidding.next", some=", ".join(map(str, BIDS[:7]))),
        ),
        texts("learn.bidding.question", game=name, cards=line(sorted_hand(held, announced.game), texts, emojis)),
        [Choice(str(number), str(number), reply) for number, reply in sorted(replies.items())],
        str(right),
    )


def quiz(step: LearnStep, texts: Texts, emojis: Emojis = NO_EMOJIS) -> Quiz | None:
    """The quiz of a step; None for a step of the deal."""
    match step:
        case "points":
            return points(texts, emojis)
        case "trumps":
            return trumps(texts, emojis)
        case "value":
            return value(texts, emojis)
        case "bidding":
            return bidding(texts, emojis)
        case _:
            return None
