"""The lists, the search and the glossary in a browser: instant with HTMX, whole without it, and by keyboard."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from compendium.builtin import SOURCES, built_in_cards
from compendium.entries import item_values
from compendium.models import Creature, Item, Source
from compendium.services.builtin import entry_save
from compendium.services.creatures import creature_create
from rules import items
from tests.databases import fill

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEYS = ("kobold-warrior", "kobold-druid-1", "boar", "basilisk", "caldera-oni", "ballista", "harpy", "trog-stoneliege")


def store() -> None:
    """Store eight creatures, and all items."""
    cards = {card.key: card for card in built_in_cards()}
    sources = {key: Source.objects.create(key=key, name=key, license=name) for key, name in SOURCES.items()}
    for key in KEYS:
        card = cards[key]
        creature_create(card=card, source=sources[card.source or ""], key=key, built_in=True)
    for item in items.RULEBOOK_ITEMS:
        entry_save(entry=Item(source=sources["p2v-orc"], **item_values(item)), built_in=True)


@pytest.fixture
def creatures(transactional_db):
    fill(store)


def ends_with(address: str) -> re.Pattern[str]:
    return re.compile(re.escape(address) + "$")


def names(page):
    return page.locator(".rows tbody .name a")


def test_the_list_follows_what_is_typed_and_so_does_the_address(creatures, either_page):
    either_page.goto("/creatures/")
    expect(names(either_page)).to_have_count(len(KEYS))
    either_page.get_by_label("Search the creatures").press_sequentially("kobold", delay=20)
    expect(names(either_page)).to_have_text(["Kobold Druid 1", "Kobold Warrior"])
    expect(either_page.locator("#count")).to_have_text("2 creatures found")
    expect(either_page).to_have_url(ends_with("/creatures/?q=kobold"))
    expect(either_page.get_by_label("Search the creatures")).to_be_focused()


def test_what_is_typed_before_the_scripts_came_is_searched_for_when_they_are_here(creatures, wide_page):
    held = []
    wide_page.route(re.compile(r"htmx.*\.js"), lambda route: held.append(route))
    wide_page.goto("/creatures/", wait_until="commit")
    wide_page.get_by_label("Search the creatures").fill("kobold")
    expect(names(wide_page)).to_have_count(len(KEYS))
    assert held
    for route in held:
        route.continue_()
    expect(names(wide_page)).to_have_text(["Kobold Druid 1", "Kobold Warrior"])


def test_going_back_brings_the_earlier_list_and_its_form(creatures, wide_page):
    wide_page.goto("/creatures/")
    wide_page.get_by_label("Search the creatures").fill("boar")
    expect(names(wide_page)).to_have_text(["Boar"])
    names(wide_page).first.click()
    expect(wide_page.locator("h1")).to_have_text("Boar")
    wide_page.go_back()
    expect(names(wide_page)).to_have_text(["Boar"])
    expect(wide_page.get_by_label("Search the creatures")).to_have_value("boar")
    wide_page.go_back()
    expect(names(wide_page)).to_have_count(len(KEYS))


@pytest.mark.parametrize("address", ["/creatures/", "/items/"])
def test_rows_on_a_phone_begin_early_are_low_and_cut_no_word(creatures, phone_page, address):
    phone_page.goto(address)
    rows = phone_page.locator(".rows tbody tr")
    expect(rows.first).to_be_visible()
    assert rows.first.bounding_box()["y"] <= 400
    heights = rows.evaluate_all("rows => rows.map(row => row.getBoundingClientRect().height)")
    low = [height for height in heights if height <= 64]
    assert len(low) >= 0.9 * len(heights), heights  # a name of two lines is higher
    cut = rows.locator(".what > span:not(.faction)").evaluate_all(
        """kinds => kinds.filter(kind => kind.scrollWidth > kind.clientWidth + 1 && kind.clientWidth).length"""
    )
    assert cut == 0


def test_count_and_order_stand_beside_each_other_on_a_phone(creatures, phone_page):
    phone_page.goto("/creatures/?q=a")
    expect(phone_page.locator("#count")).to_contain_text("creatures found")
    end = phone_page.locator("#count").evaluate(
        """count => {
            const words = document.createRange();
            words.selectNodeContents(count);
            return words.getBoundingClientRect().right;
        }"""
    )
    assert end <= phone_page.locator("#sort").bounding_box()["x"]


def test_filters_on_a_phone_are_folded_and_work_at_a_tap(creatures, phone_page):
    phone_page.goto("/creatures/")
    chaotic_evil = phone_page.locator(".nine label", has_text="Chaotic Evil")
    expect(chaotic_evil).to_be_hidden()
    phone_page.get_by_text("Filters", exact=True).tap()
    chaotic_evil.tap()
    expect(phone_page.locator(".chip", has_text="Chaotic Evil")).to_be_visible()
    expect(phone_page.locator("#filters-set")).to_have_text("(1)")
    expect(phone_page.locator(".rows tbody tr:not([data-al=CE])")).to_have_count(0)
    expect(phone_page.locator(".rows tbody tr").first).to_be_visible()


def test_a_chip_takes_its_filter_out(creatures, wide_page):
    wide_page.goto("/creatures/?q=kobold&level_from=0")
    wide_page.locator(".chip", has_text="Level 0 or more").click()
    expect(wide_page).to_have_url(ends_with("/creatures/?q=kobold"))
    expect(names(wide_page)).to_have_count(2)


def test_a_range_that_holds_nothing_is_told_at_once_beside_the_field(creatures, wide_page, assert_accessible):
    wide_page.goto("/creatures/")
    wide_page.locator("#f-points_from").fill("50")
    wide_page.locator("#f-points_to").fill("20")
    expect(wide_page.locator("#error-points_to")).to_have_text("“to” must not be below “from”: 20 is less than 50.")
    expect(wide_page.locator("#results .notice.bad")).to_be_visible()
    assert_accessible(wide_page)
    wide_page.locator("#f-points_to").fill("200")
    expect(wide_page.locator("#error-points_to")).to_be_hidden()
    expect(names(wide_page).first).to_be_visible()


def test_sorting_keeps_what_is_typed(creatures, wide_page):
    wide_page.goto("/creatures/")
    wide_page.get_by_label("Search the creatures").fill("kobold")
    expect(names(wide_page)).to_have_count(2)
    wide_page.get_by_label("Sort by").select_option("-name")
    expect(names(wide_page)).to_have_text(["Kobold Warrior", "Kobold Druid 1"])
    expect(wide_page).to_have_url(ends_with("/creatures/?q=kobold&sort=-name"))


def test_without_javascript_the_form_is_sent_and_the_address_is_short(creatures, plain_page):
    plain_page.goto("/creatures/")
    plain_page.get_by_label("Search the creatures").fill("kobold")
    plain_page.locator("#f-level_from").select_option("0")
    plain_page.get_by_role("button", name="Show the creatures").click()
    expect(names(plain_page)).to_have_text(["Kobold Druid 1"])
    expect(plain_page).to_have_url(ends_with("/creatures/?q=kobold&level_from=0"))


def test_without_javascript_searching_everything_works_from_the_head_of_any_page(creatures, plain_page):
    plain_page.goto("/glossary/")
    plain_page.get_by_label("Search everything").fill("basilisk")
    plain_page.keyboard.press("Enter")
    expect(plain_page.locator(".exact .name-link")).to_have_text("Basilisk")


def test_everything_is_searched_while_one_types(creatures, either_page, assert_accessible):
    either_page.goto("/search/")
    either_page.get_by_label("What are you looking for?").press_sequentially("slowed", delay=20)
    expect(either_page).to_have_url(ends_with("/search/?q=slowed"))
    expect(either_page.locator(".exact .name-link")).to_have_text("slowed")
    assert_accessible(either_page)
    either_page.locator(".exact .name-link").click()
    expect(either_page.locator("h1")).to_have_text("Slowed")


def test_the_glossary_is_searched_while_one_types(creatures, wide_page):
    wide_page.goto("/glossary/")
    wide_page.get_by_label("Search the glossary").fill("vanguard")
    wide_page.locator(".hit .name-link").first.click()
    expect(wide_page.get_by_role("img", name="Vanguard on the small board")).to_be_visible()


def test_the_list_is_filtered_sorted_and_opened_by_keyboard_alone(creatures, wide_page):
    wide_page.goto("/creatures/")
    wide_page.get_by_label("Search the creatures").focus()
    wide_page.keyboard.type("kobold")
    expect(names(wide_page)).to_have_count(2)
    for _ in range(40):
        wide_page.keyboard.press("Tab")
        if wide_page.evaluate("document.activeElement.value === 'LN'"):
            break
    wide_page.keyboard.press("Space")
    expect(names(wide_page)).to_have_text(["Kobold Druid 1"])
    names(wide_page).first.focus()
    wide_page.keyboard.press("Enter")
    expect(wide_page.locator("h1")).to_have_text("Kobold Druid 1")


def test_a_meaning_shows_on_an_items_page(creatures, wide_page):
    wide_page.goto("/items/basic-poison/")
    wide_page.locator(".entry-text .term").first.hover()
    expect(wide_page.locator("#tip-condition-sickened")).to_be_visible()


def test_drawings_stand_in_the_dark_as_in_the_light(open_page, creatures, assert_legible):
    page = open_page(color_scheme="dark", viewport={"width": 1280, "height": 900})
    for address in ("/glossary/deployment/pincered/", "/glossary/terrain-tile/donjon/"):
        page.goto(address)
        ground, ink = page.evaluate(
            "() => ['.ground', '.frame'].map(one => { const s = getComputedStyle(document.querySelector('svg ' + one));"
            " return one === '.ground' ? s.fill : s.stroke })"
        )
        assert ground != ink
        assert_legible(page)


def test_no_creature_is_listed_twice_however_it_is_asked_for(creatures, wide_page):
    wide_page.goto("/creatures/?damage=piercing&skill=Athletics&skill=Stealth&tag=Animal&tag=Beast")
    listed = names(wide_page).all_text_contents()
    assert len(listed) == len(set(listed))
    assert len(listed) < Creature.objects.count()


def test_every_place_of_the_navigation_is_in_sight_on_a_phone(creatures, wide_page, assert_no_sideways_scroll):
    small = wide_page
    for width, address in product((280, 360), ("/compare/", "/warbands/")):
        small.set_viewport_size({"width": width, "height": 600})
        small.goto(address)
        places = small.locator(".places a")
        expect(places).to_have_count(5)
        for place in places.all():
            expect(place).to_be_in_viewport(ratio=1)
        assert min(places.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")) >= 44
        assert_no_sideways_scroll(small)


def test_the_focused_alignment_is_told_from_the_chosen_ones(creatures, wide_page):
    wide_page.goto("/creatures/?alignment=LG&alignment=LN")
    outline = "box => getComputedStyle(box.parentElement).outlineColor"
    focused, chosen = (wide_page.locator(f".nine input[value={code}]") for code in ("LG", "LN"))
    wide_page.locator("#filters").get_by_role("button", name="Search").focus()
    wide_page.keyboard.press("Tab")
    expect(focused).to_be_focused()
    assert focused.evaluate(outline) != chosen.evaluate(outline)


def test_the_list_fits_screens_between_a_phone_and_a_laptop(creatures, wide_page, assert_no_sideways_scroll):
    for width in (320, 705, 768, 961, 1024):
        wide_page.set_viewport_size({"width": width, "height": 800})
        wide_page.goto("/creatures/")
        assert_no_sideways_scroll(wide_page)
