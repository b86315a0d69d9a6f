"""Lobby, options, rules, scores, leaderboard, notes and questions."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.texts import Texts
from cogs.ui.figure_ids import RaceId, RankingId
from cogs.ui.ids import ChoiceId, TableId, parse
from cogs.ui.leaderboard import Page, Row, leaderboard
from cogs.ui.lobby import cut_modal, lobby
from cogs.ui.menus import end_question, leave_question
from cogs.ui.notes import Notice, missing_permissions, note, notice, refusal_text
from cogs.ui.options import options
from cogs.ui.people import People
from cogs.ui.rules_text import NAMES, preset_of, rules_line, values_of, with_option
from cogs.ui.scene import EMPTY, Chair, Scene
from cogs.ui.scores import ROWS, final, pages, scores
from game.actions import PLAYS, Bid, Hold, Kontra
from game.cards import Card
from game.illegal import Reason
from game.rules import PUB, BadRules, Rules
from game.scoring import PassedIn
from game.series import Series, seat_of
from game.state import SEATS, Finished, Seat
from game.view import Phase, view_for
from tests.cogs.ui.payload import SELECT, buttons, check, words
from tests.cogs.ui.play import moments, rules_covering_pairs, scene_of

ANNA, BEN, COMPUTER = Chair(taken=True, name="Anna"), Chair(taken=True, name="Ben"), Chair(taken=True, level="club")


def at(chairs: tuple[Chair, ...], table_rules: Rules | None = None, **more: Any) -> Scene:
    chosen = table_rules or Rules(chairs=len(chairs))  # type: ignore[arg-type]  # three or four in every test
    return Scene(17, chosen, chairs, Series(chosen), started=False, **more)


def verbs(scene: Scene, texts: Texts) -> dict[str, bool]:
    found: dict[str, bool] = {}
    for to, on, _ in buttons(check(lobby(scene, texts))):
        assert isinstance(to, TableId)
        found[f"{to.verb}.{to.argument}".rstrip(".")] = on
    return found


def test_start_waits_for_full_chairs(spoken: Texts) -> None:
    waiting = verbs(at((ANNA, EMPTY, EMPTY)), spoken)
    assert (waiting["start"], waiting["join"], waiting["add.club"], waiting["leave"]) == (False, True, True, True)
    ready = verbs(at((ANNA, BEN, COMPUTER)), spoken)
    assert (ready["start"], ready["join"], "add.club" in ready) == (True, False, False)
    assert "remove.2" in ready
    assert "remove.0" not in ready


def test_chairs_change_only_as_long_as_every_person_keeps_one(spoken: Texts) -> None:
    assert verbs(at((ANNA, BEN, COMPUTER)), spoken)["chairs.4"]
    assert verbs(at((ANNA, BEN, EMPTY, COMPUTER)), spoken)["chairs.3"]
    assert verbs(at((ANNA, BEN, COMPUTER, COMPUTER)), spoken)["chairs.3"]
    assert not verbs(at((ANNA, BEN, ANNA, BEN)), spoken)["chairs.3"]


def test_the_lobby_says_who_sits_where_and_what_is_played(texts: Texts) -> None:
    told = words(check(lobby(at((ANNA, EMPTY, COMPUTER), PUB, host=0, commitment="ab" * 32, cuts=2), texts.of("de"))))
    for part in (
        "1. **Anna** · hat eröffnet",
        "2. *frei*",
        "3. **Computer 3**",
        "Kneipe",
        "Serie mit 36 Spielen",
        "ab" * 32,
    ):
        assert part in told
    assert "Ein Platz ist noch frei." in told
    assert "2-mal abgehoben" in told


def test_every_option_is_a_select_with_its_present_value(spoken: Texts) -> None:
    for table_rules in rules_covering_pairs():
        for taken in (2, table_rules.chairs):
            chairs = (ANNA,) * taken + (EMPTY,) * (table_rules.chairs - taken)
            components = check(options(at(chairs, table_rules), spoken))
            selects = [part for part in components if part["type"] == SELECT]
            names: list[str] = []
            for part in selects:
                to = parse(part["custom_id"])
                assert isinstance(to, TableId)
                names.append(to.argument)
                present = [option["value"] for option in part["options"] if option.get("default")]
                assert present == [str(getattr(table_rules, to.argument))]
                for option in part["options"]:
                    assert getattr(with_option(table_rules, to.argument, option["value"]), "length", None)
            assert names == [name for name in NAMES if name != "chairs" or taken <= 3]


def test_both_presets_are_one_click(spoken: Texts) -> None:
    ids = {str(to) for to, on, _ in buttons(check(options(at((ANNA, EMPTY, EMPTY)), spoken))) if on}
    assert ids == {"skat-table:17:preset.international", "skat-table:17:preset.pub"}


def test_changing_an_option() -> None:
    changed = with_option(Rules(), "kontra", "needs_18")
    assert changed == Rules(kontra="needs_18")
    assert with_option(Rules(), "chairs", "4").chairs == 4
    with pytest.raises(BadRules):
        with_option(Rules(), "kontra", "always")
    with pytest.raises(BadRules):
        with_option(Rules(), "kontra,bock", "on")
    assert "target:777" in values_of("length", Rules(length="target:777"))


def test_a_preset_is_known_whatever_the_length() -> None:
    assert preset_of(replace(PUB, chairs=4, length="12")) == "pub"
    assert preset_of(Rules(bock="on")) is None


def test_rules_in_a_line_name_what_differs(texts: Texts) -> None:
    german = texts.of("de")
    assert rules_line(Rules(), german) == "International · Serie mit 36 Spielen · Seeger-Fabian"
    assert rules_line(Rules(chairs=4), texts) == "International · series of 48 deals · Seeger-Fabian"
    own = rules_line(Rules(bock="on", length="target:500", scoring="classic"), german)
    assert own == "Eigene Regeln · Bock: an · bis 500 Punkte · nur Spielpunkte"


def test_questions_lead_to_their_deed(spoken: Texts) -> None:
    scene = at((ANNA, BEN, COMPUTER))
    assert [str(to) for to, _, _ in buttons(check(leave_question(scene, spoken)))] == ["skat-table:17:leave-sure"]
    asked = check(end_question(scene, spoken))
    assert [str(to) for to, _, _ in buttons(asked)] == ["skat-table:17:end-sure"]
    assert "Anna" in words(asked)
    assert "Computer" not in words(asked)
    check(end_question(at((COMPUTER,) * 3), spoken))


def test_the_cut_is_asked_for_in_a_form(spoken: Texts) -> None:
    form: Any = cut_modal(at((ANNA, BEN, COMPUTER)), spoken).to_dict()
    assert parse(form["custom_id"]) == TableId(17, "cut")
    assert 1 <= len(form["title"]) <= 45
    (part,) = form["components"]
    assert part["component"]["max_length"] == 40
    assert part["component"]["custom_id"] == "cut"
    assert len(part["label"]) <= 45
    assert len(part["description"]) <= 100


def test_names_of_all_kinds_of_sitters(texts: Texts) -> None:
    chairs = (ANNA, Chair(taken=True), COMPUTER, EMPTY)
    people = People(at(chairs), texts.of("de"))
    assert [people.label(chair) for chair in range(4)] == ["Anna", "Spieler 2", "Computer 3", "frei"]
    assert People(at((Chair(taken=True, name="*x*"),) * 3), texts).chair(0) == r"\*x\*"
    assert people.column(2, 6) == "Comp.3"
    assert people.column(0, 6) == "Anna  "


def test_the_list_turns_its_pages(spoken: Texts) -> None:
    rng = random.Random(2)
    over = [moment for moment in moments(Rules(), rng, deals=ROWS + 1) if isinstance(moment.state, Finished)]
    scene = over[-1].scene
    assert pages(scene) == 2
    newest = buttons(check(scores(scene, spoken)))
    assert [(to.selection, on) for to, on, _ in newest if isinstance(to, ChoiceId)] == [("0", True), ("2", False)]
    first = check(scores(scene, spoken, page=0))
    assert "\n 1 " in words(first)
    assert f"\n{ROWS + 1:>2} " not in words(first)
    assert not buttons(check(scores(over[0].scene, spoken)))


def test_an_empty_list_says_so(spoken: Texts) -> None:
    scene = at((ANNA, BEN, COMPUTER))
    assert spoken("scores.none") in words(check(scores(scene, spoken)))
    assert spoken("final.nothing_played") in words(check(final(scene, spoken)))


def test_shared_first_place(texts: Texts) -> None:
    scene = at((ANNA, BEN, COMPUTER))
    passed = Series(Rules()).with_result(PassedIn())
    told = words(check(final(replace(scene, series=passed), texts)))
    assert "Anna, Ben and Computer 3 share the win!" in told
    assert told.count("🥇") == 3


def row(rank: int, **more: Any) -> Row:
    return Row(rank, more.pop("name", f"Player {rank}"), more.pop("total", 100 - rank), 12, 5, 2, **more)


def page(**more: Any) -> Page:
    first = Page("month", "seeger", "people", 0, 3, tuple(row(rank) for rank in range(1, 11)), row(42))
    return replace(first, **more)


def test_the_own_row_is_always_there(texts: Texts) -> None:
    told = words(check(leaderboard(page(), texts)))
    assert "➤ 42\\. Player 42" in told
    assert told.count("➤") == 1
    on_page = words(check(leaderboard(page(own=row(3)), texts)))
    assert "➤ 🥉 Player 3" in on_page
    assert "…" not in on_page
    assert "➤" not in words(check(leaderboard(page(own=None), texts)))


def test_the_leaderboard_turns_its_pages_and_changes_its_list(spoken: Texts) -> None:
    components = check(leaderboard(page(), spoken))
    assert [(to, on) for to, on, _ in buttons(components)] == [
        (RankingId("month", "seeger", "people", 0), False),
        (RankingId("month", "seeger", "people", 1), True),
        (RaceId("people"), True),
    ]
    values = [option["value"] for part in components if part["type"] == SELECT for option in part["options"]]
    assert all(isinstance(parse(value), RankingId) for value in values)
    assert "skat-ranking:week:seeger:people:0" in values
    assert not any(value.startswith("skat-ranking:day:") for value in values)
    single = check(leaderboard(page(pages=1), spoken))
    assert [to for to, _, _ in buttons(single)] == [RaceId("people")]


def test_a_daily_dozen_has_a_list_of_its_day_and_skill_is_one_list(spoken: Texts) -> None:
    daily = check(leaderboard(page(kind="daily", period="day"), spoken))
    values = [option["value"] for part in daily if part["type"] == SELECT for option in part["options"]]
    assert "skat-ranking:day:seeger:daily:0" in values
    # Other tables have no list of a day.
    assert "skat-ranking:all:seeger:people:0" in values
    assert not [to for to, _, _ in buttons(daily) if isinstance(to, RaceId)]
    known = row(1, total=18.25, counts="skill")
    computer = row(2, name=None, level="club", total=9.0, counts="skill")
    skill = check(leaderboard(page(order="skill", rows=(known, computer), own=None, pages=1), spoken))
    assert [part["custom_id"] for part in skill if part["type"] == SELECT] == ["skat-ranking-by:order"]
    told = words(skill)
    assert spoken("ranking.skill.about") in told
    assert spoken.decimal(18.25) in told
    assert spoken("level.club") in told
    assert not buttons(skill)


def test_one_deal_is_no_plural(texts: Texts) -> None:
    one = page(rows=(replace(row(1), deals=1, won=1, lost=0), replace(row(2), deals=1, won=0, lost=0)), own=None)
    assert "1 deal, won 1/1\n" in words(check(leaderboard(one, texts)))
    german = words(check(leaderboard(one, texts.of("de"))))
    assert "1 Spiel, 1/1 gewonnen\n" in german
    assert "1 Spiele" not in german
    won = page(order="won", rows=(row(1, total=1, counts="won"), row(2, total=5, counts="won")), own=None)
    german = words(check(leaderboard(won, texts.of("de"))))
    assert "**1 Sieg**" in german
    assert "**5 Siege**" in german


def test_a_season_is_called_by_its_quarter(texts: Texts) -> None:
    season = page(period="season", season="2026-Q4.2")
    assert "Season: Q4 2026, part 2" in words(check(leaderboard(season, texts)))
    assert "Saison: 4. Quartal 2026, Teil 2" in words(check(leaderboard(season, texts.of("de"))))


def test_leaderboards_of_nobody_of_averages_and_of_hostile_names(texts: Texts) -> None:
    assert "Nobody is here yet" in words(check(leaderboard(page(rows=(), own=None), texts)))
    average = page(
        rows=(row(1, total=12.34, name=None, gone=True), row(2, name="@everyone"), row(3, name=None)), own=None
    )
    told = words(check(leaderboard(average, texts.of("de"))))
    assert "12,3" in told
    assert "ehemaliges Mitglied" in told
    assert "Spieler 3" in told
    assert "@" not in told


def test_every_notice_is_a_message(spoken: Texts) -> None:
    for what in Notice:
        told = words(check(notice(what, spoken, link="https://discord.com/x", n=2, name="Anna", channels="<#7>")))
        assert "{" not in told
    told = words(check(missing_permissions(["send_messages", "embed_links"], spoken)))
    assert spoken("permission.send_messages") in told
    assert spoken("permission.attach_files") not in told


def test_every_reason_is_told_in_every_phase(spoken: Texts) -> None:
    rng = random.Random(4)
    for table_rules in rules_covering_pairs()[:4]:
        seen: set[Phase] = set()
        for moment in moments(table_rules, rng):
            view = view_for(moment.state, Seat.MIDDLEHAND)
            if view.phase in seen:
                continue
            seen.add(view.phase)
            for reason in Reason:
                for action in (Kontra(), Bid(18), Hold(20), PLAYS[Card.CJ]):
                    told = words(check(note(refusal_text(moment.scene, view, spoken, action, reason))))
                    assert "{" not in told


def test_refusals_name_the_suit_and_whose_turn_it_is(texts: Texts) -> None:
    german = texts.of("de")
    rng = random.Random(6)
    scene = at((ANNA, BEN, COMPUTER))
    for moment in moments(Rules(), rng, deals=12):
        view = view_for(moment.state, SEATS[0])
        if view.phase is Phase.PLAYING and view.trick and view.question is None and len(view.waiting) == 1:
            follow = refusal_text(scene, view, german, PLAYS[Card.CJ], Reason.MUST_FOLLOW)
            assert any(follow.startswith(f"{suit} muss") for suit in ("Karo", "Herz", "Pik", "Kreuz", "Trumpf"))
            turn = refusal_text(scene, view, german, PLAYS[Card.CJ], Reason.WRONG_TURN)
            assert People(scene, german).seat(view.waiting[0]) in turn
            return
    raise AssertionError


def test_scenes_of_tests_are_sound() -> None:
    for table_rules in rules_covering_pairs():
        scene = scene_of(table_rules, random.Random(1), number=2)
        assert len(scene.chairs) == table_rules.chairs
        assert sorted(chair for _, chair in scene.seats()) == [
            chair for chair in range(table_rules.chairs) if chair != scene.sitting_out
        ]
        for seat, chair in scene.seats():
            assert seat_of(chair, scene.number, table_rules.chairs) is seat
