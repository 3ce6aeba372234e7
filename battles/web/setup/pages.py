"""The pages of a set-up: all its steps at a glance, the page of each step, and the sheet to print."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.web.visitors import owner_of, owner_to_be
from battles.drawings import setup_pdf, table_drawing
from battles.forms import typed_name
from battles.selectors.battles import BattleView, beast_choices, creatures_tagged, side_names, table_of
from battles.selectors.boards import saved_boards_of
from battles.selectors.folding import setup_of
from battles.services.boards import saved_board_keep
from battles.services.setup_changes import setup_change, table_remove
from battles.web.visiting import played_battle_or_404, seen_battle_or_404
from common.refusal import Refusal
from common.web.files import pdf_response
from common.web.refusals import attempt
from common.web.tabs import Tab
from printing.battles.setup import SetupPage
from printing.battles.tables import piece_number
from rules.errors import RulesError
from rules.p2v_combat.setup.changes import SetupFields
from rules.p2v_combat.setup.conditions import WITH_LONE_SIDE, markers_due, next_font_placer
from rules.p2v_combat.setup.deploying import (
    OWN_ORDER,
    choosing_order,
    deployment_of,
    free_zones,
    next_zone_chooser,
    zone_roll,
)
from rules.p2v_combat.setup.drawn_boards import boards_that_fit
from rules.p2v_combat.setup.faults import table_warnings
from rules.p2v_combat.setup.objectives import (
    next_objective_placer,
    objective_kind,
    objective_mark,
    objectives_due,
    terms_of,
)
from rules.p2v_combat.setup.plan import (
    ALTERNATIVES,
    BOARDS_BY_KEY,
    CONDITIONS_BY_KEY,
    OBSTACLE,
    SPECIAL_KINDS,
    STANDARD_KINDS,
    STEPS,
    TERRAIN_TYPES,
    TILES_BY_KEY,
    SetupStep,
    TablePlan,
)
from rules.p2v_combat.setup.secrets import next_body_placer
from rules.p2v_combat.setup.steps import agreement_on, is_settled
from rules.p2v_combat.setup.terrain import terrain_share, tiles_due
from rules.p2v_combat.sides import BattleSetup
from rules.points import level_cost
from rules.tables.boards import board_for
from rules.tables.damage import DAMAGE_TYPES
from rules.text import listed

STEP_TITLES: Mapping[SetupStep, str] = {
    "board": "Board",
    "terrain": "Terrain",
    "victory": "Victory condition",
    "objectives": "Objectives",
    "deployment": "Deployment",
    "secrets": "Secrets",
}


class PlacedRow(NamedTuple):
    """An objective on the board, as a page lists it."""

    key: str
    mark: str
    name: str
    terms: str
    x: int
    y: int


def step_tabs(key: str, plan: TablePlan, step: str = "") -> tuple[Tab, ...]:
    """Return the overview and every step as tabs, each with how far it is; ``step`` is the page that is shown."""
    overview = Tab("Overview", reverse("battles:setup", args=[key]), not step)
    return (
        overview,
        *(
            Tab(f"{title}{_progress(plan, name)}", reverse("battles:setup-step", args=[key, name]), name == step)
            for name, title in STEP_TITLES.items()
        ),
    )


def _progress(plan: TablePlan, step: SetupStep) -> str:
    return ", skipped" if agreement_on(plan, step).skipped else " ✓" if is_settled(plan, step) else ""


def step_context(
    step: SetupStep, plan: TablePlan, setup: BattleSetup | None, names: Mapping[str, str]
) -> dict[str, Any]:
    """Return the context for the template of a step; a saved board has no set-up, and no step \"victory\"."""
    agreed = agreement_on(plan, step)
    context: dict[str, Any] = {
        "agreed": [names[side] for side in agreed.sides],
        "skipped": agreed.skipped,
        "settled": is_settled(plan, step),
        "sides": [(side, names[side]) for side in plan.sides],
    }
    shown = {
        "board": _board,
        "terrain": _terrain,
        "victory": _victory,
        "objectives": _objectives,
        "deployment": _deployment,
    }[step]
    return context | shown(plan, setup, names)


def _board(plan: TablePlan, setup: BattleSetup | None, names: Mapping[str, str]) -> dict[str, Any]:
    usual = board_for(plan.points, len(plan.sides))
    return {"boards": BOARDS_BY_KEY.values(), "usual": usual}


def _terrain(plan: TablePlan, setup: BattleSetup | None, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "share": terrain_share(plan),
        "tiles_due": tiles_due(plan),
        "drawn_boards": boards_that_fit(plan),
        "pieces": [(piece, piece_number(plan, piece)) for piece in plan.terrain],
        "hazards": [(piece, piece_number(plan, piece)) for piece in plan.terrain if piece.is_hazardous],
        "damage_types": [row.name for row in DAMAGE_TYPES],
        "types": [row for row in TERRAIN_TYPES.values() if row.in_rulebook],
        "later_types": [row for row in TERRAIN_TYPES.values() if not row.in_rulebook],
        "tiles": TILES_BY_KEY.values(),
        "obstacle": OBSTACLE,
    }


def _victory(plan: TablePlan, setup: BattleSetup | None, names: Mapping[str, str]) -> dict[str, Any]:
    placer = next_font_placer(plan) if plan.victory == "fonts-of-power" else None
    context: dict[str, Any] = {
        "conditions": [row for row in CONDITIONS_BY_KEY.values() if len(plan.sides) == 2 or row.objectives],
        "condition": plan.condition,
        "has_lone_side": plan.victory in WITH_LONE_SIDE,
        "edges": ("top", "right", "bottom", "left"),
        "fonts": list(enumerate((marker for marker in plan.markers if marker.kind == "font" and marker.side), start=1)),
        "font_placer": names.get(placer or "", ""),
        "fonts_due": markers_due(plan) if plan.victory == "fonts-of-power" else 0,
        "has_halves": any(marker.kind in ("supply", "white shrine") for marker in plan.markers),
    }
    if setup and plan.victory == "beast-hunt":
        context |= _monster(plan, setup)
    if setup and plan.victory == "rescue-mission":
        context["creatures"] = [
            (creature.id, creature.name, names.get(creature.side, "")) for creature in setup.fielded
        ]
    return context


def _monster(plan: TablePlan, setup: BattleSetup) -> dict[str, Any]:
    try:
        level, monsters = beast_choices(plan, setup)
    except RulesError as fault:
        return {"no_monster": str(fault)}
    chosen = next((marker.creature for marker in plan.markers if marker.kind == "monster"), "")
    price = level_cost(level).cost
    return {"monster_level": level, "monster_price": price, "monsters": monsters, "monster": chosen}


def _objectives(plan: TablePlan, setup: BattleSetup | None, names: Mapping[str, str]) -> dict[str, Any]:
    placed = {objective.kind for objective in plan.objectives}
    rows = []
    for objective in plan.objectives:
        terms = terms_of(objective)
        about = f"{listed(terms.skills, 'or')}, Power {terms.power}" if terms else "its d6 is rolled in the battle"
        rows.append(
            PlacedRow(
                objective.kind,
                objective_mark(plan, objective),
                objective_kind(objective.kind).name,
                about,
                objective.x,
                objective.y,
            )
        )
    special = [row for key, row in SPECIAL_KINDS.items() if key not in placed]
    placer = next_objective_placer(plan)
    return {
        "has_objectives": plan.condition.objectives,
        "due": objectives_due(plan),
        "placer": names.get(placer or "", ""),
        "placed": rows,
        "standard": [row for key, row in STANDARD_KINDS.items() if key not in placed],
        "special": special,
        "with_creature": [
            (row, creatures_tagged(row.creature.capitalize())) for row in special if row.creature and placer
        ],
    }


def _deployment(plan: TablePlan, setup: BattleSetup | None, names: Mapping[str, str]) -> dict[str, Any]:
    rolls = zone_roll(plan)
    chooser = next_zone_chooser(plan)
    return {
        "deployment": deployment_of(plan),
        "alternatives": ALTERNATIVES.values() if len(plan.sides) == 2 else (),
        "has_own_order": plan.deployment in OWN_ORDER,
        "waiting": [names[side] for side in rolls.waiting],
        "faces": [(names[side], face) for side, face in rolls.faces.items()],
        "order": [names[side] for side in choosing_order(plan)],
        "chooser": names.get(chooser or "", ""),
        "free_zones": free_zones(plan),
        "chosen": [(names[choice.side], choice.zone) for choice in plan.zones],
        "has_bodies": any(start.upgrade == "trail-of-bodies" for start in plan.starts),
        "body_placer": names.get(next_body_placer(plan) or "", ""),
    }


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
    """Show a step of the set-up, and carry out its buttons."""
    known = next((name for name in STEPS if name == step and name != "secrets"), None)
    if known is None:
        raise Http404("There is no such step.")
    visitor, view = played_battle_or_404(request, key, "table")
    if request.method != "POST":
        return _step_page(request, view, known)
    given = SetupFields(request.POST)
    do = given.text("do")
    try:
        setup_change(visitor=visitor, key=key, step=known, do=do, given=given)
    except Refusal as refused:
        return _step_page(request, view, known, refused.message, given.typed)
    # The address of the secrets is that of a step, too.
    following = STEPS[STEPS.index(known) + 1] if do in ("agree", "skip") else known
    return redirect("battles:setup-step", key, following)


@require_POST
def everything(request: HttpRequest, key: str) -> HttpResponse:
    """Roll and suggest everything that is not settled yet, save the board for other battles, or remove the plan."""
    visitor, view = played_battle_or_404(request, key, "table")
    if request.POST.get("do") == "save-board":
        name, owner = typed_name(request.POST), owner_to_be(request)
        attempt(request, lambda: saved_board_keep(owner=owner, view=view, name=name), "The board is among your boards.")
        return redirect("battles:setup", key)
    if request.POST.get("do") == "remove":
        attempt(request, lambda: table_remove(visitor=visitor, key=key), "The plan of the table is removed.")
        return redirect("battles:setup", key)
    attempt(
        request,
        lambda: setup_change(visitor=visitor, key=key, step="board", do="all", given=SetupFields(request.POST)),
        "Muster has rolled and laid everything out. You can change all of it.",
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


def _context(view: BattleView, step: str = "") -> dict[str, Any]:
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    names = side_names(setup)
    return {
        "view": view,
        "name": view.battle.name,
        "setup": setup,
        "plan": plan,
        "names": names,
        "table": table_drawing(plan, names),
        "tabs": step_tabs(view.battle.key, plan, step),
        "can_change": view.may_set_up,
    }


def _step_page(
    request: HttpRequest,
    view: BattleView,
    step: SetupStep,
    refused: str = "",
    typed: Mapping[str, Mapping[str, str]] | None = None,
) -> HttpResponse:
    context = _context(view, step)
    context |= step_context(step, context["plan"], context["setup"], context["names"])
    if step == "terrain" and view.may_set_up:
        context["saved_boards"] = saved_boards_of(owner_of(request)).values_list("key", "name", "table__board")
    context |= {"step": step, "title": STEP_TITLES[step], "refused": refused, "typed": typed or {}}
    return render(request, f"battles/setup/{step}.html", context, status=422 if refused else 200)
