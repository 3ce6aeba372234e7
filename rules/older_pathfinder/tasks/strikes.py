"""Attacks: the roll, the roll that confirms a critical hit, and the damage."""

from __future__ import annotations

from dataclasses import dataclass

from rules.combat.answers import FightAnswer, Rolled
from rules.combat.asks import Ask
from rules.combat.state import FightState
from rules.combat.tasks import FightTask
from rules.older_pathfinder.figures import ATTACK_DIE, combined_multiplier
from rules.older_pathfinder.numbers import (
    DEFENSES,
    StrikePlan,
    armor_class,
    attack_chances,
    attack_hits,
    lowest_hit,
)
from rules.older_pathfinder.state import fighter_of
from rules.older_pathfinder.tasks.rolls import OlderSaveTask, one_face, ruled_outcome, sum_in_words
from rules.older_pathfinder.wounds import dice_of, least_wound, total_damage, wounded

HIT, MISS, CRITICAL = "hit", "miss", "critical hit"
MOST_TOLD_FACES = 20
"""The most dice of damage whose faces the log tells one by one."""


@dataclass(frozen=True, slots=True)
class OlderAttackTask(FightTask):
    """The roll of an attack; one that ``confirms`` is the second roll after a threat."""

    plan: StrikePlan
    confirms: bool = False

    def _armor(self, state: FightState) -> int:
        return armor_class(state, self.plan.target, self.plan.against, self.plan.cover)

    def ask(self, state: FightState) -> Ask | None:
        """Ask for a d20, unless the attacker has fallen."""
        plan = self.plan
        if not fighter_of(state, plan.combatant).is_able:
            return None
        armor, equal_hits = self._armor(state), state.setup.table.flag("equal_hits")
        words = self._described(state)
        return state.roll_ask(
            plan.combatant,
            "confirm" if self.confirms else "attack",
            f"{words}: d20 {plan.bonus:+d} against {DEFENSES[plan.against]} {armor}",
            dice=1,
            sides=ATTACK_DIE,
            need=lowest_hit(plan.bonus, armor, equal_hits=equal_hits),
            chances=attack_chances(plan, armor, equal_hits=equal_hits),
        )

    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Miss, ask for the roll that confirms, or deal damage."""
        plan = self.plan
        if answer is None:
            return state.note(plan.combatant, f"{state.name(plan.combatant)} can no longer act.")
        outcome = ruled_outcome(answer, MISS, HIT, CRITICAL)
        if outcome is not None:
            state = state.note(plan.combatant, f"{self._described(state)}: the table rules a {outcome}.")
            return self._followed(state, outcome)
        face, armor = one_face(answer), self._armor(state)
        hits = attack_hits(face, plan.bonus, armor, equal_hits=state.setup.table.flag("equal_hits"))
        is_threat = hits and face >= plan.threat
        outcome = (CRITICAL if self.confirms else HIT) if hits else (HIT if self.confirms else MISS)
        told_as = "a threat" if is_threat and not self.confirms else f"a {outcome}"
        if self.confirms and not hits:
            told_as = "only a hit"
        sums = f"{sum_in_words(face, plan.bonus)} against {DEFENSES[plan.against]} {armor}"
        state = state.counted_roll(plan.combatant, "confirm" if self.confirms else "attack")
        state = state.note(plan.combatant, f"{self._described(state)}: {sums}, {told_as}.", *plan.why)
        if is_threat and not self.confirms and plan.multiplier > 1:
            return state.pushed(OlderAttackTask(plan, confirms=True))
        return self._followed(state, outcome)

    def _described(self, state: FightState) -> str:
        plan = self.plan
        acts = "rolls to confirm a critical hit on" if self.confirms else "attacks"
        return f"{state.name(plan.combatant)} {acts} {state.name(plan.target)} with {plan.name}"

    def _followed(self, state: FightState, outcome: str) -> FightState:
        plan = self.plan
        if outcome == MISS:
            return state
        if plan.dice:
            multiplier = combined_multiplier(plan.times, plan.multiplier if outcome == CRITICAL else 1)
            return state.pushed(OlderDamageTask(plan, (plan.target,), multiplier))
        if plan.save is None:
            return state
        save, dc, _ = plan.save
        return state.pushed(OlderSaveTask(plan.target, save, dc, plan.name))


@dataclass(frozen=True, slots=True)
class OlderDamageTask(FightTask):
    """The damage of a hit or a spell: dice as often as the multiplier says, with all modifiers each time."""

    plan: StrikePlan
    targets: tuple[str, ...]
    multiplier: int = 1

    def ask(self, state: FightState) -> Ask | None:
        """Ask for the dice, where there are any."""
        dice = dice_of(self.plan.dice)
        if not dice.count:
            return None
        times = f", multiplied by {self.multiplier}" if self.multiplier > 1 else ""
        reason = f"{state.name(self.plan.combatant)}’s damage, {self.plan.name}: {self.plan.dice}{times}"
        count = dice.count * self.multiplier
        return state.roll_ask(self.plan.combatant, "damage", reason, dice=count, sides=dice.sides)

    def resume(self, state: FightState, answer: FightAnswer | None) -> FightState:
        """Deal it, or ask for the saves of those whom it befalls."""
        ruled_outcome(answer)
        plan, dice = self.plan, dice_of(self.plan.dice)
        faces = answer.faces if isinstance(answer, Rolled) else ()
        total = total_damage(faces, dice, plan.damage, self.multiplier)
        words = self._rolled(faces)
        wound = least_wound(total, physical=plan.physical, nonlethal=plan.nonlethal, bypass=plan.bypass)
        if faces:
            state = state.counted_roll(plan.combatant, "damage")
        if plan.save is None:
            for target in self.targets:
                state = wounded(state, target, wound, words)
            return state
        save, dc, saved = plan.save
        return state.pushed(*(OlderSaveTask(target, save, dc, plan.name, 0, wound, saved) for target in self.targets))

    def _rolled(self, faces: tuple[int, ...]) -> str:
        """Return the damage as it was rolled, such as ``Longsword: 1d8+1 (6, 5) +3, times 2``."""
        plan = self.plan
        found = f" ({', '.join(str(face) for face in faces)})" if 0 < len(faces) <= MOST_TOLD_FACES else ""
        modifier = f" {plan.damage:+d}" if plan.damage else ""
        times = f", times {self.multiplier}" if self.multiplier > 1 else ""
        return f"{plan.name}: {plan.dice}{found}{modifier}{times}"
