"""Triggers of reactions: which event a reaction waits for, as data."""

from dataclasses import dataclass
from typing import Literal

TriggerKind = Literal[
    "acts",
    "casts",
    "moves",
    "strikes",
    "targets",
    "hits",
    "misses",
    "damages",
    "falls",
    "starts turn",
    "eliminated",
    "save",
    "check",
]
"""A creature's action or what happens to it.

``strikes`` and ``targets`` come before any die, ``hits`` and ``misses`` after the Fight roll, ``damages`` before the
damage is taken, ``save`` and ``check`` after the roll.
"""

Relation = Literal["self", "ally", "enemy", "other", "any"]
"""Somebody's relation to the reacting creature; ``other`` is any creature but itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactionTrigger:
    """What an event has to be: its kind, its actor and target, the result of a roll, the types of its damage.

    ``is_once_per_spell`` excludes the attacks of a spell whose casting was already a trigger. ``is_near`` marks a
    trigger that depends on a distance or on sight.
    """

    kinds: tuple[TriggerKind, ...]
    by: Relation = "any"
    to: Relation = "any"
    outcomes: tuple[str, ...] = ()
    is_ranged: bool | None = None
    source: str = ""
    own_turn: bool = False
    is_once_per_spell: bool = False
    of: tuple[str, ...] = ()
    is_near: bool = False
