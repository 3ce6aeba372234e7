"""Two warbands side by side in a browser: choosing them without JavaScript, and a large table on a small screen."""

import pytest
from playwright.sync_api import expect

from accounts.models import Owner
from compendium.models import Creature
from rules.building.draft import Draft
from rules.roster import Member, Roster
from tests.browser.screens import wait_for_truth
from warbands.services.warbands import warband_create, warband_share

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def horde(compendium, ada):
    """Return a shared warband of twelve different creatures."""
    keys = Creature.objects.order_by("key").values_list("key", flat=True)[:12]
    roster = Roster(tuple(map(Member, keys)), "Horde", points_limit=500)
    made = warband_create(owner=Owner(user=ada), draft=Draft(roster))
    warband_share(owner=Owner(user=ada), key=made.key, shared=True)
    made.refresh_from_db()
    return made


def test_two_warbands_are_chosen_without_javascript(horde, ash_company, ada, plain_page, sign_in):
    page = plain_page
    sign_in(page, ada)
    page.goto("/warbands/")
    page.get_by_role("link", name="Matchup").click()
    page.get_by_role("group", name="First warband").get_by_label("By its name").select_option("Ash Company")
    link = page.get_by_role("group", name="Second warband").get_by_label("Or by a shared link")
    link.fill(f"https://muster.example/shared/{horde.share_token}/")
    page.get_by_role("button", name="Show the matchup").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ash Company against Horde")
    page.get_by_label("One creature alone").select_option("Boar")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Boar")
    page.get_by_role("link", name="Everybody").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ash Company against Horde")


def test_whoever_has_a_link_matches_it_against_their_own(horde, ash_company, ada, wide_page, sign_in):
    sign_in(wide_page, ada)
    wide_page.goto(f"/shared/{horde.share_token}/")
    wide_page.get_by_role("link", name="Match against mine").click()
    expect(wide_page.locator("main .notice")).to_have_text("Horde is on one side. Choose its opponent.")


def test_a_large_table_keeps_attacks_and_creatures_in_sight(horde, phone_page):
    page = phone_page
    page.goto(f"/matchup/?first=s:{horde.share_token}&second=s:{horde.share_token}")
    region = page.get_by_role("region", name="Attacks of Horde (first)")
    region.focus()
    for key in ("ArrowRight", "ArrowDown"):
        for _ in range(12):
            page.keyboard.press(key)
    wait_for_truth(page, "region => region.scrollLeft > 100 && region.scrollTop > 100", arg=region.element_handle())
    edges = region.bounding_box()
    head, attack = region.locator("thead th").first.bounding_box(), region.locator("tbody th[scope=row]").nth(8)
    assert abs(head["x"] - edges["x"]) <= 2
    assert abs(head["y"] - edges["y"]) <= 2
    assert abs(attack.bounding_box()["x"] - edges["x"]) <= 2


def test_the_table_and_the_page_of_a_creature_are_sound_at_both_widths(
    horde, ash_company, either_page, assert_accessible, assert_no_sideways_scroll
):
    both = f"/matchup/?first=s:{ash_company.share_token}&second=s:{horde.share_token}"
    for address in (both, f"{both}&creature=first:boar"):
        either_page.goto(address)
        either_page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert_accessible(either_page)
        assert_no_sideways_scroll(either_page)
