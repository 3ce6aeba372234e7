"""Pages of a PDF as pictures, by a reader that did not write it, and how far two pictures differ."""

from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageFilter

DOTS_AN_INCH = 60


def picture(pdf: bytes, page: int = 1, dots_an_inch: int = DOTS_AN_INCH) -> Image.Image:
    """Return a page, the first of which is 1, as a picture."""
    canvas = pypdfium2.PdfDocument(pdf)
    try:
        return canvas[page - 1].render(scale=dots_an_inch / 72).to_pil().convert("RGB")
    finally:
        canvas.close()


def unlike(drawing: Image.Image, other: Image.Image) -> float:
    """Return which share of two pictures differs clearly, 0 to 1; the edges of letters may differ a little."""
    if drawing.size != other.size:
        return 1.0
    smooth = [image.convert("L").filter(ImageFilter.GaussianBlur(1)) for image in (drawing, other)]
    counts = ImageChops.difference(*smooth).histogram()
    return sum(counts[_CLEARLY:]) / (drawing.width * drawing.height)


_CLEARLY = 40  # of 255 shades


def side_by_side(path: Path, kept: Image.Image, today: Image.Image) -> Path:
    """Save two pictures and their difference beside one another; return where."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if kept.size == today.size:
        shown = [kept, today, ImageChops.invert(ImageChops.difference(kept, today))]
    else:
        shown = [kept, today]
    sheet = Image.new("RGB", (sum(entry.width for entry in shown), max(entry.height for entry in shown)))
    left = 0
    for entry in shown:
        sheet.paste(entry, (left, 0))
        left += entry.width
    sheet.save(path)
    return path
