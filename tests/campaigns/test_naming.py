"""Naming the members of a warband that joins, and telling namesakes apart until then."""

import pytest

from campaigns.selectors.todays_members import todays_members
from campaigns.services.corrections import entry_void
from rules.building.members import MemberAdd
from rules.roster import Member
from tests.campaigns.play import change, enlist, played, record_of
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


def test_members_keep_their_numbers_when_a_recruiting_is_undone(winter: Table):
    row = enlist(winter, "bob", Member("kobold-warrior", "m1"))
    change(winter, "bob", row, MemberAdd("kobold-warrior"))
    recruiting = winter.entries[-1].number
    change(winter, "bob", row, MemberAdd("kobold-warrior"))
    entry_void(**winter.asking("ada"), number=recruiting, reason="Not recruited")
    assert called(row) == ["Kobold Warrior 1", "Kobold Warrior 3"]
    winter.assert_sound()
    scenario = played(winter, {row: 1})
    entry_void(**winter.asking("ada"), number=winter.entries[recruiting - 1].voided_by, reason="Recruited after all")
    assert called(row) == ["Kobold Warrior 1", "Kobold Warrior 2", "Kobold Warrior 3"]
    entry_void(**winter.asking("ada"), number=recruiting, reason="Not recruited")
    change(winter, "bob", row, MemberAdd("kobold-warrior"))
    assert called(row) == ["Kobold Warrior 1", "Kobold Warrior 3", "Kobold Warrior 4"]
    winter.assert_sound()
    client = winter.people["bob"].client
    for query in ("", "?as_of=1", "?as_of=1&reading=recorded"):
        page = client.get(f"/campaigns/{winter.key}/warbands/{row.number}/{query}").content.decode()
        assert "Kobold Warrior 3" in page
        assert "Kobold Warrior 2" not in page
    assert client.get(f"/campaigns/{winter.key}/scenarios/{scenario}/").status_code == 200


def test_a_campaign_of_before_keeps_the_numbers_after_an_undone_recruiting(winter: Table, run):
    row = enlist(winter, "bob", Member("kobold-warrior", "m1"))
    for _ in range(2):
        change(winter, "bob", row, MemberAdd("kobold-warrior"))
    entry_void(**winter.asking("ada"), number=winter.entries[-2].number, reason="Not recruited")
    row.refresh_from_db()
    row.record["format"] = "muster-record/3"
    del row.record["careers"]["undone"]
    row.save()
    winter.assert_sound()
    assert run("refold_campaigns") == (0, {"refolded": 1, "faults": {}})
    assert called(row) == ["Kobold Warrior 1", "Kobold Warrior 3"]
    winter.assert_sound()
