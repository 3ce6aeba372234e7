"""Boards of one's own by programs: made, read, changed and deleted as documents."""

import pytest

from accounts.models import Owner
from tests.programs import ROOT, error_of, program_of
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db
ADDRESS = "battles/boards/"
MUD = {"name": "Mud", "squares": [[3, 3], [4, 3]], "traits": ["difficult"]}
DOCUMENT = {"format": "muster-board/1", "name": "The Ford", "columns": 24, "rows": 18, "terrain": [MUD]}


@pytest.fixture
def ada() -> Owner:
    return account("ada").owner


def test_a_board_is_made_read_changed_and_deleted_as_a_document(ada: Owner):
    program = program_of(ada, "battles")
    made = program.send("POST", ADDRESS, DOCUMENT)
    assert made.status_code == 201
    assert {**made.json(), "key": "", "changed_at": ""} == {
        "key": "",
        "name": "The Ford",
        "board": "small-board",
        "version": 1,
        "is_shared": False,
        "changed_at": "",
    }
    place = made.headers["Location"].removeprefix(ROOT)
    read = program.get(place)
    assert {name: read.json()[name] for name in DOCUMENT} == DOCUMENT
    assert [piece["kind"] for piece in read.json()["table"]["terrain"]] == ["mud"]
    changed = program.send("PUT", place, {**read.json(), "name": "The Mill"})
    assert (changed.json()["name"], changed.json()["version"]) == ("The Mill", 2)
    assert [row["name"] for row in program.get(ADDRESS).json()["results"]] == ["The Mill"]
    late = program.send("PUT", place, DOCUMENT, If_Match=read.headers["ETag"])
    assert late.status_code == 412
    assert program.send("DELETE", place).status_code == 204
    assert error_of(program.get(place)) == (404, "board.gone")


def test_what_is_not_a_board_is_refused(ada: Owner):
    refused = program_of(ada, "battles").send("POST", ADDRESS, {**DOCUMENT, "columns": 25})
    assert error_of(refused) == (422, "board.invalid")
