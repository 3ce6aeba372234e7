"""The nine alignments, their grid, and whom a warband of each may take."""

import pytest

from rules.alignment import ALIGNMENT_CODES, ALIGNMENTS, GRID, alignment, recruits
from rules.errors import RulesError
from tests.rows import every_row

# code, name, row, column, sign, codes of those it may take: as the rulebook's grid has them.
ROWS = [
    ("LG", "Lawful Good", 0, 0, "☼", "LG NG LN TN"),
    ("NG", "Neutral Good", 0, 1, "✿", "NG LG CG TN"),
    ("CG", "Chaotic Good", 0, 2, "✯", "CG NG CN TN"),
    ("LN", "Lawful Neutral", 1, 0, "👁", "LN LG LE TN"),
    ("TN", "True Neutral", 1, 1, "⚖", "TN LN NG CN NE"),
    ("CN", "Chaotic Neutral", 1, 2, "🌀", "CN CG CE TN"),
    ("LE", "Lawful Evil", 2, 0, "✊", "LE LN NE TN"),
    ("NE", "Neutral Evil", 2, 1, "👿", "NE LE CE TN"),
    ("CE", "Chaotic Evil", 2, 2, "⛈", "CE CN NE TN"),
]


def test_there_are_nine_alignments_in_the_order_of_the_grid() -> None:
    assert " ".join(ALIGNMENT_CODES) == "LG NG CG LN TN CN LE NE CE"
    assert tuple(cell for line in GRID for cell in line) == ALIGNMENTS


@every_row(("code", "name", "row", "column", "sign", "taken"), ROWS)
def test_an_alignment_has_its_name_place_and_sign(
    code: str, name: str, row: int, column: int, sign: str, taken: str
) -> None:
    cell = alignment(code)
    assert (cell.name, cell.row, cell.column, cell.sign) == (name, row, column, sign)
    assert GRID[row][column] is cell


@every_row(("code", "name", "row", "column", "sign", "taken"), ROWS)
def test_a_warband_takes_its_own_alignment_its_neighbours_and_true_neutral(
    code: str, name: str, row: int, column: int, sign: str, taken: str
) -> None:
    assert recruits(code) == frozenset(taken.split())


def test_recruiting_goes_both_ways_except_for_true_neutral() -> None:
    for code in ALIGNMENT_CODES:
        for other in recruits(code) - {"TN"}:
            assert code == "TN" or code in recruits(other)


@pytest.mark.parametrize("word", ["", "le", "XX", "Lawful Evil"])
def test_another_word_is_no_alignment(word: str) -> None:
    with pytest.raises(RulesError, match="LG, NG, CG"):
        alignment(word)
    with pytest.raises(RulesError):
        recruits(word)
