"""Main actions (abilities, Charge, Defend, Free Strike, Heal), and what is done out of turn."""

from __future__ import annotations

from dataclasses import dataclass

from rules.combat.checks import typed_line
from rules.combat.events import Combatants
from rules.combat.state import FightState
from rules.errors import ChangeRefused
from rules.heroic.acts import HeroicAct, HeroicReaction, action_spent, main_spent, other_there
from rules.heroic.attacks import (
    AttackCircumstances,
    AttackProfile,
    SaidCircumstances,
    ability_profile,
    attack_task,
    counted_strike,
    refuse_strike,
    strike_profile,
    triggers_left,
)
from rules.heroic.combatants import HeroicCombatant, may_act, played_by
from rules.heroic.moving import after_leaving, move_cost, refuse_to_move
from rules.heroic.sheets import TRIGGERED
from rules.heroic.stamina import heal_target, is_left_hidden
from rules.heroic.tables import MELEE, STRIKES, WALK, StandardStrike
from rules.text import counted


def _ability(combatant: HeroicCombatant, number: int) -> tuple[str, str, AttackProfile]:
    """Return what an ability of a sheet takes, its trigger, and the ability as an attack."""
    rows = combatant.sheet.rows("abilities")
    if not 0 <= number < len(rows):
        raise ChangeRefused("That ability is not on the sheet.")
    row = rows[number]
    return row["kind"], row["trigger"], ability_profile(combatant, row)


def _strike(key: str) -> StandardStrike:
    found = STRIKES.get(key)
    if found is None:
        raise ChangeRefused("Choose a melee or a ranged free strike.")
    return found


@dataclass(frozen=True, slots=True)
class HeroicAbility(SaidCircumstances, HeroicAct):
    """A combatant uses an ability of its sheet, as a main action or a maneuver."""

    kind = "ability"

    ability: int
    targets: Combatants

    def act(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Spend what it takes, and ask for the roll."""
        kind, _, attack = _ability(combatant, self.ability)
        if kind == TRIGGERED:
            raise ChangeRefused(f"{attack.name} is a triggered action: report its trigger.")
        task = attack_task(state, combatant, attack, self.targets, self.circumstances)
        return action_spent(state, combatant, kind).pushed(task)


@dataclass(frozen=True, slots=True)
class HeroicFreeStrike(SaidCircumstances, HeroicAct):
    """A combatant makes a free strike as its main action."""

    kind = "free-strike"

    strike: str
    target: str

    def act(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Spend the main action, and ask for the roll."""
        other_there(state, combatant, self.target)
        task = attack_task(
            state, combatant, strike_profile(combatant, _strike(self.strike)), (self.target,), self.circumstances
        )
        return main_spent(state, combatant).pushed(task)


@dataclass(frozen=True, slots=True)
class HeroicCharge(SaidCircumstances, HeroicAct):
    """A combatant charges: it moves up to its speed and ends with a melee free strike.

    ``leaves`` are the enemies that it moves away from.
    """

    kind = "charge"

    target: str
    squares: int
    difficult: int
    leaves: Combatants

    def act(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Move apart from the move action, offer the free strikes of those that were left, then strike."""
        other_there(state, combatant, self.target)
        refuse_to_move(state, combatant, WALK)
        cost = move_cost(state, combatant, WALK, self.squares, self.difficult)
        if cost > combatant.speed:
            raise ChangeRefused(f"A charge is at most {counted(combatant.speed, 'square')}; that would be {cost}.")
        task = attack_task(
            state, combatant, strike_profile(combatant, STRIKES[MELEE]), (self.target,), self.circumstances
        )
        state = main_spent(state, combatant)
        state = state.note(combatant.id, f"{state.name(combatant.id)} charges {state.name(self.target)}.")
        return after_leaving(state.pushed(task), combatant, self.leaves)


@dataclass(frozen=True, slots=True)
class HeroicDefense(HeroicAct):
    """A combatant defends: until its next turn, attacks against it have a double bane."""

    kind = "defend"

    def act(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Spend the main action, and note the defense."""
        state = main_spent(state, combatant).change(combatant.id, is_defending=True)
        return state.note(combatant.id, f"{state.name(combatant.id)} defends: double bane on attacks against it.")


@dataclass(frozen=True, slots=True)
class HeroicHeal(HeroicAct):
    """A combatant touches an adjacent creature, which spends a Recovery and is no longer dying."""

    kind = "heal"

    target: str

    def act(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Spend the main action, and heal."""
        other_there(state, combatant, self.target)
        sees_hidden = not is_left_hidden(state, self.target) or played_by(state, combatant.id) == state.setup.master
        return heal_target(main_spent(state, combatant), self.target, sees_hidden=sees_hidden)


@dataclass(frozen=True, slots=True)
class HeroicTriggered(SaidCircumstances, HeroicReaction):
    """A combatant uses a triggered action, because something happened that the players report."""

    kind = "triggered"

    ability: int
    trigger: str
    targets: Combatants

    def enter(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Count it, and ask for the roll."""
        kind, trigger, attack = _ability(combatant, self.ability)
        if kind != TRIGGERED:
            raise ChangeRefused(f"{attack.name} is not a triggered action.")
        if not may_act(state, combatant) or not triggers_left(state, combatant):
            raise ChangeRefused(f"{state.name(combatant.id)} has no triggered action left in this round.")
        task = attack_task(state, combatant, attack, self.targets, self.circumstances)
        reported = typed_line(self.trigger) or trigger
        state = state.change(combatant.id, triggered=combatant.triggered + 1)
        words = f"{state.name(combatant.id)} reacts: {attack.name}."
        return state.note(combatant.id, words, *([f"Trigger: {reported}"] if reported else [])).pushed(task)


@dataclass(frozen=True, slots=True)
class HeroicStrikeOutOfTurn(HeroicReaction):
    """A combatant makes a free strike out of turn for a reason that the players give."""

    kind = "strike-out-of-turn"

    strike: str
    target: str
    reason: str
    edges: int
    banes: int

    def enter(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Ask for the roll."""
        other_there(state, combatant, self.target)
        refuse_strike(state, combatant)
        said = AttackCircumstances(edges=self.edges, banes=self.banes)
        task = attack_task(state, combatant, strike_profile(combatant, _strike(self.strike)), (self.target,), said)
        why = typed_line(self.reason)
        words = f"{state.name(combatant.id)} strikes out of turn."
        return counted_strike(state, combatant).note(combatant.id, words, *([why] if why else [])).pushed(task)
