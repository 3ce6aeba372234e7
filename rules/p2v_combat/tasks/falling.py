"""Falls, and the checks of creatures on a narrow ledge that decide whether they fall."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.combat.answers import CountsGiven
from rules.combat.asks import CountAsk, CountField
from rules.errors import ChangeRefused
from rules.p2v_combat.announcements import announce_passives
from rules.p2v_combat.conditions import FLIGHT, mode_now
from rules.p2v_combat.numbers import BattleNumber, NamedModifier, power_number
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.offers import Announcement
from rules.p2v_combat.tasks.rolls import D20Task
from rules.p2v_combat.tasks.skills import skill_test
from rules.p2v_combat.tasks.task import RolledResult, Task, TaskAnswer
from rules.p2v_combat.triggers import Trigger
from rules.p2v_combat.uses import ActionUse
from rules.tables.movement import NARROW_POWER, fall_damage
from rules.tables.rolls import Degree
from rules.text import counted

ON_LEDGE = "on a narrow ledge"
"""The place of a creature that crosses a space narrower than its own beside a sheer drop."""
DEEPEST_FALL = 100
ACROBATICS = "Acrobatics"
SQUARES = "squares"
FAILURES = (Degree.FAILURE.value, Degree.CRITICAL_FAILURE.value)


def fallen(state: BattleState, creature: str, squares: int) -> BattleState:
    """Return the state in which a creature falls so many squares; if it takes damage, it is prone."""
    # 5 damage for every 2 squares, and prone only if it takes damage. "Falling".
    places = tuple(place for place in state.combatants[creature].places if place != ON_LEDGE)
    state = state.change(creature, places=places)
    state = state.note(creature, f"{state.name(creature)} falls {counted(squares, 'square')}.")
    state = announce_passives(state, creature, "falls")
    amount = fall_damage(squares)
    if not amount:
        return state
    return state.pushed(DamageTask(creature, Blow(amount=amount, source="Falling", is_fall=True)))


def with_ledge_checks(state: BattleState, creature: str, use: ActionUse, outcomes: Iterable[str]) -> BattleState:
    """Return the state in which a creature on a narrow ledge checks once for each hit and each failed save."""
    # Its Acrobatics against the attacker's Power, or it falls. "Narrow spaces and tight gaps".
    if ON_LEDGE not in state.combatants[creature].places:
        return state
    return state.pushed(*(LedgeTask(creature, _power(state, creature, use)) for _ in outcomes))


def _power(state: BattleState, creature: str, use: ActionUse) -> BattleNumber:
    if use.user == creature:
        return use.power_against(state)
    if state.fielded(use.user).card.stats.power is None:
        # An attacker without Power leaves that of crossing the ledge: ruling 363.
        return BattleNumber("Power", (NamedModifier("narrow ledge", NARROW_POWER),))
    return power_number(state, use.user)


@dataclass(frozen=True, slots=True)
class LedgeTask(Task):
    """A creature on a narrow ledge was hit or failed a save: it checks against a Power, and falls if it fails."""

    creature: str
    power: BattleNumber

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Ask for the check, or end the fall that it decided."""
        combatant = state.combatants[self.creature]
        if isinstance(answer, RolledResult):
            trigger = Trigger(kind="check", creature=self.creature, source=ACROBATICS, outcome=answer.outcome)
            drop = (DropTask(self.creature),) if answer.outcome in FAILURES else ()
            return state.pushed(Announcement(trigger), *drop)
        # A creature that is down no longer checks: ruling 363.
        if not combatant.is_up or ON_LEDGE not in combatant.places or mode_now(state, self.creature) == FLIGHT:
            return state
        test = skill_test(state, self.creature, ACROBATICS, f"{ACROBATICS} check on the narrow ledge", self.power)
        return state.pushed(D20Task(test=test, then=self))


@dataclass(frozen=True, slots=True)
class DropTask(Task):
    """A creature falls off a ledge; only the players see how deep."""

    creature: str

    def ask(self, state: BattleState) -> CountAsk:
        """Wait for the squares."""
        field = CountField(SQUARES, "Squares it falls", DEEPEST_FALL)
        return CountAsk(f"{state.name(self.creature)} falls off the narrow ledge. How deep?", (field,))

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Let it fall."""
        if not isinstance(answer, CountsGiven):
            raise ChangeRefused("Say how many squares it falls.")
        return fallen(state, self.creature, dict(answer.counts)[SQUARES])
