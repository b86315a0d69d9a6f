"""The rules of a table in words: one line for the lobby, every option for whoever asks."""

from dataclasses import fields, replace
from typing import Final

from bot.texts import Texts
from game.rules import INTERNATIONAL, OPTIONS, PRESETS, Rules

NAMES: Final = tuple(field.name for field in fields(Rules))
"""All options in the order of the rules."""

LENGTHS: Final = ("series", "12", "24", "unlimited", "target:500", "target:1000", "target:2000", "target:-500")
"""The lengths on offer; a table may have another target, set by the server's default."""


def values_of(name: str, rules: Rules) -> tuple[str, ...]:
    """The values of an option as texts, the present one always among them."""
    if name != "length":
        return tuple(map(str, OPTIONS[name]))
    return LENGTHS if rules.length in LENGTHS else (*LENGTHS, rules.length)


def with_option(rules: Rules, name: str, value: str) -> Rules:
    """The rules with one option changed.

    Raises BadRules for an unknown option or value.
    """
    return Rules.parse(f"{rules},{name}={value}")


def with_preset(rules: Rules, name: str) -> Rules:
    """The rules of a preset, with the chairs and the length as they were."""
    return replace(PRESETS[name], chairs=rules.chairs, length=rules.length)


def value_text(name: str, value: str, rules: Rules, texts: Texts) -> str:
    """A value in words: ``36 deals``, ``any defender``."""
    if name == "length":
        chosen = replace(rules, length=value)
        if chosen.deals is not None:
            return texts("option.length.series" if value == "series" else "option.length.deals", n=chosen.deals)
        if chosen.target is not None:
            return texts("option.length.target", target=chosen.target)
        return texts("option.length.unlimited")
    return texts(f"option.{name}.{value}")


def preset_of(rules: Rules) -> str | None:
    """The preset whose rules these are, whatever the number of chairs and the length."""
    bare = replace(rules, chairs=INTERNATIONAL.chairs, length=INTERNATIONAL.length)
    return next((name for name, preset in PRESETS.items() if preset == bare), None)


def rules_line(rules: Rules, texts: Texts) -> str:
    """Preset or what differs from International, then length and scoring."""
    preset = preset_of(rules)
    if preset is not None:
        parts = [texts(f"preset.{preset}")]
    else:
        parts = [texts("preset.own")]
        parts += [
            option_text(name, rules, texts)
            for name in NAMES
            if name not in ("chairs", "length", "scoring") and getattr(rules, name) != getattr(INTERNATIONAL, name)
        ]
    parts += [value_text("length", rules.length, rules, texts), value_text("scoring", rules.scoring, rules, texts)]
    return " · ".join(parts)


def option_text(name: str, rules: Rules, texts: Texts) -> str:
    """An option with its value: ``Kontra: any defender``."""
    value = value_text(name, str(getattr(rules, name)), rules, texts)
    return texts("option.is", option=texts(f"option.{name}"), value=value)


def rules_lines(rules: Rules, texts: Texts) -> list[str]:
    """All options with values and meanings, one a line."""
    return [f"**{option_text(name, rules, texts)}** – {texts(f'option.{name}.about')}" for name in NAMES]
