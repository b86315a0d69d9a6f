"""The ids of buttons and selects. `parse` accepts exactly what `str` of an id writes; everything else is None."""

import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

from bot.preferences import CHOICES
from cogs.ui.deal_id import DEAL, NUMBER, TABLE, DealId, deal_of
from cogs.ui.figure_ids import FigureId, parse_figures
from cogs.ui.guide_ids import GuideId, parse_guide
from cogs.ui.past_ids import PastId, parse_past
from game.actions import Action, BadAction, from_text, to_text
from game.cards import cards
from game.contract import ImpossibleContract, contract
from game.rules import OPTIONS, PRESETS

LONGEST: Final = 100
"""Discord's limit for an id, in characters."""

ChoiceVerb = Literal["discard", "hand", "jump", "sure", "back", "cards", "last", "scores", "more", "hint"]
TableVerb = Literal[
    "join",
    "leave",
    "leave-sure",
    "add",
    "remove",
    "options",
    "option",
    "preset",
    "chairs",
    "start",
    "next",
    "end",
    "end-sure",
    "back",
    "replace",
    "rules",
    "cut",
]

PrivacyVerb = Literal["show", "export", "delete", "delete-sure"]
SettingsVerb = Literal[
    "show", "language", "reminder", "stand_in", "next_deal", "channels", "rules", "preset", "option", "season",
    "season-sure",
]  # fmt: skip


CHOICE_VERBS: Final[tuple[ChoiceVerb, ...]] = get_args(ChoiceVerb)
TABLE_VERBS: Final[tuple[TableVerb, ...]] = get_args(TableVerb)
PRIVACY_VERBS: Final[tuple[PrivacyVerb, ...]] = get_args(PrivacyVerb)
SETTINGS_VERBS: Final[tuple[SettingsVerb, ...]] = get_args(SettingsVerb)

_WORD: Final = r"[a-z][a-z_]{0,23}"
_ACTION: Final = re.compile(rf"skat:{DEAL}:([A-Za-z0-9.]+)", re.ASCII)
_CHOICE: Final = re.compile(rf"skat-ui:{DEAL}:([a-z]+):([A-Za-z0-9.]*)", re.ASCII)
_OF_TABLE: Final = re.compile(rf"skat-table:({TABLE}):([a-z-]+)(?:\.([a-z0-9_]+))?", re.ASCII)
_SETTINGS: Final = re.compile(r"skat-settings:([1-9][0-9]{0,19}):([a-z_-]+)(?:\.([a-z0-9_]+))?", re.ASCII)


_ARGUMENTS: Final = {
    "add": re.compile(_WORD),
    "remove": re.compile(r"[0-3]"),
    "replace": re.compile(r"[0-3]"),
    "chairs": re.compile(r"[34]"),
    "option": re.compile("|".join((*OPTIONS, "length"))),
    "preset": re.compile("|".join(PRESETS)),
    "next": re.compile(NUMBER),
}


@dataclass(frozen=True, slots=True)
class ActionId:
    """``skat:17-3:hold.20``: do this action."""

    deal: DealId
    action: Action

    def __str__(self) -> str:
        return f"skat:{self.deal}:{to_text(self.action)}"


@dataclass(frozen=True, slots=True)
class ChoiceId:
    """``skat-ui:17-3:discard:C7D8``: show this choice in the making."""

    deal: DealId
    verb: ChoiceVerb
    selection: str = ""

    def __str__(self) -> str:
        return f"skat-ui:{self.deal}:{self.verb}:{self.selection}"


@dataclass(frozen=True, slots=True)
class TableId:
    """``skat-table:17:add.club``: lobby and table. ``next.4`` deals deal 4, so that an old one deals nothing."""

    table: int
    verb: TableVerb
    argument: str = ""

    def __str__(self) -> str:
        return f"skat-table:{self.table}:{self.verb}" + (f".{self.argument}" if self.argument else "")


@dataclass(frozen=True, slots=True)
class PreferenceId:
    """``skat-preference:deck``: a select whose values are those of a person's preference."""

    key: str

    def __str__(self) -> str:
        return f"skat-preference:{self.key}"


@dataclass(frozen=True, slots=True)
class PrivacyId:
    """``skat-privacy:export``: about the data of whoever clicks."""

    verb: PrivacyVerb

    def __str__(self) -> str:
        return f"skat-privacy:{self.verb}"


@dataclass(frozen=True, slots=True)
class SettingsId:
    """``skat-settings:4711:option.kontra``: a setting of the server 4711, for its moderators."""

    guild: int
    verb: SettingsVerb
    argument: str = ""

    def __str__(self) -> str:
        return f"skat-settings:{self.guild}:{self.verb}" + (f".{self.argument}" if self.argument else "")


Id = ActionId | ChoiceId | TableId | PreferenceId | SettingsId | PrivacyId | PastId | FigureId | GuideId


def parse(text: str) -> Id | None:
    """The id of a component's text; None for whatever no screen of this program writes."""
    if len(text) > LONGEST:
        return None
    if found := _ACTION.fullmatch(text):
        return _action(found)
    if found := _CHOICE.fullmatch(text):
        return _choice(found)
    if found := _OF_TABLE.fullmatch(text):
        return _of_table(found)
    if found := _SETTINGS.fullmatch(text):
        return _of_settings(found)
    for others in (parse_past, parse_figures, parse_guide):
        if (other := others(text)) is not None:
            return other
    match text.partition(":"):
        case ("skat-preference", ":", key) if key in CHOICES:
            return PreferenceId(key)
        case ("skat-privacy", ":", ("show" | "export" | "delete" | "delete-sure") as verb):
            return PrivacyId(verb)
        case _:
            return None


def _action(found: re.Match[str]) -> ActionId | None:
    try:
        return ActionId(deal_of(found), from_text(found[3]))
    except BadAction:
        return None


def _choice(found: re.Match[str]) -> ChoiceId | None:
    verb, selection = found[3], found[4]
    if verb not in CHOICE_VERBS:
        return None
    return ChoiceId(deal_of(found), verb, selection) if _selection_fits(verb, selection) else None


def _selection_fits(verb: ChoiceVerb, selection: str) -> bool:
    try:
        match verb:
            case "discard":
                chosen = cards(selection)
                return "." not in selection and len(chosen) <= 2 and chosen == tuple(sorted(set(chosen)))
            case "hand":
                return not selection or (contract(selection).hand and str(contract(selection)) == selection)
            case "sure":
                return bool(from_text(selection))
            case "jump" | "scores":
                return not selection or re.fullmatch(NUMBER, selection) is not None
            case "back" | "cards" | "last" | "more" | "hint":
                return not selection
    except (BadAction, ImpossibleContract, ValueError):
        return False


def _of_table(found: re.Match[str]) -> TableId | None:
    verb, argument = found[2], found[3] or ""
    if verb not in TABLE_VERBS:
        return None
    return TableId(int(found[1]), verb, argument) if _argument_fits(verb, argument) else None


def _of_settings(found: re.Match[str]) -> SettingsId | None:
    verb, argument = found[2], found[3] or ""
    if verb not in SETTINGS_VERBS:
        return None
    return SettingsId(int(found[1]), verb, argument) if _argument_fits(verb, argument) else None


def _argument_fits(verb: str, argument: str) -> bool:
    expected = _ARGUMENTS.get(verb)
    return expected.fullmatch(argument) is not None if expected else not argument
