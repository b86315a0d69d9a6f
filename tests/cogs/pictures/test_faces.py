"""Faces can be told apart at emoji size, on both of Discord's grounds, and stand out from them."""

import re
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageDraw

from cogs.pictures.deck import EDGE, INKS, PAPER, Deck, letter
from cogs.pictures.emojis import LANGUAGES, emoji_name, emojis, suit_emoji_name
from cogs.pictures.faces import back, face, suit_face, upright
from cogs.pictures.fonts import font
from game.cards import DECK, Card, Rank, Suit

THEMES = ("#313338", "#ffffff")
SMALLEST = 22


def linear(value: int) -> float:
    """A channel of sRGB, 0 to 255, as light, 0 to 1."""
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


LINEAR = [linear(value) for value in range(256)]


def light(picture: Image.Image) -> list[float]:
    """All channels of a picture as light."""
    return [LINEAR[value] for value in picture.convert("RGB").tobytes()]


def on_themes(picture: Image.Image) -> list[float]:
    """What reaches the eye from a picture on the dark and on the light ground."""
    seen: list[float] = []
    for theme in THEMES:
        ground = Image.new("RGB", picture.size, theme)
        ground.paste(picture, (0, 0), picture)
        seen += light(ground)
    return seen


def distance(one: list[float], other: list[float]) -> float:
    """Mean absolute difference."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


def body_text(letter_: str) -> list[float]:
    """A letter as Discord's messages show it, 16 pixels an em, in a square as large as the emoji."""
    picture = Image.new("RGB", (SMALLEST, SMALLEST), "#ffffff")
    ImageDraw.Draw(picture).text((4, 2), letter_, fill="#000000", font=font(16))
    return light(picture)


def luminance(colour: str) -> float:
    red, green, blue = (linear(int(colour[place : place + 2], 16)) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck", Deck)
def test_faces_tell_apart_at_emoji_size(deck: Deck, language: str) -> None:
    # The bound: everybody reads C and G apart in a message, black on white, 16 pixels large. They differ by 0.0267 of
    # the light of a 22-pixel square. The closest faces are the black aces (0.028): one ink and nearly one silhouette,
    # only the pip's lobes tell. Next come 8 and 9 of hearts (0.032), in each deck; half of all pairs lie beyond 0.23.
    bound = distance(body_text("C"), body_text("G"))
    assert 0.02 < bound < 0.03
    seen = {card: on_themes(face(card, deck, language, SMALLEST)) for card in DECK}
    near, one, other = min((distance(seen[a], seen[b]), a, b) for a, b in combinations(DECK, 2))
    assert near > bound, f"{one} and {other} differ by {near:.4f} only"


@pytest.mark.parametrize("deck", Deck)
def test_suits_stand_out_from_the_paper(deck: Deck) -> None:
    for suit in Suit:
        assert contrast(INKS[deck][suit], PAPER) >= 4.5, suit


def test_edge_stands_out_from_both_grounds() -> None:
    for theme in THEMES:
        assert contrast(EDGE, theme) >= 3


@pytest.mark.parametrize("deck", Deck)
def test_the_drawn_face_has_these_colours(deck: Deck) -> None:
    for suit, card in zip((Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS), DECK[::8], strict=True):
        drawn = face(card, deck, "en")
        counts = {colour: count for count, colour in drawn.getcolors(1 << 16) or []}
        for colour, least in ((INKS[deck][suit], 400), (PAPER, 3000), (EDGE, 1500)):
            rgb = tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))
            assert counts.get((*rgb, 255), 0) >= least, (card, colour)
        assert drawn.getpixel((0, 0)) == (0, 0, 0, 0), "the corners are clear"


def test_suits_of_one_deck_look_different() -> None:
    for deck in Deck:
        seen = [on_themes(suit_face(suit, deck, SMALLEST)) for suit in Suit]
        assert min(distance(a, b) for a, b in combinations(seen, 2)) > 0.05


def test_letters_follow_deck_and_language() -> None:
    high = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
    assert [letter(rank, Deck.FRENCH, "en") for rank in high] == ["J", "Q", "K", "A"]
    assert [letter(rank, Deck.TOURNAMENT, "de") for rank in high] == ["B", "D", "K", "A"]
    assert [letter(rank, Deck.GERMAN, "en") for rank in high] == ["U", "O", "K", "D"]


def test_names_stand_for_one_picture_each() -> None:
    every = emojis()
    names = [emoji.name for emoji in every]
    assert len(set(names)) == len(names) == 3 * 32 + 2 * 8 + 3 * 4
    assert all(re.fullmatch(r"[a-z0-9_]{2,32}", name) for name in names)
    wanted = {emoji_name(card, deck, lang) for card in DECK for deck in Deck for lang in (*LANGUAGES, "fr", "de-AT")}
    wanted |= {suit_emoji_name(suit, deck) for suit in Suit for deck in Deck}
    assert wanted == set(names)
    assert emoji_name(Card.C7, Deck.FRENCH, "de") == emoji_name(Card.C7, Deck.FRENCH, "en") == "skat_fr_c7"
    assert emoji_name(Card.CJ, Deck.FRENCH, "de") == "skat_fr_de_cj"


def test_a_shared_name_is_a_shared_picture() -> None:
    for deck in Deck:
        pictures: dict[str, bytes] = {}
        for language in LANGUAGES:
            for card in DECK:
                drawn = face(card, deck, language).tobytes()
                assert pictures.setdefault(emoji_name(card, deck, language), drawn) == drawn
        assert len(set(pictures.values())) == len(pictures)


def test_emojis_are_small_png_files() -> None:
    for emoji in emojis():
        file = emoji.png()
        picture = Image.open(BytesIO(file))
        assert (picture.format, picture.size, picture.mode) == ("PNG", (128, 128), "RGBA")
        assert len(file) < 12_000, emoji.name


@pytest.mark.parametrize("deck", Deck)
def test_upright_faces_differ_and_keep_their_shape(deck: Deck) -> None:
    drawn = {card: upright(card, deck, "de") for card in DECK}
    assert {picture.size for picture in drawn.values()} == {(140, 200)}
    assert len({picture.tobytes() for picture in drawn.values()}) == 32
    assert upright(Card.CJ, deck, "de", 100).size == back(100).size == (70, 100)
