"""Boards that people draw for their battles: listing, drawing by the steps of a set-up, sharing, files and print."""

import json
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.web.visitors import owner_of, owner_to_be
from battles.drawings import board_sheets_pdf, table_drawing
from battles.forms import typed_name
from battles.models import SavedBoard
from battles.selectors.boards import board_plan, board_shared_at, saved_board_of, saved_boards_of
from battles.services import boards as services
from battles.web.setup.pages import STEP_TITLES, step_context
from common.refusal import Refusal
from common.web.address import ListState, token_link
from common.web.files import file_response, pdf_response
from common.web.refusals import attempt
from common.web.tabs import Tab
from compendium.web.printing import can_print_later
from compendium.web.sent_documents import sent_document
from rules.combat.lists import MAX_LIST_BYTES
from rules.errors import DocumentError, require
from rules.p2v_combat.setup.changes import SetupFields
from rules.p2v_combat.setup.deploying import deployment_of
from rules.p2v_combat.setup.objectives import objective_kind, objective_mark
from rules.p2v_combat.setup.plan import BOARDS_BY_KEY, TablePlan
from rules.p2v_combat.setup.saved_boards import saved_board_document
from rules.text import slug
from warbands.web.sharing import switch

PAGE = 50
_NAMES = {"a": "Side A", "b": "Side B"}


@require_http_methods(["GET", "HEAD", "POST"])
def saved_boards(request: HttpRequest) -> HttpResponse:
    """List somebody's boards, and make an empty one."""
    state = ListState.of_request(request, ("page",))
    refused = ""
    if request.method == "POST":
        size = request.POST.get("size", "")
        try:
            row = services.saved_board_make(owner=owner_to_be(request), name=typed_name(request.POST), size=size)
        except Refusal as refusal:
            refused = refusal.message
        else:
            return redirect("battles:saved-board-step", row.key, "terrain")
    elif state.redirects:
        return HttpResponseRedirect(str(state))
    page, warnings = state.get_page(Paginator(saved_boards_of(owner_of(request)), PAGE))
    rows = [(row, BOARDS_BY_KEY[row.table["board"]], len(row.table.get("terrain", ()))) for row in page.object_list]
    context = {"page": page, "rows": rows, "address": state, "warnings": warnings, "sizes": BOARDS_BY_KEY.values()}
    context |= {"refused": refused, "typed": request.POST}
    return render(request, "battles/boards/list.html", context, status=422 if refused else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def saved_board_upload(request: HttpRequest) -> HttpResponse:
    """Take in a board from a file."""
    if request.method != "POST":
        return render(request, "battles/boards/import.html")
    try:
        document = sent_document(request, most=MAX_LIST_BYTES, missing="Choose a board file, at most 1 MB.")
        row = services.saved_board_import(owner=owner_to_be(request), document=document)
    except (DocumentError, Refusal) as fault:
        return render(request, "battles/boards/import.html", {"refused": fault.message}, status=422)
    messages.success(request, "The board is yours.")
    return redirect("battles:saved-board", row.key)


def _own_board_or_404(request: HttpRequest, key: str) -> SavedBoard:
    return require(saved_board_of(owner_of(request), key), Http404(services.NO_BOARD))


def _board_context(row: SavedBoard, plan: TablePlan, step: str = "") -> dict[str, Any]:
    tabs = [Tab("Board", reverse("battles:saved-board", args=[row.key]), not step)]
    for name in services.BOARD_STEPS:
        tabs.append(Tab(STEP_TITLES[name], reverse("battles:saved-board-step", args=[row.key, name]), name == step))
    sheets = reverse("battles:saved-board-sheets", args=[row.key])
    return {
        "row": row,
        "sheets": sheets,
        "name": row.name,
        "plan": plan,
        "table": table_drawing(plan, _NAMES),
        "tabs": tabs,
        "shell": "battles/boards/base.html",
        "deployment": deployment_of(plan),
        "objectives": [(objective_mark(plan, placed), objective_kind(placed.kind).name) for placed in plan.objectives],
    }


@require_safe
def saved_board(request: HttpRequest, key: str) -> HttpResponse:
    """Show a board of one's own, with its link, its file and its sheets."""
    row = _own_board_or_404(request, key)
    context = _board_context(row, board_plan(row)) | {"is_own": True}
    context["link"] = token_link(request, "battles:shared-board", row.share_token)
    return render(request, "battles/boards/board.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def saved_board_step(request: HttpRequest, key: str, step: str) -> HttpResponse:
    """Show a step of drawing a board, and carry out its buttons."""
    known = next((name for name in services.BOARD_STEPS if name == step), None)
    if known is None:
        raise Http404("There is no such step.")
    row, given, refused = _own_board_or_404(request, key), SetupFields(request.POST), ""
    if request.method == "POST":
        try:
            services.saved_board_change(owner=owner_of(request), key=key, step=known, do=given.text("do"), given=given)
        except Refusal as refusal:
            refused = refusal.message
        else:
            return redirect("battles:saved-board-step", key, known)
    plan = services.drawn_plan(row)
    context = step_context(known, plan, None, _NAMES) | _board_context(row, plan, known)
    context |= {"step": known, "title": STEP_TITLES[known], "refused": refused, "can_change": True}
    context["typed"] = given.typed if refused else {}
    return render(request, f"battles/setup/{known}.html", context, status=422 if refused else 200)


@require_POST
def saved_board_button(request: HttpRequest, key: str) -> HttpResponse:
    """Carry out a button of a board: rename, copy, share or delete it."""
    _own_board_or_404(request, key)
    owner, do = owner_of(request), request.POST.get("do", "")
    back = reverse("battles:saved-board", args=[key])
    if do == "rename":
        name = typed_name(request.POST)
        attempt(request, lambda: services.saved_board_rename(owner=owner, key=key, name=name), "Saved.")
    elif do == "copy":
        attempt(request, lambda: services.saved_board_copy(owner=owner, key=key), "The copy is among your boards.")
        return redirect("battles:saved-boards")
    elif do == "delete":
        attempt(request, lambda: services.saved_board_delete(owner=owner, key=key), "The board is deleted.")
        return redirect("battles:saved-boards")
    else:
        done = ("Anyone with the link can see and copy it now.", "The link is off.")
        return switch(
            request,
            "Sharing is",
            lambda shared: services.saved_board_share(owner=owner, key=key, shared=shared),
            done,
            back,
        )
    return redirect(back)


@require_safe
def saved_board_file(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with a board as a file."""
    row = _own_board_or_404(request, key)
    body = json.dumps(saved_board_document(row.name, board_plan(row)), ensure_ascii=False, indent=1)
    return file_response(body, f"{slug(row.name)[:80] or 'board'}.muster-board.json")


@can_print_later
@require_safe
def saved_board_sheets(request: HttpRequest, key: str = "", token: str = "") -> HttpResponse:
    """Answer with a board of one's own, or with the one that a link shares, as sheets to play on, as a PDF."""
    row = _own_board_or_404(request, key) if key else _shared_board_or_404(token)
    letter, low_ink = request.GET.get("paper") == "letter", request.GET.get("low_ink") == "on"
    pdf = board_sheets_pdf(row.name, board_plan(row), letter=letter, low_ink=low_ink)
    return pdf_response(pdf, slug(row.name)[:80] or "board")


def _shared_board_or_404(token: str) -> SavedBoard:
    # PostgreSQL takes no text with the character NUL.
    return require(board_shared_at(token.replace("\0", "")), Http404(services.NOT_SHARED_BOARD))


@require_http_methods(["GET", "HEAD", "POST"])
def shared_board(request: HttpRequest, token: str) -> HttpResponse:
    """Show the board that a link shares; store a copy."""
    row = _shared_board_or_404(token)
    if request.method == "POST":
        owner = owner_to_be(request)
        shared = row.share_token or ""
        attempt(request, lambda: services.saved_board_copy(owner=owner, token=shared), "The board is yours.")
        return redirect("battles:saved-boards")
    context = _board_context(row, board_plan(row))
    context |= {"tabs": (), "sheets": reverse("battles:shared-board-sheets", args=[row.share_token])}
    return render(request, "battles/boards/board.html", context)
