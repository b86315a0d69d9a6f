"""The sandbox's page in a real browser, against the real server and an app that answers as each test says."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from bot.sandbox.interactions import InteractionTimes
from bot.sandbox.server import Sandbox
from tests.sandbox.rawapp import COMPONENTS_V2, EPHEMERAL, MESSAGE, MODAL, UPDATE, RawApp, button, row, text

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser, ConsoleMessage, Locator, Page

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

OPEN: dict[str, Any] = {
    "type": 1,
    "name": "open",
    "description": "Open a table",
    "name_localizations": {"de": "eröffnen"},
    "description_localizations": {"de": "Einen Tisch eröffnen"},
    "options": [
        {
            "type": 4,
            "name": "chairs",
            "description": "How many",
            "name_localizations": {"de": "stühle"},
            "required": True,
            "choices": [{"name": "three", "value": 3}, {"name": "four", "value": 4}],
        }
    ],
}
SKAT: dict[str, Any] = {
    "type": 1,
    "name": "skat",
    "description": "Play",
    "options": [OPEN, {"type": 1, "name": "hand", "description": "Your cards"}],
}


class Tabs:
    """Opens the page as a person. Whatever a tab complains about fails the test at the end."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.complaints: list[str] = []

    async def open(self, person: str, *, width: int = 1100, height: int = 760) -> Page:
        page = await self.browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(5000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._listen)
        await page.goto(f"{self.url}/?user={person}")
        await connected(page)
        return page

    def _listen(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)


async def connected(page: Page) -> None:
    await page.wait_for_selector("html[data-state=connected]", state="attached", timeout=15_000)


def log(page: Page) -> Locator:
    """The messages, without what the page says to screen readers."""
    return page.locator("#log")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    served = Sandbox(interaction_times=InteractionTimes(response=1.5))
    await served.start(port=0)
    yield served
    await served.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def app(sandbox: Sandbox) -> AsyncIterator[RawApp]:
    made = RawApp(sandbox)
    await made.start()
    yield made
    await made.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def tabs(browser: Browser, sandbox: Sandbox) -> AsyncIterator[Tabs]:
    made = Tabs(browser, sandbox.url)
    yield made
    for context in browser.contexts:
        await context.close()
    assert made.complaints == []


async def test_markdown_becomes_elements_and_html_stays_text(tabs: Tabs, app: RawApp) -> None:
    page = await tabs.open("Anna")
    source = (
        "## Deal <b>3</b>\n**bold** __under__ ~~gone~~ `a<i>` ||hidden|| \\*plain\\* snake_case_name\n"
        "> quoted\n- one\n  - two\n-# small\n[good](https://example.com/a) [bad](javascript:alert(1))\n"
        "<script>document.title='hacked'</script><img src=x onerror=document.title='hacked'>"
    )
    message = await app.post(content=source)
    body = page.locator(f'[data-message-id="{message["id"]}"] .text')
    await body.wait_for()

    assert await body.locator("script, img, b, i").count() == 0
    assert "<script>document.title='hacked'</script><img src=x" in await body.inner_text()
    assert await page.title() != "hacked"
    assert await body.locator("h4").inner_text() == "Deal <b>3</b>"
    assert await body.locator("strong").inner_text() == "bold"
    assert await body.locator("u").inner_text() == "under"
    assert await body.locator("s").inner_text() == "gone"
    assert await body.locator("code").inner_text() == "a<i>"
    assert await body.locator("blockquote").inner_text() == "quoted"
    assert await body.locator("ul ul li").inner_text() == "two"
    assert await body.locator(".subtext").inner_text() == "small"
    assert "*plain* snake_case_name" in await body.inner_text()
    links = await body.locator("a").evaluate_all("links => links.map(link => link.href)")
    assert links == ["https://example.com/a"]
    spoiler = body.locator("[data-spoiler]")
    assert "hidden" not in await spoiler.inner_text()
    await spoiler.focus()
    await page.keyboard.press("Enter")
    assert await spoiler.inner_text() == "hidden"


async def test_a_command_is_found_filled_in_and_sent_by_keyboard(tabs: Tabs, app: RawApp) -> None:
    await app.commands(SKAT)
    page = await tabs.open("Anna")
    await page.locator('[data-command="skat open"]:enabled').wait_for()
    await page.focus("#say")
    await page.keyboard.type("/skat er")
    options = page.locator("#picker [role=option]")
    assert await options.all_inner_texts() == ["/skat eröffnen\nEinen Tisch eröffnen\nstühle"]
    await page.keyboard.press("Tab")
    form = page.locator('form[data-command="skat open"]')
    assert (await form.locator("label").inner_text()).startswith("stühle")

    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    interaction = await app.interaction()
    assert interaction["data"]["options"] == [
        {"name": "open", "type": 1, "options": [{"name": "chairs", "type": 4, "value": 4}]}
    ]
    assert await page.locator(".local[data-state=pending]").count() == 1
    await app.respond(interaction, MESSAGE, content="The table is open.")
    await log(page).get_by_text("The table is open.").wait_for()
    assert await page.locator(".local").count() == 0
    assert await page.evaluate("() => document.activeElement.id") == "say"


async def test_a_private_answer_is_in_no_other_tab_and_can_be_dismissed(tabs: Tabs, app: RawApp) -> None:
    await app.commands(SKAT)
    anna = await tabs.open("Anna")
    ben = await tabs.open("Ben")
    await anna.click("#commands")
    await anna.click('#picker [data-command="skat hand"]')
    await anna.keyboard.press("Enter")
    await app.respond(await app.interaction(), MESSAGE, content="Your jacks", flags=EPHEMERAL)
    await app.post(content="Everybody sees this.")
    private = anna.locator("[data-ephemeral=true]")
    await private.wait_for()
    await log(ben).get_by_text("Everybody sees this.").wait_for()
    assert "Your jacks" in await private.inner_text()
    assert "Your jacks" not in await ben.content()

    await anna.click("#person .person-button")
    await anna.locator("#people button", has_text="Ben").click()
    await connected(anna)
    await log(anna).get_by_text("Everybody sees this.").wait_for()
    assert "Your jacks" not in await anna.content()

    again = await tabs.open("Anna")
    await again.locator("[data-ephemeral=true] [data-action=dismiss]").click()
    await again.locator("[data-ephemeral=true]").wait_for(state="detached")


async def test_a_modal_is_checked_before_it_is_sent(tabs: Tabs, app: RawApp) -> None:
    message = await app.post(content="Name it", components=[row(button("Name", "name"))])
    page = await tabs.open("Anna")
    await page.click(f'[data-message-id="{message["id"]}"] [data-custom-id=name]')
    field = {"type": 4, "custom_id": "title", "style": 1, "min_length": 3, "max_length": 8, "required": True}
    await app.respond(
        await app.interaction(),
        MODAL,
        custom_id="naming",
        title="Name the table",
        components=[{"type": 18, "label": "Title", "component": field}],
    )
    dialog = page.locator("dialog[data-modal=naming]")
    await dialog.wait_for()
    problem = dialog.locator(".field-row .problem")
    for given in ("", "ab", "far too long"):
        await dialog.locator("input").fill(given)
        await page.keyboard.press("Enter")
        assert await problem.is_visible(), given
        assert await dialog.locator("[aria-invalid]").count() == 1
    assert app.interactions.empty()

    await dialog.locator("input").fill("Corner")
    await page.keyboard.press("Enter")
    submitted = await app.interaction()
    assert submitted["data"]["custom_id"] == "naming"
    assert submitted["data"]["components"][0]["component"]["value"] == "Corner"
    assert await dialog.is_visible()
    await app.respond(submitted, MESSAGE, content="Named.")
    await dialog.wait_for(state="detached")


async def test_an_unanswered_press_says_that_it_failed(tabs: Tabs, app: RawApp) -> None:
    rows = [row(button("Silent", "silent"), button("Other", "other"), button("Off", "off", disabled=True))]
    message = await app.post(content="Press", components=rows)
    page = await tabs.open("Clara")
    shown = page.locator(f'[data-message-id="{message["id"]}"]')
    silent = shown.locator("[data-custom-id=silent]")
    assert await shown.locator("[data-custom-id=off]").is_disabled()
    await silent.click()
    await shown.locator("[data-custom-id=silent][data-state=pending]").wait_for()
    assert await shown.locator("[data-custom-id=other]").is_enabled()
    await shown.locator(".failure").wait_for()
    assert "This interaction failed" in await shown.inner_text()
    assert await shown.get_attribute("data-state") == "failed"
    assert await silent.get_attribute("data-state") == "ready"

    await app.interaction()
    await silent.click()
    await app.respond(await app.interaction(), UPDATE, content="Pressed")
    await shown.get_by_text("Pressed").wait_for()
    assert await shown.locator(".failure").count() == 0


async def test_a_changed_message_keeps_its_elements_and_the_focus(tabs: Tabs, app: RawApp) -> None:
    def hand(*cards: str) -> list[dict[str, Any]]:
        return [text(f"{len(cards)} cards"), row(*(button(card, f"play:{card}") for card in cards))]

    message = await app.post(flags=COMPONENTS_V2, components=hand("J", "A", "10"))
    page = await tabs.open("Anna")
    shown = page.locator(f'[data-message-id="{message["id"]}"]')
    await shown.locator('[data-custom-id="play:A"]').focus()
    kept = await shown.locator('[data-custom-id="play:A"]').element_handle()
    focused = "() => document.activeElement.dataset.customId"
    await app.edit(message, components=hand("A", "10"))
    await shown.get_by_text("2 cards").wait_for()
    assert await page.evaluate(focused) == "play:A"
    assert kept is not None
    assert await kept.evaluate("node => node.isConnected")
    # The focused card is gone: the one in its place has the focus, not the top of the page.
    await app.edit(message, components=hand("10"))
    await shown.get_by_text("1 cards").wait_for()
    assert await page.evaluate(focused) == "play:10"


def cards(*names: str, playable: bool) -> dict[str, Any]:
    """A hand as buttons, with one more below it that can always be pressed."""
    style = 1 if playable else 2
    return row(*(button(name, f"play:{name}", style=style, disabled=not playable) for name in names))


async def test_the_focus_waits_below_a_hand_and_goes_back_to_it(tabs: Tabs, app: RawApp, sandbox: Sandbox) -> None:
    sandbox.limits.enabled = False
    page = await tabs.open("Anna")
    below = row(button("More", "more"))
    message = await app.post(content="Your hand", components=[cards("A", "10", "K", playable=True), below])
    await page.locator('[data-custom-id="play:10"]').focus()
    focused = "() => document.activeElement.dataset.customId"

    async def becomes(names: tuple[str, ...], *, playable: bool) -> str:
        await app.edit(message, components=[cards(*names, playable=playable), below])
        state = "enabled" if playable else "disabled"
        await page.locator(f'[data-custom-id="play:{names[-1]}"]:{state}').wait_for()
        return await page.evaluate(focused)

    # The ten is played. While others play, no card can be pressed.
    assert await becomes(("A", "K"), playable=False) == "more"
    assert await becomes(("A", "K"), playable=True) == "play:K"
    # The last card of the hand is played: the one before it is next.
    assert await becomes(("A",), playable=False) == "more"
    assert await becomes(("A",), playable=True) == "play:A"
    # Whoever goes elsewhere meanwhile stays there.
    await becomes(("A",), playable=False)
    await page.focus("#say")
    await becomes(("A",), playable=True)
    assert await page.evaluate("() => document.activeElement.id") == "say"


async def test_a_message_that_goes_leaves_the_focus_on_the_newest_with_something_to_press(
    tabs: Tabs, app: RawApp
) -> None:
    page = await tabs.open("Anna")
    board = await app.post(content="The table", components=[row(button("My cards", "cards"))])
    await app.post(content="Nothing to press.")
    gone = await app.post(content="Over", components=[row(button("Next", "next"))])
    await page.locator('[data-custom-id="next"]').focus()
    await app.call("DELETE", f"/channels/{app.channel_id}/messages/{gone['id']}", None)
    await page.locator('[data-custom-id="next"]').wait_for(state="detached")
    assert await page.evaluate("() => document.activeElement.dataset.messageId") == board["id"]
    await page.keyboard.press("Tab")
    assert await page.evaluate("() => document.activeElement.dataset.customId") == "cards"


async def test_several_choices_are_sent_together(tabs: Tabs, app: RawApp) -> None:
    options = [{"label": name, "value": name.lower()} for name in ("Kontra", "Ramsch", "Bock")]
    select = {"type": 3, "custom_id": "rules", "min_values": 1, "max_values": 2, "options": options}
    message = await app.post(content="Rules", components=[row(select)])
    page = await tabs.open("Anna")
    await page.focus(f'[data-message-id="{message["id"]}"] [data-custom-id=rules]')
    await page.keyboard.press("Enter")
    listbox = page.get_by_role("listbox")
    await listbox.wait_for()
    done = page.locator("[data-do=done]")
    assert await done.is_disabled()
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    assert await listbox.locator("[aria-disabled=true]").all_inner_texts() == ["Ramsch"]
    await done.click()
    interaction = await app.interaction()
    assert interaction["data"]["values"] == ["kontra", "bock"]
    await app.respond(interaction, UPDATE, content="Agreed")


async def test_a_phone_scrolls_nowhere_sideways_and_buttons_can_be_tapped(tabs: Tabs, app: RawApp) -> None:
    cards = [row(*(button(f"♣{rank}", f"{line}{rank}") for rank in ("J", "A", "10", "K", "Q"))) for line in "ab"]
    hand = await app.post(flags=COMPONENTS_V2, components=[{"type": 17, "components": [text("Hand"), *cards]}])
    page = await tabs.open("Anna", width=360, height=740)
    buttons = page.locator(f'[data-message-id="{hand["id"]}"] .button')
    await buttons.first.wait_for()
    boxes = [await each.bounding_box() for each in await buttons.all()]
    tops = [box["y"] for box in boxes if box is not None]
    assert len(tops) == 10
    assert len(set(tops)) == 2, "five in a row"
    assert all(box is not None and box["height"] >= 40 and box["width"] >= 40 for box in boxes)
    assert await page.evaluate("() => document.documentElement.scrollWidth") == 360


async def test_the_page_comes_back_by_itself(tabs: Tabs, app: RawApp, sandbox: Sandbox) -> None:
    page = await tabs.open("David")
    port = int(sandbox.url.rpartition(":")[2])
    await app.stop()
    await sandbox.stop()
    await page.get_by_text("Connection lost").wait_for()
    await sandbox.start(port=port)
    await connected(page)
    await page.locator("#app-state[data-state=offline]").wait_for()
    tabs.complaints = [said for said in tabs.complaints if "ERR_CONNECTION_REFUSED" not in said]
