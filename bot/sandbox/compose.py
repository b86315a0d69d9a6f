"""From a request body to the fields of a message, or to the refusal Discord would send.

Invariant: a message composed here obeys every rule for messages, whichever route it came by.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.sandbox import mentions
from bot.sandbox.attachments import check_files
from bot.sandbox.components import Ledger, check_components
from bot.sandbox.embeds import check_embeds
from bot.sandbox.errors import ApiError, Problems, Refusal
from bot.sandbox.form import Form

if TYPE_CHECKING:
    from bot.sandbox.model import Channel, Message
    from bot.sandbox.routing import Upload
    from bot.sandbox.shapes import Json
    from bot.sandbox.world import World

SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SUPPRESS_NOTIFICATIONS = 1 << 2, 1 << 6, 1 << 7, 1 << 12
COMPONENTS_V2 = 1 << 15
MOST_CONTENT = 2000
LEGACY_FIELDS = ("content", "embeds", "sticker_ids", "poll")


@dataclass(frozen=True, slots=True)
class Draft:
    fields: Json
    """content, embeds, components, attachments, flags, mentions, ... in Discord's shape."""
    files: dict[str, bytes]
    has_embeds: bool
    has_files: bool


def compose(
    world: World,
    body: Json,
    uploads: list[Upload],
    *,
    channel: Channel,
    message_id: int,
    author_id: int,
    existing: Message | None,
    settable_flags: int,
    default_mentions: frozenset[str],
) -> Draft:
    """Raises ApiError: 50035 naming every field that is wrong, 50006 when nothing would be left to show.
    `existing` is the message an edit starts from."""
    problems = Problems()
    form = Form(body, problems)
    before: Json = existing.payload if existing else {}
    flags = _flags(form, before, settable_flags)
    v2 = bool(flags & COMPONENTS_V2)

    content = form.text("content", 0, MOST_CONTENT) or ""
    if "content" not in body:
        content = before.get("content", "")
    form.boolean("tts")
    _nonce(body, problems)
    allowed = mentions.check_allowed(body, problems, default_mentions)
    files = check_files(
        world,
        body,
        uploads,
        problems,
        channel_id=channel.id,
        message_id=message_id,
        existing=existing,
    )
    media = files.media()
    embeds = before.get("embeds", [])
    if "embeds" in body:
        embeds = check_embeds(body["embeds"] or [], problems, media)
    components = before.get("components", [])
    if "components" in body:
        ledger = Ledger({str(emoji) for emoji in world.emojis}, media)
        components = check_components(body["components"] or [], problems, ledger, v2=v2)
    if v2:
        _no_legacy(body, content, embeds, problems)
    problems.finish()

    if not (components if v2 else content.strip() or embeds or files.attachments or body.get("sticker_ids")):
        raise ApiError(Refusal.EMPTY_MESSAGE)
    fields: Json = {
        "content": content,
        "embeds": embeds,
        "components": components,
        "attachments": files.attachments,
        "flags": flags,
    }
    if existing is None or body.keys() & {"content", "components", "allowed_mentions"}:
        shown = mentions.texts(content, components if v2 else [])
        fields |= mentions.find(world, channel, author_id, shown, allowed)
    return Draft(fields, files.contents, bool(body.get("embeds")), bool(uploads))


def _flags(form: Form, before: Json, settable: int) -> int:
    old: int = before.get("flags", 0)
    given = form.integer("flags", 0, 2**31 - 1)
    if given is None:
        return old
    if old & COMPONENTS_V2 and not given & COMPONENTS_V2:
        form.problems.add(
            ("flags",),
            "MESSAGE_FLAGS_COMPONENTS_V2_FIXED",
            "IS_COMPONENTS_V2 cannot be removed from a message",
        )
    refused = given & ~settable & ~old & (EPHEMERAL | LOADING | 1 << 13)
    if refused:
        form.problems.add(("flags",), "MESSAGE_FLAGS_INVALID", f"The flags {refused} cannot be set here")
    return old & ~(settable & ~COMPONENTS_V2) | given & settable


def _nonce(body: Json, problems: Problems) -> None:
    nonce = body.get("nonce")
    if nonce is None or (isinstance(nonce, int) and not isinstance(nonce, bool)):
        return
    if not isinstance(nonce, str) or len(nonce) > 25:
        problems.length(("nonce",), 0, 25)


def _no_legacy(body: Json, content: str, embeds: list[Json], problems: Problems) -> None:
    left = {
        "content": content,
        "embeds": embeds,
        "sticker_ids": body.get("sticker_ids"),
        "poll": body.get("poll"),
    }
    for name in LEGACY_FIELDS:
        if left[name]:
            problems.add(
                (name,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
