"""The list of a series as the sheet a Skat player knows: a line a deal, running totals, Seeger's points at the foot."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from cogs.pictures.deck import INKS, Deck
from cogs.pictures.faces import pip_picture
from cogs.pictures.fonts import fitted, inked
from cogs.pictures.labels import Labels
from cogs.pictures.rows import Row, Sum, rows, sums
from game.contract import Game
from game.rules import Rules
from game.series import Series

MOST: Final = 60
"""Deals shown; of a longer list the last ones, their running totals still counting all."""

_ROW: Final = 32
_TEXT: Final = 22
_HEAD: Final = 88
_PLAYER: Final = 140
_COLUMNS: Final = (
    ("number", 48),
    ("game", 86),
    ("matadors", 66),
    ("H", 28),
    ("S", 28),
    ("Z", 28),
    ("O", 28),
    ("score", 86),
    ("note", 48),
)
_PAPER: Final = "#fbf8ef"
_BAND: Final = "#f1ecdc"
_RULE: Final = "#d9d2bd"
_STRONG: Final = "#8f8974"
_INK: Final = "#22261f"
_FAINT: Final = "#6b6754"
_HEAD_FILL: Final = "#1f5040"
_HEAD_INK: Final = "#f6f2e4"
_GOOD: Final = "#176b34"
_BAD: Final = "#b3152b"


def sheet(series: Series, names: Sequence[str], deck: Deck, words: Labels) -> bytes:
    """The sheet as a PNG file, `names` by chair; some 30 ms for 36 deals, so not for the event loop.

    Raises ValueError for a wrong number of names.
    """
    file = BytesIO()
    few = draw(series, names, deck, words).quantize(96, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(file, "PNG", compress_level=6)
    return file.getvalue()


def draw(series: Series, names: Sequence[str], deck: Deck, words: Labels) -> Image.Image:
    """The picture itself; as many rows high as there are deals."""
    if len(names) != series.rules.chairs:
        raise ValueError(f"{series.rules.chairs} chairs need as many names, not {len(names)}")
    return _Painter(series, names, deck, words).picture


class _Painter:
    def __init__(self, series: Series, names: Sequence[str], deck: Deck, words: Labels) -> None:
        self._deck = deck
        self._words = words
        self._chairs = len(names)
        self._left = sum(wide for _, wide in _COLUMNS)
        lines = rows(series)[-MOST:]
        foot = 5 if series.rules.scoring == "seeger" else 3
        self._width = self._left + _PLAYER * self._chairs + 16
        height = _HEAD + _ROW * len(lines) + (_ROW + 4) * foot + 20
        self.picture = Image.new("RGB", (self._width, height), _PAPER)
        self._brush = ImageDraw.Draw(self.picture)
        self._head(names, series.rules)
        self._ground(lines)
        for place, line in enumerate(lines):
            self._row(line, _HEAD + _ROW * place)
        self._foot(sums(series), _HEAD + _ROW * len(lines) + 6, seeger=foot == 5)

    def _write(
        self,
        x: float,
        y: float,
        text: str,
        colour: str,
        anchor: str,
        *,
        bold: bool = False,
        size: int = _TEXT,
        room: int = 900,
    ) -> None:
        text, size = fitted(text, size, room, bold=bold, least=size * 3 // 4)
        mask, (left, top) = inked(text, size, bold=bold, anchor=anchor)
        self.picture.paste(colour, (round(x) + left, round(y) + top), mask)

    def _player(self, chair: int) -> int:
        """The right end of a chair's column, where its numbers end."""
        return self._left + _PLAYER * (chair + 1) - 12

    def _head(self, names: Sequence[str], rules: Rules) -> None:
        words = self._words
        self._brush.rectangle((0, 0, self._width, _HEAD - 1), fill=_HEAD_FILL)
        titles = (words.number, words.base, words.with_without, "H", "S", "Z", "O", words.value, "")
        x = 0
        for (_, wide), title in zip(_COLUMNS, titles, strict=True):
            two = title.split(" / ")
            for number, part in enumerate(two):
                y = _HEAD - 24 - 24 * (len(two) - 1 - number)
                self._write(x + wide / 2, y, part, _HEAD_INK, "mm", size=18, room=wide - 6)
            x += wide
        room = _PLAYER - 20
        size = min(fitted(name, _TEXT, room, bold=True, least=_TEXT * 3 // 4)[1] for name in names)
        for chair, name in enumerate(names):
            self._write(self._player(chair), _HEAD - 26, name, _HEAD_INK, "rm", bold=True, size=size, room=room)
        marks = [("H", words.hand), ("S", words.schneider), ("Z", words.schwarz), ("O", words.ouvert)]
        marks += [("A", words.announced), ("!", words.overbid)]
        marks += [("K", words.kontra), ("R", words.re)] if rules.kontra != "off" else []
        marks += [("B", words.bock)] if rules.bock == "on" else []
        self._write(14, 16, " · ".join(f"{mark} {word}" for mark, word in marks), "#b9d3c6", "lm", size=16)

    def _ground(self, lines: Sequence[Row]) -> None:
        """Bands, a stronger rule after each round of dealers, and the columns, left out where a line has no game."""
        edges = [sum(wide for _, wide in _COLUMNS[: count + 1]) for count in range(len(_COLUMNS))]
        edges += [self._left + _PLAYER * chair for chair in range(1, self._chairs)]
        for place, line in enumerate(lines):
            top, bottom = _HEAD + _ROW * place, _HEAD + _ROW * (place + 1) - 1
            if line.number % 2:
                self._brush.rectangle((0, top, self._width, bottom), fill=_BAND)
            for edge in edges:
                if line.base or not edges[0] < edge < edges[6]:
                    self._brush.line((edge, top, edge, bottom), fill=_STRONG if edge == self._left else _RULE)
            last_of_round = line.number % self._chairs == self._chairs - 1
            self._brush.line((0, bottom, self._width, bottom), fill=_STRONG if last_of_round else _RULE)
        end = _HEAD + _ROW * len(lines)
        self._brush.line((0, end, self._width, end), fill=_INK, width=2)

    def _row(self, line: Row, y: int) -> None:
        middle = y + _ROW / 2
        self._write(40, middle, str(line.number + 1), _FAINT, "rm")
        if line.game is None:
            self._write(58, middle, self._words.passed_in, _FAINT, "lm", room=320)
        elif line.game is Game.RAMSCH:
            self._write(58, middle, self._words.ramsch, _INK, "lm", bold=True, room=320)
        else:
            self._game(line, middle)
        notes = [
            mark
            for mark, shown in (
                ("K", line.kontra and not line.re),
                ("R", line.re),
                ("!", line.overbid),
                ("B", line.bock),
            )
            if shown
        ]
        self._write(self._left - 24, middle, " ".join(notes), _FAINT, "mm", bold=True, size=18, room=44)
        for chair in line.changed:
            total = line.running[chair]
            self._write(self._player(chair), middle, _minus(total), _INK if total >= 0 else _BAD, "rm", bold=True)

    def _game(self, line: Row, middle: float) -> None:
        assert line.game is not None
        if line.game.suit is not None:
            image = pip_picture(line.game.suit, self._deck, 22)
            self.picture.paste(image, (56, round(middle) - 11), image)
            ink = INKS[self._deck][line.game.suit]
        else:
            ink = _INK
            self._write(67, middle, line.game.value, ink, "mm", bold=True)
        self._write(124, middle, str(line.base), ink, "rm")
        if line.matadors:
            word = self._words.with_short if line.matadors > 0 else self._words.without_short
            self._write(167, middle, f"{word} {abs(line.matadors)}", _INK, "mm", size=20, room=62)
        for number, level in enumerate(line.levels):
            if level.reached or level.announced:
                mark = "A" if level.announced and number in (1, 2) else "×"
                self._write(214 + 28 * number, middle, mark, _INK if level.reached else _BAD, "mm", bold=True)
        self._write(392, middle, _minus(line.score, "+"), _GOOD if line.won else _BAD, "rm", bold=True)

    def _foot(self, feet: Sequence[Sum], y: int, *, seeger: bool) -> None:
        words = self._words
        lines: list[tuple[str, list[str], bool]] = [(words.points, [_minus(each.points) for each in feet], False)]
        if seeger:
            others = {3: 40, 4: 30}[self._chairs]
            own = [f"({each.won}:{each.lost}) {_minus(each.own, '+')}" for each in feet]
            lines.append((f"{words.own_games}  × 50", own, False))
            lost = [f"({each.lost_by_others}) {_minus(each.others, '+')}" for each in feet]
            lines.append((f"{words.lost_by_others}  × {others}", lost, False))
            lines.append((words.total, [_minus(each.total) for each in feet], True))
        else:
            lines.append((words.own_games, [f"{each.won} : {each.lost}" for each in feet], False))
        lines.append((words.rank, [f"{each.rank}." for each in feet], True))
        for title, values, strong in lines:
            middle = y + (_ROW + 4) / 2
            size = _TEXT + 3 if strong else _TEXT
            self._write(self._left - 14, middle, title, _INK if strong else _FAINT, "rm", bold=strong, size=size)
            for chair, value in enumerate(values):
                self._write(self._player(chair), middle, value, _INK, "rm", bold=strong, size=size, room=_PLAYER - 20)
            y += _ROW + 4


def _minus(number: int, plus: str = "") -> str:
    return f"{number:{plus}}".replace("-", "\N{MINUS SIGN}") if number else "0"
