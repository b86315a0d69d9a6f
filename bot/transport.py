"""What Discord answers, seen before the library acts on it.

Left alone, the library waits and then repeats an old request word for word, and a wait that is cancelled while the
global limit holds stops every later request for good. Where somebody has a newer thing to say, `own_pauses` hands the
refusal to them instead. A refused token is noticed whoever hears of it.
"""

import contextlib
import json
from collections.abc import Callable, Generator
from contextvars import ContextVar
from typing import Any, Final

import aiohttp
import discord

UNKNOWN_PAUSE: Final = 60.0
"""Seconds to be silent after a refusal that names no time, such as Cloudflare's page 1015."""

_own: ContextVar[bool] = ContextVar("own_pauses", default=False)


class Limited(Exception):
    """429: nothing of this kind for `seconds`; `everywhere` if no request at all is wanted.

    `code` is Discord's own where it gives one, such as 30046. `blocked`: the address itself is shut out.
    """

    def __init__(self, seconds: float, *, everywhere: bool, code: int, blocked: bool) -> None:
        super().__init__(f"429, code {code}, {seconds:.1f} s")
        self.seconds = seconds
        self.everywhere = everywhere
        self.code = code
        self.blocked = blocked


class Unavailable(Exception):
    """5xx: Discord did not answer; whether the request was carried out is unknown."""


LOST: Final = (aiohttp.ClientError, OSError)
"""The connection broke or never came about."""

FAULTS: Final = (discord.DiscordException, *LOST, TimeoutError, Limited, Unavailable)
"""Whatever a request to Discord may end with."""


@contextlib.contextmanager
def own_pauses() -> Generator[None]:
    """Requests in here raise Limited and Unavailable at once; nothing is repeated behind the caller's back."""
    token = _own.set(True)
    try:
        yield
    finally:
        _own.reset(token)


def watched(token_refused: Callable[[], None]) -> aiohttp.TraceConfig:
    """For the library's session. `token_refused` is called when a request with the bot's token gets a 401."""

    async def ended(_session: Any, _context: Any, done: aiohttp.TraceRequestEndParams) -> None:
        response = done.response
        if response.status == 401 and "Authorization" in done.headers:
            token_refused()
        if not _own.get():
            return
        if response.status == 429:
            raise limited(response.headers.get("Retry-After", ""), await response.text())
        if response.status >= 500:
            # Read to its end, or the connection could not be used again.
            await response.read()
            raise Unavailable(str(response.status))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace


def limited(retry_after: str, text: str) -> Limited:
    """The refusal that the body and the header of a 429 stand for."""
    seconds = float(retry_after) if retry_after.isdecimal() else UNKNOWN_PAUSE
    try:
        body: Any = json.loads(text)
        seconds = float(body.get("retry_after", seconds))
    except (ValueError, AttributeError, TypeError):
        return Limited(seconds, everywhere=True, code=0, blocked=True)
    return Limited(seconds, everywhere=bool(body.get("global")), code=int(body.get("code") or 0), blocked=False)
