"""Corrections that programs make of a scenario that counts: previewed, by version, and for organizers alone."""

from typing import Any

import pytest

from tests.campaigns.api.asking import Programs, place
from tests.campaigns.play import commit, enter, state_of
from tests.campaigns.verbs import Table
from tests.programs import error_of, program_of, told
from tests.replays import replayed

pytestmark = pytest.mark.usefixtures("small_compendium")

HERE = "scenarios/1/corrections/"
ROLL = {"warband": 2, "member": "m1", "purpose": "elimination", "faces": [1]}


@pytest.fixture
@replayed
def played(fought: Table) -> Table:
    """Return the campaign whose scenario is committed; Old Boar came out of it without an injury."""
    enter(fought, 1, fought.campaign.warbands.get(number=2), "m1", "elimination", 6)
    commit(fought, 1)
    return fought


def test_a_roll_is_corrected_as_its_preview_says(played: Table, programs: Programs):
    wanted = {"reason": "mistyped", "roll": ROLL}
    before = played.campaign.head
    (seen,) = told(programs["cleo"].post(place(played, f"{HERE}preview/"), wanted))["differences"]
    assert (seen["warband"], bool(seen["members"] or seen["due"])) == (2, True)
    assert played.campaign.head == before
    tag = programs["cleo"].get(place(played, "scenarios/1/"))["ETag"]
    answers = [
        programs["cleo"].post(place(played, HERE), wanted, If_Match=tag, Idempotency_Key="roll") for _ in range(2)
    ]
    assert told(answers[0]) == told(answers[1])
    assert played.campaign.head == before + 1
    assert error_of(programs["ada"].post(place(played, HERE), wanted, If_Match=tag)) == (412, "version.changed")
    (roll,) = [roll for roll in answers[0].json()["rolls"] if roll["purpose"] == "elimination"]
    assert (roll["faces"], roll["origin"]) == ([1], "entered")
    played.assert_sound()


def test_a_report_that_counts_is_corrected(played: Table, programs: Programs):
    report = {"scores": [{"warband": 2, "extra": 9}], "eliminated": [{"warband": 2, "member": "m1"}]}
    wanted = {"reason": "counted wrong", "report": report}
    changed = told(programs["ada"].post(place(played, f"{HERE}preview/"), wanted))["differences"]
    assert {change["warband"] for change in changed} == {1, 2}
    assert told(programs["ada"].post(place(played, HERE), wanted, If_Match="*"))["report"]["scores"][1] == {
        "warband": 2,
        "victory_points": 9,
    }
    assert state_of(played, 1).victory_points(2) == 9
    played.assert_sound()


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"reason": "x"}, (400, "invalid")),
        ({"roll": ROLL}, (400, "invalid")),
        ({"reason": "x", "roll": ROLL, "report": {}}, (400, "invalid")),
        ({"reason": "x", "roll": {**ROLL, "member": "m9"}}, (404, "roll.gone")),
        ({"reason": "x", "roll": {**ROLL, "faces": [1, 2]}}, (422, "correction.invalid")),
        ({"reason": "x", "feat": {"warband": 2, "member": "m1", "feat": "fleet"}}, (404, "feat.gone")),
        ({"reason": "x", "report": {"scores": [{"warband": 9}]}}, (422, "points.invalid")),
    ],
)
def test_what_cannot_be_corrected_is_refused(
    played: Table, programs: Programs, body: dict[str, Any], fault: tuple[int, str]
):
    before = played.campaign.head
    for rest in (HERE, f"{HERE}preview/"):
        assert error_of(programs["ada"].post(place(played, rest), body, If_Match="*")) == fault, rest
    assert played.campaign.head == before


def test_others_correct_nothing(played: Table, programs: Programs):
    wanted = {"reason": "mistyped", "roll": ROLL}
    for rest in (HERE, f"{HERE}preview/"):
        fellow = programs["bob"].post(place(played, rest), wanted, If_Match="*")
        assert error_of(fellow) == (403, "campaign.forbidden"), rest
        assert error_of(programs["eve"].post(place(played, rest), wanted, If_Match="*")) == (404, "campaign.gone"), rest
    assert error_of(programs["ada"].post(place(played, HERE), wanted)) == (428, "match.missing")
    reader = program_of(played.people["ada"].owner, "read")
    assert reader.post(place(played, f"{HERE}preview/"), wanted).status_code == 200
    assert error_of(reader.post(place(played, HERE), wanted, If_Match="*")) == (403, "token.scope")
