"""Secrets on pages: each side's own behind a cover, so that a phone can be passed around; seals for everyone."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from battles.models import BattleSecret
from battles.selectors.battles import BattleView, BattleVisitor, own_secrets, shown_secrets, side_names, table_of
from battles.selectors.folding import setup_of
from battles.services.setup_changes import (
    EVERY_STEP,
    STEP_CHANGES,
    deployment_seal,
    secret_reveal,
    secret_seal,
    setup_change,
)
from battles.web.setup.pages import step_tabs
from battles.web.visiting import played_battle_or_404, seen_battle_or_404
from common.refusal import Refusal
from common.web.refusals import attempt
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.changes import SetupFields
from rules.p2v_combat.setup.deploying import zones_of
from rules.p2v_combat.setup.plan import TablePlan
from rules.p2v_combat.setup.secrets import (
    ASSASSIN,
    BURIED_TREASURE,
    DEPLOYMENT,
    TARGET,
    ChosenPairs,
    SecretDemand,
    deployed,
    missing_demands,
    places_from_text,
    secrets_due,
)
from rules.p2v_combat.setup.steps import is_settled
from rules.p2v_combat.sides import BattleSetup

PURPOSES = {
    ASSASSIN: "Assassin",
    TARGET: "Target",
    "assassin-target": "Assassin and Target",
    "false-object": "False Object",
    "tempting-disguise": "Tempting Disguise",
    DEPLOYMENT: "Deployment in secret",
    BURIED_TREASURE: "Buried Treasure",
}

UNCOVERED_KEY = "battle-uncovered"
"""The battle and side whose secrets are open in this browser, in the web session."""


class SecretRow(NamedTuple):
    """A secret that a side has to make, as the page of that side shows it."""

    number: int
    title: str
    demand: SecretDemand
    creature: str
    chosen: str
    creatures: Sequence[tuple[str, str, str, str]]


class SealRow(NamedTuple):
    """A seal, as everyone sees it, with the secret once it is revealed."""

    side: str
    title: str
    digest: str
    secret: BattleSecret | None


@require_safe
def secrets(request: HttpRequest, key: str) -> HttpResponse:
    """Show every seal, and which sides still have to choose."""
    view = seen_battle_or_404(request, key, "secrets")
    request.session.pop(UNCOVERED_KEY, None)
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    names = side_names(setup)
    missing = missing_demands(plan, setup.fielded)
    context = {
        "view": view,
        "plan": plan,
        "tabs": step_tabs(view.battle.key, plan, "secrets"),
        "step": "secrets",
        "settled": is_settled(plan, "secrets"),
        "asked": bool(secrets_due(plan, setup.fielded)),
        "can_change": view.may_set_up,
        "seals": _seals(view, plan, setup, names),
        "sides": [
            (side, names[side], any(demand.side == side for demand in missing))
            for side in view.held
            if any(demand.side == side for demand in secrets_due(plan, setup.fielded))
        ],
        "waiting": [names[side] for side in setup.people if any(demand.side == side for demand in missing)],
        "treasure_missing": any(BURIED_TREASURE in demand.purposes for demand in missing),
        "own": [(row.pk, names[row.side], _title(row)) for row in own_secrets(view) if row.revealed_at is None],
    }
    return render(request, "battles/setup/secrets.html", context)


@require_safe
@never_cache
def cover(request: HttpRequest, key: str, side: str) -> HttpResponse:
    """Ask players to pass the phone to a side; behind this page are its own choices."""
    _, view, names = _of_side(request, key, side)
    request.session.pop(UNCOVERED_KEY, None)
    return render(request, "battles/setup/cover.html", {"view": view, "side": side, "name": names[side]})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose(request: HttpRequest, key: str, side: str) -> HttpResponse:
    """Show a side's secret choices, and seal them. On a phone of several sides, the cover comes first."""
    visitor, view, names = _of_side(request, key, side)
    if request.POST.get("do") == "uncover":
        request.session[UNCOVERED_KEY] = f"{key} {side}"
        return redirect("battles:setup-choose", key, side)
    if len(view.held) > 1 and request.session.get(UNCOVERED_KEY) != f"{key} {side}":
        return redirect("battles:setup-cover", key, side)
    setup = setup_of(view.battle)
    plan = table_of(view.battle, setup)
    if request.method != "POST":
        return _choices(request, view, plan, setup, side, names)
    given = SetupFields(request.POST)
    try:
        _seal(visitor, key, side, plan, setup, given)
    except (Refusal, ChangeRefused) as refused:
        return _choices(request, view, plan, setup, side, names, refused.message)
    after = table_of(view.battle, setup_of(played_battle_or_404(request, key, "secrets")[1].battle))
    if any(demand.side == side for demand in missing_demands(after, setup.fielded)):
        return redirect("battles:setup-choose", key, side)
    return redirect("battles:setup-secrets", key)


@require_POST
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Draw the place of the treasure, reveal a secret, agree on the step."""
    visitor, _ = played_battle_or_404(request, key, "secrets")
    given = SetupFields(request.POST)
    do = given.text("do")
    if do == "reveal":
        number = int(given.text("secret")) if given.text("secret").isdecimal() else 0
        attempt(request, lambda: secret_reveal(visitor=visitor, key=key, number=number), "Revealed.")
    elif do in (*STEP_CHANGES["secrets"], *EVERY_STEP):
        done = "The treasure is buried." if do == "treasure" else "Saved."
        attempt(request, lambda: setup_change(visitor=visitor, key=key, step="secrets", do=do, given=given), done)
    return redirect("battles:setup" if do in EVERY_STEP else "battles:setup-secrets", key)


def _of_side(request: HttpRequest, key: str, side: str) -> tuple[BattleVisitor, BattleView, dict[str, str]]:
    visitor, view = played_battle_or_404(request, key, "secrets")
    names = side_names(setup_of(view.battle))
    if side not in view.held:
        raise Http404("You do not play this side.")
    return visitor, view, names


def _seal(visitor: BattleVisitor, key: str, side: str, plan: TablePlan, setup: BattleSetup, given: SetupFields) -> None:
    demands = [demand for demand in secrets_due(plan, setup.fielded) if demand.side == side]
    number = given.number("demand", "Secret")
    if number >= len(demands):
        raise ChangeRefused("This battle does not ask for that secret.")
    demand = demands[number]
    if demand.purposes == (DEPLOYMENT,):
        places = {
            creature.id: (
                given.number(f"x-{creature.id}", f"{creature.name}, right"),
                given.number(f"y-{creature.id}", f"{creature.name}, down"),
            )
            for creature in deployed(plan, side, setup.fielded)
        }
        deployment_seal(visitor=visitor, key=key, side=side, places=places)
        return
    secret_seal(visitor=visitor, key=key, side=side, pairs=_pairs(demand, given))


def _pairs(demand: SecretDemand, given: SetupFields) -> ChosenPairs:
    return tuple((purpose, given.text(f"choice-{place}")) for place, purpose in enumerate(demand.purposes))


def _choices(
    request: HttpRequest,
    view: BattleView,
    plan: TablePlan,
    setup: BattleSetup,
    side: str,
    names: dict[str, str],
    refused: str = "",
) -> HttpResponse:
    own = {(row.purpose, row.subject): row for row in own_secrets(view) if row.side == side}
    rows = []
    demands = [demand for demand in secrets_due(plan, setup.fielded) if demand.side == side]
    for number, demand in enumerate(demands):
        purpose, _, subject = demand.purposes[0].partition(" ")
        chosen = own.get((purpose, subject))
        rows.append(
            SecretRow(
                number,
                PURPOSES["assassin-target" if demand.purposes == (ASSASSIN, TARGET) else purpose],
                demand,
                setup.by_id[demand.creature].name if demand.creature else "",
                chosen.choice if chosen else "",
                _places(plan, setup, side, chosen) if purpose == DEPLOYMENT else (),
            )
        )
    context = {
        "view": view,
        "side": side,
        "name": names[side],
        "rows": rows,
        "refused": refused,
        "zones": [
            f"{area.x} to {area.x + area.width - 1} from the left, {area.y} to {area.y + area.height - 1} from the top"
            for area in (zone.area for zone in zones_of(plan, side))
        ],
        "fielded": setup.by_id,
        "assassins": _creatures(rows, setup, 0),
        "targets": _creatures(rows, setup, 1),
    }
    return render(request, "battles/setup/choose.html", context, status=422 if refused else 200)


def _creatures(rows: Sequence[SecretRow], setup: BattleSetup, place: int) -> list[tuple[str, str]]:
    """Return the creatures that may be Assassin (0) or Target (1), by id, with name and level."""
    ids = dict.fromkeys(
        option.pairs[place][1]
        for row in rows
        if row.demand.purposes == (ASSASSIN, TARGET)
        for option in row.demand.options
    )
    return [(creature, f"{setup.by_id[creature].name}, level {setup.by_id[creature].card.level}") for creature in ids]


def _places(
    plan: TablePlan, setup: BattleSetup, side: str, chosen: BattleSecret | None
) -> list[tuple[str, str, str, str]]:
    before = places_from_text(chosen.choice) if chosen else {}
    rows = []
    for creature in deployed(plan, side, setup.fielded):
        x, y = before.get(creature.id, ("", ""))
        rows.append((creature.id, creature.name, str(x), str(y)))
    return rows


def _title(row: BattleSecret) -> str:
    return PURPOSES.get(row.purpose, row.purpose)


def _seals(view: BattleView, plan: TablePlan, setup: BattleSetup, names: dict[str, str]) -> list[SealRow]:
    """Return every seal, with choice and salt of those that are revealed."""
    shown = shown_secrets(view)
    rows = []
    for seal in plan.seals:
        purpose, _, subject = seal.purpose.partition(" ")
        title = PURPOSES.get(purpose, purpose)
        if subject in setup.by_id:
            title = f"{title} of {setup.by_id[subject].name}"
        rows.append(SealRow(names.get(seal.side, "The game"), title, seal.digest, shown.get((seal.side, seal.purpose))))
    return rows
