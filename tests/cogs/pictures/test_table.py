"""The table's picture: every phase can be drawn, what differs in public looks different, nothing hidden shows."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from cogs.pictures import parts
from cogs.pictures.deck import Deck
from cogs.pictures.facts import Facts, Sitter, facts
from cogs.pictures.labels import ENGLISH, GERMAN, labels
from cogs.pictures.palette import indexed
from cogs.pictures.table import draw, table
from game.actions import Action, Claim, Kontra, Pass, Play, Push, Re, TakeSkat
from game.cards import Card
from game.contract import Game
from game.deal import order_of, replay
from game.rules import Rules
from game.series import chair_of
from game.state import SEATS, Finished, Hands, Playing, State
from game.view import Phase, view_for
from tests.cogs.pictures.scenes import SITTERS, TOTALS, contract, states

Wish = Callable[[Action], bool]


def public(state: State, number: int = 0) -> Facts:
    chairs = state.deal.rules.chairs
    return facts(view_for(state, None), SITTERS[:chairs], number, TOTALS[:chairs])


def pixels(seen: Facts, deck: Deck = Deck.FRENCH, language: str = "en") -> bytes:
    return draw(seen, deck, language, labels(language)).tobytes()


INTERNATIONAL = Rules()
GRAND = contract("G")


def middle(rules: Rules = INTERNATIONAL, wish: Wish = GRAND) -> Playing:
    """A state with tricks taken and a card on the table."""
    return next(
        state
        for state in states(rules, 3, wish)
        if isinstance(state, Playing) and len(state.tricks) == 4 and len(state.trick) == 1
    )


SCENES: list[tuple[Rules, Wish, bool]] = [
    (Rules(), contract("NHO"), False),
    (Rules(chairs=4, kontra="any_defender"), lambda act: isinstance(act, Kontra | Re) or contract("NO")(act), False),
    (Rules(chairs=4, kontra="any_defender", kontra_until="own_first_card"), contract("DO"), False),
    (Rules(all_pass="schieberamsch"), lambda act: isinstance(act, Pass | TakeSkat | Push), False),
    (Rules(chairs=4, all_pass="ramsch"), lambda act: isinstance(act, Pass), False),
    (Rules(), lambda act: isinstance(act, Pass), False),
    (Rules(), contract("CHS"), True),
]


@pytest.mark.parametrize("number", range(len(SCENES)))
def test_every_step_of_a_deal_is_a_small_picture_of_its_own(number: int) -> None:
    rules, wish, talk = SCENES[number]
    deck = list(Deck)[number % 3]
    language = ("en", "de")[number % 2]
    before: tuple[Facts, bytes] | None = None
    for state in states(rules, number, wish, talk=talk):
        seen = public(state, number)
        file = table(seen, deck, language, labels(language))
        picture = Image.open(BytesIO(file))
        assert (picture.format, picture.size) == ("PNG", (1000, 600))
        assert len(file) < 80_000
        drawn = pixels(seen, deck, language)
        if before is not None:
            assert (seen == before[0]) == (drawn == before[1]), "a new fact changes the picture, nothing else does"
        before = seen, drawn


def test_random_play_reaches_every_phase() -> None:
    seen = {view_for(state, None).phase for rules, wish, talk in SCENES for state in states(rules, 0, wish, talk=talk)}
    assert seen == set(Phase)


def redealt(state: State) -> State:
    """The same public course with other cards hidden: unplayed cards of two seats are exchanged where that is legal."""
    played = {act.card for _, act in state.moves if isinstance(act, Play)}
    deal = state.deal
    for a in SEATS:
        for b in SEATS[a + 1 :]:
            for one in deal.hands[a]:
                for other in deal.hands[b]:
                    if one in played or other in played:
                        continue
                    hands = [list(hand) for hand in deal.hands]
                    hands[a][hands[a].index(one)] = other
                    hands[b][hands[b].index(other)] = one
                    swapped: Hands = (tuple(hands[0]), tuple(hands[1]), tuple(hands[2]))
                    try:
                        again = replay(order_of(swapped, deal.skat), deal.rules, state.moves)
                    except Exception:  # noqa: BLE001, S112
                        continue
                    if not isinstance(again, Finished) and again.deal.hands != deal.hands:
                        return again
    pytest.fail("no other hands have the same public course")


def test_hidden_cards_do_not_show() -> None:
    for count in (0, 3, 12):
        for wish in (contract("GH"), contract("CH")):
            running = [state for state in states(Rules(), 5, wish) if not isinstance(state, Finished)]
            state = running[min(count, len(running) - 1)]
            other = redealt(state)
            assert other.deal.hands != state.deal.hands
            assert pixels(public(other)) == pixels(public(state))


def test_a_seats_own_view_is_refused() -> None:
    state = middle()
    for seat in SEATS:
        with pytest.raises(ValueError, match="public view"):
            facts(view_for(state, seat), SITTERS[:3], 0, TOTALS[:3])


def test_chairs_and_sitters_must_agree() -> None:
    with pytest.raises(ValueError, match="3 chairs"):
        facts(view_for(middle(), None), SITTERS, 0, TOTALS)


@pytest.mark.parametrize("chairs", [3, 4])
def test_facts_are_those_of_the_view(chairs: int) -> None:
    state = middle(Rules(chairs=4 if chairs == 4 else 3))
    view = view_for(state, None)
    seen = public(state, 5)
    assert [place.chair for place in seen.places if place.dealer] == [5 % chairs]
    assert [place.seat for place in seen.places].count(None) == chairs - 3
    assert view.leader is not None
    lying = {place.chair: place.card for place in seen.places if place.card}
    assert lying == {chair_of(view.leader, 5, chairs): view.trick[0]}
    assert [place.seat for place in seen.places if place.to_move] == [view.turn]
    assert seen.tricks is not None
    assert sum(seen.tricks) == sum(place.tricks for place in seen.places) == 4
    assert {card for _, card in seen.last_trick} == set(view.tricks[-1].cards)
    assert seen.declarer is not None
    assert seen.declarer.seat == view.declarer
    assert seen.skat == ()


def test_everything_that_counts_changes_the_picture() -> None:
    seen = public(middle())
    first = seen.places[0]
    changed = [
        replace(seen, number=6),
        replace(seen, bid=seen.bid + 2),
        replace(seen, kontra=True),
        replace(seen, kontra=True, re=True),
        replace(seen, tricks=(0, 0)),
        replace(seen, winner=None),
        *(
            replace(seen, places=(new, *seen.places[1:]))
            for new in (
                replace(first, sitter=Sitter("Bernd")),
                replace(first, sitter=Sitter("Annegret", computer=True)),
                replace(first, sitter=Sitter("Annegret", away=True)),
                replace(first, dealer=not first.dealer),
                replace(first, to_move=not first.to_move),
                replace(first, declarer=not first.declarer),
                replace(first, total=121),
                replace(first, card=Card.C7 if first.card != Card.C7 else Card.C8),
                replace(first, shown=(Card.C7, Card.H9)),
                replace(first, asks=True),
                replace(first, asks=False),
                replace(first, kontra=True),
            )
        ),
    ]
    drawn = [pixels(each) for each in (seen, *changed)]
    assert len(set(drawn)) == len(drawn)


def test_decks_and_languages_look_different() -> None:
    seen = public(middle(wish=contract("C")))
    drawn = {pixels(seen, deck, language) for deck in Deck for language in ("en", "de")}
    assert len(drawn) == 6


def test_claims_show_the_hand_and_wait_for_the_others() -> None:
    state = next(
        state
        for state in states(Rules(), 4, lambda act: isinstance(act, Claim) or contract("G")(act), talk=True)
        if isinstance(state, Playing) and state.talk.question is not None
    )
    seen = public(state)
    (asking,) = [place for place in seen.places if place.asks]
    assert asking.shown
    assert not asking.to_move
    assert sum(place.to_move for place in seen.places) == 2


def test_labels_name_contracts_by_deck() -> None:
    grand = next(
        view_for(state, None).contract for state in states(Rules(), 3, contract("C")) if view_for(state, None).contract
    )
    assert grand is not None
    assert (ENGLISH.contract(grand, Deck.FRENCH), GERMAN.contract(grand, Deck.GERMAN)) == ("Clubs", "Eichel")


@pytest.mark.parametrize("deck", Deck)
def test_the_file_has_the_colours_of_the_picture(deck: Deck) -> None:
    """Of letters and signs each colour itself; of the whole no pixel far from where it was, and few at all."""
    swatches = Image.new("RGB", (1000, 600))
    inks = [parts.LIGHT, parts.MUTED, parts.GOOD, parts.BAD, parts.GOLD, parts.DARK, parts.FELT]
    for place, ink in enumerate(inks):
        swatches.paste(ink, (100 * place, 0, 100 * place + 100, 600))
    sent = Image.open(BytesIO(indexed(swatches, deck))).convert("RGB")
    for place, ink in enumerate(inks):
        exact = Image.new("RGB", (100, 600), ink)
        shown = sent.crop((100 * place, 0, 100 * place + 100, 600))
        assert max(ImageChops.difference(exact, shown).tobytes()) <= 2, ink
    over = [state for rules, wish, talk in SCENES for state in states(rules, 4, wish, talk=talk)]
    for state in over[::9]:
        seen = public(state)
        drawn = draw(seen, deck, "en", ENGLISH)
        sent = Image.open(BytesIO(table(seen, deck, "en", ENGLISH))).convert("RGB")
        off = ImageChops.difference(drawn, sent)
        # One step in fifty of a channel on average, some four times that in the soft borders of a court card.
        assert max(ImageStat.Stat(off).rms) < 5
        assert max(off.tobytes()) < 60


def test_an_open_hand_lies_in_order() -> None:
    opened = next(
        state
        for state in states(Rules(), 0, contract("CO"))
        if isinstance(state, Playing) and len(state.tricks) == 0 and len(state.trick) == 0
    )
    (shown,) = (place.shown for place in public(opened).places if place.shown)
    trumps = [card for card in shown if card in Game.CLUBS.trumps]
    assert list(shown[: len(trumps)]) == sorted(trumps, key=Game.CLUBS.trumps.index)
    plain = shown[len(trumps) :]
    assert list(plain) == sorted(plain, key=lambda card: (-card.suit.value, -Game.CLUBS.strength(card)))
