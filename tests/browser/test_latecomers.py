"""A latecomer's allowance on a phone and on a desk: given by the organizer, rolled by the player."""

import re

import pytest
from django.test import Client

from accounts.models import Owner
from campaigns.services.campaigns import campaign_create
from campaigns.services.people import campaign_join, invitation_make
from tests.campaigns.play import BOARS, KOBOLDS, enlist, played
from tests.campaigns.verbs import SEED, Table
from tests.warbands.verbs import Person, account

pytestmark = pytest.mark.browser


@pytest.fixture
def table(compendium, ada):
    """A campaign that ada organizes with two warbands, after two scenarios; bob has just come."""
    owner = Owner(user=ada)
    table = Table(campaign_create(actor=owner, name="The Long Winter", seed=SEED).key, {"ada": Person(Client(), owner)})
    for _ in range(2):
        rows = [*table.campaign.warbands.all()] or [enlist(table, "ada", *KOBOLDS), enlist(table, "ada", *BOARS)]
        played(table, {rows[0]: 5, rows[1]: 3})
    invitation = invitation_make(**table.asking("ada")).invitation_token
    table.people["bob"] = account("bob")
    campaign_join(actor=table.people["bob"].owner, token=invitation)
    enlist(table, "bob", *BOARS, warband="The Late Ones")
    return table


def test_a_latecomer_catches_up(
    table, ada, either_page, sign_in, live_server, assert_accessible, assert_no_sideways_scroll
):
    page = either_page

    def shows(*sentences: str) -> None:
        for sentence in sentences:
            assert page.get_by_text(sentence).first.is_visible(), sentence
        assert_no_sideways_scroll(page)
        assert_accessible(page)

    sign_in(page, ada)
    page.goto(f"{live_server.url}/campaigns/{table.key}/warbands/3/")
    page.get_by_role("link", name="Give an allowance").click()
    shows("The median of the 2 other warbands that played")
    page.get_by_role("button", name="Give the allowance").click()
    shows("4 advances left to roll")
    sign_in(page, table.people["bob"].owner.user)
    page.goto(f"{live_server.url}/campaigns/{table.key}/")
    page.get_by_role("link", name=re.compile("Roll.*4 advances")).click()
    page.get_by_role("button", name="Roll one for each member").click()
    shows("2 advances rolled: Old Boar and Rik.", "2 advances left to roll")
    page.get_by_label("Dice from the table for Rik").fill("6 5 1")
    page.get_by_role("button", name="an advance for Rik").click()
    shows("1 advance left to roll", "Armor +1")
