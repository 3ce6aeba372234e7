"""A battle as a story: who fought, who eliminated whom in which round, the turning point, and the points in play."""

from collections import defaultdict

from rules.p2v_combat.state import BattleState
from rules.stories import elimination_clause, turning_point
from rules.text import counted, listed

PointsInPlay = tuple[str, tuple[tuple[int, int], ...]]
"""The name of a side, and its points in play after each round: pairs of the round (0 for the beginning) and points."""


def felled_by(state: BattleState, creature: str) -> str | None:
    """Return the creature that eliminated another, or felled it before; None where nothing tells it."""
    scored_facts = [
        fact for fact in reversed(state.scored_facts) if fact.to == creature and fact.by and fact.by in state.combatants
    ]
    for kind in ("eliminated", "felled"):
        doer = next((fact.by for fact in scored_facts if fact.kind == kind), None)
        if doer:
            return doer
    return None


def tell_battle(state: BattleState) -> tuple[str, ...]:
    """Return the story of a battle as paragraphs: who fought, what each round brought, and the turning point."""
    fallen = _fallen_by_round(state)
    rounds = [_round_sentence(state, number, creatures) for number, creatures in sorted(fallen.items())]
    paragraphs = (_who_fought(state), " ".join(rounds), turning_round(state))
    return tuple(filter(None, paragraphs))


def points_by_round(state: BattleState) -> tuple[PointsInPlay, ...]:
    """Return the points that each side had in play at the beginning and after each round."""
    fallen = _fallen_by_round(state)
    lines = []
    for side in state.setup.sides:
        left = sum(state.fielded(combatant.id).points for combatant in state.of_side(side.key))
        values = [(0, left)]
        for number in range(1, state.round + 1):
            left -= _points_lost(state, side.key, fallen[number])
            values.append((number, left))
        lines.append((side.name, tuple(values)))
    return tuple(lines)


def _fallen_by_round(state: BattleState) -> defaultdict[int, list[str]]:
    """Return the creatures that are eliminated, by the round in which they were."""
    rounds = {fact.to: fact.round for fact in state.scored_facts if fact.kind == "eliminated"}
    fallen: defaultdict[int, list[str]] = defaultdict(list)
    for creature, number in rounds.items():
        if creature in state.combatants and state.combatants[creature].presence == "eliminated":
            fallen[number].append(creature)
    return fallen


def _points_lost(state: BattleState, side: str, fallen: list[str]) -> int:
    return sum(state.fielded(creature).points for creature in fallen if state.combatants[creature].side == side)


def _who_fought(state: BattleState) -> str:
    sides = []
    for side in state.setup.sides:
        creatures = state.of_side(side.key)
        points = sum(state.fielded(creature.id).points for creature in creatures)
        sides.append(f"{side.name} ({counted(len(creatures), 'creature')}, {counted(points, 'point')})")
    if len(sides) == 1:
        return f"{sides[0]} fought for {counted(state.round, 'round')}."
    return f"{sides[0]} fought {listed(sides[1:])} for {counted(state.round, 'round')}."


def _round_sentence(state: BattleState, number: int, fallen: list[str]) -> str:
    by: defaultdict[str | None, list[str]] = defaultdict(list)
    for creature in fallen:
        by[felled_by(state, creature)].append(state.name(creature))
    clauses = [
        elimination_clause(state.name(enemy) if enemy is not None else None, names) for enemy, names in by.items()
    ]
    return f"In round {number}, {'; '.join(clauses)}."


def decisive_round(state: BattleState) -> int | None:
    """Return the round in which one side lost more points than the other by the most, None where none stands out."""
    losses = _losses(state)
    return turning_point({number: abs(first - second) for number, (first, second) in losses.items()})


def _losses(state: BattleState) -> dict[int, tuple[int, int]]:
    """Return the points that each of two sides lost in each round."""
    if len(state.setup.sides) != 2:
        return {}
    first, second = (side.key for side in state.setup.sides)
    return {
        number: (_points_lost(state, first, creatures), _points_lost(state, second, creatures))
        for number, creatures in _fallen_by_round(state).items()
    }


def turning_round(state: BattleState) -> str:
    """Say which round was decisive, and what each side lost in it, "" where no round stands out."""
    sides, losses, number = state.setup.sides, _losses(state), decisive_round(state)
    if number is None:
        return ""
    first, second = losses[number]
    loser, other = (sides[0], sides[1]) if first > second else (sides[1], sides[0])
    less = min(first, second)
    spared = f"{other.name} lost {less}" if less else f"{other.name} lost none"
    lost = counted(max(first, second), "point")
    return f"The turning point was round {number}: {loser.name} lost {lost}, {spared}."
