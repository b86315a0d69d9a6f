"""Why a move or anything else at a table is refused. The value is the key of the text a person is shown."""

from enum import Enum


class Reason(Enum):
    WRONG_TURN = "wrong_turn"
    WRONG_PHASE = "wrong_phase"
    DEAL_OVER = "deal_over"
    BID_TOO_LOW = "bid_too_low"
    BID_NOT_LEGAL = "bid_not_legal"
    HOLD_OTHER_VALUE = "hold_other_value"
    SKAT_ALREADY_TAKEN = "skat_already_taken"
    SKAT_NOT_TAKEN = "skat_not_taken"
    HAND_AFTER_SKAT = "hand_after_skat"
    IMPOSSIBLE_CONTRACT = "impossible_contract"
    NULL_BELOW_BID = "null_below_bid"
    CARD_NOT_HELD = "card_not_held"
    JACK_PUSHED = "jack_pushed"
    MUST_FOLLOW = "must_follow"
    KONTRA_OFF = "kontra_off"
    KONTRA_BY_DECLARER = "kontra_by_declarer"
    KONTRA_NEEDS_18 = "kontra_needs_18"
    RE_BY_DEFENDER = "re_by_defender"
    CLAIM_TWICE = "claim_twice"
    CLAIM_IN_NULL = "claim_in_null"
    CLAIM_WITHOUT_CARDS = "claim_without_cards"
    CONCEDE_TWICE = "concede_twice"
    CONCEDE_IN_RAMSCH = "concede_in_ramsch"
    QUESTION_OPEN = "question_open"
    NOTHING_ASKED = "nothing_asked"
    NOT_ASKED = "not_asked"


class Illegal(Exception):
    """An action that may not be done; nothing was changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Refusal(Enum):
    """Why a table refuses something before any rule of the game is asked."""

    NOT_SEATED = "not_seated"
    SITTING_OUT = "sitting_out"
    OTHER_DEAL = "other_deal"
    ALREADY_MOVED = "already_moved"
    FULL = "full"
    ALREADY_SEATED = "already_seated"
    STARTED = "started"
    NOT_STARTED = "not_started"
    NOT_FULL = "not_full"
    NOT_HOST = "not_host"
    CHAIR_TAKEN = "chair_taken"
    NO_COMPUTER = "no_computer"
    DEAL_RUNNING = "deal_running"
    MAY_NOT_END = "may_not_end"
    CLOSED = "closed"
    CUTS_OVER = "cuts_over"
    SEATED_ELSEWHERE = "seated_elsewhere"
    BAD_OPTION = "bad_option"
    NO_TABLE = "no_table"


class TableError(Exception):
    """Something a person may not do at a table; nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
