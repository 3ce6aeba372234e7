"""Tables for chats, and records."""

from fractions import Fraction

from rules.campaigns.leagues.records import ResultRecord
from rules.campaigns.leagues.texts import WIDEST, fixed_table, text_width
from tests.rows import every_row

ROWS = [
    ("Crows", 5),
    ("Döner", 5),
    ("D\u0308ner", 4),
    ("カラス", 6),
    ("🐉", 2),
    ("", 0),
]


@every_row(("text", "width"), ROWS)
def test_texts_are_as_wide_as_they_are_drawn(text, width):
    assert text_width(text) == width


def test_columns_line_up_whatever_the_letters():
    table = fixed_table([["#", "Name", "P"], ["1", "カラス", "10"], ["12", "A`b\u202ec", "3"], ["3", "x" * 40, "0"]], 1)
    lines = table.splitlines()
    assert {text_width(line) for line in lines} == {2 + 2 + WIDEST + 2 + 2}
    assert lines[1] == f" 1  カラス{' ' * (WIDEST - 6)}  10"
    assert lines[2].startswith("12  A'bc ")
    assert lines[3].startswith(f" 3  {'x' * (WIDEST - 1)}…")


def test_records_count_forfeits_and_half_of_draws():
    record = ResultRecord(("major victory", "forfeit won", "draw", "defeat", "forfeit lost"))
    assert (record.won, record.drawn, record.lost) == (2, 1, 2)
    assert record.letters == ["W", "W", "D", "L", "F"]
    assert record.rate == Fraction(1, 2)
    assert record.summary == "2 won, 1 drawn, 2 lost: 50%"
    assert ResultRecord().rate is None
    assert (ResultRecord().percent, ResultRecord().summary) == ("–", "No scenario played yet")
