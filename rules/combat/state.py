"""A fight of a declared family: its start, sides in seat order, and its state at one point of its log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from rules.combat.resolution import ResolvingState, RollAsk
from rules.errors import ChangeRefused, require

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
    """A side: its key (``a`` to ``d``), its name, and whether people or the game play it.

    Its name is one line that cannot distort the sentences around it.
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
    """A combatant: its id (``a.1``), its side, its sheet, and its group, if any.

    The family decides the meaning of a group, such as a shared turn.
    """

    id: str
    side: str
    sheet: FightSheet
    group: str = ""


@dataclass(frozen=True)
class FightSetup:
    """The start of a fight.

    ``master`` is the side of the game master, who plays the opponents; all other sides are the party's. ``table`` has
    the players' agreements on what the sources leave open. With ``hides_left``, players and watchers do not see what
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
    """Something that a saved party counts between fights: its key and its name.

    ``spent_by`` names the rest that turns it into what it ``becomes``; the players decide how much it gives.
    """

    key: str
    label: str
    spent_by: str = ""
    becomes: str = ""


FightPhase = Literal["before", "playing", "over"]


@dataclass(frozen=True, slots=True)
class FightOutcome:
    """How a fight ended: the side that won, or None, and the reason in a sentence."""

    winner: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FightState(ResolvingState):
    """A fight at one point of its log.

    ``combatants`` are values of the family's own type by id, each with an ``id`` and a ``side``; ``own`` is the
    family's value for everything else, such as whose turn it is. ``joined`` are combatants that came later. ``turn``
    counts turns, so that rolls have places.
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
        return tuple(self.name(combatant) for combatant in self.combatants)

    def combatant(self, combatant: str) -> Any:
        """Return a combatant; raise ``ChangeRefused`` for one that is not there."""
        return require(self.combatants.get(combatant), ChangeRefused("That combatant is not in this fight."))

    def entry(self, combatant: str) -> FightCombatant:
        """Return a combatant at its start, with its sheet."""
        entry = self.setup.by_id.get(combatant)
        return (
            entry
            if entry is not None
            else next(fight_combatant for fight_combatant in self.joined if fight_combatant.id == combatant)
        )

    def name(self, creature: str) -> str:
        return self.entry(creature).sheet.name

    def is_master(self, combatant: str) -> bool:
        """Return True for a combatant of the game master."""
        return self.entry(combatant).side == self.setup.master

    def next_turn(self) -> Self:
        """Return the state at the start of one more turn, without rolls yet."""
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
        """Return the question for a combatant's dice, at the place of this roll.

        Call ``counted_roll`` with the same words after the answer.
        """
        place = self.place_of_roll(self.turn, combatant, purpose)
        return RollAsk(dice, sides, reason, self.entry(combatant).side, place, need, chances)


FightStateT = TypeVar("FightStateT", bound=FightState)
"""A state of a fight of any family; what is made of it is one of the same family."""
