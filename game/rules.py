"""The options of RULES 6, frozen when a table starts; one text form for database, commitment and command line."""

from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal, Self, get_args, get_type_hints


class BadRules(ValueError):
    """A text or value that is no set of rules; the message names the option and its values."""


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules; the defaults are the preset International.

    `length` is ``series`` (36 deals at three, 48 at four), ``12``, ``24``, ``unlimited`` or ``target:N`` with N not 0.
    """

    chairs: Literal[3, 4] = 3
    length: str = "series"
    all_pass: Literal["pass_in", "ramsch", "schieberamsch"] = "pass_in"
    ramsch_skat: Literal["last_trick", "loser"] = "last_trick"
    ramsch_tie: Literal["both_lose", "last_trick_loses"] = "both_lose"
    kontra: Literal["off", "any_defender", "needs_18"] = "off"
    kontra_until: Literal["first_lead", "own_first_card"] = "first_lead"
    matadors: Literal["trumps", "jacks"] = "trumps"
    null_loss: Literal["double", "single"] = "double"
    concede: Literal["both", "one"] = "both"
    scoring: Literal["seeger", "classic"] = "seeger"
    bock: Literal["off", "on"] = "off"

    def __post_init__(self) -> None:
        for name, values in OPTIONS.items():
            if getattr(self, name) not in values:
                raise BadRules(
                    f"{name}={_short(getattr(self, name))} is unknown; write one of {', '.join(map(str, values))}"
                )
        if self.length not in ("series", "12", "24", "unlimited") and self.target is None:
            raise BadRules(
                f"length={_short(self.length)} is unknown; "
                "write series, 12, 24, unlimited or target:N (N a number, not 0)"
            )

    def __str__(self) -> str:
        """All options, ``name=value`` joined by commas, in the order of the fields."""
        return ",".join(f"{field.name}={getattr(self, field.name)}" for field in fields(self))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The inverse of `str`. Options left out keep their default; ``international`` and ``pub`` name the presets.

        Raises BadRules.
        """
        chosen: dict[str, Any] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            if part in PRESETS:
                chosen |= asdict(PRESETS[part])
                continue
            name, equals, value = part.partition("=")
            if not equals or name not in _NAMES:
                raise BadRules(f"{part[:40]!r} is no option; write name=value with one of {', '.join(_NAMES)}")
            chosen[name] = {"3": 3, "4": 4}.get(value, value) if name == "chairs" else value
        return cls(**chosen)

    @property
    def target(self) -> int | None:
        """The points target of ``length=target:N``, else None."""
        word, _, number = self.length.partition(":")
        digits = number.removeprefix("-")
        if word != "target" or not digits.isascii() or not digits.isdecimal() or len(digits) > 6:
            return None
        return int(number) or None

    @property
    def deals(self) -> int | None:
        """The number of deals after which the list ends; None if another end was chosen."""
        match self.length:
            case "series":
                return 12 * self.chairs
            case "12" | "24":
                return int(self.length)
            case _:
                return None


def _short(value: object) -> str:
    """A wrong value as an error names it: one line, whatever was written."""
    text = str(value)
    return text if text.isprintable() and len(text) <= 40 else repr(text[:40])


_NAMES: Final = tuple(field.name for field in fields(Rules))

OPTIONS: Final[dict[str, tuple[Any, ...]]] = {
    name: get_args(hint) for name, hint in get_type_hints(Rules).items() if get_args(hint)
}
"""The values of each option, default first; `length` is checked apart."""

INTERNATIONAL: Final = Rules()
PUB: Final = Rules(all_pass="ramsch", kontra="any_defender")
PRESETS: Final = {"international": INTERNATIONAL, "pub": PUB}
