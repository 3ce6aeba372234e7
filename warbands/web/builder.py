"""The builder: the creatures that may join on the left, the warband on the right, and every change of it.

Without JavaScript each button sends a form and the page is loaded again. With it HTMX swaps the warband alone; the
creatures beside it load themselves anew when they are told that it changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from common.refusal import Refusal
from common.web.address import Address
from common.web.htmx import is_partial, push_address
from common.web.lists import ListState
from rules.building import Change, ChangeRefused, Draft, change_from_fields
from rules.building.fixes import Where, fixes_by_problem
from rules.building.joining import joining
from rules.legality import Rulebook
from rules.sheets import ProblemLine, RosterSheet
from warbands.selectors.collections import collection_of
from warbands.selectors.legality import rulebook_of
from warbands.selectors.sheets import Judged, judged, sheet_of
from warbands.selectors.warbands import Around, Opened, around
from warbands.services.drafts import ChangedMeanwhile, draft_change, draft_redo, draft_undo
from warbands.web import editor, finder, member_rows
from warbands.web.lists import NAMELESS
from warbands.web.visitors import opened_or_404, owner_of

LOOKS = ("member", "items", "agree")
"""What of the warband is opened: a member's editor, the words its items are searched for, a problem to agree on."""
_MAX_PARTS = 20


@require_safe
def builder(request: HttpRequest, key: str) -> HttpResponse:
    """Show the builder, or the part of it that HTMX asks for."""
    _, opened = opened_or_404(request, key)
    asked = ListState.of_request(request, [*finder.NAMES, *LOOKS], finder.SEVERAL)
    look, asked = _split(asked)
    rulebook = rulebook_of([opened.draft.roster])
    target = request.headers.get("HX-Target", "") if is_partial(request) else ""
    if target == "item-results":
        response = _items(request, opened, rulebook, look)
    elif target == "roster":
        response = render(
            request, "warbands/roster.html", _roster(request, opened, rulebook, around(opened.warband), look, asked)
        )
    else:
        table = judged(opened.draft, rulebook)
        context = finder.found(asked, joining(opened.draft.roster, table.verdict)) | {"look": look}
        if target == "results":
            response = render(request, "warbands/finder_update.html", context)
            push_address(request, response, asked.address)
        else:
            context |= _roster(request, opened, rulebook, around(opened.warband), look, asked, table)
            response = render(request, "warbands/builder.html", context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


@require_POST
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Make one change of the warband."""
    given = _given(request)
    try:
        wanted = change_from_fields(given)
    except ChangeRefused as refused:
        return _refused(request, key, refused.message, given)
    try:
        changed = draft_change(owner=owner_of(request), key=key, version=_version(request), change=wanted)
    except ChangedMeanwhile as meanwhile:
        return _meanwhile(request, key, meanwhile, wanted)
    except Refusal as refusal:
        return _refused(request, key, refusal.message, given)
    undo = Around(undo=changed.words) if changed.words else None
    return _done(request, changed.opened, changed.rulebook, undo, changed.words or "Nothing is different", given)


@require_POST
def undo(request: HttpRequest, key: str) -> HttpResponse:
    """Take the last change back."""
    return _along(request, key, draft_undo, "Undone")


@require_POST
def redo(request: HttpRequest, key: str) -> HttpResponse:
    """Make a change again that was taken back."""
    return _along(request, key, draft_redo, "Done again")


def _along(request: HttpRequest, key: str, service: Any, words: str) -> HttpResponse:
    try:
        opened = service(owner=owner_of(request), key=key, version=_version(request))
    except ChangedMeanwhile as meanwhile:
        return _meanwhile(request, key, meanwhile, None)
    except Refusal as refusal:
        return _refused(request, key, refusal.message, {})
    return _done(request, opened, rulebook_of([opened.draft.roster]), None, words, {})


def _given(request: HttpRequest) -> dict[str, str]:
    """Return the fields of the change: those that the page gave it, and those that the player typed."""
    fields = {name: str(value) for name, value in request.POST.items() if name not in ("change", "version", "state")}
    given = request.POST.get("change", "")
    if given.count("&") < _MAX_PARTS:
        fields |= dict(parse_qsl(given, keep_blank_values=True))
    return fields


def _version(request: HttpRequest) -> int:
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def _done(
    request: HttpRequest,
    opened: Opened,
    rulebook: Rulebook,
    beside: Around | None,
    words: str,
    given: Mapping[str, str],
) -> HttpResponse:
    look, asked = _as_shown(request, opened)
    if not is_partial(request):
        messages.info(request, f"{words}.")
        return HttpResponseRedirect(
            _address(asked, look) + (f"#member-{given['member']}" if given.get("member") else "")
        )
    context = _roster(request, opened, rulebook, beside or around(opened.warband), look, asked)
    return _update(request, {**context, "said": words})


def _refused(request: HttpRequest, key: str, message: str, given: Mapping[str, str]) -> HttpResponse:
    """Tell why not, and keep what was typed: with HTMX nothing on the page is touched but the notice."""
    if is_partial(request):
        response = render(request, "warbands/refused.html", {"refusal": message}, status=422)
        response["HX-Retarget"] = "#refusal"
        response["HX-Reswap"] = "innerHTML"
        return response
    _, opened = opened_or_404(request, key)
    return _page(request, opened, {"refusal": message, "typed": given}, 422)


def _meanwhile(request: HttpRequest, key: str, meanwhile: ChangedMeanwhile, wanted: Change | None) -> HttpResponse:
    """Show the warband as it is now, what was done to it, and the change that was not made, ready to be made."""
    _, opened = opened_or_404(request, key)
    rulebook = rulebook_of([opened.draft.roster])
    context: dict[str, Any] = {"meanwhile": meanwhile.told}
    if wanted is not None:
        context["again"] = wanted
        context["again_words"] = _words(wanted, opened.draft, rulebook)
    if not is_partial(request):
        return _page(request, opened, context, 409)
    look, asked = _as_shown(request, opened)
    return _update(request, _roster(request, opened, rulebook, around(opened.warband), look, asked) | context, 409)


def _update(request: HttpRequest, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """Answer HTMX with the warband as it is now; the creatures beside it are told to ask anew who may join."""
    response = render(request, "warbands/roster_update.html", context, status=status)
    response["HX-Trigger-After-Swap"] = "warband-changed"
    return response


def _words(wanted: Change, draft: Draft, rulebook: Rulebook) -> str:
    try:
        return wanted.describe(draft, rulebook)
    except ChangeRefused as refused:
        return refused.message


def _page(request: HttpRequest, opened: Opened, more: Mapping[str, Any], status: int) -> HttpResponse:
    look, asked = _as_shown(request, opened)
    rulebook = rulebook_of([opened.draft.roster])
    table = judged(opened.draft, rulebook)
    context = finder.found(asked, joining(opened.draft.roster, table.verdict))
    context |= _roster(request, opened, rulebook, around(opened.warband), look, asked, table)
    return render(request, "warbands/builder.html", {**context, **more}, status=status)


def _roster(
    request: HttpRequest,
    opened: Opened,
    rulebook: Rulebook,
    beside: Around,
    look: Mapping[str, str],
    asked: ListState,
    table: Judged | None = None,
) -> dict[str, Any]:
    """Return what the warband's side of the page shows; the editor and a collection take one query each."""
    draft = opened.draft
    table = table or judged(draft, rulebook)
    sheet, labels = table.sheet, _labels(table)
    member = next((one for one in sheet.members if one.id == look.get("member")), None)
    rows = member_rows.rows(sheet, labels, member.id if member else "")
    return {
        "warband": opened.warband,
        "sheet": sheet,
        "nameless": NAMELESS,
        "rows": [(member_rows.draw(row), row) for row in rows],
        "problems": member_rows.problem_rows(_told(sheet), labels, member_rows.agreements(sheet)),
        "counts": _counts(sheet),
        "around": beside,
        "editor": editor.editor(member, draft, rulebook, look.get("items", "")) if member else None,
        "agree": _agreed_on(sheet, look.get("agree", "")),
        "other_figures": _owns_others(request, draft),
        "here": reverse("warbands:builder", args=[opened.warband.key]),
        "state": _address(asked, look).partition("?")[2],
        "shown": asked.address.pairs,
        "look": look,
    }


def _items(request: HttpRequest, opened: Opened, rulebook: Rulebook, look: Mapping[str, str]) -> HttpResponse:
    sheet = sheet_of(opened.draft, rulebook)
    member = next((one for one in sheet.members if one.id == look.get("member")), None)
    context = editor.items(member, look.get("items", "")) if member else {"items": []}
    return render(request, "warbands/item_results.html", context)


def _labels(table: Judged) -> dict[Where, tuple[str, ...]]:
    found = fixes_by_problem(table.verdict.problems, table.reckoning)
    return {where: tuple(fix.label for fix in offered) for where, offered in found.items()}


def _owns_others(request: HttpRequest, draft: Draft) -> bool:
    """Say whether a warband that is held to figures is held to others than its player keeps. One query, or none."""
    if draft.roster.collection is None:
        return False
    owned = collection_of(owner_of(request))
    return bool(owned) and owned != dict(draft.roster.collection)


def _told(sheet: RosterSheet) -> list[ProblemLine]:
    """Return the warband's own problems; that nobody has joined yet is told by the empty page."""
    return [one for one in sheet.problems if one.code != "roster.empty" or one.overridden]


def _counts(sheet: RosterSheet) -> dict[str, int]:
    return {
        "members": sheet.bodies,
        "errors": len(sheet.errors),
        "warnings": len(sheet.warnings),
        "agreed": sum(one.met for one in sheet.overrides),
    }


def _agreed_on(sheet: RosterSheet, asked: str) -> dict[str, Any] | None:
    """Return the problem that the table is about to agree on, named as its code and its member's id."""
    code, _, member = asked.partition("@")
    for problem in [*sheet.problems, *(one for row in sheet.members for one in row.problems)]:
        if problem.code == code and (problem.member or "") == member and not problem.overridden:
            return {"problem": problem, "member": member}
    return None


def _split(asked: ListState) -> tuple[dict[str, str], ListState]:
    """Return what is opened of the warband, and what is asked of the creatures."""
    values = asked.address.values
    look = {name: values[name] for name in LOOKS if name in values}
    return look, asked.without(*LOOKS)


def _as_shown(request: HttpRequest, opened: Opened) -> tuple[dict[str, str], ListState]:
    """Return what the page showed from which a form was sent: its hidden state."""
    path = reverse("warbands:builder", args=[opened.warband.key])
    given = finder.hidden(request.POST.get("state", ""))
    names = [*finder.NAMES, *LOOKS]
    pairs = tuple((name, value) for name in names for value in given.getlist(name) if value.strip())
    return _split(ListState(Address(path, pairs)))


def _address(asked: ListState, look: Mapping[str, str]) -> str:
    """Return the address of the page as it is shown; what is about to be agreed on is no part of it."""
    kept = tuple((name, value) for name, value in look.items() if name != "agree")
    return str(Address(asked.address.path, (*asked.address.pairs, *kept)))
