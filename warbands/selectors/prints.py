"""A roster from elsewhere, laid out to be printed, and how much work printing it is."""

from __future__ import annotations

from dataclasses import dataclass

from compendium.selectors.creatures import printed_sources_of
from printing.budgets import bounded_pdf
from printing.canvas import Canvas, PageSize, Paper, paper_size
from printing.cards.sheets import card_size, draw_warband_cards
from printing.roster import draw_roster
from rules.building.draft import draft_of
from rules.cards import Card
from rules.roster import Roster
from rules.sheets import member_groups
from warbands.selectors.legality import public_rulebook
from warbands.selectors.sheets import sheet_of

MOST_ITEMS = 300
"""Cards of items in one file."""
LARGE = 150_000
"""Characters of cards that are not printed while a person waits."""


@dataclass(frozen=True, slots=True)
class RosterPrint:
    """What is printed of a roster, and how: the ``kind`` is ``sheet`` or ``cards``."""

    kind: str
    paper: Paper = "a4"
    single: bool = False
    landscape: bool = False
    low_ink: bool = False
    backs: bool = False
    bleed: bool = False
    items: bool = False

    @property
    def size(self) -> PageSize:
        """The size of its pages."""
        if self.kind == "cards":
            return card_size("card" if self.single else self.paper, bleed=self.bleed)
        return paper_size(self.paper, landscape=self.landscape)


def print_weight(roster: Roster, wanted: RosterPrint) -> int:
    """Return how many characters a print has to set, roughly: twice those of cards with backs. Six queries at most."""
    rulebook = public_rulebook(roster)
    cards = (rulebook.member_card(member) for member in roster.members)
    letters = sum(_letters(card) for card in cards if card is not None)
    return letters * (2 if wanted.kind == "cards" and wanted.backs else 1)


def _letters(card: Card) -> int:
    return 500 + sum(len(feature.effect) + 200 for feature in card.features)


def roster_pdf(roster: Roster, wanted: RosterPrint) -> bytes:
    """Return a roster as a PDF, by what everybody may see; homebrew comes with it. At most nine queries.

    Raise ``DrawingTooLong`` where that takes more than the budget of now.
    """
    draft = draft_of(roster).shared
    sheet = sheet_of(draft, public_rulebook(roster))
    sources = printed_sources_of(member.card for member in sheet.members if member.card)

    def _draw(canvas: Canvas) -> None:
        if wanted.kind == "cards":
            groups = member_groups(sheet)
            draw_warband_cards(
                canvas, sheet, groups, sources, items=wanted.items, backs=wanted.backs, bleed=wanted.bleed
            )
        else:
            draw_roster(canvas, sheet, "", sources)

    return bounded_pdf(_draw, wanted.size, low_ink=wanted.low_ink)
