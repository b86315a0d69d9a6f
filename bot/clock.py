"""The clock of the running process."""

import asyncio
import time


class SystemClock:
    def time(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
