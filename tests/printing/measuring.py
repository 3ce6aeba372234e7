"""What a recording says of a drawing: whether anything lies outside its box, on something else, or is too small."""

from collections.abc import Iterable, Iterator

from printing.canvas import SMALLEST, Box, Canvas, PlacedText

TOLERANCE = 0.05  # points


def misplaced(canvas: Canvas) -> list[str]:
    """Return what is wrong with a recorded drawing, in words."""
    assert canvas.placed is not None
    sheet = Box(0, 0, canvas.width, canvas.height)
    faults = [f"page {one.page}: “{one.text}” is outside its box" for one in canvas.placed if not _inside(one)]
    faults += [f"“{one.text}” is off the page" for one in canvas.placed if not holds(sheet, one.box)]
    faults += [f"“{one.text}” has {one.size} points" for one in canvas.placed if one.text and one.size < SMALLEST]
    return faults + [f"page {a.page}: “{a.text}” on “{b.text}”" for a, b in _overlapping(canvas.placed)]


def _inside(one: PlacedText) -> bool:
    return holds(one.within, one.box)


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
    for one in placed:
        pages.setdefault(one.page, []).append(one)
    for things in pages.values():
        things.sort(key=lambda one: one.box.top)
        for place, one in enumerate(things):
            for other in things[place + 1 :]:
                if other.box.top >= one.box.bottom - TOLERANCE:
                    break
                if other.box.left < one.box.right - TOLERANCE and one.box.left < other.box.right - TOLERANCE:
                    yield one, other
