"""The way that a figure goes by itself is the best of all ways, which the oracle tries one by one."""

import os
from functools import partial
from itertools import accumulate, pairwise
from random import Random

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.cover import cover_line_between, cover_lines_offered
from rules.board.grounds import ground_from
from rules.board.moves import StepSpan, StepToll, Toll, cheapest_way, destinations, step_costs
from rules.documents.reading import Fields
from rules.tables.areas import Square
from rules.tables.sizes import Space
from tests.examples import THOROUGH, tried
from tests.rules.board.oracle_cover import lines_offered
from tests.rules.board.oracle_ground import OracleGround
from tests.rules.board.oracle_moves import OracleMover
from tests.rules.board.random_boards import random_board

BOARDS = tried(40)
FIRST = 0 if THOROUGH else Random(os.getpid()).randrange(10**9)
MOST = 3


def field_of(document: dict[str, object]) -> Battlefield:
    read = Fields({name: document[name] for name in ("columns", "rows", "terrain")})
    figures = [
        BoardFigure(
            row["id"],
            row["side"],
            Space(*row["square"], row["width"]),
            row["size"],
            row["mode"],
            row["reach"],
            row["helpless"],
        )
        for row in document["creatures"]  # type: ignore[attr-defined] # a list of objects
    ]
    return Battlefield(ground_from(read), tuple(figures))


def order(
    field: Battlefield, figure: BoardFigure, diagonals: int, toll: Toll, way: tuple[Square, ...]
) -> tuple[object, ...]:
    """Return the order of ways that cost the same: hazards, reactions, the lowest squares."""
    costs = [0, *accumulate(cost for cost, _ in step_costs(field, figure, way, diagonals))]
    spans = (StepSpan(*span, costs[-1]) for span in pairwise(costs))
    steps = pairwise(((figure.space.x, figure.space.y), *way))
    tolls = [toll(*step, span) for step, span in zip(steps, spans, strict=True)]
    reacting = frozenset[str]().union(*(each.reacting for each in tolls))
    return sum(each.hazards for each in tolls), len(reacting), [(y, x) for x, y in way]


def test_a_way_is_the_cheapest_then_has_the_fewest_hazards_and_reactions_then_the_lowest_squares() -> None:
    for seed in range(FIRST, FIRST + BOARDS):
        document, rng = random_board(seed), Random(seed)
        field, oracle = field_of(document), OracleGround(document)
        figure, diagonals = rng.choice(field.figures), rng.randrange(2)
        # Any squares may be hazards, and some steps lead past somebody, unless they are among the first ones.
        hazards, quiet = {(x, y) for x in range(30) for y in range(30) if rng.random() < 0.3}, rng.randrange(3)

        def toll(
            before: Square, after: Square, span: StepSpan, hazards: set[Square] = hazards, quiet: int = quiet
        ) -> StepToll:
            passed = {f"{(before[0] + after[0]) % 3}"} if (before[1] + after[1]) % 2 else set[str]()
            return StepToll(int(after in hazards), frozenset(passed if span.after > quiet else ()))

        mover = OracleMover(oracle, oracle.figures[figure.id])
        if mover.circles:
            continue  # of equal ways through circles, one is enough
        for to, cost in destinations(field, figure, MOST, diagonals).items():
            way = cheapest_way(field, figure, to, MOST, diagonals, toll)
            best = min(mover.ways(to, cost, diagonals), key=partial(order, field, figure, diagonals, toll))
            assert way == best, f"board {seed}: {figure.id} to {to}"
            assert sum(cost for cost, _ in step_costs(field, figure, way, diagonals)) == cost


def test_ruling_410_the_lines_that_are_offered_are_those_with_the_most_checks() -> None:
    for seed in range(FIRST, FIRST + BOARDS):
        document, rng = random_board(seed), Random(seed)
        field, oracle = field_of(document), OracleGround(document)
        for attacker, target in (rng.sample(field.figures, 2) for _ in range(4) if len(field.figures) > 1):
            lines = cover_lines_offered(field, attacker, target)
            shown = [(tuple(sorted(line.checks)), tuple(sorted(line.concealment))) for line in lines]
            pair = oracle.figures[attacker.id], oracle.figures[target.id]
            assert len(shown) == len(set(shown))
            assert set(shown) == lines_offered(oracle, *pair), f"board {seed}: {attacker.id} to {target.id}"
            if lines:
                assert lines[0] == cover_line_between(field, attacker, target)
