"""A campaign's scenario that is played as a battle, and its result on the way back."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.models import Battle
from tests.campaigns.play import BOARS, KOBOLDS, enlist, field, opened
from tests.campaigns.verbs import usual_table
from tests.warbands.verbs import text_of

pytestmark = pytest.mark.django_db


def test_a_scenario_is_played_and_reported(small_compendium: None) -> None:
    winter = usual_table()
    kobolds, boars = enlist(winter, "ada", *KOBOLDS), enlist(winter, "bob", *BOARS)
    scenario = opened(winter, kobolds, boars)
    field(winter, scenario, kobolds)
    field(winter, scenario, boars, ["m1"])
    ada = winter.people["ada"]
    where = f"/battles/new/?scenario={winter.key}:{scenario}"
    answer = ada.client.post(where, {"dice": "server"})
    assert answer.status_code == 302, text_of(answer)
    battle = Battle.objects.get()
    assert [one["id"] for one in battle.setup["fielded"]] == ["a.m1", "a.m2", "b.m1"]
    assert winter.people["bob"].client.get(f"/battles/{battle.key}/").status_code == 404
    post = f"/battles/{battle.key}/act/"
    ada.client.post(post, {"do": "begin", "seen": 0})
    ada.client.post(post, {"do": "leave", "creature": "b.m1", "eliminated": "1", "over": "", "reason": "fell"})
    report = ada.client.get(f"/battles/{battle.key}/report/", follow=True)
    assert report.status_code == 200
    form = LexborHTMLParser(report.content.decode())
    assert [node.attributes["value"] for node in form.css('input[name="eliminated"][checked]')] == [
        f"{boars.number}.m1"
    ]
    assert ada.client.get(where.replace(f":{scenario}", ":99")).status_code == 404
    assert winter.people["eve"].client.get(where).status_code == 404
