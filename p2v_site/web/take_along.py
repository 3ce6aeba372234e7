"""Take Muster along: everything of the library in packs, and a person's own pages, to read without a network.

A pack is a compressed document with some pages as a stranger sees them, so everybody can have the same one. The shared
cache keeps the packs of one state of the compendium: their sizes are those that they were sent with.
"""

import gzip
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from itertools import islice
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import resolve, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from accounts.web.visitors import owner_of
from adventures.selectors.seats import adventures_of
from adventures.web.settings import adventure_visitor
from battles.selectors.battles import battles_of
from battles.web.visiting import battle_visitor
from campaigns.models.campaigns import CampaignPhase
from campaigns.selectors.campaigns import campaigns_listed
from common.web.address import address_of
from compendium.selectors.site_search.current import compendium_stamp, current_index
from compendium.selectors.site_search.index import SearchIndex, places_of
from compendium.selectors.site_search.pages import PAGE
from compendium.selectors.site_search.results import entry_href
from p2v_site.web.offline import WRITING_FORM, worker_script
from warbands.selectors.warbands import warband_names

PAGES_IN_PACK: Final = 20
MOST_IN_LIBRARY: Final = 8_000
MOST_OWN: Final = 300
"""The most pages of one person; the latest warbands, campaigns, battles and adventures come first."""
OWN_PAGE_BYTES: Final = (4_000, 16_000)
"""What one of a person's own pages weighs when it is sent, and on the device, as a test measures them."""
KEPT_FOR: Final = 7 * 24 * 60 * 60
STORED_SIZE: Final = "X-Stored-Size"
"""The header with the size of a pack on the device, in bytes."""
INDEX: Final = 0
"""The number of the pack with the names and traits that the offline search knows."""

_CAMPAIGN_PAGES = ("campaign", "warbands", "scenarios", "standings", "journal", "story")


@require_safe
@never_cache
def take_along(request: HttpRequest) -> HttpResponse:
    """Say what there is to take along, and how much of it. At most seven queries, and six more after a change."""
    addresses, version = _library_addresses(current_index()), _version()
    numbers = range(len(addresses) // PAGES_IN_PACK + (len(addresses) % PAGES_IN_PACK > 0) + 1)
    sizes = cache.get_many([_size_key(version, number) for number in numbers])
    own = list(islice(_own_addresses(request), MOST_OWN))
    packs = [
        (reverse("take-along-pack", args=[number]), *sizes.get(_size_key(version, number), (0, 0)))
        for number in numbers
    ]
    plan = {"version": version, "packs": packs, "own": own, "own_bytes": [len(own) * each for each in OWN_PAGE_BYTES]}
    context = {"plan": plan, "library": len(addresses), "own": len(own)}
    return render(request, "take_along.html", context)


@require_safe
@never_cache
def pack(request: HttpRequest, number: int) -> HttpResponse:
    """Answer with one pack. Only one that was not asked for since the compendium changed is made anew."""
    version = _version()
    packed = cache.get(key := f"take-along/{version}/{number}")
    if packed is None:
        packed = gzip.compress(json.dumps({"version": version, **_content(request, number)}).encode(), mtime=0)
        cache.set(key, packed, KEPT_FOR)
    body = gzip.decompress(packed)
    cache.set(_size_key(version, number), (len(packed), len(body)), KEPT_FOR)
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(packed if is_packed else body, content_type="application/json")
    response[STORED_SIZE] = len(body)
    if is_packed:
        response["Content-Encoding"] = "gzip"
    return response


def _version() -> str:
    """Return the name of the present state of the compendium, in this version of the site. One query."""
    return hashlib.sha256(f"{compendium_stamp()} {worker_script()}".encode()).hexdigest()[:16]


def _size_key(version: str, number: int) -> str:
    return f"take-along/{version}/{number}/size"


def _content(request: HttpRequest, number: int) -> dict[str, Any]:
    index = current_index()
    if number == INDEX:
        return {"entries": _searched(index)}
    start = (number - 1) * PAGES_IN_PACK
    pages = [(address, _page(address)) for address in _library_addresses(index)[start : start + PAGES_IN_PACK]]
    if not pages:
        raise Http404("There is no such pack.")
    return {"pages": [(address, text) for address, text in pages if text]}


def _library_addresses(index: SearchIndex) -> list[str]:
    pages = [reverse("compendium:first-game"), reverse("compendium:glossary")]
    pages += [entry_href(entry) for entry in index.entries if entry.group != PAGE]
    return list(dict.fromkeys(pages))[:MOST_IN_LIBRARY]


def _searched(index: SearchIndex) -> list[tuple[str, ...]]:
    """Return the address, the group, the name and the description of each entry, and its traits."""
    traits = defaultdict(set)
    for kind, value in index.facets:
        if not value.isdigit():
            for place in places_of(index.facets.whole((kind, value))):
                traits[place].add(value)
    return [
        (entry_href(entry), entry.group, entry.name, entry.what, " ".join(sorted(traits[place])))
        for place, entry in enumerate(index.entries[:MOST_IN_LIBRARY])
        if entry.group != PAGE
    ]


def _page(address: str) -> str:
    """Return a page as a stranger sees it, without the forms that write; "" if it is not there any more."""
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", address, address
    request.session, request.user = SessionStore(), AnonymousUser()
    request.htmx = HtmxDetails(request)  # type: ignore[attr-defined] # as its middleware does
    request.is_packed = True  # type: ignore[attr-defined] # for the menu of the account
    request.resolver_match = resolve(address)
    view, args, kwargs = request.resolver_match
    try:
        response = view(request, *args, **kwargs)
    except Http404:
        return ""
    return WRITING_FORM.sub("", response.content.decode())


def _own_addresses(request: HttpRequest) -> Iterable[str]:
    """Yield the addresses of what a person plays and builds. Four queries."""
    owner = owner_of(request)
    yield from map(reverse, ("home", "warbands:list", "battles:list"))
    for key, _, _ in warband_names(owner):
        yield address_of("warbands:sheet", key)
    for key in battles_of(battle_visitor(request)).values_list("key", flat=True):
        yield address_of("battles:battle", key)
    for key in adventures_of(adventure_visitor(request)).values_list("key", flat=True):
        yield address_of("adventures:adventure", key)
    for key in campaigns_listed(owner, CampaignPhase.OPEN).values_list("key", flat=True):
        yield from map(partial(address_of, key=key), (f"campaigns:{page}" for page in _CAMPAIGN_PAGES))
