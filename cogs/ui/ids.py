"""The ids of buttons and selects. `parse` accepts exactly what `str` of an id writes; everything else is None."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal, get_args

from bot.preferences import CHOICES
from cogs.ui.figure_ids import RaceId, RankingBy, RankingId, StatsBy, StatsId, parse_figures
from game.actions import Action, BadAction, from_text, to_text
from game.cards import Card, cards, cards_text
from game.contract import ImpossibleContract, contract
from game.rules import OPTIONS, PRESETS, BadRules, Rules
from game.state import Seat

LONGEST: Final = 100
"""Discord's limit for an id, in characters."""

ChoiceVerb = Literal["discard", "hand", "jump", "sure", "back", "cards", "last", "scores", "more", "hint"]
DailyVerb = Literal["list", "begin", "resume"]
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

RulesOf = Literal["table", "server"]
Chapter = Literal[
    "options", "cards", "auction", "games", "null", "value", "overbid", "kontra", "ramsch", "ending", "scoring"
]
LearnStep = Literal["points", "trumps", "value", "bidding", "auction", "skat", "discard", "contract", "play"]

CHAPTERS: Final[tuple[Chapter, ...]] = get_args(Chapter)
LEARN_STEPS: Final[tuple[LearnStep, ...]] = get_args(LearnStep)
CHOICE_VERBS: Final[tuple[ChoiceVerb, ...]] = get_args(ChoiceVerb)
TABLE_VERBS: Final[tuple[TableVerb, ...]] = get_args(TableVerb)
PRIVACY_VERBS: Final[tuple[PrivacyVerb, ...]] = get_args(PrivacyVerb)
DAILY_VERBS: Final[tuple[DailyVerb, ...]] = get_args(DailyVerb)
SETTINGS_VERBS: Final[tuple[SettingsVerb, ...]] = get_args(SettingsVerb)

_OF: Final[dict[str, RulesOf]] = {one: one for one in get_args(RulesOf)}
_CHAPTER: Final[dict[str, Chapter]] = {one: one for one in CHAPTERS}
_STEP: Final[dict[str, LearnStep]] = {one: one for one in LEARN_STEPS}
_NUMBER: Final = r"0|[1-9][0-9]{0,6}"
_TABLE: Final = r"[1-9][0-9]{0,17}"
_WORD: Final = r"[a-z][a-z_]{0,23}"
_DEAL: Final = rf"({_TABLE})-({_NUMBER})"
_ACTION: Final = re.compile(rf"skat:{_DEAL}:([A-Za-z0-9.]+)", re.ASCII)
_CHOICE: Final = re.compile(rf"skat-ui:{_DEAL}:([a-z]+):([A-Za-z0-9.]*)", re.ASCII)
_OF_TABLE: Final = re.compile(rf"skat-table:({_TABLE}):([a-z-]+)(?:\.([a-z0-9_]+))?", re.ASCII)
_SETTINGS: Final = re.compile(r"skat-settings:([1-9][0-9]{0,19}):([a-z_-]+)(?:\.([a-z0-9_]+))?", re.ASCII)
_RULES: Final = re.compile(r"skat-rules:([a-z]+):([a-z]+):([0-9]+)\.([a-z0-9:-]+)", re.ASCII)
_LEARN: Final = re.compile(r"skat-learn:([a-z]+):([A-Z0-9]*):([A-Za-z0-9.]*)", re.ASCII)
_AGAIN: Final = re.compile(rf"skat-again:{_DEAL}:(own|[012])", re.ASCII)
_DAILY: Final = re.compile(r"skat-daily:([a-z]+):([0-9]{4}-[0-9]{2}-[0-9]{2})", re.ASCII)

_REPLAY: Final = re.compile(rf"skat-(replay|review):{_DEAL}:(0|[1-9][0-9]?)(?::([a-z]+))?", re.ASCII)
_HISTORY: Final = re.compile(rf"skat-history:({_NUMBER})", re.ASCII)
_EXPORT: Final = re.compile(rf"skat-export:(?:all|{_DEAL}):(sgf|csv)", re.ASCII)

Arrow = Literal["first", "previous", "next", "last", "open"]
ARROWS: Final[tuple[Arrow, ...]] = get_args(Arrow)
Format = Literal["sgf", "csv"]

_ARGUMENTS: Final = {
    "add": re.compile(_WORD),
    "remove": re.compile(r"[0-3]"),
    "replace": re.compile(r"[0-3]"),
    "chairs": re.compile(r"[34]"),
    "option": re.compile("|".join((*OPTIONS, "length"))),
    "preset": re.compile("|".join(PRESETS)),
    "next": re.compile(_NUMBER),
}


@dataclass(frozen=True, slots=True)
class DealId:
    """One deal of one table; its text, ``17-3``, is also what the commitment binds."""

    table: int
    number: int

    def __str__(self) -> str:
        return f"{self.table}-{self.number}"


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
class CheckId:
    """``skat-check:17-3``: was this deal fair?"""

    deal: DealId

    def __str__(self) -> str:
        return f"skat-check:{self.deal}"


@dataclass(frozen=True, slots=True)
class AgainId:
    """``skat-again:17-3:own``: play this finished deal again, alone; `seat` None in the place one had."""

    deal: DealId
    seat: Seat | None = None

    def __str__(self) -> str:
        return f"skat-again:{self.deal}:{'own' if self.seat is None else int(self.seat)}"


@dataclass(frozen=True, slots=True)
class DailyId:
    """``skat-daily:list:2026-03-09``: the list of a day's dozen; or begin today's, or go on with that of a day."""

    verb: DailyVerb
    day: str

    def __str__(self) -> str:
        return f"skat-daily:{self.verb}:{self.day}"


@dataclass(frozen=True, slots=True)
class ReplayId:
    """``skat-replay:17-3:4:next``: a step, from 0, of a finished deal; ``skat-review`` with the solver's verdicts.

    `by`: the button that leads there, where several of a screen lead to the same step; `open` leaves the message it is
    on as it is.
    """

    deal: DealId
    step: int
    reviewed: bool = False
    by: Arrow | None = None

    def __str__(self) -> str:
        kind = "review" if self.reviewed else "replay"
        return f"skat-{kind}:{self.deal}:{self.step}" + (f":{self.by}" if self.by else "")


@dataclass(frozen=True, slots=True)
class ReplayPick:
    """``skat-replay-pick``: a select whose values are texts of `ReplayId`."""

    def __str__(self) -> str:
        return "skat-replay-pick"


@dataclass(frozen=True, slots=True)
class HistoryId:
    """``skat-history:2``: this page, from 0, of one's own finished deals."""

    page: int

    def __str__(self) -> str:
        return f"skat-history:{self.page}"


@dataclass(frozen=True, slots=True)
class ExportId:
    """``skat-export:17-3:sgf``: a finished deal as a file; without a deal, ``skat-export:all:csv``, all one's own."""

    deal: DealId | None
    format: Format

    def __str__(self) -> str:
        return f"skat-export:{self.deal or 'all'}:{self.format}"


@dataclass(frozen=True, slots=True)
class SettingsId:
    """``skat-settings:4711:option.kontra``: a setting of the server 4711, for its moderators."""

    guild: int
    verb: SettingsVerb
    argument: str = ""

    def __str__(self) -> str:
        return f"skat-settings:{self.guild}:{self.verb}" + (f".{self.argument}" if self.argument else "")


@dataclass(frozen=True, slots=True)
class RulesId:
    """``skat-rules:table:value:00000000000.series``: a chapter of these rules, a table's or a server's.

    The options stand in the id, each as the place of its value, so that the page outlives the table.
    """

    of: RulesOf
    chapter: Chapter
    rules: Rules

    def __str__(self) -> str:
        places = "".join(str(values.index(getattr(self.rules, name))) for name, values in OPTIONS.items())
        return f"skat-rules:{self.of}:{self.chapter}:{places}.{self.rules.length}"


@dataclass(frozen=True, slots=True)
class LearnId:
    """``skat-learn:play:CJSJ:C8``: a step of the lesson, the cards played so far, and the answer that was tried."""

    step: LearnStep
    path: tuple[Card, ...] = ()
    tried: str = ""

    def __str__(self) -> str:
        return f"skat-learn:{self.step}:{cards_text(self.path)}:{self.tried}"


Id = (
    ActionId
    | ChoiceId
    | TableId
    | RankingId
    | RankingBy
    | PreferenceId
    | AgainId
    | DailyId
    | ReplayId
    | ReplayPick
    | HistoryId
    | ExportId
    | SettingsId
    | PrivacyId
    | CheckId
    | RaceId
    | StatsId
    | StatsBy
    | RulesId
    | LearnId
)


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
    if found := _RULES.fullmatch(text):
        return _of_rules(found)
    if found := _LEARN.fullmatch(text):
        return _of_lesson(found)
    if found := _AGAIN.fullmatch(text):
        return AgainId(_deal(found), None if found[3] == "own" else Seat(int(found[3])))
    if found := _DAILY.fullmatch(text):
        return _daily(found[1], found[2])
    if found := _REPLAY.fullmatch(text):
        return _replay(found)
    if found := _HISTORY.fullmatch(text):
        return HistoryId(int(found[1]))
    if found := _EXPORT.fullmatch(text):
        return ExportId(DealId(int(found[1]), int(found[2])) if found[1] else None, _format(found[3]))
    if (figures := parse_figures(text)) is not None:
        return figures
    match text.partition(":"):
        case ("skat-preference", ":", key) if key in CHOICES:
            return PreferenceId(key)
        case ("skat-privacy", ":", ("show" | "export" | "delete" | "delete-sure") as verb):
            return PrivacyId(verb)
        case ("skat-check", ":", deal) if found := re.fullmatch(_DEAL, deal, re.ASCII):
            return CheckId(_deal(found))
        case ("skat-replay-pick", "", ""):
            return ReplayPick()
        case _:
            return None


def _daily(verb: str, day: str) -> DailyId | None:
    try:
        date.fromisoformat(day)
    except ValueError:
        return None
    return DailyId(verb, day) if verb in DAILY_VERBS else None


def _replay(found: re.Match[str]) -> ReplayId | None:
    by: Arrow | None = next((arrow for arrow in ARROWS if arrow == found[5]), None)
    if found[5] is not None and by is None:
        return None
    return ReplayId(DealId(int(found[2]), int(found[3])), int(found[4]), reviewed=found[1] == "review", by=by)


def _format(text: str) -> Format:
    return "csv" if text == "csv" else "sgf"


def _deal(found: re.Match[str]) -> DealId:
    return DealId(int(found[1]), int(found[2]))


def _action(found: re.Match[str]) -> ActionId | None:
    try:
        return ActionId(_deal(found), from_text(found[3]))
    except BadAction:
        return None


def _choice(found: re.Match[str]) -> ChoiceId | None:
    verb, selection = found[3], found[4]
    if verb not in CHOICE_VERBS:
        return None
    return ChoiceId(_deal(found), verb, selection) if _selection_fits(verb, selection) else None


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
                return not selection or re.fullmatch(_NUMBER, selection) is not None
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


def _of_rules(found: re.Match[str]) -> RulesId | None:
    places, length = found[3], found[4]
    of, chapter = _OF.get(found[1]), _CHAPTER.get(found[2])
    if of is None or chapter is None or len(places) != len(OPTIONS):
        return None
    chosen: dict[str, Any] = {}
    for place, (name, values) in zip(map(int, places), OPTIONS.items(), strict=True):
        if place >= len(values):
            return None
        chosen[name] = values[place]
    try:
        wanted = RulesId(of, chapter, Rules(length=length, **chosen))
    except BadRules:
        return None
    return wanted if str(wanted) == found[0] else None


def _of_lesson(found: re.Match[str]) -> LearnId | None:
    path = found[2]
    step = _STEP.get(found[1])
    if step is None:
        return None
    try:
        played = cards(path)
    except ValueError:
        return None
    return LearnId(step, played, found[3]) if cards_text(played) == path else None


def _argument_fits(verb: str, argument: str) -> bool:
    expected = _ARGUMENTS.get(verb)
    return expected.fullmatch(argument) is not None if expected else not argument
