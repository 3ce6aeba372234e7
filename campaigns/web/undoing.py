"""Taking back what was written: a void with a preview."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.models import JournalEntry
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal import journal_entry
from campaigns.selectors.sentences import ReadableEntry, readable_entries
from campaigns.selectors.voiding import void_preview
from campaigns.services.corrections import entry_void
from campaigns.web.scenarios import typed
from campaigns.web.visiting import open_campaign_or_404
from common.refusal import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show what hangs on an entry of the journal, and void it with a reason."""
    owner, view = open_campaign_or_404(request, key)
    entry = journal_entry(view.campaign, number)
    if entry is None:
        raise Http404("There is no such entry in the journal.")
    if request.method != "POST":
        return _void_page(request, view, entry)
    try:
        written = entry_void(actor=owner, key=key, number=number, reason=typed(request, "reason"))
    except Refusal as refused:
        return _void_page(request, view, entry, refused.message, 422)
    messages.success(request, f"Entry {number} is voided, by entry {written.number}. Void that one to take it back.")
    if entry.scenario is not None:
        return redirect("campaigns:scenario", key, entry.scenario)
    return redirect("campaigns:journal-entry", key, number)


def _void_page(
    request: HttpRequest, view: CampaignView, entry: JournalEntry, refused: str = "", status: int = 200
) -> HttpResponse:
    readable: ReadableEntry = readable_entries(view, [entry])[0]
    may_void = view.organizes and view.is_open and readable.event.is_voidable and entry.voided_by is None
    context = {
        "view": view,
        "entry": entry,
        "readable": readable,
        "may_void": may_void,
        "differences": void_preview(view.campaign, entry) if may_void else [],
        "refused": refused,
        "reason": typed(request, "reason"),
    }
    return render(request, "campaigns/void.html", context, status=status)
