"""What the skill check for an objective brings: it is claimed, or the failure does something."""

from __future__ import annotations

from dataclasses import dataclass

from rules.combat.answers import Rolled
from rules.combat.asks import Ask
from rules.effects import Damage, Effect, Range, SavingThrow
from rules.errors import ChangeRefused
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.giving import gain_persistent
from rules.p2v_combat.guards import SUCCESSES
from rules.p2v_combat.numbers import BattleNumber, NamedModifier
from rules.p2v_combat.objective_creatures import lent_to, objective_creature_id, rival_of
from rules.p2v_combat.scoring.objectives import CLAIMED, REMOVED, special_objective
from rules.p2v_combat.setup.places import lengths
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.gains import AltarHealing, GainItem
from rules.p2v_combat.tasks.passives import BlastTask
from rules.p2v_combat.tasks.task import RolledResult, Task, TaskAnswer, roll_ask
from rules.p2v_combat.tasks.turn_starts import StartTurn
from rules.p2v_combat.uses import ActionUse
from rules.tables.special_objectives import DEFAULT_POWER, DIRECTIONS, table_explodes

CHEST_POISON = 5
EXPLOSION, EXPLOSION_REACH = 20, 2
ALCHEMISTS_TABLE = "Alchemist's Table"
_EXPLOSION = Effect(
    range=Range("emanation", EXPLOSION_REACH),
    damage=(Damage(EXPLOSION, ("fire",)),),
    saves=(SavingThrow("reflex", "half"),),
)


@dataclass(frozen=True, slots=True)
class ClaimTask(Task):
    """The end of a check for an objective; older logs name what it brings and do not play it (``plays_out``)."""

    creature: str
    objective: str
    name: str
    plays_out: bool = True

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Claim the objective, or tell what the failure brings."""
        if not isinstance(answer, RolledResult):
            raise ChangeRefused("A skill check is a d20.")
        return self._claim(state) if answer.outcome in SUCCESSES else self._fail(state)

    def _claim(self, state: BattleState) -> BattleState:
        state = state.note(self.creature, f"{state.name(self.creature)} claims the {self.name}.").with_scored_fact(
            CLAIMED, self.creature, self.objective
        )
        special = special_objective(self.objective)
        if special is None:
            return state
        if special.removed:
            state = state.with_scored_fact(REMOVED, self.creature, self.objective)
        state = state.note(self.creature, special.success, special.name)
        if self.objective == "altar":
            healing = AltarHealing(self.creature, special.name)
            return state.pushed(healing) if self.plays_out else healing.chosen(state, self.creature)
        if special.gains is None or not self.plays_out:
            return state
        scoring = self.objective if special.removed else ""
        level = state.fielded(self.creature).card.level
        return state.pushed(GainItem(self.creature, special.name, special.gains, level, scoring))

    def _fail(self, state: BattleState) -> BattleState:
        state = state.note(self.creature, f"{state.name(self.creature)} does not claim the {self.name}.")
        special = special_objective(self.objective)
        if special is None or not special.failure:
            return state
        state = state.note(self.creature, special.failure, special.name)
        if special.creature and self.plays_out:
            return begin_rival_turn(state, self.creature, objective_creature_id(self.objective))
        if special.walks and self.plays_out:
            return state.pushed(ObjectiveWalk(self.creature, self.name, special.walks))
        match self.objective:
            case "trapped-treasure-chest":
                state = gain_persistent(state, self.creature, "poison", CHEST_POISON, source=special.name)
                return gain_condition(state, self.creature, "sickened", by=None, source=special.name)
            case "web-wrapped-victim":
                return gain_condition(state, self.creature, "encumbered", by=None, source=special.name)
            case "invalid":
                return state.with_scored_fact(REMOVED, self.creature, self.objective)
            case "alchemists-table":
                return state.pushed(TableMayExplode(self.creature, self.objective))
        return state


@dataclass(frozen=True, slots=True)
class TableMayExplode(Task):
    """After a failed check a d6 tells whether the Alchemist's Table blows up."""

    creature: str
    objective: str

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the d6."""
        return roll_ask(state, self.creature, "explosion", "Alchemist's Table", sides=6, need=2)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Remove the table on a 1; it hits its user, and whoever else the players name."""
        if not isinstance(answer, Rolled):
            raise ChangeRefused("The Alchemist's Table rolls a d6.")
        state = state.counted_roll(self.creature, "explosion")
        if not table_explodes(answer.faces[0]):
            return state.note(self.creature, "The table holds.")
        state = state.with_scored_fact(REMOVED, self.creature, self.objective)
        state = state.note(None, f"The table explodes: {EXPLOSION} fire damage, Reflex half.", ALCHEMISTS_TABLE)
        power = BattleNumber("Power", (NamedModifier(ALCHEMISTS_TABLE, DEFAULT_POWER),))
        use = ActionUse(user=self.creature, action="", name=ALCHEMISTS_TABLE, effect=_EXPLOSION, power=power)
        side, near = state.combatants[self.creature].side, (self.creature,)
        return state.pushed(BlastTask(use=use, side=side, middle="the table", squares=EXPLOSION_REACH, reached=near))


def begin_rival_turn(state: BattleState, creature: str, servant: str) -> BattleState:
    """Return the state in which a golem, animal or fey begins a turn that an opponent of a creature decides.

    Where no card was agreed on, the players play it by hand.
    """
    # It takes a turn of 2 AP at once. Appendix "Special objectives", "Unactivated Golem".
    if servant not in state.combatants or not state.combatants[servant].is_up or state.turn is None:
        return state
    rival = rival_of(state, state.combatants[creature].side)
    text = f"{state.name(servant)} takes a turn: {state.setup.side(rival).name} decides."
    return lent_to(state, servant, rival).note(servant, text).pushed(StartTurn(servant))


@dataclass(frozen=True, slots=True)
class ObjectiveWalk(Task):
    """An objective walks some squares in a direction that a d8 shows, clockwise from the top."""

    creature: str
    name: str
    squares: int

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the d8."""
        return roll_ask(state, self.creature, "walk", f"Where the {self.name} goes", sides=len(DIRECTIONS))

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Tell the players where to move it."""
        if not isinstance(answer, Rolled):
            raise ChangeRefused(f"The {self.name} rolls a d{len(DIRECTIONS)}.")
        state = state.counted_roll(self.creature, "walk")
        how_far = lengths(state.setup.table, self.squares) if state.setup.table else str(self.squares)
        way = DIRECTIONS[answer.faces[0] - 1]
        text = f"The {self.name} walks {how_far} {way}, and stops before an occupied space: move it."
        return state.note(None, text, f"{answer.faces[0]} on the d{len(DIRECTIONS)}")
