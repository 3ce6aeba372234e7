"""A battle that was played, from activation to activation: the odds from each on, and where they turned."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from math import hypot
from statistics import NormalDist
from typing import Any

from rules.combat.log import LogEntry
from rules.dice import SeededRoller
from rules.errors import ChangeRefused
from rules.p2v_combat.events.objectives import SecretShown
from rules.p2v_combat.family import P2V
from rules.p2v_combat.luck import battle_luck, sum_luck
from rules.p2v_combat.setup.plan import SecretChoice
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.state import BattleState
from rules.players.intervals import Interval, Z, wilson_interval
from rules.players.playing import BATTLE, moves_to_end
from rules.players.simulation import without_seals
from rules.players.stock import players_for
from rules.replacing import replace
from rules.text import listed

MOST_POINTS = 40
"""The most activations of a battle from which games are played, evenly picked."""
MOST_TURNS = 5
"""The most turning points of a battle."""


@dataclass(frozen=True, slots=True)
class OddsPoint:
    """A battle before an activation: the entry that begins it, the round, who acts then, and of which side.

    ``activations`` are how many follow up to the next point. ``games`` are played from there, of which each side has
    so many ``wins``.
    """

    entry: int
    round: int
    names: str
    side: str
    activations: int = 1
    games: int = 0
    wins: Mapping[str, int] = field(default_factory=dict)

    def share(self, side: str) -> Interval:
        """Return the share of a side's wins in the games from here; all that is possible before the first one."""
        return wilson_interval(self.wins.get(side, 0) / self.games, self.games) if self.games else Interval(0.5, 0, 1)


def activations_of(setup: BattleSetup, entries: Sequence[LogEntry]) -> Iterator[tuple[OddsPoint, BattleState]]:
    """Yield each activation of a battle with the state before it; ``entries`` are those that count.

    Sealed choices that were shown in the end are known to the games from there.
    """
    known = _with_shown(setup, entries)
    for state, entry, after in _moves(setup, entries):
        if after.turn is not None and (after.round, after.activation) != (state.round, state.activation):
            names = listed(after.name(actor.id) for actor in after.turn.acting)
            yield OddsPoint(entry.number, after.round, names, after.turn.side), replace(state, setup=known)


def _moves(setup: BattleSetup, entries: Sequence[LogEntry]) -> Iterator[tuple[BattleState, LogEntry, BattleState]]:
    """Yield each entry between the states before and after it; one that newer rules refuse does nothing."""
    state = P2V.begin(setup)
    for entry in entries:
        try:
            after = P2V.play(state, entry.event, entry.side)
        except ChangeRefused:
            continue
        yield state, entry, after
        state = after


def _with_shown(setup: BattleSetup, entries: Sequence[LogEntry]) -> BattleSetup:
    """Return a set-up that knows the choices which its sides showed; those never shown are made again by players."""
    shown = [entry.event for entry in entries if isinstance(entry.event, SecretShown)]
    if setup.table is None or not shown:
        return without_seals(setup)
    keys = {(event.by, event.purpose) for event in shown}
    seals = tuple(seal for seal in setup.table.seals if (seal.side, seal.purpose) in keys)
    revealed = tuple(SecretChoice(event.by, event.purpose, event.choice, event.salt) for event in shown)
    return replace(setup, table=replace(setup.table, seals=seals, revealed=revealed))


def pick_points(
    activations: Sequence[tuple[OddsPoint, BattleState]],
) -> tuple[tuple[OddsPoint, BattleState], ...]:
    """Return at most ``MOST_POINTS`` activations of a battle, evenly picked from the first one on."""
    number = len(activations)
    most = min(number, MOST_POINTS)
    places = [place * number // most for place in range(most)]
    return tuple(
        (replace(activations[first][0], activations=end - first), activations[first][1])
        for first, end in pairwise([*places, number])
    )


def begin_analysis(setup: BattleSetup, entries: Sequence[LogEntry]) -> dict[str, Any]:
    """Return the analysis of a battle before any game, as it is stored.

    It has the luck, the points, the share of each side at the ``end``, none if it is not over, and its last entry."""
    moves = [*_moves(setup, entries)]
    last = moves[-1][2] if moves else P2V.begin(setup)
    won = last.result.winner if last.result else None
    return {
        "luck": sum_luck(setup, battle_luck((state, entry.event) for state, entry, _ in moves)).document(),
        "points": [asdict(point) for point, _ in pick_points([*activations_of(setup, entries)])],
        "end": {side.key: int(side.key == won) for side in setup.sides} if last.phase == "over" else {},
        "last": entries[-1].number if entries else 0,
    }


def play_point(point: OddsPoint, state: BattleState, seed: int) -> OddsPoint:
    """Return a point with one more game from there, by the usual players.

    The games of all points have the same dice, so that luck in them changes little between points. Raises
    ``RulesError`` for a battle that cannot be played to an end.
    """
    own = f"{seed} {point.games}"
    for move in moves_to_end(state, players_for(state.setup, {}, own), SeededRoller(f"{BATTLE} {own}".encode())):
        state = move.state
    winner = state.result.winner if state.result else None
    wins = {**point.wins, winner: point.wins.get(winner, 0) + 1} if winner else point.wins
    return replace(point, games=point.games + 1, wins=wins)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A point after which the odds of a side changed by more than their error: its place, and the change.

    ``change`` is a share of games, and so is the ``error`` by which it may be too large.
    """

    place: int
    side: str
    change: float
    error: float


def turning_points(curves: Mapping[str, Sequence[Interval]]) -> tuple[TurningPoint, ...]:
    """Return where the odds of a battle turned most, the largest change first.

    ``curves`` has the odds of each side at each point and at the end. At each point, the side counts that gained most.
    Errors are wider than those of a single change, by Šidák for the gains of all sides at all points, so that
    of 100 battles that turned nowhere about 95 have none.
    """
    turns = []
    places = range(min(map(len, curves.values()), default=1) - 1)
    wider = max(NormalDist().inv_cdf(0.95 ** (1 / max(len(places) * len(curves), 1))) / Z, 1)
    for place in places:
        changes = []
        for side, curve in curves.items():
            before, after = curve[place], curve[place + 1]
            # What the difference of two independent shares may be too large by; common dice make it less.
            error = wider * hypot(before.high - before.mean, after.mean - after.low)
            changes.append(TurningPoint(place, side, after.mean - before.mean, error))
        best = max(changes, key=lambda turn: turn.change)
        if best.change > best.error:
            turns.append(best)
    return tuple(sorted(turns, key=lambda turn: -turn.change)[:MOST_TURNS])
