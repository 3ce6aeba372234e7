"""The words by which gambits move a monster: Step, Shift, Charge, Reposition, Retreat, Stride."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.p2v_combat.solo.readings import ActionReading, ActionSort
from rules.text import counted

MoveSentence = Callable[[str, str, ActionReading | None], str]
"""Writes what a monster does: from its name, the target and the attack that comes next."""


@dataclass(frozen=True, slots=True)
class MovementWord:
    """A word for moving: whether it is a Step or a Stride, and what it tells the player.

    ``meaning`` explains it. ``toward`` writes the sentence for a target that can be brought in range; ``away`` is for a
    move without a target, empty for a word that always has one. ``steps_up``: it has a target only for melee attacks.
    """

    name: str
    is_step: bool
    meaning: str
    toward: MoveSentence
    away: str = ""
    steps_up: bool = False

    def squares(self, stride: int) -> int:
        """Return how many squares it moves a monster with that Speed."""
        return 1 if self.is_step else stride

    def has_target(self, next_sort: ActionSort | None) -> bool:
        """Return True if the monster moves because of a target, by the sort of attack that comes next."""
        return not self.away or (self.steps_up and next_sort == "melee")

    def leave(self, monster: str, stride: int) -> str:
        """Return what the monster does without a target."""
        return self.away.format(monster=monster, squares=counted(stride, "square"))

    def approach(self, monster: str, target: str) -> str:
        """Return what the monster does when it cannot bring its target in range."""
        return f"{monster} {'Steps' if self.is_step else 'Strides'} toward {target}, but cannot attack yet."


def _shift(monster: str, target: str, attack: ActionReading | None) -> str:
    return f"{monster} Steps so that {target} is within reach. If it is already, the Step keeps it there."


def _charge(monster: str, target: str, attack: ActionReading | None) -> str:
    return f"{monster} Strides toward {target}. If it has an enemy within melee reach already, it stays where it is."


def _reposition(monster: str, target: str, attack: ActionReading | None) -> str:
    return f"{monster} Strides toward {target}, even if it has an enemy within melee reach already."


def _stride(monster: str, target: str, attack: ActionReading | None) -> str:
    if attack is None:
        return f"{monster} Strides into melee reach of {target}."
    place = f"{monster} Strides to where it can attack {target} with {attack.name}"
    return f"{place}, out of its enemies' melee reach if possible." if attack.sort == "ranged" else f"{place}."


_AWAY = "{monster} Steps away from its enemies."

MOVEMENTS: tuple[MovementWord, ...] = (
    MovementWord(
        "Step",
        True,
        "a Step, read as Shift",
        _shift,
        away=_AWAY,
        steps_up=True,
    ),
    MovementWord(
        "Shift",
        True,
        "a Step: into reach of an enemy if a melee attack comes next, otherwise away from enemies",
        _shift,
        away=_AWAY,
        steps_up=True,
    ),
    MovementWord(
        "Charge",
        False,
        "a Stride toward its target; with an enemy within melee reach it stays where it is",
        _charge,
    ),
    MovementWord("Reposition", False, "a Stride toward its target, even out of melee", _reposition),
    MovementWord(
        "Retreat",
        False,
        "a Stride that ends as far from all enemies as possible",
        _reposition,
        away="{monster} Strides up to {squares}, as far as possible from all of its enemies.",
    ),
    MovementWord(
        "Stride",
        False,
        "a Stride to where its next actions do most; without any, into melee reach of its target",
        _stride,
    ),
)

BY_NAME: dict[str, MovementWord] = {word.name: word for word in MOVEMENTS}
