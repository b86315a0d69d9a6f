"""Clicks on hands, boards and lobbies, turned into what the table is asked to do."""

from typing import Any, Final

import discord
from discord.ext import commands

from bot.periods import day
from cogs.answer import Answer
from cogs.clicks import moves_when_clicked
from cogs.desk import Click, Desk
from cogs.render import gives_hints
from cogs.slots import Shot
from cogs.ui import lobby, menus, options, solo
from cogs.ui.asking import asks_again
from cogs.ui.chapters import first_page, rules_page
from cogs.ui.ids import ActionId, ChoiceId, TableId
from cogs.ui.notes import Notice, note, notice
from cogs.ui.rules_text import with_option, with_preset
from game.actions import BadAction, from_text
from game.illegal import Refusal, TableError
from game.journal import Purpose
from game.rules import BadRules, Rules
from game.table import ANYONE_ENDS_AFTER, Table

STAND_IN_LEVEL: Final = "club"


class Play(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bot = desk.bot
        self._advised: set[int] = set()

    def _table(self, number: int) -> Table:
        table = self._bot.tables.get(number)
        if table is None:
            raise TableError(Refusal.CLOSED)
        return table

    async def act(self, click: Click, wanted: ActionId, answer: Answer) -> None:
        table = self._table(wanted.deal.table)
        await table.act_for(click.user.id, str(wanted.deal), wanted.action, moves_when_clicked(click))
        await self._desk.screens.hands(table).show(click, answer)

    async def choose(self, click: Click, wanted: ChoiceId, answer: Answer) -> None:
        table = self._table(wanted.deal.table)
        language = self._desk.texts(click).language
        renderer = self._desk.renderer
        user = click.user.id
        match wanted.verb:
            case "scores":
                answer.update = answer.update and bool(wanted.selection)
                page = int(wanted.selection) if wanted.selection else None
                await answer.show(await renderer.scores(table, language, page))
            case "last":
                answer.update = False
                await self._show(click, answer, renderer.last_trick(table, user, language))
            case "more":
                answer.update = False
                may_end = self.may_end(click, table)
                replaceable = self._replaceable(table, user)
                shot = renderer.more(table, user, language, may_end=may_end, replaceable=replaceable)
                await self._show(click, answer, shot)
            case "cards":
                answer.update = False
                await self._hand(click, table, answer, None)
            case "hint":
                await self._hint(click, table, answer)
            case "jump" if wanted.selection:
                await self._jump(click, table, wanted, answer)
            case _:
                await self._hand(click, table, answer, wanted)

    async def _jump(self, click: Click, table: Table, wanted: ChoiceId, answer: Answer) -> None:
        """A value chosen from the jump list: a wide jump is asked once more, any other is bid."""
        value = chosen_value(click)
        try:
            bid = from_text(value)
        except BadAction:
            raise TableError(Refusal.BAD_OPTION) from None
        view = table.view(click.user.id)
        if view is not None and bid in view.legal and asks_again(view, bid):
            await self._hand(click, table, answer, ChoiceId(wanted.deal, "sure", value))
        else:
            await self.act(click, ActionId(wanted.deal, bid), answer)

    async def _hint(self, click: Click, table: Table, answer: Answer) -> None:
        """What a strong player would do, above the hand; refused where it would be unfair to somebody."""
        user, texts = click.user.id, self._desk.texts(click)
        view = table.view(user)
        if not gives_hints(table) or user not in table.people:
            key = "hint.not_daily" if table.purpose is Purpose.DAILY else "hint.not_alone"
            await answer.note(note(texts(key)))
            return
        if view is None or view.seat not in view.waiting:
            await answer.note(note(texts("hint.not_your_turn")))
            return
        if user in self._advised:
            # One thought at a time for each person; the answer to the first click is on its way.
            return
        self._advised.add(user)
        try:
            advice = await self._bot.adviser.advise(view)
        finally:
            self._advised.discard(user)
        # Whoever has moved meanwhile needs it no more.
        timely = table.view(user) == view
        told = self._desk.renderer.advice(table, user, texts.language, advice) if timely else ""
        await self._desk.screens.hands(table).show(click, answer, note=told)

    async def _show(self, click: Click, answer: Answer, shot: Shot | None) -> None:
        if shot is None:
            await self._desk.tell(click, answer, Notice.NOT_STARTED)
        else:
            await answer.show(shot)

    async def _hand(self, click: Click, table: Table, answer: Answer, choice: ChoiceId | None) -> None:
        if table.chair_of_user(click.user.id) is None:
            raise TableError(Refusal.NOT_SEATED)
        if not table.started:
            raise TableError(Refusal.NOT_STARTED)
        await self._desk.screens.hands(table).show(click, answer, choice=choice)

    def may_end(self, click: Click, table: Table) -> bool:
        if click.user.id == table.host or click.permissions.manage_messages:
            return True
        idle = self._bot.clock.time() - table.touched
        return click.user.id in table.people and idle >= ANYONE_ENDS_AFTER

    def _replaceable(self, table: Table, user: int) -> list[int]:
        """Chairs of people who have let the others wait longer than until the reminder."""
        times = self._bot.tables.times_at(table.guild)
        # Where nobody is reminded, the others wait as long as until a computer moves.
        if user not in table.people or self._bot.clock.time() - table.since < min(times.reminder, times.stand_in):
            return []
        own = table.chair_of_user(user)
        return [chair for chair in table.waiting_chairs() if chair != own and not table.plays_itself(chair)]

    async def at_table(self, click: Click, wanted: TableId, answer: Answer) -> None:
        table = self._table(wanted.table)
        on_board = click.message is not None and click.message.id == table.board
        match wanted.verb:
            case "options" | "option" | "preset" | "rules" | "cut":
                await self._about_rules(click, wanted, table, answer)
            case "leave" | "leave-sure" | "end" | "end-sure" | "back" | "replace":
                await self._about_chairs(click, wanted, table, answer)
            case _:
                answer.update = on_board or answer.update
                await self._on_board(click, wanted, table)
                # The next deal has a board of its own; this one keeps the result.
                if on_board and wanted.verb != "next":
                    await self._desk.screens.board(table).answer(answer)
                elif table.solo:
                    await self._desk.screens.hands(table).show(click, answer)

    async def _on_board(self, click: Click, wanted: TableId, table: Table) -> None:
        user = click.user.id
        if user in table.people or wanted.verb == "join":
            self._desk.screens.hands(table).keep_contact(click)
        match wanted.verb:
            case "join":
                if not self._bot.tables.may_sit(user) and user not in table.people:
                    raise TableError(Refusal.SEATED_ELSEWHERE)
                await table.join(user)
            case "add":
                await table.add_computer(user, wanted.argument)
            case "remove":
                await table.remove_computer(user, int(wanted.argument))
            case "chairs":
                chairs = 4 if wanted.argument == "4" else 3
                await table.choose_rules(user, changed_rules(table.rules, "chairs", str(chairs)))
            case "start":
                await table.start(user)
            case _:
                await self._next_deal(user, table, int(wanted.argument))

    async def _next_deal(self, user: int, table: Table, number: int) -> None:
        """Deals deal `number`. A second click for the deal that runs is no fault, one for an earlier deal is told."""
        if user in table.people and number < table.deal.number:
            raise TableError(Refusal.OTHER_DEAL)
        await table.next_deal(user, number)

    async def _about_rules(self, click: Click, wanted: TableId, table: Table, answer: Answer) -> None:
        texts = self._desk.texts(click)
        user = click.user.id
        if wanted.verb == "rules":
            answer.update = False
            own = self._desk.renderer.own_texts(user, texts.language)
            await answer.show(Shot(rules_page(first_page("table", table.rules), own)))
            return
        if wanted.verb == "cut":
            await self._cut(click, table, answer)
            return
        if table.started:
            raise TableError(Refusal.STARTED)
        if user != table.host:
            raise TableError(Refusal.NOT_HOST)
        if wanted.verb == "option":
            value = chosen_value(click)
            await table.choose_rules(user, changed_rules(table.rules, wanted.argument, value))
        elif wanted.verb == "preset":
            await table.choose_rules(user, with_preset(table.rules, wanted.argument))
        await answer.show(Shot(options.options(self._desk.renderer.scene(table), texts)))

    async def _cut(self, click: Click, table: Table, answer: Answer) -> None:
        texts = self._desk.texts(click)
        if click.type is discord.InteractionType.component:
            if click.user.id not in table.people:
                raise TableError(Refusal.NOT_SEATED)
            await answer.modal(lobby.cut_modal(self._desk.renderer.scene(table), texts))
            return
        text = chosen_value(click)
        await table.cut(click.user.id, text)
        answer.update = False
        await self._desk.tell(click, answer, Notice.CUT_TAKEN)

    async def _about_chairs(self, click: Click, wanted: TableId, table: Table, answer: Answer) -> None:
        user, texts = click.user.id, self._desk.texts(click)
        scene = self._desk.renderer.scene(table)
        match wanted.verb:
            case "leave" | "leave-sure" if table.solo:
                await answer.show(Shot(menus.end_question(scene, texts)))
            case "leave" if not table.started:
                answer.update = click.message is not None and click.message.id == table.board
                await table.leave(user, STAND_IN_LEVEL)
                if answer.update:
                    await self._desk.screens.board(table).answer(answer)
            case "leave":
                if user not in table.people:
                    raise TableError(Refusal.NOT_SEATED)
                await answer.show(Shot(menus.leave_question(scene, texts)))
            case "leave-sure":
                await table.leave(user, STAND_IN_LEVEL)
                await answer.show(Shot(self._note(click, Notice.LEFT)))
            case "end":
                if not self.may_end(click, table):
                    raise TableError(Refusal.NOT_SEATED if user not in table.people else Refusal.MAY_NOT_END)
                await answer.show(Shot(menus.end_question(scene, texts)))
            case "end-sure":
                await table.end(user, "ended", moderator=click.permissions.manage_messages)
                over = solo.ended(scene, texts, day(table.opened)) if table.solo else self._note(click, Notice.ENDED)
                await answer.show(Shot(over))
            case "back":
                await table.back(user)
                await self._hand(click, table, answer, None)
            case _:
                await self._replace(click, int(wanted.argument), table, answer)

    def _note(self, click: Click, what: Notice) -> discord.ui.LayoutView:
        return notice(what, self._desk.texts(click))

    async def _replace(self, click: Click, chair: int, table: Table, answer: Answer) -> None:
        if chair not in self._replaceable(table, click.user.id):
            await self._desk.tell(click, answer, Notice.NOBODY_AWAY)
            return
        sitter = table.chairs[chair]
        if sitter is not None and sitter.user is not None:
            name = self._desk.renderer.scene(table).chairs[chair].name or ""
            await table.stand_in(sitter.user, STAND_IN_LEVEL)
            await self._desk.tell(click, answer, Notice.REPLACED, name=name)


def chosen_value(click: Click) -> str:
    """The chosen value of a select, or the text of a form."""
    data: Any = click.data or {}
    if click.type is discord.InteractionType.component:
        values = chosen_values(click)
    else:
        values = [str(row["component"]["value"]) for row in data.get("components", ()) if "component" in row]
    if len(values) != 1:
        raise TableError(Refusal.BAD_OPTION)
    return values[0]


def chosen_values(click: Click) -> list[str]:
    """All that was chosen in a select."""
    data: Any = click.data or {}
    return [str(value) for value in data.get("values") or ()]


def changed_rules(rules: Rules, name: str, value: str) -> Rules:
    """The rules with an option as somebody chose it. Raises TableError for what is not on offer."""
    try:
        return with_option(rules, name, value)
    except BadRules:
        raise TableError(Refusal.BAD_OPTION) from None
