"""The picture of a replay: every step of every deal can be drawn, and what differs looks different."""

import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from cogs.pictures.deck import Deck
from cogs.pictures.facts import Sitter
from cogs.pictures.labels import ENGLISH, GERMAN, labels
from cogs.pictures.moment import Moment, moment
from cogs.pictures.replay import SIZE, draw, replay
from cogs.pictures.worker import draw as ordered
from game.rules import PUB, Rules
from game.state import SEATS, Finished, Seat
from game.steps import steps
from game.view import view_for
from tests.cogs.pictures.scenes import SITTERS
from tests.e2e.scripts import Script
from tests.e2e.test_kinds import HEARTS, KINDS
from tests.game.random_play import random_deal, random_states


def at(over: Finished, number: int = 0, step: int = 0, marks: dict[Seat, str] | None = None) -> Moment:
    found = steps(over)
    one = found[step]
    chairs = over.deal.rules.chairs
    return moment(
        view_for(over, None), one, one.hands, SITTERS[:chairs], number, last=one is found[-1], marks=marks or {}
    )


def pixels(shown: Moment, deck: Deck = Deck.FRENCH, language: str = "en") -> bytes:
    return draw(shown, deck, language, labels(language)).tobytes()


HEARTS_WON = Script(99, HEARTS).end()


@pytest.mark.parametrize("rules", [PUB, Rules(chairs=4, all_pass="schieberamsch", kontra="any_defender")])
def test_every_step_can_be_drawn(rules: Rules, source: random.Random) -> None:
    for number in range(5):
        over = random_deal(source, rules)
        for step in range(len(steps(over))):
            language = source.choice(["de", "en"])
            picture = draw(at(over, number, step), Deck.FRENCH, language, labels(language))
            assert picture.size == SIZE


def test_every_kind_can_be_ordered() -> None:
    """As the drawing process gets it: pickled, and answered with a small WebP file."""
    for kind in KINDS.values():
        over = Script(kind.seed, kind.opening, kind.style, kind.rules).end()
        order = pickle.loads(pickle.dumps(("replay", at(over, step=-1), "fr", "de")))  # noqa: S301  # our own
        drawn = ordered(order)
        assert Image.open(BytesIO(drawn)).size == SIZE
        assert len(drawn) < 150_000


def variants() -> Iterator[Moment]:
    for step in range(12):
        yield at(HEARTS_WON, step=step)
    yield at(HEARTS_WON, 1, 4)
    yield at(HEARTS_WON, step=4, marks={Seat.REARHAND: "−11"})
    yield at(HEARTS_WON, step=4, marks={Seat.FOREHAND: "−11"})
    yield replace(at(HEARTS_WON, step=4), trick=5)
    four = Script(99, HEARTS, rules=Rules(chairs=4)).end()
    yield at(four, step=4)
    yield at(four, 1, 4)


def test_what_differs_looks_different() -> None:
    drawn = [pixels(shown) for shown in variants()]
    assert len(set(drawn)) == len(drawn)
    assert pixels(at(HEARTS_WON, step=4), Deck.GERMAN) != pixels(at(HEARTS_WON, step=4))
    assert pixels(at(HEARTS_WON, step=4), language="de") != pixels(at(HEARTS_WON, step=4))


def test_what_a_moment_says() -> None:
    shown = at(HEARTS_WON, step=4)
    declarer = shown.declarer
    assert declarer is not None
    assert (declarer.seat, declarer.chair, declarer.points, declarer.won) == (Seat.MIDDLEHAND, 2, 32, True)
    assert [side.place for side in shown.sides] == [2, 0, 1]
    assert [side.card.name if side.card is not None else None for side in shown.sides] == ["HT", "SJ", "C7"]
    assert all(side.card in side.hand for side in shown.sides)
    assert shown.result is None
    assert at(HEARTS_WON, step=-1).result is not None
    assert [side.points for side in at(HEARTS_WON, step=0).sides] == [0, 0, 0]


def test_a_deal_that_runs_is_refused(source: random.Random) -> None:
    over = steps(HEARTS_WON)[0]
    for state in random_states(source, PUB):
        if not isinstance(state, Finished):
            with pytest.raises(ValueError, match="must be over"):
                moment(view_for(state, None), over, over.hands, SITTERS[:3], 0, last=False, marks={})


def test_names_of_any_kind_are_drawn() -> None:
    for name in ("\u202eevil", "👨‍👩‍👧‍👦" * 8, "", "W" * 60):
        sitters = [Sitter(name)] * 3
        one = steps(HEARTS_WON)[4]
        marks: dict[Seat, str] = dict.fromkeys(SEATS, "✗ −120")
        draw(
            moment(view_for(HEARTS_WON, None), one, one.hands, sitters, 99, last=False, marks=marks),
            Deck.FRENCH,
            "de",
            GERMAN,
        )
    assert replay(at(HEARTS_WON), Deck.FRENCH, "en", ENGLISH)[:4] == b"RIFF"
