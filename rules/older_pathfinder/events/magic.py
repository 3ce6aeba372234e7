"""Spells, their touch, and magic items."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.combat.checks import number_within
from rules.combat.events import Combatants
from rules.combat.state import FightState
from rules.combat.tasks import FightTask
from rules.errors import ChangeRefused
from rules.older_pathfinder.events.acts import MOST_MODIFIER, OlderAct
from rules.older_pathfinder.numbers import added_bonuses
from rules.older_pathfinder.state import acting_turn, chosen_row, fighter_of, fighter_sheet, with_order, with_spent
from rules.older_pathfinder.tasks.casting import (
    OlderCastingTask,
    OlderItemTask,
    OlderSpellTask,
    health_of,
    spell_effect,
    spell_plan,
)
from rules.older_pathfinder.tasks.opportunities import provoking, threatening
from rules.older_pathfinder.tasks.strikes import OlderAttackTask


@dataclass(frozen=True, slots=True)
class OlderSpellCast(OlderAct):
    """A combatant casts a spell of its sheet; on the defensive it provokes nothing and has to make a check."""

    kind = "cast"

    spell: str
    targets: Combatants
    on_defensive: bool
    threatened_by: Combatants

    def play(self, state: FightState, side: str | None) -> FightState:
        """Use the action, offer opportunities, and let the spell work if it is not lost."""
        acting_turn(state, self.combatant)
        rows = fighter_sheet(state, self.combatant).rows("spells")
        place = chosen_row(rows, self.spell)
        targets = tuple(dict.fromkeys(fighter_of(state, target).id for target in self.targets))
        state = with_spent(state, self.combatant, rows[place]["time"])
        then = OlderSpellTask(self.combatant, place, targets)
        return _cast(state, self, rows[place]["name"], then)


@dataclass(frozen=True, slots=True)
class OlderItemUsed(OlderAct):
    """A combatant uses a magic item as a standard action; spell completion is like casting."""

    kind = "item"

    item: str
    on_defensive: bool
    threatened_by: Combatants

    def play(self, state: FightState, side: str | None) -> FightState:
        """Use the action, and let the item work if its spell is not lost."""
        acting_turn(state, self.combatant)
        rows = fighter_sheet(state, self.combatant).rows("items")
        row = rows[chosen_row(rows, self.item)]
        state = with_spent(state, self.combatant, "standard")
        then = OlderItemTask(self.combatant, row["name"], row["effect"])
        return _cast(state, self, row["name"], then) if row["completion"] else state.pushed(then)


def _cast(state: FightState, event: OlderSpellCast | OlderItemUsed, name: str, then: FightTask) -> FightState:
    combatant = event.combatant
    by = threatening(state, combatant, event.threatened_by)
    task = OlderCastingTask(combatant, name, health_of(state, combatant), event.on_defensive, then)
    return provoking(state, combatant, () if event.on_defensive else by, f"casting {name}", task)


@dataclass(frozen=True, slots=True)
class SpellTouched(OlderAct):
    """A combatant touches the target of the spell that it cast in this turn, which is free.

    A friend is touched without a roll; an opponent by an attack against its touch Armor Class.
    """

    kind = "touch"

    target: str
    modifier: int

    def play(self, state: FightState, side: str | None) -> FightState:
        """Roll the attack, or let the spell work on a friend."""
        turn = acting_turn(state, self.combatant)
        if turn.touch is None:
            raise ChangeRefused("No spell of this turn waits for a touch.")
        fighter_of(state, self.target)
        row = fighter_sheet(state, self.combatant).rows("spells")[turn.touch]
        number = fighter_sheet(state, self.combatant).number(f"{row['touch']}_touch")
        modifier = number_within(self.modifier, -MOST_MODIFIER, MOST_MODIFIER, "Modifier")
        bonus = number + modifier + added_bonuses(state, self.combatant, "attack")
        state = with_order(state, turn=replace(turn, touch=None))
        if state.is_master(self.target) != state.is_master(self.combatant):
            return state.pushed(OlderAttackTask(spell_plan(self.combatant, self.target, row, bonus)))
        text = f"{state.name(self.combatant)} touches {state.name(self.target)}: {row['name']}."
        return spell_effect(state.note(self.combatant, text), self.combatant, row, (self.target,))
