"""How fast and how large print is, beside bare ReportLab that draws as many paragraphs and strings on as many pages."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas as ReportLabCanvas
from reportlab.platypus import Paragraph

from benchmarks.harness import paired
from compendium.builtin import built_in_cards
from printing import text
from printing.canvas import Canvas, PageSize, PlacedText, paper_size
from printing.cards.creatures import creature
from printing.cards.sheets import card_size, draw_cards
from printing.pdf import PdfCanvas, pdf_of
from printing.roster import draw_roster
from printing.text import TEXT, Run, TextLine
from rules.building.draft import Draft
from rules.cards.sheet import CreatureCard, creature_card
from rules.legality.resolved import Rulebook
from rules.roster import ItemChoice, Member, Roster
from rules.sheets.model import RosterSheet
from tests.rules.laid_out import roster_sheet

RUNS = 11
CARDS = 54
MARGIN = 40.0


@dataclass(frozen=True, slots=True)
class Print:
    """Something that is printed: what it is called, the pages it wants, and how it is drawn on them."""

    name: str
    size: PageSize
    draw: Callable[[Canvas], None]

    def pdf(self) -> bytes:
        """Print it."""
        return pdf_of(self.draw, self.size)


@dataclass
class Words:
    """What was drawn: paragraphs with their markup and width, strings with their size and place, and boxes."""

    size: PageSize
    pages: int = 0
    paragraphs: list[tuple[str, float]] = field(default_factory=list)
    strings: list[tuple[str, float, float, float]] = field(default_factory=list)
    boxes: list[PlacedText] = field(default_factory=list)


def words_of(printed: Print) -> Words:
    """Draw something and note which of its lines belong to a paragraph; types that were only tried do not count."""
    set_by: dict[int, _Noting] = {}
    printed_words = Words(printed.size)
    noted: set[int] = set()

    class _Noting(text._Setter):
        def __init__(self, width: float, indent: float, hang: float) -> None:
            super().__init__(width, indent, hang)
            self.room, self.runs = width, list[Run]()

        def add(self, words: str, style: text.Style) -> None:
            self.runs.append(Run(words, style))
            super().add(words, style)

        def finished(self) -> list[TextLine]:
            lines = super().finished()
            set_by.update((id(line), self) for line in lines)
            kept.extend(lines)
            return lines

    kept: list[TextLine] = []  # so that no line takes the place of another

    class _RecordingCanvas(PdfCanvas):
        def text(self, line: TextLine, x: float, baseline: float) -> None:
            setter = set_by.get(id(line))
            if setter is None or setter.room == float("inf"):
                printed_words.strings.extend(
                    (fragment.text, fragment.size, x + fragment.x, baseline) for fragment in line.fragments
                )
            elif id(setter) not in noted:
                noted.add(id(setter))
                printed_words.paragraphs.append((_markup(setter.runs), setter.room))
            super().text(line, x, baseline)

    bare, text._Setter = text._Setter, _Noting  # type: ignore[misc] # for one drawing
    try:
        canvas = _RecordingCanvas(printed.size, recording=True)
        printed.draw(canvas)
    finally:
        text._Setter = bare  # type: ignore[misc] # as it was
    printed_words.pages = canvas.page
    printed_words.boxes = [box for box in canvas.placed or () if not box.text]
    return printed_words


def _markup(runs: list[Run]) -> str:
    """Return the words of runs for ReportLab's paragraphs, in one font: less to do than to draw them as they are."""
    return escape("".join(words for words, _ in runs)).replace("\n", "<br/>")


def bare(words: Words) -> bytes:
    """Draw as many paragraphs, strings and boxes on as many pages, in no order that means anything."""
    plain = ParagraphStyle("plain", fontName=TEXT.ttf.fontName, fontSize=8, leading=9.6)
    file = io.BytesIO()
    canvas = ReportLabCanvas(file, (words.size.width, words.size.height), pageCompression=1, invariant=1)
    for page in range(words.pages):
        y = words.size.height - MARGIN
        for markup, width in words.paragraphs[page :: words.pages]:
            paragraph = Paragraph(markup, plain)
            _, height = paragraph.wrap(width, words.size.height)
            paragraph.drawOn(canvas, MARGIN, y - height)
            y -= 3
        for string, size, x, baseline in words.strings[page :: words.pages]:
            canvas.setFont(TEXT.ttf.fontName, size)
            canvas.drawString(x, words.size.height - baseline, string)
        for box in words.boxes[page :: words.pages]:
            canvas.rect(box.box.left, words.size.height - box.box.bottom, box.box.width, box.box.height)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def peak_of(run: Callable[[], bytes]) -> tuple[int, int]:
    """Return how many bytes a run holds at most, and how many it returns; what is read once is there already."""
    run()
    tracemalloc.start()
    size = len(run())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak, size


def warband_of(number: int) -> RosterSheet:
    """Return the sheet of a warband of so many members, one in three with an item."""
    cards = built_in_cards()
    chosen = [cards[place * len(cards) // number] for place in range(number)]
    members = tuple(
        Member(card.key, f"m{place}", items=(ItemChoice("holy-water"),) if place % 3 == 0 else ())
        for place, card in enumerate(chosen, start=1)
    )
    draft = Draft(Roster(members, "Ash Company", "unlimited", 2000))
    return roster_sheet(draft, Rulebook.of(*cards))


def cards(name: str, sheets: list[CreatureCard]) -> Print:
    """Print creatures as cards, nine on a page."""
    return Print(
        name,
        card_size("a4", bleed=False),
        lambda canvas: draw_cards(canvas, map(creature, sheets), title="Cards"),
    )


def _line(printed: Print) -> str:
    words = words_of(printed)
    pair = paired(printed.pdf, lambda: bare(words), RUNS, warm_up=2)
    peak, size = peak_of(printed.pdf)
    floor_peak, _ = peak_of(lambda: bare(words))
    return (
        f"  {printed.name:<28}{pair.milliseconds:7.1f} ms {pair.ratio:5.2f} x"
        f"{words.pages:4} pages {words.pages / pair.milliseconds * 1000:5.0f} a second"
        f"{size / 1000:7.0f} kB, at most {peak / 1e6:5.1f} MB (bare {floor_peak / 1e6:.1f})"
        f"   {len(words.paragraphs)} paragraphs, {len(words.strings)} strings"
    )


def report() -> list[str]:
    """Measure and return the lines to print."""
    sheet = warband_of(12)
    sheets = [creature_card(card) for card in built_in_cards()]
    prints = [
        Print("roster sheet of 12", paper_size("a4"), lambda canvas: draw_roster(canvas, sheet)),
        cards(f"{CARDS} cards", sheets[:: len(sheets) // CARDS][:CARDS]),
        cards(f"all {len(sheets)} creatures as cards", sheets),
        cards("the same four times over", sheets * 4),
    ]
    heading = (
        f"Print, beside bare ReportLab of as many words (to reach: 1.5 x, {CARDS} cards in 1 s, memory of the file)"
    )
    return [heading, *map(_line, prints)]
