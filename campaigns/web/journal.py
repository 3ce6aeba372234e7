"""The journal of a campaign: entries as sentences, one with its hash, receipts of dice, and voiding with a preview."""

import json

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.models import JournalEntry
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.corrections import void_preview
from campaigns.selectors.crests import CREST_COLUMNS
from campaigns.selectors.journal import (
    ReadableEntry,
    journal_entry,
    journal_filtered,
    readable_entries,
    receipts_of,
)
from campaigns.selectors.scenarios import scenario_titles
from campaigns.services.corrections import entry_void
from campaigns.web.scenarios import typed
from campaigns.web.visiting import open_campaign_or_404, seen_campaign_or_404
from common.refusal import Refusal
from common.web.address import ListState, shown_text
from rules.campaigns.events.campaign import CampaignTakenOver
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.journal import MAX_NUMBER
from rules.campaigns.receipts import SIDES
from rules.dice import FORMAT
from rules.errors import require
from rules.text import NUMBER_DIGITS, natural_number
from warbands.selectors.crests import crests_of

PAGE = 30
"""Entries on one page."""
LISTED_SCENARIOS = 200
"""Scenarios, the latest, that the form lists to choose one."""
FILTERS = ("scenario", "warband", "person")


@require_safe
def journal(request: HttpRequest, key: str) -> HttpResponse:
    """List the entries of the journal, newest first, optionally of a scenario, warband or person."""
    state = ListState.of_request(request, (*FILTERS, "page"))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    view = seen_campaign_or_404(request, key)
    wanted = {name: _number(state, name) for name in FILTERS}
    warnings = [
        f"“{shown_text(state.values[name], 20)}” is not the number of a {name} and was ignored."
        for name, number in wanted.items()
        if number is None and state.values.get(name)
    ]
    entries = journal_filtered(view.campaign, **wanted)
    paginator = Paginator(entries, PAGE)
    is_filtered = any(number is not None for number in wanted.values())
    if not is_filtered:
        paginator.count = view.campaign.head
    page, more = state.get_page(paginator)
    warbands = view.campaign.warbands.select_related("warband").order_by("number")
    rows = list(warbands.only("campaign", "number", "name", *(f"warband__{column}" for column in CREST_COLUMNS)))
    crests = crests_of([row.warband for row in rows])
    context = {
        "view": view,
        "page": page,
        "address": state,
        "warnings": [*warnings, *more],
        "wanted": wanted,
        "is_filtered": is_filtered,
        "scenarios": scenario_titles(view.campaign, LISTED_SCENARIOS),
        "warbands": [(row.number, str(row)) for row in rows],
        "crests": {row.number: crests[row.warband_id] for row in rows if row.warband_id in crests},
    }
    return render(request, "campaigns/journal.html", context)


@require_safe
def entry(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show one entry with everything that its hash covers."""
    view = seen_campaign_or_404(request, key)
    readable = _entry_or_404(view, number)
    line = readable.line
    hashed = {"number": line.number, "at": line.at, "actor": line.actor, "event": line.event, "previous": line.previous}
    context = {
        "view": view,
        "readable": readable,
        "entries": (readable,),
        "subject": _subject(view, readable),
        "receipts": receipts_of(view.campaign, readable),
        "hashed": json.dumps(hashed, ensure_ascii=False, indent=2, sort_keys=True),
        "is_last": readable.entry.number == view.campaign.head,
    }
    return render(request, "campaigns/entry.html", context)


@require_safe
def roll(request: HttpRequest, key: str, number: int, roll: int) -> HttpResponse:
    """Show the receipt of one server roll: its inputs, and how to recompute it."""
    view = seen_campaign_or_404(request, key)
    readable = _entry_or_404(view, number)
    receipts = receipts_of(view.campaign, readable)
    if not 1 <= roll <= len(receipts):
        raise Http404("There is no such roll of Muster in this entry.")
    receipt = receipts[roll - 1]
    dice = [die for die in readable.dice if not die.is_entered]
    lines = [
        json.dumps([FORMAT, list(receipt.place), SIDES, die, 0], ensure_ascii=False, separators=(",", ":"))
        for die in range(1, len(receipt.roll.faces) + 1)
    ]
    context = {
        "view": view,
        "readable": readable,
        "receipt": receipt,
        "die": dice[roll - 1],
        "place": json.dumps(receipt.place, ensure_ascii=False, separators=(",", ":")),
        "lines": lines,
        "seed": receipt.epoch.seed.hex() if receipt.epoch and receipt.epoch.seed else "",
    }
    return render(request, "campaigns/roll.html", context)


def _entry_or_404(view: CampaignView, number: int) -> ReadableEntry:
    entry = journal_entry(view.campaign, number) if number <= MAX_NUMBER else None
    if entry is None:
        raise Http404("There is no such entry in this journal.")
    return readable_entries(view, [entry])[0]


def _subject(view: CampaignView, readable: ReadableEntry) -> list[ReadableEntry]:
    """Return the entry that this one undoes or corrects, none for one that does neither."""
    if not isinstance(readable.event, EntryVoided | EntryCorrected):
        return []
    return readable_entries(view, view.campaign.entries.filter(number=readable.event.entry))


def _number(state: ListState, name: str) -> int | None:
    return natural_number(state.values.get(name, ""), NUMBER_DIGITS)


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show the effects of an entry of the journal, and void it with a reason."""
    owner, view = open_campaign_or_404(request, key)
    entry = require(journal_entry(view.campaign, number), Http404("There is no such entry in the journal."))
    if request.method != "POST":
        return _void_page(request, view, entry)
    try:
        written = entry_void(actor=owner, key=key, number=number, reason=typed(request, "reason"))
    except Refusal as refused:
        return _void_page(request, view, entry, refused.message, 422)
    back = "" if entry.kind == CampaignTakenOver.kind else f" To bring it back, undo entry {written.number}."
    messages.success(request, f"Entry {written.number} undid entry {number}.{back}")
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
