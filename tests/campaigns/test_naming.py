"""Naming the members of a warband that joins, and telling namesakes apart until then."""

import pytest

from campaigns.selectors.todays_members import todays_members
from rules.roster import Member
from tests.campaigns.play import enlist, record_of
from tests.campaigns.verbs import Table
from tests.warbands.verbs import building, text_of
from warbands.selectors.legality import rulebook_of
from warbands.selectors.warbands import warband_open

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

NAMELESS = (Member("kobold-warrior", "m1"), Member("kobold-warrior", "m2", "Snik"), Member("kobold-warrior", "m3"))


def called(row) -> list[str]:
    return [career.name for career in record_of(row).careers.members]


def test_a_warband_with_nameless_members_is_asked_for_names_as_it_joins(winter: Table):
    desk = building(winter.people["bob"], *NAMELESS, name="The Tails", alignment=None, play_mode="campaign")
    client = winter.people["bob"].client
    answer = client.post(f"/campaigns/{winter.key}/warbands/join/", {"warband": desk.key}, follow=True)
    path = f"/campaigns/{winter.key}/warbands/1/names/"
    assert answer.redirect_chain == [(path, 302)]
    page = answer.content.decode()
    assert 'name="name.m1"' in page
    assert 'name="name.m2"' not in page
    row = winter.campaign.warbands.get()
    assert called(row) == ["Kobold Warrior 1", "Snik", "Kobold Warrior 3"]
    answer = client.post(path, {"name.m1": " Ember ", "name.m3": ""}, follow=True)
    assert "Named 1 member." in text_of(answer)
    row.refresh_from_db()
    assert called(row) == ["Ember", "Snik", "Kobold Warrior 3"]
    assert winter.entries[-1].event["description"] == "Named Kobold Warrior “Ember”"
    winter.assert_sound()


def test_only_its_player_names_members(winter: Table):
    enlist(winter, "bob", *NAMELESS)
    path = f"/campaigns/{winter.key}/warbands/1/names/"
    assert winter.people["bob"].client.get(path).status_code == 200
    for who, status in (("ada", 403), ("dan", 403), ("eve", 404)):
        assert winter.people[who].client.get(path).status_code == status
        assert winter.people[who].client.post(path, {"name.m1": "Odd"}).status_code == status
    assert called(winter.campaign.warbands.get())[0] == "Kobold Warrior 1"


def test_a_name_that_cannot_be_is_refused_and_nothing_is_named(winter: Table):
    enlist(winter, "bob", *NAMELESS)
    client = winter.people["bob"].client
    path = f"/campaigns/{winter.key}/warbands/1/names/"
    answer = client.post(path, {"name.m1": "Ember", "name.m3": "x" * 500}, follow=True)
    assert answer.status_code == 200
    assert called(winter.campaign.warbands.get()) == ["Kobold Warrior 1", "Snik", "Kobold Warrior 3"]


def test_sheets_of_a_warband_in_a_campaign_have_the_numbers(winter: Table):
    row = enlist(winter, "bob", *NAMELESS)
    opened = warband_open(winter.people["bob"].owner, row.warband.key)
    today = todays_members({row.warband_id: opened.draft}, rulebook_of([opened.draft.roster]))[row.warband_id]
    assert today.numbers == {"m1": 1, "m3": 3}
    page = winter.people["bob"].client.get(f"/warbands/{row.warband.key}/")
    assert "Kobold Warrior 1 and 3" in page.content.decode()
