"""A finished deal step by step: auction, skat, each trick; with the solver's verdicts if they are wished for.

Everything is open here, so a screen is made of the view of a finished deal alone and sent to who sat in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord.ui import Button, LayoutView

from bot.reviewing import Reviewed
from bot.texts import Texts
from cogs.ui.cards import NO_EMOJIS, Emojis, line, sorted_hand
from cogs.ui.deal_id import DealId
from cogs.ui.explain import explain, headline
from cogs.ui.layout import GOLD, MAIN, Block, Option, Picture, button, picture, rows, screen, select, text
from cogs.ui.look import Look
from cogs.ui.past_ids import Arrow, ExportId, HistoryId, ReplayId, ReplayPick
from cogs.ui.phrases import contract_line, deal_title, played, push_line, whole_auction
from cogs.ui.result import StillRunning
from cogs.ui.scene import Scene
from cogs.ui.verdicts import summary, trick_mark, verdict_lines
from game.cards import card_points
from game.state import SEATS, Seat
from game.steps import Stage, Step
from game.view import Disclosure, View

LAST_ROW: Final = 3
"""Buttons that the last row of a replay has of its own; two more find room beside them."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What is shown: step `at` of the `steps` of a deal.

    `view`: that of the public board, of the finished deal. `reviewed`: with verdicts; `review`: these, None where there
    are none. `finished_at`: seconds since 1970. `purpose`: that of the table.
    """

    scene: Scene
    view: View
    steps: tuple[Step, ...]
    at: int
    finished_at: float
    purpose: str = "series"
    reviewed: bool = False
    review: Reviewed | None = None

    @property
    def deal(self) -> DealId:
        return self.scene.deal_id

    @property
    def step(self) -> Step:
        return self.steps[self.at]

    @property
    def hidden(self) -> Disclosure:
        """Raises StillRunning for a view that discloses nothing."""
        if self.view.hidden is None:
            raise StillRunning("a replay needs the view of a finished deal")
        return self.view.hidden

    def to(self, step: int, by: Arrow | None = None) -> ReplayId:
        return ReplayId(self.deal, step, reviewed=self.reviewed, by=by)


def replay(
    shown: Replayed,
    texts: Texts,
    *,
    emojis: Emojis = NO_EMOJIS,
    drawn: Picture | None = None,
    buttons: Sequence[Button[Any]] = (),
) -> LayoutView:
    """One step of a deal. `buttons`: up to two more for the last row. Raises StillRunning if the deal is not over."""
    hidden = shown.hidden
    look = Look(shown.scene, shown.view, texts, emojis)
    return screen(
        text(f"### {headline(look)}", f"-# {title_line(shown, look)}"),
        picture(drawn),
        text(*step_lines(shown, look, hidden), *([] if drawn else hand_lines(shown, look))),
        text(*_verdicts(shown, look)) if shown.reviewed else None,
        _arrows(shown, texts),
        _steps(shown, look),
        rows(
            [
                button(texts("replay.as_record"), ExportId(shown.deal, "sgf")),
                button(texts("replay.as_table"), ExportId(shown.deal, "csv")),
                button(texts("replay.history"), HistoryId(0)),
                *buttons,
            ]
        ),
        accent=GOLD,
    )


def title_line(shown: Replayed, look: Look) -> str:
    """Which deal of how many, when it ended, and on what kind of table if not that of a series."""
    parts = [deal_title(look.people), f"<t:{int(shown.finished_at)}:f>"]
    if shown.purpose != "series":
        parts.append(look.texts(f"history.purpose.{shown.purpose}"))
    return " · ".join(parts)


def step_lines(shown: Replayed, look: Look, hidden: Disclosure) -> list[str]:
    """What happened in the step, in words."""
    texts, step = look.texts, shown.step
    told = [f"**{step_title(step, texts)}**"]
    match step.stage:
        case Stage.AUCTION:
            told.append(whole_auction(look) or texts("replay.no_bid"))
            told.append(texts("result.skat", cards=line(hidden.skat, texts, look.emojis), n=card_points(hidden.skat)))
        case Stage.SKAT:
            told += [contract_line(look), push_line(look), *_skat_lines(look, hidden)]
        case Stage.TRICK:
            told[0] += " · " + _taken(step, look)
            # With verdicts each card has a line of its own.
            if not (shown.reviewed and shown.review is not None and shown.review.review.of(step.number)):
                told.append(played(look, step.leader, step.cards) if step.leader is not None else "")
            told.append(_so_far(shown, look, hidden))
        case Stage.REST:
            told.append(texts("replay.not_played"))
            told.append(played(look, step.leader, step.cards) if step.leader is not None else "")
    if shown.at == len(shown.steps) - 1:
        told += explain(look)
    return told


def step_title(step: Step, texts: Texts) -> str:
    return texts("replay.trick", number=step.number) if step.number else texts(f"replay.{step.stage.value}")


def _skat_lines(look: Look, hidden: Disclosure) -> list[str]:
    texts, view = look.texts, look.view
    lines = [texts("result.skat", cards=line(hidden.skat, texts, look.emojis), n=card_points(hidden.skat))]
    if view.declarer is not None and view.skat_taken:
        key = "result.put_away"
    elif view.declarer is not None:
        return [*lines, texts("replay.hand_game")]
    elif hidden.put_away != hidden.skat:
        key = "result.pushed"
    else:
        return lines
    cards = line(hidden.put_away, texts, look.emojis)
    return [*lines, texts(key, cards=cards, n=card_points(hidden.put_away))]


def _taken(step: Step, look: Look) -> str:
    assert step.winner is not None
    return look.texts("replay.takes", name=look.people.seat(step.winner), n=card_points(step.cards))


def _so_far(shown: Replayed, look: Look, hidden: Disclosure) -> str:
    """Points after the trick: the declarer's with the skat against the others', in a Ramsch everybody's."""
    step, declarer, texts = shown.step, look.view.declarer, look.texts
    if declarer is None:
        standing = " · ".join(f"{look.people.seat(seat)} {step.points[seat]}" for seat in SEATS)
        return texts("replay.points", points=standing)
    if look.view.contract is not None and look.view.contract.null:
        return ""
    own = step.points[declarer] + card_points(hidden.put_away)
    return texts("replay.so_far", name=look.people.seat(declarer), own=own, others=_others(step, declarer))


def _others(step: Step, declarer: Seat) -> int:
    return sum(step.points[seat] for seat in declarer.others)


def hand_lines(shown: Replayed, look: Look) -> list[str]:
    """The hands before the step, where there is no picture of them."""
    game = look.view.game
    return [
        look.texts("result.hand", name=look.people.seat(seat), cards=line(sorted_hand(hand, game), look.texts))
        for seat, hand in zip(SEATS, shown.step.hands, strict=True)
    ]


def _verdicts(shown: Replayed, look: Look) -> list[str]:
    if shown.step.stage is Stage.TRICK and shown.review is not None:
        return verdict_lines(shown.review, shown.step.number, look)
    return summary(shown.review, look)


def _arrows(shown: Replayed, texts: Texts) -> list[Block]:
    at, last = shown.at, len(shown.steps) - 1
    other = ReplayId(shown.deal, at, reviewed=not shown.reviewed)
    arrows: tuple[tuple[str, Arrow, int], ...] = (
        ("«", "first", 0),
        ("‹", "previous", max(0, at - 1)),
        ("›", "next", min(last, at + 1)),
        ("»", "last", last),
    )
    buttons = [button(label, shown.to(step, by), style=MAIN, enabled=step != at) for label, by, step in arrows]
    toggle = button(texts("replay.without_review" if shown.reviewed else "button.review"), other)
    return rows([*(buttons if last else ()), toggle])


def _steps(shown: Replayed, look: Look) -> list[Block]:
    if len(shown.steps) == 1:
        return []
    return [
        select(
            ReplayPick(),
            [
                Option(
                    _step_label(step, look), str(shown.to(number)), _step_about(shown, step, look), number == shown.at
                )
                for number, step in enumerate(shown.steps)
            ],
        )
    ]


def _step_label(step: Step, look: Look) -> str:
    title = step_title(step, look.texts)
    if step.winner is None:
        return title
    name = look.people.label(look.scene.chair_at(step.winner))
    return look.texts("replay.step", title=title, name=name, n=card_points(step.cards))


def _step_about(shown: Replayed, step: Step, look: Look) -> str | None:
    """The most that a card of the trick cost, for whoever looks for where it went wrong."""
    if not shown.reviewed or shown.review is None or step.stage is not Stage.TRICK:
        return None
    return trick_mark(shown.review, step.number, look)


def alt_text(shown: Replayed, texts: Texts) -> str:
    """The picture of a step in words, without markdown; at most 1,000 characters."""
    look = Look(shown.scene, shown.view, texts)
    step, people = shown.step, look.people
    told = [step_title(step, texts)]
    if step.leader is not None and step.cards:
        told += [
            f"{people.label(shown.scene.chair_at(SEATS[(step.leader + place) % 3]))} {line((card,), texts)}"
            for place, card in enumerate(step.cards)
        ]
    if step.winner is not None:
        name = people.label(shown.scene.chair_at(step.winner))
        told.append(texts("replay.takes", name=name, n=card_points(step.cards)))
    for seat, hand in zip(SEATS, step.hands, strict=True):
        cards = line(sorted_hand(hand, look.view.game), texts)
        told.append(f"{people.label(shown.scene.chair_at(seat))}: {cards}")
    return ". ".join(told)[:1000]
