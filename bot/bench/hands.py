"""What can be pressed on a hand, and what a player without ideas presses."""

import random
from typing import Any

from bot.sandbox.gestures import parts_of

Json = dict[str, Any]

BUTTON, PRIVATE = 2, 64


def ids(message: Json) -> list[str]:
    """The ids of all buttons, also of those that cannot be pressed."""
    return [part["custom_id"] for part in parts_of(message) if part["type"] == BUTTON and "custom_id" in part]


def pressable(message: Json) -> list[str]:
    """The ids of the buttons that can be pressed."""
    found = (part for part in parts_of(message) if part["type"] == BUTTON and "custom_id" in part)
    return [part["custom_id"] for part in found if not part.get("disabled")]


def choices(hand: Json, deal: str) -> tuple[str, ...]:
    """The ids that move the deal on: actions, or else cards to discard."""
    found = pressable(hand)
    actions = tuple(one for one in found if one.startswith(f"skat:{deal}:"))
    return actions or tuple(one for one in found if one.startswith(f"skat-ui:{deal}:discard:"))


def choose(offered: tuple[str, ...], source: random.Random) -> str:
    """The first who is asked plays a suit or Grand; the rest is chance."""
    verbs = {one.split(":", 2)[2]: one for one in offered}
    for wanted in ("bid.18", "skat", "pass"):
        if wanted in verbs:
            return verbs[wanted]
    suits = [one for verb, one in verbs.items() if verb.startswith("announce.") and verb.split(".")[1] in "CSHDG"]
    return source.choice(suits or offered)
