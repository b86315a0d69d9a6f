"""What proves that a finished deal was dealt fairly. Of a deal that is not over nothing can be read here."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.schema import chairs, cuts, deals, moves, results, tables
from game.actions import BadAction, from_text
from game.cards import Card
from game.deal import replay
from game.illegal import Illegal
from game.rules import Rules
from game.shuffle import commitment, shuffled
from game.state import SEATS, Finished, Seat
from game.table import deal_id

PUBLIC: Final = "series"
"""The purpose of tables whose deals anybody may check; others may give the same cards to other people yet."""


@dataclass(frozen=True, slots=True)
class Cut:
    """`user` is None once the person is forgotten; the text stays, for the cards come from it."""

    user: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Proof:
    """A finished deal. `seated`: everybody who sat at its table."""

    table: int
    number: int
    guild: int
    purpose: str
    rules: str
    seed: bytes
    commitment: str
    cuts: tuple[Cut, ...]
    moves: tuple[tuple[Seat, str], ...]
    seated: frozenset[int]

    @property
    def deal_id(self) -> str:
        return deal_id(self.table, self.number)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The 32 cards that follow from seed and cuts."""
        return shuffled(self.seed, [cut.text for cut in self.cuts])

    def open_to(self, user: int) -> bool:
        """Whether a person of the server may check it."""
        return self.purpose == PUBLIC or user in self.seated

    def fingerprint_matches(self) -> bool:
        """Whether the published fingerprint is that of this seed."""
        return commitment(self.deal_id, Rules.parse(self.rules), self.seed) == self.commitment

    def cards_match(self) -> bool:
        """Whether the moves that were made are legal, to the end, with the cards of this seed and these cuts."""
        try:
            made = [(seat, from_text(text)) for seat, text in self.moves]
            return isinstance(replay(self.cards, Rules.parse(self.rules), made), Finished)
        except (BadAction, Illegal):
            return False


async def proof_of(connection: AsyncConnection, table: int, number: int) -> Proof | None:
    """The proof of a deal; None if there is no such deal or it is not over."""
    chosen = (
        select(tables.c.guild, tables.c.purpose, deals.c.rules, deals.c.seed, deals.c.commitment)
        .join_from(tables, deals)
        .where(deals.c.table_id == table, deals.c.number == number, deals.c.finished_at.is_not(None))
    )
    row = (await connection.execute(chosen)).one_or_none()
    if row is None:
        return None
    cut = select(cuts.c.user_id, cuts.c.text).where(cuts.c.table_id == table, cuts.c.number == number)
    made = select(moves.c.seat, moves.c.text).where(moves.c.table_id == table, moves.c.number == number)
    sat = select(chairs.c.user_id).where(chairs.c.table_id == table, chairs.c.user_id.is_not(None))
    played = select(results.c.user_id).where(results.c.table_id == table, results.c.user_id.is_not(None))
    return Proof(
        table,
        number,
        row.guild,
        row.purpose,
        row.rules,
        row.seed,
        row.commitment,
        tuple(Cut(user, text) for user, text in (await connection.execute(cut.order_by(cuts.c.position))).all()),
        tuple(_move(row) for row in (await connection.execute(made.order_by(moves.c.move))).all()),
        frozenset((await connection.execute(sat.union(played))).scalars()),
    )


def _move(row: Any) -> tuple[Seat, str]:
    return SEATS[row.seat], row.text
