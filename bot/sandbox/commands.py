"""What Discord accepts as application commands: names, localizations, options, 8000 characters in all.

Invariant: a command that passes is stored in the shape Discord sends back, minus its ids.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from bot.sandbox.form import Form
from bot.sandbox.shapes import Json, is_integer, is_list, is_number, is_object, snowflake

if TYPE_CHECKING:
    from bot.sandbox.errors import Problems

CHAT_INPUT, USER, MESSAGE = 1, 2, 3
SUB_COMMAND, SUB_COMMAND_GROUP, STRING, INTEGER = 1, 2, 3, 4
NUMBER = 10
TOP = 0
BAD_NESTING = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
CHANNEL_OPTION = 7
MOST_OPTIONS = 25
MOST_TEXT = 8000
SAFE_INTEGER = 2**53
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)


def check_command(fields: object, problems: Problems, index: int) -> Json:
    """The command as stored, without id, application_id and version. What is wrong goes to `problems`."""
    form = Form({}, problems).inner(fields, index)
    if form is None:
        return {}
    kind = form.one_of("type", (CHAT_INPUT, USER, MESSAGE), "1, 2, 3") or CHAT_INPUT
    command: Json = {
        "type": kind,
        **named(form, is_option=kind == CHAT_INPUT),
        "default_member_permissions": _permissions(form),
        "contexts": form.fields.get("contexts"),
        "integration_types": form.fields.get("integration_types") or [0],
        "nsfw": bool(form.boolean("nsfw")),
        "dm_permission": form.fields.get("dm_permission", True),
        "options": [],
    }
    for name, allowed in (("contexts", {0, 1, 2}), ("integration_types", {0, 1})):
        for item in form.items(name, 1, 3) or []:
            if item not in allowed:
                problems.choice((*form.path, name), ", ".join(map(str, sorted(allowed))))
    if kind == CHAT_INPUT:
        command["options"] = check_options(form, TOP)
        if text_size(command) > MOST_TEXT:
            problems.add(
                form.path,
                "APPLICATION_COMMAND_TOO_LARGE",
                f"Command exceeds maximum size ({MOST_TEXT})",
            )
    else:
        command["description"] = ""
        if form.has("description") and form.fields["description"]:
            problems.add((*form.path, "description"), "BASE_TYPE_PROHIBITED", "Not allowed for this type.")
        if form.fields.get("options"):
            problems.add((*form.path, "options"), "BASE_TYPE_PROHIBITED", "Not allowed for this type.")
    return command


def _permissions(form: Form) -> str | None:
    value = form.fields.get("default_member_permissions")
    if value is None:
        return None
    found = snowflake(value)
    if found is None:
        form.problems.kind((*form.path, "default_member_permissions"), "int")
        return None
    return str(found)


def named(form: Form, *, is_option: bool) -> Json:
    """Name and description with their localizations; slash names are lower case: letters, digits, - _ '."""
    name = form.text("name", 1, 32, required=True)
    if name is not None and is_option and not valid_name(name):
        form.problems.add((*form.path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    found: Json = {"name": name, "name_localizations": None, "description_localizations": None}
    if is_option:
        found["description"] = form.text("description", 1, 100, required=True)
    for field, longest in (("name_localizations", 32), ("description_localizations", 100)):
        found[field] = _localizations(form, field, longest, names=field.startswith("name") and is_option)
    return found


def _localizations(form: Form, field: str, longest: int, *, names: bool) -> Json | None:
    given = form.object(field)
    if given is None:
        return None
    for locale in given.fields:
        if locale not in LOCALES:
            given.problems.choice((*given.path, locale), ", ".join(sorted(LOCALES)))
            continue
        text = given.text(locale, 1, longest, required=True)
        if names and text is not None and not valid_name(text):
            given.problems.add((*given.path, locale), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return dict(given.fields)


def valid_name(name: str) -> bool:
    if name != name.lower():
        return False
    return all(c in "-_'" or unicodedata.category(c)[0] in "LN" or is_thai_or_deva(c) for c in name)


def is_thai_or_deva(char: str) -> bool:
    return "\u0e00" <= char <= "\u0e7f" or "\u0900" <= char <= "\u097f"


def check_unique(items: list[Json], problems: Problems, path: tuple[str | int, ...]) -> None:
    """No two siblings share a name, in any language."""
    seen: set[tuple[str, object]] = set()
    for index, item in enumerate(items):
        names: list[tuple[str, Any]] = [("", (item.get("type") if not path else 0, item.get("name")))]
        translated: Json = item.get("name_localizations") or {}
        names += translated.items()
        for key in names:
            if key in seen:
                problems.add(
                    (*path, index, "name" if not key[0] else "name_localizations"),
                    "APPLICATION_COMMANDS_DUPLICATE_NAME",
                    "Application command names must be unique",
                )
            seen.add(key)


def check_options(form: Form, parent: int) -> list[Json]:
    """`parent` is the kind of option these are in, or TOP: groups hold subcommands, these hold values."""
    options: list[Json] = []
    optional_seen = False
    for index, item in enumerate(form.items("options", 0, MOST_OPTIONS) or []):
        option = form.inner(item, "options", index)
        if option is None:
            continue
        kind = option.one_of("type", range(1, 12), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11", required=True) or STRING
        entry: Json = {"type": kind, **named(option, is_option=True)}
        if kind in (SUB_COMMAND, SUB_COMMAND_GROUP):
            entry["options"] = check_options(option, kind)
            fits = parent == TOP or (parent == SUB_COMMAND_GROUP and kind == SUB_COMMAND)
            if not fits or (kind == SUB_COMMAND_GROUP and not entry["options"]):
                option.problems.add((*option.path, "type"), BAD_NESTING, "This option type cannot be here")
        else:
            if parent == SUB_COMMAND_GROUP:
                option.problems.add((*option.path, "type"), BAD_NESTING, "This option type cannot be here")
            entry |= _value_option(option, kind)
            if entry["required"] and optional_seen:
                option.problems.add(
                    option.path,
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
            optional_seen = optional_seen or not entry["required"]
        options.append(entry)
    groups = sum(option["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP) for option in options)
    if groups and groups != len(options):
        form.problems.add(
            (*form.path, "options"),
            BAD_NESTING,
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    check_unique(options, form.problems, (*form.path, "options"))
    return options


def _value_option(form: Form, kind: int) -> Json:
    entry: Json = {"required": bool(form.boolean("required"))}
    autocomplete = bool(form.boolean("autocomplete"))
    choices = _choices(form, kind)
    if autocomplete:
        entry["autocomplete"] = True
        if choices:
            form.problems.add(
                (*form.path, "autocomplete"),
                "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES_CONFLICT",
                "autocomplete cannot be set together with choices",
            )
    if (autocomplete or choices) and kind not in (STRING, INTEGER, NUMBER):
        form.problems.add((*form.path, "choices"), "BASE_TYPE_PROHIBITED", "Not allowed for this type.")
    if choices:
        entry["choices"] = choices
    if kind == STRING:
        for name, low in (("min_length", 0), ("max_length", 1)):
            value = form.integer(name, low, 6000)
            if value is not None:
                entry[name] = value
    if kind in (INTEGER, NUMBER):
        for name in ("min_value", "max_value"):
            value = form.number(name)
            if value is not None:
                if abs(value) > SAFE_INTEGER:
                    form.problems.add((*form.path, name), "NUMBER_TYPE_RANGE", "Must be between -2^53 and 2^53.")
                entry[name] = value
    if kind == CHANNEL_OPTION and form.fields.get("channel_types"):
        entry["channel_types"] = form.fields["channel_types"]
    return entry


def _choices(form: Form, kind: int) -> list[Json]:
    choices: list[Json] = []
    for index, item in enumerate(form.items("choices", 0, 25) or []):
        choice = form.inner(item, "choices", index)
        if choice is None:
            continue
        value = choice.fields.get("value")
        path = (*choice.path, "value")
        if kind == STRING:
            choice.text("value", 0, 100, required=True)
        elif (kind == INTEGER and not is_integer(value)) or not is_number(value):
            form.problems.kind(path, "int" if kind == INTEGER else "number")
        elif abs(value) > SAFE_INTEGER:
            form.problems.add(path, "NUMBER_TYPE_RANGE", "Must be between -2^53 and 2^53.")
        choices.append(
            {
                "name": choice.text("name", 1, 100, required=True),
                "name_localizations": _localizations(choice, "name_localizations", 100, names=False),
                "value": value,
            }
        )
    check_unique(choices, form.problems, (*form.path, "choices"))
    return choices


def text_size(command: Json) -> int:
    """Characters of all names, descriptions and values; of the localizations the longest counts."""
    total = 0
    for field in ("name", "description"):
        translated: Json = command.get(f"{field}_localizations") or {}
        texts: list[Any] = [command.get(field) or "", *translated.values()]
        total += max(len(text) for text in texts if isinstance(text, str))
    value: Any = command.get("value")
    if isinstance(value, str):
        total += len(value)
    for field in ("options", "choices"):
        children = command.get(field)
        if is_list(children):
            total += sum(text_size(child) for child in children if is_object(child))
    return total


def without_localizations(item: Json) -> Json:
    """As GET shows commands unless asked for the localizations."""
    bare = {key: value for key, value in item.items() if not key.endswith("_localizations")}
    for field in ("options", "choices"):
        if field in bare:
            bare[field] = [without_localizations(child) for child in bare[field]]
    return bare
