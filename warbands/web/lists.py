"""My warbands: the list with its filters, and its commands for a warband.

The address contains the whole state of the list. A command for a warband includes that state, so that it returns to the
same list.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of
from common.refusal import Refusal
from common.web.address import Address, ListState, shown_text
from rules.alignment import BY_CODE, Alignment
from rules.cards.model import Card
from rules.crests import Crest
from rules.errors import require
from rules.legality.resolved import Rulebook, resolve
from rules.legality.verdict import rule_label, verdict_of
from rules.roster import Roster
from rules.sheets.members import problem_lines
from rules.sheets.model import NAMELESS
from rules.text import counted
from warbands.models import Warband
from warbands.models.warbands import MAX_TAG
from warbands.selectors.crests import crest_resolved
from warbands.selectors.legality import CampaignPlace, CampaignPlaces, rulebook_of, without_limit
from warbands.selectors.warbands import (
    ARCHIVED,
    AT_HAND,
    DELETED,
    DELETED_FOR,
    ListedWarband,
    OpenWarband,
    ShelfRows,
    shelves,
    tag_lists,
    tags_in_use,
    warband_find,
    with_drafts,
)
from warbands.services.warbands import (
    MAX_TAGS,
    warband_archive,
    warband_copy,
    warband_delete,
    warband_restore,
    warband_tag,
)

PAGE = 30
"""Warbands on one page of the list."""
_NAMES = ("q", "tag", "archived", "deleted", "gone", "page")
_AGREED = 3
_MAX_TYPED = 1_000


@dataclass(frozen=True, slots=True)
class VerdictSummary:
    """A row's facts about a warband's roster; ``problems`` is "" for a legal one.

    ``agreed`` has the first few of the table's exceptions, and ``agreements`` their number.
    """

    mode: str
    alignment: Alignment | None
    points: int
    limit: int | None
    bodies: int
    problems: str
    agreed: tuple[str, ...]
    agreements: int
    crest: Crest


@dataclass(frozen=True, slots=True)
class WarbandRow:
    """A warband in the list; ``summary`` is None if its document is unreadable.

    ``place`` is its campaign.
    """

    warband: Warband
    name: str
    tags: tuple[str, ...]
    summary: VerdictSummary | None
    until: datetime | None
    place: CampaignPlace | None

    @property
    def typed(self) -> str:
        """The tags as their player types them."""
        return ", ".join(self.tags)


@dataclass(frozen=True, slots=True)
class RefusedAction:
    """A refused command for a warband, and for its tags the typed text."""

    key: str
    message: str
    typed: str | None = None


@require_safe
def warbands(request: HttpRequest, places: CampaignPlaces) -> HttpResponse:
    """List the visitor's warbands.

    At most thirteen queries, plus one for careers, and three for cards that are not loaded yet.
    """
    asked = _list_state(request)
    if asked.redirects:
        return HttpResponseRedirect(str(asked))
    return _page(request, owner_of(request), asked, places)


@require_POST
def copy(request: HttpRequest, key: str, places: CampaignPlaces) -> HttpResponse:
    """Copy a warband with its tags, and open the copy."""
    owner, warband = _listed_or_404(request, key)
    if warband.draft is None:
        return _refused(request, places, key, "Muster cannot read this warband, so you cannot copy it.")
    tags = [tag.word for tag in warband.warband.tags.all()]
    try:
        made = warband_copy(owner=owner, source=OpenWarband(warband.warband, warband.step, warband.draft), tags=tags)
    except Refusal as refusal:
        return _refused(request, places, key, refusal.message)
    messages.success(request, f"This is your copy of {_quoted(warband)}.")
    return redirect("warbands:builder", made.key)


@require_POST
def archive(request: HttpRequest, key: str, places: CampaignPlaces) -> HttpResponse:
    """Archive a warband or, with ``out``, take it out of the archive."""
    owner, warband = _listed_or_404(request, key)
    archived = "out" not in request.POST
    done = "is in the archive now" if archived else "is out of the archive again"
    work = partial(warband_archive, owner=owner, key=key, archived=archived)
    return _done(request, places, key, work, f"{_quoted(warband, capital=True)} {done}.")


@require_POST
def delete(request: HttpRequest, key: str, places: CampaignPlaces) -> HttpResponse:
    """Delete a warband; the list then offers to restore it."""
    owner, _ = _listed_or_404(request, key)
    return _done(request, places, key, partial(warband_delete, owner=owner, key=key), gone=key)


@require_POST
def restore(request: HttpRequest, key: str, places: CampaignPlaces) -> HttpResponse:
    """Restore a deleted warband."""
    owner, warband = _listed_or_404(request, key, deleted=True)
    where = "in the archive" if warband.warband.archived_at else "among your warbands"
    work = partial(warband_restore, owner=owner, key=key)
    return _done(request, places, key, work, f"{_quoted(warband, capital=True)} is {where} again.")


@require_POST
def tags(request: HttpRequest, key: str, places: CampaignPlaces) -> HttpResponse:
    """Give a warband the tags that were typed, with commas between them."""
    owner, warband = _listed_or_404(request, key)
    typed = request.POST.get("tags", "")
    work = partial(warband_tag, owner=owner, key=key, words=typed.split(","))
    return _done(request, places, key, work, f"The tags of {_quoted(warband)} are saved.", typed=typed)


def _done(
    request: HttpRequest,
    places: CampaignPlaces,
    key: str,
    work: Callable[[], object],
    said: str = "",
    *,
    gone: str = "",
    typed: str | None = None,
) -> HttpResponse:
    """Change a warband and return to the list, or show the refusal there; ``typed`` are its tags as sent."""
    try:
        work()
    except Refusal as refusal:
        return _refused(request, places, key, refusal.message, typed)
    if said:
        messages.success(request, said)
    return HttpResponseRedirect(str(_list_state(request).with_value("gone", gone)))


def _refused(
    request: HttpRequest, places: CampaignPlaces, key: str, message: str, typed: str | None = None
) -> HttpResponse:
    shown = None if typed is None else shown_text(typed, _MAX_TYPED)
    return _page(request, owner_of(request), _list_state(request), places, RefusedAction(key, message, shown))


def _page(
    request: HttpRequest,
    owner: Owner,
    address: ListState,
    places: CampaignPlaces,
    refused: RefusedAction | None = None,
) -> HttpResponse:
    """Draw the list; after a refusal, the status is 422, and the reason is beside the warband."""
    values = address.values
    shelf = DELETED if values.get("deleted") else ARCHIVED if values.get("archived") else AT_HAND
    archived, tag = shelf == ARCHIVED, shown_text(values.get("tag", ""), MAX_TAG)
    words = shown_text(values.get("q", ""), 100).strip()
    counts = shelves(owner)
    shelf_rows = ShelfRows(owner, shelf, counts) if shelf == DELETED else ShelfRows(owner, shelf, counts, tag, words)
    page, warnings = address.get_page(Paginator(shelf_rows, PAGE))  # type: ignore[arg-type] # counts and slices
    rows = _rows(with_drafts(page.object_list), places)
    gone = warband_find(owner, key, deleted=True) if (key := values.get("gone", "").replace("\0", "")) else None
    bare = Address(address.path)
    context = {
        "rows": rows,
        "shelf": shelf,
        "shelves": counts,
        "tags": _tag_links(() if shelf == DELETED else tags_in_use(owner, archived=archived), tag, address),
        "chosen_tag": tag,
        "words": words,
        "all_url": str(bare.with_value("archived", values.get("archived", ""))),
        "state": str(Address("", address.without("gone").pairs)),
        "here": str(address.without("gone", "page")),
        "count": page.paginator.count,
        "gone": gone and {"key": gone.warband.key, "name": gone.name or NAMELESS},
        "refused": refused,
        "is_refused_here": refused is not None and any(row.warband.key == refused.key for row in rows),
        "warnings": warnings,
        "page": page,
        "address": address.without("gone"),
        "nameless": NAMELESS,
        "most_tags": MAX_TAGS,
        "longest_tag": MAX_TAG,
        "deleted_for": DELETED_FOR,
        "kept_for": settings.SESSION_COOKIE_AGE // 86_400,
    }
    return render(request, "warbands/list.html", context, status=422 if refused else 200)


def _rows(listed: list[ListedWarband], places: CampaignPlaces) -> list[WarbandRow]:
    """Judge the warbands of a page by one rulebook."""
    warbands = [warband.warband for warband in listed]
    playing, tags = places.find(warbands), tag_lists(warbands)
    rulebook = rulebook_of([warband.draft.roster for warband in listed if warband.draft])
    careers = {warband.warband.pk: warband.draft for warband in listed if warband.draft and warband.warband.has_career}
    today = places.todays_cards(careers, rulebook)
    return [
        WarbandRow(
            warband=warband.warband,
            name=warband.name or NAMELESS,
            tags=tuple(tags.get(warband.warband.pk, ())),
            summary=_summarize(warband.warband, warband.draft.roster, rulebook, today.get(warband.warband.pk))
            if warband.draft
            else None,
            until=warband.warband.deleted_at and warband.warband.deleted_at + timedelta(days=DELETED_FOR),
            place=playing.get(warband.warband.pk),
        )
        for warband in listed
    ]


def _summarize(
    warband: Warband, roster: Roster, rulebook: Rulebook, today: Mapping[str, Card] | None
) -> VerdictSummary:
    if today is not None:
        rulebook, roster = rulebook.with_member_cards(today), without_limit(roster)
    resolved = resolve(roster, rulebook)
    verdict = verdict_of(resolved)
    lines = [line for lines in problem_lines(roster, verdict.problems).values() for line in lines]
    errors = sum(line.blocks for line in lines)
    allowed = dict.fromkeys((rule_label(line.code), line.reason) for line in lines if line.overridden)
    agreed = [f"{words} ({reason})" if reason else words for words, reason in allowed]
    if len(agreed) > _AGREED:
        agreed[_AGREED:] = [f"{len(agreed) - _AGREED} more"]
    return VerdictSummary(
        mode=roster.mode.name,
        alignment=BY_CODE[roster.alignment] if roster.alignment else None,
        points=verdict.points,
        limit=resolved.limit,
        bodies=len(roster.members),
        problems=counted(errors, "problem") if errors else "",
        agreed=tuple(agreed),
        agreements=len(allowed),
        crest=crest_resolved(warband, resolved, rulebook),
    )


def _tag_links(words: Iterable[str], chosen: str, address: Address) -> list[tuple[str, str, bool]]:
    """Return each tag with the address that shows only its warbands, or for the chosen one all of them again."""
    every = sorted({*words, chosen} - {""})
    bare = address.without("tag", "page", "gone")
    return [(word, str(bare if word == chosen else bare.with_value("tag", word)), word == chosen) for word in every]


def _list_state(request: HttpRequest) -> ListState:
    return replace(ListState.of_request(request, _NAMES), path=reverse("warbands:list"))


def _listed_or_404(request: HttpRequest, key: str, *, deleted: bool = False) -> tuple[Owner, ListedWarband]:
    owner = owner_of(request)
    warband = require(warband_find(owner, key, deleted=deleted), Http404("You have no such warband."))
    return owner, warband


def _quoted(warband: ListedWarband, *, capital: bool = False) -> str:
    if warband.name:
        return f"“{warband.name}”"
    return NAMELESS if capital else f"{NAMELESS[0].lower()}{NAMELESS[1:]}"
