"""States of battles, adventures and tables after a log, from their beginning."""

from collections.abc import Iterable, Sequence

from rules.adventures.fold import begin_adventure, live_adventure_entries, play_adventure_event
from rules.adventures.state import Adventure, AdventureState
from rules.combat.log import LogEntry, live_entries
from rules.gambling.game import TableGame
from rules.gambling.play.fold import KEEPER, play_table_event
from rules.gambling.play.state import TableState
from rules.p2v_combat.family import P2V, begin_battle
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.state import BattleState


def fold_battle(setup: BattleSetup, entries: Iterable[LogEntry]) -> BattleState:
    """Return the state after the entries that count, in their order."""
    state = begin_battle(setup)
    for entry in entries:
        state = P2V.play(state, entry.event, entry.side)
    return state


def fold_adventure(
    adventure: Adventure, entries: Sequence[LogEntry], *, through_round: int | None = None
) -> AdventureState:
    """Return the state after the entries that count; with ``through_round``, as it was when that round ended."""
    state = begin_adventure(adventure)
    for entry in live_adventure_entries(entries):
        after = play_adventure_event(state, entry.event, entry.side)
        if through_round is not None and after.round > through_round:
            break
        state = after
    return state


def live_table_entries(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the entries of a table that count."""
    return live_entries(entries, (KEEPER,), arbiters=(KEEPER,))


def fold_table(game: TableGame, entries: Sequence[LogEntry]) -> TableState:
    """Return the state of a table after all entries."""
    state = TableState(game)
    for entry in live_table_entries(entries):
        state = play_table_event(state, entry)
    return state
