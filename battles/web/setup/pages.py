"""The pages of a set-up: all its steps at a glance, each step, and the sheet to print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from battles.drawings.papers import setup_pdf
from battles.drawings.tables import table_drawing
from battles.selectors.battles import BattleView
from battles.selectors.folding import setup_of
from battles.selectors.tables import side_names, table_of
from battles.services.setup_changes import setup_change, table_remove
from battles.web.setup.steps import STEP_TITLES, setup_steps, step_context
from battles.web.visiting import played_battle_or_404, seen_battle_or_404
from common.refusal import Refusal
from common.web.refusals import attempt
from compendium.web.printing import pdf_response
from printing.battles.setup import SetupPage
from rules.p2v_combat.setup.changes import SetupFields
from rules.p2v_combat.setup.faults import table_warnings
from rules.p2v_combat.setup.plan import STEPS, SetupStep


@require_safe
def overview(request: HttpRequest, key: str) -> HttpResponse:
    """Show the table as far as it is settled, and every step."""
    view = seen_battle_or_404(request, key, "table")
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    context = _context(view) | {"warnings": tuple(table_warnings(plan)), "is_planned": setup.table is not None}
    return render(request, "battles/setup/overview.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, key: str, step: str) -> HttpResponse:
    """Show a step of the set-up, and do what its buttons ask for."""
    found = next((one for one in STEPS if one == step and one != "secrets"), None)
    if found is None:
        raise Http404("There is no such step.")
    visitor, view = played_battle_or_404(request, key, "table")
    if request.method != "POST":
        return _step_page(request, view, found)
    given = SetupFields(request.POST)
    do = given.text("do")
    try:
        setup_change(visitor=visitor, key=key, step=found, do=do, given=given)
    except Refusal as refused:
        return _step_page(request, view, found, refused.message, given.typed)
    # The address of the secrets is that of a step, too.
    following = STEPS[STEPS.index(found) + 1] if do in ("agree", "skip") else found
    return redirect("battles:setup-step", key, following)


@require_POST
def everything(request: HttpRequest, key: str) -> HttpResponse:
    """Roll and suggest everything that is not settled yet, or remove the plan."""
    visitor, _ = played_battle_or_404(request, key, "table")
    if request.POST.get("do") == "remove":
        attempt(request, lambda: table_remove(visitor=visitor, key=key), "The plan of the table is removed.")
        return redirect("battles:setup", key)
    attempt(
        request,
        lambda: setup_change(visitor=visitor, key=key, step="board", do="all", given=SetupFields(request.POST)),
        "Rolled and laid out. Change anything by hand.",
    )
    return redirect("battles:setup", key)


@require_safe
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the set-up on one page, as a PDF."""
    view = seen_battle_or_404(request, key, "table")
    setup = setup_of(view.battle)
    page = SetupPage(view.battle.name, table_of(view.battle, setup), side_names(setup))
    pdf = setup_pdf(page, letter=request.GET.get("paper") == "letter", low_ink=request.GET.get("low_ink") == "on")
    return pdf_response(pdf, f"{slugify(view.battle.name)[:80] or 'battle'}-set-up")


def _context(view: BattleView) -> dict[str, Any]:
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    names = side_names(setup)
    return {
        "view": view,
        "setup": setup,
        "plan": plan,
        "names": names,
        "table": table_drawing(plan, names),
        "steps": setup_steps(plan),
        "can_change": view.may_set_up,
    }


def _step_page(
    request: HttpRequest,
    view: BattleView,
    step: SetupStep,
    refused: str = "",
    typed: Mapping[str, Mapping[str, str]] | None = None,
) -> HttpResponse:
    context = _context(view)
    context |= step_context(step, context["plan"], context["setup"], context["names"])
    context |= {"step": step, "title": STEP_TITLES[step], "refused": refused, "typed": typed or {}}
    return render(request, f"battles/setup/{step}.html", context, status=422 if refused else 200)
