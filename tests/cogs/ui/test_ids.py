"""Ids of buttons: what is written is read back, everything else is nobody's."""

import random
import re

import pytest

from cogs.ui.deal_id import DealId
from cogs.ui.figure_ids import STATS_VERBS, RaceId, RankingBy, RankingId, StatsBy, StatsId
from cogs.ui.guide_ids import CHAPTERS, LEARN_STEPS, LearnId, RulesId
from cogs.ui.ids import (
    CHOICE_VERBS,
    LONGEST,
    PRIVACY_VERBS,
    SETTINGS_VERBS,
    TABLE_VERBS,
    ActionId,
    ChoiceId,
    Id,
    PrivacyId,
    SettingsId,
    TableId,
    parse,
)
from cogs.ui.past_ids import ARROWS, DAILY_VERBS, AgainId, CheckId, DailyId, ExportId, HistoryId, ReplayId, ReplayPick
from game.actions import from_text
from game.cards import DECK
from game.contract import HAND_CONTRACTS, PICK_UP_CONTRACTS
from game.rules import OPTIONS, PUB, Rules
from game.state import SEATS

DEAL = DealId(17, 3)
BIGGEST = DealId(10**18 - 1, 9_999_999)
ACTIONS = [
    "bid.18",
    "hold.264",
    "pass",
    "skat",
    "announce.G.C7D8",
    "announce.CHS",
    "announce.GO",
    "kontra",
    "nokontra",
    "re",
    "nore",
    "push",
    "push.C7D8",
    "claim",
    "concede",
    "accept.31",
    "decline.31",
    "CJ",
]


BY = (None, *ARROWS)


def every_id() -> list[Id]:
    found: list[Id] = []
    for deal in (DEAL, BIGGEST):
        actions = [from_text(text) for text in ACTIONS + [str(card) for card in DECK]]
        found += [ActionId(deal, action) for action in actions]
        found += [ChoiceId(deal, "discard", text) for text in ("", "C7", "C7D8")]
        found += [ChoiceId(deal, "hand", text) for text in ("", *map(str, HAND_CONTRACTS))]
        found += [ChoiceId(deal, "jump", text) for text in ("", "1", "2", "3")]
        found += [ChoiceId(deal, "sure", text) for text in ("bid.40", "claim", "concede")]
        found += [ChoiceId(deal, "scores", text) for text in ("", "0", "12")]
        found += [ChoiceId(deal, verb) for verb in ("back", "cards", "last", "more", "hint")]
        for verb in TABLE_VERBS:
            for argument in TABLE_ARGUMENTS.get(verb, ("",)):
                found.append(TableId(deal.table, verb, argument))
        found += [AgainId(deal, seat) for seat in (None, *SEATS)]
        found += [ReplayId(deal, step, reviewed, by) for step in (0, 12) for reviewed in (True, False) for by in BY]
        found += [ExportId(deal, "sgf"), ExportId(deal, "csv"), CheckId(deal)]
    found += [DailyId(verb, "2026-03-09") for verb in DAILY_VERBS]
    found += [ReplayPick(), HistoryId(0), HistoryId(123), ExportId(None, "sgf"), ExportId(None, "csv")]
    found += [PrivacyId(verb) for verb in PRIVACY_VERBS]
    found += [RaceId("people"), StatsBy()]
    found += [StatsId(user, "pub", verb) for user in (11, 2**64 - 1) for verb in STATS_VERBS]
    found += [RankingId("month", "seeger", "people", 2), RankingBy("period"), RankingBy("order"), RankingBy("kind")]
    for guild in (1, 2**64 - 1):
        for verb in SETTINGS_VERBS:
            found += [SettingsId(guild, verb, argument) for argument in TABLE_ARGUMENTS.get(verb, ("",))]
    longest = Rules(length="target:-999999", all_pass="schieberamsch", ramsch_tie="last_trick_loses")
    for table_rules in (Rules(), PUB, Rules(chairs=4, bock="on", length="target:500"), longest):
        found += [RulesId("table", chapter, table_rules) for chapter in CHAPTERS]
        found.append(RulesId("server", "ramsch", table_rules))
    found += [LearnId(step) for step in LEARN_STEPS]
    found += [LearnId("points", (), "25"), LearnId("auction", (), "hold.18"), LearnId("play", DECK[:10], "CJ")]
    return found


TABLE_ARGUMENTS = {
    "add": ("club", "expert"),
    "remove": ("0", "3"),
    "replace": ("0", "3"),
    "chairs": ("3", "4"),
    "option": (*OPTIONS, "length"),
    "preset": ("international", "pub"),
    "next": ("0", "35"),
}


def test_every_id_is_read_back_short_and_unlike_all_others() -> None:
    ids = every_id()
    texts = [str(one) for one in ids]
    assert len(set(texts)) == len(set(ids))
    for one, text in zip(ids, texts, strict=True):
        assert len(text) <= LONGEST
        assert parse(text) == one


def test_all_verbs_are_covered() -> None:
    ids = every_id()
    assert {one.verb for one in ids if isinstance(one, ChoiceId)} == set(CHOICE_VERBS)
    assert {one.verb for one in ids if isinstance(one, TableId)} == set(TABLE_VERBS)
    assert {one.verb for one in ids if isinstance(one, SettingsId)} == set(SETTINGS_VERBS)


def test_templates_are_disjoint() -> None:
    prefixes = {re.split(r"[:]", str(one))[0] for one in every_id()}
    assert prefixes == {
        "skat", "skat-ui", "skat-table", "skat-ranking", "skat-ranking-by", "skat-again", "skat-daily", "skat-replay",
        "skat-review", "skat-replay-pick", "skat-history", "skat-export", "skat-privacy", "skat-check",
        "skat-race", "skat-stats", "skat-stats-by", "skat-settings", "skat-rules", "skat-learn",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "skat-privacy:",
        "skat-privacy:all",
        "skat-privacy:delete:sure",
        "skat-check:17",
        "skat-check:17-3:",
        "skat-check:017-3",
        "skat-check:٣-3",
        "",
        "skat",
        "skat:17-3:",
        "skat:17-3:fly",
        "skat:017-3:pass",
        "skat:0-3:pass",
        "skat:-1-3:pass",
        "skat:17-03:pass",
        "skat:17-3:pass ",
        " skat:17-3:pass",
        "skat:17-3:pass\n",
        "skat:17-3:announce.G.D8C7",
        "skat:17-3:announce.G.C7C7",
        "skat:17-3:announce.CH.C7D8",
        "skat:17-3:bid.018",
        "skat:17-3:bid.٣",
        "skat:١٧-3:pass",
        "skat-ui:17-3:discard:D8C7",
        "skat-ui:17-3:discard:C7D8H9",
        "skat-ui:17-3:discard:C7.D8",
        "skat-ui:17-3:hand:G",
        "skat-ui:17-3:hand:GHSZ",
        "skat-ui:17-3:hand:NHS",
        "skat-ui:17-3:jump:01",
        "skat-ui:17-3:sure:",
        "skat-ui:17-3:sure:nothing",
        "skat-ui:17-3:cards:C7",
        "skat-ui:17-3:unknown:",
        "skat-ui:17-3:more",
        "skat-table:17:add",
        "skat-table:17:add.",
        "skat-table:17:add.Club",
        "skat-table:17:join.1",
        "skat-table:17:chairs.5",
        "skat-table:17:remove.4",
        "skat-table:17:option.colour",
        "skat-table:17:preset.poker",
        "skat-table:17:next",
        "skat-table:17:next.01",
        "skat-table:17:unknown",
        "skat-ranking:month:seeger:people:-1",
        "skat-replay:17-3",
        "skat-replay:17-3:",
        "skat-replay:17-3:-1",
        "skat-replay:17-3:01",
        "skat-replay:17-3:100",
        "skat-replay:17-3:4:up",
        "skat-replay:17-3:4:",
        "skat-replay:0-3:4",
        "skat-review:17:4",
        "skat-replays:17-3:4",
        "skat-replay-pick:17-3",
        "skat-history",
        "skat-history:-1",
        "skat-history:all",
        "skat-export:17-3:exe",
        "skat-export:17-3",
        "skat-export::csv",
        "skat-export:17:csv",
        "skat-ranking-by:colour",
        "skat-race:",
        "skat-race:People",
        "skat-stats:0:all:show",
        "skat-stats:11:all:delete",
        "skat-stats-by:",
        "skat-again:17-3:3",
        "skat-again:17-3:",
        "skat-daily:list:2026-02-30",
        "skat-daily:list:2026-3-9",
        "skat-daily:win:2026-03-09",
        "skat-settings:0:show",
        "skat-settings:01:show",
        "skat-settings:1:unknown",
        "skat-settings:1:show.all",
        "skat-settings:1:preset",
        "skat-settings:1:preset.poker",
        "skat-settings:1:option.colour",
        "skat-rules:table:value:0000000000.series",
        "skat-rules:table:value:00000000002.series",
        "skat-rules:table:value:00000000000.7",
        "skat-rules:table:cheating:00000000000.series",
        "skat-rules:casino:value:00000000000.series",
        "skat-learn:poker::",
        "skat-learn:play:C:",
        "skat-learn:play:C7:<b>",
        "skat-learn:play:cj:",
        "x" * 101,
        "skat:17-3:" + "pass" * 40,
    ],
)
def test_anything_else_is_nobodys(text: str) -> None:
    assert parse(text) is None


def test_random_changes_never_raise_and_never_pass_unwritten() -> None:
    rng = random.Random(7)
    alphabet = "skat-uible:.0123456789CSHDNGOZ7JQKA \n\u0661é"
    seeds = [str(one) for one in every_id()]
    for _ in range(20_000):
        letters = list(rng.choice(seeds))
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(letters) + 1)
            letters[place : place + rng.randrange(2)] = rng.choice(alphabet)
        text = "".join(letters)
        found = parse(text)
        assert found is None or str(found) == text


def test_pick_up_contracts_are_no_hand_selection() -> None:
    assert all(parse(f"skat-ui:17-3:hand:{contract}") is None for contract in PICK_UP_CONTRACTS)
