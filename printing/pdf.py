"""Pages as a PDF, with bookmarks and links. The same calls give the same bytes."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from io import BytesIO

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFDocument, PDFName, PDFStream
from reportlab.pdfgen.canvas import Canvas

from printing.document import Box, Document, Size
from printing.faces import TEXT, Face
from printing.pen import Codes, PdfPen
from printing.text import harmless


class PdfDocument(Document):
    """A PDF that grows page by page."""

    def __init__(self, size: Size, *, low_ink: bool = False, recording: bool = False) -> None:
        super().__init__(size, low_ink=low_ink, recording=recording)
        canvas = Canvas(
            BytesIO(),
            (self.width, self.height),
            pageCompression=1,
            invariant=1,
            lang="en",
            initialFontName=TEXT.font.fontName,
        )
        canvas.setAuthor("Muster")
        canvas.setCreator("Muster")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if size.trim:
            cut = (size.trim, size.trim, self.width - size.trim, self.height - size.trim)
            canvas.setTrimBox(cut)
            canvas.setBleedBox((0, 0, self.width, self.height))
        self._canvas = canvas
        self._codes: dict[Face, Codes] = {}

    def describe(self, title: str, subject: str) -> None:
        """Tell readers the title and the subject."""
        self._canvas.setTitle(harmless(title))
        self._canvas.setSubject(harmless(subject))

    def link(self, box: Box, address: str) -> None:
        """Let a click into a box open an address."""
        self._canvas.linkURL(address, (box.left, self.height - box.bottom, box.right, self.height - box.top))

    def bookmark(self, words: str, key: str, y: float, level: int = 0) -> None:
        """Enter a place of this page into the document's outline; the key is the place's own."""
        self._canvas.bookmarkPage(key, fit="XYZ", left=0, top=self.height - y)
        self._canvas.addOutlineEntry(" ".join(harmless(words).split()), key, level)

    def pdf(self) -> bytes:
        """Close the document and return it."""
        self._finish_page()
        written: bytes = self._canvas.getpdfdata()
        return written

    def _new_pen(self) -> PdfPen:
        self._written = PdfPen(self.height, self._codes_of)
        return self._written

    def _codes_of(self, face: Face) -> Codes:
        codes = self._codes.get(face)
        if codes is None:
            codes = self._codes[face] = Codes(face, self._canvas._doc)
        return codes

    def _finish_page(self) -> None:
        self._canvas.addLiteral(self._written.operators())
        self._canvas.showPage()
        # ReportLab keeps the operators of all pages and packs them at the end: packed now, they need a tenth.
        page = self._canvas._doc.Pages.pages[-1]
        page.Contents = _Packed(page.stream)
        page.stream = None


def pdf_of(draw: Callable[[Document], None], size: Size, *, low_ink: bool = False) -> bytes:
    """Return what a function draws on pages of that size."""
    document = PdfDocument(size, low_ink=low_ink)
    draw(document)
    return document.pdf()


class _Packed(PDFStream):  # type: ignore[misc] # ReportLab publishes no types
    """The operators of a page, packed, and forgotten as soon as they are written."""

    def __init__(self, operators: str) -> None:
        packed = PDFDictionary({"Filter": PDFArray([PDFName("FlateDecode")])})
        super().__init__(packed, zlib.compress(operators.encode("latin-1")))

    def format(self, document: PDFDocument) -> bytes:
        written: bytes = super().format(document)
        self.content = None
        return written
