"""A warband's link and its sheet in a real browser: for a stranger, on a phone, on paper."""

import pytest
from playwright.sync_api import expect

from accounts.models import Owner
from rules.building.draft import MAX_NOTES, MAX_REASON, Draft
from rules.lengths import MAX_NAME
from rules.roster import Member, Override, Roster
from rules.roster.model import ItemChoice
from warbands.services.warbands import warband_create, warband_share

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("compendium")]


def test_a_stranger_reads_and_copies_what_is_shared_until_it_is_switched_off(
    ash_company, ada, either_page, open_page, sign_in
):
    sign_in(either_page, ada)
    either_page.goto(f"/warbands/{ash_company.key}/share/")
    link = either_page.get_by_role("textbox", name="The link").input_value()
    stranger = open_page()
    stranger.goto(link)
    expect(stranger.get_by_role("heading", name="Ash Company")).to_be_visible()
    stranger.get_by_role("button", name="Copy into my warbands").click()
    stranger.get_by_text("Copied into your warbands").wait_for()
    either_page.get_by_role("button", name="Switch the link off").click()
    either_page.get_by_role("button", name="Make a link").wait_for()
    assert stranger.goto(link).status == 404
    expect(stranger.get_by_text("Its player switched the link off")).to_be_visible()


def test_the_link_is_copied_by_a_button(ash_company, ada, open_page, sign_in):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    sign_in(page, ada)
    page.goto(f"/warbands/{ash_company.key}/share/")
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_role("textbox", name="The link").input_value()


def test_without_scripts_the_link_is_made_shown_and_switched_off(ash_company, ada, plain_page, sign_in):
    sign_in(plain_page, ada)
    plain_page.goto(f"/warbands/{ash_company.key}/share/")
    expect(plain_page.get_by_role("button", name="Copy")).to_be_hidden()
    plain_page.get_by_role("button", name="Switch the link off").click()
    plain_page.get_by_role("button", name="Make a link").click()
    shown = plain_page.get_by_role("textbox", name="The link")
    expect(shown).to_be_visible()
    link = shown.input_value()
    assert ash_company.share_token not in link
    plain_page.goto(link)
    plain_page.locator(".sheet-member > summary").first.click()
    expect(plain_page.get_by_text("Deals 3 bludgeoning damage.")).to_be_visible()


def test_on_a_phone_the_points_of_a_member_stand_beside_its_name(ash_company, open_page):
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto(f"/shared/{ash_company.share_token}/")
    head = page.locator(".sheet-member > summary").first
    points, name = head.locator(".sheet-points").bounding_box(), head.locator("h2").bounding_box()
    assert points["y"] < name["y"] + name["height"]
    assert points["x"] > name["x"] + name["width"]


def test_a_members_block_folds_by_keyboard(ash_company, wide_page):
    wide_page.goto(f"/shared/{ash_company.share_token}/")
    text = wide_page.get_by_text("Deals 3 bludgeoning damage.")
    summary = wide_page.locator(".sheet-member > summary").first
    summary.focus()
    wide_page.keyboard.press("Enter")
    expect(text).to_be_visible()
    wide_page.keyboard.press("Enter")
    expect(text).to_be_hidden()


def test_every_term_on_the_sheet_has_its_meaning_on_the_page(ash_company, wide_page):
    wide_page.goto(f"/shared/{ash_company.share_token}/")
    terms = "[...document.querySelectorAll('.sheet .term')].map(term => term.getAttribute('aria-describedby'))"
    missing = wide_page.evaluate(f"({terms}).filter(id => !document.getElementById(id))")
    assert missing == []
    assert wide_page.evaluate(f"({terms}).length") > 10
    assert wide_page.evaluate("document.querySelectorAll('[id]').length") == wide_page.evaluate(
        "new Set([...document.querySelectorAll('[id]')].map(one => one.id)).size"
    )


def test_the_longest_and_oddest_words_stay_within_the_page(
    ada, either_page, assert_no_sideways_scroll, assert_accessible, sign_in
):
    word = "W" * MAX_NAME
    roster = Roster(
        (
            Member("boar", "m1", word, (word,), (ItemChoice("fiery-weapon", word), ItemChoice(word)), hero_points=9),
            Member(word, "m2", "\u202e<script>document.title = 'broken'</script>"),
            Member("pixie", "m3", "مرحبا 🐉 وحش", positioning=(word,)),
        ),
        word,
        "limited",
        50,
        "LG",
        overrides=(Override("points.over_limit", "x" * MAX_REASON),),
    )
    draft = Draft(roster, "w" * MAX_NOTES, {"m1": "👩‍👩‍👧‍👦" * 200, "m3": "<!-- -->" * 200})
    owner = Owner(user=ada)
    warband = warband_create(owner=owner, draft=draft)
    token = warband_share(owner=owner, key=warband.key, shared=True).warband.share_token
    sign_in(either_page, ada)
    for address in (f"/shared/{token}/", f"/warbands/{warband.key}/sheet/", f"/warbands/{warband.key}/share/"):
        either_page.goto(address)
        assert_no_sideways_scroll(either_page)
        assert_accessible(either_page)
        assert word in either_page.title()


def test_paper_gets_the_warband_alone_in_black_and_its_secrets_only_when_asked(ash_company, ada, wide_page, sign_in):
    sign_in(wide_page, ada)
    wide_page.emulate_media(media="print", color_scheme="dark")
    wide_page.goto(f"/warbands/{ash_company.key}/sheet/")
    for part in (".masthead", ".colophon", ".crumbs", ".sheet-tools", ".sheet-fix"):
        expect(wide_page.locator(part).first, part).to_be_hidden()
    expect(wide_page.get_by_role("heading", name="Snik")).to_be_visible()
    colours = wide_page.evaluate(
        """() => [...document.querySelectorAll('.sheet *')].filter(e => e.checkVisibility())
            .map(e => getComputedStyle(e)).map(style => style.color)"""
    )
    assert set(colours) == {"rgb(0, 0, 0)"}
    assert wide_page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    secret = wide_page.get_by_text("The tree by the well")
    expect(secret).to_be_hidden()
    wide_page.locator(".print-secrets").evaluate("box => { box.checked = true }")
    expect(secret).to_be_visible()


def test_paper_keeps_a_member_on_one_page_and_shows_it_though_it_is_folded(ash_company, wide_page):
    wide_page.goto(f"/shared/{ash_company.share_token}/")
    expect(wide_page.locator(".sheet-member[open]")).to_have_count(0)
    wide_page.emulate_media(media="print")
    expect(wide_page.get_by_text("Deals 3 bludgeoning damage.")).to_be_visible()
    breaks = "[...document.querySelectorAll('.sheet-member')].map(e => getComputedStyle(e).breakInside)"
    assert set(wide_page.evaluate(breaks)) == {"avoid"}
