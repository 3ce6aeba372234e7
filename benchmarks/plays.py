"""How fast the rules play a battle and list its commands: random ones of 1, 4 and 8 a side, without a board."""

import gc
import time
from collections.abc import Sequence
from itertools import islice
from statistics import median

from rules.families.documents import BattleDocument, states_of
from rules.p2v_combat.legal.commands import legal_commands
from rules.p2v_combat.state import BattleState
from tests.rules.p2v_combat.random_play import random_battle

BATTLES = {1: 300, 4: 300, 8: 60}
"""Random battles by the number of creatures a side."""
LISTED, MOST_COMMANDS = 20, 100
"""The battles whose commands are listed, and the most of each creature in a state."""


def play_lines() -> list[str]:
    """Play random battles again from their logs; return the lines to print."""
    lines = ["Random battles, played again (to reach with 4 a side: 80 µs an event, 25 ms a battle)"]
    listing = [f"Legal commands, up to {MOST_COMMANDS} of each creature (to reach: 20,000 a second)"]
    for creatures, number in BATTLES.items():
        battles = [random_battle(seed, creatures=creatures).document for seed in range(number)]
        gc.collect()
        times = [_seconds(battle) for battle in battles]
        micro = median(taken / len(battle.entries) for taken, battle in zip(times, battles, strict=True)) * 1_000_000
        milli = median(times) * 1000
        lines.append(
            f"  {creatures} a side{micro:8.1f} µs an event{milli:8.1f} ms a battle{1000 / milli:8.1f} battles a second"
        )
        listing.append(f"  {creatures} a side{_listed_in_a_second(battles[:LISTED]):8,.0f} commands a second")
    return [*lines, *listing]


def _listed_in_a_second(battles: Sequence[BattleDocument]) -> float:
    """Return how many commands are listed in a second, over all states of battles and all their creatures."""
    states: list[BattleState] = [state for battle in battles for _, state in states_of(battle)]
    gc.collect()
    start, number = time.process_time(), 0
    for state in states:
        for creature in state.combatants:
            # The sets of creatures that an area may catch are many where no board says which.
            number += sum(1 for _ in islice(legal_commands(state, creature), MOST_COMMANDS))
    return number / (time.process_time() - start)


def _seconds(battle: BattleDocument) -> float:
    start = time.process_time()
    for _ in states_of(battle):
        pass
    return time.process_time() - start
