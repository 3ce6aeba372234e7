"""The two questions that most tests of legality ask."""

from rules.legality.resolved import Rulebook
from rules.legality.rule import Problem
from rules.legality.verdict import verdict
from rules.roster import Roster


def check(roster: Roster, rulebook: Rulebook) -> tuple[Problem, ...]:
    """Return every problem of a roster."""
    return verdict(roster, rulebook).problems


def is_legal(roster: Roster, rulebook: Rulebook) -> bool:
    """Return True if no problem keeps a roster from being played."""
    return verdict(roster, rulebook).legal
