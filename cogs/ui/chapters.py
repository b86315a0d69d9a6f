"""The rules in words, chapter by chapter, with a table's options applied. Every number is asked of `game`."""

from collections.abc import Iterable
from typing import Final, assert_never

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.cards import line, rank_name
from cogs.ui.guide_ids import CHAPTERS, Chapter, RulesId, RulesOf
from cogs.ui.layout import Option, button, rows, screen, select, text
from cogs.ui.phrases import contract_name, game_name, tops
from cogs.ui.rules_text import rules_line, rules_lines, value_text
from game import thresholds
from game.cards import JACKS, Card, Rank, card_points, cards
from game.contract import BIDS, HAND_CONTRACTS, PICK_UP_CONTRACTS, TRUMP_GAMES, Game, contract
from game.playing import ALONE_WITH
from game.rules import Rules
from game.scoring import GameResult

FIRST_BIDS: Final = 10
"""How many of the bids are listed."""

EXAMPLE: Final = cards("CJSJHAHTHKH9CASTD7D8SQC7")
"""A declarer's twelve cards, for the examples of a value and of an overbid game."""


def rules_page(wanted: RulesId, texts: Texts) -> LayoutView:
    """One chapter, with a select of all: its value is the chapter to be shown."""
    rules, place = wanted.rules, CHAPTERS.index(wanted.chapter)
    title = texts("rules.title" if wanted.of == "table" else "chapter.server")
    before, after = CHAPTERS[place - 1 : place], CHAPTERS[place + 1 : place + 2]
    return screen(
        text(f"### {title}", rules_line(rules, texts)),
        text(
            f"**{texts(f'chapter.{wanted.chapter}')}**",
            *(f"- {told}" for told in chapter(wanted.chapter, rules, texts)),
        ),
        text("-# " + texts("rules.about" if wanted.of == "table" else "chapter.server.about")),
        select(
            wanted,
            [
                Option(
                    texts("chapter.number", number=n, title=texts(f"chapter.{one}")), one, None, one == wanted.chapter
                )
                for n, one in enumerate(CHAPTERS, 1)
            ],
        ),
        rows(
            [
                *(button(texts("page.previous"), _to(wanted, one)) for one in before),
                *(button(texts("page.next"), _to(wanted, one)) for one in after),
            ]
        ),
        accent=None,
    )


def _to(wanted: RulesId, chapter: Chapter) -> RulesId:
    return RulesId(wanted.of, chapter, wanted.rules)


def first_page(of: RulesOf, rules: Rules) -> RulesId:
    return RulesId(of, CHAPTERS[0], rules)


def chapter(name: Chapter, rules: Rules, texts: Texts) -> list[str]:
    """The sentences of a chapter, as these rules have it."""
    match name:
        case "options":
            return rules_lines(rules, texts)
        case "cards":
            return _cards(rules, texts)
        case "auction":
            return _auction(rules, texts)
        case "games":
            return _games(texts)
        case "null":
            return _null(rules, texts)
        case "value":
            return _value(rules, texts)
        case "overbid":
            return _overbid(rules, texts)
        case "kontra":
            return _kontra(rules, texts)
        case "ramsch":
            return _ramsch(rules, texts)
        case "ending":
            return _ending(rules, texts)
        case "scoring":
            return _scoring(rules, texts)
        case _:
            assert_never(name)


def points_of_ranks(texts: Texts) -> str:
    """``A 11 · 10 10 · K 4 · Q 3 · J 2 · 9 8 7 0``, most points first."""
    ranked = sorted(Rank, key=lambda rank: (-_points(rank), -tuple(Rank).index(rank)))
    # A line may end between two ranks, but not between a rank and its points.
    worth = [f"**{rank_name(rank, texts)}**\u00a0{_points(rank)}" for rank in ranked if _points(rank)]
    nothing = "\u00a0".join(f"**{rank_name(rank, texts)}**" for rank in ranked if not _points(rank))
    return " · ".join((*worth, f"{nothing}\u00a00"))


def _points(rank: Rank) -> int:
    return next(card.points for card in Card if card.rank is rank)


def bases_of(texts: Texts) -> list[str]:
    """``♦ Diamonds 9`` and so on, each on one line."""
    return [f"{game_name(game, texts)} {game.base}".replace(" ", "\u00a0") for game in TRUMP_GAMES]


def order_of(game: Game, texts: Texts, several: Iterable[Card]) -> str:
    """Ranks of cards of one group, strongest first: ``A 10 K Q 9 8 7``."""
    return " ".join(rank_name(card.rank, texts) for card in sorted(several, key=game.strength, reverse=True))


def _suit(texts: Texts, game: Game) -> str:
    """The order of a suit that is not trumps."""
    return order_of(game, texts, [card for card in Card if card.suit.letter == "S" and card not in game.trumps])


def jacks(texts: Texts) -> str:
    """All jacks, strongest first."""
    return line(JACKS, texts)


def _cards(rules: Rules, texts: Texts) -> list[str]:
    return [
        texts(
            "chapter.cards.points",
            points=points_of_ranks(texts),
            suit=card_points(card for card in Card if card.suit.letter == "S"),
            total=thresholds.ALL_POINTS,
        ),
        texts("chapter.cards.suit", jacks=jacks(texts), order=_suit(texts, Game.HEARTS), n=len(Game.HEARTS.trumps)),
        texts("chapter.cards.grand", jacks=jacks(texts)),
        texts("chapter.cards.follow"),
        texts("chapter.cards.free"),
        texts(f"chapter.cards.chairs.{rules.chairs}"),
    ]


def _auction(rules: Rules, texts: Texts) -> list[str]:
    return [
        texts("chapter.auction.order"),
        texts("chapter.auction.jump"),
        texts(
            "chapter.auction.bids",
            count=len(BIDS),
            first=BIDS[0],
            last=BIDS[-1],
            some=", ".join(map(str, BIDS[:FIRST_BIDS])),
        ),
        texts("chapter.auction.limit"),
        texts("chapter.auction.alone", first=BIDS[0]) + " " + texts(f"chapter.auction.{rules.all_pass}"),
    ]


def _games(texts: Texts) -> list[str]:
    names = [contract_name(one, texts) for one in PICK_UP_CONTRACTS]
    return [
        texts("chapter.games.skat", games=texts.listed(names)),
        texts("chapter.games.discards"),
        texts("chapter.games.hand"),
        texts("chapter.games.schneider", points=thresholds.SCHNEIDER),
        texts("chapter.games.schwarz"),
        texts("chapter.games.ouvert"),
        texts("chapter.games.missed"),
        texts("chapter.games.offered"),
    ]


def _null(rules: Rules, texts: Texts) -> list[str]:
    null = [one for one in (*PICK_UP_CONTRACTS, *HAND_CONTRACTS) if one.null]
    values = [f"{contract_name(one, texts)} {one.null_value}" for one in sorted(null, key=lambda one: one.null_value)]
    lost = thresholds.scored(contract("N"), EXAMPLE, points=0, tricks=1, rules=rules)
    return [
        texts("chapter.null.aim"),
        texts("chapter.null.order", order=_suit(texts, Game.NULL)),
        texts("chapter.null.values", values=texts.listed(values)),
        texts("chapter.null.ouvert"),
        texts(f"chapter.null.{rules.null_loss}", score=texts.signed(lost.score)),
    ]


def _value(rules: Rules, texts: Texts) -> list[str]:
    bases = bases_of(texts)
    most = {game: tops(game, game.trumps, rules) for game in (Game.CLUBS, Game.GRAND)}
    won = thresholds.scored(contract("H"), EXAMPLE, points=thresholds.WINNING, rules=rules)
    return [
        texts("chapter.value.base", bases=texts.listed(bases)),
        texts(
            f"chapter.value.{rules.matadors}", top=line(JACKS[:1], texts), suit=most[Game.CLUBS], grand=most[Game.GRAND]
        ),
        texts("chapter.value.levels"),
        texts("chapter.value.schneider", upto=thresholds.IN_SCHNEIDER),
        texts(
            "chapter.value.winning", points=thresholds.WINNING, others=thresholds.ALL_POINTS - thresholds.WINNING + 1
        ),
        texts(
            "chapter.value.example",
            n=abs(won.matadors),
            level=won.level,
            base=won.base,
            value=won.value,
            game=texts("game.H"),
            lost=texts.signed(
                thresholds.scored(contract("H"), EXAMPLE, points=thresholds.IN_SCHNEIDER + 1, rules=rules).score
            ),
        ),
    ]


def overbid_example(rules: Rules) -> GameResult:
    """Hearts worth less than the bid, although the card points were enough."""
    return thresholds.scored(contract("H"), EXAMPLE, points=thresholds.WINNING, bid=33, rules=rules)


def _overbid(rules: Rules, texts: Texts) -> list[str]:
    over = overbid_example(rules)
    return [
        texts("chapter.overbid.lost"),
        texts("chapter.overbid.charged"),
        texts("chapter.overbid.cured"),
        texts("chapter.overbid.hand"),
        texts(
            "chapter.overbid.example",
            bid=over.bid,
            game=texts("game.H"),
            value=over.value,
            charged=over.charged,
            base=over.base,
            score=texts.signed(over.score),
        ),
    ]


def _kontra(rules: Rules, texts: Texts) -> list[str]:
    if rules.kontra == "off":
        return [texts("chapter.kontra.off")]
    return [
        texts(f"chapter.kontra.{rules.kontra}", first=BIDS[0]),
        texts(f"chapter.kontra.{rules.kontra_until}"),
        texts("chapter.kontra.re"),
        texts("chapter.kontra.overbid"),
    ]


def _ramsch(rules: Rules, texts: Texts) -> list[str]:
    match rules.all_pass:
        case "pass_in":
            return [texts("chapter.ramsch.pass_in")]
        case "ramsch":
            pushed: list[str] = []
        case "schieberamsch":
            pushed = [texts("chapter.ramsch.push"), texts("chapter.ramsch.unseen")]
    return [
        texts("chapter.ramsch.aim", jacks=jacks(texts)),
        *pushed,
        texts(f"chapter.ramsch.skat.{rules.ramsch_skat}"),
        texts(f"chapter.ramsch.tie.{rules.ramsch_tie}"),
        texts("chapter.ramsch.equal"),
        texts("chapter.ramsch.jungfrau"),
        texts("chapter.ramsch.durchmarsch", points=thresholds.DURCHMARSCH),
    ]


def _ending(rules: Rules, texts: Texts) -> list[str]:
    return [
        texts("chapter.ending.declarer", n=ALONE_WITH),
        texts(f"chapter.ending.{rules.concede}"),
        texts("chapter.ending.secured"),
        texts("chapter.ending.claim"),
        texts("chapter.ending.null"),
    ]


def _scoring(rules: Rules, texts: Texts) -> list[str]:
    own, others = thresholds.seeger(rules.chairs)
    told = [
        texts("chapter.scoring.length", length=value_text("length", rules.length, rules, texts)),
        texts(f"chapter.scoring.{rules.scoring}", own=own, others=others),
    ]
    if rules.target is not None:
        told.append(texts("chapter.scoring.target", target=rules.target))
    if rules.bock == "on":
        told.append(texts("chapter.scoring.bock", n=rules.chairs))
        if rules.scoring == "seeger":
            told.append(texts("chapter.scoring.bock_seeger"))
    return [*told, texts("chapter.scoring.ties")]
