"""The list of a campaign's scenarios: what it says of each, page by page."""

from datetime import date

import pytest

from campaigns.models import CampaignScenario, CampaignWarband
from campaigns.selectors.scenarios import scenarios_of
from campaigns.services.scenarios import scenario_cancel, scenario_plan
from rules.campaigns.scenarios import ScenarioPlan
from tests.campaigns.play import field, opened, played
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def sides_of(scenario: CampaignScenario) -> list[tuple[str, str]]:
    return [(str(side.warband), side.result) for side in scenario.sides.all()]


def test_scenarios_are_listed_the_last_one_first(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband):
    assert list(scenarios_of(winter.campaign)) == []
    played(winter, {kobolds: 7, boars: 2}, date="2026-11-01")
    planned = scenario_plan(**winter.asking("ada"), plan=ScenarioPlan())
    scenario_cancel(**winter.asking("ada"), scenario=planned.number, reason="Rain.")
    field(winter, opened(winter, kobolds, boars, title="The Ford"), boars)
    ford, canceled, mill = scenarios_of(winter.campaign)
    assert (ford.number, ford.played, str(ford), ford.get_status_display()) == (3, None, "The Ford", "Open")
    assert sides_of(ford) == [(str(kobolds), ""), (str(boars), "fielded")]
    assert (str(canceled), canceled.get_status_display(), canceled.date) == ("Scenario 2", "Canceled", None)
    assert sides_of(canceled) == []
    assert (mill.number, mill.played, mill.get_status_display(), mill.date) == (1, 1, "Played", date(2026, 11, 1))
    assert sides_of(mill) == [(str(kobolds), "Major victory, 7 VP"), (str(boars), "Defeat, 2 VP")]


def test_what_is_not_named_is_called_by_its_number(winter: Table, kobolds: CampaignWarband):
    opened(winter, kobolds, title="")
    CampaignWarband.objects.update(name="")
    (listed,) = scenarios_of(winter.campaign)
    assert str(listed) == f"Scenario {listed.number}"
    assert sides_of(listed) == [(f"Warband {kobolds.number}", "")]
