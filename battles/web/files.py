"""A battle as a file, its report as text and on paper, and its way back to the campaign."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from accounts.web.visitors import owner_to_be
from battles.selectors.campaign_reports import report_address_query
from battles.selectors.families import refuse_hidden
from battles.selectors.files import battle_file
from battles.selectors.folding import family_of_battle, folded_battle, folded_fight
from battles.services.files import battle_import
from battles.web.family_pages import pages_of
from battles.web.paper_names import report_name
from battles.web.visiting import played_battle_or_404, seen_battle_or_404
from common.refusal import Refusal
from compendium.web.printing import can_print_later
from compendium.web.sent_documents import store_sent_document

MAX_BYTES = 2_500_000


@require_safe
def download(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the battle as a file; what is sealed is not in it."""
    _, view = played_battle_or_404(request, key)
    try:
        refuse_hidden(view)
    except Refusal as refused:
        messages.warning(request, refused.message)
        return redirect("battles:battle", key)
    response = HttpResponse(battle_file(view.battle), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{report_name(view)}.muster-battle.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: HttpRequest) -> HttpResponse:
    """Take in a battle from a file."""
    battle = store_sent_document(
        request,
        "battles/import.html",
        most=MAX_BYTES,
        missing="Choose the file of a battle, at most 2.5 MB.",
        store=lambda document: battle_import(owner=owner_to_be(request), document=document),
    )
    if isinstance(battle, HttpResponse):
        return battle
    messages.success(request, "The battle is here. It goes on where it stood.")
    return redirect("battles:battle", battle.key)


@require_safe
def result(request: HttpRequest, key: str) -> HttpResponse:
    """Show how a fight ended, or stands."""
    view = seen_battle_or_404(request, key)
    folded = folded_fight(view.battle)
    return pages_of(folded.family).result(request, view, folded)


@require_safe
def hand_over(request: HttpRequest, key: str) -> HttpResponse:
    """Lead to the report form of the campaign's scenario, filled in with the result, to be confirmed there."""
    _, view = played_battle_or_404(request, key, "campaign")
    scenario = view.battle.scenario
    if scenario is None:
        raise Http404("This battle does not belong to a campaign.")
    query = report_address_query(view.battle, view.seats, folded_battle(view.battle))
    return redirect(f"{reverse('campaigns:report', args=[scenario.campaign.key, scenario.number])}?{query}")


@require_safe
def report_text(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the report as plain text."""
    view = seen_battle_or_404(request, key)
    folded = folded_fight(view.battle)
    return pages_of(folded.family).report_text(request, view, folded)


@can_print_later
@require_safe
def report_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the report and the whole log as a PDF."""
    view = seen_battle_or_404(request, key)
    return pages_of(family_of_battle(view.battle)).report_pdf(request, view)
