"""Analyses of battles that were played: begun, and their games played from activation to activation."""

import secrets
from collections.abc import Callable
from dataclasses import asdict

from django.db import transaction

from battles.models import BattleAnalysis
from battles.selectors.analyses import may_be_analyzed, odds_points
from battles.selectors.battles import BattleVisitor
from battles.selectors.folding import BATTLE_LOGS, setup_of
from battles.services.odds import MOST_CREATURES
from battles.services.runs import players_battle, run_played, run_replace
from common.refusal import Refusal
from rules.combat.log import LogEntry, live_entries
from rules.errors import RulesError
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.state import BattleState
from rules.players.analysis import activations_of, begin_analysis, pick_points, play_point

GAMES_FROM_EACH = (10, 20, 50, 100)
"""How many games may be played from each activation."""
CHANGED = "The battle has changed since. Analyze it again."


@transaction.atomic
def analysis_begin(*, visitor: BattleVisitor, key: str, games: int) -> BattleAnalysis:
    """Store that a battle that is over is to be analyzed, in place of an earlier analysis.

    ``games`` are played from each activation. Raises ``Refusal`` for a battle that goes on, while it is being analyzed,
    and beyond the bounds of creatures and of a person.
    """
    view = players_battle(visitor, key)
    if games not in GAMES_FROM_EACH:
        raise Refusal("Choose one of these numbers of games.", code="odds.invalid")
    if not may_be_analyzed(view):
        raise Refusal("Only a battle that is over can be analyzed.", code="odds.state")
    if len(setup_of(view.battle).fielded) > MOST_CREATURES:
        raise Refusal(f"Battles of up to {MOST_CREATURES} creatures can be analyzed.", code="odds.invalid")
    run_replace(BattleAnalysis, view)
    seed = secrets.randbelow(2**31)
    return BattleAnalysis.objects.create(battle=view.battle, head=view.battle.head, games=games, seed=seed)


def analysis_play(*, pk: int, goes_on: Callable[[], bool]) -> bool:
    """Work out the luck of a battle, then play pairs of games from each of its activations while ``goes_on`` says yes.

    Each activation has its first pair before any has its second. Returns True if more are to be played. Each pair
    counts once, however many workers play it.
    """
    states: list[BattleState] = []
    return run_played(BattleAnalysis, pk, goes_on, lambda row: _go_on(row, states))


def _go_on(row: BattleAnalysis, states: list[BattleState]) -> None:
    """Add to an analysis what comes next; ``states`` are those before its activations, filled once they are needed."""
    if row.battle.head != row.head:
        raise RulesError(CHANGED)
    if not row.tally:
        row.tally = begin_analysis(*_played(row))
        return
    if not states:
        states.extend(state for _, state in pick_points([*activations_of(*_played(row))]))
    points = [*odds_points(row)]
    place = row.pairs % len(points)
    for _ in range(2):
        points[place] = play_point(points[place], states[place], row.seed)
    row.tally = {**row.tally, "points": [asdict(point) for point in points]}
    row.pairs += 1


def _played(row: BattleAnalysis) -> tuple[BattleSetup, list[LogEntry]]:
    """Return the beginning of a battle, and the entries that count. One query."""
    setup = setup_of(row.battle)
    return setup, live_entries(BATTLE_LOGS.entries_of(row.battle), setup.people)
