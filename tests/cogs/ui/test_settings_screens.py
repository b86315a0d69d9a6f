"""The settings of a server and the overview, in both languages, with whatever may have been chosen."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from bot.guilds import MOST_CHANNELS, GuildChoices
from cogs.ui.chapters import first_page
from cogs.ui.help import Commands, overview
from cogs.ui.ids import SettingsId
from cogs.ui.lesson import FIRST
from cogs.ui.settings import GuildPage, default_rules, season_question, settings
from game.driver import Times
from game.rules import PUB, Rules
from tests.cogs.ui.payload import CHANNELS, SELECT, buttons, check, words
from tests.cogs.ui.play import rules_covering_pairs

if TYPE_CHECKING:
    from bot.texts import Texts

GUILD = 2**63 - 1
FULL = GuildChoices(
    "en",
    PUB,
    math.inf,
    777.0,
    12.5,
    tuple(range(2**63 - 1, 2**63 - 1 - MOST_CHANNELS, -1)),
    tuple(range(1_700_000_000, 1_700_000_050)),
)


def page(choices: GuildChoices, own: str = "de") -> GuildPage:
    return GuildPage(GUILD, choices, own, Times(), choices.channels)


@pytest.mark.parametrize("choices", [GuildChoices(), FULL, GuildChoices(reminder=30, stand_in=60)])
def test_the_screen_shows_what_was_chosen(spoken: Texts, choices: GuildChoices) -> None:
    components = check(settings(page(choices), spoken, news="✓"))
    assert "{" not in words(components)
    chosen = [
        option["value"]
        for part in components
        if part["type"] == SELECT
        for option in part["options"]
        if option.get("default")
    ]
    assert len(chosen) == 4
    assert chosen[0] == choices.language
    (channels,) = [part for part in components if part["type"] == CHANNELS]
    assert [int(one["id"]) for one in channels.get("default_values", ())] == list(choices.channels)
    assert [to for to, _, _ in buttons(components)] == [SettingsId(GUILD, "rules"), SettingsId(GUILD, "season")]


def test_usual_times_are_told_as_the_process_has_them(texts: Texts) -> None:
    told = words(check(settings(page(GuildChoices()), texts)))
    assert "Remind: after 1 minute (usual)" in told
    assert "Stand-in: after 2 minutes (usual)" in told
    assert "Next deal: after 30 seconds (usual)" in told
    assert "Deutsch (as the server)" in told
    assert "English (as the server)" in words(check(settings(page(GuildChoices(), "fr"), texts)))
    assert "after 777 seconds" in words(check(settings(page(FULL), texts)))


def test_the_default_rules_are_chosen_as_in_a_lobby(spoken: Texts) -> None:
    for rules in (*rules_covering_pairs(), Rules()):
        components = check(default_rules(page(GuildChoices(rules=rules)), spoken))
        selects = {part["custom_id"].rpartition(".")[2]: part for part in components if part["type"] == SELECT}
        for name, part in selects.items():
            assert [o["value"] for o in part["options"] if o.get("default")] == [str(getattr(rules, name))]
        assert len(selects) == 12


def test_a_season_is_asked_for_twice(spoken: Texts) -> None:
    asked = [to for to, _, _ in buttons(check(season_question(page(FULL), spoken)))]
    assert asked == [SettingsId(GUILD, "season-sure"), SettingsId(GUILD, "show")]


PATHS = ("skat open", "skat table", "skat hand", "skat leave", "skat end", "leaderboard", "settings", "learn")


def test_commands_can_be_clicked_where_their_ids_are_known(spoken: Texts) -> None:
    known = Commands(PATHS, {"skat": 77, "leaderboard": 78, "settings": 79, "learn": 80})
    told = words(check(overview(known, spoken, learn=FIRST, rules=first_page("server", Rules()))))
    assert "</skat open:77>" in told
    assert "</settings:79>" in told
    plain = words(check(overview(Commands(PATHS, {}), spoken, learn=FIRST, rules=first_page("server", Rules()))))
    assert "</" not in plain
    opening = f"`/{spoken('command.skat.name')} {spoken('command.skat.open.name')}`"
    assert plain.count(opening) == 2
    for path in PATHS:
        assert spoken(f"command.{path.replace(' ', '.')}.description") in plain
