"""The creature card and the comparison, as a person uses them: mouse, keyboard, finger, without JavaScript."""

import re
import time
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from compendium.models import Source
from compendium.services.creatures import creature_create, creature_revise
from rules.alignment import ALIGNMENT_CODES
from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats, numbered
from rules.effects.values import Damage, Range
from tests.databases import fill

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SNIK = Card(
    key="snik",
    name="Snik the Unreasonably Long-Named",
    level=3,
    alignment="LE",
    size="Small",
    stats=Stats(fight=7, armor=16, power=14, fortitude=3, reflex=6, will=2, hp=35, speed=5),
    armor_broken=14,
    movement_mode="Wall Climb",
    tags=("Kobold", "Humanoid"),
    license="ORC",
    features=numbered(
        (
            Feature(id="", name="Reactive Strike", cost="reaction"),
            Feature(
                id="", name="Spear", cost="1", range=Range("melee", 2), strike=True, damage=(Damage(6, ("piercing",)),)
            ),
            Feature(
                id="",
                name="Snare",
                cost="2",
                uses=("daily", "daily", "encounter"),
                range=Range("emanation", 3),
                effect="Each enemy in the area is grabbed. One that was grabbed already is slowed.",
            ),
            Feature(
                id="",
                name="Arcane Caster Rank 2",
                kind="caster",
                caster=Caster(
                    "Arcane", 2, (SpellGroup((), (CasterSpell("Shield"), CasterSpell("Glitterdust", "self"))),)
                ),
            ),
            Feature(
                id="", name="Sling", kind="replaces", replaces="Spear", cost="1", effect="It knocks the target prone."
            ),
        )
    ),
    skills=("Athletics", "Stealth"),
)


@pytest.fixture
def tribe(transactional_db):
    fill(store)


def store() -> None:
    """Store a creature with a long card and its earlier revision, and one of each alignment."""
    source = Source.objects.create(key="own", name="Own", license="ORC")
    snik = creature_create(card=SNIK, source=source, key="snik")
    creature_revise(creature=snik, card=replace(SNIK, skills=("Stealth",)))
    for code in ALIGNMENT_CODES:
        creature_create(
            card=replace(SNIK, name=f"Kobold {code}", alignment=code), source=source, key=f"kobold-{code.lower()}"
        )


def shown_meaning(page):
    return page.locator("[role=tooltip]:popover-open")


@pytest.mark.parametrize(
    "address",
    [
        "/creatures/snik/",
        "/creatures/snik/revisions/1/",
        "/creatures/snik/history/",
        "/compare/?creature=",
        "/compare/?add=kobold",
        "/compare/?creature=snik&creature=kobold-lg&creature=kobold-tn&creature=kobold-ce",
    ],
)
def test_the_pages_of_a_long_card_are_accessible_and_fit_the_screen(
    tribe, open_page, address, assert_accessible, assert_legible, assert_no_sideways_scroll
):
    for width in (1280, 360):
        page = open_page(viewport={"width": width, "height": 800}, color_scheme="light")
        page.goto(address)
        assert_accessible(page)
        assert_no_sideways_scroll(page)
        page.emulate_media(color_scheme="dark")
        assert_legible(page)


def test_the_card_of_each_alignment_is_legible_in_light_and_dark(tribe, open_page, assert_legible):
    page = open_page(viewport={"width": 1280, "height": 900})
    for start in (0, 4, 5):
        chosen = "&".join(f"creature=kobold-{code.lower()}" for code in ALIGNMENT_CODES[start : start + 4])
        page.goto(f"/compare/?{chosen}")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert_legible(page)


def test_a_term_shows_its_meaning_under_the_pointer_and_takes_it_away(tribe, wide_page):
    wide_page.clock.install()
    wide_page.goto("/creatures/snik/")
    wide_page.get_by_role("link", name="slowed").hover()
    expect(shown_meaning(wide_page)).to_have_count(1)
    expect(shown_meaning(wide_page)).to_contain_text(re.compile("slowed", re.IGNORECASE))
    # The pointer may go over to the meaning without losing it.
    shown_meaning(wide_page).hover()
    wide_page.clock.fast_forward(300)
    expect(shown_meaning(wide_page)).to_have_count(1)
    wide_page.mouse.move(1200, 850)
    expect(shown_meaning(wide_page)).to_have_count(0)


def test_a_term_shows_its_meaning_to_the_keyboard_and_escape_closes_it(tribe, wide_page):
    wide_page.goto("/creatures/snik/")
    wide_page.locator("main a.term").first.focus()
    wide_page.keyboard.press("Tab")
    focused = wide_page.locator("a.term:focus")
    expect(shown_meaning(wide_page)).to_have_count(1)
    assert shown_meaning(wide_page).get_attribute("id") == focused.get_attribute("aria-describedby")
    wide_page.keyboard.press("Escape")
    expect(shown_meaning(wide_page)).to_have_count(0)
    expect(focused).to_have_count(1)


def test_a_tap_shows_the_meaning_and_a_second_tap_opens_the_entry(tribe, phone_page):
    phone_page.goto("/creatures/snik/")
    term = phone_page.get_by_role("link", name="slowed")
    term.tap()
    expect(shown_meaning(phone_page)).to_have_count(1)
    box = shown_meaning(phone_page).bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert phone_page.url.endswith("/creatures/snik/")
    phone_page.locator("h1").tap()
    expect(shown_meaning(phone_page)).to_have_count(0)
    term.tap()
    term.tap()
    phone_page.wait_for_url("**/glossary/condition/slowed/")


def test_without_javascript_a_term_leads_to_its_entry(tribe, plain_page):
    plain_page.goto("/creatures/snik/")
    expect(plain_page.locator("[role=tooltip]").first).to_be_hidden()
    plain_page.get_by_role("link", name="slowed").click()
    plain_page.wait_for_url("**/glossary/condition/slowed/")


def test_the_basket_button_changes_in_place_and_leads_to_the_comparison(tribe, either_page):
    either_page.goto("/creatures/snik/")
    either_page.get_by_role("button", name="Add to comparison").click()
    expect(either_page.get_by_role("button", name="Remove from comparison")).to_be_visible()
    either_page.goto("/creatures/kobold-lg/")
    either_page.get_by_role("button", name="Add to comparison").click()
    either_page.get_by_role("link", name="Compare 2").click()
    either_page.wait_for_url("**/compare/?creature=snik&creature=kobold-lg")
    expect(either_page.locator(".compare-cards .card")).to_have_count(2)


def test_without_javascript_the_basket_and_the_search_for_one_more_work(tribe, plain_page):
    plain_page.goto("/creatures/snik/")
    plain_page.get_by_role("button", name="Add to comparison").click()
    plain_page.get_by_role("link", name="Compare 1").click()
    plain_page.get_by_label("Add a creature by name").fill("kobold")
    plain_page.get_by_role("button", name="Find").click()
    plain_page.get_by_role("link", name=re.compile("Kobold CE")).click()
    plain_page.wait_for_url("**/compare/?creature=snik&creature=kobold-ce")
    plain_page.get_by_role("link", name=re.compile("^Remove Snik")).click()
    plain_page.wait_for_url("**/compare/?creature=kobold-ce")


def test_typing_a_name_offers_creatures_at_once(tribe, either_page):
    either_page.goto("/compare/?creature=snik")
    either_page.get_by_label("Add a creature by name").press_sequentially("kobold t", delay=20)
    either_page.get_by_role("link", name=re.compile("Kobold TN")).click()
    either_page.wait_for_url("**/compare/?creature=snik&creature=kobold-tn")


def test_four_cards_stand_side_by_side_on_a_laptop(tribe, wide_page):
    wide_page.goto("/compare/?creature=snik&creature=kobold-lg&creature=kobold-tn&creature=kobold-ce")
    boxes = [card.bounding_box() for card in wide_page.locator(".compare-cards .card").all()]
    assert len({round(box["y"]) for box in boxes}) == 1
    assert [box["x"] for box in boxes] == sorted(box["x"] for box in boxes)


def test_a_short_card_is_as_high_as_its_words_and_on_paper_as_a_real_one(tribe, wide_page):
    wide_page.goto("/creatures/snik/")
    box = wide_page.locator(".card").bounding_box()
    assert box["height"] / box["width"] < 88 / 63 - 0.1
    wide_page.emulate_media(media="print")
    box = wide_page.locator(".card").bounding_box()
    assert box["height"] / box["width"] == pytest.approx(88 / 63, rel=0.03)


def test_a_long_word_of_a_name_stays_whole_on_a_phone(tribe, phone_page):
    source = Source.objects.get(key="own")
    creature_create(card=replace(SNIK, name="Tyrannosaurus", level=10), source=source, key="long")
    phone_page.goto("/creatures/long/")
    lines = "node => node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight)"
    assert phone_page.locator(".card-name").first.evaluate(lines) < 1.5


def test_what_can_be_pressed_is_large_enough_for_a_thumb(tribe, phone_page):
    phone_page.goto("/creatures/snik/")
    small = phone_page.evaluate(
        """() => [...document.querySelectorAll('button, .button, nav a, summary, .masthead a, .colophon a')]
            .filter(e => e.checkVisibility()).map(e => [e.textContent.trim(), e.getBoundingClientRect().height])
            .filter(([, height]) => height < 44)"""
    )
    assert small == []


def test_the_chosen_theme_stays_from_page_to_page(tribe, open_page):
    page = open_page(color_scheme="light")
    page.goto("/creatures/snik/")
    page.locator(".account-menu summary").click()
    page.get_by_role("button", name="Dark page").click()
    page.goto("/about/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("body")).to_have_css("background-color", "rgb(23, 20, 15)")
    page.locator(".account-menu summary").click()
    page.get_by_role("button", name="Light page").click()
    expect(page.locator("body")).to_have_css("background-color", "rgb(247, 242, 230)")


def test_the_browser_stores_what_the_about_page_tells_and_no_more(tribe, wide_page):
    wide_page.goto("/creatures/snik/")
    wide_page.locator(".account-menu summary").click()
    wide_page.locator("[data-theme-toggle]").click()
    wide_page.get_by_role("button", name="Add to comparison").click()
    wide_page.get_by_role("button", name="Remove from comparison").wait_for()
    now = time.time()
    kept = {cookie["name"]: round((cookie["expires"] - now) / 86_400) for cookie in wide_page.context.cookies()}
    assert kept == {"csrftoken": 364, "theme": 365, "comparison": 30}
    assert wide_page.evaluate("Object.keys(localStorage)") == []
    assert wide_page.evaluate("Object.keys(sessionStorage)") == ["htmx-current-path-for-history"]


def test_links_take_the_colors_of_another_theme_at_once(db, open_page, assert_legible):
    page = open_page(color_scheme="light")
    page.goto("/about/")
    page.emulate_media(color_scheme="dark")
    is_dark, fading = page.evaluate(
        "[matchMedia('(prefers-color-scheme: dark)').matches, document.getAnimations().length]"
    )
    assert (is_dark, fading) == (True, 0)
    assert_legible(page)


def test_every_sign_of_the_card_is_drawn_by_the_sites_own_font(tribe, wide_page):
    wide_page.goto("/creatures/snik/")
    wide_page.evaluate("document.fonts.ready")
    loaded = wide_page.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
    assert {"Muster Display", "Muster Text", "Muster Signs"} <= {name.strip('"') for name in loaded}
