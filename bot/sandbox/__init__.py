"""A local stand-in for Discord: REST, gateway, limits, people and a web page."""

from bot.sandbox.gateway import GatewayTimes
from bot.sandbox.gestures import RefusedError, parts_of
from bot.sandbox.interactions import InteractionTimes
from bot.sandbox.people import Outcome, Person
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World, default_world

__all__ = [
    "GatewayTimes",
    "InteractionTimes",
    "Outcome",
    "Person",
    "RefusedError",
    "Sandbox",
    "World",
    "default_world",
    "parts_of",
]
