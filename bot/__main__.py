"""``python -m bot``: builds everything, once, and runs it. The only place that knows all the parts.

Exit codes: 0 stopped, 2 settings, 3 database in use, 4 token refused, 5 database unusable.
"""

import argparse
import asyncio
import contextlib
import gc
import logging
import signal
import sys
from pathlib import Path
from typing import Final

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot import logs
from bot.app import TOKEN_REFUSED, SkatBot
from bot.backup import BackupError, backup
from bot.clock import SystemClock
from bot.deletions import Deletions
from bot.forgotten import ForgottenList, place
from bot.names import Names
from bot.refusal import StoreError
from bot.sandbox.server import Sandbox
from bot.settings import Settings, SettingsError, unknown_names
from bot.store import Store
from bot.tables import Tables
from bot.texts import Texts
from bot.thinking import EvenThinking, Thinking
from game.driver import Times
from game.journal import JournalError

log = logging.getLogger("bot")

SANDBOX_TOKEN: Final = "sandbox"  # noqa: S105  # the stand-in takes any token
SETTINGS_WRONG: Final = 2
SHOWN: Final = 50
"""Differences that a rebuild prints one by one."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="skat-bot", description="A Discord bot that plays Skat to the end.")
    commands = parser.add_subparsers(dest="command")
    saving = commands.add_parser("backup", help="copy the database while the bot runs")
    saving.add_argument("file", type=Path, help="the new file; an existing one is not overwritten")
    commands.add_parser("rebuild", help="make results and figures again from the moves, while the bot is stopped")
    measuring = commands.add_parser("bench", help="measure answers, memory, resuming, pictures and figures")
    measuring.add_argument("--tables", type=int, nargs="+", default=[1, 30, 300], help="default: 1 30 300")
    measuring.add_argument("--runs", type=int, default=3, help="runs of each, default 3; 0 measures pictures alone")
    measuring.add_argument("--seconds", type=float, default=15, help="of clicking in each run, default 15")
    measuring.add_argument("--pace", type=float, default=4, help="seconds between two clicks at a table, default 4")
    options = parser.parse_args()
    if options.command == "bench":
        # A program of its own that nobody else needs to load.
        from bot.bench.run import bench  # noqa: PLC0415

        asyncio.run(bench(options.tables, options.runs, options.seconds, options.pace))
        return
    try:
        settings = Settings.load()
    except SettingsError as error:
        print("\n".join(error.lines), file=sys.stderr)
        sys.exit(SETTINGS_WRONG)
    token = settings.discord_token
    secrets = [secret.get_secret_value() for secret in (token, settings.secret_key) if secret is not None]
    logs.configure(settings.log_level, tuple(secrets))
    for name in unknown_names():
        log.warning("%s is no setting; see .env.example", name)
    if options.command == "backup":
        sys.exit(asyncio.run(_backup(settings, options.file)))
    if options.command == "rebuild":
        sys.exit(asyncio.run(_rebuild(settings)))
    sys.exit(asyncio.run(run(settings)))


async def _rebuild(settings: Settings) -> int:
    try:
        store = await Store.open(settings.database_url)
        try:
            rebuilt = await store.rebuild()
        finally:
            await store.close()
    except StoreError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except JournalError as error:
        print(error, file=sys.stderr)
        return 1
    for one in rebuilt.differences[:SHOWN]:
        print(one)
    if len(rebuilt.differences) > SHOWN:
        print(f"... and {len(rebuilt.differences) - SHOWN} more")
    print(f"{len(rebuilt.differences)} rows mended" if rebuilt.differences else "no difference")
    if rebuilt.unplayable:
        print(f"{rebuilt.unplayable} finished deals have no moves to replay; their results stay")
    return 0


async def _backup(settings: Settings, path: Path) -> int:
    try:
        await backup(settings.database_url, path)
    except BackupError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"saved {path}")
    return 0


async def run(settings: Settings) -> int:
    """Runs until a signal, a refused token or a failure; gives the exit code."""
    stop: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, lambda: stop.done() or stop.set_result(0))
    try:
        async with contextlib.AsyncExitStack() as resources:
            store = await Store.open(settings.database_url)
            resources.push_async_callback(store.close)
            return await _serve(settings, store, await _forgotten(settings), stop, resources)
    except StoreError as error:
        print(error, file=sys.stderr)
        return error.exit_code


async def _forgotten(settings: Settings) -> ForgottenList:
    key = settings.secret_key.get_secret_value() if settings.secret_key is not None else None
    return await asyncio.to_thread(ForgottenList.open, place(settings.database_url, settings.forgotten_file), key)


async def _serve(
    settings: Settings,
    store: Store,
    forgotten: ForgottenList,
    stop: "asyncio.Future[int]",
    resources: contextlib.AsyncExitStack,
) -> int:
    token = settings.discord_token.get_secret_value() if settings.discord_token is not None else SANDBOX_TOKEN
    url = settings.sandbox_url
    if url is None and settings.discord_token is None:
        sandbox = Sandbox()
        try:
            await sandbox.start(port=settings.sandbox_port)
        except OSError:
            print(f"port {settings.sandbox_port} is taken; set SKAT_SANDBOX_PORT to another one", file=sys.stderr)
            return SETTINGS_WRONG
        resources.push_async_callback(sandbox.stop)
        url = sandbox.url
        print(f"There is no SKAT_DISCORD_TOKEN, so this is the sandbox. Open {url} in a browser.", flush=True)
    if url is not None:
        Route.BASE = f"{url}/api/v10"
        DiscordWebSocket.DEFAULT_GATEWAY = URL(f"{url.replace('http', 'ws', 1)}/gateway")
    thinking = Thinking(search=settings.computer_search)
    resources.callback(thinking.close)
    clock = SystemClock()
    tables = Tables(
        store,
        clock,
        thinking,
        Times(
            pace=settings.computer_pace_seconds,
            reminder=settings.reminder_seconds,
            stand_in=settings.stand_in_seconds,
            next_deal=settings.next_deal_seconds,
            lobby_idle=settings.lobby_idle_seconds,
        ),
        per_user=settings.tables_per_user,
        per_guild=settings.tables_per_guild,
        fair=EvenThinking(thinking),
    )
    resources.push_async_callback(tables.close)
    deletions = Deletions(store, tables, forgotten, clock)
    resources.push_async_callback(deletions.close)
    await deletions.reapply()
    await tables.resume()
    await deletions.resume()
    # What is loaded now stays: the garbage collector need not look through it again and again.
    gc.collect()
    gc.freeze()
    thinking.warm()
    bot = SkatBot(settings, store, tables, Texts.load(), Names(), clock, thinking, deletions)
    return await _connect(bot, token, stop)


async def _connect(bot: SkatBot, token: str, stop: "asyncio.Future[int]") -> int:
    async with bot:
        running = asyncio.create_task(bot.start(token), name="gateway")
        await asyncio.wait({running, stop, bot.stopped}, return_when=asyncio.FIRST_COMPLETED)
        if stop.done():
            bot.tables.closing = True
            log.info("stopping")
        running.cancel()
        (ended,) = await asyncio.gather(running, return_exceptions=True)
    if stop.done():
        return stop.result()
    if bot.stopped.done():
        return bot.stopped.result()
    match ended:
        case discord.LoginFailure():
            bot.token_refused()
            return TOKEN_REFUSED
        case discord.ConnectionClosed(code=4004):
            bot.token_refused()
            return TOKEN_REFUSED
        case discord.PrivilegedIntentsRequired():
            log.error("Discord refused the intents; this bot needs none that are privileged")
            return SETTINGS_WRONG
        case BaseException():
            log.error("the connection to Discord ended", exc_info=ended)
            return 1
        case _:
            return 0


if __name__ == "__main__":
    main()
