"""From a live table to what is sent: Scenes and Views go to the pure screens, names and languages are put in here."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.names import Names
from bot.periods import day
from bot.practice import Practice
from bot.preferences import PreferenceBook
from bot.texts import Texts
from cogs.artist import PATIENCE, SHEET_PICTURE, TABLE_PICTURE, Artist
from cogs.emojis import CardEmojis
from cogs.pictures.facts import Sitter, facts
from cogs.slots import Shot
from cogs.ui import board as boards
from cogs.ui import hand as hands
from cogs.ui import lobby, menus, notes, result, scores, solo
from cogs.ui import names as cleaning
from cogs.ui.advice import advice_line
from cogs.ui.deal_id import DealId
from cogs.ui.ids import ChoiceId
from cogs.ui.layout import Picture
from cogs.ui.look import Look
from cogs.ui.people import People
from cogs.ui.scene import EMPTY, Chair, Scene
from game.actions import Action
from game.computer.advice import Advice
from game.illegal import Reason
from game.journal import JournalError, Purpose, SavedChair
from game.scoring import result as scored
from game.table import Deal, Table
from game.view import View, view_for

BOARD_DECK: Final = "fr"
"""What everyone sees alike; each person's own deck is in their hand."""

OWN_PATIENCE: Final = 0.8
"""Seconds."""


class Renderer:
    """Draws tables. Nothing of a table is kept. `next_deal`: a server's seconds until the next deal starts."""

    def __init__(
        self,
        texts: Texts,
        names: Names,
        preferences: PreferenceBook,
        emojis: CardEmojis,
        artist: Artist,
        practice: Practice,
        next_deal: Callable[[int], float],
    ) -> None:
        self._texts = texts
        self._names = names
        self._preferences = preferences
        self._emojis = emojis
        self._artist = artist
        self._practice = practice
        self._next_deal = next_deal

    def texts(self, language: str) -> Texts:
        return self._texts.of(language)

    def own_texts(self, user: int, language: str) -> Texts:
        """As `texts`, with the cards called as on the person's own deck."""
        return self.texts(language).for_deck(self._preferences.get(user).deck)

    def scene(self, table: Table, *, over: bool = False) -> Scene:
        """The scene of the running or prepared deal; with `over` that of the last finished one."""
        deal, last = table.deal, table.last
        shown = last if over and last is not None else deal
        prepared = deal.state is None
        return Scene(
            table=table.id,
            rules=table.rules,
            chairs=tuple(self._chair(table, sitter) for sitter in table.chairs),
            series=table.series,
            number=shown.number,
            started=table.started,
            host=table.chair_of_user(table.host),
            commitment=shown.commitment,
            seed=shown.seed.hex() if shown.finished else "",
            next_commitment=deal.commitment if over and prepared else "",
            cuts=len(deal.cuts),
            next_in=round(self._next_deal(table.guild))
            if over and prepared and table.present and not table.closed
            else None,
            purpose=table.purpose,
            hint=gives_hints(table),
        )

    def _chair(self, table: Table, sitter: SavedChair | None) -> Chair:
        if sitter is None:
            return EMPTY
        if sitter.user is None:
            return Chair(taken=True, level=sitter.level)
        name = self._names.get(table.guild, sitter.user)
        return Chair(taken=True, name=None if name is None else cleaning.clean(name), stand_in=sitter.stand_in)

    async def board(self, table: Table, language: str) -> Shot:
        """The public message of a table as it stands: lobby, running deal, result, or the end."""
        texts = self.texts(language)
        if table.closed:
            return await self._closed(table, texts)
        if not table.started:
            return Shot(lobby.lobby(self.scene(table), texts))
        if table.state is None and table.last is not None:
            return await self._result(table, table.last, texts)
        assert table.state is not None
        view, scene = view_for(table.state, None), self.scene(table)
        emojis = self._emojis.of(BOARD_DECK, texts.language)
        picture, files = await self._table_picture(scene, view, texts)
        return Shot(boards.board(scene, view, texts, emojis=emojis, shown=picture), files)

    async def _result(self, table: Table, last: Deal, texts: Texts, *, live: bool = True) -> Shot:
        assert last.state is not None
        scene, view = self.scene(table, over=True), view_for(last.state, None)
        emojis = self._emojis.of(BOARD_DECK, texts.language)
        picture, files = await self._table_picture(scene, view, texts)
        return Shot(result.result(scene, view, texts, emojis=emojis, shown=picture, live=live), files)

    async def _closed(self, table: Table, texts: Texts) -> Shot:
        if not table.started:
            return Shot(notes.notice(notes.Notice.TABLE_CLOSED, texts))
        scene = self.scene(table, over=table.last is not None)
        picture, files = await self._sheet_picture(scene, texts)
        return Shot(scores.final(scene, texts, shown=picture), files)

    async def _table_picture(
        self, scene: Scene, view: View, texts: Texts, deck: str = BOARD_DECK, patience: float = PATIENCE
    ) -> tuple[Picture | None, tuple[tuple[str, bytes], ...]]:
        people = People(scene, texts)
        sitters = [
            Sitter(people.label(chair), sitting.level is not None, sitting.stand_in)
            for chair, sitting in enumerate(scene.chairs)
        ]
        totals = scene.series.totals()
        shown = facts(view, sitters, scene.number, totals[-1] if totals else (0,) * len(sitters))
        drawn = await self._artist.table(shown, deck, texts.language, patience)
        if drawn is None:
            return None, ()
        return Picture(TABLE_PICTURE, boards.alt_text(scene, view, texts)), ((TABLE_PICTURE, drawn),)

    async def _sheet_picture(self, scene: Scene, texts: Texts) -> tuple[Picture | None, tuple[tuple[str, bytes], ...]]:
        if not scene.series.entries:
            return None, ()
        people = People(scene, texts)
        names = [people.label(chair) for chair in range(len(scene.chairs))]
        drawn = await self._artist.sheet(scene.series, names, BOARD_DECK, texts.language)
        if drawn is None:
            return None, ()
        return Picture(SHEET_PICTURE, scores.alt_text(scene, texts)), ((SHEET_PICTURE, drawn),)

    async def retired(self, table: Table, language: str, deal: int | None, new_message: int) -> Shot:
        """What an old board shows once there is a new one: the result of deal `deal`, or where the new one is."""
        texts = self.texts(language)
        last = table.last
        if deal is not None and last is not None and last.number == deal:
            return await self._result(table, last, texts, live=False)
        link = message_link(table.guild, table.channel, new_message)
        return Shot(notes.note(texts("board.moved", link=link)))

    async def hand(
        self, table: Table, user: int, language: str, *, choice: ChoiceId | None = None, note: str = ""
    ) -> Shot | None:
        """The private hand of a person, or None if they have none: they do not sit here, or nothing is dealt."""
        view = table.view(user)
        if view is None or table.chair_of_user(user) is None:
            return None
        scene = self.scene(table, over=table.state is None)
        wishes = self._preferences.get(user)
        emojis, texts = self._emojis.of(wishes.deck, language), self.own_texts(user, language)
        if table.solo and table.closed and table.state is not None:
            return Shot(solo.ended(scene, texts, day(table.opened)))
        if not table.solo:
            return Shot(hands.hand(scene, view, texts, emojis=emojis, choice=choice, note=note, preferences=wishes))
        state = (table.deal if table.state is not None else table.last or table.deal).state
        assert state is not None
        # Whoever has clicked does not wait long for a picture: the same stands in words otherwise.
        picture, files = await self._table_picture(scene, view_for(state, None), texts, wishes.deck, OWN_PATIENCE)
        if view.hidden is not None:
            then = await self._then(table)
            over = table.closed is not None
            of_day = day(table.opened)
            shown = solo.result(scene, view, texts, day=of_day, emojis=emojis, shown=picture, then=then, over=over)
            return Shot(shown, files)
        if not note and table.deal.number == 0 and not table.moves_of(user):
            note = "-# " + texts(f"{'daily' if table.purpose is Purpose.DAILY else 'again'}.intro")
        shown = hands.hand(
            scene, view, texts, emojis=emojis, choice=choice, note=note, preferences=wishes, shown=picture
        )
        return Shot(shown, files)

    async def _then(self, table: Table) -> solo.Then | None:
        """How the deal went that is played again at a table for practice."""
        if table.purpose is not Purpose.PRACTICE:
            return None
        try:
            past = await self._practice.original(table)
        except JournalError:
            return None
        return past and solo.Then(DealId(past.table, past.number), scored(past.state), past.seat)

    def advice(self, table: Table, user: int, language: str, advice: Advice) -> str:
        """A line of advice for a person, in the words of their deck."""
        view = table.view(user)
        assert view is not None
        texts = self.own_texts(user, language)
        look = Look(self.scene(table), view, texts, self._emojis.of(self._preferences.get(user).deck, language))
        return advice_line(look, advice)

    def refusal(self, table: Table, user: int, language: str, action: Action, reason: Reason) -> str | None:
        """Why the last click was refused, for a line above the hand; None for who has none."""
        view = table.view(user)
        if view is None or table.chair_of_user(user) is None:
            return None
        texts = self.own_texts(user, language)
        return notes.refusal_text(self.scene(table, over=table.state is None), view, texts, action, reason)

    def last_trick(self, table: Table, user: int, language: str) -> Shot | None:
        view = table.view(user)
        if view is None:
            return None
        emojis = self._emojis.of(self._preferences.get(user).deck, language)
        scene = self.scene(table, over=table.state is None)
        return Shot(menus.last(scene, view, self.own_texts(user, language), emojis=emojis))

    async def scores(self, table: Table, language: str, page: int | None) -> Shot:
        texts, scene = self.texts(language), self.scene(table)
        picture, files = await self._sheet_picture(scene, texts)
        return Shot(scores.scores(scene, texts, page=page, shown=picture), files)

    def more(self, table: Table, user: int, language: str, *, may_end: bool, replaceable: Sequence[int]) -> Shot | None:
        view = table.view(user)
        if view is None:
            return None
        scene = self.scene(table, over=table.state is None)
        chair = table.chair_of_user(user)
        return Shot(
            menus.more(scene, view, self.texts(language), chair=chair, may_end=may_end, replaceable=replaceable)
        )

    def reminder(self, language: str, user: int) -> Shot:
        texts = self.texts(language)
        return Shot(notes.note(texts("board.reminder", mention=f"<@{user}>")))


def gives_hints(table: Table) -> bool:
    """Where nobody else could be at a disadvantage: not among people, and not in deals that others play as well."""
    people = sum(sitter is not None and sitter.user is not None for sitter in table.chairs)
    return people == 1 and table.purpose is not Purpose.DAILY


def message_link(guild: int, channel: int, message: int) -> str:
    return f"https://discord.com/channels/{guild}/{channel}/{message}"
