"""The result of a deal, which takes the board's place: everything is open now, and every number is explained."""

from typing import Any

from discord.ui import Button, LayoutView

from bot.texts import Texts
from cogs.ui.cards import NO_EMOJIS, Emojis, line, sorted_hand
from cogs.ui.explain import explain, headline
from cogs.ui.layout import GOLD, GOOD, Block, Picture, button, picture, rows, rule, screen, text
from cogs.ui.look import Look
from cogs.ui.past_ids import AgainId, CheckId, ReplayId
from cogs.ui.phrases import RESULT_STEPS, auction_line, deal_title, push_line
from cogs.ui.scene import Scene
from cogs.ui.scores import standing_lines
from game.cards import card_points
from game.state import SEATS, Trick
from game.view import Disclosure, View


class StillRunning(ValueError):
    """The deal is not over, so its cards may not be shown."""


def result(
    scene: Scene,
    view: View,
    texts: Texts,
    *,
    emojis: Emojis = NO_EMOJIS,
    shown: Picture | None = None,
    live: bool = True,
) -> LayoutView:
    """The public result of a finished deal; `scene.series` holds its entry already.

    `live`: this is still the table's board, so it has all its buttons. Raises StillRunning for a view that
    discloses nothing.
    """
    look = Look(scene, view, texts, emojis)
    later = [review_button(look), button(texts("again.button"), AgainId(scene.deal_id)), check_button(look)]
    buttons = [*_buttons(look), *later] if live else later
    return screen(*told(look, shown), rule(), text(*_list(look)), rows(buttons), accent=GOLD)


def told(look: Look, shown: Picture | None = None, *first: str) -> list[Block | None]:
    """The whole deal: who won what and why, all cards, all tricks. `first`: lines before the explanation."""
    hidden = look.view.hidden
    if hidden is None:
        raise StillRunning("a result needs the view of a finished deal")
    auction = auction_line(look, RESULT_STEPS)
    return [
        text(f"### {headline(look)}", f"-# {deal_title(look.people)}"),
        picture(shown),
        text(*first, *explain(look), push_line(look), auction and f"-# {auction}"),
        rule(),
        text(*_cards(look, hidden)),
        text(*trick_lines(look)),
    ]


def _cards(look: Look, hidden: Disclosure) -> list[str]:
    texts, people, game = look.texts, look.people, look.view.game
    lines = [texts("result.skat", cards=line(hidden.skat, texts), n=card_points(hidden.skat))]
    if hidden.put_away != hidden.skat:
        key = "result.put_away" if look.view.contract is not None else "result.pushed"
        lines.append(texts(key, cards=line(hidden.put_away, texts), n=card_points(hidden.put_away)))
    lines += [
        texts("result.hand", name=f"**{people.seat(seat)}**", cards=line(sorted_hand(hidden.hands[seat], game), texts))
        for seat in SEATS
    ]
    return lines


def trick_lines(look: Look) -> list[str]:
    """All tricks, one a line: who led, the cards, who took it and its points; places stand for the names."""
    tricks = look.view.tricks
    if not tricks:
        return []
    texts = look.texts
    legend = ", ".join(f"{texts(f'seat.short.{seat.name.lower()}')} {look.people.seat(seat)}" for seat in SEATS)
    return [texts("result.tricks", legend=legend)] + [
        _trick(number, trick, texts) for number, trick in enumerate(tricks, 1)
    ]


def _trick(number: int, trick: Trick, texts: Texts) -> str:
    leader, winner = (texts(f"seat.short.{seat.name.lower()}") for seat in (trick.leader, trick.winner))
    return f"`{number:2}` {leader}: {line(trick.cards, texts)} → **{winner}** {card_points(trick.cards)}"


def _list(look: Look) -> list[str]:
    scene, texts = look.scene, look.texts
    lines = standing_lines(look.people)
    if scene.series.bock_left and not scene.series.finished:
        lines.append(texts("result.bock_left", n=scene.series.bock_left))
    lines.append(seed_line(look))
    if scene.series.finished:
        lines.append(texts("result.last_deal"))
        return lines
    if scene.next_commitment:
        lines.append("-# " + texts("result.next_fingerprint", commitment=scene.next_commitment))
    if scene.next_in is not None:
        lines.append(texts("result.next_in", n=scene.next_in))
    return lines


def seed_line(look: Look) -> str:
    """What anybody needs to check that the cards were fixed before the bidding."""
    scene = look.scene
    if not scene.seed:
        return ""
    return "-# " + look.texts("result.seed", deal=scene.deal_id, commitment=scene.commitment, seed=scene.seed)


def _buttons(look: Look) -> list[Button[Any]]:
    texts, over = look.texts, look.scene.series.finished
    return [
        button(texts("button.next"), look.next_deal, style=GOOD, enabled=not over),
        button(texts("button.scores"), look.choose("scores")),
        button(texts("button.cut"), look.at_table("cut"), enabled=not over),
        button(texts("button.more"), look.choose("more")),
    ]


def review_button(look: Look) -> Button[Any]:
    """Leads whoever sat in the deal to its tricks and the solver's verdicts, for as long as the message is there."""
    return button(look.texts("button.review"), ReplayId(look.scene.deal_id, 0, reviewed=True, by="open"))


def check_button(look: Look) -> Button[Any]:
    """Tells anybody whether the deal was dealt fairly."""
    return button(look.texts("button.check"), CheckId(look.scene.deal_id))
