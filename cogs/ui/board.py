"""The public board of a running deal. It is drawn from the public View, that of no seat."""

from typing import Final

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.cards import NO_EMOJIS, Emojis, line
from cogs.ui.layout import GREEN, MAIN, Block, Picture, button, picture, rows, screen, text
from cogs.ui.look import Look
from cogs.ui.phrases import (
    auction_line,
    contract_line,
    contract_name,
    deal_title,
    open_hands,
    push_line,
    question_line,
    scores_line,
    trick_line,
    turn_line,
)
from cogs.ui.scene import Scene
from game.state import SEATS, Seat
from game.view import Phase, View

SHORT: Final = 16
"""Characters of a fingerprint that the board has room for; lobby and result show it whole."""


class PrivateView(ValueError):
    """The board was given the view of a seat; nothing of it may be shown in public."""


def board(
    scene: Scene, view: View, texts: Texts, *, emojis: Emojis = NO_EMOJIS, shown: Picture | None = None
) -> LayoutView:
    """The board of a deal that runs.

    `shown`: a picture of the table that is sent along; what it shows, and says in words to who cannot see it, is not
    written beneath it again. Raises PrivateView for the view of a seat.
    """
    if view.seat is not None:
        raise PrivateView("the board shows the public view alone: view_for(state, None)")
    look = Look(scene, view, texts, emojis)
    early = view.phase in (Phase.BIDDING, Phase.DECLARING)
    totals = scores_line(look.people)
    fingerprint = scene.commitment[:SHORT] if early else ""
    return screen(
        text(f"### {deal_title(look.people)}", *([] if shown else seat_lines(look))),
        picture(shown),
        text(
            auction_line(look) if early else "",
            "" if shown else contract_line(look),
            push_line(look),
            *open_hands(look),
            "" if shown else trick_line(look),
            question_line(look),
            turn_line(look),
            *(_away_lines(look) if shown else ()),
        ),
        text(
            _small(happened(look)),
            _small("" if shown else totals and texts("board.scores", scores=totals)),
            _small(fingerprint and texts("board.fingerprint", commitment=fingerprint + "…")),
        ),
        board_buttons(look),
        accent=GREEN,
    )


def _small(told: str) -> str:
    return f"-# {told}" if told else ""


def seat_lines(look: Look) -> list[str]:
    """One line a seat: whom the table waits for is marked, then place, dealer and declarer."""
    view, scene, texts, people = look.view, look.scene, look.texts, look.people
    lines: list[str] = []
    for seat, chair in scene.seats():
        parts = [people.place(seat)]
        if chair == scene.dealer:
            parts.append(texts("seat.deals"))
        if view.declarer is not None:
            parts.append(texts("seat.declarer" if seat == view.declarer else "seat.defender"))
        if scene.chairs[chair].stand_in:
            parts.append(texts("seat.stand_in"))
        mark = "▶ " if seat in view.waiting else ""
        lines.append(f"{mark}**{people.chair(chair)}** · " + " · ".join(parts))
    if scene.sitting_out is not None:
        lines.append(f"**{people.chair(scene.sitting_out)}** · " + texts("seat.sitting_out"))
    return lines


def _away_lines(look: Look) -> list[str]:
    """For whom a computer plays; a mark in a picture alone would be overlooked."""
    return [
        f"-# {look.people.chair(chair)} · {look.texts('seat.stand_in')}"
        for chair, sitting in enumerate(look.scene.chairs)
        if sitting.stand_in
    ]


def happened(look: Look) -> str:
    """The last public thing that happened in the deal, as far as the board may tell it."""
    view, texts, people = look.view, look.texts, look.people
    match view.phase:
        case Phase.DECLARING if view.skat_taken and view.declarer is not None:
            return texts("happened.skat", name=people.seat(view.declarer))
        case Phase.DECLARING if view.declarer is not None:
            return texts("happened.auction_won", name=people.seat(view.declarer), bid=view.bid)
        case Phase.PUSHING if view.pushes:
            seat, seen = view.pushes[-1]
            return texts("happened.pushed" if seen else "happened.pushed_unseen", name=people.seat(seat))
        case Phase.PLAYING if view.question is not None:
            return ""
        case Phase.PLAYING if view.trick and view.leader is not None:
            seat = SEATS[(view.leader + len(view.trick) - 1) % 3]
            return texts("happened.card", name=people.seat(seat), card=line(view.trick[-1:], texts))
        case Phase.PLAYING if view.tricks:
            last = view.tricks[-1]
            return texts("happened.trick", name=people.seat(last.winner), cards=line(last.cards, texts))
        case _:
            return texts("happened.dealt", name=people.chair(look.scene.dealer)) if not view.moves else ""


def board_buttons(look: Look) -> list[Block]:
    """My cards, last trick, scores and the menu."""
    texts = look.texts
    has_trick = bool(look.view.tricks) and look.view.phase is Phase.PLAYING
    return rows(
        [
            button(texts("button.cards"), look.choose("cards"), style=MAIN),
            button(texts("button.last"), look.choose("last"), enabled=has_trick),
            button(texts("button.scores"), look.choose("scores")),
            button(texts("button.more"), look.choose("more")),
        ]
    )


def alt_text(scene: Scene, view: View, texts: Texts) -> str:
    """A picture of the board in words, from the public view alone; at most 1,000 characters."""
    if view.seat is not None:
        raise PrivateView("an alt text is public: view_for(state, None)")
    look = Look(scene, view, texts)
    people = look.people
    seats = [f"{texts(f'seat.{seat.name.lower()}')}: {people.label(scene.chair_at(seat))}" for seat in SEATS]
    leader: Seat | None = view.leader
    cards = [
        f"{people.label(scene.chair_at(SEATS[(leader + place) % 3]))} {line((card,), texts)}"
        for place, card in enumerate(view.trick)
        if leader is not None
    ]
    told = [texts("board.alt", seats=", ".join(seats), cards=", ".join(cards) or "–"), _game_in_words(look)]
    totals = scene.series.totals()
    if totals:
        standing = ", ".join(f"{people.label(chair)} {texts.signed(total)}" for chair, total in enumerate(totals[-1]))
        told.append(texts("board.scores", scores=standing))
    return ". ".join(part.removesuffix(".") for part in told if part)[:1000]


def _game_in_words(look: Look) -> str:
    """Who plays what, without markdown."""
    view = look.view
    if view.contract is None or view.declarer is None:
        return look.texts("table.ramsch").replace("**", "") if view.game is not None else ""
    name = look.people.label(look.scene.chair_at(view.declarer))
    contract = contract_name(view.contract, look.texts)
    return look.texts("table.contract", name=name, contract=contract, bid=view.bid).replace("**", "")
