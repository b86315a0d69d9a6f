"""Whatever people are called can be written into a picture."""

import subprocess
import sys

import pytest

from cogs.pictures.fonts import drawable, fitted, width


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Jürgen Müller", "Jürgen Müller"),
        ("Ж Ω ß", "Ж Ω ß"),
        ("日本", "□□"),
        ("Karl 🎉", "Karl □"),
        ("♥\ufe0f", "♥"),
        ("a\u202eb\u200dc\x00d\ud800", "abcd"),
        ("two\n\n  lines\t", "two lines"),
        ("e\u0301", "é"),
        ("", ""),
        ("\u200b", ""),
    ],
)
def test_every_text_becomes_drawable(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


@pytest.mark.parametrize("name", ["x" * 2000, "𓀀" * 40, "שלום עולם", "سلام دنیا", "W" * 32, "Z" + "\u0301" * 300])
def test_text_is_fitted_to_its_room(name: str) -> None:
    text, size = fitted(name, 34, 260, bold=True, least=24)
    assert 24 <= size <= 34
    assert width(text, size, bold=True) <= 260


def test_short_text_keeps_its_size() -> None:
    assert fitted("Anna", 34, 260, bold=True, least=24) == ("Anna", 34)


def test_matplotlib_is_not_imported() -> None:
    code = "import sys, cogs.pictures.fonts as f; f.width('x', 20); sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
