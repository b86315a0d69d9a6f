"""``python -m tests.screenshots [folder]``: plays chosen deals with the real bot and takes pictures of what people see.

Needs Chromium. Without a folder, the few that the README shows are written beside this file.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.screenshots.studio import Studio
from tests.screenshots.tour import LANGUAGES, tour

README = Path(__file__).parent


async def take(folder: Path, *, all_of_them: bool) -> int:
    with tempfile.TemporaryDirectory() as name:
        async with Studio(Path(name), folder) as studio:
            for language in LANGUAGES if all_of_them else LANGUAGES[-1:]:
                await tour(studio, language, all_of_them=all_of_them)
            return studio.taken


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description="Pictures of the running bot.")
    parser.add_argument("folder", type=Path, nargs="?", help="where all pictures go; without it those of the README")
    folder = parser.parse_args().folder
    (folder or README).mkdir(parents=True, exist_ok=True)
    taken = asyncio.run(take(folder or README, all_of_them=folder is not None))
    print(f"{taken} pictures in {folder or README}", file=sys.stderr)


main()
