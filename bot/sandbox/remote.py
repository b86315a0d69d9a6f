"""A sandbox in another process, for tests: the same people and controls as in this one.

Invariant: nothing here knows more of the world than the /people WebSocket and the control verbs tell.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Self

from aiohttp import ClientSession, WSMsgType

from bot.sandbox.people import Person

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiohttp import ClientWebSocketResponse

    from bot.sandbox.shapes import Json

POLL = 0.05
"""Seconds between two looks at a condition that no frame announces."""


class ControlError(Exception):
    """The sandbox did not understand a verb or its arguments."""


class SocketLine:
    """A person's line over a WebSocket; frames leave in order."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def send(self, frame: Json) -> None:
        self._queue.put_nowait(frame)

    async def write(self) -> None:
        while True:
            await self._socket.send_str(json.dumps(await self._queue.get()))

    async def read(self, person: Person) -> None:
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                return
            person.receive(json.loads(message.data))


class RemoteSandbox:
    """Use as `async with RemoteSandbox(url) as sandbox`."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._people: dict[str, Person] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._sockets: list[ClientWebSocketResponse] = []
        self._session: ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = ClientSession()
        return self

    async def __aexit__(self, *error: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for socket in self._sockets:
            await socket.close()
        await self._http.close()

    @property
    def _http(self) -> ClientSession:
        if self._session is None:
            raise RuntimeError("enter the RemoteSandbox first")
        return self._session

    async def control(self, verb: str, **arguments: Any) -> Any:
        """Do one of the verbs of `controls.Controls`, with dashes for underscores. Raises ControlError."""
        async with self._http.post(f"{self.url}/sandbox/{verb}", json=arguments) as response:
            answer: Json = await response.json()
        if "error" in answer:
            raise ControlError(f"{verb}: {answer['error']}")
        return answer["result"]

    async def person(self, who: str | int) -> Person:
        """A person's client, connected once."""
        key = str(who)
        if key not in self._people:
            socket = await self._http.ws_connect(f"{self.url}/people", params={"user": key, "tester": "1"})
            person, line = Person(), SocketLine(socket)
            person.connect(line)
            self._sockets.append(socket)
            self._tasks += [asyncio.create_task(line.write()), asyncio.create_task(line.read(person))]
            await person.until(lambda: person.me, what="the first frame")
            await person.refresh()
            self._people[key] = person
        return self._people[key]

    async def until_state(self, condition: Callable[[Json], object], within: float = 10.0, what: str = "state") -> Json:
        """Ask for the state until the condition holds. Raises TimeoutError."""
        try:
            async with asyncio.timeout(within):
                while True:
                    state: Json = await self.control("state")
                    if condition(state):
                        return state
                    await asyncio.sleep(POLL)
        except TimeoutError:
            raise TimeoutError(f"not within {within} s: {what}") from None
