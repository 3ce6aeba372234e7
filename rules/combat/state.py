"""A fight of a declared family: what it begins with, sides in seat order, and its state at one point of its log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from rules.combat.resolution import ResolvingState, RollAsk
from rules.errors import ChangeRefused

if TYPE_CHECKING:
    from rules.combat.declared import DeclaredFamily
    from rules.combat.resolution import FightTask
import re
from typing import Annotated, get_args

from rules.combat.sheets import FightSheet
from rules.documents.records import WRITTEN, records_of
from rules.documents.shapes import choice, text
from rules.errors import RulesError
from rules.lengths import MAX_NAME
from rules.text import legible_line, without_directions

SIDE_KEYS = ("a", "b", "c", "d")
"""The sides in seat order, clockwise."""
MIN_SIDES = 2

PlayedBy = Literal["people", "game"]


@dataclass(frozen=True, slots=True)
class FightSide:
    """A side: its key (``a`` to ``d``), what it is called, and whether people play it or the game does.

    Its name is one line and turns no sentence that it stands in.
    """

    key: Annotated[str, choice(SIDE_KEYS, needed=True)]
    name: Annotated[str, text(MAX_NAME)]
    player: Annotated[PlayedBy, choice(get_args(PlayedBy)), WRITTEN] = "people"

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", legible_line(self.name) or f"Side {self.key.upper()}")


SIDES = records_of(FightSide)
"""The sides of a fight as its document lists them."""


MAX_COMBATANTS = 100
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class FightCombatant:
    """A combatant that takes part: its id (``a.1``), the side that plays it, its sheet, and its group if it is in one.

    What a group means, such as a shared turn, is the family's.
    """

    id: str
    side: str
    sheet: FightSheet
    group: str = ""


@dataclass(frozen=True)
class FightSetup:
    """Everything that a fight begins with.

    ``master`` is the side of the game master, who plays the opponents; all other sides are the party's. ``table`` holds
    what the sources leave to the table, as the players agreed. With ``hides_left`` players and watchers do not see what
    the game master's combatants have left.

    Raises ``RulesError`` for sides or combatants that do not fit together.
    """

    sides: tuple[FightSide, ...]
    combatants: tuple[FightCombatant, ...]
    table: FightSheet
    master: str
    hides_left: bool = True
    name: str = ""
    by_id: Mapping[str, FightCombatant] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        keys = tuple(side.key for side in self.sides)
        if keys != SIDE_KEYS[: len(keys)] or len(keys) < MIN_SIDES:
            raise RulesError("A fight has two to four sides, a to d in seat order.")
        if any(side.player != "people" for side in self.sides):
            raise RulesError("People play every side of this fight.")
        if self.master not in keys:
            raise RulesError("The side of the game master is not there.")
        if len(self.combatants) > MAX_COMBATANTS:
            raise RulesError(f"A fight has at most {MAX_COMBATANTS} combatants.")
        by_id = {combatant.id: combatant for combatant in self.combatants}
        if len(by_id) != len(self.combatants):
            raise RulesError("Two combatants of a fight have the same id.")
        for combatant in self.combatants:
            if combatant.side not in keys:
                raise RulesError(f"{combatant.id} belongs to a side that is not there.")
            side, _, number = combatant.id.partition(".")
            if side != combatant.side or not _NUMBER.fullmatch(number):
                raise RulesError("The id of a combatant is its side, a dot and a number from 1 to 9,999, such as a.1.")
        object.__setattr__(self, "by_id", by_id)
        object.__setattr__(self, "name", without_directions(self.name))

    @property
    def people(self) -> tuple[str, ...]:
        """The keys of the sides that people play: all of them."""
        return tuple(side.key for side in self.sides)

    @property
    def party(self) -> tuple[str, ...]:
        """The keys of the sides that are not the game master's."""
        return tuple(key for key in self.people if key != self.master)

    def side(self, key: str) -> FightSide:
        """Return a side by its key."""
        return self.sides[SIDE_KEYS.index(key)]


MAX_TALLY = 9_999


@dataclass(frozen=True, slots=True)
class PartyTally:
    """Something that a saved party counts from fight to fight: its key and what it is.

    ``spent_by`` names the rest that turns it into what it ``becomes``; how much one gives is by the table.
    """

    key: str
    label: str
    spent_by: str = ""
    becomes: str = ""


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
        combatant_state = self.combatants.get(combatant)
        if combatant_state is None:
            raise ChangeRefused("That combatant is not in this fight.")
        return combatant_state

    def entry(self, combatant: str) -> FightCombatant:
        """Return what a combatant began as, with its sheet."""
        entry = self.setup.by_id.get(combatant)
        return (
            entry
            if entry is not None
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
