"""The pages to print from, with a sample, the files that they lead to, and cards of an address or a selection."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Owner
from common.web.address import Address, is_key, is_partial
from common.web.files import pdf_response
from compendium.builtin import built_in_cards
from compendium.models import CardRevision, Creature
from compendium.selectors import creatures as selectors
from compendium.selectors.creature_list import CreatureName, creatures_by_id, distinct_names
from compendium.selectors.creatures import creature_tactics, lay_out, printed_sources
from compendium.web import printing, selection
from compendium.web.creatures import viewer_of
from compendium.web.printables.jobs import MOST, Draw, Pairs, Printable, PrintJob, cards_of, unknown_note
from compendium.web.printables.tables import (
    BLANK_CARDS,
    CONDITION_CARDS,
    CONDITION_TOKENS,
    DEPLOYMENTS,
    ITEM_CARDS,
    OBJECTIVE_CARDS,
    REFERENCE_SHEET,
    SPECIAL_OBJECTIVE_CARDS,
    TERRAIN_TILES,
)
from compendium.web.printing import PrintOptions, answer_too_long, can_print_later, check_text
from compendium.web.selection import COPIES, LIMIT
from printing.canvas import Canvas, paper_size
from printing.cards.creatures import creature
from printing.cards.frame import ContentBuilder
from printing.pdf import DrawingTooLong, bounded_pdf
from printing.roster import draw_roster
from printing.svg import SvgCanvas
from rules.building.draft import Draft
from rules.legality.resolved import Rulebook, resolve
from rules.legality.verdict import verdict_of
from rules.roster import Member, Roster
from rules.sheets.members import sheet_of_resolved
from rules.text import capped_number

_KEYS = ("wyrmling-green-dragon", "basilisk", "boar", *("kobold-warrior",) * 4)
_MEMBERS = tuple(Member(key, f"m{number}") for number, key in enumerate(_KEYS, start=1))
_ROSTER = Roster(_MEMBERS, "Ash Company", "limited", 150, "LE")


@cache
def sample_roster() -> SafeString:
    """Return the first page of a roster sheet as SVG. It is drawn once."""
    resolved = resolve(_ROSTER, Rulebook.of(*built_in_cards()))
    canvas = SvgCanvas(paper_size("a4"))
    draw_roster(canvas, sheet_of_resolved(Draft(_ROSTER), resolved, verdict_of(resolved), card_sheet=lay_out))
    return SafeString(canvas.svg("Roster sheet"))


NAME = "Creature cards"
_NOBODY = "No creature is selected. Tick creatures in the list to print their cards."
_NOBODY_NAMED = "There is no creature to print here."
_TOO_MANY_NAMED = f"You can print at most {LIMIT} creatures at once; the others were left out."


@dataclass(frozen=True, slots=True)
class CreatureCopies:
    """A creature to print with its number of cards; ``without`` is the address without it."""

    key: str
    name: str
    copies: int
    without: str = ""


def creatures_job(request: HttpRequest) -> PrintJob:
    """Return the cards that an address names, else those of the selection. At most two queries."""
    if "creature" in request.GET:
        return _named(request.GET, viewer_of(request, request.GET.getlist("creature")))
    return selected_job(selection.read_selection(request))


def selected_job(chosen: selection.Copies) -> PrintJob:
    """Return the cards of a selection. Two queries, none for an empty one."""
    return _job(
        {creature_name.key: chosen[creature_name.number] for creature_name in creatures_by_id(chosen)}, refusal=_NOBODY
    )


def copies_read(query: QueryDict) -> dict[str, int]:
    """Return the number of copies of each creature in a form or an address; one by default.

    Invalid keys are omitted, and so are creatures after the first 120.
    """
    keys, numbers = query.getlist("creature"), query.getlist("copies")
    copies: dict[str, int] = {}
    for key, number in zip_longest(keys, numbers[: len(keys)], fillvalue="1"):
        if is_key(key) and (key in copies or len(copies) < LIMIT):
            copies[key] = min(copies.get(key, 0) + _copies(number), COPIES)
    return copies


def print_url(pairs: Pairs) -> str:
    """Return the address of the page that prints the creatures that the pairs name."""
    return str(Address(reverse("compendium:print", args=["creatures"]), pairs))


def _copies(text: str) -> int:
    return max(capped_number(text, COPIES) or 1, 1)


def _named(query: QueryDict, viewer: Owner | None) -> PrintJob:
    copies = copies_read(query)
    done = _job(copies, viewer, refusal=_NOBODY_NAMED)
    lines: Sequence[CreatureCopies] = done.shown["lines"]
    known = {line.key for line in lines}
    asked = dict.fromkeys(filter(None, query.getlist("creature")))
    notes = unknown_note(key for key in asked if key not in known and (key in copies or not is_key(key)))
    if any(is_key(key) and key not in copies for key in asked):
        notes = (*notes, _TOO_MANY_NAMED)
    linked = [replace(line, without=_without(line, lines)) for line in lines]
    return replace(done, pairs=_pairs(lines), notes=notes, shown={**done.shown, "named": True, "lines": linked})


def _job(copies: Mapping[str, int], viewer: Owner | None = None, *, refusal: str) -> PrintJob:
    """Return the cards of creatures, by their keys. One query, a second for imported ones, none without keys."""
    printed = [(row, row.current) for row in selectors.creatures_get(copies, viewer) if row.current is not None]
    names = distinct_names(
        [CreatureName(row.pk, row.key, row.name, row.source.name, row.alignment, row.license) for row, _ in printed]
    )
    lines = [CreatureCopies(row.key, name, copies[row.key]) for (row, _), name in zip(printed, names, strict=True)]
    total = sum(line.copies for line in lines)
    shown = {"lines": lines, "total": total, "most_copies": COPIES, "named": False}
    if not lines:
        return PrintJob(refusal=refusal, shown={**shown, "nothing": True})
    if total > MOST:
        return PrintJob(
            refusal=f"One file can have at most {MOST} cards, and you asked for {total}. Print fewer copies.",
            shown=shown,
        )
    sources = printed_sources(row for row, _ in printed)
    single = len(lines) == 1

    def draw(canvas: Canvas, options: PrintOptions) -> None:
        sheets = ((selectors.creature_sheet(current, row), copies[row.key]) for row, current in printed)
        check_text(sheets, "Print fewer copies, or fewer creatures.")
        cards = [(_card(row, current, sources[row.key], options), copies[row.key]) for row, current in printed]
        _cards(cards, names[0] if single else NAME)(canvas, options)

    return PrintJob(draw, name=lines[0].key if single else "cards", shown=shown)


def _card(row: Creature, current: CardRevision, source: str, options: PrintOptions) -> ContentBuilder:
    tactics = creature_tactics(row, current) if options.gambits else None
    return creature(selectors.creature_sheet(current, row), source, tactics.sheet if tactics else None)


def _cards(cards: Sequence[tuple[ContentBuilder, int]], title: str) -> Draw:
    return cards_of([copy for card, copies in cards for copy in [card] * copies], title)


def _pairs(lines: Sequence[CreatureCopies]) -> Pairs:
    if all(line.copies == 1 for line in lines):
        return tuple(("creature", line.key) for line in lines)
    return tuple(pair for line in lines for pair in (("creature", line.key), ("copies", str(line.copies))))


def _without(line: CreatureCopies, lines: Sequence[CreatureCopies]) -> str:
    rest = [creature_copies for creature_copies in lines if creature_copies != line]
    return print_url(_pairs(rest)) if rest else ""


def _sample_card() -> Draw:
    return _cards([(creature(selectors.card_sheet(built_in_cards()[0])), 1)], NAME)


CREATURE_CARDS = Printable(
    "creatures",
    NAME,
    "The cards of your selected creatures, as many of each as you field.",
    creatures_job,
    _sample_card,
    ticks=(*printing.CARDS, "gambits"),
    choice="compendium/printables/creatures.html",
)


CARDS = (CREATURE_CARDS, ITEM_CARDS, CONDITION_CARDS, OBJECTIVE_CARDS, SPECIAL_OBJECTIVE_CARDS, BLANK_CARDS)
AIDS = (REFERENCE_SHEET, CONDITION_TOKENS, TERRAIN_TILES, DEPLOYMENTS)
PRINTABLES: dict[str, Printable] = {card.key: card for card in (*CARDS, *AIDS)}
"""The printables, by their keys in addresses."""


@require_safe
def hub(request: HttpRequest) -> HttpResponse:
    """Show the printables. No query."""
    groups = [
        (name, [(printable, _sample(printable)) for printable in group])
        for name, group in (("Cards", CARDS), ("Table aids", AIDS))
    ]
    return render(
        request,
        "compendium/printables/hub.html",
        {"groups": groups, "roster": sample_roster(), "selected": len(selection.read_selection(request))},
    )


@require_safe
def page(request: HttpRequest, what: str) -> HttpResponse:
    """Show a print, and its options. At most two queries."""
    printable = _printable(what)
    return _page(request, printable, printable.read(request))


@can_print_later
@require_safe
def file(request: HttpRequest, what: str) -> HttpResponse:
    """Answer with the file, or with a sentence or a page that explains why there is none."""
    printable = _printable(what)
    job = printable.read(request)
    if draw := job.draw:
        options = printing.options_from_query(request.GET, printable.ticks)
        try:
            pdf = bounded_pdf(lambda canvas: draw(canvas, options), printable.size(options), low_ink=options.low_ink)
            response = pdf_response(pdf, job.name)
        except DrawingTooLong as fault:
            response = answer_too_long(request, fault)
    else:
        response = HttpResponse(f"{job.refusal}\n", content_type="text/plain; charset=utf-8", status=404)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_POST
def change_copies(request: HttpRequest) -> HttpResponse:
    """Change how many cards of the selected creatures are printed, or remove one. At most three queries."""
    chosen = selection.read_selection(request)
    asked, out = copies_read(request.POST), request.POST.getlist("out")
    changed = {
        creature.number: asked.get(creature.key, chosen[creature.number])
        for creature in creatures_by_id(chosen)
        if creature.key not in out
    }
    if is_partial(request):
        response = _page(request, CREATURE_CARDS, selected_job(changed))
    else:
        response = HttpResponseRedirect(_way(CREATURE_CARDS))
    selection.keep_selection(response, changed)
    return response


def _page(request: HttpRequest, printable: Printable, job: PrintJob) -> HttpResponse:
    options = printing.options_from_query(request.GET, printable.ticks, printing.options_from_cookie(request))
    pairs = (*job.pairs, *options.pairs(printable.ticks))
    here = Address(_way(printable), pairs)
    pdf = str(Address(reverse("compendium:print-pdf", args=[printable.key]), pairs))
    draw = job.draw
    return printing.print_page(
        request,
        "compendium/printables/page.html",
        address=here,
        options=options,
        ticks=printable.ticks,
        pdf=pdf,
        size=printable.size(options),
        draw=(lambda canvas: draw(canvas, options)) if draw else None,
        refusal=job.refusal,
        update="compendium/printables/update.html",
        printable=printable,
        notes=job.notes,
        **job.shown,
    )


def _printable(what: str) -> Printable:
    if what not in PRINTABLES:
        raise Http404(f"There is no {what} to print.")
    return PRINTABLES[what]


def _way(printable: Printable) -> str:
    return reverse("compendium:print", args=[printable.key])


@cache
def _sample(printable: Printable) -> SafeString:
    """Draw the sample page of a printable; once."""
    canvas = SvgCanvas(printable.sample_size)
    printable.sample()(canvas, PrintOptions(single=True))
    return SafeString(canvas.svg(printable.name))
