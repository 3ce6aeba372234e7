"""Lists of combatants by programs: made, read, changed and deleted as documents, and a party's rest."""

import pytest

from accounts.models import Owner
from battles.models import CombatantList
from tests.programs import ROOT, error_of, program_of
from tests.warbands.verbs import account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("marbles")]
ADDRESS = "battles/combatants/"
DOCUMENT = {
    "format": "muster-combatants/1",
    "family": "marbles",
    "name": "Heroes",
    "party": True,
    "combatants": [{"count": 2, "group": "", "sheet": {"kind": "tosser", "name": "Ann", "luck": 3}}],
    "tallies": {"wins": 2, "games": 0},
    "experience": {"wins": 5, "games": 0},
}


OF_ANOTHER_GAME = {
    "format": DOCUMENT["format"],
    "family": "older",
    "name": "The bridge",
    "party": False,
    "combatants": [
        {
            "count": 4,
            "group": "goblins",
            "sheet": {"kind": "older-creature", "name": "Goblin", "hp": 6, "constitution": 12},
        }
    ],
}


@pytest.fixture
def ada() -> Owner:
    return account("ada").owner


def test_a_list_is_made_read_changed_and_deleted_as_a_document(ada: Owner):
    program = program_of(ada, "battles")
    made = program.send("POST", ADDRESS, DOCUMENT)
    assert made.status_code == 201
    assert {**made.json(), "key": "", "changed_at": ""} == {
        "key": "",
        "family": "marbles",
        "name": "Heroes",
        "party": True,
        "version": 1,
        "size": 2,
        "tallies": {"wins": 2, "games": 0},
        "experience": {"wins": 5, "games": 0},
        "changed_at": "",
    }
    place = made.headers["Location"].removeprefix(ROOT)
    assert program.get(place).json() == DOCUMENT
    changed = program.send("PUT", place, {**DOCUMENT, "name": "Friends", "combatants": []})
    assert (changed.status_code, changed.json()["name"], changed.json()["size"]) == (200, "Friends", 0)
    (row,) = program.get(ADDRESS).json()["results"]
    assert row["name"] == "Friends"
    rested = program.send("POST", f"{place}respite/", {"tally": "wins", "gained": 4})
    assert (rested.json()["tallies"]["wins"], rested.json()["experience"]["wins"]) == (0, 9)
    assert program.send("DELETE", place).status_code == 204
    assert not CombatantList.objects.exists()


def test_of_two_programs_that_read_one_list_the_second_is_refused(ada: Owner):
    program = program_of(ada, "battles")
    place = program.send("POST", ADDRESS, DOCUMENT).headers["Location"].removeprefix(ROOT)
    tag = program.get(place).headers["ETag"]
    first = program.send("PUT", place, {**DOCUMENT, "name": "First"}, If_Match=tag)
    assert (first.status_code, first.json()["version"]) == (200, 2)
    second = program.send("PUT", place, {**DOCUMENT, "name": "Second"}, If_Match=tag)
    assert error_of(second) == (412, "version.changed")
    assert program.get(place).json()["name"] == "First"
    again = program.send("PUT", place, {**DOCUMENT, "name": "Second"}, If_Match=first.headers["ETag"])
    assert (again.status_code, program.send("PUT", place, DOCUMENT).status_code) == (200, 200)


def test_what_does_not_fit_is_refused_with_a_code(ada: Owner):
    program = program_of(ada, "battles")
    assert error_of(program.send("POST", ADDRESS, {**DOCUMENT, "family": "chess"})) == (422, "combatants.invalid")
    place = program.send("POST", ADDRESS, DOCUMENT).headers["Location"].removeprefix(ROOT)
    assert error_of(program.send("PUT", place, OF_ANOTHER_GAME)) == (422, "combatants.invalid")
    for body in ({"tally": "wins", "gained": -1}, {"tally": "wins"}, {"tally": "wins", "gained": 1, "more": 1}):
        assert error_of(program.send("POST", f"{place}respite/", body)) == (400, "invalid")
    refused = program.send("POST", f"{place}respite/", {"tally": "games", "gained": 1})
    assert error_of(refused) == (422, "combatants.invalid")


def test_lists_of_others_are_not_there_and_a_scope_is_needed(ada: Owner):
    place = program_of(ada, "battles").send("POST", ADDRESS, DOCUMENT).headers["Location"].removeprefix(ROOT)
    eve = program_of(account("eve").owner, "battles")
    assert error_of(eve.get(place)) == (404, "combatants.gone")
    assert error_of(eve.send("PUT", place, DOCUMENT)) == (404, "combatants.gone")
    assert error_of(eve.send("DELETE", place)) == (404, "combatants.gone")
    assert error_of(eve.send("POST", f"{place}respite/", {"tally": "wins", "gained": 1})) == (404, "combatants.gone")
    assert error_of(program_of(ada, "warbands").get(place)) == (403, "token.scope")
