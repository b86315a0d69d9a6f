"""Double-dummy values of positions and of record files: ``python -m game solve``.

A position in text: the game's letter (``R`` for Ramsch), the declarer's seat (in Ramsch the seat that counts), the seat
that leads the trick, three hands (``-`` for none), then the cards on the table, for example
``C 0 1 CJC7 SAS7 HAH7`` or ``G 2 0 CJ SAS7 HAH7 CA``.
"""

import argparse
import sys
from pathlib import Path

from game.cards import cards
from game.computer.hindsight import best_value, card_values, hindsight
from game.computer.masks import mask_of
from game.computer.solver import Position, Terms, terms_of
from game.contract import Game
from game.illegal import Illegal
from game.record import BadRecord, read
from game.state import SEATS


def run(options: argparse.Namespace) -> int:
    """Exit code 0, or 2 for input that cannot be used."""
    try:
        words = " ".join(options.what).split()
        if words[0] in {game.value for game in Game}:
            _print_position(words)
        else:
            for name in options.what:
                for line in Path(name).read_text(encoding="ascii").splitlines():
                    if line.strip():
                        _print_record(line, options.tricks)
    except (ValueError, IndexError, OSError, BadRecord, Illegal) as error:
        print(f"cannot be solved: {error or type(error).__name__}", file=sys.stderr)
        return 2
    return 0


def parsed(words: list[str]) -> tuple[Position, Terms]:
    """A position in words. Raises ValueError, IndexError."""
    game, alone, leader = Game(words[0]), SEATS[int(words[1])], SEATS[int(words[2])]
    named = [cards(word.replace("-", "")) for word in words[3:6]]
    trick = cards("".join(words[6:]))
    every = [card for hand in named for card in hand] + list(trick)
    if len(words) < 6 or len(set(every)) != len(every):
        raise ValueError("three hands are needed, and each card once")
    left = [len(hand) + ((seat - leader) % 3 < len(trick)) for seat, hand in enumerate(named)]
    if len(trick) > 2 or len(set(left)) != 1:
        raise ValueError("the hands must have equal numbers of cards, those on the table included")
    hands = (mask_of(game, named[0]), mask_of(game, named[1]), mask_of(game, named[2]))
    return Position(hands, leader, tuple(mask_of(game, [card]) for card in trick)), terms_of(game, alone)


def _print_position(words: list[str]) -> None:
    position, terms = parsed(words)
    values = card_values(position, terms)
    assert values is not None
    unit = "tricks" if terms.tricks else "points"
    best = best_value(values, terms, position.turn)
    print(f"value {best} {unit} for seat {terms.alone:d}, seat {position.turn} to play")
    for card, value in values.items():
        print(f"  {card} {value}")


def _print_record(line: str, tricks: int) -> None:
    for judged in reversed(list(hindsight(read(line).state, tricks=tricks, every=True))):
        told = " ".join(f"{card}:{value}" for card, value in judged.values.items())
        lost = abs(judged.value - judged.best)
        print(f"trick {judged.trick:2} seat {judged.seat:d} {judged.card}{f' (-{lost})' if lost else '':6} {told}")
