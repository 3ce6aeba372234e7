"""Counts of legal commands at positions on boards, by the generator of the house and by a slow one beside it."""

import pytest

from tests.examples import LONG, THOROUGH
from tests.rules.p2v_combat.legal.board_positions import BOARD_POSITIONS
from tests.rules.p2v_combat.legal.perft import difference, divide, fast_commands, perft, settled
from tests.rules.p2v_combat.legal.slow_legal_commands import slow_legal_commands

DEEPEST = 3
MOST_STATES = 2_000 if LONG else 60 if THOROUGH else 18
"""A position is searched as deep as no more states than these have to be searched slowly for the last command."""


@pytest.mark.parametrize("name", BOARD_POSITIONS)
def test_both_generators_count_the_same_commands_on_a_board(name: str) -> None:
    state, depth = settled(BOARD_POSITIONS[name]().state), 1
    while depth < DEEPEST and perft(state, depth, fast_commands) <= MOST_STATES:
        depth += 1
    counts, slow_counts = divide(state, depth, fast_commands), divide(state, depth, slow_legal_commands)
    assert counts == slow_counts, "\n" + difference(state, depth, fast_commands, slow_legal_commands)
