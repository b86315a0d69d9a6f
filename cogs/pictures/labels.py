"""The few words that stand in pictures. They are an argument of every picture; English and German are at hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cogs.pictures.deck import Deck
from game.cards import Suit
from game.contract import Contract, Game


@dataclass(frozen=True, slots=True)
class Labels:
    """Words without inflection, each short enough for its place; `suits` and `german_suits` by suit."""

    suits: Mapping[Suit, str]
    german_suits: Mapping[Suit, str]
    grand: str
    null: str
    ramsch: str
    hand: str
    schneider: str
    schwarz: str
    ouvert: str
    kontra: str
    re: str
    deal: str
    bid: str
    passes: str
    holds: str
    skat: str
    skat_or_hand: str
    discarding: str
    declarer: str
    defenders: str
    tricks: str
    last_trick: str
    looked: str
    unseen: str
    claims: str
    gives_up: str
    won: str
    lost: str
    overbid: str
    passed_in: str
    durchmarsch: str
    points: str
    number: str
    base: str
    with_without: str
    with_short: str
    without_short: str
    announced: str
    value: str
    own_games: str
    lost_by_others: str
    total: str
    rank: str
    bock: str
    auction: str
    trick: str
    rest: str
    laid_away: str
    at_the_end: str

    def suit(self, suit: Suit, deck: Deck) -> str:
        return (self.german_suits if deck is Deck.GERMAN else self.suits)[suit]

    def game(self, game: Game, deck: Deck) -> str:
        match game:
            case Game.GRAND:
                return self.grand
            case Game.NULL:
                return self.null
            case Game.RAMSCH:
                return self.ramsch
            case _:
                assert game.suit is not None
                return self.suit(game.suit, deck)

    def contract(self, contract: Contract, deck: Deck) -> str:
        """The game with the strongest announcement; what that includes is not said again."""
        words = [self.game(contract.game, deck)]
        if contract.ouvert:
            words += [self.hand, self.ouvert] if contract.null and contract.hand else [self.ouvert]
        elif contract.schwarz:
            words.append(self.schwarz)
        elif contract.schneider:
            words.append(self.schneider)
        elif contract.hand:
            words.append(self.hand)
        return " ".join(words)


ENGLISH: Final = Labels(
    suits={Suit.CLUBS: "Clubs", Suit.SPADES: "Spades", Suit.HEARTS: "Hearts", Suit.DIAMONDS: "Diamonds"},
    german_suits={Suit.CLUBS: "Acorns", Suit.SPADES: "Leaves", Suit.HEARTS: "Hearts", Suit.DIAMONDS: "Bells"},
    grand="Grand",
    null="Null",
    ramsch="Ramsch",
    hand="Hand",
    schneider="Schneider",
    schwarz="Schwarz",
    ouvert="Ouvert",
    kontra="Kontra",
    re="Re",
    deal="Deal",
    bid="Bid",
    passes="Pass",
    holds="yes",
    skat="Skat",
    skat_or_hand="Skat or Hand?",
    discarding="has the skat",
    declarer="Declarer",
    defenders="Defenders",
    tricks="Tricks",
    last_trick="Last trick",
    looked="pushed",
    unseen="unseen",
    claims="The rest?",
    gives_up="Give up?",
    won="Won",
    lost="Lost",
    overbid="Overbid",
    passed_in="Passed in",
    durchmarsch="Durchmarsch",
    points="Points",
    number="No.",
    base="Game",
    with_without="with / w/o",
    with_short="w",
    without_short="w/o",
    announced="announced",
    value="Value",
    own_games="won : lost",
    lost_by_others="lost by others",
    total="Total",
    rank="Rank",
    bock="Bock",
    auction="Auction",
    trick="Trick",
    rest="Rest",
    laid_away="Laid away",
    at_the_end="At the end",
)

GERMAN: Final = Labels(
    suits={Suit.CLUBS: "Kreuz", Suit.SPADES: "Pik", Suit.HEARTS: "Herz", Suit.DIAMONDS: "Karo"},
    german_suits={Suit.CLUBS: "Eichel", Suit.SPADES: "Grün", Suit.HEARTS: "Rot", Suit.DIAMONDS: "Schellen"},
    grand="Grand",
    null="Null",
    ramsch="Ramsch",
    hand="Hand",
    schneider="Schneider",
    schwarz="Schwarz",
    ouvert="Ouvert",
    kontra="Kontra",
    re="Re",
    deal="Spiel",
    bid="Reizwert",
    passes="passe",
    holds="ja",
    skat="Skat",
    skat_or_hand="Skat oder Hand?",
    discarding="hat den Skat",
    declarer="Alleinspieler",
    defenders="Gegner",
    tricks="Stiche",
    last_trick="Letzter Stich",
    looked="geschoben",
    unseen="verdeckt",
    claims="Der Rest?",
    gives_up="Aufgeben?",
    won="Gewonnen",
    lost="Verloren",
    overbid="Überreizt",
    passed_in="Eingepasst",
    durchmarsch="Durchmarsch",
    points="Punkte",
    number="Nr.",
    base="Spiel",
    with_without="mit / ohne",
    with_short="m",
    without_short="o",
    announced="angesagt",
    value="Wert",
    own_games="gew. : verl.",
    lost_by_others="von anderen verloren",
    total="Gesamt",
    rank="Platz",
    bock="Bock",
    auction="Reizen",
    trick="Stich",
    rest="Rest",
    laid_away="Gedrückt",
    at_the_end="Zuletzt",
)


def labels(language: str) -> Labels:
    """German for ``de`` and its regions, else English."""
    return GERMAN if language[:2] == "de" else ENGLISH
