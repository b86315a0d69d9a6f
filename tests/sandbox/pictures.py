"""Pictures to send."""

from io import BytesIO

from PIL import Image


def blank_png(width: int, height: int) -> bytes:
    file = BytesIO()
    Image.new("RGB", (width, height)).save(file, "PNG")
    return file.getvalue()
