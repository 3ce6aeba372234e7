"""Counts of legal commands in thirty positions, by the generator of the house and by a slow one beside it."""

import pytest

from tests.examples import LONG, THOROUGH
from tests.rules.p2v_combat.legal.perft import difference, divide, fast_commands, perft
from tests.rules.p2v_combat.legal.positions import POSITIONS
from tests.rules.p2v_combat.legal.slow_legal_commands import slow_legal_commands

DEEPEST = 3
MOST_STATES = 100_000 if LONG else 60 if THOROUGH else 12
"""A position is searched as deep as no more states than these have to be searched slowly for the last command."""


def test_there_are_thirty_positions() -> None:
    assert len(POSITIONS) == 30


@pytest.mark.parametrize("name", POSITIONS)
def test_both_generators_count_the_same_commands(name: str) -> None:
    state = POSITIONS[name]()
    depth = 1
    while depth < DEEPEST and perft(state, depth, fast_commands) <= MOST_STATES:
        depth += 1
    counts, slow_counts = divide(state, depth, fast_commands), divide(state, depth, slow_legal_commands)
    assert counts == slow_counts, "\n" + difference(state, depth, fast_commands, slow_legal_commands)


def test_a_difference_is_shown_by_its_first_commands_and_where_it_comes_from() -> None:
    state = POSITIONS["confused"]()

    def without_strides(state: object) -> list[object]:
        return [event for event in fast_commands(state) if "act/stride" not in str(event)]

    shown = difference(state, 2, without_strides, fast_commands)
    assert "action='act/stride'" in shown
    assert "0, slowly" in shown
    assert perft(state, 2, without_strides) < perft(state, 2, fast_commands)
