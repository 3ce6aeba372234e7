"""Fights of each declared family: an action and the page with 2 x 6 combatants, beside a bare view of as many bytes."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from accounts.models import Owner
from battles.models import Battle
from battles.selectors.battles import BattleVisitor
from battles.selectors.families import declared_families
from battles.selectors.folding import folded_fight
from battles.services.fights import combatants_enter, fight_make
from battles.services.recording import event_record
from benchmarks.harness import Bench, count_queries
from rules.combat.declared import DeclaredFamily
from rules.combat.events import FightBegun
from rules.combat.lists import ListedCombatant
from rules.combat.log import KIND
from rules.combat.resolution import OfferField
from rules.combat.sheets import FightSheet, SheetKind
from rules.combat.state import FightState
from tests.rules.filled_sheets import filled_sheet

EACH = 6
STEPS = 6
"""Offers that are taken so that somebody has a turn."""


def fight_lines(bench: Bench) -> list[str]:
    """Measure a number that is set by hand, and the page, in a fight of each declared family."""
    lines = []
    for family in declared_families().values():
        battle = bench_fight(bench.owner, family)
        lines += [
            _action(bench, battle, f"action, {family.key}"),
            bench.page(f"page, {family.key}", f"/battles/{battle.key}/", f"/bare/{2 * EACH}/"),
        ]
    return lines


def bench_fight(owner: Owner, family: DeclaredFamily) -> Battle:
    """Return a fight of a family in which somebody has a turn; Muster rolls."""
    table = _usual_sheet(family.table, "Table")
    battle = fight_make(owner=owner, family=family, party=["Heroes"], master="", table=table)
    visitor = BattleVisitor(owner)
    for side in "ab":
        entry = ListedCombatant(1, _usual_sheet(family.kinds[0], f"Fighter {side}"), EACH)
        combatants_enter(visitor=visitor, key=battle.key, side=side, entries=[entry])
    event_record(visitor=visitor, key=battle.key, command=lambda state: FightBegun())
    for _ in range(STEPS):
        battle.refresh_from_db()
        state: FightState = folded_fight(battle).state
        offer = next((offer for offer in family.offers(state) if offer.is_main), None)
        rows = (state.family.row(state, combatant, sees_hidden=True) for combatant in state.combatants)
        if offer is None or any(row.is_acting for row in rows):
            break
        values = {field.name: _first_value(field) for field in offer.fields}
        event = family.event_from({KIND: offer.event, **offer.parts, **values})
        event_record(visitor=visitor, key=battle.key, command=lambda state, event=event: event)  # type: ignore[misc] # a default
    battle.refresh_from_db()
    return battle


def _usual_sheet(kind: SheetKind, name: str) -> FightSheet:
    needed = {
        field.key: min(field.high, max(field.usual, 20))
        for field in kind.fields
        if field.needed and field.type == "number"
    }
    return filled_sheet(kind, name, **needed)


def _first_value(field: OfferField) -> Any:
    if field.value is not None:
        return list(field.value) if field.type == "choices" else field.value
    if field.type == "choice":
        return "" if field.optional or not field.options else field.options[0].key
    return {"number": max(0, field.low), "flag": False, "choices": []}.get(field.type, "")


def _number_form(battle: Battle, number: int) -> tuple[str, dict[str, str]]:
    """Return the form that sets the first number of a combatant by hand, each time to another."""
    state: FightState = folded_fight(battle).state
    found = next(field for field in state.family.hand_fields(state, "b.1") if field.type == "number")
    value = str(max(found.low, 1) + number % 3)
    fields = {"do": "set", "combatant": "b.1", "what": found.name, f"number.{found.name}": value, "focus": "b.1"}
    return f"/battles/{battle.key}/act/", fields


def _action(bench: Bench, battle: Battle, name: str) -> str:
    forms = cycle([_number_form(battle, number) for number in range(3)])
    address, fields = next(forms)
    queries = count_queries(lambda: bench.client.post(address, fields, headers={"HX-Request": "true"}))
    return bench.compare(
        name,
        lambda: bench.site.post(*next(forms)),
        lambda size: bench.site.get(f"/bare/{2 * EACH}/{size}/"),
        queries,
    )
