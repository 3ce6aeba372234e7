"""What players enter by hand for a creature: the ground it moves on, skill checks, persistent damage."""

from __future__ import annotations

from dataclasses import dataclass

from battles.selectors.battles import BattleView
from battles.selectors.options import plays_for
from rules.items import ITEMS
from rules.p2v_combat.action_points import controller
from rules.p2v_combat.actions import carried_title, item_kind_name
from rules.p2v_combat.conditions import PLACES
from rules.p2v_combat.events.moving import ENCUMBERING
from rules.p2v_combat.numbers import skill_numbers
from rules.p2v_combat.scoring.conditions import victory_in_play
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.waiting import DISGUISES, waiting_upgrade
from rules.tables import conditions
from rules.tables.damage import DAMAGE_TYPES
from rules.text import with_minus

_OUT_OF_REACH = frozenset(row.name for row in conditions.CONDITIONS if conditions.End.OUT_OF_REACH in row.ends)
USUAL_POWER = 15
CHOSEN = ":"
"""Stands in forms between an item and what was chosen for it."""


@dataclass(frozen=True, slots=True)
class HandForms:
    """What the forms by hand offer for one creature.

    ``skills`` are skills with what the creature adds to a check, ``places`` those that keep a condition, with whether
    it stands there. ``is_held_in_reach`` says that a condition of it ends once no enemy has it within reach. ``items``
    are what it carries, each once, ``others`` the creatures to which it can pass something on.
    """

    creature: str
    types: tuple[str, ...]
    skills: tuple[tuple[str, str], ...]
    places: tuple[tuple[str, bool], ...]
    is_held_in_reach: bool
    items: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str], ...]

    @property
    def all_items(self) -> tuple[tuple[str, str], ...]:
        """Every item that a creature can be given."""
        return tuple((item.key, f"{item_kind_name(item)}, level {item.level}") for item in ITEMS)

    @property
    def hazards(self) -> tuple[str, ...]:
        """What terrain does to a creature that enters it."""
        return (*self.types, ENCUMBERING)

    @property
    def power(self) -> int:
        """The Power that a check is made against unless the board says another."""
        return USUAL_POWER


def hand_forms(view: BattleView, state: BattleState, creature: str) -> HandForms | None:
    """Return the forms by hand for a creature, None where the visitor does not play it. No query."""
    combatant = state.combatants[creature]
    if state.phase != "playing" or not combatant.is_in_play or not plays_for(view, state, controller(state, creature)):
        return None
    return HandForms(
        creature=creature,
        types=tuple(row.name for row in DAMAGE_TYPES),
        skills=tuple((number.name, with_minus(f"{number.value:+d}")) for number in skill_numbers(state, creature)),
        places=tuple((place, place in combatant.places) for place in PLACES),
        is_held_in_reach=any(combatant.has(name) for name in _OUT_OF_REACH),
        items=tuple(
            (f"{choice.item}{CHOSEN}{choice.choice or ''}", carried_title(choice))
            for choice in dict.fromkeys(combatant.items)
        ),
        others=tuple(
            (other.id, state.name(other.id))
            for other in state.combatants.values()
            if other.is_in_play and other.id != creature
        ),
    )


def may_leave_disguise(view: BattleView, state: BattleState, creature: str) -> bool:
    """Return True if a creature of the visitor is in disguise."""
    combatant = state.combatants[creature]
    is_disguised = combatant.presence == "waiting" and waiting_upgrade(state.setup, creature) in DISGUISES
    return state.phase == "playing" and is_disguised and view.plays and combatant.side in view.held


def may_give_points(view: BattleView, state: BattleState) -> bool:
    """Return True if the visitor may give victory points by hand."""
    return view.plays and state.phase == "playing" and victory_in_play(state).by_points
