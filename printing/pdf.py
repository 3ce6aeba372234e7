"""Pages as a PDF, with bookmarks and links. The same calls give the same bytes."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from io import BytesIO

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFDocument, PDFName, PDFStream
from reportlab.pdfgen.canvas import Canvas as ReportLabCanvas

from printing.canvas import Box, Canvas, PageSize
from printing.fonts import TEXT, Font
from printing.pdf_pen import Codes, PdfPen
from printing.text import harmless


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
        """Set the title and the subject."""
        self._pdf.setTitle(harmless(title))
        self._pdf.setSubject(harmless(subject))

    def link(self, box: Box, address: str) -> None:
        """Make a box a link."""
        self._pdf.linkURL(address, (box.left, self.height - box.bottom, box.right, self.height - box.top))

    def bookmark(self, words: str, key: str, y: float, level: int = 0) -> None:
        """Add a place of this page to the outline; each place has its own key."""
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
    """Return what a function draws on pages of that size."""
    canvas = PdfCanvas(size, low_ink=low_ink)
    draw(canvas)
    return canvas.pdf()


class _Packed(PDFStream):  # type: ignore[misc] # ReportLab publishes no types
    """The operators of a page, packed, and forgotten as soon as they are written."""

    def __init__(self, operators: str) -> None:
        packed = PDFDictionary({"Filter": PDFArray([PDFName("FlateDecode")])})
        super().__init__(packed, zlib.compress(operators.encode("latin-1")))

    def format(self, canvas: PDFDocument) -> bytes:
        written: bytes = super().format(canvas)
        self.content = None
        return written
