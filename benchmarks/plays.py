"""How fast the rules play a battle: random ones of 1, 4 and 8 a side, without a board, a database or a site."""

import gc
import time
from statistics import median

from rules.families.documents import BattleDocument, states_of
from tests.rules.p2v_combat.random_play import random_battle

BATTLES = {1: 300, 4: 300, 8: 60}
"""Random battles by the number of creatures a side."""


def play_lines() -> list[str]:
    """Play random battles again from their logs; return the lines to print."""
    lines = ["Random battles, played again (to reach with 4 a side: 80 µs an event, 25 ms a battle)"]
    for creatures, number in BATTLES.items():
        battles = [random_battle(seed, creatures=creatures).document for seed in range(number)]
        gc.collect()
        times = [_seconds(battle) for battle in battles]
        micro = median(taken / len(battle.entries) for taken, battle in zip(times, battles, strict=True)) * 1_000_000
        milli = median(times) * 1000
        lines.append(
            f"  {creatures} a side{micro:8.1f} µs an event{milli:8.1f} ms a battle{1000 / milli:8.1f} battles a second"
        )
    return lines


def _seconds(battle: BattleDocument) -> float:
    start = time.process_time()
    for _ in states_of(battle):
        pass
    return time.process_time() - start
