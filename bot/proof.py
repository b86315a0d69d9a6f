"""Whether a deal that is over was dealt fairly: its seed against what was published before, its cards against the play.

A deal that is not over cannot get in here: `bot.past` does not read it.
"""

from bot.past import PastDeal
from game.actions import BadAction, from_text
from game.cards import Card
from game.deal import replay
from game.illegal import Illegal
from game.journal import Purpose
from game.rules import Rules
from game.shuffle import commitment, shuffled
from game.state import Finished
from game.table import deal_id


def open_to(past: PastDeal, user: int) -> bool:
    """Whether a person of its server may check a deal: what one plays alone, others may be going to play yet."""
    return past.purpose is Purpose.SERIES or user in {sitter.user for sitter in past.chairs if sitter is not None}


def cards(past: PastDeal) -> tuple[Card, ...]:
    """The 32 cards that follow from seed and cuts, in the order in which they were dealt."""
    return shuffled(past.deal.seed, past.deal.cuts)


def fingerprint_matches(past: PastDeal) -> bool:
    """Whether the fingerprint that was published is that of this seed."""
    deal = past.deal
    return commitment(deal_id(past.table, deal.number), Rules.parse(past.rules), deal.seed) == deal.commitment


def cards_match(past: PastDeal) -> bool:
    """Whether all that was played, to the end, can have been played with the cards of this seed and these cuts."""
    try:
        moves = [(seat, from_text(text)) for seat, text in past.deal.moves]
        return isinstance(replay(cards(past), Rules.parse(past.rules), moves), Finished)
    except (BadAction, Illegal):
        return False
