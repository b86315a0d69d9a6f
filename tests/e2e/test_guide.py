"""``/help``, ``/rules`` and ``/learn`` in the running bot: what newcomers are told, and that it holds at this table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.texts import Texts
from cogs.ui.guide_ids import CHAPTERS
from tests.e2e.guest import Guest, pressable, private, selects, table_number, text_of

if TYPE_CHECKING:
    from bot.sandbox.shapes import Json
    from tests.e2e.house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

PEOPLE = pytest.mark.parametrize(("name", "language"), [("Anna", "de"), ("Vera", "en")])


@pytest.fixture(scope="module")
def texts() -> Texts:
    return Texts.load(strict=True)


async def first_answer(guest: Guest, path: str) -> Json:
    shown = await (await guest.command(path)).answer()
    assert private(shown)
    return shown


@PEOPLE
async def test_help_names_every_command_one_may_use_and_leads_on(
    house: House, texts: Texts, name: str, language: str
) -> None:
    spoken = texts.of(language)
    guest = house.guest(name, house.channel())
    shown = await first_answer(guest, "help")
    told = text_of(shown)
    assert spoken("help.title") in told
    commands = {one["name"]: one for one in guest.person.surroundings["commands"]}
    for root, command in commands.items():
        below = [option["name"] for option in command["options"] if option["type"] == 1]
        for path in [f"{root} {one}" for one in below] or [root]:
            assert f"</{path}:{command['id']}>" in told
            assert spoken(f"command.{path.replace(' ', '.')}.description") in told
    assert "</settings:" not in told
    assert "</settings:" in text_of(await first_answer(house.guest("Mona", guest.channel), "help"))
    rules, learn = (
        next(one for one in pressable(shown) if one.startswith(f"skat-{what}:")) for what in ("rules", "learn")
    )
    await guest.press(shown, learn)
    assert spoken("learn.points") in text_of(guest.person.message(shown))
    again = await first_answer(guest, "help")
    await guest.press(again, rules)
    assert spoken("chapter.options") in text_of(guest.person.message(again))


def tellings(house: House) -> int:
    """How often Discord has been told the commands."""
    return sum(one.method == "PUT" and one.path.endswith("/commands") for one in house.sandbox.requests)


async def test_commands_stay_clickable_after_a_restart_that_tells_discord_nothing(house: House) -> None:
    guest = house.guest("Anna", house.channel())
    before, told = text_of(await first_answer(guest, "help")), tellings(house)
    assert "</skat open:" in before
    assert await house.stop() == 0
    await house.open()
    assert text_of(await first_answer(guest, "help")) == before
    assert tellings(house) == told


@PEOPLE
async def test_rules_are_the_tables_or_else_the_servers(house: House, texts: Texts, name: str, language: str) -> None:
    spoken = texts.of(language)
    guest = house.guest(name, house.channel())
    shown = await first_answer(guest, "rules")
    assert spoken("chapter.server") in text_of(shown)
    for chapter in CHAPTERS:
        (select,) = selects(guest.person.message(shown))
        await guest.choose(guest.person.message(shown), select, chapter)
        told = text_of(guest.person.message(shown))
        assert f"**{spoken(f'chapter.{chapter}')}**" in told
    board = await (await guest.command("skat open")).answer()
    table = table_number(board)
    options = await (await guest.press(board, f"skat-table:{table}:options")).answer()
    await guest.press(options, f"skat-table:{table}:preset.pub")
    shown = await first_answer(guest, "rules")
    assert spoken("rules.title") in text_of(shown)
    assert spoken("preset.pub") in text_of(shown)
    (select,) = selects(shown)
    await guest.choose(shown, select, "ramsch")
    assert spoken("chapter.ramsch.equal") in text_of(guest.person.message(shown))
    # The page goes on working when the table is closed, and an invented chapter is none.
    await guest.command("skat leave")
    (select,) = selects(guest.person.message(shown))
    outcome = await guest.forge(guest.person.message(shown), select, component_type=3, values=["cheating"])
    assert spoken("note.bad_choice") == text_of(await outcome.answer())
    await guest.choose(guest.person.message(shown), select, "kontra")
    assert spoken("chapter.kontra.any_defender") in text_of(guest.person.message(shown))


GOOD_CARDS = ("CJ", "SJ", "C8", "S9", "SQ", "CT", "HA", "HT", "CA", "H7")


@PEOPLE
async def test_the_lesson_from_the_first_question_to_the_result(
    house: House, texts: Texts, name: str, language: str
) -> None:
    """Each step with a wrong idea first: it is named, nothing is lost, and the right one leads on."""
    spoken = texts.of(language)
    guest = house.guest(name, house.channel())
    shown = await first_answer(guest, "learn")

    async def press(custom_id: str) -> str:
        await guest.press(guest.person.message(shown), custom_id)
        return text_of(guest.person.message(shown))

    for step, wrong, right, on in (
        ("points", "15", "25", "trumps"),
        ("trumps", "HA", "DJ", "value"),
        ("value", "36", "30", "bidding"),
        ("bidding", "33", "22", "auction"),
    ):
        assert "↩️" in await press(f"skat-learn:{step}::{wrong}")
        assert "✅" in await press(f"skat-learn:{step}::{right}")
        assert spoken(f"learn.{on}") in await press(f"skat-learn:{on}::")
    for step, wrong, right in (
        ("auction", "pass", "hold.18"),
        ("skat", "hand", "skat"),
        ("discard", "S9SQ", "D9DT"),
        ("contract", "H", "C"),
    ):
        assert "↩️" in await press(f"skat-learn:{step}::{wrong}")
        assert "↩️" not in await press(f"skat-learn:{step}::{right}")
    path = ""
    told = ""
    for number, card in enumerate(GOOD_CARDS):
        wrong = "H7" if number < 3 else ""
        if number == 3:
            # Spades were led: a trump is against the rules, and the lesson says so.
            assert spoken("game.S") in await press(f"skat-learn:play:{path}:CT")
        elif wrong:
            assert "↩️" in await press(f"skat-learn:play:{path}:{wrong}")
        told = await press(f"skat-learn:play:{path}:{card}")
        assert "↩️" not in told
        path += card
    assert "88" in told
    assert "= 36" in told
    assert "+36" in told
    # Nothing of all this is a table, and nothing was written down.
    assert house.rows("SELECT count(*) FROM tables WHERE channel = ?", int(guest.person.channel_id(guest.channel))) == [
        (0,)
    ]
    # The lesson outlives the process.
    assert spoken("learn.points") in await press("skat-learn:points::")


async def test_an_invented_step_of_the_lesson_is_refused(house: House) -> None:
    guest = house.guest("Clara", house.channel())
    shown = await first_answer(guest, "learn")
    outcome = await guest.forge(shown, "skat-learn:play:C7:CJ")
    assert "no longer on offer" in text_of(await outcome.answer())
