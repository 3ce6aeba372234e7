"""Showing a warband to its player and to people with its link; importing and exporting one as a file or text."""

import json
import re
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of, owner_to_be
from common.refusal import Refusal
from common.web.address import Address, absolute, shown_text
from common.web.files import file_response
from common.web.refusals import answer_when_too_large, attempt, never_stored
from printing.warband_picture import describe_warband, warband_picture, warband_picture_mark
from rules.building.draft import draft_of
from rules.cards.model import HOMEBREW_MARK
from rules.documents.reading import MAX_BYTES
from rules.errors import DocumentError
from rules.roster import Roster, roster_document, roster_from_json
from rules.sheets.chat import chat_text
from rules.sheets.members import member_groups
from rules.sheets.model import NAMELESS
from rules.text import counted, slug
from warbands.drawings.charts import qr_code
from warbands.models import Warband
from warbands.selectors.crests import crest_beside
from warbands.selectors.legality import CampaignPlaces, roster_verdict, sheet_today
from warbands.selectors.travelling import roster_with_homebrew
from warbands.selectors.warbands import OpenWarband, warband_shared
from warbands.services.warbands import warband_copy, warband_import, warband_share
from warbands.web.access import open_warband_or_404
from warbands.web.adding import show_pasting


def roster_file(roster: Roster) -> HttpResponse:
    """Answer with the roster document as a file with the name of the warband."""
    text = json.dumps(roster_document(roster), ensure_ascii=False, indent=2)
    return file_response(f"{text}\n", f"{file_name(roster.name)}.json")


def file_name(name: str) -> str:
    """Return the file name for a warband of that name, without its extension."""
    return slug(name)[:80] or "warband"


SWITCHES = {"on": True, "off": False}


def switch(
    request: HttpRequest, what: str, turn: Callable[[bool], object], done: tuple[str, str], back: str
) -> HttpResponse:
    """Turn something on or off as a form says, and go back; ``done`` are the sentences for on and for off."""
    wanted = SWITCHES.get(request.POST.get("switch", ""))
    if wanted is None:
        return HttpResponseBadRequest(f"{what} switched “on” or “off”.", content_type="text/plain")
    attempt(request, lambda: turn(wanted), done[0] if wanted else done[1])
    return redirect(back)


@require_http_methods(["GET", "HEAD", "POST"])
@never_stored
def share(request: HttpRequest, key: str) -> HttpResponse:
    """Show the link under which everyone may read the warband; switch it on and off."""
    owner, opened = open_warband_or_404(request, key)
    if request.method == "POST":
        done = ("Anyone with the link can view it.", "The link is off.")
        return switch(
            request,
            "Sharing is",
            lambda shared: warband_share(owner=owner, key=key, shared=shared),
            done,
            reverse("warbands:share", args=[key]),
        )
    link = link_of(request, opened.warband)
    return render(
        request,
        "warbands/share.html",
        {
            "warband": opened.warband,
            "name": opened.draft.roster.name or NAMELESS,
            "link": link,
            "qr_code": qr_code(link) if link else "",
            "has_secrets": opened.draft.shared.secrets != opened.draft.secrets,
        },
    )


def link_of(request: HttpRequest, warband: Warband) -> str:
    """Return the full link of a shared warband, "" if it is not shared."""
    if not warband.share_token:
        return ""
    return absolute(request, reverse("warbands:shared", args=[warband.share_token]))


@require_safe
@never_stored
def sheet(request: HttpRequest, key: str, places: CampaignPlaces) -> HttpResponse:
    """Show a warband to its player, secrets included."""
    _, opened = open_warband_or_404(request, key)
    return render(
        request,
        "warbands/sheet.html",
        {
            **_sheet_context(opened, places),
            "is_players": True,
            "has_secrets": opened.draft.shared.secrets != opened.draft.secrets,
        },
    )


@require_safe
@never_stored
def shared(request: HttpRequest, token: str, places: CampaignPlaces) -> HttpResponse:
    """Show a warband to a visitor of its link."""
    opened = shared_open(token)
    return unlisted(_shared_page(request, opened, places) if opened else lost(request))


@require_safe
@never_stored
def shared_export(request: HttpRequest, token: str) -> HttpResponse:
    """Answer with a shared warband as a file."""
    opened = shared_open(token)
    return unlisted(roster_file(roster_with_homebrew(opened.draft.roster, Owner())) if opened else lost(request))


@require_POST
@never_stored
def shared_copy(request: HttpRequest, token: str, places: CampaignPlaces) -> HttpResponse:
    """Copy a shared warband for its visitor."""
    opened = shared_open(token)
    if opened is None:
        return unlisted(lost(request))
    source = OpenWarband(opened.warband, opened.step, opened.draft.handed_on)
    try:
        copy = warband_copy(owner=owner_to_be(request), source=source)
    except Refusal as refusal:
        return unlisted(_shared_page(request, opened, places, refusal.message, status=422))
    messages.success(request, "Copied into your warbands. Change it as you like.")
    return redirect("warbands:builder", copy.key)


@require_safe
@cache_control(private=True, no_cache=True)
def shared_picture(request: HttpRequest, token: str, places: CampaignPlaces) -> HttpResponse:
    """Answer with the picture that chats show beside a link; one that they already have is not drawn again."""
    opened = shared_open(token)
    if opened is None:
        return unlisted(lost(request))
    shown = sheet_today(opened, places)
    crest = crest_beside(opened.warband, shown)
    mark = quote_etag(warband_picture_mark(shown, crest))
    picture = HttpResponse(content_type="image/png", headers={"ETag": mark})
    response = get_conditional_response(request, etag=mark, response=picture) or picture
    if response is picture:
        picture.content = warband_picture(shown, crest)
    return unlisted(response)


def shared_open(token: str) -> OpenWarband | None:
    """Return the warband of a link, None for a link that leads nowhere."""
    return warband_shared(token) if "\0" not in token else None


def _shared_page(
    request: HttpRequest, opened: OpenWarband, places: CampaignPlaces, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = _sheet_context(opened, places)
    return render(
        request,
        "warbands/shared.html",
        {
            **context,
            "token": opened.warband.share_token,
            "link": link_of(request, opened.warband),
            "about": describe_warband(context["sheet"]),
            "picture": _picture_of(request, opened.warband),
            "is_own": opened.warband.is_of(owner_of(request)),
            "refusal": refusal,
        },
        status=status,
    )


def _picture_of(request: HttpRequest, warband: Warband) -> str:
    """Return the full address of a shared warband's picture, which differs after each change: chats cache pictures."""
    path = reverse("warbands:shared-picture", args=[warband.share_token])
    return absolute(request, str(Address(path, (("version", str(warband.version)),))))


def _sheet_context(opened: OpenWarband, places: CampaignPlaces) -> dict[str, Any]:
    sheet = sheet_today(opened, places)
    return {
        "warband": opened.warband,
        "sheet": sheet,
        "crest": crest_beside(opened.warband, sheet),
        "groups": member_groups(sheet),
        "name": opened.draft.roster.name or NAMELESS,
        "homebrew": {card.key for card in opened.draft.roster.cards},
    }


def lost(request: HttpRequest) -> HttpResponse:
    """Answer that a link leads nowhere."""
    return render(request, "warbands/not_shared.html", status=404)


def unlisted(response: HttpResponse) -> HttpResponse:
    """Exclude an answer from search engines."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


_TOO_LARGE = f"An exported file can have at most {MAX_BYTES // 2**20} MiB; this one is larger."
_NO_EXPORT = (
    "Muster did not export this. Choose an exported file, paste its whole text, or paste a list of names instead."
)
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
        lead = _NO_EXPORT if fault.path in ("", "format") else ""
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
