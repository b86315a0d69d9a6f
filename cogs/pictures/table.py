"""The picture of a table, 1000 x 600, drawn from the public facts alone; a hand is never in it unless it lies open.

Large enough to be read on a phone, where it is some 360 pixels wide.
"""

from PIL import Image

from cogs.pictures import parts
from cogs.pictures.deck import Deck
from cogs.pictures.faces import back, face, suit_face, upright
from cogs.pictures.facts import Facts, Place
from cogs.pictures.fonts import fitted, inked, width
from cogs.pictures.labels import Labels
from cogs.pictures.layout import PLATE, SMALL, Spread, spread
from cogs.pictures.palette import indexed
from cogs.pictures.parts import BAD, DARK, FELT, GOLD, GOOD, LIGHT, MUTED, Mood, Sign
from game.actions import Bid, Hold, Pass
from game.cards import Card
from game.scoring import GameResult, PassedIn, RamschResult
from game.view import Phase


def table(facts: Facts, deck: Deck, language: str, words: Labels) -> bytes:
    """The picture as a PNG file. Takes some 4 ms of processor time, so it is not for the event loop."""
    return indexed(draw(facts, deck, language, words), deck)


def draw(facts: Facts, deck: Deck, language: str, words: Labels) -> Image.Image:
    """The picture itself, RGB."""
    return _Painter(facts, deck, language, words).picture


class _Painter:
    """One picture in the making: the facts, how to show them, and the brush."""

    def __init__(self, facts: Facts, deck: Deck, language: str, words: Labels) -> None:
        self._facts = facts
        self._deck = deck
        self._language = language
        self._words = words
        self._at: Spread = spread(len(facts.places))
        self.picture = parts.ground().copy()
        self._header()
        for place in facts.places:
            self._plate(place)
            self._hand(place)
        self._tally()
        self._last_trick()
        self._middle()

    def _put(self, image: Image.Image, x: float, y: float) -> None:
        self.picture.paste(image, (round(x), round(y)), image)

    def _write(
        self, x: float, y: float, text: str, size: int, colour: str, *, anchor: str, bold: bool = True, room: int = 900
    ) -> None:
        """Text fitted into `room` pixels; the anchor as in Pillow: l, m or r and the middle or base line."""
        text, size = fitted(text, size, room, bold=bold, least=size * 4 // 5)
        mask, (left, top) = inked(text, size, bold=bold, anchor=anchor)
        self.picture.paste(colour, (round(x) + left, round(y) + top), mask)

    def _header(self) -> None:
        facts, words = self._facts, self._words
        self._write(500, 34, f"{words.deal} {facts.number + 1}", 24, MUTED, anchor="mm", bold=False)
        if facts.contract is not None:
            name = words.contract(facts.contract, self._deck)
        elif isinstance(facts.result, RamschResult) and facts.result.durchmarsch is not None:
            name = words.durchmarsch
        elif isinstance(facts.result, PassedIn):
            name = ""
        elif facts.game is not None:
            name = words.game(facts.game, self._deck)
        elif facts.phase is Phase.PUSHING:
            name = words.ramsch
        else:
            name = f"{words.bid} {facts.bid or '…'}"
        suit = facts.game.suit if facts.game else None
        name, size = fitted(name, 40, 326 - (56 if suit else 0), bold=True, least=26)
        wide = width(name, size, bold=True) + (56 if suit else 0)
        left = 500 - wide / 2
        if suit:
            self._put(suit_face(suit, self._deck, 46), left, 48)
            left += 56
        self._write(left, 72, name, size, LIGHT, anchor="lm")
        asking = next((place for place in facts.places if place.asks is not None), None)
        if asking is not None:
            question = words.claims if asking.asks else words.gives_up
            room = 330 - width(f": {question}", 26, bold=True)
            name, _ = fitted(asking.sitter.name, 26, room, bold=True)
            self._write(500, 112, f"{name}: {question}", 26, GOLD, anchor="mm", room=340)
        elif facts.contract is not None:
            called = [f"{words.bid} {facts.bid}"]
            called += [words.kontra] if facts.kontra else []
            called += [words.re] if facts.re else []
            self._write(500, 112, " · ".join(called), 28, GOLD if facts.kontra else MUTED, anchor="mm", room=340)

    def _mood(self, place: Place) -> Mood:
        if place.to_move:
            return Mood.TO_MOVE
        if place.declarer:
            return Mood.DECLARER
        return Mood.OUT if place.seat is None else Mood.QUIET

    def _plate(self, place: Place) -> None:
        x, y = self._at.plates[place.chair]
        mood = self._mood(place)
        self._put(parts.plate(mood), x, y)
        self._write(x + 18, y + 32, place.sitter.name, 34, mood.ink, anchor="lm", room=PLATE[0] - 36)
        total = _minus(str(place.total))
        self._write(x + PLATE[0] - 18, y + 75, total, 32, mood.ink, anchor="rm")
        left = x + 18
        for which, shown in (
            (Sign.DECLARER, place.declarer),
            (Sign.DEALER, place.dealer),
            (Sign.COMPUTER, place.sitter.computer),
            (Sign.AWAY, place.sitter.away),
        ):
            if shown:
                colour = GOLD if which is Sign.DECLARER and mood is not Mood.TO_MOVE else mood.faint
                self._put(parts.sign(which, 34, colour, mood.fill), left, y + 58)
                left += 40
        left += 4 if left > x + 18 else 0
        room = x + PLATE[0] - 32 - width(total, 32, bold=True) - left
        if place.score:
            colour = GOOD if place.score > 0 else BAD
            self._write(left, y + 75, _minus(f"{place.score:+}"), 30, colour, anchor="lm", room=room)
        elif place.kontra:
            self._write(left, y + 75, self._words.kontra, 26, mood.faint, anchor="lm", room=room)

    def _hand(self, place: Place) -> None:
        x, y = self._at.hands[place.chair]
        for number, card in enumerate(place.shown):
            self._put(self._face(card, SMALL - 2), x + number % 5 * SMALL, y + number // 5 * SMALL)

    def _face(self, card: Card, size: int) -> Image.Image:
        return face(card, self._deck, self._language, size)

    def _upright(self, card: Card, height: int, x: int, y: int) -> None:
        image = upright(card, self._deck, self._language, height)
        self._put(parts.shadow(*image.size), x - parts.SOFT, y - parts.SOFT + 5)
        self._put(image, x, y)

    def _tally(self) -> None:
        facts, words = self._facts, self._words
        if facts.tricks is not None:
            lines = ((words.declarer, facts.tricks[0]), (words.defenders, facts.tricks[1]))
        elif any(place.tricks for place in facts.places):
            lines = tuple((place.sitter.name, place.tricks) for place in facts.places if place.seat is not None)
        else:
            return
        top = 244 if len(lines) == 2 else 242
        self._put(parts.panel(252, 118, 16, FELT, FELT), 16, 244)
        self._write(28, top + 22, words.tricks, 24, MUTED, anchor="lm", bold=False)
        step = 34 if len(lines) == 2 else 27
        for number, (name, count) in enumerate(lines):
            y = top + 56 + step * number - (6 if step == 27 else 0)
            self._write(68, y, str(count), step - 2, LIGHT, anchor="rm")
            self._write(82, y, name, 25, LIGHT, anchor="lm", bold=False, room=182)

    def _last_trick(self) -> None:
        facts = self._facts
        if not facts.last_trick:
            return
        self._put(parts.panel(268, 118, 16, FELT, FELT), 724, 244)
        self._write(972, 262, self._words.last_trick, 24, MUTED, anchor="rm", bold=False)
        for number, (chair, card) in enumerate(facts.last_trick):
            x, y = 736 + 83 * number, 280
            if chair == facts.winner:
                self._put(parts.glow(76, 76, GOLD), x - 5, y - 5)
            self._put(self._face(card, 76), x, y)

    def _middle(self) -> None:
        facts = self._facts
        if facts.phase is Phase.FINISHED:
            self._outcome()
            return
        if facts.phase in (Phase.BIDDING, Phase.PUSHING) or (facts.phase is Phase.DECLARING and not facts.skat_taken):
            x, y = self._at.skat
            self._put(back(100), x - 56, y - 54)
            self._put(back(100), x - 14, y - 46)
        for place in facts.places:
            if place.card is not None:
                self._upright(place.card, self._at.card_height, *self._at.cards[place.chair])
        for place in facts.places:
            self._bubble(place)

    def _bubble(self, place: Place) -> None:
        words, facts = self._words, self._facts
        text = ""
        loud = True
        if facts.phase is Phase.DOUBLING and place.to_move and place.card is None:
            text = f"{words.re if place.declarer else words.kontra}?"
        elif place.points is not None:
            text = str(place.points)
        elif facts.phase is Phase.PUSHING:
            if place.pushed is not None:
                text = words.looked if place.pushed else words.unseen
        elif facts.phase is Phase.DECLARING and place.declarer:
            text = words.discarding if facts.skat_taken else words.skat_or_hand
        elif facts.phase in (Phase.BIDDING, Phase.DECLARING):
            match place.said:
                case Bid(value):
                    text = str(value)
                case Hold(value):
                    text = f"{value} {words.holds}"
                case Pass():
                    text, loud = words.passes, False
                case None:
                    pass
        if not text:
            return
        text, size = fitted(text, 44 if len(text) < 8 else 32, 260, bold=True, least=24)
        wide = max(120, width(text, size, bold=True) + 40)
        x, y = self._at.said[place.chair]
        fill, ink = (LIGHT, DARK) if loud else ("#1a4536", MUTED)
        self._put(parts.panel(wide, 76, 30, fill, fill), x - wide / 2, y - 38)
        self._write(x, y, text, size, ink, anchor="mm")

    def _outcome(self) -> None:
        facts, words = self._facts, self._words
        for number, card in enumerate(facts.skat):
            self._upright(card, 126, 408 + 96 * number, 150)
        self._write(500, 298, words.skat, 26, MUTED, anchor="mm", bold=False)
        match facts.result:
            case PassedIn():
                self._write(500, 365, words.passed_in, 48, LIGHT, anchor="mm", room=380)
            case GameResult() as result:
                told = words.won if result.won else words.overbid if result.overbid else words.lost
                self._write(500, 352, told, 50, GOOD if result.won else BAD, anchor="mm", room=380)
                if not result.contract.null:
                    self._write(500, 412, f"{result.points} : {120 - result.points}", 38, LIGHT, anchor="mm")
            case _:
                for place in facts.places:
                    self._bubble(place)


def _minus(number: str) -> str:
    return number.replace("-", "\N{MINUS SIGN}")
