"""Duelists whose initiative is rolled."""

from rules.adventures.state import AdventureState
from tests.rules.adventures.duels import sealed, totals
from tests.rules.adventures.parties import play_more


def rolled(state: AdventureState, ana: tuple[str, int], red: tuple[str, int]) -> AdventureState:
    """Both choose, and the totals fall."""
    state = play_more(state, sealed(state, "n1", *ana))
    state = play_more(state, sealed(state, "n2", *red))
    return play_more(state, totals(state))
