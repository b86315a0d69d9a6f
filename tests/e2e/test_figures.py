"""/leaderboard, the race and /stats in both languages over many evenings, and who is on them: the real process."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from PIL import Image

from bot.store import Store
from cogs.artist import CHART_PICTURE
from tests import openapi
from tests.bot.store.evenings import play
from tests.e2e.conftest import one_of_each
from tests.e2e.guest import buttons, pressable, private, selects, text_of
from tests.e2e.house import ROOT, House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.e2e.guest import Guest, Json

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEPARTED = 4711
EVENINGS = 24
SMALL = 60_000
ORDERS = ("seeger", "points", "average", "won", "skill")
WORDS = {
    "de": {"title": "Rangliste", "race": "Saisonrennen", "stats": "Statistik: ", "former": "ehemaliges Mitglied"},
    "en-GB": {"title": "Leaderboard", "race": "Season race", "stats": "Statistics: ", "former": "former member"},
}


def people(house: House) -> dict[str, int]:
    return {name: house.sandbox.person(name.lower()).id for name in ("Anna", "Ben", "Clara", "David")}


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def evening(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A house with a few weeks of play behind it, also by one who has left."""
    house = House(tmp_path_factory.mktemp("figures"), clicks=300)
    house.sandbox.limits.enabled = False
    await house.sandbox.start()
    (guild, *_) = house.sandbox.world.guilds.values()
    # Always the same: by chance somebody the tests ask for might not have played at every kind of table.
    source = random.Random(7)
    store = await Store.open(f"sqlite+aiosqlite:///{house.database}")
    seats = (*people(house).values(), DEPARTED)
    for number in range(EVENINGS):
        begin = time.time() - 25_000 * (EVENINGS - number)
        await play(store, source, begin, guilds=(guild.id,), people=seats, deals=6)
    await store.close()
    try:
        await house.open()
        yield house
        # That nobody of this number is there is the answer to one question.
        refused = [one for one in house.refused_requests() if not one.startswith(f"GET /guilds/{guild.id}/members/")]
        assert refused == []
        assert "ERROR" not in house.log()
        assert await house.stop() == 0
    finally:
        await house.close()
    if openapi.DESCRIPTION.is_file():
        assert openapi.complaints(one_of_each(house.sandbox.requests)) == []


def charts(house: House) -> list[bytes]:
    return [
        bytes(file.content)
        for one in house.sandbox.requests
        for file in one.files
        if file.filename == CHART_PICTURE and one.status == 200
    ]


def check_chart(house: House, before: int) -> None:
    """A new chart was sent: a picture of something, in a small file."""
    assert len(charts(house)) > before
    drawn = charts(house)[-1]
    assert 1000 < len(drawn) < SMALL
    with Image.open(BytesIO(drawn)) as picture:
        assert picture.size == (1000, 600)
        assert len(set(picture.convert("RGB").get_flattened_data())) > 8


async def with_chart(guest: Guest, message: Json, custom_id: str) -> Json:
    """Presses, and waits for the chart: in the first seconds of a process it comes a little later than the words."""
    await guest.press(guest.person.message(message), custom_id)
    await guest.until(lambda: guest.person.message(message)["attachments"], "a chart", 30)
    return guest.person.message(message)


def values(message: Json, select: str) -> dict[str, str]:
    return {option["value"]: option["label"] for option in selects(message)[select]["options"]}


@pytest.mark.parametrize("language", ["de", "en-GB"])
async def test_every_list_the_race_and_statistics(evening: House, language: str) -> None:
    house, words = evening, WORDS[language]
    guest = house.guest("Anna", house.channel())
    guest.person.set_locale(language)
    await asyncio.sleep(0.1)
    shown = await (await guest.command("leaderboard")).answer()
    assert words["title"] in text_of(shown)
    assert not private(shown)
    for kind in ("pub", "computer", "people"):
        await guest.choose(guest.person.message(shown), "skat-ranking-by:kind", f"skat-ranking:all:seeger:{kind}:0")
    for order in ORDERS:
        await guest.choose(guest.person.message(shown), "skat-ranking-by:order", f"skat-ranking:all:{order}:people:0")
        current = guest.person.message(shown)
        told = text_of(current)
        # An average is compared from twelve deals on, which chance may not have given.
        assert "➤" in told or order == "average"
        assert values(current, "skat-ranking-by:order")[f"skat-ranking:all:{order}:people:0"] in told
        if order in ("seeger", "points", "won"):
            for user, total in house.rows(
                f"SELECT user_id, {order} FROM totals WHERE period = 'all' AND kind = 'people'"  # noqa: S608 - a constant
            ):
                name = next((name for name, number in people(house).items() if number == user), "")
                line = next((one for one in told.splitlines() if name and name in one), "")
                assert not line or str(abs(total)) in line
    await guest.choose(guest.person.message(shown), "skat-ranking-by:order", "skat-ranking:all:seeger:people:0")
    before = len(charts(house))
    race = await with_chart(guest, shown, "skat-race:people")
    check_chart(house, before)
    assert words["race"] in text_of(race)
    (alt,) = [item["description"] for part in walk(race) if part["type"] == 12 for item in part["items"]]
    assert "Anna" in alt
    await guest.press(race, "skat-ranking:season:seeger:people:0")
    assert not guest.person.message(shown)["attachments"]

    before = len(charts(house))
    own = await (await guest.command("stats")).answer()
    assert private(own)
    assert words["stats"] + "Anna" in text_of(own)
    check_chart(house, before)
    ((deals,),) = house.rows(
        "SELECT sum(deals) FROM totals WHERE period = 'all' AND user_id = ?", people(house)["Anna"]
    )
    assert str(deals) in text_of(own)
    (post,) = pressable(own)
    public = await (await guest.press(own, post)).answer()
    assert not private(public)
    assert not buttons(public)
    assert public["attachments"]
    guest.person.set_locale("de")


def walk(message: Json) -> list[Json]:
    found: list[Json] = []

    def below(part: Any) -> None:
        found.append(part)
        for child in part.get("components", ()):
            below(child)

    for part in message["components"]:
        below(part)
    return found


async def test_who_left_is_asked_for_once_and_called_a_former_member(evening: House) -> None:
    house = evening
    guest = house.guest("Anna", house.channel())
    guest.person.set_locale("de")
    await asyncio.sleep(0.1)
    shown = await (await guest.command("leaderboard")).answer()
    await guest.choose(shown, "skat-ranking-by:order", "skat-ranking:all:skill:people:0")

    def settled() -> bool:
        return WORDS["de"]["former"] in text_of(guest.person.message(shown))

    await guest.until(settled, "a former member", within=15.0)
    for _ in range(3):
        await guest.command("leaderboard")
    await asyncio.sleep(1.5)
    asked = [one.path for one in house.sandbox.requests if one.path.endswith(f"/members/{DEPARTED}")]
    assert len(asked) == 1


async def test_who_is_not_listed_is_seen_by_nobody_else(evening: House) -> None:
    house = evening
    anna, ben = (house.guest(name, house.channel()) for name in ("Anna", "Ben"))
    chosen = await (await ben.command("preferences")).answer()
    await ben.choose(chosen, "skat-preference:listed", "no")
    skill = "skat-ranking:all:skill:people:0"
    shown = await (await anna.command("leaderboard")).answer()
    await anna.choose(shown, "skat-ranking-by:order", skill)
    assert "Ben" not in text_of(anna.person.message(shown))
    told = text_of(await (await anna.person.command(anna.channel, "stats", member=str(ben.id))).answer())
    assert "steht auf keiner öffentlichen Liste" in told
    forged = await (await anna.forge(anna.person.message(shown), f"skat-stats:{ben.id}:all:post")).answer()
    assert private(forged)
    assert "steht auf keiner öffentlichen Liste" in text_of(forged)
    await anna.choose(anna.person.message(shown), "skat-ranking-by:order", "skat-ranking:all:seeger:people:0")
    await anna.choose(anna.person.message(shown), "skat-ranking-by:kind", "skat-ranking:all:seeger:computer:0")
    race = await with_chart(anna, shown, "skat-race:computer")
    assert "Ben" not in str(race["components"])
    # To Ben alone his own line is shown, and in what everyone sees it is not.
    own = await (await ben.command("leaderboard")).answer()
    assert private(own)
    await ben.choose(own, "skat-ranking-by:order", skill)
    assert "➤" in text_of(ben.person.message(own))
    assert "Ben" in text_of(ben.person.message(own))
    ben.person.open(anna.channel)
    await ben.forge(shown, skill)
    assert "Ben" not in text_of(anna.person.message(shown))
    mine = await (await ben.command("stats")).answer()
    assert "Statistik: Ben" in text_of(mine)
    await ben.choose(ben.person.message(chosen), "skat-preference:listed", "yes")
    again = await (await anna.command("leaderboard")).answer()
    await anna.choose(again, "skat-ranking-by:order", skill)
    assert "Ben" in text_of(anna.person.message(again))


async def test_options_of_the_command_choose_the_list(evening: House) -> None:
    guest = evening.guest("David", evening.channel())
    guest.person.set_locale("de")
    await asyncio.sleep(0.1)
    outcome = await guest.person.command(guest.channel, "leaderboard", period="season", order="won", tables="people")
    told = text_of(await outcome.answer())
    assert "Saison: " in told
    assert "Gewonnene Spiele" in told
    other = await guest.person.command(guest.channel, "stats", member=str(evening.sandbox.person("anna").id))
    assert "Statistik: Anna" in text_of(await other.answer())


async def rebuild(house: House) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "rebuild",
        cwd=house.directory,
        env={"SKAT_DATABASE_URL": f"sqlite:///{house.database}", "PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return process.returncode, output.decode()


async def test_a_rebuild_waits_for_the_bot_to_stop_and_finds_no_difference(evening: House) -> None:
    """The last test: it stops the bot and starts it again."""
    code, told = await rebuild(evening)
    assert code == 3
    assert "in use by process" in told
    assert await evening.stop() == 0
    assert await rebuild(evening) == (0, "no difference\n")
    await evening.open()
