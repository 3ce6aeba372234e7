"""Take Muster along: everything of the library in packs, and a person's own pages, to read without a network.

A pack is a compressed document with some pages as a stranger sees them, so everybody can have the same one. The shared
cache keeps the packs of one state of the compendium: their sizes are those that they were sent with.
"""

import functools
import gzip
import hashlib
import json
import math
from collections import defaultdict
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import resolve, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe
from django_htmx.middleware import HtmxDetails

from accounts.web.visitors import owner_of
from adventures.selectors.seats import adventures_of
from adventures.web.settings import adventure_visitor
from battles.selectors.battles import battles_of
from battles.web.visiting import battle_visitor
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.scenarios import CampaignScenario, ScenarioPhase
from campaigns.selectors.campaigns import campaigns_listed
from common.web.address import address_of
from compendium.selectors.homebrew import homebrew_rows
from compendium.selectors.site_search.current import compendium_stamp, current_index
from compendium.selectors.site_search.index import SearchIndex, places_of
from compendium.selectors.site_search.pages import PAGE
from compendium.selectors.site_search.results import entry_href
from p2v_site.web.offline import WRITING_FORM, worker_script
from warbands.selectors.warbands import warband_names

PAGES_IN_PACK: Final = 20
MOST_IN_LIBRARY: Final = 8_000
MOST_OWN: Final = 300
"""The most pages of one person; the latest warbands, battles, adventures and creatures come first."""
OWN_PAGE_BYTES: Final = (4_000, 16_000)
"""What one of a person's own pages weighs when it is sent, and on the device, as a test measures them."""
PACK_BYTES: Final = (10_300, 133_500)
"""What a pack weighs that is not made yet, sent and on the device: the mean of the 58 of the built-in compendium."""
KEPT_FOR: Final = 7 * 24 * 60 * 60
MAKING_FOR: Final = 60
"""Seconds after which another request may make a pack whose maker has not come back."""
INDEX: Final = 0
"""The number of the pack with the names and traits that the offline search knows."""

_CAMPAIGN_PAGES = ("campaign", "warbands", "scenarios", "standings", "journal", "story")


@require_safe
@never_cache
def take_along(request: HttpRequest) -> HttpResponse:
    """Say what there is to take along, and how much of it. At most nine queries, and seven more after a change."""
    version = _version()
    own = list(islice(_own_addresses(request), MOST_OWN))
    names = [_pack_address(number) for number in range(_pack_count(version))]
    made = cache.get_many(names, version=version)
    sizes = [_sizes(made[name]) if name in made else PACK_BYTES for name in names] + [OWN_PAGE_BYTES] * len(own)
    plan, library = {"version": version, "tasks": [*names, *own]}, len(_library_addresses(version))
    weight = [*map(sum, zip(*sizes, strict=True))]
    return render(request, "take_along.html", {"plan": plan, "library": library, "own": len(own), "bytes": weight})


@require_GET
@never_cache
def pack(request: HttpRequest, number: int) -> HttpResponse:
    """Answer with one pack. The first request after a change makes it; others that come meanwhile come again."""
    version, address = _version(), _pack_address(number)
    if number >= _pack_count(version):
        raise Http404("There is no such pack.")
    packed = cache.get(address, version=version)
    if packed is None:
        if not cache.add(f"{address}:making", True, MAKING_FOR, version=version):
            return HttpResponse(status=503, headers={"Retry-After": "1"})
        try:
            packed = gzip.compress(json.dumps({"version": version, **pack_content(number, version)}).encode(), mtime=0)
            cache.set(address, packed, KEPT_FOR, version=version)
        finally:
            cache.delete(f"{address}:making", version=version)
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(packed if is_packed else gzip.decompress(packed), content_type="application/json")
    if is_packed:
        response["Content-Encoding"] = "gzip"
    return response


def _sizes(packed: bytes) -> tuple[int, int]:
    """Return the bytes that are sent of a pack, and those on the device, which stand at its end."""
    return len(packed), int.from_bytes(packed[-4:], "little")


def _version() -> int:
    """Return a number for the present state of the compendium in this version of the site. One query."""
    stated = f"{compendium_stamp()} {worker_script()} {sources_digest(Path(settings.BASE_DIR))}"
    return int(hashlib.sha256(stated.encode()).hexdigest()[:13], 16)


@functools.cache
def sources_digest(folder: Path) -> str:
    """Return a digest of the code and the templates in a folder's packages, which pages are made from."""
    digest = hashlib.sha256()
    for package in sorted(module.parent for module in folder.glob("*/__init__.py")):
        for source in sorted([*package.rglob("*.py"), *package.rglob("*.html")]):
            digest.update(f"{source.relative_to(folder)} {hashlib.sha256(source.read_bytes()).hexdigest()} ".encode())
    return digest.hexdigest()


def _pack_address(number: int) -> str:
    return reverse("take-along-pack", args=[number])


def _pack_count(version: int) -> int:
    return math.ceil(len(_library_addresses(version)) / PAGES_IN_PACK) + 1


def pack_content(number: int, version: int) -> dict[str, Any]:
    """Return what a pack holds: the index of the search, or some pages."""
    if number == INDEX:
        return {"entries": _searched(current_index())}
    start = (number - 1) * PAGES_IN_PACK
    pages = [(address, _page(address)) for address in _library_addresses(version)[start : start + PAGES_IN_PACK]]
    return {"pages": [(address, text) for address, text in pages if text]}


@functools.lru_cache(maxsize=1)
def _library_addresses(version: int) -> tuple[str, ...]:
    """Return the addresses of the pages of a version, which names the present state."""
    pages = [reverse("compendium:first-game"), reverse("compendium:glossary")]
    pages += [entry_href(entry) for entry in current_index().entries if entry.group != PAGE]
    return tuple(dict.fromkeys(pages))[:MOST_IN_LIBRARY]


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
    """Yield the addresses of what a person plays and builds. Six queries."""
    owner = owner_of(request)
    campaigns = campaigns_listed(owner, CampaignPhase.OPEN)
    tables = CampaignScenario.objects.filter(campaign__in=campaigns.order_by().values("pk"), status=ScenarioPhase.OPEN)
    warbands = [key for key, _, _ in warband_names(owner)]
    routes: dict[str, Iterable[str]] = {
        "warbands:builder": warbands,
        "battles:battle": battles_of(battle_visitor(request)).values_list("key", flat=True),
        "adventures:adventure": adventures_of(adventure_visitor(request)).values_list("key", flat=True),
        "compendium:creature": homebrew_rows(owner).values_list("key", flat=True),
        "warbands:sheet": warbands,
    }
    yield from map(reverse, ("home", "warbands:list", "battles:list"))
    for route, keys in routes.items():
        yield from (address_of(route, key) for key in keys)
    for place in tables.values_list("campaign__key", "number"):
        yield from (reverse(f"campaigns:{page}", args=place) for page in ("scenario", "report", "aftermath"))
    for key in campaigns.values_list("key", flat=True):
        yield from (address_of(f"campaigns:{page}", key) for page in _CAMPAIGN_PAGES)
