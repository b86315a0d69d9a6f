"""What is kept about a person, told to that person alone; and the question before it is deleted."""

from discord.ui import LayoutView

from bot.person import Kept
from bot.texts import Texts
from cogs.ui.ids import PrivacyId
from cogs.ui.layout import DANGER, MAIN, attachment, button, rows, rule, screen, text

FILE = "skat-data.json"

_DAY = 24 * 3600.0
_STAYS = ("scores", "cuts", "messages", "fingerprint")


def privacy(user: int, kept: Kept, retention_days: int, texts: Texts) -> LayoutView:
    """What is kept, why and how long. `retention_days`: 0 if people are kept for ever."""
    waiting = kept.asked is not None
    return screen(
        text(f"### {texts('privacy.title')}", texts("privacy.about")),
        text(f"**{texts('privacy.kept')}**", *_kept(user, kept, texts)),
        text(f"**{texts('privacy.why')}**", texts("privacy.reasons")),
        text(
            f"**{texts('privacy.how_long')}**",
            texts("privacy.until_deleted"),
            texts("privacy.retention", n=retention_days) if retention_days else "",
            texts("privacy.others"),
        ),
        rule(),
        text(texts("privacy.waiting", asked=_day(kept.asked)) if kept.asked is not None else ""),
        rows(
            [
                button(texts("privacy.export"), PrivacyId("export"), style=MAIN),
                button(texts("privacy.delete"), PrivacyId("delete"), style=DANGER, enabled=not waiting),
            ]
        ),
        text("-# " + texts("privacy.lists")),
        accent=None,
    )


def _kept(user: int, kept: Kept, texts: Texts) -> list[str]:
    found = [texts("privacy.kept.id", user=user)]
    if kept.results and kept.first is not None and kept.last is not None:
        first, last = _day(kept.first), _day(kept.last)
        short = kept.last - kept.first < _DAY
        between = first if short else texts("privacy.kept.between", first=first, last=last)
        found.append(f"{texts('privacy.kept.results', n=kept.results)} ({between})")
    for key, number in (
        ("tables", kept.tables),
        ("totals", kept.totals + kept.ratings),
        ("cuts", kept.cuts),
        ("preferences", kept.preferences),
    ):
        if number:
            found.append(texts(f"privacy.kept.{key}", n=number))
    return [f"- {line}" for line in found] if len(found) > 1 else [texts("privacy.kept.nothing")]


def _day(at: float) -> str:
    """A day as each client writes it."""
    return f"<t:{int(at)}:D>"


def export(texts: Texts) -> LayoutView:
    """The message that brings the file `FILE`."""
    return screen(text(texts("privacy.exported")), attachment(FILE), accent=None)


def question(texts: Texts, *, in_a_deal: bool) -> LayoutView:
    """Really delete everything? `in_a_deal`: a deal has to end first."""
    return screen(
        text(
            f"### {texts('privacy.question')}",
            texts("privacy.goes"),
            texts("privacy.final"),
        ),
        text(f"**{texts('privacy.stays')}**", *(f"- {texts(f'privacy.stays.{what}')}" for what in _STAYS)),
        text(texts("privacy.in_a_deal") if in_a_deal else ""),
        rows(
            [
                button(texts("privacy.yes"), PrivacyId("delete-sure"), style=DANGER),
                button(texts("privacy.no"), PrivacyId("show")),
            ]
        ),
        accent=None,
    )


def done(texts: Texts, *, waits: bool) -> LayoutView:
    """What became of the deletion."""
    return screen(text(texts("privacy.promised") if waits else texts("privacy.done")), accent=None)
