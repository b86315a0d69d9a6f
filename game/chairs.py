"""Who sits at a table: people, computers, and computers that stand in for people who are away."""

from abc import abstractmethod
from typing import Protocol

from game.door import Door
from game.illegal import Refusal, TableError
from game.journal import ChairsChanged, Change, HostChanged, Journal, SavedChair, TableClosed


class Clock(Protocol):
    def time(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class Chairs(Door):
    """The chairs of one table. Read the fields freely; change them only through the methods."""

    host: int
    started: bool
    closed: str | None
    chairs: tuple[SavedChair | None, ...]
    touched: float

    def __init__(self, table: int, journal: Journal, clock: Clock) -> None:
        super().__init__(table, journal)
        self._clock = clock

    @abstractmethod
    def _show(self) -> None:
        """Something to be seen has changed."""

    @property
    def people(self) -> tuple[int, ...]:
        """The users who sit here and have not left."""
        return tuple(c.user for c in self.chairs if c is not None and c.user is not None and not c.left)

    @property
    def present(self) -> tuple[int, ...]:
        """The users who play for themselves."""
        return tuple(c.user for c in self.chairs if c is not None and c.user is not None and not c.stand_in)

    def chair_of_user(self, user: int) -> int | None:
        """The chair of a person, also of one whom a computer stands in for."""
        return next((n for n, c in enumerate(self.chairs) if c is not None and c.user == user), None)

    def plays_itself(self, chair: int) -> bool:
        """Whether a computer decides for a chair, its own or a person's who is away."""
        sitter = self.chairs[chair]
        return sitter is not None and (sitter.user is None or sitter.stand_in)

    async def join(self, user: int) -> int:
        """Takes a chair and gives its number: the person's own after leaving, else an empty one or, in play, none."""

        async def work() -> int:
            self._open_only()
            own = self.chair_of_user(user)
            if own is not None:
                sitter = self.chairs[own]
                if sitter is None or not sitter.stand_in:
                    raise TableError(Refusal.ALREADY_SEATED)
                await self._seat(own, SavedChair(user))
                return own
            if self.started:
                raise TableError(Refusal.STARTED)
            if None not in self.chairs:
                raise TableError(Refusal.FULL)
            chair = self.chairs.index(None)
            await self._seat(chair, SavedChair(user))
            return chair

        return await self._do(work)

    async def leave(self, user: int, level: str) -> None:
        """Gives up a chair: empty in the lobby, a computer of `level` in play. The last person closes the table."""

        async def work() -> None:
            self._open_only()
            chair = self._chair(user)
            after = SavedChair(user, level, stand_in=True, left=True) if self.started else None
            await self._without(user, chair, after)

        await self._do(work)

    async def forget(self, user: int, level: str) -> None:
        """As `leave`, for good: the chair is the computer's own, and nothing says whose it was. Twice is no harm."""

        async def work() -> None:
            chair = self.chair_of_user(user)
            if chair is not None and not self.closed:
                await self._without(user, chair, SavedChair(None, level) if self.started else None)

        await self._do(work)

    async def _without(self, user: int, chair: int, after: SavedChair | None) -> None:
        """`after` takes a person's chair, somebody else is the host; without any other person the table closes."""
        chairs = self._chairs_with(chair, after)
        people = [c.user for c in chairs.chairs if c is not None and c.user is not None and not c.left]
        changes: list[Change] = [chairs]
        if not people:
            changes.append(TableClosed(self.id, "empty", self._clock.time()))
        elif self.host == user:
            changes.append(HostChanged(self.id, people[0]))
        await self._write(*changes)
        self.chairs = chairs.chairs
        if not people:
            self.closed = "empty"
        elif self.host == user:
            self.host = people[0]
        self._show()

    async def stand_in(self, user: int, level: str) -> None:
        """A computer keeps the chair of a person who does not move, until they are back."""

        async def work() -> None:
            self._open_only()
            await self._seat(self._chair(user), SavedChair(user, level, stand_in=True))

        await self._do(work)

    async def back(self, user: int) -> None:
        """The person plays again for themselves; nothing changes if they did."""

        async def work() -> None:
            self._open_only()
            await self._seat(self._chair(user), SavedChair(user))

        await self._do(work)

    async def add_computer(self, user: int, level: str) -> None:
        async def work() -> None:
            self._lobby_only()
            self._chair(user)
            if None not in self.chairs:
                raise TableError(Refusal.FULL)
            self.touched = self._clock.time()
            await self._seat(self.chairs.index(None), SavedChair(None, level))

        await self._do(work)

    async def remove_computer(self, user: int, chair: int) -> None:
        async def work() -> None:
            self._lobby_only()
            self._chair(user)
            sitter = self.chairs[chair] if 0 <= chair < len(self.chairs) else None
            if sitter is None or sitter.user is not None:
                raise TableError(Refusal.NO_COMPUTER)
            await self._seat(chair, None)

        await self._do(work)

    def _chair(self, user: int) -> int:
        chair = self.chair_of_user(user)
        sitter = None if chair is None else self.chairs[chair]
        if chair is None or sitter is None or sitter.left:
            raise TableError(Refusal.NOT_SEATED)
        return chair

    def _open_only(self) -> None:
        if self.closed:
            raise TableError(Refusal.CLOSED)

    def _lobby_only(self) -> None:
        self._open_only()
        if self.started:
            raise TableError(Refusal.STARTED)

    def _chairs_with(self, chair: int, sitter: SavedChair | None) -> ChairsChanged:
        return ChairsChanged(self.id, (*self.chairs[:chair], sitter, *self.chairs[chair + 1 :]))

    async def _seat(self, chair: int, sitter: SavedChair | None) -> None:
        if self.chairs[chair] == sitter:
            return
        changed = self._chairs_with(chair, sitter)
        await self._write(changed)
        self.chairs = changed.chairs
        self._show()
