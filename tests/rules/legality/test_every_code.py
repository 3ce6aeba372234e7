"""Every problem code: a warband that has the problem, and nearly the same one that has not."""

from rules.legality.verdict import CODES, RULES, RULES_BY_CODE
from rules.roster import Member
from tests.rows import every_row
from tests.rules.legal import check
from tests.rules.problems import ROWS, Row
from tests.rules.warbands import BOOK, codes, only, warband


def test_the_rows_are_all_the_codes_in_order() -> None:
    assert [row[0] for row in ROWS] == list(CODES)


@every_row("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_warband_has_a_problem_and_its_neighbour_has_none(
    row: Row,
) -> None:
    code, wrong, (kind, key), params, right = row
    problem = only(wrong)
    assert problem.code == code
    assert (problem.subject.kind, problem.subject.key) == (kind, key)
    assert problem.params == params
    assert codes(right) == []


@every_row("row", ROWS, ids=[row[0] for row in ROWS])
def test_messages_and_fixes_are_whole_sentences(
    row: Row,
) -> None:
    problem = only(row[1])
    for sentence in (problem.message, problem.fix):
        assert sentence[0].isupper() or sentence[0] == "“"
        assert sentence.endswith(".")
        assert "None" not in sentence
        assert ".." not in sentence
        assert "  " not in sentence


@every_row("row", ROWS, ids=[row[0] for row in ROWS])
def test_numbers_of_a_problem_are_in_its_message(
    row: Row,
) -> None:
    problem = only(row[1])
    for name, number in problem.params.items():
        if isinstance(number, int) and name != "missing":
            written = "twice" if (name, number) == ("times", 2) else str(number)
            assert written in problem.message


def test_the_subject_of_a_member_tells_its_place_and_id() -> None:
    (problem,) = check(warband("boar", Member("drgon", id="late")), BOOK)
    assert (problem.subject.index, problem.subject.id) == (1, "late")


def test_errors_block_and_warnings_do_not() -> None:
    for row in ROWS:
        problem = only(row[1])
        assert problem.severity == RULES_BY_CODE[row[0]].severity
        assert problem.blocks is (problem.severity == "error")


def test_the_last_five_codes_are_warnings() -> None:
    assert [rule.code for rule in RULES if rule.severity == "warning"] == [
        "item.not_usable",
        "item.choice_missing",
        "positioning.not_suited",
        "card.revision_unknown",
        "card.incomplete",
    ]
