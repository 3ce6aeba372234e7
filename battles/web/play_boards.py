"""The pages of a board: a battle goes on it, creatures are placed by hand, it is left again; what holds between two."""

from dataclasses import asdict
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.folding import folded_battle
from battles.web.areas import AreaAnswer, area_answer
from battles.web.board import objective_rows
from battles.web.board_questions import between_on_board
from battles.web.creature_rows import CreatureRow, creature_row
from battles.web.playing import run_command
from battles.web.sent_events import AT
from battles.web.sent_forms import typed_word
from battles.web.shown_boards import shown_board
from battles.web.visiting import played_battle_or_404, seen_battle_or_404
from battles.web.ways import way_answer
from common.refusal import Refusal
from common.web.address import is_partial
from rules.p2v_combat.first_places import with_first_places
from rules.p2v_combat.setup.board_ground import ground_of_plan
from rules.p2v_combat.standing import named_square
from rules.p2v_combat.state import BattleState
from rules.text import natural_number

MOST_STATED = 200
"""Squares of a way that is drawn by hand."""
MOST_WANTED = 2000
"""Letters of the targets that a question about an area names."""


class PlaceField(NamedTuple):
    """A creature with the field for its square."""

    row: CreatureRow
    name: str
    typed: str


@require_http_methods(["GET", "HEAD", "POST"])
def board(request: HttpRequest, key: str) -> HttpResponse:
    """Show the places of a battle's creatures on its board, or suggest some, and take in others.

    Four queries to show them, with those of session and account.
    """
    visitor, view = played_battle_or_404(request, key, "table")
    if request.method == "POST":
        try:
            run_command(visitor, key, request.POST)
        except Refusal as refused:
            return _board_page(request, view, refused.message)
        return redirect("battles:battle" if request.POST.get("do") == "leave-board" else "battles:board", key)
    return _board_page(request, view)


@require_safe
def between(request: HttpRequest, key: str) -> HttpResponse:
    """Answer what the board says from a creature to another: a sentence each, and the line.

    Four queries, with those of session and account.
    """
    view = seen_battle_or_404(request, key, "table")
    state = folded_battle(view.battle).state
    ends = [typed_word(request.GET, name) for name in ("from", "to")]
    known = state.board is not None and all(end in state.combatants for end in ends)
    answer = between_on_board(state, ends[0], ends[1]) if known else None
    shown = {"view": view, "answer": answer, "from": ends[0], "to": ends[1]}
    if is_partial(request):
        return render(request, "battles/parts/between.html", shown)
    board = shown_board(state, objective_rows(state))
    return render(request, "battles/between.html", {**shown, "board": board, "key": key})


@require_safe
def way(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the best way of a move to a square, or the way of several: its cost, what it brings, and as a path.

    Only for a visitor who decides the move. Four queries, with those of session and account.
    """
    view = seen_battle_or_404(request, key, "table")
    creature, action, variant = (typed_word(request.GET, name) for name in ("creature", "action", "way"))
    typed = [named_square(name) for name in request.GET.getlist("way_to")[:MOST_STATED] if name]
    stated = tuple(square for square in typed if square) if all(typed) else ()
    state = folded_battle(view.battle).state
    answer = (
        way_answer(view, state, creature, action, variant, stated) if stated and creature in state.combatants else None
    )
    return JsonResponse({"words": answer.words if answer else "", "path": answer.path if answer else ""})


@require_safe
def area(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with a placement of an action's area: its squares, as a path too, and whom it catches.

    Only for a visitor who decides the action. Four queries, with those of session and account.
    """
    view = seen_battle_or_404(request, key, "table")
    creature, action, variant = (typed_word(request.GET, name) for name in ("creature", "action", "way"))
    at, turn = named_square(request.GET.get("area_at", "")), natural_number(request.GET.get("turn", "")) or 0
    state = folded_battle(view.battle).state
    names, wanted = (creature, action, variant), request.GET.get("area", "")[:MOST_WANTED]
    answer = area_answer(view, state, names, at, wanted, turn) if creature in state.combatants else None
    return JsonResponse(asdict(answer or AreaAnswer("")))


def _board_page(request: HttpRequest, view: BattleView, refused: str = "") -> HttpResponse:
    folded = folded_battle(view.battle)
    state = folded.state
    suggested = _suggested(state)
    drawn = state if state.board else suggested
    fields = [
        PlaceField(row, f"{AT}{row.id}", request.POST.get(f"{AT}{row.id}", row.square))
        for combatant in (drawn or state).combatants.values()
        if combatant.is_in_play
        for row in [creature_row(drawn or state, combatant)]
    ]
    context = {
        "view": view,
        "head": folded.number,
        "refused": refused,
        "is_laid": state.board is not None,
        "may_say_why": state.phase != "initiative" and (state.board or state.left_board) is not None,
        "may_write": view.plays and view.battle.status != BattleStatus.CLOSED,
        "board": shown_board(drawn, objective_rows(drawn)) if drawn else None,
        "fields": fields,
    }
    return render(request, "battles/board.html", context, status=422 if refused else 200)


def _suggested(state: BattleState) -> BattleState | None:
    """Return the state on the board of its table with suggested places; None without a table with a grid."""
    table = state.setup.table
    if state.board is not None or table is None or table.is_gridless:
        return None
    return with_first_places(state, ground_of_plan(table))
