"""Casting: what becomes of a spell once opportunities and concentration are done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.combat.answers import FightAnswer
from rules.combat.state import FightState
from rules.combat.tasks import FightTask
from rules.older_pathfinder.numbers import StrikePlan
from rules.older_pathfinder.state import fighter_of, fighter_sheet, order_of, with_order
from rules.older_pathfinder.tasks.rolls import OlderConcentrationTask, OlderSaveTask
from rules.older_pathfinder.tasks.strikes import OlderDamageTask


def health_of(state: FightState, combatant: str) -> tuple[int, int, int]:
    """Return what tells whether a caster was hurt: hit points, temporary ones, nonlethal damage."""
    fighter = fighter_of(state, combatant)
    return fighter.hp, fighter.temporary, fighter.nonlethal


@dataclass(frozen=True, slots=True)
class OlderCastingTask(FightTask):
    """A spell or a spell completion item under way: it is lost where its caster falls or loses concentration.

    ``before`` is the caster’s health when it began; a caster ``on_defensive`` has to make a check for that.
    """

    combatant: str
    name: str
    before: tuple[int, int, int]
    on_defensive: bool
    then: FightTask

    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Ask for the checks that are needed, then let the spell work."""
        if not fighter_of(state, self.combatant).is_able:
            return state.note(self.combatant, f"{state.name(self.combatant)} cannot act: {self.name} is lost.")
        table, task = state.setup.table, self.then
        if self._is_hurt(state):
            task = OlderConcentrationTask(self.combatant, table.number("concentration_dc"), "hurt", task)
        if self.on_defensive:
            task = OlderConcentrationTask(self.combatant, table.number("defensive_dc"), "on the defensive", task)
        return state.pushed(task)

    def _is_hurt(self, state: FightState) -> bool:
        (hp, temporary, nonlethal), now = self.before, health_of(state, self.combatant)
        return now[0] < hp or now[1] < temporary or now[2] > nonlethal


@dataclass(frozen=True, slots=True)
class OlderItemTask(FightTask):
    """An item does what it does, which is the table’s."""

    combatant: str
    name: str
    effect: str

    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Tell it."""
        effect = (self.effect,) if self.effect else ()
        return state.note(self.combatant, f"{state.name(self.combatant)} uses {self.name}.", *effect)


@dataclass(frozen=True, slots=True)
class OlderSpellTask(FightTask):
    """A spell takes effect: its touch becomes free, or its targets roll saves and take damage."""

    combatant: str
    place: int
    targets: tuple[str, ...]

    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Let it work."""
        row = fighter_sheet(state, self.combatant).rows("spells")[self.place]
        effect = (row["effect"],) if row["effect"] else ()
        state = state.note(self.combatant, f"{state.name(self.combatant)} casts {row['name']}.", *effect)
        turn = order_of(state).turn
        if row["touch"] != "none" and turn is not None and turn.combatant == self.combatant:
            state = with_order(state, turn=replace(turn, touch=self.place))
            return state.note(self.combatant, f"{state.name(self.combatant)} may touch a target as part of this turn.")
        return spell_effect(state, self.combatant, row, self.targets)


def spell_effect(state: FightState, combatant: str, row: Mapping[str, Any], targets: tuple[str, ...]) -> FightState:
    """Return the state with the damage and the saves of a spell to resolve."""
    if not targets:
        return state
    if row["dice"]:
        plan = spell_plan(combatant, targets[0], row, 0)
        return state.pushed(OlderDamageTask(plan, targets))
    if row["save"] == "none":
        return state
    return state.pushed(*(OlderSaveTask(target, row["save"], row["dc"], row["name"]) for target in targets))


def spell_plan(combatant: str, target: str, row: Mapping[str, Any], bonus: int) -> StrikePlan:
    """Return the plan of a spell that touches; only a spell with an attack roll can be a critical hit."""
    return StrikePlan(
        combatant,
        target,
        row["name"],
        bonus,
        against="touch",
        dice=row["dice"],
        physical=row["sort"] == "physical",
        save=None if row["save"] == "none" else (row["save"], row["dc"], row["saved"]),
    )
