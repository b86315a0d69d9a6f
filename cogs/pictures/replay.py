"""The picture of one step of a finished deal, 1000 x 760: all hands, the trick by direction, who took it, the points.

Chairs keep the places they have on the picture of the table. Large enough to be read on a phone.
"""

from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from cogs.pictures import parts
from cogs.pictures.canvas import Canvas, box, ellipse
from cogs.pictures.deck import Deck
from cogs.pictures.faces import face, suit_face, upright
from cogs.pictures.fonts import fitted, font, width
from cogs.pictures.labels import Labels
from cogs.pictures.layout import PLATE, Corner
from cogs.pictures.moment import Moment, Side
from cogs.pictures.parts import BAD, DARK, FELT, GOLD, GOOD, LIGHT, MUTED, Mood, Sign
from game.actions import Bid, Hold, Pass
from game.cards import Card, card_points
from game.scoring import GameResult
from game.state import Hand
from game.steps import Stage

SIZE: Final = (1000, 760)
CARD: Final = 60
"""Width of the square faces of the hands: five side by side are as wide as a plate."""
PLAYED: Final = 0.72
"""How far a face fades in the hand once its card lies in the trick."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Places by chair: top left corners of plates, hands and cards of the trick; `said` are middles; cards a row."""

    plates: tuple[Corner, ...]
    hands: tuple[Corner, ...]
    cards: tuple[Corner, ...]
    said: tuple[Corner, ...]
    in_a_row: tuple[int, ...]
    height: int


_LEFT, _RIGHT, _TOP, _BOTTOM = 16, 684, 16, 640
THREE: Final = Spread(
    plates=((350, _BOTTOM), (_LEFT, _TOP), (_RIGHT, _TOP)),
    hands=((200, 568), (_LEFT, 130), (_RIGHT, 130)),
    cards=((430, 350), (322, 176), (538, 176)),
    said=((500, 508), (430, 200), (570, 200)),
    in_a_row=(10, 5, 5),
    height=200,
)
FOUR: Final = Spread(
    plates=((_LEFT, _BOTTOM), (_LEFT, _TOP), (_RIGHT, _TOP), (_RIGHT, _BOTTOM)),
    hands=((_LEFT, 508), (_LEFT, 130), (_RIGHT, 130), (_RIGHT, 508)),
    cards=((356, 388), (356, 190), (516, 190), (516, 388)),
    said=((418, 600), (418, 200), (582, 200), (582, 600)),
    in_a_row=(5, 5, 5, 5),
    height=182,
)


def replay(moment: Moment, deck: Deck, language: str, words: Labels) -> bytes:
    """The picture as a WebP file. Takes some 20 ms of processor time, so it is not for the event loop."""
    file = BytesIO()
    draw(moment, deck, language, words).save(file, "WEBP", quality=88, method=2)
    return file.getvalue()


def draw(moment: Moment, deck: Deck, language: str, words: Labels) -> Image.Image:
    """The picture itself, RGB."""
    return _Painter(moment, deck, language, words).picture


class _Painter:
    """One picture in the making."""

    def __init__(self, moment: Moment, deck: Deck, language: str, words: Labels) -> None:
        self._moment = moment
        self._deck = deck
        self._language = language
        self._words = words
        self._at = THREE if moment.chairs == 3 else FOUR
        self.picture = _ground().copy()
        self._brush = ImageDraw.Draw(self.picture)
        self._header()
        for side in moment.sides:
            self._plate(side)
            self._hand(side)
        self._sitting_out()
        self._tally()
        self._skat()
        self._middle()

    def _put(self, image: Image.Image, x: float, y: float) -> None:
        self.picture.paste(image, (round(x), round(y)), image)

    def _write(
        self, x: float, y: float, text: str, size: int, colour: str, *, anchor: str, bold: bool = True, room: int = 900
    ) -> None:
        """Text fitted into `room` pixels; the anchor as in Pillow: l, m or r and the middle or base line."""
        text, size = fitted(text, size, room, bold=bold, least=size * 4 // 5)
        self._brush.text((x, y), text, fill=colour, font=font(size, bold=bold), anchor=anchor)

    def _header(self) -> None:
        moment, words = self._moment, self._words
        title = {Stage.AUCTION: words.auction, Stage.SKAT: words.skat, Stage.REST: words.rest}.get(moment.stage)
        step = title or f"{words.trick} {moment.trick}"
        self._write(500, 32, f"{words.deal} {moment.number + 1} · {step}", 26, MUTED, anchor="mm", room=340)
        if moment.contract is not None:
            name = words.contract(moment.contract, self._deck)
        elif moment.game is not None:
            name = words.game(moment.game, self._deck)
        else:
            name = words.passed_in
        suit = moment.game.suit if moment.game else None
        name, size = fitted(name, 40, 326 - (56 if suit else 0), bold=True, least=26)
        left = 500 - (width(name, size, bold=True) + (56 if suit else 0)) / 2
        if suit:
            self._put(suit_face(suit, self._deck, 46), left, 50)
            left += 56
        self._write(left, 74, name, size, LIGHT, anchor="lm")
        self._outcome()

    def _outcome(self) -> None:
        """Beneath the game: the bid, and at the end how it came out."""
        moment, words = self._moment, self._words
        match moment.result:
            case GameResult() as result:
                told = words.won if result.won else words.overbid if result.overbid else words.lost
                points = "" if result.contract.null else f" {result.points} : {120 - result.points}"
                self._write(500, 118, told + points, 32, GOOD if result.won else BAD, anchor="mm", room=340)
            case None if moment.bid:
                self._write(500, 118, f"{words.bid} {moment.bid}", 28, MUTED, anchor="mm", room=340)
            case _:
                pass

    def _plate(self, side: Side) -> None:
        x, y = self._at.plates[side.chair]
        mood = Mood.TO_MOVE if side.won else Mood.DECLARER if side.declarer else Mood.QUIET
        self._put(parts.plate(mood), x, y)
        self._write(x + 18, y + 32, side.sitter.name, 34, mood.ink, anchor="lm", room=PLATE[0] - 36)
        left = x + 18
        for which, shown in (
            (Sign.DECLARER, side.declarer),
            (Sign.DEALER, side.dealer),
            (Sign.COMPUTER, side.sitter.computer),
        ):
            if shown:
                colour = GOLD if which is Sign.DECLARER and not side.won else mood.faint
                self._put(parts.sign(which, 34, colour, mood.fill), left, y + 58)
                left += 40
        if side.won:
            gained = sum(one.card.points for one in self._moment.sides if one.card is not None)
            self._write(x + PLATE[0] - 18, y + 75, f"+{gained}", 32, mood.ink, anchor="rm")

    def _sitting_out(self) -> None:
        if self._moment.out is None:
            return
        chair, sitter = self._moment.out
        x, y = self._at.plates[chair]
        self._put(parts.plate(Mood.OUT), x, y)
        self._write(x + 18, y + 32, sitter.name, 34, Mood.OUT.ink, anchor="lm", room=PLATE[0] - 36)
        self._put(parts.sign(Sign.DEALER, 34, Mood.OUT.faint, Mood.OUT.fill), x + 18, y + 58)

    def _hand(self, side: Side) -> None:
        x, y = self._at.hands[side.chair]
        a_row = self._at.in_a_row[side.chair]
        for number, card in enumerate(side.hand):
            image = self._face(card, CARD - 2)
            if card == side.card:
                image = _faded(image)
            self._put(image, x + number % a_row * CARD, y + number // a_row * CARD)

    def _face(self, card: Card, size: int) -> Image.Image:
        return face(card, self._deck, self._language, size)

    def _upright(self, card: Card, height: int, x: float, y: float) -> None:
        image = upright(card, self._deck, self._language, height)
        self._put(parts.shadow(*image.size), x - parts.SOFT, y - parts.SOFT + 5)
        self._put(image, x, y)

    def _tally(self) -> None:
        """Points after the step at the left: declarer against defenders, in a Ramsch everybody's."""
        moment, words = self._moment, self._words
        if moment.stage not in (Stage.TRICK, Stage.REST):
            return
        declarer = moment.declarer
        null = moment.contract is not None and moment.contract.null
        title = words.tricks if null else words.points
        if declarer is None:
            lines = [(side.sitter.name, side.points) for side in moment.sides]
        else:
            others = [side for side in moment.sides if not side.declarer]
            own = declarer.tricks if null else declarer.points
            lines = [(words.declarer, own), (words.defenders, sum(o.tricks if null else o.points for o in others))]
        height = 44 + 38 * len(lines)
        top = 380 - height // 2
        self._put(parts.panel(290, height, 16, FELT, FELT), 16, top)
        self._write(30, top + 24, title, 24, MUTED, anchor="lm", bold=False)
        for number, (name, count) in enumerate(lines):
            y = top + 60 + 38 * number
            self._write(92, y, str(count), 32, LIGHT, anchor="rm")
            self._write(106, y, name, 26, LIGHT, anchor="lm", bold=False, room=190)

    def _skat(self) -> None:
        """What lay in the skat, at the right while the tricks are played."""
        moment, words = self._moment, self._words
        if moment.stage not in (Stage.TRICK, Stage.REST):
            return
        top = 320
        title = words.laid_away if moment.skat_taken and moment.declarer is not None else words.skat
        self._put(parts.panel(290, 120, 16, FELT, FELT), 694, top)
        self._write(970, top + 22, f"{title} {card_points(moment.put_away)}", 24, MUTED, anchor="rm", bold=False)
        for number, card in enumerate(moment.put_away):
            self._put(self._face(card, 74), 818 + 78 * number, top + 40)

    def _middle(self) -> None:
        moment, words = self._moment, self._words
        match moment.stage:
            case Stage.AUCTION:
                self._cards(moment.dealt_skat, words.skat, 292)
                for side in moment.sides:
                    self._bubble(side)
            case Stage.SKAT:
                changed = moment.put_away != moment.dealt_skat or moment.skat_taken
                self._cards(moment.dealt_skat, words.skat, 200 if changed else 292)
                if changed:
                    declared = moment.declarer is not None
                    self._cards(moment.put_away, words.laid_away if declared else words.at_the_end, 384)
            case Stage.TRICK | Stage.REST:
                self._trick()

    def _cards(self, two: Hand, title: str, top: int) -> None:
        for number, card in enumerate(two):
            self._upright(card, 130, 404 + 100 * number, top)
        self._write(500, top + 152, f"{title} {card_points(two)}", 26, MUTED, anchor="mm", bold=False, room=330)

    def _trick(self) -> None:
        high = self._at.height
        wide = round(high * 0.7)
        played = sorted((side for side in self._moment.sides if side.card is not None), key=lambda side: side.place)
        for side in played:
            assert side.card is not None
            x, y = self._at.cards[side.chair]
            if side.won:
                self._put(_frame(wide, high), x - 7, y - 7)
            self._upright(side.card, high, x, y)
            self._put(_ordinal(side.place), x + wide - 40, y + high - 40)
            if side.mark:
                self._badge(side.mark, x + wide / 2 - 24, y + high - 26)

    def _badge(self, mark: str, x: float, y: float) -> None:
        wide = max(58, width(mark, 30, bold=True) + 28)
        self._put(parts.panel(wide, 44, 22, "#b3261e", "#ffd9d4"), x - wide / 2, y - 22)
        self._write(x, y, mark, 30, "#ffffff", anchor="mm")

    def _bubble(self, side: Side) -> None:
        words = self._words
        match side.said:
            case Bid(value):
                text, loud = str(value), True
            case Hold(value):
                text, loud = f"{value} {words.holds}", True
            case Pass():
                text, loud = words.passes, False
            case None:
                return
        text, size = fitted(text, 36, 130, bold=True, least=24)
        wide = max(100, width(text, size, bold=True) + 32)
        x, y = self._at.said[side.chair]
        fill, ink = (LIGHT, DARK) if loud else ("#1a4536", MUTED)
        self._put(parts.panel(wide, 60, 26, fill, fill), x - wide / 2, y - 30)
        self._write(x, y, text, size, ink, anchor="mm")


_kept: dict[str, Image.Image] = {}


def _ground() -> Image.Image:
    """The empty table, RGB, drawn once."""
    if "ground" not in _kept:
        canvas = Canvas(*SIZE, 2)
        whole = canvas.whole
        canvas.fill(whole, box(0, 0, *SIZE), FELT)
        canvas.fill(whole, ellipse(500, 380, 455, 340), "#143128")
        canvas.fill(whole, ellipse(500, 380, 448, 333), "#2b6a53")
        canvas.fill(whole, ellipse(500, 380, 440, 325), "#215644")
        _kept["ground"] = canvas.picture().convert("RGB")
    return _kept["ground"]


def _frame(wide: int, high: int) -> Image.Image:
    return parts.panel(wide + 14, high + 14, 20, GOLD, GOLD)


def _ordinal(place: int) -> Image.Image:
    """A small disc that says which card of the trick this was."""
    name = f"ordinal {place}"
    if name not in _kept:
        disc = parts.panel(34, 34, 17, DARK, LIGHT).copy()
        brush = ImageDraw.Draw(disc)
        brush.text((17, 17), str(place + 1), fill=LIGHT, font=font(22, bold=True), anchor="mm")
        _kept[name] = disc
    return _kept[name]


def _faded(image: Image.Image) -> Image.Image:
    faint = image.copy()
    faint.putalpha(image.getchannel("A").point([round(value * (1 - PLAYED)) for value in range(256)]))
    return faint
