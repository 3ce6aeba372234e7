"""Accounts that are deleted: their campaigns and the careers of their warbands go on without their names."""

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from accounts.models import SESSION_KEY, Owner
from campaigns.models import CampaignWarband, Participant
from campaigns.services.people import (
    campaign_hand_over,
    claim_renew,
    participant_leave,
    participant_promote,
    placeholder_add,
    placeholder_claim,
)
from campaigns.services.warbands import warband_join
from common.refusal import Refusal
from tests.campaigns.play import BOARS, enlist, played
from tests.campaigns.verbs import Table, table
from tests.warbands.verbs import building, visitor
from warbands.models import Warband
from warbands.services.warbands import warband_share

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
def admin() -> Client:
    """Return the browser of somebody who may do everything in the admin."""
    user = get_user_model().objects.create_superuser("root", password="correct horse battery")
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def delete(table: Table, name: str) -> None:
    user = table.people[name].owner.user
    assert user is not None
    user.delete()


def page(table: Table, who: str, path: str = "") -> Any:
    return table.people[who].client.get(f"/campaigns/{table.key}/{path}")


def test_the_warbands_of_a_deleted_account_go_unless_they_have_a_career(winter: Table, boars: CampaignWarband):
    draft = building(winter.people["bob"], "boar")
    delete(winter, "bob")
    assert not Warband.objects.filter(key=draft.key).exists()
    kept = Warband.objects.get(pk=boars.warband_id)
    assert (kept.owner, kept.owner_token, kept.has_career) == (None, "", True)
    winter.assert_sound()


def test_the_place_of_a_deleted_account_has_no_name(winter: Table, boars: CampaignWarband):
    number = winter.number("bob")
    Participant.objects.filter(campaign=winter.campaign, number=number).update(name="Bob from work")
    before = winter.entries[-1].hash
    delete(winter, "bob")
    place = winter.campaign.participants.get(number=number)
    assert (place.display_name, place.name, place.is_vacant) == (f"Former player {number}", "", True)
    assert winter.entries[-1].hash == before
    for path in ("", "people/", "warbands/", "warbands/1/", "standings/", "journal/", "settings/"):
        text = page(winter, "dan", path).content.decode()
        assert "Bob from work" not in text
        assert "<bdi>bob</bdi>" not in text
    assert "Account deleted" in page(winter, "dan", "people/").content.decode()


def test_play_goes_on_with_the_warband_of_a_deleted_account(
    winter: Table, kobolds: CampaignWarband, boars: CampaignWarband
):
    delete(winter, "bob")
    played(winter, {kobolds: 5, boars: 2})
    winter.assert_sound()
    assert page(winter, "ada", f"warbands/{boars.number}/").status_code == 200


def test_the_place_can_be_given_to_somebody_else_with_its_warbands(winter: Table, boars: CampaignWarband):
    number = winter.number("bob")
    delete(winter, "bob")
    place = claim_renew(**winter.asking("cleo"), number=number)
    assert place.claim_token in page(winter, "cleo", "people/").content.decode()
    placeholder_claim(actor=winter.people["eve"].owner, token=place.claim_token or "")
    assert Warband.objects.get(pk=boars.warband_id).owner == winter.people["eve"].owner.user
    assert winter.people["eve"].client.get(f"/warbands/{boars.warband.key}/").status_code == 200
    winter.assert_sound()


def test_a_claim_takes_no_warband_that_plays_elsewhere(winter: Table, boars: CampaignWarband):
    elsewhere = table("fay", "gus")
    participant_leave(**winter.asking("bob"))
    elsewhere.people["bob"] = winter.people["bob"]
    place = placeholder_add(**elsewhere.asking("fay"), name="Bob")
    placeholder_claim(actor=winter.people["bob"].owner, token=place.claim_token or "")
    warband_join(**elsewhere.asking("bob"), warband_key=boars.warband.key)
    old = winter.place("bob")
    delete(winter, "bob")
    Participant.objects.filter(pk=old.pk).update(presence="playing", claim_token="again")
    placeholder_claim(actor=winter.people["eve"].owner, token="again")
    assert Warband.objects.get(pk=boars.warband_id).owner is None


def test_nobody_owns_the_warband_of_a_deleted_account(winter: Table, boars: CampaignWarband):
    key, bob = boars.warband.key, winter.people["bob"].client
    delete(winter, "bob")
    boars.warband.refresh_from_db()
    for owner in (Owner(), visitor().owner, winter.people["dan"].owner):
        assert not boars.warband.is_of(owner)
    blank = Client()
    session = blank.session
    session[SESSION_KEY] = ""
    session.save()
    for client in (bob, blank, Client(), winter.people["dan"].client, winter.people["ada"].client):
        assert client.get(f"/warbands/{key}/").status_code == 404


def test_the_shared_links_of_a_deleted_account_end(winter: Table, boars: CampaignWarband):
    dans = enlist(winter, "dan", *BOARS)
    links = []
    for name, row in (("bob", boars), ("dan", dans)):
        shared = warband_share(owner=winter.people[name].owner, key=row.warband.key, shared=True)
        links.append(f"/shared/{shared.warband.share_token}/")
    assert [Client().get(link).status_code for link in links] == [200, 200]
    delete(winter, "bob")
    assert [Client().get(link).status_code for link in links] == [404, 200]


@pytest.mark.parametrize("who", ["bob", "ada"])
def test_the_admin_deletes_an_account_whose_warband_has_a_career(
    winter: Table, kobolds: CampaignWarband, boars: CampaignWarband, admin: Client, who: str
):
    user = winter.people[who].owner.user
    assert user is not None
    address = reverse("admin:accounts_user_delete", args=[user.pk])
    asked = admin.get(address)
    assert asked.status_code == 200
    assert "would require deleting the following protected" not in asked.content.decode()
    assert admin.post(address, {"post": "yes"}).status_code == 302
    assert not get_user_model().objects.filter(pk=user.pk).exists()
    winter.assert_sound()


def test_the_admin_deletes_several_accounts_at_once(
    winter: Table, kobolds: CampaignWarband, boars: CampaignWarband, admin: Client
):
    chosen = [winter.people[name].owner.user for name in ("ada", "bob", "dan")]
    fields = {"action": "delete_selected", "_selected_action": [user.pk for user in chosen if user], "post": "yes"}
    assert admin.post(reverse("admin:accounts_user_changelist"), fields).status_code == 302
    assert get_user_model().objects.filter(username__in=("ada", "bob", "dan")).count() == 0
    winter.assert_sound()


def test_an_exported_campaign_has_no_name_of_a_deleted_account(winter: Table, boars: CampaignWarband):
    delete(winter, "bob")
    file = page(winter, "ada", "campaign.json")
    assert file.status_code == 200
    assert '"bob"' not in json.dumps(file.json())


def test_a_co_organizer_takes_over_once_the_organizers_account_is_deleted(winter: Table):
    with pytest.raises(Refusal, match="Only the organizer"):
        campaign_hand_over(**winter.asking("cleo"), number=winter.number("cleo"))
    assert "Become the organizer" not in page(winter, "cleo", "people/").content.decode()
    delete(winter, "ada")
    for name in ("bob", "cleo"):
        with pytest.raises(Refusal, match="Only the organizer"):
            campaign_hand_over(**winter.asking(name), number=winter.number("dan"))
    with pytest.raises(Refusal, match="Only the organizer"):
        campaign_hand_over(**winter.asking("bob"), number=winter.number("bob"))
    assert "Become the organizer" not in page(winter, "bob", "people/").content.decode()
    assert "Become the organizer" in page(winter, "cleo", "people/").content.decode()
    address = f"/campaigns/{winter.key}/people/{winter.number('cleo')}/"
    assert winter.people["eve"].client.post(address, {"change": "take-over"}).status_code == 404
    answer = winter.people["cleo"].client.post(address, {"change": "take-over"}, follow=True)
    assert "You are the organizer now." in answer.content.decode()
    assert winter.place("cleo").role == "organizer"
    winter.assert_sound()


def test_a_player_takes_over_where_there_is_no_co_organizer(winter: Table):
    participant_promote(**winter.asking("ada"), number=winter.number("cleo"), co_organizer=False)
    delete(winter, "ada")
    campaign_hand_over(**winter.asking("dan"), number=winter.number("dan"))
    assert winter.place("dan").role == "organizer"
    with pytest.raises(Refusal, match="Only the organizer"):
        campaign_hand_over(**winter.asking("bob"), number=winter.number("bob"))
    winter.assert_sound()


def test_a_campaign_whose_people_are_all_gone_stays_sound(winter: Table):
    row = enlist(winter, "ada", *BOARS)
    for name in ("ada", "bob", "cleo", "dan"):
        delete(winter, name)
    assert CampaignWarband.objects.filter(pk=row.pk).exists()
    assert page(winter, "eve").status_code == 404
    winter.assert_sound()
