"""Run the sandbox alone: a web page to play in, and a Discord for a bot to connect to."""

from __future__ import annotations

import argparse
import asyncio
import ipaddress
import signal
import sys

from bot.sandbox.gateway import GatewayTimes
from bot.sandbox.server import Sandbox


def loopback(text: str) -> str:
    if text != "localhost" and not ipaddress.ip_address(text).is_loopback:
        raise argparse.ArgumentTypeError("only loopback addresses: the sandbox lets anyone act as anyone")
    return text


async def serve(host: str, port: int, times: GatewayTimes) -> int:
    sandbox = Sandbox(gateway_times=times)
    try:
        await sandbox.start(port, host)
    except OSError as error:
        print(f"cannot listen on {host}:{port}: {error.strerror or error}", file=sys.stderr)
        return 2
    print(f"sandbox at {sandbox.url}", flush=True)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    await stop.wait()
    await sandbox.stop()
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--host", type=loopback, default="127.0.0.1")
    parser.add_argument(
        "--identify-spacing",
        type=float,
        default=GatewayTimes.identify_spacing,
        metavar="SECONDS",
        help="how soon after a login the next one is accepted (default: %(default)s)",
    )
    chosen = parser.parse_args()
    times = GatewayTimes(identify_spacing=chosen.identify_spacing)
    sys.exit(asyncio.run(serve(chosen.host, chosen.port, times)))


if __name__ == "__main__":
    main()
