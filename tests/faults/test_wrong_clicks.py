"""Every reason why a move is refused, reached by one wrong click: a private, kind answer in the person's language."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING

import game.table
from game.actions import Pass, from_text
from game.illegal import Reason
from game.rules import Rules
from game.state import SEATS
from tests.faults.doorway import CHANNEL, GUILD, TEXTS, USERS, Doorway, to_move
from tests.faults.test_races import store
from tests.game.notation import F, M, deal, moves
from tests.game.test_refusals import CASES, DECLARED, HAND, Refused

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    import pytest

    from bot.store import Store
    from game.actions import Action
    from game.cards import Card
    from game.table import Table

__all__ = ["store"]

LANGUAGES = ("en-US", "de")
BEYOND_CLICKS = {
    Reason.DEAL_OVER: "the click belongs to another deal than the one that is prepared",
    Reason.CLAIM_WITHOUT_CARDS: "the last card of a hand ends the deal or is followed by others at once",
}
"""What the rules refuse but the door answers before they are asked."""

AGAIN = (
    # A click that only repeats one's last move is no fault; after another move it is a second claim, a second offer.
    Refused(Reason.CLAIM_TWICE, f"{DECLARED} F claim M decline.6 F CA", F, "claim"),
    Refused(Reason.CONCEDE_TWICE, f"{DECLARED} F CA M concede R decline.7 M C8", M, "concede"),
)
REACHED = [case for case in (*CASES, *AGAIN) if case.reason not in BEYOND_CLICKS]


def wordings(reason: Reason, language: str) -> list[re.Pattern[str]]:
    """The texts of a reason, with whatever they name left open."""
    forms = TEXTS.of(language).catalogue.forms
    keys = [key for key in (f"reason.{reason.value}", f"refused.{reason.value}") if key in forms]
    return [re.compile(re.sub(r"\\\{[a-z]+\\\}", ".+?", re.escape(forms[key][0]))) for key in keys]


def test_each_reason_has_words_of_its_own_in_each_language() -> None:
    for language in LANGUAGES:
        told = [one.pattern for reason in Reason for one in wordings(reason, language)]
        assert len(told) == len(set(told)) >= len(Reason)
    english, german = ({one.pattern for reason in Reason for one in wordings(reason, each)} for each in LANGUAGES)
    assert not english & german


async def test_every_reason_is_told_after_one_wrong_click(
    store: Store, source: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    orders: list[tuple[Card, ...]] = []

    def chosen(_seed: bytes, _cuts: Sequence[str]) -> tuple[Card, ...]:
        return orders[-1]

    monkeypatch.setattr(game.table, "shuffled", chosen)
    told: dict[str, set[Reason]] = {language: set() for language in LANGUAGES}
    async with Doorway(store, source) as door:
        for number, case in enumerate(REACHED):
            rules = Rules.parse(case.rules)
            orders.append(deal(HAND, "C8 CK", "C9 CQ", "C7 S7", rules).deal.order)
            for place, language in enumerate(LANGUAGES):
                answer = await wrong_click(door, case, rules, CHANNEL + 2 * number + place, language)
                if answer is None:
                    continue
                assert any(words.search(answer) for words in wordings(case.reason, language)), (case, language, answer)
                assert "skat-ui:" in answer, "the hand comes with it, so that the next click is the right one"
                told[language].add(case.reason)
    assert told == {language: set(Reason) - set(BEYOND_CLICKS) for language in LANGUAGES}


async def wrong_click(door: Doorway, case: Refused, rules: Rules, channel: int, language: str) -> str | None:
    """What the person is shown; None if the click only repeats their last move, which is no fault."""
    table, _ = await door.tables.open(GUILD, channel, USERS[0], rules)
    for user in USERS[1:]:
        await table.join(user)
    await table.start(USERS[0])
    users = {seat: USERS[table.chair_at(seat)] for seat in SEATS}
    last: dict[int, Action] = {}
    for seat, action in moves(case.before):
        await table.act_for(users[seat], table.deal_id, action)
        last[seat] = action
    before = len(table.deal.state.moves) if table.deal.state is not None else -1
    click = door.click(users[case.seat], f"skat:{table.deal_id}:{case.action}")
    click.locale = SimpleNamespace(value=language)
    await door.take(click)
    await door.quiet(table)
    assert table.deal.state is not None
    assert len(table.deal.state.moves) == before, "a refused click changes nothing"
    assert len(click.response.given) == 1
    await table.end(USERS[0], "ended")
    return None if last.get(case.seat) == from_text(case.action) else click.response.said


async def test_an_old_next_deal_button_deals_nothing(store: Store, source: random.Random) -> None:
    """The button names the deal it deals: doubled it deals one, after that deal it is answered and deals none."""
    async with Doorway(store, source) as door:
        table = await door.table()
        await pass_in(table)
        first = f"skat-table:{table.id}:next.1"
        await asyncio.gather(*(door.take(door.click(user, first, private=False)) for user in (USERS[0], USERS[0], 12)))
        await door.quiet(table)
        assert (table.deal.number, table.state is not None) == (1, True)
        await pass_in(table)
        late = door.click(USERS[1], first, private=False)
        await door.take(late)
        await door.quiet(table)
        assert (table.deal.number, table.state) == (2, None)
        assert TEXTS.of("en")("note.other_deal") in late.response.said
        assert f"skat-table:{table.id}:next.2" in late.response.said, "the button of the deal that is to come"
        await door.take(door.click(USERS[1], f"skat-table:{table.id}:next.3", private=False))
        assert (table.deal.number, table.state) == (2, None), "nor does one of a deal that is not prepared yet"
        stranger = door.click(99, f"skat-table:{table.id}:next.2", private=False)
        await door.take(stranger)
        assert (table.deal.number, table.state) == (2, None)


async def pass_in(table: Table) -> None:
    for _ in range(3):
        user, _ = to_move(table)
        await table.act_for(user, table.deal_id, Pass())
