"""The two scales: every row of the tables of DCs, and the degrees at each of their borders."""

import pytest

from rules.adventures.fields import (
    ADJUSTMENTS,
    DC_BY_LEVEL,
    SIMPLE_DCS,
    Difficulty,
    check_degree,
    dc_number,
    degree_chances,
    level_dc,
)
from rules.errors import RulesError
from rules.tables.rolls import Degree
from tests.rows import every_row

CF, F, S, CS = Degree.CRITICAL_FAILURE, Degree.FAILURE, Degree.SUCCESS, Degree.CRITICAL_SUCCESS

LEVELS = [13, 14, 15, 16, 18, 19, 20, 22, 23, 24, 26, 27, 28, 30, 31, 32, 34, 35, 36, 38, 39, 40]


@every_row("level, dc", list(enumerate(LEVELS, start=-1)))
def test_the_dc_of_every_level_on_both_scales(level: int, dc: int):
    assert level_dc(level) == dc
    assert dc_number(Difficulty(), "pathfinder", level).value == dc
    assert dc_number(Difficulty(), "p2v", level).value == dc - level


@pytest.mark.parametrize("level", [-2, 21])
def test_the_table_ends_at_both_sides(level: int):
    assert level not in DC_BY_LEVEL
    with pytest.raises(RulesError):
        level_dc(level)


@every_row(
    "name, by",
    [
        ("incredibly easy", -10),
        ("very easy", -5),
        ("easy", -2),
        ("standard", 0),
        ("hard", 2),
        ("very hard", 5),
        ("incredibly hard", 10),
    ],
)
def test_adjustments_are_equal_on_both_scales(name: str, by: int):
    assert ADJUSTMENTS[name] == by
    assert dc_number(Difficulty(adjustment=name), "pathfinder", 3).value == 18 + by
    assert dc_number(Difficulty(adjustment=name), "p2v", 3).value == 15 + by
    assert dc_number(Difficulty(22, adjustment=name), "p2v", 3).value == 19 + by


@every_row(
    "rank, pathfinder, p2v",
    [("untrained", 10, 10), ("trained", 15, 14), ("expert", 20, 15), ("master", 30, 18), ("legendary", 40, 20)],
)
def test_simple_dcs_have_values_of_their_own_and_lose_no_level(rank: str, pathfinder: int, p2v: int):
    assert len(SIMPLE_DCS) == 5
    assert dc_number(Difficulty(rank=rank), "pathfinder", 9).value == pathfinder
    assert dc_number(Difficulty(rank=rank), "p2v", 9).value == p2v


def test_a_printed_dc_tells_its_parts():
    assert dc_number(Difficulty(22, adjustment="hard"), "p2v", 3).why == "DC 21: printed DC +22, level 3 −3, hard +2"


def test_a_difficulty_is_either_printed_or_simple_and_in_the_tables():
    for wrong in ({"dc": 15, "rank": "expert"}, {"rank": "champion"}, {"adjustment": "fiendish"}):
        with pytest.raises(RulesError):
            Difficulty(**wrong)


# A modifier of 0 against DC 11, or one chosen so that each border is met.
@every_row(
    "scale, face, modifier, dc, degree",
    [
        ("p2v", 15, 6, 11, CS),
        ("p2v", 15, 5, 11, S),
        ("p2v", 11, 0, 11, S),
        ("p2v", 10, 0, 11, F),
        ("p2v", 2, 0, 11, F),
        ("p2v", 1, 0, 11, CF),
        # The faces of the die mean nothing by themselves.
        ("p2v", 20, 0, 25, F),
        ("p2v", 20, 0, 20, S),
        ("p2v", 20, 0, 31, CF),
        ("p2v", 1, 20, 11, CS),
        ("p2v", 1, 10, 11, S),
        ("p2v", 1, 9, 11, F),
        ("pathfinder", 15, 6, 11, CS),
        ("pathfinder", 15, 5, 11, S),
        ("pathfinder", 11, 0, 11, S),
        ("pathfinder", 10, 0, 11, F),
        ("pathfinder", 2, 0, 12, CF),
        ("pathfinder", 2, 0, 11, F),
        # A natural 20 is one degree better, a natural 1 one worse.
        ("pathfinder", 20, 0, 30, F),
        ("pathfinder", 20, 0, 29, S),
        ("pathfinder", 20, 0, 21, S),
        ("pathfinder", 20, 0, 20, CS),
        ("pathfinder", 20, 0, 10, CS),
        ("pathfinder", 1, 20, 11, S),
        ("pathfinder", 1, 10, 11, F),
        ("pathfinder", 1, 9, 11, CF),
        ("pathfinder", 1, 0, 11, CF),
    ],
)
def test_degrees_at_their_borders(scale: str, face: int, modifier: int, dc: int, degree: Degree):
    assert check_degree(scale, face, modifier, dc) is degree


def test_ruling_222_assurance_lifts_a_natural_1_to_an_8():
    assert check_degree("pathfinder", 1, 3, 11, is_assured=True) is S
    assert check_degree("pathfinder", 1, 2, 11, is_assured=True) is F
    assert check_degree("p2v", 7, 3, 11, is_assured=True) is S
    assert check_degree("pathfinder", 20, 0, 21, is_assured=True) is S


@every_row("scale", ["p2v", "pathfinder"])
@every_row("modifier", [-5, 0, 7, 25])
@every_row("dc", [5, 11, 20, 38])
@every_row("assured", [False, True])
def test_chances_count_every_face(scale: str, modifier: int, dc: int, assured: bool):
    chances = degree_chances(scale, modifier, dc, is_assured=assured)
    assert list(chances) == [CS, S, F, CF]
    assert sum(chances.values()) == 20
    for degree, count in chances.items():
        faces = [f for f in range(1, 21) if check_degree(scale, f, modifier, dc, is_assured=assured) is degree]
        assert len(faces) == count
