"""Pages as a PDF, with bookmarks and links, and the budget of a print. The same calls give the same bytes.

Its pen writes only what a page needs, several times as fast as ReportLab's drawing of short words.
"""

import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from typing import Final

from reportlab.pdfbase import ttfonts
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFDocument, PDFName, PDFStream
from reportlab.pdfgen.canvas import Canvas as ReportLabCanvas

from printing.canvas import Box, Canvas, Dashes, PageSize, Paint, Point
from printing.colors import Color
from printing.text import TEXT, Font, Fragment, harmless, pace

_ROUND = 0.5523  # how far the handles of a curve lie that looks like a quarter of a circle


class Codes(dict[int, str]):
    """How each character of a font is written in a document: its code in a subset of the font, escaped.

    A subset has 256 codes. ``beyond`` are the characters outside the first subset.
    """

    def __init__(self, font: Font, document: PDFDocument) -> None:
        super().__init__()
        self.font: ttfonts.TTFont = font.ttf
        self.document = document
        self.beyond: dict[str, int] = {}

    def __missing__(self, point: int) -> str:
        ((subset, data),) = self.font.splitString(chr(point), self.document)
        (code,) = data
        if subset:
            self.beyond[chr(point)] = subset
        self[point] = written = chr(code) if 32 <= code < 127 and chr(code) not in "()\\" else f"\\{code:03o}"
        return written

    def shown(self, text: str) -> list[tuple[str, str]]:
        """Return a text as pieces, each with the name of its font and its codes."""
        codes = text.translate(self)
        if not self.beyond:
            return [(self._name(0), codes)]
        return [
            (self._name(subset), "".join(chars).translate(self))
            for subset, chars in groupby(text, key=lambda char: self.beyond.get(char, 0))
        ]

    def _name(self, subset: int) -> str:
        name: str = self.font.getSubsetInternalName(subset, self.document)
        return name


class PdfPen:
    """Writes the operators of a page that is ``height`` points high; text is above everything else."""

    def __init__(self, height: float, codes_of: Callable[[Font], Codes]) -> None:
        self._height, self._codes_of = height, codes_of
        self._shapes: list[str] = []
        self._text: list[str] = []
        self._stroke: tuple[Color, float] | None = None
        self._dash: Dashes = ()
        self._fill: Color | None = None
        self._font: tuple[str, float] | None = None
        self._text_color: Color | None = None

    def text(self, fragment: Fragment, x: float, baseline: float) -> None:
        _, _, text, font, size, color = fragment
        write = self._text.append
        if color != self._text_color:
            write(f"{_operand(color)} rg")
            self._text_color = color
        write(f"1 0 0 1 {x:.2f} {self._height - baseline:.2f} Tm")
        for name, shown in self._codes_of(font).shown(text):
            if (name, size) != self._font:
                write(f"{name} {size:.2f} Tf")
                self._font = (name, size)
            write(f"({shown}) Tj")

    def path(self, points: Sequence[Point], paint: Paint, *, closed: bool) -> None:
        first, *others = ((x, self._height - y) for x, y in points)
        path = f"{first[0]:.2f} {first[1]:.2f} m " + " ".join(f"{x:.2f} {y:.2f} l" for x, y in others)
        self._paint(f"{path} h" if closed else path, paint)

    def rect(self, box: Box, paint: Paint, round_by: float) -> None:
        y = self._height - box.bottom
        if round_by:
            path = _rounded(box.left, y, box.right, y + box.height, round_by)
        else:
            path = f"{box.left:.2f} {y:.2f} {box.width:.2f} {box.height:.2f} re"
        self._paint(path, paint)

    def squares(self, boxes: Sequence[Box], fill: Color) -> None:
        rects = (f"{box.left:.3f} {self._height - box.bottom:.3f} {box.width:.3f} {box.height:.3f} re" for box in boxes)
        self._paint(" ".join(rects), Paint(fill))

    def operators(self) -> str:
        """Return everything that was drawn."""
        return "\n".join([*self._shapes, "BT", *self._text, "ET"])

    def _paint(self, path: str, paint: Paint) -> None:
        fill, stroke, weight, dash = paint
        if fill and fill != self._fill:
            self._shapes.append(f"{_operand(fill)} rg")
            self._fill = fill
        if stroke and (stroke, weight) != self._stroke:
            self._shapes.append(f"{_operand(stroke)} RG {weight:.2f} w")
            self._stroke = (stroke, weight)
        if stroke and dash != self._dash:
            self._shapes.append(f"[{' '.join(f'{length:.2f}' for length in dash)}] 0 d")
            self._dash = dash
        self._shapes.append(f"{path} {'B' if fill and stroke else 'f' if fill else 'S'}")


def _rounded(x: float, y: float, right: float, top: float, radius: float) -> str:
    """Return a rectangle with round corners, one line per side and corner."""
    near = radius * (1 - _ROUND)
    points = (
        (x + radius, y),
        (right - radius, y),
        (right - near, y),
        (right, y + near),
        (right, y + radius),
        (right, top - radius),
        (right, top - near),
        (right - near, top),
        (right - radius, top),
        (x + radius, top),
        (x + near, top),
        (x, top - near),
        (x, top - radius),
        (x, y + radius),
        (x, y + near),
        (x + near, y),
        (x + radius, y),
    )
    path = "{} m {} l {} {} {} c {} l {} {} {} c {} l {} {} {} c {} l {} {} {} c h"
    return path.format(*(f"{px:.2f} {py:.2f}" for px, py in points))


def _operand(ink: Color) -> str:
    red, green, blue = ink
    return f"{red:.3f} {green:.3f} {blue:.3f}"


class PdfCanvas(Canvas):
    """A PDF that grows page by page."""

    def __init__(self, size: PageSize, *, low_ink: bool = False, recording: bool = False) -> None:
        super().__init__(size, low_ink=low_ink, recording=recording)
        pdf = ReportLabCanvas(
            BytesIO(),
            (self.width, self.height),
            pageCompression=1,
            invariant=1,
            lang="en",
            initialFontName=TEXT.ttf.fontName,
        )
        pdf.setAuthor("Muster")
        pdf.setCreator("Muster")
        pdf.setViewerPreference("DisplayDocTitle", "true")
        if size.trim:
            cut = (size.trim, size.trim, self.width - size.trim, self.height - size.trim)
            pdf.setTrimBox(cut)
            pdf.setBleedBox((0, 0, self.width, self.height))
        self._pdf = pdf
        self._codes: dict[Font, Codes] = {}

    def describe(self, title: str, subject: str) -> None:
        self._pdf.setTitle(harmless(title))
        self._pdf.setSubject(harmless(subject))

    def link(self, box: Box, address: str) -> None:
        self._pdf.linkURL(address, (box.left, self.height - box.bottom, box.right, self.height - box.top))

    def bookmark(self, words: str, key: str, y: float, level: int = 0) -> None:
        self._pdf.bookmarkPage(key, fit="XYZ", left=0, top=self.height - y)
        self._pdf.addOutlineEntry(" ".join(harmless(words).split()), key, level)

    def pdf(self) -> bytes:
        """Close the document and return it."""
        self._finish_page()
        written: bytes = self._pdf.getpdfdata()
        return written

    def _new_pen(self) -> PdfPen:
        self._written = PdfPen(self.height, self._codes_of)
        return self._written

    def _codes_of(self, font: Font) -> Codes:
        codes = self._codes.get(font)
        if codes is None:
            codes = self._codes[font] = Codes(font, self._pdf._doc)
        return codes

    def _finish_page(self) -> None:
        self._pdf.addLiteral(self._written.operators())
        self._pdf.showPage()
        # ReportLab keeps the operators of all pages and packs them at the end: packed now, they need a tenth.
        page = self._pdf._doc.Pages.pages[-1]
        page.Contents = _Packed(page.stream)
        page.stream = None


def pdf_of(draw: Callable[[Canvas], None], size: PageSize, *, low_ink: bool = False) -> bytes:
    """Return a PDF of a function's drawing on pages of that size."""
    canvas = PdfCanvas(size, low_ink=low_ink)
    draw(canvas)
    return canvas.pdf()


class _Packed(PDFStream):  # type: ignore[misc] # ReportLab publishes no types
    """The operators of a page, compressed, and discarded once they are written."""

    def __init__(self, operators: str) -> None:
        packed = PDFDictionary({"Filter": PDFArray([PDFName("FlateDecode")])})
        super().__init__(packed, zlib.compress(operators.encode("latin-1")))

    def format(self, canvas: PDFDocument) -> bytes:
        written: bytes = super().format(canvas)
        self.content = None
        return written


CanvasDrawing = Callable[[Canvas], None]

TOO_LONG: Final = "This is too much to print at once. Choose less, or shorten the texts of your own creatures."


def _go_on(page: int) -> None:
    """Allow a drawing to continue."""


@dataclass(frozen=True, slots=True)
class PrintBudget:
    """The budget of one print: seconds of processor time, and characters; ``on_page`` is called before each page.

    ``is_last`` is True if no larger budget is available.
    """

    seconds: float
    letters: int
    on_page: Callable[[int], None] = _go_on
    is_last: bool = False


WAITING: Final = PrintBudget(seconds=4.0, letters=1_000_000)
"""The budget while a person waits: the hundred longest cards take a second, and have less than half of the text."""
BACKGROUND_SECONDS: Final = 90.0
BACKGROUND_LETTERS: Final = 4_000_000

_granted: ContextVar[PrintBudget | None] = ContextVar("_granted", default=None)


class DrawingTooLong(Exception):
    """A print exceeds its budget: ``sentence`` tells the person; ``can_wait`` is True if a larger budget may be
    enough.
    """

    def __init__(self, sentence: str = TOO_LONG, *, can_wait: bool = True) -> None:
        super().__init__(sentence)
        self.sentence, self.can_wait = sentence, can_wait


def budget_now() -> PrintBudget:
    """Return the budget in this context."""
    return _granted.get() or WAITING


@contextmanager
def granted(budget: PrintBudget) -> Iterator[None]:
    """Grant a budget to prints in this context."""
    token = _granted.set(budget)
    try:
        yield
    finally:
        _granted.reset(token)


def background_budget(on_page: Callable[[int], None]) -> PrintBudget:
    """Return the budget of a print in the background."""
    return PrintBudget(BACKGROUND_SECONDS, BACKGROUND_LETTERS, on_page, is_last=True)


def bounded(draw: CanvasDrawing) -> CanvasDrawing:
    """Return a drawing that raises ``DrawingTooLong`` when its time runs out, however many parts it has."""
    budget = budget_now()
    ends = time.thread_time() + budget.seconds

    def _stop_late() -> None:
        if time.thread_time() > ends:
            raise DrawingTooLong(can_wait=not budget.is_last)

    def _drawn(canvas: Canvas) -> None:
        def _before_page() -> None:
            _stop_late()
            budget.on_page(canvas.page + 1)

        canvas.before_page = _before_page
        with pace(_stop_late):
            draw(canvas)

    return _drawn


def bounded_pdf(draw: CanvasDrawing, size: PageSize, *, low_ink: bool = False) -> bytes:
    """Return a PDF; raise ``DrawingTooLong`` if it exceeds the present budget."""
    return pdf_of(bounded(draw), size, low_ink=low_ink)


def check_letters(letters: int, cure: str) -> None:
    """Raise ``DrawingTooLong`` if there are more characters than the budget allows; ``cure`` says what to do
    instead.
    """
    budget = budget_now()
    if letters <= budget.letters:
        return
    sentence = f"This is {letters:,} characters of text; one file can hold at most {budget.letters:,}. {cure}"
    raise DrawingTooLong(sentence, can_wait=letters <= BACKGROUND_LETTERS and not budget.is_last)
