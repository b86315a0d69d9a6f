"""What is photographed: one evening a language, from the lobby to the end of the series, with known cards."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.ui.leaderboard import ORDERS
from game.actions import Play
from game.rules import Rules
from tests.e2e.autopilot import Autopilot
from tests.e2e.guest import buttons
from tests.e2e.party import Party, open_table
from tests.e2e.scripts import Script
from tests.e2e.test_kinds import HEARTS, KINDS
from tests.screenshots.alone import alone

if TYPE_CHECKING:
    from game.state import Move
    from tests.e2e.guest import Guest
    from tests.screenshots.studio import Studio

DECKS = ("fr", "de", "4c")


@dataclass(frozen=True, slots=True)
class Language:
    """`people` by chair; the last of them declares, and theirs are the eyes."""

    code: str
    people: tuple[str, str, str]


LANGUAGES = (Language("de", ("Ben", "Mona", "Anna")), Language("en", ("Vera", "Clara", "David")))


async def tour(studio: Studio, language: Language, *, all_of_them: bool) -> None:
    studio.guild = studio.german if language.code == "de" else studio.english
    await _lobby(studio, language, all_of_them=all_of_them)
    await _a_deal(studio, language, all_of_them=all_of_them)
    if all_of_them:
        await _ouvert(studio, language)
        await _preferences(studio, language)
        await figures(studio, language)
        await alone(studio, language)
    await _series(studio, language, all_of_them=all_of_them)


async def _lobby(studio: Studio, language: Language, *, all_of_them: bool) -> None:
    channel = studio.channel()
    host, second = (studio.guest(name, channel) for name in (language.people[2], language.people[0]))
    board = await (await host.command("skat open")).answer()
    table = next(part for part in str(board).split("skat-table:")[1].split(":"))
    await second.press(second.board(), f"skat-table:{table}:join")
    await host.press(host.board(), f"skat-table:{table}:add.club")
    await asyncio.sleep(1.5)
    if all_of_them:
        await studio.shoot(host, f"{language.code}-lobby")
        await studio.shoot(host, f"{language.code}-lobby-light", sizes=("phone",), dark=False)
    else:
        await studio.shoot_message(host, host.board()["id"], "lobby")


async def _act(party: Party, moves: list[Move], count: int) -> None:
    """Does the next `count` moves of a script, and takes them off it."""
    for seat, action in moves[:count]:
        await party.at(seat).do(party.deal, action)
    del moves[:count]
    await asyncio.sleep(2)


def _hand(party: Party, guest: Guest) -> str:
    hand = guest.hand(party.deal)
    assert hand is not None
    return hand["id"]


async def _a_deal(studio: Studio, language: Language, *, all_of_them: bool) -> None:
    """A game in Hearts: auction, skat, discard, tricks in each deck, result."""
    code = language.code
    party = await open_table(studio, language.people, seed=99)
    eyes = party.people[2]
    moves = list(Script(99, HEARTS).moves())
    await _act(party, moves, 4)
    if all_of_them:
        await studio.shoot(eyes, f"{code}-auction")
    await _act(party, moves, 3)
    if all_of_them:
        await studio.shoot(eyes, f"{code}-skat-or-hand")
    await _act(party, moves, 1)
    if all_of_them:
        await studio.shoot(eyes, f"{code}-discard")
    first = f"skat-ui:{party.deal}:discard:C9"
    await eyes.press(await eyes.hand_with(party.deal, first), first)
    both = f"skat-ui:{party.deal}:discard:C9CQ"
    await eyes.press(await eyes.hand_with(party.deal, both), both)
    await asyncio.sleep(0.5)
    if all_of_them:
        await studio.shoot(eyes, f"{code}-announce")
    else:
        await studio.shoot_message(eyes, _hand(party, eyes), "discard")
    announce = f"skat:{party.deal}:announce.H.C9CQ"
    await eyes.press(await eyes.hand_with(party.deal, announce), announce)
    del moves[0]
    seat = next(seat for seat, _ in moves if party.at(seat) is eyes)
    ready = next(n for n in range(10, len(moves)) if moves[n][0] is seat and moves[n - 1][0] is not seat)
    await _act(party, moves, ready)
    if all_of_them:
        for deck in DECKS:
            await _prefer(eyes, "deck", deck)
            await studio.shoot(eyes, f"{code}-play-{deck}")
        await _prefer(eyes, "size", "big")
        await studio.shoot(eyes, f"{code}-play-big", sizes=("phone",))
        await _prefer(eyes, "size", "normal")
        await _prefer(eyes, "deck", "fr")
        await studio.shoot(eyes, f"{code}-play-light", dark=False)
    else:
        await studio.shoot_message(eyes, eyes.board()["id"], "board")
        await studio.shoot_message(eyes, _hand(party, eyes), "hand")
    await _act(party, moves, len(moves))
    board = await party.result()
    await asyncio.sleep(1.5)
    if all_of_them:
        await studio.shoot(eyes, f"{code}-result")
        await studio.shoot_message(eyes, board["id"], f"{code}-result-whole")
    else:
        await studio.shoot_message(eyes, board["id"], "result")
    await party.end()


async def _prefer(guest: Guest, key: str, value: str) -> None:
    shown = await (await guest.command("preferences")).answer()
    await guest.choose(shown, f"skat-preference:{key}", value)
    guest.person.dismiss(guest.person.message(shown))
    await asyncio.sleep(1)


async def _preferences(studio: Studio, language: Language) -> None:
    guest = studio.guest(language.people[2], studio.channel())
    await (await guest.command("preferences")).answer()
    await studio.shoot(guest, f"{language.code}-preferences")


async def figures(studio: Studio, language: Language) -> None:
    """The leaderboard in each order, the race of the season, and statistics with their chart."""
    guest = studio.guest(language.people[2], studio.channel())
    # Who has used a command is known by name.
    for name in language.people:
        await (await studio.guest(name, guest.channel).command("preferences")).answer()
    shown = await (await guest.command("leaderboard")).answer()
    for order in ORDERS:
        await guest.choose(guest.person.message(shown), "skat-ranking-by:order", f"skat-ranking:all:{order}:people:0")
        await asyncio.sleep(0.5)
        await studio.shoot(guest, f"{language.code}-leaderboard-{order}")
    await guest.choose(guest.person.message(shown), "skat-ranking-by:order", "skat-ranking:all:seeger:people:0")
    await guest.press(guest.person.message(shown), "skat-race:people")
    await asyncio.sleep(5)
    await studio.shoot(guest, f"{language.code}-race")
    await studio.shoot_message(guest, shown["id"], f"{language.code}-race-whole")
    stats = await (await guest.command("stats")).answer()
    await asyncio.sleep(1)
    await studio.shoot(guest, f"{language.code}-stats")
    await studio.shoot_message(guest, stats["id"], f"{language.code}-stats-whole")


async def _ouvert(studio: Studio, language: Language) -> None:
    kind = KINDS["ouvert"]
    party = await open_table(studio, language.people, seed=kind.seed)
    moves = list(Script(kind.seed, kind.opening, kind.style).moves())
    cards = next(n for n, (_, action) in enumerate(moves) if isinstance(action, Play))
    await _act(party, moves, cards + 4)
    await studio.shoot(party.people[2], f"{language.code}-ouvert")
    await party.end()


async def _series(studio: Studio, language: Language, *, all_of_them: bool) -> None:
    """One person and two computers play a short series to its end."""
    party = await open_table(studio, language.people[2:], computers=2, rules=Rules(length="12"), seed=3)
    (guest,) = party.people
    pilot = Autopilot(guest, random.Random(7), boldness=0.35, talkative=0.0, deals=True)

    def deals() -> int:
        ((count,),) = studio.rows(
            "SELECT count(*) FROM deals WHERE table_id = ? AND finished_at IS NOT NULL", party.table
        )
        return count

    studio.choose_seed(None)
    await pilot.play(lambda: deals() >= 8)
    await asyncio.sleep(2)
    board = guest.board()
    press = next(name for name in buttons(board) if name.endswith(":scores:"))
    scores = await (await guest.press(board, press)).answer()
    if all_of_them:
        await studio.shoot(guest, f"{language.code}-list")
    else:
        await studio.shoot_message(guest, scores["id"], "list")
        return
    await pilot.play(lambda: deals() >= 12)
    await asyncio.sleep(3)
    await studio.shoot(guest, f"{language.code}-end")
