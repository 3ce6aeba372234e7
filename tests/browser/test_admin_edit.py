"""Editing a creature in the admin in a real browser: the card follows what one types, and a save is a revision."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from compendium.models import Creature, Source
from compendium.services.creatures import creature_create
from rules.cards.model import Card, Feature, Stats, numbered
from rules.effects.values import Damage, Range

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WOLF = Card(
    key="",
    name="Ash Wolf",
    level=3,
    alignment="NE",
    size="Medium",
    stats=Stats(fight=8, armor=15, power=13, fortitude=5, reflex=7, will=2, hp=40, speed=6),
    tags=("Animal",),
    features=numbered(
        (
            Feature(
                id="", name="Jaws", cost="1", range=Range("melee", 1), strike=True, damage=(Damage(9, ("piercing",)),)
            ),
            Feature(id="", name="Howl", cost="2", range=Range("emanation", 3), gives=("slowed",)),
        )
    ),
)


@pytest.fixture
def wolf():
    return creature_create(card=WOLF, source=Source.objects.create(key="club", name="The club", license="own work"))


@pytest.fixture
def open_wolf(sign_in, boss, wolf):
    """Return a function that opens the creature's page, signed in."""

    def _open(page):
        sign_in(page, boss)
        page.goto(reverse("admin:compendium_creature_change", args=[wolf.pk]))
        return page

    return _open


def test_the_card_follows_what_one_types_and_a_save_is_a_revision(either_page, open_wolf, wolf):
    page = open_wolf(either_page)
    card = page.locator(".card-preview")
    expect(card).to_contain_text("Ash Wolf")
    page.get_by_label("Name:").first.fill("Cinder Wolf")
    page.get_by_label("Level:").fill("5")
    page.locator("[name=features-0-damage]").fill("12 piercing and fire")
    expect(card).to_contain_text("Cinder Wolf")
    expect(card).to_contain_text("32")
    expect(card).to_contain_text("Deals 12 piercing and fire damage.")
    assert wolf.revisions.count() == 1
    page.get_by_role("button", name="Save and continue editing").click()
    expect(page.locator(".revision-list")).to_contain_text("Revision 2")
    assert Creature.objects.get(pk=wolf.pk).name == "Cinder Wolf"


def test_a_fault_is_told_in_the_preview_while_one_types(wide_page, open_wolf):
    page = open_wolf(wide_page)
    page.locator("[name=features-0-range]").fill("far away")
    card = page.locator(".card-preview")
    expect(card).to_contain_text("A range is one of")
    expect(card.get_by_role("link", name="Jaws, Range")).to_have_attribute("href", "#id_features-0-range")
    page.locator("[name=features-0-range]").fill("ranged 6/12")
    expect(card).to_contain_text("Ranged 6/12")
    expect(card).not_to_contain_text("A range is one of")


def test_features_move_with_buttons_and_new_ones_join_them(wide_page, open_wolf, wolf):
    page = open_wolf(wide_page)
    page.get_by_role("button", name="Move down").first.click()
    expect(page.locator(".card-preview .feature-name, .card-preview h3").first).to_contain_text("Howl")
    page.get_by_text("Add another Feature").click()
    page.locator("[name=features-2-name]").fill("Burning Hide")
    page.locator("[name=features-2-effect]").fill("It smoulders.")
    expect(page.locator(".card-preview")).to_contain_text("It smoulders.")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/creature/")
    assert [feature.name for feature in wolf.features.all()] == ["Howl", "Jaws", "Burning Hide"]


def test_words_are_suggested_after_the_last_comma(wide_page, open_wolf):
    page = open_wolf(wide_page)
    field = page.locator("[name=skills]")
    field.fill("Stealth, At")
    expect(page.locator("#id_skills-words option[value='Stealth, Athletics']")).to_have_count(1)


def test_without_javascript_a_creature_is_edited_and_previewed_all_the_same(plain_page, open_wolf, wolf):
    page = open_wolf(plain_page)
    page.get_by_label("Name:").first.fill("Cinder Wolf")
    page.locator("[name=features-0-position]").fill("2")
    page.locator("[name=features-1-position]").fill("1")
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Preview the card").click()
    expect(opened.value.locator(".card-preview")).to_contain_text("Cinder Wolf")
    assert wolf.revisions.count() == 1
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/creature/")
    assert [feature.name for feature in wolf.features.all()] == ["Howl", "Jaws"]
    assert Creature.objects.get(pk=wolf.pk).name == "Cinder Wolf"


def test_the_card_stands_beside_the_form_on_a_wide_screen_and_below_it_on_a_phone(wide_page, phone_page, open_wolf):
    boxes = {}
    for name, page in (("wide", wide_page), ("phone", phone_page)):
        open_wolf(page)
        boxes[name] = (page.locator("#creature_form").bounding_box(), page.locator(".card-preview").bounding_box())
    form, card = boxes["wide"]
    assert card["x"] >= form["x"] + form["width"]
    assert card["y"] < 400
    form, card = boxes["phone"]
    assert card["y"] >= form["y"] + form["height"] - 1


@pytest.mark.parametrize("name", ["changelist", "add", "import", "export"])
def test_the_pages_fit_their_screens(either_page, sign_in, boss, wolf, assert_no_sideways_scroll, name):
    sign_in(either_page, boss)
    either_page.goto(reverse(f"admin:compendium_creature_{name}"))
    assert_no_sideways_scroll(either_page)


def test_a_source_is_found_as_one_types(wide_page, sign_in, boss, wolf):
    sign_in(wide_page, boss)
    wide_page.goto(reverse("admin:compendium_creature_add"))
    wide_page.locator(".field-source .select2-selection").click()
    wide_page.locator(".select2-search__field").fill("clu")
    wide_page.get_by_role("option", name="The club").click()
    expect(wide_page.locator(".field-source .select2-selection__rendered")).to_contain_text("The club")


def test_what_is_wrong_with_a_feature_is_told_in_readable_lines(either_page, open_wolf):
    page = open_wolf(either_page)
    page.locator("[name=features-0-range]").fill("meelee two")
    page.locator("[name=_save]").click()
    told = page.locator("#id_features-0-range_error")
    expect(told).to_contain_text("“meelee two” is not.")
    field = page.locator("[name=features-0-range]").bounding_box()
    assert told.bounding_box()["width"] >= 0.9 * field["width"]


def test_the_admin_begins_with_the_compendium(wide_page, sign_in, boss, wolf):
    sign_in(wide_page, boss)
    wide_page.goto(reverse("admin:index"))
    expect(wide_page.locator("#content-main caption").first).to_have_text("Compendium")
    related = wide_page.locator("#content-related").bounding_box()
    assert related["y"] < wide_page.locator("#content-main").bounding_box()["y"] + 100
