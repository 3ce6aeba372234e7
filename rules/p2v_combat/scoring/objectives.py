"""Objectives in play: which are on the board, who has claimed them, and what a claim requires."""

from rules.errors import ChangeRefused
from rules.p2v_combat.belongings import prize_holder
from rules.p2v_combat.setup.objectives import objective_kind, objective_mark
from rules.p2v_combat.setup.plan import PlacedObjective
from rules.p2v_combat.state import BattleState
from rules.tables.objectives import Claim, SpecialObjective, owners, round_score

CLAIMED = "claimed"
REMOVED = "objective removed"
ANCIENT_RUNES, MERCHANT = "ancient-runes", "merchant"
RUNES_BONUS = 2


def placed_objectives(state: BattleState) -> tuple[PlacedObjective, ...]:
    """Return the objectives that the battle began with."""
    return state.setup.table.objectives if state.setup.table else ()


def owners_of(state: BattleState) -> dict[str, str]:
    """Return which side has claimed which objective.

    A claim outlasts the creature that made it, but an objective that becomes an item counts for the item's holder.
    """
    # Ruling 79 and its exception.
    claims = (
        Claim(fact.to, state.combatants[fact.by].side)
        for fact in state.scored_facts
        if fact.kind == CLAIMED and fact.by is not None
    )
    owned = owners(claims)
    for prize in state.prizes:
        owned.pop(prize.objective, None)
        if holder := prize_holder(state, prize):
            owned[prize.objective] = state.combatants[holder].side
    return owned


def claimer_of(state: BattleState, objective: str) -> str | None:
    """Return the creature that claimed an objective last, or None."""
    return next(
        (fact.by for fact in reversed(state.scored_facts) if (fact.kind, fact.to) == (CLAIMED, objective)), None
    )


def removed_objectives(state: BattleState) -> frozenset[str]:
    """Return the objectives that have left the board; one that was claimed as it left still scores for its owner."""
    return frozenset(fact.to for fact in state.scored_facts if fact.kind == REMOVED)


def numbered_markers(state: BattleState, kind: str) -> tuple[tuple[str, float, float], ...]:
    """Return the markers of a kind from left to right: its name in the log (``spot-1``), and its point in squares."""
    markers = state.setup.table.markers if state.setup.table else ()
    own = sorted((marker.x, marker.y) for marker in markers if marker.kind == kind)
    word = kind.rpartition(" ")[-1]
    return tuple((f"{word}-{number}", x, y) for number, (x, y) in enumerate(own, start=1))


def objective_name(state: BattleState, placed: PlacedObjective) -> str:
    """Return an objective by its kind and its mark on the table: ``Book (O1)``."""
    name = objective_kind(placed.kind).name
    return f"{name} ({objective_mark(state.setup.table, placed)})" if state.setup.table else name


def objective_in_play(state: BattleState, kind: str) -> PlacedObjective:
    """Return an objective that can be attempted; raise ``ChangeRefused`` if it is not on the board."""
    objective = next((objective for objective in placed_objectives(state) if objective.kind == kind), None)
    if objective is None or kind in removed_objectives(state):
        raise ChangeRefused("That objective is not on the board.")
    return objective


def special_objective(kind: str) -> SpecialObjective | None:
    """Return the special objective of that kind, None for a standard one."""
    row = objective_kind(kind)
    return row if isinstance(row, SpecialObjective) else None


def runes_bonus(state: BattleState, side: str) -> int:
    """Return the Ancient Runes' bonus on a side's checks for other objectives."""
    # Appendix "Special objectives", "Ancient Runes".
    return RUNES_BONUS if owners_of(state).get(ANCIENT_RUNES) == side else 0


def round_points(state: BattleState) -> dict[str, int]:
    """Return the victory points that each side scores as a round ends."""
    owned = list(owners_of(state).values())
    sides = (side.key for side in state.setup.sides if side.key not in state.conceded)
    return {side: round_score(owned.count(side)) for side in sides}
