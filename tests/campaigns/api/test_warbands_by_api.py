"""Warbands that programs enter into campaigns, and that are changed while they play."""

from dataclasses import replace

import pytest

from campaigns.models import CampaignWarband
from tests.campaigns.api.asking import Programs, place
from tests.campaigns.play import BOARS, KOBOLDS
from tests.campaigns.verbs import Table
from tests.programs import error_of, told
from tests.warbands.verbs import building

pytestmark = pytest.mark.usefixtures("small_compendium")


def test_a_warband_enters_and_is_taken_out(winter: Table, programs: Programs):
    desk = building(winter.people["bob"], *BOARS, name="Tusk", alignment=None, play_mode="campaign")
    dans = building(winter.people["dan"], *KOBOLDS, name="Ash", alignment=None, play_mode="campaign")
    warbands = place(winter, "warbands/")
    answers = [programs["bob"].post(warbands, {"warband": desk.key}, Idempotency_Key="enter") for _ in range(2)]
    assert told(answers[0]) == told(answers[1])
    assert [warband["warband"] for warband in answers[0].json()["warbands"]] == [desk.key]
    assert error_of(programs["bob"].post(warbands, {"warband": desk.key})) == (409, "warband.locked")
    assert error_of(programs["bob"].post(warbands, {"warband": dans.key})) == (404, "warband.gone")
    assert error_of(programs["eve"].post(warbands, {"warband": desk.key})) == (404, "campaign.gone")
    tag = programs["bob"].get(place(winter))["ETag"]
    assert told(programs["dan"].post(warbands, {"warband": dans.key}))["warbands"][0]["warband"] is None
    assert error_of(programs["bob"].send("DELETE", f"{warbands}1/", If_Match=tag)) == (412, "version.changed")
    assert error_of(programs["dan"].send("DELETE", f"{warbands}1/")) == (403, "warband.forbidden")
    assert programs["bob"].send("DELETE", f"{warbands}1/").status_code == 204
    assert error_of(programs["bob"].send("DELETE", f"{warbands}1/")) == (404, "warband.gone")
    winter.assert_sound()


def test_what_is_refused_names_its_problems(winter: Table, programs: Programs):
    many = [replace(BOARS[0], id=f"m{number}") for number in range(1, 40)]
    desk = building(winter.people["bob"], *many, name="Tusks", alignment=None, play_mode="campaign")
    answer = programs["bob"].post(place(winter, "warbands/"), {"warband": desk.key})
    assert error_of(answer) == (422, "warband.invalid")
    assert answer.json()["error"]["problems"]


def test_a_warband_made_by_api_plays_by_api(winter: Table, programs: Programs):
    roster = {
        "format": "muster-roster/1",
        "name": "Afar",
        "play_mode": "campaign",
        "points_limit": 200,
        "members": [{"creature": "boar"}, {"creature": "kobold-warrior"}],
    }
    key = told(programs["dan"].post("warbands/", roster), 201)["key"]
    entered = told(programs["dan"].post(place(winter, "warbands/"), {"warband": key}))
    assert entered["warbands"][0]["warband"] == key
    changed = {"format": "muster-change/1", "change": "member-add", "creature": "boar"}
    told(programs["dan"].post(f"warbands/{key}/changes/", changed, If_Match="*"))
    assert told(programs["dan"].get(place(winter, "warbands/1/")))["points"] > 0
    assert told(programs["dan"].get(place(winter, "journal/")))["results"][0]["kind"] == "roster-changed"
    winter.assert_sound()


def test_rosters_stay_as_they_are_while_their_warband_fights(fought: Table, boars: CampaignWarband, programs: Programs):
    change = {"format": "muster-change/1", "change": "member-add", "creature": "boar"}
    answer = programs["bob"].post(f"warbands/{boars.warband.key}/changes/", change, If_Match="*")
    assert error_of(answer) == (409, "warband.locked")
