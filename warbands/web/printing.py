"""Printing a warband: a page to choose the print and its options, with a preview, and the files. Secrets are not
printed.

The roster sheet shows the whole warband; cards are of the ticked members.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_safe

from common.web.address import Address, fits_in_address
from common.web.files import pdf_response
from common.web.refusals import never_stored
from compendium.selectors.creatures import printed_sources_of
from compendium.web import printing
from compendium.web.printing import CARDS, SHEET, PrintOptions, Ticks, can_print_later
from printing.canvas import Canvas, PageSize, paper_size
from printing.cards.sheets import card_size, draw_warband_cards
from printing.pdf import DrawingTooLong, bounded_pdf
from printing.roster import draw_roster
from rules.building.draft import Draft
from rules.sheets.members import MemberGroup, member_groups
from rules.sheets.model import NAMELESS, MemberSheet, RosterSheet
from warbands.selectors.crests import crest_beside
from warbands.selectors.legality import CampaignPlaces, sheet_today
from warbands.selectors.warbands import OpenWarband
from warbands.web.access import open_warband_or_404
from warbands.web.sharing import file_name, link_of, lost, shared_open, unlisted

ITEMS = "items"
NO_CREATURES = "This warband has no creatures yet, so there is nothing to print."
NO_CREATURE_TICKED = "No creature is ticked. Tick the members whose cards you want."
MOST_ITEMS = 300
"""Cards of items in one file."""


@dataclass(frozen=True)
class PrintableWarband:
    """A warband to print, for its owner or a visitor of its ``link``, with the addresses of page and files."""

    opened: OpenWarband
    draft: Draft
    places: CampaignPlaces
    link: str
    page: str
    files: Mapping[str, str]
    context: Mapping[str, Any]

    @cached_property
    def sheet(self) -> RosterSheet:
        """The print."""
        return sheet_today(self.opened, self.places, self.draft)

    @cached_property
    def sources(self) -> dict[str, str]:
        """The sources of its creatures that are not built in, by their keys. Three queries at most."""
        return printed_sources_of(member.card for member in self.sheet.members if member.card)

    @cached_property
    def groups(self) -> tuple[MemberGroup, ...]:
        """Its members, equal ones together."""
        return member_groups(self.sheet)

    @property
    def name(self) -> str:
        """Its name."""
        return self.sheet.name or NAMELESS


@require_safe
@never_stored
def own(request: HttpRequest, key: str, places: CampaignPlaces) -> HttpResponse:
    """Show a warband's player the possible prints of it, with a preview."""
    return _page(request, _own(request, key, places))


@can_print_later
@require_safe
@never_stored
def own_file(request: HttpRequest, key: str, kind: str, places: CampaignPlaces) -> HttpResponse:
    """Print a warband for its player: the roster sheet or the cards."""
    return _file(request, _own(request, key, places), kind)


@require_safe
@never_stored
def print_shared(request: HttpRequest, token: str, places: CampaignPlaces) -> HttpResponse:
    """Show a visitor of a warband's link the possible prints of it."""
    warband = _shared(request, token, places)
    return unlisted(_page(request, warband) if warband else lost(request))


@can_print_later
@require_safe
@never_stored
def shared_file(request: HttpRequest, token: str, kind: str, places: CampaignPlaces) -> HttpResponse:
    """Print a shared warband for a visitor of its link."""
    warband = _shared(request, token, places)
    return unlisted(_file(request, warband, kind) if warband else lost(request))


def _own(request: HttpRequest, key: str, places: CampaignPlaces) -> PrintableWarband:
    _, opened = open_warband_or_404(request, key)
    return _warband(request, opened, opened.draft.shared, places, ("print", "pdf", "cards-pdf"), key, {})


def _shared(request: HttpRequest, token: str, places: CampaignPlaces) -> PrintableWarband | None:
    opened = shared_open(token)
    routes = ("shared-print", "shared-pdf", "shared-cards-pdf")
    return _warband(request, opened, opened.draft, places, routes, token, {"token": token}) if opened else None


def _warband(
    request: HttpRequest,
    opened: OpenWarband,
    draft: Draft,
    places: CampaignPlaces,
    routes: tuple[str, str, str],
    key: str,
    context: Mapping[str, Any],
) -> PrintableWarband:
    page, sheet, cards = (reverse(f"warbands:{route}", args=[key]) for route in routes)
    files = {"sheet": sheet, "cards": cards}
    return PrintableWarband(
        opened, draft, places, link_of(request, opened.warband), page, files, {**context, "warband": opened.warband}
    )


@dataclass(frozen=True)
class WarbandPrintJob:
    """The request: the ``kind``, its options, and the creatures for cards."""

    warband: PrintableWarband
    kind: str
    ticks: Ticks
    options: PrintOptions
    chosen: tuple[MemberGroup, ...]

    @property
    def size(self) -> PageSize:
        """The size of its pages."""
        options = self.options
        if self.kind == "cards":
            return card_size(options.card_paper, bleed=options.bleed)
        return paper_size(options.paper, landscape=options.landscape)

    def draw(self, document: Canvas) -> None:
        """Draw it on the pages of a document."""
        self._check_text()
        options, sheet, sources = self.options, self.warband.sheet, self.warband.sources
        if self.kind == "cards":
            draw_warband_cards(
                document, sheet, self.chosen, sources, items=options.items, backs=options.backs, bleed=options.bleed
            )
        else:
            crest = crest_beside(self.warband.opened.warband, sheet)
            draw_roster(document, sheet, self.warband.link, sources, crest=crest)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The options and members to print, as parameters of an address."""
        pairs = self.options.pairs(self.ticks)
        if self.kind == "cards" and self.chosen != self.warband.groups:
            pairs += [("member", member) for member in [group.first.id for group in self.chosen] or [""]]
        return pairs

    @cached_property
    def refusal(self) -> str:
        """Why there is nothing to print; "" if there is."""
        if not self.warband.sheet.members:
            return NO_CREATURES
        if self.kind == "sheet":
            return ""
        items = sum(group.number * len(group.first.items) for group in self.chosen) if self.options.items else 0
        if items > MOST_ITEMS:
            return f"They carry {items:,} items; one file has cards of at most {MOST_ITEMS}. Choose fewer members."
        return "" if self.chosen else NO_CREATURE_TICKED

    def _check_text(self) -> None:
        """Raise ``DrawingTooLong`` if there is more text than one file may have."""
        if self.kind == "sheet":
            everybody = ((group.first, 1) for group in self.warband.groups)
            printing.check_text(everybody, "Print the cards of some of its members instead.")
        else:
            printing.check_text(((group.first, group.number) for group in self.chosen), "Choose fewer members.")


def _job(query: QueryDict, warband: PrintableWarband, kind: str, before: PrintOptions | None = None) -> WarbandPrintJob:
    """Read the request; without a choice of members, cards are printed for all. A group is named by any of its ids."""
    members = warband.sheet.members
    ticks: Ticks = SHEET
    if kind == "cards":
        ticks = (*CARDS, ITEMS) if any(member.items for member in members) else CARDS
    options = printing.options_from_query(query, ticks, before)
    if "tick" in query or "member" not in query or not _can_tick(members):
        return WarbandPrintJob(warband, kind, ticks, options, () if query.get("tick") == "none" else warband.groups)
    ids = set(query.getlist("member"))
    chosen = tuple(group for group in warband.groups if not ids.isdisjoint(group.ids))
    return WarbandPrintJob(warband, kind, ticks, options, chosen)


def _can_tick(members: tuple[MemberSheet, ...]) -> bool:
    """Whether an address can name the members: an imported warband may call them anything."""
    return fits_in_address("member", [member.id for member in members])


def _page(
    request: HttpRequest,
    warband: PrintableWarband,
    kind: str = "",
    status: int = 200,
    fault: DrawingTooLong | None = None,
) -> HttpResponse:
    query, members = request.GET, warband.sheet.members
    kind = kind or ("cards" if query.get("kind") == "cards" else "sheet")
    job = _job(query, warband, kind, printing.options_from_cookie(request))
    pairs = tuple(job.pairs)
    return printing.print_page(
        request,
        "warbands/print.html",
        address=Address(warband.page, (("kind", kind), *pairs)),
        options=job.options,
        ticks=job.ticks,
        offered=("landscape", *CARDS),
        pdf=str(Address(warband.files[kind], pairs)),
        size=job.size,
        draw=None if job.refusal else job.draw,
        refusal=job.refusal,
        fault=fault,
        update="warbands/print_update.html" if "tick" in query else "compendium/printed.html",
        status=status,
        **warband.context,
        name=warband.name,
        kind=kind,
        groups=[(group, group in job.chosen) for group in warband.groups] if _can_tick(members) else [],
        has_items=any(member.items for member in members),
    )


def _file(request: HttpRequest, warband: PrintableWarband, kind: str) -> HttpResponse:
    job = _job(request.GET, warband, kind)
    if job.refusal:
        return _page(request, warband, kind, status=404)
    try:
        pdf = bounded_pdf(job.draw, job.size, low_ink=job.options.low_ink)
    except DrawingTooLong as fault:
        return _page(request, warband, kind, status=422, fault=fault)
    name = file_name(warband.sheet.name)
    return pdf_response(pdf, f"{name}-cards" if kind == "cards" else name)
