"""Choosing who of a warband fights: minions go where their commander goes."""

import re

import pytest

from rules.roster import Member
from tests.campaigns.play import career, commit, enlist, enter, field, opened, report, state_of
from tests.campaigns.scenario_visits import send, text
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

CATS = (
    Member("kobold-druid-1", "m1", name="Whisker"),
    Member("cat-companion-1", "m2", name="Tom", minion_of="m1"),
    Member("kobold-warrior", "m3", name="Rik"),
)


def test_a_minion_stays_home_with_its_commander_and_the_page_says_so(winter: Table):
    cats = enlist(winter, "bob", *CATS)
    opened(winter, cats)
    assert re.search(r'value="m2" checked\s+data-minion-of="m1"', text(winter, "bob", "1/field/1/"))
    answer = send(winter, "bob", "1/field/1/", {"member": ["m2", "m3"], "do": "add-up"}).content.decode()
    assert "Tom stays home with its commander." in answer
    assert re.search(r'value="m2"\s+data-minion-of="m1"', answer)
    answer = send(winter, "bob", "1/field/1/", {"member": ["m2", "m3"]}).content.decode()
    assert "Tom stays home with its commander." in answer
    assert state_of(winter, 1).fielded[1].members == ("m3",)
    answer = send(winter, "bob", "1/field/1/", {"member": ["m1", "m2"]}).content.decode()
    assert "stays home" not in answer
    assert state_of(winter, 1).fielded[1].members == ("m1", "m2")
    answer = send(winter, "bob", "1/field/1/", {"member": ["m1", "m3"]}).content.decode()
    assert "Tom stays home, although its commander Whisker fights." in answer
    assert state_of(winter, 1).fielded[1].members == ("m1", "m3")
    assert send(winter, "bob", "1/field/1/", {"member": ["m2"]}).status_code == 422
    winter.assert_sound()


def test_a_minion_that_may_not_fight_is_not_missing(winter: Table):
    cats = enlist(winter, "bob", *CATS)
    scenario = opened(winter, cats)
    field(winter, scenario, cats)
    report(winter, scenario, {cats: 1}, (cats, "m2"))
    enter(winter, scenario, cats, "m2", "elimination", 1)
    commit(winter, 1)
    assert career(cats, "m2").is_out_of_action
    opened(winter, cats)
    assert "Out of action: sits out this scenario" in text(winter, "bob", "2/field/1/")
    answer = send(winter, "bob", "2/field/1/", {"member": ["m1", "m3"]}).content.decode()
    assert "is fielded" in answer
    assert "stays home" not in answer
