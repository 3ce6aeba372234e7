"""A table that is one test loses no row: a wrong one fails it and is named."""

import inspect
from typing import Any

import pytest

from tests.rows import SHOWN_IN_FULL, every_row


def failure(check: Any, **fixtures: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        check(**fixtures)
    return str(caught.value)


def test_every_row_is_checked_in_order():
    seen = []

    @every_row(("name", "number"), [("one", 1), ("two", 2)])
    def check(name: str, number: int) -> None:
        seen.append((name, number))

    check()
    assert seen == [("one", 1), ("two", 2)]


def test_one_wrong_row_of_many_fails_and_is_named():
    seen = []

    @every_row("number", range(100))
    def check(number: int) -> None:
        seen.append(number)
        assert number != 41

    message = failure(check)
    assert message.startswith("1 of 100 rows is wrong:\n[41] line ")
    assert "41 != 41" in message
    assert seen == list(range(100))


def test_the_line_is_that_of_the_check_even_if_a_helper_fails():
    @every_row("number", [1])
    def check(number: int) -> None:
        helper()

    def helper() -> None:
        raise AssertionError("deep")

    line = inspect.getsourcelines(inspect.unwrap(check))[1] + 2
    assert f"[1] line {line}: deep" in failure(check)


def test_many_wrong_rows_are_all_named_and_a_dozen_in_full():
    @every_row("number", range(50))
    def check(number: int) -> None:
        assert number < 0, "too great"

    message = failure(check)
    assert message.startswith("50 of 50 rows are wrong:")
    assert message.count("too great") == SHOWN_IN_FULL
    assert [number for number in range(50) if f"[{number}]" not in message] == []


def test_an_empty_table_fails():
    @every_row("number", [])
    def check(number: int) -> None:
        """Never called."""

    assert failure(check) == "The table has no rows."


@every_row(
    "fault",
    [
        ValueError("odd"),
        pytest.fail.Exception("odd"),
        pytest.skip.Exception("odd"),
        pytest.xfail.Exception("odd"),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_whatever_stops_a_row_is_a_failure(fault: BaseException):
    @every_row("number", [1, 2])
    def check(number: int) -> None:
        if number == 1:
            raise fault

    message = failure(check)
    assert f"{type(fault).__name__}: odd" in message
    assert "[2]" not in message


def test_the_first_wrong_row_is_the_cause_so_that_its_trace_is_shown():
    @every_row("number", [1, 2])
    def check(number: int) -> None:
        raise ValueError(number)

    with pytest.raises(AssertionError) as caught:
        check()
    assert repr(caught.value.__cause__) == "ValueError(1)"


def test_rows_are_named_as_pytest_names_them():
    class Thing:
        name = "a thing"

    rows = [
        ("a", 1, None),
        pytest.param("b", 2, True, id="own"),
        ("a", 1, None),
        (Thing(), Thing, b"\xff"),
        ("x" * 101, 1, 2),
    ]

    @every_row("left, middle, right", rows)
    def check(left: Any, middle: Any, right: Any) -> None:
        raise ValueError

    names = [line.split("]")[0][1:] for line in failure(check).splitlines()[1:]]
    assert names == ["a-1-None#0", "own", "a-1-None#1", "left3-Thing-\\xff", "left4-1-2"]

    @every_row("thing", [Thing()], ids=lambda thing: thing.name)
    def check_a_thing(thing: Any) -> None:
        raise ValueError

    assert "[a thing]" in failure(check_a_thing)

    @every_row("number", [1, 2], ids=["odd", "even"])
    def check_a_number(number: int) -> None:
        assert number == 1

    assert "[even]" in failure(check_a_number)


def test_stacked_tables_are_all_combinations():
    seen = []

    @every_row("outer", "xy")
    @every_row("inner", [1, 2])
    def check(inner: int, outer: str) -> None:
        seen.append((outer, inner))
        assert (outer, inner) != ("y", 1)

    assert failure(check).startswith("1 of 4 rows is wrong:\n[1-y] line ")
    assert seen == [("x", 1), ("x", 2), ("y", 1), ("y", 2)]


def test_fixtures_and_parametrize_stay_with_pytest():
    @every_row("letter", "x")
    @pytest.mark.samples
    @every_row("number", [1, 2])
    @pytest.mark.parametrize("kind", ["a"])
    def check(number: int, kind: str, tmp_path: str, letter: str) -> None:
        assert (kind, tmp_path) == ("a", "there")

    assert list(inspect.signature(check).parameters) == ["kind", "tmp_path"]
    assert {mark.name for mark in check.pytestmark} == {"samples", "parametrize"}
    check(kind="a", tmp_path="there")
    assert failure(check, kind="b", tmp_path="there").startswith("2 of 2 rows are wrong:")


def test_a_table_that_cannot_be_is_refused():
    with pytest.raises(AssertionError, match="takes no word"):
        every_row("word", [1])(lambda number: None)
    with pytest.raises(AssertionError, match="row 1 has 3 values for 2 names"):
        every_row("left, right", [(1, 2), (1, 2, 3)])
    with pytest.raises(AssertionError, match="1 names for 2 rows"):
        every_row("number", [1, 2], ids=["one"])
    with pytest.raises(AssertionError, match="no marks of its own"):
        every_row("number", [pytest.param(1, marks=pytest.mark.skip)])
