"""Printing in one step, for tests that look at the file."""

from collections.abc import Iterable

from printing.canvas import Paper, paper_size
from printing.cards.frame import ContentBuilder
from printing.cards.sheets import CardPaper, card_size, draw_cards
from printing.pdf import pdf_of
from printing.roster import draw_roster
from rules.sheets.model import RosterSheet


def roster_pdf(
    sheet: RosterSheet, *, paper: Paper = "a4", landscape: bool = False, link: str = "", low_ink: bool = False
) -> bytes:
    """Return a roster sheet as a file."""
    size = paper_size(paper, landscape=landscape)
    return pdf_of(lambda canvas: draw_roster(canvas, sheet, link), size, low_ink=low_ink)


def cards_pdf(
    settings: Iterable[ContentBuilder],
    *,
    paper: CardPaper = "a4",
    title: str = "Cards",
    backs: bool = False,
    bleed: bool = False,
    low_ink: bool = False,
) -> bytes:
    """Return cards as a file."""
    return pdf_of(
        lambda canvas: draw_cards(canvas, settings, title=title, backs=backs, bleed=bleed),
        card_size(paper, bleed=bleed),
        low_ink=low_ink,
    )
