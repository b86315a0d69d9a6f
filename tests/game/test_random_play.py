"""RULES 1 to 7 and secrecy on whole deals at random, under all pairs of option values, every state checked."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from game import deal as dealing
from game import view as views
from game.actions import Action, Announce
from game.contract import contract
from game.deal import legal_actions
from game.record import disagreements, read, write
from game.rules import INTERNATIONAL, PUB, Rules
from game.state import Declaring, Ending, Finished, Playing, Pushing, Seat, State
from game.view import View
from tests.game.checker import check, check_actions, check_knowledge, check_secrecy
from tests.game.notation import deal, do
from tests.game.pairwise import all_pairs, covering_rules, pairs_of
from tests.game.random_play import random_deal, random_states

PARTS = range(4)


def test_the_rules_cover_all_pairs_of_option_values(source: random.Random) -> None:
    rows = covering_rules(source)
    found = {pair for rules in rows for pair in pairs_of({name: getattr(rules, name) for name in _names()})}
    assert found == all_pairs()
    assert len(rows) < 60


def _names() -> tuple[str, ...]:
    return tuple(Rules.__dataclass_fields__)


@pytest.mark.parametrize("part", PARTS)
def test_every_state_holds_under_all_pairs_of_options(part: int, source: random.Random, deals: int | None) -> None:
    rows = covering_rules(source)[part :: len(PARTS)]
    endings: Counter[Ending] = Counter()
    compared: Counter[str] = Counter()
    for number in range(max(len(rows), (deals or 12 * len(rows) * len(PARTS)) // len(PARTS))):
        rules = rows[number % len(rows)]
        # A third of the deals are passed by all, so that Ramsch comes up often.
        eager = 0.0 if number % 3 == 2 else 0.6
        last = None
        for state in random_states(source, rules, eager=eager, talk=0.01):
            check(state, source)
            compared[type(state).__name__] += check_secrecy(state, source, tries=1)
            last = state
        assert isinstance(last, Finished)
        endings[last.ending] += 1
        assert disagreements(read(write(last, {}))) == []
    assert endings[Ending.PLAYED]
    assert compared["Playing"] > 100
    assert compared["Bidding"] > 20


def test_secrecy_is_compared_in_every_phase(source: random.Random) -> None:
    rules = (
        replace(PUB, kontra_until="own_first_card"),
        replace(PUB, all_pass="schieberamsch"),
        INTERNATIONAL,
    )
    compared: Counter[str] = Counter()
    for number in range(24):
        for state in random_states(source, rules[number % 3], eager=0.0 if number % 2 else 0.7):
            compared[type(state).__name__] += check_secrecy(state, source)
    assert all(compared[phase] for phase in ("Bidding", "Declaring", "Doubling", "Pushing", "Playing")), compared


@pytest.mark.parametrize("rules", ["international", "all_pass=schieberamsch", "matadors=jacks"])
def test_every_announcement_and_push_of_any_two_cards(rules: str, source: random.Random) -> None:
    seen = 0
    while seen < 2:
        for state in random_states(source, Rules.parse(rules), eager=0.0 if "schieber" in rules else 0.8):
            if isinstance(state, Declaring | Pushing) and state.taken:
                check_actions(state, source, full=True)
                seen += 1
                break


def test_claims_and_concessions_come_up(source: random.Random) -> None:
    endings = Counter(random_deal(source, PUB, talk=0.3).ending for _ in range(150))
    assert endings[Ending.CLAIMED]
    assert endings[Ending.CONCEDED]


# The checker itself: a deliberate leak or fault must be found.


def _playing() -> Playing:
    state = do(deal(), "M pass R pass F bid.18 F skat")
    assert isinstance(state, Declaring)
    pair = legal_actions(state, state.turn)[0]
    assert isinstance(pair, Announce)
    after = dealing.apply(state, state.turn, Announce(contract("G"), pair.discards))
    assert isinstance(after, Playing)
    return after


def _leaking(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    honest = views.view_for

    def view_for(state: State, seat: Seat | None) -> View:
        view = honest(state, seat)
        if not isinstance(state, Playing):
            return view
        match leak:
            case "skat to a defender" if seat is Seat.REARHAND:
                return replace(view, put_away=state.terms.skat)
            case "a hand to the board" if seat is None:
                return replace(view, hand=state.hands[0])
            case "a number" if seat is not None:
                return replace(view, moves=view.moves + state.hands[seat.left][0])
            case _:
                return view

    monkeypatch.setattr(views, "view_for", view_for)


@pytest.mark.parametrize("leak", ["skat to a defender", "a hand to the board"])
def test_the_checker_sees_a_leaked_card(monkeypatch: pytest.MonkeyPatch, leak: str, source: random.Random) -> None:
    state = _playing()
    check_knowledge(state)
    _leaking(monkeypatch, leak)
    with pytest.raises(AssertionError, match="sees"):
        check_knowledge(state)
    with pytest.raises(AssertionError, match="depends on hidden cards"):
        check_secrecy(state, source, tries=60)


def test_the_checker_sees_a_leak_without_cards(monkeypatch: pytest.MonkeyPatch, source: random.Random) -> None:
    state = _playing()
    _leaking(monkeypatch, "a number")
    check_knowledge(state)
    with pytest.raises(AssertionError, match="depends on hidden cards"):
        check_secrecy(state, source, tries=60)


def test_the_checker_sees_actions_that_depend_on_the_skat(
    monkeypatch: pytest.MonkeyPatch, source: random.Random
) -> None:
    from game import contract as contracts
    from game import declaring

    def all_seeing(state: Declaring) -> tuple[object, ...]:
        twelve = (*state.deal.hands[state.turn], *state.deal.skat)
        return contracts.offered(twelve if state.taken else twelve[2:], state.bid, jacks_only=False)

    monkeypatch.setattr(declaring, "contracts", all_seeing)
    # Without the club jack at 144 all hangs on the skat.
    state = do(deal("SJ HJ DJ CA CT CK CQ C9 C8 C7", skat="D7 D8"), "M bid.144 F hold.144 M pass R pass")
    with pytest.raises(AssertionError, match="depends on hidden cards"):
        check_secrecy(state, source, tries=200)


def test_the_checker_sees_a_legal_action_that_is_refused(
    monkeypatch: pytest.MonkeyPatch, source: random.Random
) -> None:
    honest = dealing.legal_actions

    def fewer(state: State, seat: Seat) -> tuple[Action, ...]:
        return honest(state, seat)[1:]

    monkeypatch.setattr("tests.game.checker.legal_actions", fewer)
    with pytest.raises(AssertionError):
        check_actions(_playing(), source)


def test_the_checker_sees_a_card_twice() -> None:
    from tests.game.checker import check_cards

    state = _playing()
    double = (*state.hands[1][:-1], state.hands[2][0])
    with pytest.raises(AssertionError, match="missing or twice"):
        check_cards(replace(state, hands=(state.hands[0], double, state.hands[2])))
