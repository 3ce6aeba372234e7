"""Taking back what was written: a void with a preview, and a corrected roll."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.models import JournalEntry
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.journal import journal_entry
from campaigns.selectors.scenario_pages import ScenarioView, member_names
from campaigns.selectors.sentences import ReadableEntry, readable_entries
from campaigns.selectors.voiding import void_preview
from campaigns.services.corrections import entry_void, roll_correct
from campaigns.web.scenarios import own_scenario_or_404, typed
from campaigns.web.visiting import open_campaign_or_404
from common.refusal import Refusal
from rules.campaigns.sentences.dice import PURPOSES, roll_outcome
from rules.campaigns.state.scenarios import EntryRoll
from warbands.web.sharing import unkept


@require_http_methods(["GET", "HEAD", "POST"])
@unkept
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
        "warbands": void_preview(view.campaign, entry) if may_void else [],
        "refused": refused,
        "reason": typed(request, "reason"),
    }
    return render(request, "campaigns/void.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@unkept
def correct_roll(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Replace the faces of a roll with a reason; ``roll`` in the address names it: ``1.advance.1.m5``."""
    owner, scenario = own_scenario_or_404(request, key, number)
    found = _roll_or_404(scenario, request.GET.get("roll", ""))
    if request.method != "POST":
        return _roll_page(request, scenario, found)
    value = "".join(typed(request, "faces").replace(",", " ").split())
    if not (value.isascii() and value.isdigit() and len(value) <= 10):
        return _roll_page(request, scenario, found, "Enter one face from 1 to 6 for each die, such as 3 5 1.", 422)
    warband, member, purpose, place = found.roll.place
    try:
        roll_correct(
            actor=owner,
            key=key,
            scenario=number,
            warband=warband,
            member=member,
            purpose=purpose,
            number=place,
            faces=[int(face) for face in value],
            reason=typed(request, "reason"),
        )
    except Refusal as refused:
        return _roll_page(request, scenario, found, refused.message, 422)
    messages.success(request, "The roll is corrected. Everything that follows from it is worked out anew.")
    return redirect("campaigns:scenario", key, number)


def _roll_or_404(scenario: ScenarioView, name: str) -> EntryRoll:
    """Return the roll that an address names."""
    for (warband, member, purpose, number), found in scenario.state.rolls.items():
        if name == f"{warband}.{purpose}.{number}.{member}":
            return found
    raise Http404("There is no such roll in this scenario.")


def _roll_page(
    request: HttpRequest, scenario: ScenarioView, found: EntryRoll, refused: str = "", status: int = 200
) -> HttpResponse:
    warband = scenario.warband(found.roll.warband)
    names = member_names(warband) if warband else {}
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "roll": found.roll,
        "member": names.get(found.roll.member, found.roll.member),
        "warband": warband,
        "label": PURPOSES[found.roll.purpose],
        "outcome": roll_outcome(found.roll),
        "refused": refused,
        "faces": typed(request, "faces"),
        "reason": typed(request, "reason"),
    }
    return render(request, "campaigns/correct_roll.html", context, status=status)
