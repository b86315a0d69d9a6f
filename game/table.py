"""A table: the only stateful thing of the game.

Under its lock it checks, writes to the journal, and only then changes and shows; people, computers and timeouts come
through the same door. After a journal error it reads itself again from the journal before anything else happens.
"""

from dataclasses import dataclass, replace
from typing import Protocol

from game.actions import Action, from_text, to_text
from game.chairs import Chairs, Clock
from game.deal import apply, new_deal, waiting_for
from game.illegal import Illegal, Refusal, TableError
from game.journal import (
    ChairsChanged,
    Change,
    CutAdded,
    DealFinished,
    DealPrepared,
    DealStarted,
    Journal,
    MoveMade,
    Purpose,
    RulesChosen,
    SavedChair,
    SavedDeal,
    SavedTable,
    SeriesStarted,
    TableClosed,
    TableOpened,
)
from game.outcome import chair_results
from game.rules import Rules
from game.scoring import result
from game.series import Series, chair_of, dealer, seat_of
from game.shuffle import CUT_LENGTH, commitment, new_seed, shuffled
from game.state import Finished, Seat, State
from game.view import View, view_for

MISSED_BEFORE_STAND_IN = 2

ANYONE_ENDS_AFTER = 600.0
"""Seconds without a person's move after which anyone seated may end the table."""


class Audience(Protocol):
    def changed(self, table: "Table") -> None:
        """Something to be seen has changed; must return at once."""
        ...


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that is prepared (`state` None), played or finished."""

    number: int
    seed: bytes
    commitment: str
    cuts: tuple[str, ...] = ()
    state: State | None = None

    @property
    def finished(self) -> bool:
        return isinstance(self.state, Finished)


def deal_id(table: int, number: int) -> str:
    """The id of a deal in button ids and commitments."""
    return f"{table}-{number}"


class Table(Chairs):
    """One list of deals at three or four chairs. Read its fields freely; change them only through its methods.

    A table for a series prepares a deal when the one before is over; any other plays the deals that were prepared
    when it opened, and no more.
    """

    def __init__(self, saved: SavedTable, journal: Journal, clock: Clock, audience: Audience) -> None:
        super().__init__(saved.table, journal, clock)
        self.guild = saved.guild
        self.channel = saved.channel
        self.purpose = saved.purpose
        self.opened = saved.opened
        self._audience = audience
        self.board = saved.board
        self.closed: str | None = None
        self._restore(saved)

    @classmethod
    async def open(
        cls, table: int, guild: int, channel: int, host: int, rules: Rules, journal: Journal, clock: Clock,
        audience: Audience,
    ) -> "Table":  # fmt: skip
        """A new lobby with its host on the first chair, written down. Raises JournalError."""
        now = clock.time()
        chairs = (SavedChair(host), *[None] * (rules.chairs - 1))
        first = _prepare(table, 0, rules)
        await journal.write(
            TableOpened(table, guild, channel, host, str(rules), now),
            ChairsChanged(table, chairs),
            DealPrepared(table, 0, first.seed, first.commitment),
        )
        deals = (SavedDeal(0, first.seed, first.commitment, (), started=False, moves=()),)
        saved = SavedTable(table, guild, channel, host, str(rules), False, chairs, deals, None, now, opened=now)
        return cls(saved, journal, clock, audience)

    def _restore(self, saved: SavedTable | None) -> None:
        if saved is None:
            self.closed = "ended"
            return
        self.host = saved.host
        self.rules = Rules.parse(saved.rules)
        self.started = saved.started
        self.closed = saved.closed
        self.chairs = saved.chairs
        self.touched = saved.touched
        self.series = Series(self.rules)
        self.last: Deal | None = None
        ahead: list[Deal] = []
        for stored in saved.deals:
            deal = _replayed(stored, self.rules)
            if isinstance(deal.state, Finished):
                self.last = deal
                self.series = self.series.with_result(result(deal.state))
            else:
                ahead.append(deal)
        self.deal: Deal = ahead[0] if ahead else self.last or Deal(0, b"", "")
        self._ahead: tuple[Deal, ...] = tuple(ahead[1:])
        self.missed: dict[int, int] = {}
        self.since = self._clock.time()

    @property
    def solo(self) -> bool:
        """Whether one person plays alone here, unseen by everybody else."""
        return self.purpose is not Purpose.SERIES

    @property
    def deal_id(self) -> str:
        return deal_id(self.id, self.deal.number)

    @property
    def state(self) -> State | None:
        """The deal being played; None in the lobby and between deals."""
        return None if self.deal.finished else self.deal.state

    @property
    def dealer(self) -> int:
        """The chair that deals the running or the next deal."""
        return dealer(self.deal.number, self.rules.chairs)

    def seat_of_chair(self, chair: int) -> Seat | None:
        return seat_of(chair, self.deal.number, self.rules.chairs)

    def chair_at(self, seat: Seat) -> int:
        return chair_of(seat, self.deal.number, self.rules.chairs)

    def waiting_chairs(self) -> tuple[int, ...]:
        """The chairs the deal waits for."""
        return tuple(self.chair_at(seat) for seat in waiting_for(self.state)) if self.state is not None else ()

    def view(self, user: int | None) -> View | None:
        """What a person may see of the deal, running or just over; None before the first. None: the public board."""
        deal = self.deal if self.deal.state is not None else self.last
        if deal is None or deal.state is None:
            return None
        chair = self.chair_of_user(user) if user is not None else None
        return view_for(deal.state, None if chair is None else seat_of(chair, deal.number, self.rules.chairs))

    def moves_of(self, user: int) -> int:
        """How many moves a person has made in the running deal."""
        chair = self.chair_of_user(user)
        seat = None if chair is None else self.seat_of_chair(chair)
        return sum(who == seat for who, _ in self.deal.state.moves) if self.deal.state is not None else 0

    def last_of(self, user: int) -> Action | None:
        """A person's last move in the running deal."""
        chair = self.chair_of_user(user)
        state = self.deal.state
        return None if chair is None or state is None else _last_action(state, self.seat_of_chair(chair))

    async def act_for(self, user: int, deal: str, action: Action, seen: int | None = None) -> bool:
        """A person's move; False if it only repeats their last one. Whoever moves is back.

        `seen`: what `moves_of` said when the person decided. Who has moved since cannot have seen what came of it, so
        the second of two clicks at once is no lead to the next trick. Raises TableError, Illegal, JournalError.
        """

        async def work() -> bool:
            chair = self._chair(user)
            if self.closed or deal != self.deal_id or self.deal.state is None:
                if self._ended_with(chair, deal, action):
                    return False
                raise TableError(Refusal.CLOSED if self.closed else Refusal.OTHER_DEAL)
            seat = self.seat_of_chair(chair)
            if seat is None:
                raise TableError(Refusal.SITTING_OUT)
            if seen is not None and self.moves_of(user) > seen:
                if _last_action(self.deal.state, seat) == action:
                    return False
                raise TableError(Refusal.ALREADY_MOVED)
            sitter = self.chairs[chair]
            back = [self._chairs_with(chair, SavedChair(user))] if sitter is not None and sitter.stand_in else []
            moved = await self._move(seat, action, *back)
            self.missed.pop(chair, None)
            self.touched = self._clock.time()
            return moved

        return await self._do(work)

    async def act(self, deal: str, moves: int, seat: Seat, action: Action, stand_in: str | None = None) -> bool:
        """A computer's move, chosen when the deal had `moves` moves; False if it comes too late.

        `stand_in`: the level of the computer that moves for a person whose time is up; after
        `MISSED_BEFORE_STAND_IN` such moves it keeps the chair. Raises Illegal, JournalError.
        """

        async def work() -> bool:
            state = self.state
            if self.closed or state is None or deal != self.deal_id or len(state.moves) != moves:
                return False
            chair = self.chair_at(seat)
            sitter = self.chairs[chair]
            if stand_in is None or sitter is None or sitter.user is None or sitter.stand_in:
                return await self._move(seat, action)
            missed = self.missed.get(chair, 0) + 1
            keeps = missed >= MISSED_BEFORE_STAND_IN
            kept = [self._chairs_with(chair, SavedChair(sitter.user, stand_in, stand_in=True))] if keeps else []
            moved = await self._move(seat, action, *kept)
            self.missed[chair] = 0 if keeps else missed
            return moved

        return await self._do(work)

    def _ended_with(self, chair: int, deal: str, action: Action) -> bool:
        """Whether `action` was the chair's last one in the deal that has just ended: a second click on it."""
        last = self.last
        if last is None or last.state is None or deal != deal_id(self.id, last.number):
            return False
        return _last_action(last.state, seat_of(chair, last.number, self.rules.chairs)) == action

    async def _move(self, seat: Seat, action: Action, *also: ChairsChanged) -> bool:
        state = self.deal.state
        assert state is not None
        try:
            after = apply(state, seat, action)
        except Illegal:
            if _last_action(state, seat) == action:
                return False
            raise
        now = self._clock.time()
        number = self.deal.number
        changes: list[Change] = [
            MoveMade(self.id, number, len(after.moves), seat, to_text(action), now),
            *also,
        ]
        series, before, ahead, closed = self.series, self.deal, self._ahead, None
        following = replace(before, state=after)
        if isinstance(after, Finished):
            series = self.series.with_result(result(after))
            results = chair_results(series, series.entries[-1], self.chairs)
            changes.append(DealFinished(self.id, number, results, now))
            if series.finished or (self.solo and not ahead):
                closed = "finished"
                changes.append(TableClosed(self.id, closed, now))
            elif ahead:
                following, *rest = ahead
                ahead = tuple(rest)
            else:
                prepared = _prepare(self.id, number + 1, self.rules)
                changes.append(DealPrepared(self.id, number + 1, prepared.seed, prepared.commitment))
                following = prepared
        await self._write(*changes)
        for change in also:
            self.chairs = change.chairs
        self.series, self.deal, self._ahead, self.closed = series, following, ahead, closed
        if isinstance(after, Finished):
            self.last = replace(before, state=after)
        self._show()
        return True

    async def choose_rules(self, user: int, rules: Rules) -> None:
        """The host sets the options; with fewer chairs the last one must be empty or a computer's."""

        async def work() -> None:
            self._lobby_only()
            if user != self.host:
                raise TableError(Refusal.NOT_HOST)
            sitting = sorted((c for c in self.chairs if c is not None), key=lambda c: c.user is None)
            people = sum(c.user is not None for c in sitting)
            if people > rules.chairs:
                raise TableError(Refusal.CHAIR_TAKEN)
            kept = self.chairs
            if rules.chairs != len(kept):
                kept = tuple((*sitting, *[None] * 4)[: rules.chairs])
            prepared = _prepare(self.id, 0, rules)
            await self._write(
                RulesChosen(self.id, str(rules)),
                ChairsChanged(self.id, kept),
                DealPrepared(self.id, 0, prepared.seed, prepared.commitment),
            )
            self.rules, self.chairs, self.deal = rules, kept, prepared
            self.series = Series(rules)
            self.touched = self._clock.time()
            self._show()

        await self._do(work)

    async def cut(self, user: int, text: str) -> None:
        """Adds a person's own randomness to the next deal; the last `CUT_LENGTH` characters at most are taken."""

        async def work() -> None:
            self._open_only()
            self._chair(user)
            if self.deal.state is not None or self.solo:
                raise TableError(Refusal.CUTS_OVER)
            cut = text[:CUT_LENGTH]
            await self._write(CutAdded(self.id, self.deal.number, user, cut))
            self.deal = replace(self.deal, cuts=(*self.deal.cuts, cut))
            self._show()

        await self._do(work)

    async def start(self, user: int) -> None:
        """Begins the series; any person seated may, once every chair is taken."""

        async def work() -> None:
            self._lobby_only()
            self._chair(user)
            if None in self.chairs:
                raise TableError(Refusal.NOT_FULL)
            self.touched = self._clock.time()
            await self._deal(SeriesStarted(self.id, self.touched))

        await self._do(work)

    async def next_deal(self, user: int | None, number: int) -> None:
        """Deals deal `number`; a second call for the same one does nothing. `user` None: the time is up."""

        async def work() -> None:
            self._open_only()
            if user is not None:
                self._chair(user)
            if not self.started:
                raise TableError(Refusal.NOT_STARTED)
            if self.deal.number == number and self.deal.state is None:
                if user is not None:
                    self.touched = self._clock.time()
                await self._deal()

        await self._do(work)

    async def end(self, user: int | None, reason: str, *, moderator: bool = False) -> None:
        """Closes the table: the host or a moderator, or anyone seated once no person has moved for ten minutes."""

        async def work() -> None:
            if self.closed:
                return
            if user is not None and not moderator and user != self.host:
                self._chair(user)
                if self._clock.time() - self.touched < ANYONE_ENDS_AFTER:
                    raise TableError(Refusal.MAY_NOT_END)
            await self._write(TableClosed(self.id, reason, self._clock.time()))
            self.closed = reason
            self._show()

        await self._do(work)

    async def _deal(self, *also: Change) -> None:
        deal = self.deal
        state = new_deal(shuffled(deal.seed, deal.cuts), self.rules)
        await self._write(*also, DealStarted(self.id, deal.number, str(self.rules), self._clock.time()))
        self.started = True
        self.deal = replace(deal, state=state)
        self._show()

    def _show(self) -> None:
        self.since = self._clock.time()
        self._audience.changed(self)


def _last_action(state: State, seat: Seat | None) -> Action | None:
    return next((action for who, action in reversed(state.moves) if who == seat), None)


def _prepare(table: int, number: int, rules: Rules) -> Deal:
    seed = new_seed()
    return Deal(number, seed, commitment(deal_id(table, number), rules, seed))


def _replayed(stored: SavedDeal, rules: Rules) -> Deal:
    deal = Deal(stored.number, stored.seed, stored.commitment, stored.cuts)
    if not stored.started:
        return deal
    state: State = new_deal(shuffled(stored.seed, stored.cuts), rules)
    for seat, text in stored.moves:
        state = apply(state, seat, from_text(text))
    return replace(deal, state=state)
