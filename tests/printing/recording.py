"""A document that keeps every call of its pen, page by page, to be asked where shapes and pictures are."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from printing.canvas import Box, Canvas, PageSize, Paint, Point
from printing.colors import Color
from printing.text import Fragment


@dataclass
class DrawnPage:
    """What was drawn on one page; a ``box`` is its place, its filling and its line."""

    texts: list[tuple[str, float, float, float]] = field(default_factory=list)
    boxes: list[tuple[Box, Color | None, Color | None]] = field(default_factory=list)
    lines: list[Box] = field(default_factory=list)
    filled: int = 0

    def text(self, fragment: Fragment, x: float, baseline: float) -> None:
        self.texts.append((fragment.text, x, baseline, fragment.size))

    def path(self, points: Sequence[Point], paint: Paint, *, closed: bool) -> None:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.lines.append(Box(min(xs), min(ys), max(xs), max(ys)))
        self.filled += paint.fill is not None

    def rect(self, box: Box, paint: Paint, round_by: float) -> None:
        self.boxes.append((box, paint.fill, paint.stroke))
        self.filled += paint.fill is not None

    def squares(self, boxes: Sequence[Box], fill: Color) -> None:
        self.filled += len(boxes)


class RecordingCanvas(Canvas):
    """A document that is only looked at."""

    def __init__(self, size: PageSize, *, low_ink: bool = False) -> None:
        super().__init__(size, low_ink=low_ink, recording=True)
        self.pages: list[DrawnPage] = []
        self.bookmarks: list[tuple[str, int]] = []

    def describe(self, title: str, subject: str) -> None:
        pass

    def link(self, box: Box, address: str) -> None:
        pass

    def bookmark(self, words: str, key: str, y: float, level: int = 0) -> None:
        self.bookmarks.append((words, self.page))

    def _new_pen(self) -> DrawnPage:
        self.pages.append(DrawnPage())
        return self.pages[-1]

    def _finish_page(self) -> None:
        pass
