"""The standard victory condition and the eleven others: props, end, scoring, and their arithmetic."""

import pytest

from rules.errors import RulesError
from rules.tables.victory_conditions import conditions, scoring
from tests.rows import every_row

MAJOR, MINOR = "major victory", "minor victory"

# For each condition: every line of the scoring as (VP or result, counted for each, best of, side)
SCORING: dict[str, list[tuple[int | str, str, str, str]]] = {
    "Standard Victory": [(1, "objective and round", "", ""), (2, "", "the end", ""), (4, "", "the end", "")],
    "Seize the Ground": [(1, "", "", ""), (3, "", "flag", ""), (5, "", "flag", ""), (7, "", "flag", "")],
    "Assassins": [
        (1, "", "", ""),
        (1, "", "Target", ""),
        (3, "", "Target", ""),
        (5, "", "Target", ""),
        (7, "", "Target", ""),
    ],
    "Destroy Supplies": [(1, "", "", ""), (2, "Supply", "", "")],
    "Rescue Mission": [(MAJOR, "", "", "the attacker"), (MAJOR, "", "", "the defender")],
    "Confrontation": [(MAJOR, "", "", ""), (MINOR, "", "", "")],
    "Total Annihilation": [(MAJOR, "", "", "")],
    "Beast Hunt": [(MINOR, "", "", ""), (MAJOR, "", "", "")],
    "Passing Through": [
        (MINOR, "", "", "the evader"),
        (MAJOR, "", "", "the evader"),
        (MINOR, "", "", "the other side"),
        (MAJOR, "", "", "the other side"),
    ],
    "Fonts of Power": [(1, "", "", ""), (2, "Font", "", ""), (1, "Font", "", "")],
    "Buried Treasure": [(MINOR, "", "", ""), (MAJOR, "", "", "")],
    "Sacred Shrines": [
        (1, "", "", ""),
        (1, "gray shrine", "gray shrine", ""),
        (2, "gray shrine", "gray shrine", ""),
        (2, "", "white shrine", ""),
        (4, "", "white shrine", ""),
    ],
}

# Kind, how many, and the fixed places on a board of 36 by 24
PROPS: dict[str, list[tuple[str, int, list[tuple[float, float]]]]] = {
    "Seize the Ground": [("flag", 1, [(18, 12)])],
    "Destroy Supplies": [("supply", 6, [(9, 6), (18, 6), (27, 6), (9, 18), (18, 18), (27, 18)])],
    "Beast Hunt": [("monster", 1, [(18, 12)])],
    "Fonts of Power": [("font", 5, [(18, 12)])],
    "Buried Treasure": [("digging spot", 5, [(6, 12), (12, 12), (18, 12), (24, 12), (30, 12)])],
    "Sacred Shrines": [("gray shrine", 2, [(12, 12), (24, 12)]), ("white shrine", 2, [(18, 6), (18, 18)])],
}

BY_ROUND_LIMIT = ["Seize the Ground", "Assassins", "Destroy Supplies", "Sacred Shrines"]


def test_the_standard_condition_and_eleven_others_with_every_line_of_scoring() -> None:
    rows = {
        row.name: [(s.result or s.vp, s.each, s.best_of, s.side) for s in row.scoring] for row in conditions.CONDITIONS
    }
    assert rows == SCORING
    assert list(rows) == list(SCORING)


def test_every_prop_stands_in_its_place() -> None:
    rows = {
        row.name: [(p.kind, p.count, [spot.on(36, 24) for spot in p.spots]) for p in row.props]
        for row in conditions.CONDITIONS
        if row.props
    }
    assert rows == PROPS


def test_supplies_stand_six_squares_from_the_long_edges_of_any_board() -> None:
    supply = conditions.CONDITIONS[3].props[0]
    assert [spot.on(48, 36) for spot in supply.spots] == [(12, 6), (24, 6), (36, 6), (12, 30), (24, 30), (36, 30)]


def test_conditions_without_an_end_of_their_own_go_by_the_round_limit() -> None:
    assert [row.name for row in conditions.CONDITIONS if row.end == "By the round limit."] == BY_ROUND_LIMIT


def test_only_the_standard_game_places_objectives() -> None:
    assert [row.name for row in conditions.CONDITIONS if row.objectives] == ["Standard Victory"]


@pytest.mark.parametrize(
    ("lost", "fielded", "broken"),
    [(0, 200, False), (149, 200, False), (150, 200, True), (200, 200, True), (3, 4, True)],
)
def test_a_side_is_broken_at_three_quarters_of_its_points(lost: int, fielded: int, broken: bool) -> None:
    assert scoring.is_broken(lost, fielded) is broken


@pytest.mark.parametrize(("left", "half"), [(101, False), (100, True), (0, True), (200, False)])
def test_half_strength_is_half_of_the_points_or_fewer(left: int, half: bool) -> None:
    assert scoring.is_half_strength(left, 200) is half


@pytest.mark.parametrize(("part", "whole"), [(-1, 200), (201, 200), (0, 0)])
def test_points_that_are_no_share_are_refused(part: int, whole: int) -> None:
    with pytest.raises(RulesError):
        scoring.is_broken(part, whole)
    with pytest.raises(RulesError):
        scoring.is_half_strength(part, whole)


@pytest.mark.parametrize(
    ("own", "other", "victory"), [(9, 4, MAJOR), (8, 4, MINOR), (5, 4, MINOR), (4, 4, None), (3, 9, None)]
)
def test_five_points_ahead_is_a_major_victory(own: int, other: int, victory: str | None) -> None:
    assert scoring.victory_by_lead(own, other) == victory


@every_row(
    ("points", "creatures", "bonuses"),
    [
        ((90, 60), (2, 3), (2, 0)),
        ((60, 60), (2, 3), (0, 0)),
        ((60, 0), (1, 0), (4, 0)),
        ((0, 0), (0, 1), (0, 4)),
        ((0, 0), (0, 0), (0, 0)),
        ((30, 50, 50), (1, 1, 1), (0, 0, 0)),
        ((30, 50, 40), (1, 1, 1), (0, 2, 0)),
        ((0, 40, 0), (0, 2, 0), (0, 4, 0)),
    ],
)
def test_the_bonus_at_the_end_is_two_or_four(
    points: tuple[int, ...], creatures: tuple[int, ...], bonuses: tuple[int, ...]
) -> None:
    assert tuple(bonus.vp if bonus else 0 for bonus in scoring.end_bonuses(points, creatures)) == bonuses


@pytest.mark.parametrize(("points", "creatures"), [((60,), (1,)), ((60, 50), (1,))])
def test_the_bonus_needs_both_numbers_of_every_player(points: tuple[int, ...], creatures: tuple[int, ...]) -> None:
    with pytest.raises(RulesError):
        scoring.end_bonuses(points, creatures)


@every_row(
    ("own", "opponent", "vp"),
    [(0, 0, 0), (1, 0, 7), (1, 1, 0), (2, 1, 5), (3, 1, 7), (3, 2, 3), (4, 2, 5), (5, 2, 5), (6, 2, 7), (1, 2, 0)],
)
def test_the_flag_is_worth_three_five_or_seven(own: int, opponent: int, vp: int) -> None:
    assert scoring.flag_points(own, opponent) == vp


@every_row(
    ("damaged", "by_assassin", "down", "felled", "vp"),
    [
        (False, False, False, False, 0),
        (True, False, False, False, 1),
        (True, True, False, False, 3),
        (True, False, True, False, 5),
        (True, True, True, False, 5),
        (True, True, True, True, 7),
    ],
)
def test_the_target_is_worth_its_best_line(damaged: bool, by_assassin: bool, down: bool, felled: bool, vp: int) -> None:
    points = scoring.assassin_points(damaged=damaged, by_assassin=by_assassin, down=down, felled_by_assassin=felled)
    assert points == vp


@every_row(
    ("assassin", "target", "own", "enemy", "allowed"),
    [
        (3, 3, (1, 3), (1, 3), True),
        (3, 5, (1, 3), (5,), True),
        (3, 2, (1, 3), (1, 2), False),
        (1, 2, (1, 3), (1, 2), True),
        (5, 3, (4, 5), (1, 3), True),
        (5, 1, (4, 5), (1, 3), False),
    ],
)
def test_a_target_is_not_below_the_assassins_level_while_one_such_enemy_exists(
    assassin: int, target: int, own: tuple[int, ...], enemy: tuple[int, ...], allowed: bool
) -> None:
    assert scoring.may_be_target(assassin, target, own, enemy) is allowed


@every_row(("own", "opponent", "vp"), [(0, 0, 0), (1, 0, 2), (3, 0, 2), (2, 1, 1), (1, 1, 0), (0, 2, 0)])
def test_a_font_is_worth_two_alone_and_one_outnumbering(own: int, opponent: int, vp: int) -> None:
    assert scoring.font_points(own, opponent) == vp


@pytest.mark.parametrize(
    ("own", "opponent", "gray", "white"), [(0, 0, 0, 0), (1, 0, 2, 4), (2, 1, 1, 2), (1, 1, 0, 0), (0, 1, 0, 0)]
)
def test_a_white_shrine_is_worth_twice_a_gray_one(own: int, opponent: int, gray: int, white: int) -> None:
    assert scoring.shrine_points("gray", own, opponent) == gray
    assert scoring.shrine_points("white", own, opponent) == white


@pytest.mark.parametrize(
    ("broken", "opponent_broken", "left", "victory"),
    [
        (False, True, 101, MAJOR),
        (False, True, 100, MINOR),
        (True, True, 40, None),
        (True, False, 40, None),
        (False, False, 200, None),
    ],
)
def test_a_confrontation_is_major_above_half_strength(
    broken: bool, opponent_broken: bool, left: int, victory: str | None
) -> None:
    assert (
        scoring.confrontation(broken=broken, opponent_broken=opponent_broken, points_left=left, points_fielded=200)
        == victory
    )


@every_row(
    ("left", "fielded", "winner", "victory"),
    [
        (0, 7, "hunter", MAJOR),
        (2, 7, "hunter", MINOR),
        (3, 7, "evader", MINOR),
        (4, 7, "evader", MINOR),
        (5, 7, "evader", MAJOR),
        (2, 6, "evader", MINOR),
        (4, 6, "evader", MAJOR),
    ],
)
def test_passing_through_goes_by_thirds_rounded_up(left: int, fielded: int, winner: str, victory: str) -> None:
    assert scoring.passing_through(left, fielded) == (winner, victory)


@pytest.mark.parametrize(("left", "fielded"), [(-1, 3), (4, 3), (0, 0)])
def test_more_creatures_than_were_fielded_cannot_leave(left: int, fielded: int) -> None:
    with pytest.raises(RulesError):
        scoring.passing_through(left, fielded)


@pytest.mark.parametrize(
    ("first", "second", "level"), [(200, 200, 10), (200, 170, 9), (180, 500, 10), (18, 200, -1), (384, 900, 14)]
)
def test_the_monster_costs_no_more_than_half_of_the_smaller_warband(first: int, second: int, level: int) -> None:
    assert scoring.monster_level(first, second) == level


def test_a_warband_too_small_for_any_monster_is_refused() -> None:
    with pytest.raises(RulesError):
        scoring.monster_level(17, 200)


def test_every_condition_has_its_entry_and_says_when_it_ends() -> None:
    entries = conditions.entries()
    assert [entry.name for entry in entries] == [*SCORING, "Broken", "Major and Minor Victory"]
    assert {entry.kind for entry in entries} == {"victory-condition"}
    assert all("The game ends:" in entry.text for entry in entries[:12])
    assert "75%" in entries[12].text


def test_an_entry_prints_the_lines_of_its_scoring() -> None:
    fonts = next(entry for entry in conditions.entries() if entry.key == "fonts-of-power")
    assert "1 VP: the opponent's side is Broken." in fonts.text
    assert "2 VP for each Font: only the side's creatures are within 3 squares of it." in fonts.text
    rescue = next(entry for entry in conditions.entries() if entry.key == "rescue-mission")
    assert "Major victory for the attacker: the lone creature is eliminated." in rescue.text
