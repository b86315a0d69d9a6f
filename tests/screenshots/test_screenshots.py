"""The README shows what is there, in small files."""

import re
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[2]
LARGEST = 60_000


def test_every_picture_of_the_readme_is_there_small_and_described() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r'<img src="(tests/screenshots/[a-z]+[.]webp)" width="[0-9]+" alt="([^"]{20,})">', text)
    assert len(shown) == text.count("<img ") == 6
    assert {ROOT / path for path, _ in shown} == set(Path(__file__).parent.glob("*.webp"))
    for path, _ in shown:
        assert (ROOT / path).stat().st_size < LARGEST
        with Image.open(ROOT / path) as picture:
            assert picture.width >= 390
