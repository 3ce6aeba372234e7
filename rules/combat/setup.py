"""What a fight begins with: sides in seat order, combatants with their sheets, and what the table agreed on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

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
