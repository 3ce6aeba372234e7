"""The list of a campaign's scenarios: what it says of each, page by page, as the models do."""

from __future__ import annotations

from datetime import date

import pytest

from campaigns.models import CampaignScenario, CampaignWarband
from campaigns.selectors.scenario_lists import ListedSide, count_scenarios, listed_scenarios
from campaigns.services.scenarios import scenario_cancel, scenario_plan
from rules.campaigns.scenarios import ScenarioPlan
from tests.campaigns.play import field, opened, played
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def test_scenarios_are_listed_the_last_one_first(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband):
    assert (count_scenarios(winter.campaign), listed_scenarios(winter.campaign, range(0))) == (0, [])
    played(winter, {kobolds: 7, boars: 2}, date="2026-11-01")
    planned = scenario_plan(**winter.asking("ada"), plan=ScenarioPlan())
    scenario_cancel(**winter.asking("ada"), scenario=planned.number, reason="Rain.")
    field(winter, opened(winter, kobolds, boars, title="The Ford"), boars)
    assert count_scenarios(winter.campaign) == 3
    ford, canceled, mill = listed_scenarios(winter.campaign, range(3))
    assert (ford.number, ford.played, ford.title, ford.status) == (3, None, "The Ford", "Open")
    assert ford.sides == (ListedSide(str(kobolds), ""), ListedSide(str(boars), "fielded"))
    assert (canceled.title, canceled.status, canceled.day, canceled.sides) == ("Scenario 2", "Canceled", None, ())
    assert (mill.number, mill.played, mill.status, mill.day) == (1, 1, "Played", date(2026, 11, 1))
    assert mill.sides == (ListedSide(str(kobolds), "Major victory, 7 VP"), ListedSide(str(boars), "Defeat, 2 VP"))
    assert listed_scenarios(winter.campaign, range(1, 2)) == [canceled]


def test_what_is_not_named_is_called_by_its_number(winter: Table, kobolds: CampaignWarband):
    opened(winter, kobolds, title="")
    CampaignWarband.objects.update(name="")
    (listed,) = listed_scenarios(winter.campaign, range(1))
    assert listed.title == str(CampaignScenario.objects.get())
    assert listed.sides == (ListedSide(str(CampaignWarband.objects.get()), ""),)
