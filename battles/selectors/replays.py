"""A battle entry by entry, as far as its steps count: what a replay shows."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from battles.models import Battle
from battles.selectors.folding import BATTLE_LOGS, folded_battle
from rules.p2v_combat.state import BattleState


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """A battle after an entry: the number of the entry, 0 before the first one, its side, its event, and the state."""

    number: int
    side: str
    state: BattleState
    event: Any = None


@dataclass(frozen=True, slots=True)
class BattleReplay:
    """Some frames of a battle, with the number of the first among all, from 0; ``last`` is the number of the last.

    ``before`` is the state before them, None before the first entry.
    """

    first: int
    last: int
    before: BattleState | None
    frames: tuple[ReplayFrame, ...]


def battle_replay(battle: Battle, *, first: int = 0, most: int = 1, number: int | None = None) -> BattleReplay:
    """Return frames of a battle of Path 2 Victory from the ``first`` on, or at the entry with a ``number``.

    Undone steps have no frame; a number of one of their entries means the last entry before it that counts. Folds from
    the newest stored state before them. One query, or two or three if this process has not cached the battle. Raises
    ``Refusal`` for a fight by other rules.
    """
    folded = folded_battle(battle)
    live = folded.live_steps()
    entries = [entry for entry in BATTLE_LOGS.entries_of(battle) if entry.step in live and not entry.is_about_log]
    if number is not None:
        first = bisect_right(entries, number, key=lambda entry: entry.number)
    first = min(max(first, 0), len(entries))
    start, state, before = 0, folded.begin(), None
    for kept in folded.kept:
        place = bisect_right(entries, kept.step, key=lambda entry: entry.step)
        if place < first:
            start, state = place, kept.state
    frames = [] if first else [ReplayFrame(0, "", state)]
    for place, entry in enumerate(entries[start : first + most - 1], start + 1):
        before = state if place == first else before
        state = folded.play_stored(state, entry)
        if place >= first:
            frames.append(ReplayFrame(entry.number, entry.side or "", state, entry.event))
    return BattleReplay(first, len(entries), before, tuple(frames))
