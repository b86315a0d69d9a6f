"""A newcomer's way: ``python -m bot`` with nothing set, a real browser, and whole deals played on the page."""

from __future__ import annotations

import asyncio
import re
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.e2e.guest import Fingers
from tests.e2e.house import House

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator
    from pathlib import Path

    from playwright.async_api import Browser, Locator, Page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium"),
]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
]
PHONE, DESKTOP = (360, 740), (1280, 800)
DEAL_WITHIN = 120.0


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="module")
async def real_house(tmp_path: Path) -> AsyncIterator[House]:
    """The program exactly as it is, with all its limits, only computers that think a little less."""
    house = House(tmp_path)
    try:
        await house.open(launcher=False, settings={"SKAT_COMPUTER_PACE_SECONDS": "0.2", "SKAT_LOG_LEVEL": "INFO"})
        yield house
        assert house.refused_requests() == []
        assert "ERROR" not in house.log()
    finally:
        await house.close()


class Tab:
    """One person's page."""

    def __init__(self, page: Page, pictures: Path, name: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        self._pictures = pictures
        self._name = name
        self._taken: set[str] = set()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    async def command(self, path: str) -> None:
        await self.page.click("#commands")
        await self.page.click(f'#picker [data-command="{path}"]')
        await self.page.keyboard.press("Enter")

    def button(self, pattern: str) -> Locator:
        """Enabled buttons whose id begins with `pattern`."""
        return self.page.locator(f'#log button[data-custom-id^="{pattern}"]:enabled')

    async def take(self, what: str) -> None:
        """A screenshot, once for each thing to be seen."""
        if what not in self._taken:
            self._taken.add(what)
            await self.page.screenshot(path=self._pictures / f"{self._name}-{what}.png")

    async def sideways(self) -> int:
        """How far the page can be scrolled sideways."""
        return await self.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")


async def open_tab(browser: Browser, house: House, person: str, pictures: Path, size: tuple[int, int]) -> Tab:
    page = await browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_default_timeout(15_000)
    tab = Tab(page, pictures, f"{person.lower()}-{size[0]}")
    await page.goto(f"{house.sandbox.url}/?user={person}")
    await page.wait_for_selector("html[data-state=connected]", state="attached")
    return tab


async def play(tab: Tab, source: random.Random, over: asyncio.Event) -> None:
    """Plays whatever the page offers, until there is a result."""
    while not over.is_set():
        if await tab.button("skat-table:").filter(has_text=re.compile("Nächstes|Next")).count():
            over.set()
            return
        with suppress(Exception):
            await step(tab, source)
        await asyncio.sleep(0.1)


async def step(tab: Tab, source: random.Random) -> None:
    hand = tab.page.locator("#log [data-ephemeral=true]").last
    acts = hand.locator('button[data-custom-id^="skat:"]:enabled, button[data-custom-id*=":discard:"]:enabled')
    names = [name for name in [await one.get_attribute("data-custom-id") for one in await acts.all()] if name]
    if not names:
        return
    announcements = [name for name in names if ":announce." in name]
    toggles = [name for name in names if ":discard:" in name]
    further = [name for name in toggles if len(name.rpartition(":")[2]) == 4]
    # Whoever may open the auction does: a deal that is passed in is no whole deal.
    opening = [name for name in names if name.endswith(":bid.18")]
    name = source.choice(announcements or further or toggles or opening or names)
    await tab.take(name.split(":")[0] + "-" + re.sub(r"[^a-z]", "", name.split(":")[2]))
    await hand.locator(f'button[data-custom-id="{name}"]').click(timeout=2000)


async def test_a_newcomer_plays_against_computers(
    browser: Browser, real_house: House, tmp_path: Path, source: random.Random
) -> None:
    """On a phone: from the command to the result, and to the next deal."""
    tab = await open_tab(browser, real_house, "Anna", tmp_path, PHONE)
    await tab.command("skat open")
    await tab.button("skat-table:1:join").wait_for()
    await tab.take("lobby")
    for _ in range(2):
        await tab.button("skat-table:1:add.").first.click()
        await asyncio.sleep(0.3)
    await tab.button("skat-table:1:start").click()
    await tab.page.locator("#log [data-ephemeral=true]").wait_for()
    await tab.take("first-cards")
    over = asyncio.Event()
    await asyncio.wait_for(play(tab, source, over), DEAL_WITHIN)
    await tab.take("result")
    assert real_house.rows("SELECT count(*) FROM results") == [(3,)]
    assert await tab.sideways() <= 0
    await tab.button("skat-table:1:next.1").last.click()
    await tab.button("skat-ui:1-1:more").last.wait_for()
    await tab.take("next-deal")
    await tab.button("skat-ui:1-1:scores").last.click()
    await tab.button("skat-ui:1-1:more").last.click()
    await asyncio.sleep(0.5)
    await tab.take("menu")
    await tab.command("leaderboard")
    await asyncio.sleep(0.5)
    await tab.take("leaderboard")
    assert tab.complaints == []
    await tab.page.close()


async def test_three_people_in_three_tabs(
    browser: Browser, real_house: House, tmp_path: Path, source: random.Random
) -> None:
    tabs = [await open_tab(browser, real_house, name, tmp_path, DESKTOP) for name in ("Anna", "Ben", "Clara")]
    anna, ben, clara = tabs
    await anna.command("skat open")
    for tab in (ben, clara):
        await tab.button("skat-table:1:join").click()
    await anna.button("skat-table:1:start").click()
    for tab in tabs:
        await tab.page.locator("#log [data-ephemeral=true]").wait_for()
    over = asyncio.Event()
    await asyncio.wait_for(asyncio.gather(*(play(tab, source, over) for tab in tabs)), DEAL_WITHIN)
    for tab in tabs:
        await tab.page.locator("#log [data-ephemeral=false]").last.get_by_text("Stiche (V ").wait_for()
        await tab.take("result")
        assert await tab.sideways() <= 0
        assert tab.complaints == []
    assert real_house.rows("SELECT count(*) FROM results") == [(3,)]
    boards = [tab.page.locator("#log [data-ephemeral=false]").last.locator(".text") for tab in tabs]
    shown = [await board.all_inner_texts() for board in boards]
    assert shown[0] == shown[1] == shown[2]
    assert "Stiche" in "\n".join(shown[0])
    for tab in tabs:
        await tab.page.close()


LESSON = (
    *(("points", tried) for tried in ("15", "25")),
    *(("trumps", tried) for tried in ("", "HT", "DJ")),
    *(("value", tried) for tried in ("", "20", "30")),
    *(("bidding", tried) for tried in ("", "20", "22")),
    *(("auction", tried) for tried in ("", "pass", "hold.18")),
    *(("skat", tried) for tried in ("hand", "skat")),
    *(("discard", tried) for tried in ("C8D9", "D9DT")),
    *(("contract", tried) for tried in ("S", "C")),
)
"""Answers of the lesson in the order in which the page offers them, each right one after a wrong one."""

LESSON_CARDS = ("CJ", "SJ", "C8", "S9", "SQ", "CT", "HA", "HT", "CA", "H7")


@pytest.mark.parametrize(
    ("person", "size", "end"),
    [("Anna", PHONE, "Mit 2, Spiel 3 × Kreuz 12 = 36"), ("Vera", DESKTOP, "With 2, game 3 × Clubs 12 = 36")],
)
async def test_the_lesson_is_played_to_its_end(
    browser: Browser, real_house: House, tmp_path: Path, person: str, size: tuple[int, int], end: str
) -> None:
    """From the overview to the result of the first deal, in both languages, on a phone and on a desk."""
    tab = await open_tab(browser, real_house, person, tmp_path, size)
    fingers = Fingers()

    async def press(custom_id: str) -> None:
        await fingers.pace()
        await tab.page.locator(f'#log button[data-custom-id="{custom_id}"]:enabled').last.click()

    await tab.command("help")
    await press("skat-learn:points::")
    for step, tried in LESSON:
        await press(f"skat-learn:{step}::{tried}")
    path = ""
    for card in LESSON_CARDS:
        if path in ("", "CJSJ"):
            # A wrong idea: it cannot be pressed again, and the others can.
            await press(f"skat-learn:play:{path}:H7")
            await tab.page.locator(f'#log button[data-custom-id="skat-learn:play:{path}:H7"]:disabled').last.wait_for()
        await press(f"skat-learn:play:{path}:{card}")
        path += card
    await tab.page.locator("#log").get_by_text(end).last.wait_for()
    await tab.take("lesson")
    assert await tab.sideways() <= 0
    assert tab.complaints == []
    await tab.page.close()


async def test_a_moderator_chooses_on_the_page(browser: Browser, real_house: House, tmp_path: Path) -> None:
    """On a phone: a language and a channel, chosen in the lists that the page opens, and still chosen afterwards."""
    tab = await open_tab(browser, real_house, "Mona", tmp_path, PHONE)
    await tab.command("settings")
    shown = tab.page.locator("#log [data-ephemeral=true]").last
    await shown.locator('button.select[data-custom-id$=":language"]').click()
    await tab.page.get_by_role("option", name="English").last.click()
    await shown.get_by_text("English").first.wait_for()
    await shown.locator('button.select[data-custom-id$=":channels"]').click()
    await tab.page.get_by_role("option", name="#lounge").click()
    await tab.page.locator('[data-do="done"]').click()
    await shown.get_by_text("nur in").wait_for()
    assert [key for (key,) in real_house.rows("SELECT key FROM settings ORDER BY key")] == ["channels", "language"]
    assert await tab.sideways() <= 0
    assert tab.complaints == []
    await tab.take("settings")
    await tab.page.close()
