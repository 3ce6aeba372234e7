"""What a recording says of a drawing: whether anything lies outside its box, on something else, or is too small."""

from collections.abc import Iterable, Iterator

from printing.canvas import SMALLEST, Box, Canvas, PlacedText

TOLERANCE = 0.05  # points


def misplaced(canvas: Canvas) -> list[str]:
    """Return what is wrong with a recorded drawing, in words."""
    assert canvas.placed is not None
    sheet = Box(0, 0, canvas.width, canvas.height)
    faults = [f"page {mark.page}: “{mark.text}” is outside its box" for mark in canvas.placed if not _inside(mark)]
    faults += [f"“{mark.text}” is off the page" for mark in canvas.placed if not holds(sheet, mark.box)]
    faults += [f"“{mark.text}” has {mark.size} points" for mark in canvas.placed if mark.text and mark.size < SMALLEST]
    return faults + [f"page {a.page}: “{a.text}” on “{b.text}”" for a, b in _overlapping(canvas.placed)]


def _inside(text: PlacedText) -> bool:
    return holds(text.within, text.box)


def holds(outer: Box, inner: Box) -> bool:
    return (
        inner.left >= outer.left - TOLERANCE
        and inner.right <= outer.right + TOLERANCE
        and inner.top >= outer.top - TOLERANCE
        and inner.bottom <= outer.bottom + TOLERANCE
    )


def _overlapping(placed: Iterable[PlacedText]) -> Iterator[tuple[PlacedText, PlacedText]]:
    """Yield the pairs that lie on each other, page by page, from top to bottom."""
    pages: dict[int, list[PlacedText]] = {}
    for mark in placed:
        pages.setdefault(mark.page, []).append(mark)
    for things in pages.values():
        things.sort(key=lambda text: text.box.top)
        for place, thing in enumerate(things):
            for other in things[place + 1 :]:
                if other.box.top >= thing.box.bottom - TOLERANCE:
                    break
                if other.box.left < thing.box.right - TOLERANCE and thing.box.left < other.box.right - TOLERANCE:
                    yield thing, other
