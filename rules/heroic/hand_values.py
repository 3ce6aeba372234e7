"""What may be set by hand of a combatant: what the guide leaves to the table, and what was forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.combat.asks import Option
from rules.combat.checks import typed_line
from rules.combat.offers import OfferField
from rules.combat.state import FightState
from rules.errors import ChangeRefused
from rules.heroic.combatants import HeroicCombatant, everyone, fight_of, heroic_of
from rules.heroic.stamina import LOWEST, after_setting

MOST_BREATH = 99

_FLAGS: Mapping[str, tuple[str, str]] = {
    "prone": ("is_prone", "Prone"),
    "stable": ("is_stable", "Stable at 0 Stamina"),
    "dead": ("is_dead", "Dead"),
    "defending": ("is_defending", "Defending"),
    "hidden": ("is_hidden", "Hidden"),
    "surprised": ("is_surprised", "Surprised"),
    "flying": ("is_flying", "Flying"),
    "under_water": ("is_underwater", "Under water"),
    "acted": ("has_acted", "Has acted in this round"),
    "main": ("main_used", "Main action used"),
    "maneuver": ("maneuver_used", "Maneuver used"),
    "rode": ("has_ridden", "Move action used for riding"),
}


def heroic_hand_fields(state: FightState, combatant: HeroicCombatant) -> tuple[OfferField, ...]:
    """Return what may be set by hand of a combatant, the usual first."""
    lowest = LOWEST if state.setup.table.flag("below_zero") else 0
    others = tuple(Option(other.id, state.name(other.id)) for other in everyone(state) if other.id != combatant.id)
    choices = (Option("", "No one"), *others)
    return (
        OfferField("stamina", "Stamina", "number", value=combatant.stamina, low=lowest, high=combatant.most),
        OfferField("recoveries", "Recoveries", "number", value=combatant.recoveries, high=99),
        OfferField("temporary", "Temporary Stamina", "number", value=combatant.temporary, high=999),
        *(OfferField(key, label, "flag", value=getattr(combatant, name)) for key, (name, label) in _FLAGS.items()),
        OfferField("grabbed_by", "Grabbed by", "choice", options=choices, value=combatant.grabbed_by),
        OfferField(
            "moved",
            "Squares of speed used",
            "number",
            value=combatant.moved,
            high=max(combatant.speed, combatant.moved),
        ),
        OfferField(
            "triggered",
            "Triggered actions used",
            "number",
            value=combatant.triggered,
            high=max(20, combatant.triggered),
        ),
        OfferField("breath", "Rounds of breath left", "number", value=combatant.breath or 0, high=MOST_BREATH),
        OfferField("note", "Other conditions", "word", value=combatant.held),
    )


def set_heroic_value(state: FightState, combatant: str, name: str, value: Any) -> FightState:
    """Return the state with a value set by hand. Raises ``ChangeRefused`` for one that does not fit."""
    heroic_combatant = heroic_of(state, combatant)
    if name in _FLAGS:
        return _with_flag(state, heroic_combatant, name, bool(value))
    if name == "stamina":
        state = state.change(combatant, stamina=value, is_stable=heroic_combatant.is_stable and value <= 0)
        return after_setting(state, combatant) if not heroic_combatant.is_down else state
    if name == "note":
        return state.change(combatant, held=typed_line(value))
    if name == "grabbed_by" and value and heroic_of(state, value).is_out:
        raise ChangeRefused(f"{state.name(value)} is out of the fight.")
    return state.change(combatant, **{name: value})


def _with_flag(state: FightState, combatant: HeroicCombatant, name: str, holds: bool) -> FightState:
    if name == "stable" and holds and not (combatant.is_hero and combatant.is_down):
        raise ChangeRefused(f"{state.name(combatant.id)} is not dying.")
    if name == "acted" and combatant.id in fight_of(state).acting:
        raise ChangeRefused("Its turn is under way.")
    state = state.change(combatant.id, **{_FLAGS[name][0]: holds})
    return after_setting(state, combatant.id) if name == "dead" and holds else state
