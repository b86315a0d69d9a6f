"""Whether a deal that is over was dealt fairly: its seed against what was published before, its cards against the play.

A deal that is not over cannot get in here: `bot.finished` does not read it.
"""

from bot.finished import FinishedDeal
from game.cards import Card
from game.journal import Purpose
from game.rules import Rules
from game.shuffle import commitment, shuffled
from game.table import deal_id


def open_to(deal: FinishedDeal, user: int) -> bool:
    """Whether a person of its server may check a deal: what one plays alone, others may be going to play yet."""
    return deal.purpose is Purpose.SERIES or deal.line_of(user) is not None


def cards(deal: FinishedDeal) -> tuple[Card, ...]:
    """The 32 cards that follow from seed and cuts, in the order in which they were dealt."""
    return shuffled(deal.seed, deal.cuts)


def fingerprint_matches(deal: FinishedDeal) -> bool:
    """Whether the fingerprint that was published is that of this seed."""
    return commitment(deal_id(deal.table, deal.number), Rules.parse(deal.rules), deal.seed) == deal.commitment


def cards_match(deal: FinishedDeal) -> bool:
    """Whether all that was played, to the end, can have been played with the cards of this seed and these cuts."""
    try:
        deal.state()
    except ValueError:
        return False
    return True
