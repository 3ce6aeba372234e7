"""Pages that the compendium links to, because it does not know warbands: adding creatures to one, and deleting a
player's own.

Members also join from a pasted list. The page asks about words in the list that match nothing. The answers are in the
form, so that the pasted text does not change.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods

from accounts.web.visitors import owner_of, owner_to_be
from common.refusal import Refusal
from common.web.address import Address, is_key, is_partial, shown_text
from common.web.refusals import answer_when_too_large, attempt
from compendium.selectors.creature_list import creature_names
from compendium.selectors.homebrew import creatures_open_to, homebrew_get
from compendium.services.homebrew import homebrew_delete
from compendium.web.creatures import viewer_of
from rules.alignment import ALIGNMENTS
from rules.building.changes import Change, ChangeSet, change_from_fields
from rules.building.draft import MAX_MEMBERS
from rules.building.enlisting import MembersEnlist
from rules.building.members import MOST_AT_ONCE, MemberAdd
from rules.building.warband import USUAL_LIMIT
from rules.errors import ChangeRefused, require
from rules.lengths import MAX_NAME
from rules.roster.written import MAX_TEXT
from rules.sheets.model import NAMELESS
from rules.tables.play_modes import BY_ROSTER_KEY
from rules.text import counted, listed
from warbands.selectors.legality import rulebook_of
from warbands.selectors.pasted import PastedList, pasted_read
from warbands.selectors.warbands import OpenWarband, warband_open, warbands_open_to_recruits, warbands_with
from warbands.services.drafts import draft_change
from warbands.services.recording import CareerRecorder
from warbands.services.warbands import warband_create
from warbands.web.access import open_warband_or_404
from warbands.web.forms import OWN, WarbandForm

MOST_CREATURES = MAX_MEMBERS + 1
"""Different creatures that one form reads: one more than a warband has room for, so that none is lost."""
_NAMED = 3
"""The most creatures that sentences name; the rest are counted."""


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
    opened = require(warband_open(owner, key) if is_key(key) else None, Http404("You have no such warband."))
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
    """Return the change that adds these creatures; raise ``ChangeRefused`` for an invalid number."""
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


UNNAMED = "Pasted warband"
_USUAL = {"name": "", "play_mode": "unlimited", "limit": str(USUAL_LIMIT), "alignment": ""}
_TOO_LARGE = f"The list is too large: at most {MAX_TEXT:,} characters are read at once."
_MAX_ANSWERS = 100
_LONGEST_ANSWER = 200


def _too_large(request: HttpRequest) -> HttpResponse:
    return show_pasting(request, fault=_TOO_LARGE, status=422)


@answer_when_too_large(_too_large)
@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: HttpRequest) -> HttpResponse:
    """Show the form for a list, or make a warband of the one that was sent."""
    if request.method != "POST":
        return show_pasting(request)
    text, meant = _sent(request.POST)
    read = pasted_read(text, meant, owner_of(request))
    if read.fault or read.questions:
        return show_pasting(request, text=text, meant=meant, read=read, status=422)
    form = _warband_form(request.POST, read)
    if not form.is_valid():
        fault = " ".join(str(message) for errors in form.errors.values() for message in errors)
        return show_pasting(request, text=text, meant=meant, fault=fault, status=422)
    change = MembersEnlist(read.members)
    rulebook = rulebook_of((), creatures=change.creatures, items=change.items)
    try:
        draft = change.apply(form.draft(), rulebook)
        made = warband_create(owner=owner_to_be(request), draft=draft, words="Pasted the warband")
    except Refusal as refusal:
        return show_pasting(request, text=text, meant=meant, fault=refusal.message, status=422)
    left_out = f" Not taken over: {', '.join(read.written.left_out).lower()}." if read.written.left_out else ""
    messages.success(request, f"{counted(len(draft.roster.members), 'member')} taken from the list.{left_out}")
    return redirect("warbands:builder", made.key)


@require_http_methods(["GET", "HEAD", "POST"])
def paste_into(request: HttpRequest, key: str, recorder: CareerRecorder) -> HttpResponse:
    """Show the form for a list, or let the members that it names join the warband, as one step."""
    owner, opened = open_warband_or_404(request, key)
    if request.method != "POST":
        return show_pasting(request, opened=opened)
    text, meant = _sent(request.POST)
    read = pasted_read(text, meant, owner)
    if read.fault or read.questions:
        return show_pasting(request, opened=opened, text=text, meant=meant, read=read, status=422)
    # Members that join leave all others alone, so they may join the warband as it stands now.
    version = opened.warband.version
    try:
        edit = draft_change(
            owner=owner, key=key, version=version, change=MembersEnlist(read.members), recorder=recorder
        )
    except Refusal as refusal:
        return show_pasting(request, opened=opened, text=text, meant=meant, fault=refusal.message, status=422)
    messages.success(request, f"{edit.description}.")
    return redirect("warbands:builder", key)


def show_pasting(
    request: HttpRequest,
    *,
    opened: OpenWarband | None = None,
    text: str = "",
    meant: Mapping[str, str] | None = None,
    read: PastedList | None = None,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show the form with the pasted text, its faults, and the words in question."""
    meant, read = meant or {}, read or PastedList()
    open_words = {question.words for question in read.questions}
    context: dict[str, Any] = {
        "warband": opened.warband if opened else None,
        "name": (opened.draft.roster.name or NAMELESS) if opened else "",
        "text": shown_text(text, MAX_TEXT),
        "fault": read.fault or fault,
        "questions": list(enumerate(read.questions)),
        "answered": [
            (place, words, value)
            for place, (words, value) in enumerate(meant.items(), len(read.questions))
            if words not in open_words
        ],
        "modes": BY_ROSTER_KEY.values(),
        "alignments": ALIGNMENTS,
        "fields": {name: request.POST.get(name, usual) for name, usual in _USUAL.items()},
        "longest_name": MAX_NAME,
        "most": MAX_TEXT,
    }
    return render(request, "warbands/paste.html", context, status=status)


def _sent(given: QueryDict) -> tuple[str, dict[str, str]]:
    """Return the list that a form sends, and the answers by the unknown words."""
    asked = given.getlist("asked")[:_MAX_ANSWERS]
    numbers = given.getlist("number")[:_MAX_ANSWERS]
    meant = {
        words: value
        for number, words in zip(numbers, asked, strict=False)
        if (value := given.get(f"meant-{number[:3]}", "")) and max(len(words), len(value)) <= _LONGEST_ANSWER
    }
    return given.get("list", "").replace("\0", ""), meant


def _warband_form(given: QueryDict, read: PastedList) -> WarbandForm:
    """Return the form of a new warband from the list's head, with the page's fields for what the head omits.

    The page's name overrides the list's.
    """
    written = read.written
    fields = {name: given.get(name, usual) for name, usual in _USUAL.items()}
    if written.play_mode:
        limit = str(written.points_limit or "")
        fields |= {"play_mode": written.play_mode, "limit": limit, "alignment": written.alignment or ""}
    return WarbandForm(
        {
            "name": fields["name"].strip() or written.name or UNNAMED,
            "play_mode": fields["play_mode"],
            "limit": OWN,
            "own_limit": fields["limit"].strip(),
            "alignment": fields["alignment"],
        }
    )


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether a creature is to be deleted, or delete it. Three queries to ask."""
    owner = owner_of(request)
    homebrew = require(homebrew_get(owner, key), Http404("You have no such creature."))
    if request.method == "POST":
        done = f"“{homebrew.creature.name}” is deleted. Warbands that use it keep its card."
        attempt(request, lambda: homebrew_delete(owner=owner, key=key), done)
        return redirect("compendium:homebrew-list")
    own, all_of_them = warbands_with([key], owner), warbands_with([key])
    context = {"homebrew": homebrew, "creature": homebrew.creature, "own": own, "others": all_of_them - own}
    return render(request, "warbands/homebrew_delete.html", context)
