"""Dismissing a member: who goes with it, and who gets its items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from common.refusal import Refusal
from rules.building.changes import called, group_of
from rules.building.enlisting import ItemGift, MemberDismiss, possible_carriers
from rules.errors import ChangeRefused
from rules.legality import Rulebook
from rules.roster import Member
from warbands.selectors.legality import rulebook_of
from warbands.selectors.places import CampaignPlaces, rulebook_today
from warbands.selectors.warbands import OpenWarband
from warbands.services.drafts import EditConflict, draft_change
from warbands.services.recording import CareerRecorder
from warbands.web.access import open_warband_or_404
from warbands.web.lists import NAMELESS
from warbands.web.versions import version_of


class LeavingItem(NamedTuple):
    """An item of a person who leaves: the name of its field, what it is called, who may get it, who is chosen."""

    field: str
    name: str
    carriers: tuple[tuple[str, str], ...]
    chosen: str


class LeavingMember(NamedTuple):
    """A person who leaves, with the items to hand on."""

    name: str
    items: tuple[LeavingItem, ...]


class Dismissal(NamedTuple):
    """What a dismissal does, before it is done: the member, its minions, and the choices that its form makes.

    It ``is_outdated`` where an item was to go to someone who may not carry it.
    """

    leader: LeavingMember
    minions: tuple[LeavingMember, ...]
    gifts: tuple[ItemGift, ...]
    is_outdated: bool

    @property
    def has_items(self) -> bool:
        """Whether anybody who leaves carries an item."""
        return any(minion.items for minion in (self.leader, *self.minions))


@require_http_methods(["GET", "HEAD", "POST"])
def dismiss(request: HttpRequest, key: str, recorder: CareerRecorder, places: CampaignPlaces) -> HttpResponse:
    """Show who leaves and ask where their items go, or dismiss the member; ``member`` in the address is its id."""
    owner, opened = open_warband_or_404(request, key)
    member, back = request.GET.get("member", ""), reverse("warbands:builder", args=[key])
    try:
        asked = _dismissal(opened, member, _rulebook(opened, places), request.POST)
    except ChangeRefused as refused:
        messages.error(request, refused.message)
        return HttpResponseRedirect(back)
    if request.method != "POST":
        return _page(request, opened, asked)
    if asked.is_outdated:
        return _page(request, opened, asked, "Someone you chose may not carry that item. Choose again.", 422)
    try:
        edit = draft_change(
            owner=owner,
            key=key,
            version=version_of(request.POST),
            change=MemberDismiss(member, asked.gifts),
            recorder=recorder,
        )
    except EditConflict as conflict:
        return _page(request, opened, asked, conflict.message, 409)
    except Refusal as refused:
        return _page(request, opened, asked, refused.message, 422)
    messages.info(request, f"{edit.description}.")
    return HttpResponseRedirect(back)


def _rulebook(opened: OpenWarband, places: CampaignPlaces) -> Rulebook:
    """Return the rulebook with the members' cards of today: who has gained levels may carry more."""
    return rulebook_today(places, opened, rulebook_of([opened.draft.roster]))


def _dismissal(opened: OpenWarband, member: str, rulebook: Rulebook, typed: Mapping[str, str]) -> Dismissal:
    """Return what the dismissal of a member does; raise ``ChangeRefused`` when it is no longer there."""
    group = group_of(opened.draft, member)
    leaving = [_leaving(member, group.ids, opened, rulebook, typed) for member in group.members]
    gifts = tuple(
        ItemGift(member.id, place, item.chosen)
        for member, row in zip(group.members, leaving, strict=True)
        for place, item in enumerate(row.items)
        if item.chosen
    )
    is_outdated = any(typed.get(item.field, "") != item.chosen for member in leaving for item in member.items)
    return Dismissal(leaving[0], tuple(leaving[1:]), gifts, is_outdated)


def _leaving(
    member: Member, leaving: frozenset[str], opened: OpenWarband, rulebook: Rulebook, typed: Mapping[str, str]
) -> LeavingMember:
    items = []
    for place, carried in enumerate(member.items):
        field, item = f"to.{member.id}.{place}", rulebook.items.get(carried.item)
        carriers = tuple(
            (carrier.id, called(carrier, opened.draft, rulebook))
            for carrier in possible_carriers(carried, leaving, opened.draft, rulebook)
        )
        chosen = typed.get(field, "")
        name = item.name if item else f"“{carried.item}”"
        if carried.choice:
            name = f"{name} ({carried.choice})"
        items.append(LeavingItem(field, name, carriers, chosen if chosen in dict(carriers) else ""))
    return LeavingMember(called(member, opened.draft, rulebook), tuple(items))


def _page(
    request: HttpRequest, opened: OpenWarband, asked: Dismissal, refusal: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "warband": opened.warband,
        "name": opened.draft.roster.name or NAMELESS,
        "asked": asked,
        "refusal": refusal or opened.warband.locked_for,
    }
    return render(request, "warbands/dismiss.html", context, status=status)
