"""Where things lie on the picture of a table, in pixels; chairs keep their places from deal to deal, clockwise.

Three chairs sit below, at the left and at the right; four in the corners. The middle is the trick's.
"""

from dataclasses import dataclass
from typing import Final

SIZE: Final = (1000, 600)
PLATE: Final = (300, 104)
SMALL: Final = 52
"""Width of the square faces of open hands."""

Corner = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Spread:
    """Places by chair, each the top left corner: plates, cards of the trick, open hands; `said` are middles."""

    plates: tuple[Corner, ...]
    cards: tuple[Corner, ...]
    said: tuple[Corner, ...]
    hands: tuple[Corner, ...]
    card_height: int
    skat: Corner


_LEFT, _RIGHT, _TOP, _BOTTOM = 16, 684, 16, 480
_HAND_LEFT, _HAND_RIGHT = 16, 1000 - 16 - 5 * SMALL

THREE: Final = Spread(
    plates=((350, _BOTTOM), (_LEFT, _TOP), (_RIGHT, _TOP)),
    cards=((430, 266), (284, 140), (576, 140)),
    said=((500, 400), (318, 202), (682, 202)),
    hands=((_HAND_LEFT, 484), (_HAND_LEFT, 128), (_HAND_RIGHT, 128)),
    card_height=200,
    skat=(500, 215),
)
FOUR: Final = Spread(
    plates=((_LEFT, _BOTTOM), (_LEFT, _TOP), (_RIGHT, _TOP), (_RIGHT, _BOTTOM)),
    cards=((374, 308), (374, 134), (506, 134), (506, 308)),
    said=((338, 400), (338, 200), (662, 200), (662, 400)),
    hands=((_HAND_LEFT, 366), (_HAND_LEFT, 128), (_HAND_RIGHT, 128), (_HAND_RIGHT, 366)),
    card_height=168,
    skat=(500, 298),
)


def spread(chairs: int) -> Spread:
    return THREE if chairs == 3 else FOUR
