"""The private hand message of one seat, in every phase. It shows what that seat's View holds and nothing else."""

from collections.abc import Iterable

from discord.ui import LayoutView

from bot.preferences import DEFAULT, Preferences
from bot.texts import Texts
from cogs.ui import asking, declaring
from cogs.ui.board import happened, seat_lines
from cogs.ui.cards import NO_EMOJIS, Emojis, label, line
from cogs.ui.explain import headline
from cogs.ui.ids import ChoiceId
from cogs.ui.layout import (
    CARDS_IN_A_ROW,
    GOLD,
    GOOD,
    GREEN,
    MAIN,
    PLAIN,
    Block,
    Picture,
    button,
    picture,
    rows,
    screen,
    text,
)
from cogs.ui.look import Look
from cogs.ui.past_ids import AgainId
from cogs.ui.phrases import (
    auction_line,
    contract_line,
    deal_title,
    faces,
    group_name,
    open_hands,
    push_line,
    question_line,
    trick_line,
    turn_line,
)
from cogs.ui.result import review_button
from cogs.ui.scene import Scene
from game.actions import PLAYS, Hold, Pass, from_text
from game.cards import Card
from game.journal import Purpose
from game.view import Phase, View


def hand(
    scene: Scene,
    view: View,
    texts: Texts,
    *,
    emojis: Emojis = NO_EMOJIS,
    choice: ChoiceId | None = None,
    note: str = "",
    preferences: Preferences = DEFAULT,
    shown: Picture | None = None,
) -> LayoutView:
    """The hand of `view.seat`, or of whoever sits out if that is None.

    `choice`: the choice in the making that was pressed; one that no longer fits gives the plain hand. `note`: a line
    of markdown above everything else, such as why the last click was refused. `shown`: a picture of the table, for who
    plays alone and has no board.
    """
    look = Look(scene, view, texts, emojis, preferences)
    if view.seat is None:
        return screen(text(note, _title(look), texts("hand.sitting_out")), accent=None)
    mine = view.seat in view.waiting
    body = _chosen(look, choice) if choice is not None else None
    situation = _sized(look, _situation(look, shown))
    head = (note, _title(look), _away(look))
    return screen(
        *((text(*head), picture(shown), text(*situation)) if shown else (text(*head, *situation),)),
        *(body if body is not None else _plain(look)),
        _footer(look),
        accent=GOLD if mine else GREEN,
    )


def _title(look: Look) -> str:
    deal, seat = deal_title(look.people), look.view.seat
    if seat is None:
        return look.texts("hand.title_sitting_out", deal=deal)
    return look.texts("hand.title", deal=deal, place=look.people.place(seat))


def _away(look: Look) -> str:
    """That a computer plays for this person, and how that ends."""
    return look.texts("hand.stand_in") if _stood_in_for(look) else ""


def _stood_in_for(look: Look) -> bool:
    view, scene = look.view, look.scene
    return view.seat is not None and scene.chairs[scene.chair_at(view.seat)].stand_in


def _sized(look: Look, lines: list[str]) -> list[str]:
    """For whoever wants big text, every line a heading: only those have another size in a message."""
    if look.preferences.size != "big":
        return lines
    return [f"## {line.replace('**', '')}" for line in lines if line]


def _situation(look: Look, shown: Picture | None) -> list[str]:
    view, texts, solo = look.view, look.texts, look.scene.solo
    # What a picture shows is not written beneath it again, unless somebody needs it big.
    drawn = shown is not None and look.preferences.size != "big"
    lines: list[str] = []
    if view.phase is Phase.FINISHED:
        return [headline(look), texts("hand.over")]
    if solo and shown is None:
        lines += seat_lines(look)
    if solo or view.phase is Phase.BIDDING:
        lines.append(auction_line(look))
    lines += ["" if drawn else contract_line(look), push_line(look), *open_hands(look)]
    if view.picked_up and not view.put_away:
        lines.append(texts("hand.picked_up", cards=line(view.picked_up, texts, look.emojis)))
    if view.put_away:
        key = "hand.put_away" if view.contract is not None else "hand.pushed"
        lines.append(texts(key, cards=line(view.put_away, texts, look.emojis)))
    if solo and shown is None and not view.trick:
        lines.append(happened(look))
    lines += ["" if drawn else trick_line(look), question_line(look), _task(look)]
    return lines


def _task(look: Look) -> str:
    """What this seat is asked to do, or whom it waits for."""
    view, texts = look.view, look.texts
    if view.seat not in view.waiting:
        return turn_line(look)
    if view.question is not None:
        return texts("task.answer")
    match view.phase:
        case Phase.BIDDING if any(isinstance(action, Hold) for action in view.legal):
            return texts("task.hold", value=view.bid)
        case Phase.BIDDING if not view.bid and sum(isinstance(step, Pass) for _, step in view.auction) == 2:
            return texts(f"task.alone.{view.rules.all_pass}")
        case Phase.BIDDING:
            return texts("task.bid")
        case Phase.DECLARING:
            return texts("task.discard" if view.skat_taken else "task.declare", bid=view.bid)
        case Phase.DOUBLING:
            return texts("task.re" if view.kontra is not None else "task.kontra")
        case Phase.PUSHING:
            return texts("task.pushed" if view.picked_up else "task.push")
        case Phase.PLAYING:
            return _to_play(look)
        case Phase.FINISHED:
            return ""


def _to_play(look: Look) -> str:
    view, texts = look.view, look.texts
    if not view.trick or view.game is None:
        return texts("task.lead")
    if len(playable(view)) == len(view.hand):
        return texts("task.play")
    return texts("task.follow", suit=group_name(view.game, view.trick[0], texts))


def playable(view: View) -> tuple[Card, ...]:
    """The cards the seat may play now."""
    return tuple(card for card in view.hand if PLAYS[card] in view.legal)


def _plain(look: Look) -> Iterable[Block | Iterable[Block] | None]:
    view = look.view
    if view.phase is Phase.FINISHED:
        return []
    if view.question is not None:
        return [text(faces(look)), asking.answering(look)]
    if view.seat not in view.waiting:
        # Between two cards the buttons stay where they are.
        return [_cards(look) if view.phase is Phase.PLAYING else text(faces(look))]
    match view.phase:
        case Phase.BIDDING:
            return [text(faces(look)), asking.bidding(look)]
        case Phase.DECLARING if view.skat_taken:
            return declaring.discarding(look, ())
        case Phase.DECLARING:
            return [text(faces(look)), *declaring.skat_or_hand(look)]
        case Phase.DOUBLING:
            return [text(faces(look)), asking.doubling(look)]
        case Phase.PUSHING:
            return declaring.pushing(look, ())
        case Phase.PLAYING:
            return [_cards(look)]


def _chosen(look: Look, choice: ChoiceId) -> Iterable[Block | Iterable[Block] | None] | None:
    """The screen of a choice in the making; None if it does not fit what the seat may do now."""
    view = look.view
    if choice.deal != look.scene.deal_id or view.seat not in (*view.waiting, view.turn):
        return _sure(look, choice)
    match choice.verb, view.phase:
        case "discard", Phase.DECLARING if view.skat_taken:
            return declaring.discarding(look, declaring.chosen_cards(look, choice.selection))
        case "discard", Phase.PUSHING if view.picked_up:
            return declaring.pushing(look, declaring.chosen_cards(look, choice.selection))
        case "hand", Phase.DECLARING if not view.skat_taken:
            making = declaring.making_of(look, choice.selection)
            return [text(faces(look)), *declaring.hand_game(look, making)] if making else None
        case "jump", Phase.BIDDING if len(view.legal) > 2:
            return [text(faces(look)), *asking.jumps(look)]
        case _:
            return _sure(look, choice)


def _sure(look: Look, choice: ChoiceId) -> Iterable[Block | Iterable[Block] | None] | None:
    if choice.verb != "sure" or choice.deal != look.scene.deal_id:
        return None
    action = from_text(choice.selection)
    return [text(faces(look)), *asking.second_question(look, action)] if action in look.view.legal else None


def _cards(look: Look) -> list[Block]:
    """The hand as buttons; those that may be played now are enabled."""
    legal = frozenset(playable(look.view))
    return rows(
        [
            button(
                label(card, look.texts),
                look.act(PLAYS[card]),
                style=MAIN if card in legal else PLAIN,
                enabled=card in legal,
                emoji=look.emojis.get(card),
            )
            for card in look.own_cards
        ],
        CARDS_IN_A_ROW,
    )


def _footer(look: Look) -> list[Block]:
    """Last trick, the menu, the next deal, and the way back for somebody a computer plays for."""
    view, texts, scene = look.view, look.texts, look.scene
    buttons = [
        button(texts("button.last"), look.choose("last"), enabled=bool(view.tricks))
        for _ in (Phase.PLAYING,)
        if view.phase is Phase.PLAYING
    ]
    if view.phase is Phase.FINISHED:
        if not scene.series.finished:
            buttons.append(button(texts("button.next"), look.next_deal, style=GOOD))
        buttons += [review_button(look), button(texts("again.button"), AgainId(scene.deal_id))]
    else:
        if scene.purpose is Purpose.DAILY:
            buttons.append(button(texts("button.scores"), look.choose("scores")))
        if scene.hint:
            buttons.append(button(texts("hint.button"), look.choose("hint"), enabled=view.seat in view.waiting))
        buttons.append(button(texts("button.more"), look.choose("more")))
    if _stood_in_for(look):
        buttons.append(button(texts("button.back"), look.at_table("back"), style=GOOD))
    return rows(buttons)
