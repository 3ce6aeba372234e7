"""A campaign from its beginning to its first two warbands, as two people go about it."""

import re

import pytest
from django.test import Client
from playwright.sync_api import expect

from accounts.models import Owner
from rules.building.draft import Draft
from rules.roster import Member, Roster
from warbands.services.warbands import warband_create

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "correct horse battery"


def test_two_people_begin_a_campaign_and_bring_a_warband(
    compendium, ada, open_page, sign_in, django_user_model, assert_accessible, assert_no_sideways_scroll
):
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    organizer, guest = open_page(**phone), open_page(**phone, java_script_enabled=False)
    bob = django_user_model.objects.create_user("bob", password=PASSWORD)
    members = (Member("boar", "m1", name="Tusk"), Member("kobold-warrior", "m2"))
    draft = Draft(Roster(name="Bramble and Bone", play_mode="campaign", points_limit=200, members=members))
    warband_create(owner=Owner(user=bob), draft=draft)
    sign_in(organizer, ada)

    organizer.goto("/campaigns/")
    organizer.get_by_role("link", name="Begin a campaign").click()
    organizer.get_by_label("Name", exact=True).fill("The Long Winter")
    organizer.get_by_role("button", name="Begin the campaign").click()
    expect(organizer.get_by_role("heading", level=1)).to_have_text("The Long Winter")
    organizer.get_by_role("link", name="Invite players").click()
    organizer.get_by_role("button", name="Make a link and a code").click()
    link = organizer.get_by_label("The link")
    expect(link).to_have_value(re.compile("/campaigns/join/"))

    guest.goto(link.input_value())
    guest.get_by_role("main").get_by_role("link", name="Sign in").click()
    guest.get_by_label("Username").fill("bob")
    guest.get_by_label("Password").fill(PASSWORD)
    guest.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    guest.get_by_role("button", name="Join the campaign").click()
    expect(guest.get_by_text("You have no warband in this campaign.")).to_be_visible()
    guest.get_by_role("link", name="Bring a warband").click()
    guest.get_by_role("button", name="Bring Bramble and Bone").click()
    expect(guest.get_by_text("Bramble and Bone plays in the campaign now.")).to_be_visible()
    guest.get_by_label("Kobold Warrior").fill("Snik")
    guest.get_by_role("button", name="Save the names").click()
    expect(guest.get_by_text("Named 1 member.")).to_be_visible()
    expect(guest.get_by_role("table", name="Warbands, and who can fight")).to_contain_text("2 of 2")

    organizer.get_by_role("link", name="Overview").click()
    expect(organizer.get_by_role("table", name="Warbands, and who can fight")).to_contain_text("Bramble and Bone")
    organizer.get_by_text("More about Bramble and Bone").click()
    expect(organizer.get_by_role("button", name="Take it out of the campaign")).to_be_visible()
    assert_accessible(organizer)
    assert_no_sideways_scroll(organizer)
    assert Client().get(organizer.url.removeprefix(organizer.url.split("/campaigns/")[0])).status_code == 404
