"""A task: one thing to resolve. The fold runs the innermost one until it has to wait for an answer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.combat.answers import FightAnswer
from rules.combat.asks import RollAsk
from rules.combat.tasks import FightTask
from rules.p2v_combat.positions import AimedTarget
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.uses import ActChosen


@dataclass(frozen=True, slots=True)
class RolledResult:
    """How a d20 ended: its face (0 where the table decided), the total, and the outcome in the rules' words."""

    face: int
    total: int
    outcome: str


@dataclass(frozen=True, slots=True)
class StrikeEnd:
    """How a strike ended, against the target that it met in the end: ``miss``, ``hit`` or ``critical hit``."""

    target: AimedTarget | None
    outcome: str


@dataclass(frozen=True, slots=True)
class SavesEnd:
    """How the saves of a target ended, by stat: ``failure`` and so on."""

    results: tuple[tuple[str, str], ...]


TaskAnswer = FightAnswer | ActChosen | RolledResult | StrikeEnd | SavesEnd


@dataclass(frozen=True, slots=True)
class Task(FightTask):
    """One thing to resolve."""

    @property
    def actor(self) -> str | None:
        """The creature that has to be up for the task to go on; the task is dropped once it is not."""
        # An actor that can no longer act loses its action.
        return None

    @property
    def reactor(self) -> str | None:
        """The creature whose reaction ends with the task: what happens before is due to it."""
        return None

    def is_dropped(self, state: BattleState) -> bool:
        """Return True once the creature that acts is not up."""
        return not state.combatants[self.actor].is_up if self.actor else False

    @abstractmethod
    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Return the state after the task has gone on, as ``FightTask`` says."""


@dataclass(frozen=True, slots=True)
class CallTask(Task):
    """Something that asks nothing: a function of the state, with what else it takes."""

    function: Callable[..., BattleState]
    arguments: tuple[Any, ...] = ()

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Return what the function makes of the state."""
        return self.function(state, *self.arguments)


def choosing_side(state: BattleState, creature: str) -> str:
    """Return the side that chooses for a creature: its own, or the first of people for one that belongs to none."""
    side = state.combatants[creature].side
    return side if any(fight_side.key == side for fight_side in state.setup.sides) else state.setup.people[0]


def roll_ask(
    state: BattleState,
    creature: str,
    purpose: str,
    reason: str,
    *,
    dice: int = 1,
    sides: int = 20,
    need: int | None = None,
    chances: tuple[tuple[str, int], ...] = (),
) -> RollAsk:
    """Return the question for dice of a creature, at the place where this roll belongs."""
    place = state.place_of_roll(state.activation, creature, purpose)
    side = state.combatants[creature].side if creature in state.combatants else creature
    return RollAsk(dice, sides, reason, side, place, need, chances)
