"""A line protocol on standard input and output, so that any program can play with ours: ``python -m game engine``.

Commands, one a line; WHO is 0 forehand, 1 middlehand, 2 rearhand or w; tokens are those of the records:

- ``new FOREHAND|MIDDLEHAND|REARHAND [level] [worlds N] [seed S]``: a new deal, from that seat's chair
- ``rules TEXT``: the rules of this and later deals; before the first move
- ``hand C1.C2...``: the seat's ten cards
- ``move WHO TOKEN``: what the seat would see of a move, its own moves included. A bid is its value, holding ``y``,
  passing ``p``, taking the skat ``s`` (to the seat itself then ``w C1.C2``), a contract its text, with the discards if
  they are its own, a card its text; ``SC`` or a contract's shown cards as in the records; ``kontra``, ``nokontra``,
  ``re``, ``nore``, ``push`` (``push.C7D8`` if its own), ``claim``, ``concede``, ``accept.N``, ``decline.N``
- ``go``: answers ``move TOKEN``, and waits to be told its own move as well
- ``quit``

Errors are answered by ``error TEXT``, and the next line is read.
"""

import argparse
import sys
from typing import Final, TextIO

from game.actions import Action, Announce, Bid, Hold, Pass, TakeSkat, to_text
from game.computer.levels import EXPERT, LEVELS, Player, RulePlayer, is_warm, player, warm_up
from game.computer.seatside import BadMove, Seatside
from game.rules import INTERNATIONAL, BadRules, Rules
from game.state import Seat

LONGEST_LINE: Final = 1000


class BadCommand(ValueError):
    """A line that cannot be used; the message says why."""


class Engine:
    """One seat's game as told by lines."""

    def __init__(self) -> None:
        self._rules: Rules = INTERNATIONAL
        self._side: Seatside | None = None
        self._player: Player | RulePlayer = player(EXPERT.name)

    def line(self, text: str) -> str | None:
        """The answer to a line, if it has one. Raises BadCommand."""
        words = text.split()
        match words:
            case ["new", seat, *options] if seat in Seat.__members__:
                self._new(Seat[seat], options)
            case ["rules", rules]:
                self._rules = Rules.parse(rules)
                if self._side is not None:
                    self._side = Seatside(self._side.seat, self._rules)
            case ["hand", cards]:
                self._game.take_hand(cards)
            case ["move", who, *tokens] if tokens:
                self._game.told(who, tokens)
            case ["go"]:
                return f"move {token(self._choice())}"
            case _:
                raise BadCommand("unknown command; new, rules, hand, move, go, quit")
        return None

    @property
    def _game(self) -> Seatside:
        if self._side is None:
            raise BadCommand("no deal yet; send new first")
        return self._side

    def _new(self, seat: Seat, options: list[str]) -> None:
        level, worlds, seed = EXPERT.name, None, None
        words = iter(options)
        for word in words:
            match word:
                case "worlds":
                    worlds = _number(next(words, ""))
                case "seed":
                    seed = _number(next(words, ""))
                case _ if word in LEVELS or word == "rules":
                    level = word
                case _:
                    raise BadCommand(f"unknown option {word[:20]!r}; a level, worlds N or seed S")
        self._player = player(level, seed, worlds)
        self._side = Seatside(seat, self._rules)

    def _choice(self) -> Action:
        view = self._game.view()
        if not view.legal:
            raise BadCommand("it is not this seat's turn")
        return self._player.choose(view)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise BadCommand("a number is missing")
    return int(text)


def token(action: Action) -> str:
    """An action as the records write it, or in its own text form where they have none."""
    match action:
        case Pass():
            return "p"
        case Hold():
            return "y"
        case Bid(value):
            return str(value)
        case TakeSkat():
            return "s"
        case Announce(announced, discards):
            return ".".join([str(announced), *(card.name for card in discards)])
        case _:
            return to_text(action)


def run(options: argparse.Namespace, lines: TextIO = sys.stdin, answers: TextIO = sys.stdout) -> int:
    """Runs until ``quit`` or the end of the input; exit code 0."""
    del options
    ours = Engine()
    while line := lines.readline(LONGEST_LINE):
        text = line.strip()
        if text == "quit":
            break
        if not text:
            continue
        if text == "go" and not is_warm():
            warm_up()
        try:
            answer = ours.line(text)
        except (BadCommand, BadMove, BadRules) as error:
            answer = f"error {error}"
        if answer is not None:
            print(answer, file=answers, flush=True)
    return 0
