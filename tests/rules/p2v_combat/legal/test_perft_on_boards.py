"""Counts of legal commands at positions on boards, by the generator of the house and by a slow one beside it."""

import pytest

from rules.combat.log import LogEntry
from rules.families.documents import BattleDocument, states_of
from rules.players.playing import play_to_end
from rules.players.stock import players_for
from tests.examples import LONG
from tests.rules.p2v_combat.legal.board_positions import BOARD_POSITIONS
from tests.rules.p2v_combat.legal.perft import difference, divide, fast_commands, perft, settled
from tests.rules.p2v_combat.legal.slow_legal_commands import slow_legal_commands
from tests.rules.p2v_combat.random_boards_in_play import random_board_battle

DEEPEST = 3
MOST_STATES = 500 if LONG else 18
"""A position is searched as deep as no more states than these have to be searched slowly for the last command."""


@pytest.mark.parametrize("name", BOARD_POSITIONS)
def test_both_generators_count_the_same_commands_on_a_board(name: str) -> None:
    state, depth = settled(BOARD_POSITIONS[name]().state), 1
    while depth < DEEPEST and perft(state, depth, fast_commands) <= MOST_STATES:
        depth += 1
    counts, slow_counts = divide(state, depth, fast_commands), divide(state, depth, slow_legal_commands)
    assert counts == slow_counts, "\n" + difference(state, depth, fast_commands, slow_legal_commands)


@pytest.mark.parametrize("seed", range(30) if LONG else [5, 10])
def test_both_generators_list_the_same_commands_in_a_battle_by_chance(seed: int) -> None:
    setup, laid = random_board_battle(seed)
    players = players_for(setup, {"a": "random", "b": "random"}, str(seed))
    entries, _ = play_to_end(setup, (LogEntry(1, 1, None, laid),), players, str(seed))
    states = [state for _, state in states_of(BattleDocument(setup, entries))]
    state = settled(states[len(states) * 5 // 8])
    assert sorted(map(str, fast_commands(state))) == sorted(map(str, slow_legal_commands(state)))
