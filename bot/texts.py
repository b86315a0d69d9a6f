"""All texts for people, from the gettext catalogues in `locales`. A text is found by its key, never by its wording."""

import gettext
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from string import Formatter
from typing import Final, Self

from babel.messages.pofile import read_po

LOCALES: Final = Path(__file__).with_name("locales")
FALLBACK: Final = "en"

Forms = tuple[str, ...]
"""A text: one form, or one for each plural form of the language."""


class MissingText(KeyError):
    """A key that no catalogue has; raised only where texts were loaded as strict."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one language by key; `plural` gives the index of the form for a number."""

    language: str
    forms: Mapping[str, Forms]
    plural: Callable[[int], int]

    @classmethod
    def read(cls, path: Path) -> Self:
        """The catalogue of a file; untranslated and fuzzy entries are left out.

        Raises OSError or ValueError if the file cannot be read.
        """
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem, abort_invalid=True)
        forms: dict[str, Forms] = {}
        for message in catalogue:
            key = message.id if isinstance(message.id, str) else message.id[0]
            form = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            if key and form and all(form) and not message.fuzzy:
                forms[key] = form
        return cls(path.stem, forms, gettext.c2py(catalogue.plural_expr))


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts in one language: ``texts("lobby.start")``, ``texts("board.deal", number=3)``.

    A text with plural forms takes the placeholder ``n``. What fills a placeholder is put in as it is. `german_deck`:
    cards and suits are called as on the German deck, by the second texts of some keys, with ``german.`` before.
    """

    catalogue: Catalogue
    catalogues: Mapping[str, Catalogue]
    strict: bool = False
    german_deck: bool = False

    @classmethod
    def load(cls, directory: Path = LOCALES, *, strict: bool = False) -> Self:
        """Reads all catalogues and gives the English texts; `of` leads to the others.

        `strict`: a missing key is an error instead of English or, at last, the key itself.
        """
        catalogues = {path.stem: Catalogue.read(path) for path in sorted(directory.glob("*.po"))}
        return cls(catalogues[FALLBACK], catalogues, strict)

    @property
    def language(self) -> str:
        return self.catalogue.language

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self.catalogues)

    def of(self, language: str) -> "Texts":
        """The texts in a language such as ``de``, ``de-DE`` or ``en-GB``; English where there is none."""
        code = language.partition("-")[0].lower()
        return Texts(self.catalogues.get(code, self.catalogues[FALLBACK]), self.catalogues, self.strict)

    def for_deck(self, deck: str) -> "Texts":
        """The texts for a person who plays with a deck, by its name in the preferences."""
        return replace(self, german_deck=deck == "de")

    def __call__(self, key: str, /, **values: object) -> str:
        catalogue = self.catalogue
        if self.german_deck and f"german.{key}" in catalogue.forms:
            key = f"german.{key}"
        forms = catalogue.forms.get(key)
        if forms is None:
            if self.strict:
                raise MissingText(f"{key} ({catalogue.language})")
            catalogue = self.catalogues[FALLBACK]
            forms = catalogue.forms.get(key)
            if forms is None:
                return key
        number = values.get("n")
        index = catalogue.plural(number) if len(forms) > 1 and isinstance(number, int) else 0
        return forms[index].format_map(values) if values else forms[index]

    def signed(self, number: int) -> str:
        """A score with its sign: ``+40``, ``−80``, ``0``."""
        return f"+{number}" if number > 0 else f"−{-number}" if number else "0"

    def decimal(self, number: float) -> str:
        """A number with one decimal in the language's writing."""
        text = f"{number:.1f}".replace("-", "−")
        return text.replace(".", ",") if self.language == "de" else text

    def listed(self, parts: list[str]) -> str:
        """Parts joined as in a sentence: "A, B and C"."""
        if len(parts) < 2:
            return "".join(parts)
        return ", ".join(parts[:-1]) + " " + self("and") + " " + parts[-1]


def placeholders(form: str) -> frozenset[str]:
    """The names of the placeholders of a text."""
    return frozenset(_fields(form))


def _fields(form: str) -> Iterator[str]:
    for _, field, _, _ in Formatter().parse(form):
        if field is not None:
            yield field
