"""Showing a warband to read: to its player, and to everybody who has its link."""

from __future__ import annotations

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
from common.web.address import Address, absolute
from common.web.refusals import attempt, never_stored
from printing.warband_picture import describe_warband, warband_picture, warband_picture_mark
from rules.sheets import member_groups
from warbands.drawings.qr import qr_code
from warbands.models import Warband
from warbands.selectors.places import CampaignPlaces
from warbands.selectors.sheets import sheet_today
from warbands.selectors.travelling import roster_with_homebrew
from warbands.selectors.warbands import OpenWarband, warband_shared
from warbands.services.warbands import warband_copy, warband_share
from warbands.web.access import open_warband_or_404
from warbands.web.downloads import roster_file
from warbands.web.lists import NAMELESS

SWITCHES = {"on": True, "off": False}

MANY = 6
"""Members above which a shared warband shows most of them folded; equal ones count once."""
UNFOLDED = 3
"""Members that it shows open then."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_stored
def share(request: HttpRequest, key: str) -> HttpResponse:
    """Show the link under which everyone may read the warband; switch it on and off."""
    owner, opened = open_warband_or_404(request, key)
    if request.method == "POST":
        shared = SWITCHES.get(request.POST.get("switch", ""))
        if shared is None:
            return HttpResponseBadRequest("Sharing is switched “on” or “off”.", content_type="text/plain")
        done = "Everybody who has the link can read it now." if shared else "The link is off."
        attempt(request, lambda: warband_share(owner=owner, key=key, shared=shared), done)
        return redirect("warbands:share", key)
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
    """Return the whole link under which a warband is shared, "" while it is not."""
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
    """Answer with the picture that chats show beside a link; one that they have already is not drawn again."""
    opened = shared_open(token)
    if opened is None:
        return unlisted(lost(request))
    shown = sheet_today(opened, places)
    mark = quote_etag(warband_picture_mark(shown))
    picture = HttpResponse(content_type="image/png", headers={"ETag": mark})
    response = get_conditional_response(request, etag=mark, response=picture) or picture
    if response is picture:
        picture.content = warband_picture(shown)
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
            "unfolded": UNFOLDED if len(context["groups"]) > MANY else None,
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
    """Return the whole address of a shared warband's picture, another one after each change: chats keep pictures."""
    path = reverse("warbands:shared-picture", args=[warband.share_token])
    return absolute(request, str(Address(path, (("version", str(warband.version)),))))


def _sheet_context(opened: OpenWarband, places: CampaignPlaces) -> dict[str, Any]:
    sheet = sheet_today(opened, places)
    return {
        "warband": opened.warband,
        "sheet": sheet,
        "groups": member_groups(sheet),
        "name": opened.draft.roster.name or NAMELESS,
        "homebrew": {card.key for card in opened.draft.roster.cards},
    }


def lost(request: HttpRequest) -> HttpResponse:
    """Answer that a link leads nowhere."""
    return render(request, "warbands/not_shared.html", status=404)


def unlisted(response: HttpResponse) -> HttpResponse:
    """Keep an answer out of search machines."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
