"""The pages to print from, the files that they lead to, and changing how many copies of a creature are printed."""

from __future__ import annotations

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from common.web.address import Address, is_partial
from compendium.selectors.creature_list import creatures_by_id
from compendium.web import printing, selection
from compendium.web.printables.creatures import CREATURE_CARDS, copies_read, selected_job
from compendium.web.printables.jobs import Printable, PrintJob
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
from compendium.web.printing import PrintOptions, answer_too_long, can_print_later
from printing.pdf import DrawingTooLong, bounded_pdf
from printing.svg import SvgCanvas

CARDS = (CREATURE_CARDS, ITEM_CARDS, CONDITION_CARDS, OBJECTIVE_CARDS, SPECIAL_OBJECTIVE_CARDS, BLANK_CARDS)
AIDS = (REFERENCE_SHEET, CONDITION_TOKENS, TERRAIN_TILES, DEPLOYMENTS)
PRINTABLES: dict[str, Printable] = {card.key: card for card in (*CARDS, *AIDS)}
"""What can be printed, by its key in addresses."""


@require_safe
def hub(request: HttpRequest) -> HttpResponse:
    """Show what can be printed. No query."""
    groups = [
        (name, [(printable, _sample(printable)) for printable in group])
        for name, group in (("Cards", CARDS), ("Table aids", AIDS))
    ]
    return render(
        request,
        "compendium/printables/hub.html",
        {"groups": groups, "selected": len(selection.read_selection(request))},
    )


@require_safe
def page(request: HttpRequest, what: str) -> HttpResponse:
    """Show what will be printed, and what can be chosen about it. At most two queries."""
    printable = _printable(what)
    return _page(request, printable, printable.read(request))


@can_print_later
@require_safe
def file(request: HttpRequest, what: str) -> HttpResponse:
    """Answer with the file; of what cannot be printed with a sentence or a page that says why."""
    printable = _printable(what)
    job = printable.read(request)
    if draw := job.draw:
        options = printing.options_from_query(request.GET, printable.ticks)
        try:
            pdf = bounded_pdf(lambda canvas: draw(canvas, options), printable.size(options), low_ink=options.low_ink)
            response = printing.pdf_response(pdf, job.name)
        except DrawingTooLong as fault:
            response = answer_too_long(request, fault)
    else:
        response = HttpResponse(f"{job.refusal}\n", content_type="text/plain; charset=utf-8", status=404)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_POST
def change_copies(request: HttpRequest) -> HttpResponse:
    """Change how many cards of the selected creatures are printed, or take one out. At most three queries."""
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
    """Draw the page that stands for something; once."""
    canvas = SvgCanvas(printable.sample_size)
    printable.sample()(canvas, PrintOptions(single=True))
    return SafeString(canvas.svg(printable.name))
