"""A season that is settled and finished by programs, and the next one."""

import pytest

from campaigns.models import Campaign
from tests.campaigns.api.asking import Programs, place
from tests.campaigns.play import KOBOLDS, enlist, opened, played
from tests.campaigns.verbs import Table
from tests.programs import error_of, told

pytestmark = pytest.mark.usefixtures("small_compendium")


@pytest.fixture
def rows(winter: Table):
    """Return three warbands, of which two have played, and a scenario that two have open."""
    rows = [enlist(winter, name, *KOBOLDS, warband=f"Warband of {name}") for name in ("ada", "bob", "dan")]
    played(winter, {rows[0]: 9, rows[1]: 2})
    opened(winter, rows[1], rows[2])
    return rows


def test_a_season_is_finished_by_programs(winter: Table, programs: Programs, rows):
    ada, bob = programs["ada"], programs["bob"]
    season = told(bob.get(place(winter, "season/")))
    assert (season["is_finished"], season["entry"], season["more"]) == (False, None, 0)
    assert [(scenario["scenario"], scenario["is_ready"]) for scenario in season["unsettled"]] == [(2, False)]
    assert {
        "title": "Champion of the campaign",
        "place": 1,
        "award": "",
        "warband": 1,
        "holder": "Warband of ada",
        "deed": "",
    } in season["honors"]

    endings = [{"scenario": 2, "ending": "apply"}, {"scenario": 2, "ending": "forfeit", "absent": [3]}]
    outcome = told(ada.post(place(winter, "season/settle/"), {"endings": endings}))
    assert (outcome["done"], [scenario["scenario"] for scenario in outcome["left_out"]]) == ([2], [2])
    version = ada.get(place(winter, "season/"))["ETag"]
    finished = told(ada.send("POST", place(winter, "season/finish/"), {}, If_Match=version))
    assert (finished["is_finished"], finished["has_changed"]) == (True, False)
    assert finished["entry"] == winter.campaign.finished_by
    again = ada.send("POST", place(winter, "season/finish/"), {}, If_Match=ada.get(place(winter, "season/"))["ETag"])
    assert error_of(again) == (409, "season.state")

    spring = ada.post(place(winter, "season/next/"), {"name": "Spring", "people": [winter.number("bob")]})
    assert told(spring, 201)["name"] == "Spring"
    assert Campaign.objects.get(follows=winter.campaign).participants.filter(user=None).count() == 1


def test_players_do_not_finish_a_season(winter: Table, programs: Programs, rows):
    bob = programs["bob"]
    assert error_of(bob.post(place(winter, "season/settle/"), {"endings": []})) == (403, "campaign.forbidden")
    assert error_of(bob.post(place(winter, "season/next/"), {"name": "Spring"})) == (403, "campaign.forbidden")
    assert error_of(bob.post(place(winter, "season/finish/"), {}))[0] == 428
