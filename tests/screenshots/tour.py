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
from tests.e2e.guest import buttons, selects
from tests.e2e.party import Party, open_table
from tests.e2e.scripts import Script
from tests.e2e.test_kinds import HEARTS, KINDS
from tests.screenshots.alone import alone
from tests.screenshots.studio import SIZES

if TYPE_CHECKING:
    from game.state import Move
    from tests.e2e.guest import Guest, Json
    from tests.screenshots.studio import Studio

DECKS = ("fr", "de", "4c")
PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Language:
    """`people` by chair; the last of them declares, and theirs are the eyes."""

    code: str
    people: tuple[str, str, str]
    moderator: str


LANGUAGES = (
    Language("de", ("Ben", "Mona", "Anna"), moderator="Mona"),
    Language("en", ("Vera", "Clara", "David"), moderator="Olga"),
)


async def tour(studio: Studio, language: Language, *, all_of_them: bool) -> None:
    studio.guild = studio.german if language.code == "de" else studio.english
    await _lobby(studio, language, all_of_them=all_of_them)
    await _a_deal(studio, language, all_of_them=all_of_them)
    if all_of_them:
        await _ouvert(studio, language)
        await _preferences(studio, language)
        await figures(studio, language)
        await _privacy(studio, language)
        await alone(studio, language)
        await _settings(studio, language)
        await _guide(studio, language)
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
        await studio.shoot(eyes, f"{code}-auction", sizes=tuple(SIZES))
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
            await studio.shoot(eyes, f"{code}-play-{deck}", sizes=tuple(SIZES))
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
        await _replayed(studio, party, eyes, board, code)
    else:
        await studio.shoot_message(eyes, board["id"], "result")
    await party.end()


async def _replayed(studio: Studio, party: Party, eyes: Guest, board: Json, code: str) -> None:
    """The deal again: from the result to its review, a trick of it, a file; then the list of all deals."""
    review = await (await eyes.press(board, f"skat-review:{party.deal}:0:open")).answer(PATIENCE)
    await studio.shoot_message(eyes, review["id"], f"{code}-review-summary")
    for step in (1, 5):
        await eyes.choose(eyes.person.message(review), "skat-replay-pick", f"skat-review:{party.deal}:{step}")
        await asyncio.sleep(1)
        await studio.shoot_message(eyes, review["id"], f"{code}-review-{step}")
    await studio.shoot(eyes, f"{code}-review")
    sent = await (await eyes.press(eyes.person.message(review), f"skat-export:{party.deal}:sgf")).answer()
    await studio.shoot(eyes, f"{code}-export", sizes=("phone",))
    listed = await (await eyes.command("history")).answer()
    await studio.shoot(eyes, f"{code}-history")
    for message in (review, sent, listed):
        eyes.person.dismiss(eyes.person.message(message))


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


async def _privacy(studio: Studio, language: Language) -> None:
    """A deal that is checked, then what is kept, the file, and the question before it goes."""
    code = language.code
    party = await open_table(studio, language.people, seed=99)
    eyes = party.people[2]
    moves = list(Script(99, HEARTS).moves())
    await _act(party, moves, len(moves))
    board = await party.result()
    await asyncio.sleep(1.5)
    checked = await (await eyes.press(board, f"skat-check:{party.deal}")).answer()
    await studio.shoot(eyes, f"{code}-check")
    await studio.shoot_message(eyes, checked["id"], f"{code}-check-whole")
    await party.end()
    eyes = studio.guest(language.people[2], studio.channel())
    shown = await (await eyes.command("privacy show")).answer()
    await studio.shoot(eyes, f"{code}-privacy")
    await (await eyes.press(shown, "skat-privacy:export")).answer()
    await studio.shoot(eyes, f"{code}-privacy-export")
    asked = await (await eyes.command("privacy delete")).answer()
    await studio.shoot(eyes, f"{code}-privacy-delete")
    await eyes.press(asked, "skat-privacy:show")


async def _settings(studio: Studio, language: Language) -> None:
    guild = studio.guild.id
    moderator = studio.guest(language.moderator, studio.channel())
    shown = await (await moderator.command("settings")).answer()
    await studio.shoot(moderator, f"{language.code}-settings")
    for what in ("rules", "season"):
        await moderator.press(moderator.person.message(shown), f"skat-settings:{guild}:{what}")
        await asyncio.sleep(0.5)
        await studio.shoot_message(moderator, shown["id"], f"{language.code}-settings-{what}")
        await moderator.press(moderator.person.message(shown), f"skat-settings:{guild}:show")


async def _guide(studio: Studio, language: Language) -> None:
    """Help, two chapters of the rules, and the lesson at a question, at a wrong idea and at its end."""
    code, guest = language.code, studio.guest(language.people[2], studio.channel())
    await (await guest.command("help")).answer()
    await studio.shoot(guest, f"{code}-help")
    guest = studio.guest(language.people[2], studio.channel())
    rules = await (await guest.command("rules")).answer()
    await studio.shoot(guest, f"{code}-rules")
    (select,) = selects(rules)
    await guest.choose(rules, select, "value")
    await asyncio.sleep(0.5)
    await studio.shoot_message(guest, rules["id"], f"{code}-rules-value")
    guest = studio.guest(language.people[2], studio.channel())
    lesson = await (await guest.command("learn")).answer()

    async def press(*ids: str) -> None:
        for custom_id in ids:
            await guest.press(guest.person.message(lesson), f"skat-learn:{custom_id}")
        await asyncio.sleep(0.5)

    await press("trumps::", "trumps::HA")
    await studio.shoot(guest, f"{code}-lesson-trumps")
    await press("trumps::DJ", "value::", "value::30", "bidding::", "bidding::22")
    await studio.shoot_message(guest, lesson["id"], f"{code}-lesson-bidding")
    await press("auction::", "auction::hold.18", "skat::skat", "discard::S9SQ")
    await studio.shoot_message(guest, lesson["id"], f"{code}-lesson-discard")
    await press("discard::D9DT", "contract::C", "play::CJ", "play:CJ:SJ", "play:CJSJ:C8", "play:CJSJC8:CT")
    await studio.shoot(guest, f"{code}-lesson-follow")
    path = "CJSJC8"
    for card in ("S9", "SQ", "CT", "HA", "HT", "CA", "H7"):
        await press(f"play:{path}:{card}")
        path += card
    await studio.shoot(guest, f"{code}-lesson-end")


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
