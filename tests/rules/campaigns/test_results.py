"""Who won a scenario, and what standings count of it."""

import pytest

from rules.campaigns.results import Standing, side_results
from rules.campaigns.scenarios import ScenarioReport, SideScore
from tests.rows import every_row


def results(*points: int, game: int = 0) -> list[str]:
    scores = tuple(SideScore(number, score) for number, score in enumerate(points, start=1))
    return list(side_results(ScenarioReport(scores, game_points=game), tuple(range(1, len(points) + 1))).values())


@every_row(
    ("points", "expected"),
    [
        ((7, 2), ["major victory", "defeat"]),
        ((6, 2), ["minor victory", "defeat"]),
        ((3, 2), ["minor victory", "defeat"]),
        ((2, 2), ["draw", "draw"]),
        ((0, 0), ["draw", "draw"]),
        ((2, 9, 3), ["defeat", "major victory", "defeat"]),
        ((2, 9, 5), ["defeat", "minor victory", "defeat"]),
        ((9, 9, 0), ["draw", "draw", "defeat"]),
    ],
)
def test_the_lead_over_the_second_decides(points, expected):
    assert results(*points) == expected


@pytest.mark.parametrize(
    ("own", "game", "expected"), [(5, 0, "major victory"), (4, 0, "minor victory"), (3, 3, "draw"), (0, 1, "defeat")]
)
def test_a_warband_alone_plays_against_the_game(own, game, expected):
    assert results(own, game=game) == [expected]


def test_who_has_no_score_has_no_points():
    assert side_results(ScenarioReport((SideScore(2, 1),)), (1, 2)) == {1: "defeat", 2: "minor victory"}


@pytest.mark.parametrize(
    ("result", "field"),
    [("major victory", "major"), ("minor victory", "minor"), ("draw", "draws"), ("defeat", "defeats")],
)
def test_a_standing_counts_each_result(result, field):
    after = Standing(played=2, victory_points=3).after(result, 4)
    assert after == Standing(played=3, victory_points=7, **{field: 1})
