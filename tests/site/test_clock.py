"""A clock that is set back: what people write before and after stands in its order, and nothing is lost."""

from datetime import timedelta
from urllib.parse import urlencode

import pytest
import time_machine

from p2v_site.checking import storage_faults
from rules.building.draft import draft_of
from rules.roster import Member, Roster
from tests.battles.play import small_battle
from tests.campaigns.verbs import table
from tests.small_compendium import store_small_compendium
from warbands.models import Warband
from warbands.selectors.warbands import warband_open
from warbands.services.warbands import warband_create

pytestmark = pytest.mark.django_db


def test_writes_before_and_after_the_clock_was_set_back_stand_in_their_order():
    store_small_compendium()
    winter, battle = table("ada"), small_battle("bob")
    ada, builders = winter.people["ada"], []
    with time_machine.travel("2026-03-01 12:00Z", tick=False) as clock:
        roster = Roster(name="Name 0", points_limit=200, members=(Member("boar", "m1"),))
        key = warband_create(owner=ada.owner, draft=draft_of(roster)).key
        client = ada.client
        client.force_login(ada.owner.user, backend="django.contrib.auth.backends.ModelBackend")
        battle.begin()
        for number in (1, 2, 3):
            version = Warband.objects.get(key=key).version
            change = urlencode({"change": "warband-rename", "to": f"Name {number}"})
            answer = client.post(f"/warbands/{key}/change/", {"version": version, "change": change})
            assert answer.status_code == 302
            builders.append(warband_open(ada.owner, key).draft.roster.name)
            planned = {"title": f"Scenario {number}", "victory": "standard-victory"}
            assert client.post(f"/campaigns/{winter.key}/scenarios/plan/", planned).status_code == 302
            battle.take_turn()
            clock.shift(timedelta(days=-30))
    assert builders == ["Name 1", "Name 2", "Name 3"]
    assert [scenario.title for scenario in winter.campaign.scenarios.order_by("number")] == [
        "Scenario 1",
        "Scenario 2",
        "Scenario 3",
    ]
    assert list(storage_faults()) == []
