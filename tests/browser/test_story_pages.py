"""The pages on which a campaign is read: its chronicle, standings, journal and a career; and the forms about it."""

import pytest
from playwright.sync_api import expect

from accounts.models import Owner
from campaigns.services.campaigns import campaign_create
from campaigns.services.demo import demo_store
from rules.roster import Member
from tests.campaigns.play import enlist, enter, field, opened, report
from tests.campaigns.verbs import Table
from tests.warbands.verbs import Client, Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
READ = (
    "",
    "chronicle/",
    "standings/",
    "journal/",
    "dice/",
    "warbands/",
    "warbands/1/member/?id=m1",
    "scenarios/1/",
)


def test_a_campaign_is_read_on_every_screen(compendium, either_page, assert_accessible, assert_no_sideways_scroll):
    demo_store()
    either_page.goto("/campaigns/watch/demo/")
    for path in READ:
        either_page.goto(f"/campaigns/demo/{path}")
        assert_no_sideways_scroll(either_page)
        assert_accessible(either_page)
    either_page.goto("/campaigns/demo/standings/")
    either_page.get_by_role("link", name="Read the chronicle").click()
    expect(either_page.get_by_role("main")).to_contain_text("Marga eliminated Pip")


def test_names_report_and_feats_are_filled_in_on_every_screen(
    compendium, ada, either_page, sign_in, assert_accessible, assert_no_sideways_scroll
):
    owner = Owner(user=ada)
    table = Table(
        campaign_create(actor=owner, name="The Long Winter", seed=b"w" * 32).key, {"ada": Person(Client(), owner)}
    )
    kobolds = enlist(
        table, "ada", Member("kobold-warrior", "m1"), Member("kobold-warrior", "m2"), warband="Ash Company"
    )
    boars = enlist(table, "ada", Member("boar", "m1", "Tusk"), warband="The Tusks")
    number = opened(table, kobolds, boars)
    for row in (kobolds, boars):
        field(table, number, row)
    report(table, number, {kobolds: 3, boars: 1})
    enter(table, number, kobolds, "m1", "advance", 1, 1, 1)
    sign_in(either_page, ada)
    for path in ("warbands/1/names/", f"scenarios/{number}/report/", f"scenarios/{number}/aftermath/"):
        either_page.goto(f"/campaigns/{table.key}/{path}")
        for summary in either_page.locator("details.feat-fold > summary").all():
            summary.click()
        assert_no_sideways_scroll(either_page)
        assert_accessible(either_page)
    feats = either_page.locator("details.feat-fold").first
    feats.get_by_text("Fleet", exact=True).click()
    either_page.get_by_role("button", name="Save").first.click()
    expect(either_page.get_by_role("main")).to_contain_text("Saved.")
    expect(either_page.get_by_role("main")).to_contain_text("Kobold Warrior 1")
