"""``/history``, replay, review and export: finished deals for whoever sat in them, in private messages.

Every id is checked anew against the database: the deal is over, of this server, and the person has a line in it.
"""

import asyncio
from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot import export
from bot.finished import FinishedDeal
from bot.reviewing import Reviews
from bot.translator import CommandTexts
from cogs.answer import Answer
from cogs.artist import REPLAY_PICTURE
from cogs.desk import Click, Desk
from cogs.pictures.facts import Sitter
from cogs.pictures.moment import moment
from cogs.play import chosen_value
from cogs.slots import Shot
from cogs.ui import names
from cogs.ui.cards import sorted_hand
from cogs.ui.deal_id import DealId
from cogs.ui.history import ROWS, HistoryPage, file, history
from cogs.ui.ids import parse
from cogs.ui.layout import Picture, button
from cogs.ui.notes import Notice
from cogs.ui.past_ids import AgainId, CheckId, ExportId, HistoryId, ReplayId, ReplayPick
from cogs.ui.people import People
from cogs.ui.replay import Replayed, alt_text, replay
from cogs.ui.scene import Chair, Scene
from cogs.ui.verdicts import signs
from game.illegal import Refusal, TableError
from game.journal import ChairResult
from game.rules import Rules
from game.scoring import Result, result
from game.series import Series, seat_of
from game.steps import steps
from game.view import view_for

MOST_EXPORTED: Final = 1000
"""Deals of a file: some 900 kB as records, far from what a message may carry."""


class History(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.bot.store
        self._reviews = Reviews(search=desk.bot.settings.computer_search)

    async def cog_unload(self) -> None:
        self._reviews.close()

    def command(self, texts: CommandTexts) -> "app_commands.Command[Any, ..., Any]":
        async def callback(interaction: Click) -> None:
            async with self._desk.answering(interaction, update=False) as answer:
                await self._desk.guard(interaction, answer, lambda: self.turn(interaction, HistoryId(0), answer))

        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=texts("history.name"), description=texts("history.description"), callback=callback
        )
        command.guild_only = True
        return command

    async def turn(self, click: Click, wanted: HistoryId, answer: Answer) -> None:
        """A page of the person's own deals."""
        guild, user = click.guild_id or 0, click.user.id
        size = await self._store.history_size(guild, user)
        pages = max(1, -(-size // ROWS))
        number = min(wanted.page, pages - 1)
        lines = await self._store.history(guild, user, number * ROWS, ROWS)
        await answer.show(Shot(history(HistoryPage(lines, number, pages, size), self._desk.texts(click))))

    async def pick(self, click: Click, wanted: ReplayPick, answer: Answer) -> None:
        del wanted
        chosen = parse(chosen_value(click))
        if not isinstance(chosen, ReplayId):
            raise TableError(Refusal.BAD_OPTION)
        await self.replay(click, chosen, answer)

    async def replay(self, click: Click, wanted: ReplayId, answer: Answer) -> None:
        """A step of a deal; opened from a public message or a result it is a new private message."""
        deal = await self._deal(click, wanted.deal)
        if deal is None:
            answer.update = False
            await self._desk.tell(click, answer, Notice.NO_SUCH_DEAL)
            return
        answer.update = answer.update and wanted.by != "open"
        shown = await self._replayed(deal, wanted)
        await answer.show(await self._shot(click, shown))

    async def _deal(self, click: Click, wanted: DealId) -> FinishedDeal | None:
        return await self._store.own_deal(click.guild_id or 0, click.user.id, wanted.table, wanted.number)

    async def _replayed(self, deal: FinishedDeal, wanted: ReplayId) -> Replayed:
        over = deal.state()
        found = steps(over)
        reviewed = await self._reviews.review(str(wanted.deal), over) if wanted.reviewed else None
        return Replayed(
            scene=self._scene(deal, result(over)),
            view=view_for(over, None),
            steps=found,
            at=min(wanted.step, len(found) - 1),
            finished_at=deal.finished_at,
            purpose=deal.purpose,
            reviewed=wanted.reviewed,
            review=reviewed,
        )

    def _scene(self, deal: FinishedDeal, outcome: Result) -> Scene:
        rules = Rules.parse(deal.rules)
        return Scene(
            table=deal.table,
            rules=rules,
            chairs=tuple(self._chair(deal.guild, line) for line in deal.lines),
            series=Series(rules),
            number=deal.number,
            commitment=deal.commitment,
            seed=deal.seed.hex(),
            bock=_counted_double(deal, outcome),
        )

    def _chair(self, guild: int, line: ChairResult) -> Chair:
        if line.user is None:
            return Chair(taken=True, level=line.level)
        name = self._desk.bot.names.get(guild, line.user)
        return Chair(taken=True, name=None if name is None else names.clean(name))

    async def _shot(self, click: Click, shown: Replayed) -> Shot:
        desk = self._desk
        wishes = desk.bot.preferences.get(click.user.id)
        texts = desk.texts(click).for_deck(wishes.deck)
        people = People(shown.scene, texts)
        sitters = [
            Sitter(people.label(chair), sitting.level is not None) for chair, sitting in enumerate(shown.scene.chairs)
        ]
        hands = [sorted_hand(hand, shown.view.game) for hand in shown.step.hands]
        marks = signs(shown.review, shown.step.number) if shown.review is not None else {}
        last = shown.at == len(shown.steps) - 1
        picture = moment(shown.view, shown.step, hands, sitters, shown.scene.number, last=last, marks=marks)
        drawn = await desk.artist.replay(picture, wishes.deck, texts.language)
        emojis = desk.emojis.of(wishes.deck, texts.language)
        there = Picture(REPLAY_PICTURE, alt_text(shown, texts)) if drawn is not None else None
        buttons = [
            button(texts("again.button"), AgainId(shown.deal)),
            button(texts("button.check"), CheckId(shown.deal)),
        ]
        view = replay(shown, texts, emojis=emojis, drawn=there, buttons=buttons)
        return Shot(view, ((REPLAY_PICTURE, drawn),) if drawn is not None else ())

    async def export(self, click: Click, wanted: ExportId, answer: Answer) -> None:
        """A file in a new private message: one deal, or the latest of the person's own."""
        answer.update = False
        guild, user = click.guild_id or 0, click.user.id
        if wanted.deal is None:
            deals = await self._store.latest_deals(guild, user, MOST_EXPORTED)
            size = await self._store.history_size(guild, user)
            name = "skat-deals"
        else:
            deal = await self._deal(click, wanted.deal)
            deals = (deal,) if deal is not None else ()
            size = len(deals)
            name = f"skat-{wanted.deal}"
        if not deals:
            what = Notice.NOTHING_TO_EXPORT if wanted.deal is None else Notice.NO_SUCH_DEAL
            await self._desk.tell(click, answer, what)
            return
        content = await asyncio.to_thread(_file, deals, wanted, user)
        shown = file(f"{name}.{wanted.format}", len(deals), self._desk.texts(click), all_of_them=size <= len(deals))
        await answer.show(Shot(shown, ((f"{name}.{wanted.format}", content),)))


def _file(deals: tuple[FinishedDeal, ...], wanted: ExportId, user: int) -> bytes:
    if wanted.format == "sgf":
        return export.records(deals)
    return export.results_table(deals, user) if wanted.deal is None else export.moves_table(deals[0])


def _counted_double(deal: FinishedDeal, outcome: Result) -> bool:
    """Whether the deal was played in a Bock round: then its chairs have twice the deal's own points."""
    chairs = Rules.parse(deal.rules).chairs
    for line in deal.lines:
        seat = seat_of(line.chair, deal.number, chairs)
        if seat is not None and outcome.scores[seat]:
            return line.score == 2 * outcome.scores[seat]
    return False
