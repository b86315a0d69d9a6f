"""Small private answers. Each says what is the matter and what to do next."""

from collections.abc import Sequence
from enum import Enum

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.cards import label
from cogs.ui.layout import screen, text
from cogs.ui.look import Look
from cogs.ui.phrases import group_name
from cogs.ui.scene import Scene
from game.actions import Action, Play
from game.illegal import Reason
from game.view import View


class Notice(Enum):
    """What a person may have to be told; the value ends the key ``note.<value>``."""

    NOT_SEATED = "not_seated"
    OTHER_DEAL = "other_deal"
    UNKNOWN_BUTTON = "unknown_button"
    BAD_CHOICE = "bad_choice"
    ALREADY_DONE = "already_done"
    SITTING_OUT = "sitting_out"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    ALREADY_SEATED = "already_seated"
    SEATED_ELSEWHERE = "seated_elsewhere"
    TABLE_FULL = "table_full"
    NO_COMPUTER = "no_computer"
    CHAIRS_MISSING = "chairs_missing"
    TOO_MANY_PEOPLE = "too_many_people"
    HOST_ONLY = "host_only"
    MAY_NOT_END = "may_not_end"
    NO_TABLE = "no_table"
    TABLE_CLOSED = "table_closed"
    TABLE_HERE = "table_here"
    TOO_MANY_TABLES = "too_many_tables"
    LEFT = "left"
    ENDED = "ended"
    REPLACED = "replaced"
    NOBODY_AWAY = "nobody_away"
    CUT_TAKEN = "cut_taken"
    CUT_TOO_LATE = "cut_too_late"
    NOT_SAVED = "not_saved"
    RESTARTING = "restarting"
    NO_SUCH_DEAL = "no_such_deal"
    NOTHING_TO_EXPORT = "nothing_to_export"
    BEING_FORGOTTEN = "being_forgotten"
    CHECK_TOO_EARLY = "check_too_early"
    CHECK_UNKNOWN = "check_unknown"
    CHECK_NOT_YOURS = "check_not_yours"
    MODERATORS_ONLY = "moderators_only"
    OTHER_SERVER = "other_server"
    CHANNEL_NOT_ALLOWED = "channel_not_allowed"
    ERROR = "error"


def notice(what: Notice, texts: Texts, **values: object) -> LayoutView:
    """A note. Needed: `link` for SEATED_ELSEWHERE and TABLE_HERE, `n` for CHAIRS_MISSING, `name` for REPLACED,
    `channels` for CHANNEL_NOT_ALLOWED."""
    return note(notice_text(what, texts, **values))


def notice_text(what: Notice, texts: Texts, **values: object) -> str:
    """The words of a note, for a line above a hand."""
    return texts(f"note.{what.value}", **values)


def note(words: str) -> LayoutView:
    """A message of nothing but these words of markdown."""
    return screen(text(words), accent=None)


def missing_permissions(names: Sequence[str], texts: Texts) -> LayoutView:
    """Which channel permissions, by discord.py's names, are missing and who can give them."""
    listed = "\n".join(f"- {texts(f'permission.{name}')}" for name in names)
    return note(texts("note.missing_permissions", permissions=listed))


def paused(names: Sequence[str], texts: Texts) -> LayoutView:
    """Why a table that nobody can be shown does not go on, and what it needs."""
    listed = "\n".join(f"- {texts(f'permission.{name}')}" for name in names)
    return note(texts("note.paused", permissions=listed))


def refusal_text(scene: Scene, view: View, texts: Texts, action: Action, reason: Reason) -> str:
    """Why an action of `view.seat` was refused: which suit must be followed, whose turn it is."""
    look = Look(scene, view, texts)
    match reason, action:
        case Reason.MUST_FOLLOW, _ if view.trick and view.game is not None:
            return texts("refused.must_follow", suit=group_name(view.game, view.trick[0], texts))
        case Reason.WRONG_TURN, _ if view.waiting:
            return texts("refused.wrong_turn", names=look.people.seats(view.waiting))
        case Reason.CARD_NOT_HELD, Play(card):
            return texts("refused.card_not_held", card=label(card, texts))
        case Reason.BID_TOO_LOW, _:
            return texts("refused.bid_too_low", bid=view.bid)
        case Reason.HOLD_OTHER_VALUE, _:
            return texts("refused.hold_other_value", bid=view.bid)
        case Reason.QUESTION_OPEN, _ if view.question is not None:
            return texts("refused.question_open", names=look.people.seats(view.question.waiting))
        case _:
            return texts(f"reason.{reason.value}")
