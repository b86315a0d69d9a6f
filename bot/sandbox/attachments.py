"""Files that come with a message: which are kept, which are new, and where they are served.

Invariant: a name is unique within its message, since attachment:// and the served address go by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from mimetypes import guess_type
from typing import TYPE_CHECKING
from urllib.parse import quote

from PIL import Image

from bot.sandbox.errors import ApiError, Problems, Refusal
from bot.sandbox.form import Form

if TYPE_CHECKING:
    from bot.sandbox.model import Message
    from bot.sandbox.routing import Upload
    from bot.sandbox.shapes import Json
    from bot.sandbox.world import World

LARGEST_FILE = 10 * 1024 * 1024
MOST_FILES = 10
FIELD = re.compile(r"files\[(\d{1,3})\]")
UNSAFE = re.compile(r"[^\w.\-]")


@dataclass(frozen=True, slots=True)
class Files:
    """The attachments a message will have, and the contents behind them by name."""

    attachments: list[Json]
    contents: dict[str, bytes]

    def media(self) -> dict[str, Json]:
        """Name to the media item an attachment:// address becomes."""
        items: dict[str, Json] = {}
        for attachment in self.attachments:
            items[attachment["filename"]] = {
                "id": attachment["id"],
                "attachment_id": attachment["id"],
                "url": attachment["url"],
                "proxy_url": attachment["proxy_url"],
                "width": attachment.get("width") or 0,
                "height": attachment.get("height") or 0,
                "content_type": attachment["content_type"],
                "flags": 0,
                "loading_state": 2,
                "filename": attachment["filename"],
                "size": attachment["size"],
            }
        return items


def check_files(
    world: World,
    body: Json,
    uploads: list[Upload],
    problems: Problems,
    *,
    channel_id: int,
    message_id: int,
    existing: Message | None,
) -> Files:
    """What `attachments` and the uploads make of the message's files.

    Raises ApiError for one that is too large; other problems go to `problems`.
    """
    old: dict[str, Json] = {a["id"]: a for a in (existing.payload["attachments"] if existing else ())}
    by_index: dict[str, Upload] = {}
    for upload in uploads:
        found = FIELD.fullmatch(upload.field)
        if found is not None:
            by_index[found.group(1)] = upload
        if len(upload.content) > LARGEST_FILE:
            raise ApiError(Refusal.TOO_LARGE)
    kept: list[Json] = []
    fresh: dict[str, Form] = {}
    listed = body.get("attachments")
    for index, item in enumerate(Form(body, problems).items("attachments", 0, MOST_FILES) or []):
        form = Form({}, problems, ("attachments", index))
        entry = Form(body, problems).inner(item, "attachments", index)
        if entry is None:
            continue
        form.fields = entry.fields
        form.text("description", 0, 1024)
        form.text("filename", 1, 1024)
        key = str(entry.fields.get("id"))
        if key in old:
            kept.append(old[key])
        elif key in by_index:
            fresh[key] = form
        else:
            problems.add(
                ("attachments", index, "id"),
                "ATTACHMENT_NOT_FOUND",
                f"No file or attachment with the id {key}",
            )
    if listed is None:
        kept = list(old.values())
    for key in by_index:
        fresh.setdefault(key, Form({}, problems, ("files", key)))
    contents = {a["filename"]: existing.files[a["filename"]] for a in kept} if existing else {}
    attachments = list(kept)
    for key, form in fresh.items():
        upload = by_index[key]
        name = UNSAFE.sub("_", str(form.fields.get("filename") or upload.filename))[:1024]
        if name in contents:
            problems.add((*form.path, "filename"), "ATTACHMENT_NAME_TAKEN", f"{name} is attached already")
        contents[name] = upload.content
        attachments.append(_attachment(world, name, upload, form.fields, channel_id, message_id))
    if len(attachments) > MOST_FILES:
        problems.length(("attachments",), 0, MOST_FILES)
    return Files(attachments, contents)


def _attachment(world: World, name: str, upload: Upload, fields: Json, channel_id: int, message_id: int) -> Json:
    attachment_id = str(world.clock.new_id())
    # The query makes a new file under an old name a new address, so that no cache shows the old one.
    url = f"{world.base_url}/attachments/{channel_id}/{message_id}/{quote(name)}?ex={attachment_id}"
    attachment: Json = {
        "id": attachment_id,
        "filename": name,
        "size": len(upload.content),
        "url": url,
        "proxy_url": url,
        "content_type": guess_type(name)[0] or "application/octet-stream",
    }
    if fields.get("description"):
        attachment["description"] = fields["description"]
    size = image_size(upload.content)
    if size is not None:
        attachment["width"], attachment["height"] = size
    return attachment


def image_size(content: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a picture; None for anything else. Only its head is read."""
    try:
        with Image.open(BytesIO(content)) as picture:
            return picture.size
    except (OSError, ValueError, Image.DecompressionBombError):
        return None
