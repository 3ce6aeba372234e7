"""Warbands as documents: bringing one in, taking one along, and the text for a chat."""

from __future__ import annotations

import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.web.visitors import owner_to_be
from common.refusal import Refusal
from common.web.address import shown_text
from common.web.unread import answer_when_too_large
from rules.building.draft import draft_of
from rules.cards.origins import HOMEBREW_MARK
from rules.documents import MAX_BYTES
from rules.errors import DocumentError
from rules.roster import Roster, roster_from_json
from rules.sheets import chat_text
from rules.text import counted
from warbands.selectors.legality import roster_verdict
from warbands.selectors.places import CampaignPlaces
from warbands.selectors.sheets import sheet_today
from warbands.selectors.travelling import roster_with_homebrew
from warbands.services.imports import warband_import
from warbands.web.access import open_warband_or_404
from warbands.web.downloads import roster_file
from warbands.web.pasting import show_pasting
from warbands.web.sharing import link_of

_TOO_LARGE = f"An exported file can have at most {MAX_BYTES // 2**20} MiB; this one is larger."
_NO_EXPORT = "This is not an exported warband. Choose the exported file, or paste its whole text."
_CHAT_LINE = re.compile(r"^\s*• .*\d points?\b", re.MULTILINE)


def _too_large(request: HttpRequest) -> HttpResponse:
    return _form(request, message=_TOO_LARGE, status=422)


@answer_when_too_large(_too_large)
@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: HttpRequest) -> HttpResponse:
    """Show the form for a roster document, or make a warband of the one that was sent."""
    if request.method != "POST":
        return _form(request)
    text, file = request.POST.get("document", ""), request.FILES.get("file")
    data = file.read(MAX_BYTES + 1) if file else text.encode()
    if not data.strip():
        return _form(request, message="Choose a file, or paste its text.", status=422)
    try:
        roster = roster_from_json(data)
        draft = draft_of(roster)
    except DocumentError as fault:
        written = data.decode(errors="replace")
        if not fault.path and _CHAT_LINE.search(written):
            return show_pasting(request, text=written)
        lead = "" if fault.path else _NO_EXPORT
        return _form(request, text=text, lead=lead, path=fault.path, message=fault.message, status=422)
    try:
        made = warband_import(owner=owner_to_be(request), draft=draft)
    except Refusal as refusal:
        return _form(request, text=text, message=refusal.message, status=422)
    messages.success(request, _describe_import(roster))
    return redirect("warbands:builder", made.key)


@require_safe
def export(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the roster document of a warband; notes and secrets are no part of it."""
    owner, opened = open_warband_or_404(request, key)
    return roster_file(roster_with_homebrew(opened.draft.roster, owner))


@require_safe
def chat(request: HttpRequest, key: str, places: CampaignPlaces) -> HttpResponse:
    """Show a warband as text for a chat; with ``plain`` that text and nothing else."""
    _, opened = open_warband_or_404(request, key)
    link = link_of(request, opened.warband)
    text = chat_text(sheet_today(opened, places, opened.draft.shared), link=link)
    if request.GET.get("plain"):
        return HttpResponse(text + "\n", content_type="text/plain; charset=utf-8")
    return render(
        request, "warbands/chat.html", {"opened": opened, "name": opened.draft.roster.name, "text": text, "link": link}
    )


def _form(
    request: HttpRequest, *, text: str = "", lead: str = "", path: str = "", message: str = "", status: int = 200
) -> HttpResponse:
    context = {"text": shown_text(text, MAX_BYTES), "lead": lead, "path": path, "message": message}
    return render(request, "warbands/import.html", context, status=status)


def _describe_import(roster: Roster) -> str:
    verdict = roster_verdict(roster)
    errors = sum(problem.blocks for problem in verdict.problems)
    legality = f"is not legal yet: {counted(errors, 'problem')}" if errors else "is legal"
    name = f"“{roster.name}”" if roster.name else "The warband"
    homebrew = " Its homebrew is in “My creatures”." if any(HOMEBREW_MARK in card.key for card in roster.cards) else ""
    return f"{name} is imported and {legality}.{homebrew}"
