"""RULES 6: the options, their values, the presets, one text form."""

import re
from pathlib import Path

import pytest

from game.contract import BIDS
from game.rules import INTERNATIONAL, OPTIONS, PUB, BadRules, Rules

TABLE = {
    "chairs": (3, 4),
    "all_pass": ("pass_in", "ramsch", "schieberamsch"),
    "ramsch_skat": ("last_trick", "loser"),
    "ramsch_tie": ("both_lose", "last_trick_loses"),
    "kontra": ("off", "any_defender", "needs_18"),
    "kontra_until": ("first_lead", "own_first_card"),
    "matadors": ("trumps", "jacks"),
    "null_loss": ("double", "single"),
    "concede": ("both", "one"),
    "scoring": ("seeger", "classic"),
    "bock": ("off", "on"),
}


def test_rules_6_the_options_and_their_values() -> None:
    assert OPTIONS == TABLE
    assert INTERNATIONAL.length == "series"


def test_rules_6_international_is_all_first_values() -> None:
    assert Rules.parse("international") == Rules() == INTERNATIONAL
    assert {name: getattr(INTERNATIONAL, name) for name in TABLE} == {name: values[0] for name, values in TABLE.items()}


def test_rules_6_pub_differs_in_ramsch_and_kontra() -> None:
    assert Rules.parse("pub") == PUB == Rules(all_pass="ramsch", kontra="any_defender")


def test_the_text_form_round_trips() -> None:
    several = [Rules.parse(f"{name}={value}") for name, values in TABLE.items() for value in values]
    several += [Rules(length=length) for length in ("series", "12", "24", "unlimited", "target:500", "target:-300")]
    for rules in several:
        assert Rules.parse(str(rules)) == rules
        assert "\n" not in str(rules)
    assert len({str(rules) for rules in several}) == len(set(several))


def test_a_preset_can_be_changed() -> None:
    assert Rules.parse("pub, bock=on,chairs=4") == Rules(4, all_pass="ramsch", kontra="any_defender", bock="on")


@pytest.mark.parametrize(
    "text",
    [
        "chairs=5",
        "chairs=03",
        "chairs=three",
        "kontra=maybe",
        "kontra",
        "kontra=",
        "colour=red",
        "length=36x",
        "=",
        "PUB",
    ]
    + [
        f"length={length}"
        for length in ("target", "target:", "target:0", "target:x", "target:--5", "target:1234567", "13")
    ],
)
def test_what_is_no_set_of_rules_is_refused_with_what_may_be_written(text: str) -> None:
    with pytest.raises(BadRules) as raised:
        Rules.parse(text)
    assert text.partition("=")[0] in str(raised.value)


@pytest.mark.parametrize("text", ["kontra=" + "x" * 9000, "length=a\nb", "x" * 9000, "length=target:" + "9" * 5000])
def test_an_error_is_one_short_line(text: str) -> None:
    with pytest.raises(BadRules) as raised:
        Rules.parse(text)
    assert len(str(raised.value)) < 300
    assert str(raised.value).isprintable()


@pytest.mark.parametrize(
    ("length", "chairs", "count", "target"),
    [
        ("series", 3, 36, None),
        ("series", 4, 48, None),
        ("12", 4, 12, None),
        ("24", 3, 24, None),
        ("unlimited", 3, None, None),
        ("target:500", 3, None, 500),
        ("target:-300", 4, None, -300),
    ],
)
def test_rules_6_length(length: str, chairs: int, count: int | None, target: int | None) -> None:
    rules = Rules.parse(f"length={length},chairs={chairs}")
    assert (rules.deals, rules.target) == (count, target)


# The page that players read

PAGE = (Path(__file__).parents[2] / "game" / "RULES.md").read_text(encoding="utf-8")


def test_the_page_lists_every_option_with_its_values_default_first() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (`.*?`) \|", PAGE, re.MULTILINE)
    listed = {name: tuple(re.findall(r"`([^`]+)`", values)) for name, values in rows}
    expected = {name: tuple(str(value) for value in values) for name, values in TABLE.items()}
    assert listed == expected | {"length": ("series", "12", "24", "unlimited", "target:N")}


def test_the_page_lists_the_bids() -> None:
    block = PAGE.partition("can have:")[2].partition("Nobody")[0]
    assert tuple(int(number) for number in block.split()) == BIDS


def test_the_page_has_the_sections_that_the_code_cites() -> None:
    sections = {int(number) for number in re.findall(r"^## (\d+)\. ", PAGE, re.MULTILINE)}
    assert sections == set(range(1, 10))
    texts = [path.read_text(encoding="utf-8") for path in (Path(__file__).parents[2] / "game").rglob("*.py")]
    cited = {int(number) for text in texts for number in re.findall(r"RULES (\d+)", text)}
    assert cited
    assert cited <= sections
