"""Adding creatures to a warband from the compendium: a form that the compendium's pages fetch, and a page of its own.

The compendium knows nothing of warbands; its pages only link here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods

from accounts.web.visitors import owner_of
from common.refusal import Refusal
from common.web.address import Address, is_key, is_partial
from compendium.selectors.creature_list import creature_names
from compendium.selectors.homebrew import creatures_open_to
from compendium.web.creatures import viewer_of
from rules.building import Change, ChangeRefused, ChangeSet
from rules.building.changes import change_from_fields
from rules.building.draft import MAX_MEMBERS
from rules.building.members import MOST_AT_ONCE, MemberAdd
from rules.text import counted, listed
from warbands.selectors.warbands import warband_open, warbands_open_to_recruits
from warbands.services.drafts import draft_change
from warbands.services.recording import CareerRecorder
from warbands.web.lists import NAMELESS

MOST_CREATURES = MAX_MEMBERS + 1
"""Different creatures that one form reads: one more than a warband has room for, so that none is lost."""
_NAMED = 3
"""Creatures that sentences name; of more they tell how many."""


@require_http_methods(["GET", "HEAD", "POST"])
def add_to(request: HttpRequest, recorder: CareerRecorder) -> HttpResponse:
    """Show the form that adds creatures to one of the visitor's warbands, or add them, as one step. Two queries."""
    given = request.POST if request.method == "POST" else request.GET
    keys = keys_to_add(given)
    viewer = viewer_of(request, keys)
    among = None if viewer is None else creatures_open_to(viewer)
    names = creature_names(keys, among)
    if not names:
        raise Http404("There are no such creatures.")
    if request.method != "POST":
        return _show(request, names, chosen=request.GET.get("warband", ""))
    return _add(request, names, recorder)


def keys_to_add(given: QueryDict) -> list[str]:
    """Return the keys of the creatures that an address or a form names."""
    return [key for key in dict.fromkeys(given.getlist("creature")) if is_key(key)][:MOST_CREATURES]


def adding_url(route: str, keys: Iterable[str], **more: str) -> str:
    """Return the address of a route of warbands that is to add creatures."""
    return str(Address(reverse(f"warbands:{route}"), (*more.items(), *(("creature", key) for key in keys))))


def _add(request: HttpRequest, names: dict[str, str], recorder: CareerRecorder) -> HttpResponse:
    owner, key = owner_of(request), request.POST.get("warband", "")
    opened = warband_open(owner, key) if is_key(key) else None
    if opened is None:
        raise Http404("You have no such warband.")
    try:
        change = _change(list(names.values()), list(names), request.POST.get("times", ""))
        # Members that join leave all others alone, so they may join the warband as it stands now.
        version = opened.warband.version
        edit = draft_change(owner=owner, key=key, version=version, change=change, recorder=recorder)
    except (ChangeRefused, Refusal) as refusal:
        return _show(request, names, chosen=key, refusal=refusal.message, status=422)
    name = edit.open_warband.draft.roster.name or NAMELESS
    if is_partial(request):
        return _show(request, names, chosen=key, done=f"{edit.description} to {name}.")
    messages.success(request, f"{edit.description}.")
    return redirect("warbands:builder", key)


def _change(names: Sequence[str], keys: Sequence[str], times: str) -> Change:
    """Return the change that adds these creatures; raise ``ChangeRefused`` for a number that is none."""
    changes = [change_from_fields({"change": MemberAdd.kind, "creature": key, "times": times}) for key in keys]
    if len(changes) == 1:
        return changes[0]
    number = f"{times} × " if times not in ("", "1") else ""
    if len(names) <= _NAMED:
        return ChangeSet(tuple(changes), f"Added {listed([f'{number}{name}' for name in names])}")
    return ChangeSet(tuple(changes), f"Added {number}{counted(len(names), 'creature')}")


def _show(
    request: HttpRequest,
    names: dict[str, str],
    *,
    chosen: str = "",
    done: str = "",
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    template = "warbands/add_to_form.html" if is_partial(request) else "warbands/add_to.html"
    warbands = warbands_open_to_recruits(owner_of(request))
    context = {
        "names": names,
        "what": listed(list(names.values())) if len(names) <= _NAMED else counted(len(names), "creature"),
        "warbands": [(key, name or NAMELESS) for key, name in warbands],
        "chosen": chosen,
        "numbers": range(1, MOST_AT_ONCE + 1),
        "new_url": adding_url("new", names),
        "done": done,
        "refusal": refusal,
    }
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
