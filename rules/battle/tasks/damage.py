"""Damage on its way to a creature: resistance is rolled, and what is left is taken."""

from __future__ import annotations

from dataclasses import dataclass

from rules.battle.conditions import gain_condition
from rules.battle.frame.asks import Ask
from rules.battle.state import BattleState
from rules.battle.tasks.recovery import RecoveryTask, release
from rules.battle.tasks.task import Faces, Task, TaskAnswer, roll_ask
from rules.effects.values import Resistance
from rules.tables.damage import (
    Defences,
    IncomingDamage,
    damage_taken,
    is_immune,
    multiplied,
    resistance_dice,
)
from rules.text import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """One amount of damage: its types, doubled or halved by the rolls, and where it comes from.

    ``by`` is the creature that deals it, ``source`` the name of what does. ``strike`` marks a strike that hit, which
    makes a dying creature roll to recover. ``reduced`` is what reactions took off.
    """

    amount: int
    types: tuple[str, ...] = ()
    doubled: bool = False
    halved: bool = False
    from_area: bool = False
    strike: bool = False
    by: str | None = None
    source: str = ""
    reduced: int = 0

    @property
    def amount_dealt(self) -> int:
        """The damage after doubling or halving and after what reactions took off, in points."""
        # Reductions by reaction come after doubling or halving and before resistance.
        dealt = multiplied(IncomingDamage(self.amount, doubled=self.doubled, halved=self.halved))
        return max(dealt - self.reduced, 0)

    @property
    def incoming(self) -> IncomingDamage:
        """What meets the target's resistance."""
        return IncomingDamage(self.amount_dealt, self.types, from_area=self.from_area)

    @property
    def wording(self) -> str:
        """The amount and types, as in ``5 fire and poison damage``."""
        types = f"{listed(self.types)} " if self.types else ""
        return f"{self.amount_dealt} {types}damage"


def defences(state: BattleState, creature: str) -> Defences:
    """Return what a creature has against damage now: its card's lines, what effects give it, temporary HP."""
    one, card = state.combatants[creature], state.fielded(creature).card
    given = tuple(Resistance(kind, dice) for boost in one.boosts for kind, dice in boost.resist)
    return Defences(
        tags=card.tags,
        immune=card.immune,
        resist=(*card.resist, *given),
        weak=card.weak,
        temporary_hp=one.temporary_hp,
    )


@dataclass(frozen=True, slots=True)
class DamageTask(Task):
    """Damage reaches a creature: its resistance is rolled, and it loses what is left."""

    creature: str
    blow: Blow

    def _dice(self, state: BattleState) -> int:
        has = defences(state, self.creature)
        if not self.blow.amount_dealt or is_immune(self.blow.types, has):
            return 0
        return resistance_dice(self.blow.types, has)

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the dice of its resistance, if it resists."""
        dice = self._dice(state)
        if not dice:
            return None
        name = state.name(self.creature)
        return roll_ask(state, self.creature, "resist", f"Resistance of {name}", dice=dice, sides=6)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Take the damage."""
        if not state.combatants[self.creature].is_in_play:
            return state
        has = defences(state, self.creature)
        faces = answer.faces if isinstance(answer, Faces) else ()
        if faces:
            state = state.counted_roll(self.creature, "resist")
        taken = damage_taken(self.blow.incoming, has, faces if self._dice(state) else ())
        why = [self.blow.source] if self.blow.source else []
        if not taken.amount and self.blow.amount_dealt:
            return state.note(self.creature, f"Immune to {listed(self.blow.types)}: no damage.", *why)
        if taken.resisted:
            why.append(f"Resistance takes off {taken.resisted}")
        if taken.weakness:
            why.append(f"Weakness adds {taken.weakness}")
        if taken.from_temporary_hp:
            why.append(f"{taken.from_temporary_hp} from temporary HP")
        return lose_hp(state, self.creature, self.blow, taken.from_hp, taken.from_temporary_hp, why)


def lose_hp(
    state: BattleState, creature: str, blow: Blow, from_hp: int, from_temporary: int, why: list[str]
) -> BattleState:
    """Return the state after a creature has lost HP: it may start dying, or has to check for recovery."""
    one = state.combatants[creature]
    was_dying = one.is_dying
    state = state.change(creature, hp=one.hp - from_hp, temporary_hp=one.temporary_hp - from_temporary)
    total = from_hp + from_temporary
    state = state.note(creature, f"Takes {total} damage." if total else "Takes no damage.", *why)
    if total:
        state = state.with_deed("damage", blow.by, creature, total)
    if not was_dying and state.combatants[creature].is_dying:
        state = fall(state, creature, blow.by)
    elif was_dying and blow.strike and total:
        state = state.pushed(RecoveryTask(creature))
    return state


def fall(state: BattleState, creature: str, by: str | None) -> BattleState:
    """Return the state with a creature that has just reached 0 HP or less: dying, its turn over."""
    state = state.note(creature, f"{state.name(creature)} is dying.", "Dying").with_deed("felled", by, creature)
    state = gain_condition(state, creature, "prone", source="Dying")
    state = release(state, creature)
    return state.with_acting(creature, ap=0, opponent_ap=0)
