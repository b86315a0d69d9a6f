"""A house with cameras: the real bot, a browser that shows the sandbox's page, and small picture files."""

from __future__ import annotations

import shutil
from io import BytesIO
from typing import TYPE_CHECKING, Self

from PIL import Image
from playwright.async_api import async_playwright

from bot.sandbox.interactions import InteractionTimes
from bot.sandbox.server import Sandbox
from cogs.pictures.emojis import emojis
from tests.e2e.house import House
from tests.screenshots.past import live_through

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Browser, Page, Playwright

    from bot.sandbox.model import Channel, Guild
    from tests.e2e.guest import Guest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync", "--disable-background-networking"]

SIZES = {"phone": (390, 844), "narrow": (360, 740), "desktop": (1280, 1000)}
LARGEST = 60_000
"""Bytes of a picture file."""
SCALES = (1, 0.75, 0.5)
QUALITIES = (85, 75, 60, 45)
UPLOADED_WITHIN = 120.0


class Studio(House):
    """Use as a context. `guild` is where the next tables are opened."""

    def __init__(self, directory: Path, folder: Path) -> None:
        super().__init__(directory, Sandbox(interaction_times=InteractionTimes(response=20.0)), clicks=300)
        self.folder = folder
        self.taken = 0
        world = self.sandbox.world
        (self.german,) = world.guilds.values()
        self.english = world.add_guild("Skat Friends", "en-US", owner=world.person("Olga"))
        for name in ("Anna", "Ben", "Clara", "David", "Vera"):
            world.join(self.english, world.person(name))
        self.guild: Guild = self.german
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    async def __aenter__(self) -> Self:
        self.sandbox.limits.enabled = False
        await self.sandbox.start()
        for guild in (self.german, self.english):
            names = ("Anna", "Ben", "Clara", "David", "Vera")
            people = [self.sandbox.world.person(name).id for name in names]
            await live_through(self.database, guild.id, people)
        await self.open(settings={"SKAT_NEXT_DEAL_SECONDS": "45", "SKAT_COMPUTER_SEARCH": "true"})
        changes = self.sandbox.changes
        expected = len(emojis())
        await changes.until(lambda: len(self.sandbox.world.emojis) >= expected, UPLOADED_WITHIN, "all faces")
        self._playwright = await async_playwright().start()
        self._browser = await self._playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._browser is not None:
            await self._browser.close()
        if self._playwright is not None:
            await self._playwright.stop()
        await self.close()

    def channel(self, name: str | None = None) -> Channel:
        self._channels += 1
        return self.sandbox.world.add_channel(self.guild, name or f"skat-{self._channels}")

    def guest(self, name: str, channel: Channel | str) -> Guest:
        # By id: a name may be that of a channel of the other server.
        return super().guest(name, channel if isinstance(channel, str) else str(channel.id))

    async def shoot(
        self, guest: Guest, name: str, *, sizes: tuple[str, ...] = ("phone", "desktop"), dark: bool = True
    ) -> None:
        """The end of the channel as the guest sees it, at each size."""
        for size in sizes:
            page = await self._page(guest, size, dark=dark)
            await page.evaluate("document.getElementById('timeline').scrollTop = 1e9")
            await page.wait_for_timeout(250)
            self._keep(await page.screenshot(), f"{name}-{size}")
            await page.context.close()

    async def shoot_message(self, guest: Guest, message: str, name: str, *, size: str = "phone") -> None:
        """One message alone."""
        page = await self._page(guest, size, dark=True, height=2000)
        shown = page.locator(f'[data-message-id="{message}"]')
        self._keep(await shown.screenshot(), name)
        await page.context.close()

    async def _page(self, guest: Guest, size: str, *, dark: bool, height: int | None = None) -> Page:
        assert self._browser is not None
        width, usual = SIZES[size]
        context = await self._browser.new_context(
            viewport={"width": width, "height": height or usual},
            color_scheme="dark" if dark else "light",
            device_scale_factor=1 if size == "desktop" else 2,
        )
        page = await context.new_page()
        await page.goto(f"{self.sandbox.url}/?user={guest.person.name}#{guest.channel}")
        await page.wait_for_selector("html[data-state=connected]", state="attached", timeout=15_000)
        await page.wait_for_selector("[data-message-id]", timeout=15_000)
        await page.wait_for_load_state("networkidle")
        await page.wait_for_timeout(300)
        return page

    def _keep(self, png: bytes, name: str) -> None:
        picture = Image.open(BytesIO(png)).convert("RGB")
        sizes = [(round(scale * picture.width), round(scale * picture.height)) for scale in SCALES]
        tries = (_webp(picture.resize(size), quality) for size in sizes for quality in QUALITIES)
        small = next(file for file in tries if len(file) < LARGEST)
        (self.folder / f"{name}.webp").write_bytes(small)
        self.taken += 1


def _webp(picture: Image.Image, quality: int) -> bytes:
    file = BytesIO()
    picture.save(file, "WEBP", quality=quality, method=6)
    return file.getvalue()
