"""Ready opponents: within the points and half of them, each creature once before it comes again."""

import pytest

from rules.recruitment.ready import ready_warband

COSTS = {"hulk": 40, "ghoul": 14, "dog": 14, "guard": 9, "giant": 160, "nothing": 0}


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (100, ("hulk", "dog", "ghoul", "guard", "dog", "guard")),
        (79, ("dog", "ghoul", "guard", "dog", "ghoul", "guard")),
        (18, ("guard", "guard")),
        (17, ()),
        (0, ()),
    ],
)
def test_a_ready_warband_costs_at_most_so_much(points: int, expected: tuple[str, ...]) -> None:
    chosen = ready_warband(COSTS, points, 12)
    assert chosen == expected
    assert sum(COSTS[key] for key in chosen) <= points


def test_a_ready_warband_has_a_bound() -> None:
    assert ready_warband({"guard": 9}, 1_000, 4) == ("guard",) * 4
