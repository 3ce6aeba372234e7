"""Own lists of combatants: parties and opponents, their sheets by form, documents and print."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.web.visitors import owner_of, owner_to_be
from battles import drawings
from battles.forms import sheet_of_form, sheet_sections, typed_name, typed_sheet
from battles.models import CombatantList
from battles.selectors.families import (
    combatant_list_of,
    combatant_lists_of,
    declared_families,
    listed_mark,
    saved_combatants,
    shown_sheets,
)
from battles.services import combatants as lists
from common.refusal import Refusal
from common.web.address import ListState
from common.web.files import file_response, pdf_response
from common.web.refusals import attempt
from compendium.web.printing import can_print_later
from compendium.web.sent_documents import sent_document
from rules.combat.lists import MAX_ALIKE, MAX_LIST_BYTES, SavedCombatants, combatants_document
from rules.combat.sheets import SheetKind, kind_of_sheet, sheet_document
from rules.errors import DocumentError, require
from rules.text import natural_number, slug

PAGE = 50
SAVED = "Saved."


@require_safe
def combatants(request: HttpRequest) -> HttpResponse:
    """List somebody's parties and opponents."""
    state = ListState.of_request(request, ("page",))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    page, warnings = state.get_page(Paginator(combatant_lists_of(owner_of(request)), PAGE))
    families = declared_families()
    rows = [
        (row, families[row.family], sum(combatant["count"] for combatant in row.combatants)) for row in page.object_list
    ]
    context = {"page": page, "rows": rows, "address": state, "warnings": warnings}
    return render(request, "battles/combatants/lists.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_list(request: HttpRequest) -> HttpResponse:
    """Make a list: which game, which name, and whether it is a party."""
    context: dict[str, Any] = {"families": tuple(declared_families().values()), "typed": request.POST or request.GET}
    if request.method != "POST":
        return render(request, "battles/combatants/new.html", context)
    try:
        row = lists.combatant_list_make(
            owner=owner_to_be(request),
            family=request.POST.get("game", "").replace("\0", ""),
            name=typed_name(request.POST),
            is_party=request.POST.get("party") == "1",
        )
    except Refusal as refused:
        return render(request, "battles/combatants/new.html", {**context, "refused": refused.message}, status=422)
    return redirect("battles:combatant-list", row.key)


@require_http_methods(["GET", "HEAD", "POST"])
def import_list(request: HttpRequest) -> HttpResponse:
    """Take in a list from a file."""
    if request.method != "POST":
        return render(request, "battles/combatants/import.html")
    try:
        document = sent_document(request, most=MAX_LIST_BYTES, missing="Choose a list file, at most 1 MB.")
        row = lists.combatant_list_import(owner=owner_to_be(request), document=document)
    except (DocumentError, Refusal) as fault:
        return render(request, "battles/combatants/import.html", {"refused": fault.message}, status=422)
    messages.success(request, "The list is imported.")
    return redirect("battles:combatant-list", row.key)


def _own_or_404(request: HttpRequest, key: str) -> CombatantList:
    return require(combatant_list_of(owner_of(request), key), Http404(lists.NO_LIST))


@require_safe
def combatant_list(request: HttpRequest, key: str) -> HttpResponse:
    """Show a list with its sheets and a party's counts."""
    row = _own_or_404(request, key)
    saved = saved_combatants(row)
    tallies = [
        (tally, saved.tallies.get(tally.key, 0), saved.experience.get(tally.key, 0))
        for tally in (saved.family.tallies if saved.is_party else ())
    ]
    context = {"row": row, "saved": saved, "family": saved.family, "tallies": tallies}
    return render(request, "battles/combatants/list.html", context)


@require_POST
def change_list(request: HttpRequest, key: str) -> HttpResponse:
    """Carry out a button of a list."""
    _own_or_404(request, key)
    do = request.POST.get("do", "")
    if do == "copy":
        return _copy(request, key)
    if do not in _CHANGES:
        messages.error(request, "Muster did not understand this. Reload the page.")
        return redirect("battles:combatant-list", key)
    change, read, done = _CHANGES[do]
    is_done = attempt(request, lambda: change(owner=owner_of(request), key=key, **read(request.POST)), done)
    if is_done and do == "delete":
        return redirect("battles:combatants")
    return redirect("battles:combatant-list", key)


_CHANGES: dict[str, tuple[Callable[..., object], Callable[[QueryDict], dict[str, Any]], str]] = {
    "edit": (
        lists.combatant_list_edit,
        lambda data: {"name": typed_name(data), "is_party": data.get("party") == "1", "seen": _version(data)},
        SAVED,
    ),
    "delete": (lists.combatant_list_delete, lambda data: {}, "The list is deleted."),
    "copy-sheet": (lists.listed_combatant_copy, lambda data: {"number": _number(data, "number")}, "Copied."),
    "remove-sheet": (
        lists.listed_combatant_remove,
        lambda data: {"number": _number(data, "number"), "seen": _version(data)},
        "Removed.",
    ),
    "respite": (
        lists.party_respite,
        lambda data: {"tally": data.get("tally", ""), "gained": _number(data, "gained")},
        "The party has rested.",
    ),
    "set-tally": (
        lists.party_counts_set,
        lambda data: {
            "tally": data.get("tally", ""),
            "count": _number(data, "count"),
            "experience": _number(data, "experience"),
            "seen": _version(data),
        },
        SAVED,
    ),
}
"""The possible changes by a button: the service, its arguments from the form, and the page's sentence afterward."""


def _copy(request: HttpRequest, key: str) -> HttpResponse:
    try:
        made = lists.combatant_list_copy(owner=owner_of(request), key=key)
    except Refusal as refused:
        messages.error(request, refused.message)
        return redirect("battles:combatant-list", key)
    messages.success(request, "This is your copy.")
    return redirect("battles:combatant-list", made.key)


def _number(data: QueryDict, name: str) -> int:
    """Return an entered whole number from 0, -1 for anything else."""
    number = natural_number(data.get(name, "").strip())
    return -1 if number is None else number


def _version(data: QueryDict) -> int | None:
    """Return the version of a list that a page showed, or None."""
    return _number(data, "version") if "version" in data else None


@require_http_methods(["GET", "HEAD", "POST"])
def new_sheet(request: HttpRequest, key: str, kind: str) -> HttpResponse:
    """Add a combatant to a list by the form of its sheet."""
    row = _own_or_404(request, key)
    saved = saved_combatants(row)
    declared = next((sheet_kind for sheet_kind in saved.family.kinds if sheet_kind.key == kind), None)
    if declared is None:
        raise Http404("There is no such kind of combatants.")
    return _sheet_page(request, row, saved, declared, {}, {"count": 1})


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Change the sheet of a combatant of a list."""
    row = _own_or_404(request, key)
    saved = saved_combatants(row)
    combatant = require(saved.combatant(number), Http404(lists.NO_SHEET))
    document = sheet_document(saved.family.kinds, combatant.sheet)
    shown = {"number": number, "name": combatant.sheet.name, "count": combatant.count, "group": combatant.group}
    shown["mark"] = listed_mark(row, number)
    return _sheet_page(request, row, saved, kind_of_sheet(saved.family.kinds, combatant.sheet), document, shown)


def _sheet_page(
    request: HttpRequest,
    row: CombatantList,
    saved: SavedCombatants,
    kind: SheetKind,
    document: Mapping[str, Any],
    shown: dict[str, Any],
) -> HttpResponse:
    """Show the form of a sheet, or save the input; a refusal, or a request for more rows, shows the input again."""
    context: dict[str, Any] = {"row": row, "family": saved.family, "kind": kind, "most_alike": MAX_ALIKE, **shown}
    if request.method != "POST":
        return render(request, "battles/combatants/sheet.html", {**context, "sections": sheet_sections(kind, document)})
    name, group, count = typed_name(request.POST), typed_name(request.POST, "group"), _number(request.POST, "count")
    typed = typed_sheet(kind, request.POST, name)
    context |= {"name": name, "count": request.POST.get("count", ""), "group": group}
    context["sections"] = sheet_sections(kind, typed.document)
    seen = request.POST.get("seen", "")[:16]
    if "more" in request.POST:
        return render(request, "battles/combatants/sheet.html", {**context, "mark": seen})
    try:
        lists.listed_combatant_save(
            owner=owner_of(request),
            key=row.key,
            sheet=sheet_of_form(saved.family, kind, typed),
            count=count,
            group=group,
            number=shown.get("number"),
            seen=seen,
        )
    except lists.CombatantsMovedOn as refused:
        return render(request, "battles/combatants/sheet.html", {**context, "refused": refused.message}, status=409)
    except Refusal as refused:
        context |= {"refused": refused.message, "mark": seen}
        return render(request, "battles/combatants/sheet.html", context, status=422)
    messages.success(request, SAVED)
    return redirect("battles:combatant-list", row.key)


@require_safe
def download_list(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with a list as a file."""
    row = _own_or_404(request, key)
    document = combatants_document(saved_combatants(row))
    body = json.dumps(document, ensure_ascii=False, indent=1)
    return file_response(body, f"{list_file_name(row)}.muster-combatants.json")


@can_print_later
@require_safe
def sheets_pdf(request: HttpRequest, key: str, number: int | None = None) -> HttpResponse:
    """Answer with the sheet of one combatant of a list as a PDF, or with all of them."""
    row = _own_or_404(request, key)
    saved = saved_combatants(row)
    chosen = [combatant.sheet for combatant in saved.combatants if number in (None, combatant.number)]
    if not chosen:
        raise Http404(lists.NO_SHEET)
    title = saved.name if number is None else chosen[0].name
    pdf = drawings.sheets_pdf(title, shown_sheets(saved.family, chosen), saved.family.notice)
    return pdf_response(pdf, slug(title)[:80] or "combatants")


def list_file_name(row: CombatantList) -> str:
    """Return the file name of a list."""
    return slug(row.name)[:80] or "combatants"
