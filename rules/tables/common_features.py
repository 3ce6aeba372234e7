"""Common features: words on cards that mean the same for all creatures."""

from __future__ import annotations

from rules.errors import RulesError
from rules.tables.entry import Entry
from rules.tables.prose import Prose

MINION_AP = 1
"""Action points of a minion in its commander's turn."""

ORPHAN_AP = 1
"""Action points of a minion whose commander is down: ruling 96."""

PROSE = Prose("common_features", MINION_AP=MINION_AP, ORPHAN_AP=ORPHAN_AP)


def minion_action_points(*, commander_is_down: bool = False, given: int = 0) -> int:
    """Return the action points of a minion; ``given`` are those that its commander hands on, 0 or 1."""
    # A minion has 1, and 1 more from its commander; without a commander it acts alone, with 1. Getting started,
    # "Commanders, minions and mounts"; ruling 96.
    if given not in (0, 1) or (given and commander_is_down):
        raise RulesError(f"A commander cannot give this minion {given} action points.")
    return ORPHAN_AP if commander_is_down else MINION_AP + given


def clear_box(checked: int) -> int:
    """Return how many boxes of a feature stay checked when it recharges."""
    # One spent use comes back. Cards use the word, the rulebook does not: ruling 166.
    if checked < 0:
        raise RulesError(f"A feature cannot have {checked} checked boxes.")
    return max(checked - 1, 0)


def entries() -> tuple[Entry, ...]:
    """Return the common features; reactions and actions among them are in their own tables."""
    return PROSE.terms("common-feature")
