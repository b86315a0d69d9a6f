"""One gateway connection: frames go out in order, compressed as the bot asked.

Invariant: one writer a connection, so that a compression stream is never interleaved.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import zlib
from typing import TYPE_CHECKING, Any, Protocol

from aiohttp import ClientConnectionResetError

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiohttp import web

    from bot.sandbox.sessions import Session


class Pace(Protocol):
    """What a connection asks the gateway before each frame."""

    delay: float
    silent: bool


def compressor(asked: str | None) -> Callable[[str], bytes] | None:
    """Text to the bytes of one frame of a transport compression stream; None for plain text frames.
    Raises LookupError for a compression this Python has no library for."""
    if asked == "zlib-stream":
        stream = zlib.compressobj()
        return lambda text: stream.compress(text.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)
    if asked == "zstd-stream":
        return zstd_compressor()
    return None


def zstd_compressor() -> Callable[[str], bytes]:
    """The same libraries discord.py looks for, so that it asks for zstd only where this works."""
    try:
        standard: Any = importlib.import_module("compression.zstd")
    except ImportError:
        library: Any = importlib.import_module("zstandard")
        chunks: Any = library.ZstdCompressor().compressobj()
        return lambda text: chunks.compress(text.encode()) + chunks.flush(library.COMPRESSOBJ_FLUSH_BLOCK)
    packer: Any = standard.ZstdCompressor()
    return lambda text: packer.compress(text.encode(), mode=packer.FLUSH_BLOCK)


class Link:
    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        compress: Callable[[str], bytes] | None,
        pace: Pace,
    ) -> None:
        self.session: Session | None = None
        self.closed_by_us = False
        self.closing = False
        """A close frame is on its way behind what is queued."""
        self._socket = socket
        self._transport = transport
        self._compress = compress
        self._pace = pace
        self._queue: asyncio.Queue[tuple[float, str] | int] = asyncio.Queue()

    def send(self, text: str) -> None:
        if self._pace.silent:
            return
        due = asyncio.get_running_loop().time() + self._pace.delay
        self._queue.put_nowait((due, text))

    def send_op(self, op: int, data: object) -> None:
        if not self._pace.silent:
            self._queue.put_nowait((0.0, json.dumps({"t": None, "s": None, "op": op, "d": data})))

    def close(self, code: int) -> None:
        """After what is queued already."""
        self.closed_by_us = self.closing = True
        self._queue.put_nowait(code)

    def abort(self) -> None:
        """As a cable that is cut: no close frame."""
        self.closed_by_us = True
        if self._transport is not None:
            self._transport.abort()

    async def write(self) -> None:
        clock = asyncio.get_running_loop()
        try:
            while True:
                item = await self._queue.get()
                if isinstance(item, int):
                    await self._socket.close(code=item)
                    return
                due, text = item
                if due > clock.time():
                    await asyncio.sleep(due - clock.time())
                if self._compress is None:
                    await self._socket.send_str(text)
                else:
                    await self._socket.send_bytes(self._compress(text))
        except ClientConnectionResetError:
            return
