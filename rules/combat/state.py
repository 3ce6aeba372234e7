"""The state of a fight of a declared family at one point of its log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from rules.combat.asks import RollAsk
from rules.combat.resolution import ResolvingState
from rules.combat.setup import FightCombatant, FightSetup
from rules.errors import ChangeRefused

if TYPE_CHECKING:
    from rules.combat.declared import DeclaredFamily
    from rules.combat.resolution import FightTask

FightPhase = Literal["before", "playing", "over"]


@dataclass(frozen=True, slots=True)
class FightOutcome:
    """How a fight ended: the side that won, None where no one did, and why in a sentence."""

    winner: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FightState(ResolvingState):
    """Everything about a fight at one point of its log.

    ``combatants`` are values of the family's own type by id, each with an ``id`` and a ``side``; ``own`` is the
    family's value for everything else, such as whose turn it is. ``joined`` are combatants that came later.
    ``turn`` counts turns, so that rolls have places.
    """

    family: DeclaredFamily = field(repr=False, compare=False)
    setup: FightSetup = field(repr=False)
    combatants: Mapping[str, Any]
    own: Any = None
    phase: FightPhase = "before"
    turn: int = 0
    joined: tuple[FightCombatant, ...] = ()
    stack: tuple[FightTask, ...] = ()
    outcome: FightOutcome | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What all combatants are called."""
        return tuple(self.name(combatant) for combatant in self.combatants)

    def combatant(self, combatant: str) -> Any:
        """Return a combatant; raise ``ChangeRefused`` for one that is not there."""
        found = self.combatants.get(combatant)
        if found is None:
            raise ChangeRefused("That combatant is not in this fight.")
        return found

    def entry(self, combatant: str) -> FightCombatant:
        """Return what a combatant began as, with its sheet."""
        found = self.setup.by_id.get(combatant)
        return (
            found
            if found is not None
            else next(fight_combatant for fight_combatant in self.joined if fight_combatant.id == combatant)
        )

    def name(self, creature: str) -> str:
        """Return what a combatant is called."""
        return self.entry(creature).sheet.name

    def is_master(self, combatant: str) -> bool:
        """Return True for a combatant of the game master."""
        return self.entry(combatant).side == self.setup.master

    def next_turn(self) -> FightState:
        """Return the state with one more turn begun, in which nothing was rolled yet."""
        return replace(self, turn=self.turn + 1, rolled={})

    def roll_ask(
        self,
        combatant: str,
        purpose: str,
        reason: str,
        *,
        dice: int,
        sides: int,
        need: int | None = None,
        chances: tuple[tuple[str, int], ...] = (),
    ) -> RollAsk:
        """Return the question for dice of a combatant, at the place where this roll belongs.

        Call ``counted_roll`` with the same words once it was answered.
        """
        place = self.place_of_roll(self.turn, combatant, purpose)
        return RollAsk(dice, sides, reason, self.entry(combatant).side, place, need, chances)
