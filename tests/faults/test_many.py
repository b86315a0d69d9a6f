"""Three hundred live tables after a restart: loaded and answering within five seconds, boards five a second."""

import asyncio
import time
from pathlib import Path

from bot.bench.crowd import Crowd
from tests.faults.conftest import Nursery
from tests.faults.rig import Rig

TABLES = 300
SETTLED = 6.0
"""Seconds of redrawing that are looked at."""


async def test_300_tables_answer_five_seconds_after_a_restart(tmp_path: Path, nursery: Nursery) -> None:
    crowd = Crowd(TABLES)
    rig = Rig(tmp_path, nursery, crowd.sandbox)
    await rig.sandbox.start()
    try:
        boards = await crowd.write(rig.database, TABLES)
        # What is only done at the very first start.
        await rig.start()
        await rig.kill()
        since = max(request.number for request in rig.sandbox.requests)
        began = time.perf_counter()
        await rig.start()
        clicked = [1, 2, TABLES // 2, TABLES - 1, TABLES]
        people = [crowd.people(table)[0] for table in clicked]
        outcomes = await asyncio.gather(
            *(
                person.click(boards[table], custom_id=f"skat-ui:{table}-0:cards:")
                for person, table in zip(people, clicked, strict=True)
            )
        )
        took = time.perf_counter() - began
        assert all(outcome.acknowledged for outcome in outcomes)
        assert took < 5, took
        await asyncio.sleep(SETTLED)
        edits = [
            request.at
            for request in rig.sandbox.requests.after(since)
            if request.method == "PATCH" and request.path.startswith("/channels/")
        ]
        assert len(edits) > 10, "boards are redrawn"
        # Each waits for its picture, so they do not come as evenly as they are asked for.
        busiest = max(sum(at <= other < at + 2 for other in edits) for at in edits)
        assert busiest <= 2 * 5 + 4 + len(clicked), "five a second"
        assert rig.errors() == []
    finally:
        await rig.close()
