"""What events of the older rules share: whose they are, and numbers and words inside their bounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from rules.building.codecs import TEXT
from rules.errors import ChangeRefused
from rules.fights.events import FightEvent
from rules.fights.sheets import MAX_WORD
from rules.fights.state import FightState
from rules.older_pathfinder.state import fighter_of
from rules.text import without_directions

Key = TypeVar("Key", bound=str)

MOST_MODIFIER = 50
MOST_DC = 100


@dataclass(frozen=True, slots=True)
class OlderAct(FightEvent):
    """Something that a combatant does, brought about by its side."""

    combatant: str = field(metadata=TEXT)

    def doer(self, state: FightState) -> str | None:
        """Return the side of the combatant."""
        return state.entry(self.combatant).side if self.combatant in state.combatants else None


def in_bounds(value: int, low: int, high: int, label: str) -> int:
    """Return a number; raise ``ChangeRefused`` for one outside its bounds."""
    if not low <= value <= high:
        raise ChangeRefused(f"{label}: enter a number from {low} to {high}.")
    return value


def typed_line(typed: str) -> str:
    """Return what was typed as one line of bounded length."""
    line = " ".join(without_directions(typed).split())[:MAX_WORD]
    return "".join(letter for letter in line if letter.isprintable())


def chosen_key(value: str, keys: Iterable[Key], label: str) -> Key:
    """Return a word as one of some keys; raise ``ChangeRefused`` for one that is not a choice."""
    for key in keys:
        if key == value:
            return key
    raise ChangeRefused(f"{label}: that is not one of the choices.")


def opposing(state: FightState, combatant: str, target: str) -> str:
    """Return a target; raise ``ChangeRefused`` for one that is not there, or for the combatant itself."""
    if fighter_of(state, target).id == combatant:
        raise ChangeRefused("Choose someone else as the target.")
    return target
