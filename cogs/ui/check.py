"""The answer of the button Check: whether a finished deal was dealt fairly, and how to find out without this bot."""

import shlex
import unicodedata
from dataclasses import dataclass
from typing import Final

from discord.ui import LayoutView

from bot.texts import Texts
from cogs.ui.layout import attachment, screen, text
from cogs.ui.names import clean, markdown
from game.rules import PRESETS

LONGEST: Final = 1800
"""Characters of a command that a message has room for; a longer one is sent as a file."""

MOST_CUTS: Final = 8
"""Cuts that are listed; the command has them all."""

FILE: Final = "verify.txt"


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check has found. `rules`: their text; `cuts` in order; `cards`: all 32 as dealt, such as ``CJ.C7``."""

    deal: str
    rules: str
    seed: str
    commitment: str
    cuts: tuple[str, ...]
    cards: str
    fingerprint_matches: bool
    cards_match: bool

    @property
    def fair(self) -> bool:
        return self.fingerprint_matches and self.cards_match


def command(checked: Checked) -> str:
    """What to enter in a shell to check the deal; whatever people wrote into their cuts, it is one word each."""
    words = ["python", "-m", "game", "verify", f"--deal={checked.deal}", f"--rules={_rules(checked.rules)}"]
    words += [f"--seed={checked.seed}"]
    words += [f"--cut={cut}" if _plain(cut) else f"--cut-hex={cut.encode().hex()}" for cut in checked.cuts]
    words += [f"--commitment={checked.commitment}", f"--cards={checked.cards}"]
    return shlex.join(words)


def _rules(text: str) -> str:
    """The name of a preset if it says the same."""
    return next((name for name, preset in PRESETS.items() if str(preset) == text), text)


def _plain(cut: str) -> bool:
    """Whether a text stays what it is on its way from a message through the clipboard into a shell."""
    kinds = {unicodedata.category(character)[0] for character in cut.replace(" ", "")}
    same = unicodedata.is_normalized("NFC", cut) and unicodedata.is_normalized("NFKC", cut)
    # A backtick could end the block of the message that the command stands in; two dashes are nothing to argparse.
    return cut.strip(" -") == cut and same and kinds <= set("LNPS") and "`" not in cut


def check(checked: Checked, texts: Texts) -> LayoutView:
    """A private answer. With a command longer than `LONGEST`, `FILE` is to be sent along."""
    written = command(checked)
    verdict = [
        texts("check.fair") if checked.fair else "",
        "" if checked.fingerprint_matches else texts("check.wrong_fingerprint"),
        "" if checked.cards_match else texts("check.wrong_cards"),
    ]
    long = len(written) > LONGEST
    how = texts("check.how_file") if long else f"{texts('check.how')}\n```sh\n{written}\n```"
    return screen(
        text(f"### {texts('check.title', deal=checked.deal)}", *verdict),
        text(
            texts("check.fingerprint", commitment=checked.commitment),
            *_cuts(checked.cuts, texts),
        ),
        text(how),
        attachment(FILE) if long else None,
        text("-# " + texts("check.proves")),
        accent=None,
    )


def _cuts(cuts: tuple[str, ...], texts: Texts) -> list[str]:
    if not cuts:
        return [texts("check.no_cuts")]
    lines = [f"{number}\\. {markdown(clean(cut))}" for number, cut in enumerate(cuts[:MOST_CUTS], 1)]
    return [texts("check.cuts", n=len(cuts)), *lines, *(["…"] if len(cuts) > MOST_CUTS else [])]
