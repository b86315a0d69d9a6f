"""Finished deals as people meet them again: /history, replay, review and files, over the real process."""

from __future__ import annotations

import asyncio
import csv
import io
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from game.record import read, result_fields
from game.rules import Rules
from game.state import Finished
from tests.e2e.conftest import SEARCHING
from tests.e2e.guest import buttons, pressable, private, selects, text_of
from tests.e2e.house import ROOT, House
from tests.e2e.party import Party, open_table
from tests.e2e.past import REVIEWED_WITHIN, opened, played
from tests.e2e.scripts import Script, winning
from tests.e2e.test_kinds import HEARTS, KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Town
    from tests.e2e.guest import Guest, Json

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def turned(guest: Guest, message: Json, custom_id: str, words: str) -> Json:
    """The same message once a button of it has made it say `words`."""
    await guest.press(guest.person.message(message), custom_id)
    return await guest.until(
        lambda: m if words in text_of(m := guest.person.message(message)) else None, words, REVIEWED_WITHIN
    )


async def review_of(guest: Guest, message: Json, deal: str) -> Json:
    """A review opened from the result, once it is whole: after a start the search takes a moment to be ready."""
    review = await opened(guest, message, f"skat-review:{deal}:0:open")
    for _ in range(30):
        if not re.search("in einer Minute|in a minute", text_of(review)):
            return review
        await asyncio.sleep(1)
        review = await opened(guest, message, f"skat-review:{deal}:0:open")
    raise AssertionError(text_of(review))


def file_of(house: House, guest: Guest, message: Json) -> tuple[str, bytes]:
    """Name and content of the one file of a message."""
    kept = house.sandbox.world.channel(guest.channel).messages[int(message["id"])]
    ((name, content),) = kept.files.items()
    assert kept.ephemeral_to == guest.id
    return name, content


def replayed(path: Path) -> str:
    """What ``python -m game replay`` says; it must end well."""
    done = subprocess.run(
        [sys.executable, "-m", "game", "replay", path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


LANGUAGES = {
    "de": ("Deine Spiele", "♥ Herz", "Reizen", "Stich 3", "Skat und Ansage", "verschenkt 11 Augen", "beste Karte"),
    "en": (
        "Your deals",
        "♥ Hearts",
        "Auction",
        "Trick 3",
        "Skat and contract",
        "gives away 11 points",
        "the best card",
    ),
}


@pytest.mark.parametrize("who", [0, 2])
async def test_a_deal_from_the_history_to_its_last_trick(town: Town, who: int) -> None:
    """Anna reads German, Vera English: list, auction, skat, tricks, review and back, in one private message."""
    house = town.house
    party = await open_table(house, ("Anna", "Ben", "Vera"), seed=99)
    board = await party.play(Script(99, HEARTS))
    guest = party.people[who]
    language = guest.person.hello["locale"][:2]
    assert language == ("de", "", "en")[who]
    title, game, auction, third, skat, costs, best = LANGUAGES[language]

    listed = await (await guest.command("history")).answer()
    assert private(listed)
    assert title in text_of(listed)
    assert game in text_of(listed)
    (option, *_) = selects(listed)["skat-replay-pick"]["options"]
    assert option["value"] == f"skat-replay:{party.deal}:0"
    await guest.choose(listed, "skat-replay-pick", option["value"])
    await guest.until(lambda: auction in text_of(guest.person.message(listed)), "the auction")
    shown = guest.person.message(listed)
    assert private(shown)
    assert "22" in text_of(shown)

    await turned(guest, shown, f"skat-replay:{party.deal}:1:next", f"**{skat}**")
    drawn = 0
    for step in range(2, 12):
        shown = await turned(guest, shown, f"skat-replay:{party.deal}:{step}:next", f" {step - 1}**")
        # A picture that is not ready in time is left out, and the hands stand in words instead.
        pictures = _media(shown)
        drawn += len(pictures)
        for one in pictures:
            assert f" {step - 1}." in one["description"]
    assert drawn > 0
    assert "= 40" in text_of(shown)
    assert not {f"skat-replay:{party.deal}:11:{by}" for by in ("next", "last")} & set(pressable(shown))
    shown = await turned(guest, shown, f"skat-replay:{party.deal}:0:first", f"**{auction}**")
    shown = await turned(guest, shown, f"skat-replay:{party.deal}:11:last", "= 40")
    shown = await turned(guest, shown, "skat-history:0", title)

    review = await review_of(guest, board, party.deal)
    assert costs in text_of(review)
    await guest.choose(guest.person.message(review), "skat-replay-pick", f"skat-review:{party.deal}:4")
    await guest.until(lambda: third in text_of(guest.person.message(review)), third)
    assert text_of(guest.person.message(review)).count(best) == 3
    await turned(guest, review, f"skat-review:{party.deal}:5:next", costs)
    await party.end()


def _media(message: Json) -> list[Json]:
    text = str(message["components"])
    assert "attachment://" not in text
    return [item for part in message["components"][0]["components"] for item in part.get("items", ())]


async def test_everyone_at_the_table_reviews_from_the_result(town: Town) -> None:
    """The result keeps its button when the next deal has begun, when the table is closed, and after a restart."""
    house = town.house
    party, board = await played(house, "null")
    deal = party.deal
    for guest in party.people:
        review = await review_of(guest, guest.person.message(board), deal)
        told = text_of(review)
        assert re.search(r"nicht zu gewinnen|could not have won", told)
        assert re.search(r"lässt den Alleinspieler gewinnen|lets the declarer win", told)
        assert house.sandbox.world.channel(guest.channel).messages[int(review["id"])].ephemeral_to == guest.id
    await party.next()
    anna = party.people[0]
    await anna.until(
        lambda: f"skat-table:{party.table}:next" not in buttons(anna.person.message(board)), "the old board"
    )
    assert "Null" in text_of(await opened(anna, anna.person.message(board), f"skat-review:{deal}:0:open"))
    await party.end()
    assert "Null" in text_of(await opened(anna, anna.person.message(board), f"skat-review:{deal}:0:open"))
    assert await house.stop() == 0
    await house.open(settings=SEARCHING)
    again = await review_of(anna, anna.person.message(board), deal)
    assert "lässt den Alleinspieler gewinnen" in text_of(again)


GRAND_HAND = Script(9, "M:pass R:bid.18 F:hold.18 R:bid.48 F:pass R:announce.GH", winning)
EXPORTED = ("suit", "null lost", "ramsch", "passed in")


async def test_files_are_replayed_without_a_disagreement(town: Town, tmp_path: Path) -> None:
    """Each kind by the button of its replay, then all of them in one file."""
    house = town.house
    exported: list[str] = []
    last: tuple[Party, Json] | None = None
    for name in (*EXPORTED, "grand hand"):
        if name == "grand hand":
            party = await open_table(house, seed=GRAND_HAND.seed)
            board = await party.play(GRAND_HAND)
        else:
            party, board = await played(house, name)
        anna = party.people[0]
        replay = await opened(anna, board, f"skat-review:{party.deal}:0:open")
        sent = await opened(anna, replay, f"skat-export:{party.deal}:sgf")
        file_name, content = file_of(house, anna, sent)
        assert file_name == f"skat-{party.deal}.sgf"
        path = tmp_path / file_name
        path.write_bytes(content)
        assert "1 records, 1 agree, 0 disagree, 0 unreadable" in replayed(path)
        exported.append(content.decode())
        last = party, replay
        await party.end()
    assert last is not None
    party, replay = last
    every = "".join(exported)
    for guest in party.people:
        assert guest.person.name not in every
        assert str(guest.id) not in every
    assert "P0[Player 2]P1[Player 3]P2[Player 1]" in exported[0]
    assert [result_fields(read(line).properties["R"])["outcome"] for line in exported] == [
        "win", "loss", "ramsch", "passed", "win",
    ]  # fmt: skip

    anna = party.people[0]
    listed = await (await anna.command("history")).answer()
    sent = await opened(anna, listed, "skat-export:all:sgf")
    file_name, content = file_of(house, anna, sent)
    path = tmp_path / file_name
    path.write_bytes(content)
    ((count,),) = house.rows("SELECT count(*) FROM results WHERE user_id = ?", anna.id)
    assert f"{count} records, {count} agree, 0 disagree, 0 unreadable" in replayed(path)
    assert set(every.splitlines()) <= set(content.decode().splitlines())

    sent = await opened(anna, listed, "skat-export:all:csv")
    table = list(csv.DictReader(io.StringIO(file_of(house, anna, sent)[1].decode())))
    assert len(table) == count
    kept = house.rows("SELECT table_id, number, list_points FROM results WHERE user_id = ?", anna.id)
    assert {(row["deal"], int(row["list_points"])) for row in table} == {(f"{t}-{n}", points) for t, n, points in kept}
    sent = await opened(anna, replay, f"skat-export:{party.deal}:csv")
    moves = list(csv.DictReader(io.StringIO(file_of(house, anna, sent)[1].decode())))
    assert [row["action"] for row in moves][-1] in shown_cards(party)


def shown_cards(party: Party) -> list[str]:
    return [text for _, text in party.written()]


async def test_pages_of_a_long_history(town: Town) -> None:
    """Eleven deals that are passed in: the list turns, and a choice of its second page opens the oldest."""
    house = town.house
    kind = KINDS["passed in"]
    script = Script(kind.seed, kind.opening)
    channel_people = ("Clara", "David", "Mona")
    party = await open_table(house, channel_people, rules=Rules(length="12"), seed=kind.seed)
    for _ in range(11):
        for seat, action in script.moves():
            await party.at(seat).do(party.deal, action)
        await party.result()
        await party.next()
    mona = party.people[2]
    listed = await (await mona.command("history")).answer()
    ((size,),) = house.rows("SELECT count(*) FROM results WHERE user_id = ?", mona.id)
    assert size >= 11
    assert len(selects(listed)["skat-replay-pick"]["options"]) == 10
    last = await turned(mona, listed, "skat-history:1", f"{size}\\.")
    options = selects(last)["skat-replay-pick"]["options"]
    assert len(options) == size - 10
    await mona.choose(last, "skat-replay-pick", options[-1]["value"])
    await mona.until(
        lambda: (
            "Niemand hat gereizt" in text_of(mona.person.message(listed))
            or "passt" in text_of(mona.person.message(listed))
        ),
        "the deal that was passed in",
    )
    # One step, so there is nowhere to go.
    assert not [name for name in pressable(mona.person.message(listed)) if name.endswith(("next", "previous"))]
    await party.end()


async def test_a_replay_is_drawn_from_the_deal(town: Town) -> None:
    """The replays of a running table never change its board, and the state on disk is what they show."""
    house = town.house
    party, board = await played(house, "grand after a wide jump")
    anna = party.people[0]
    before = text_of(anna.person.message(board))
    await review_of(anna, board, party.deal)
    assert text_of(anna.person.message(board)) == before
    ((rules,),) = house.rows("SELECT rules FROM deals WHERE table_id = ? AND number = 0", party.table)
    sent = await opened(
        anna, await opened(anna, board, f"skat-review:{party.deal}:0:open"), f"skat-export:{party.deal}:sgf"
    )
    record = read(file_of(house, anna, sent)[1].decode().strip())
    assert isinstance(record.state, Finished)
    assert str(record.state.deal.rules) == rules
    assert record.state.deal.order != ()
    assert record.state.terms is not None
    await party.end()
