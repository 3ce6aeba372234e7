"""Writing a creature by hand: by keyboard, on a phone, with card and judgment beside it, and without scripts."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from compendium.models import Homebrew

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("few_creatures"),
]


def fill_stats(page: Any, **stats: int) -> None:
    for label, value in stats.items():
        page.get_by_label(label, exact=True).fill(str(value))


def test_a_player_writes_a_creature_sees_its_card_and_saves_it(
    either_page: Any,
    assert_accessible: Callable[[Any], None],
    assert_legible: Callable[[Any], None],
    assert_no_sideways_scroll: Callable[[Any], None],
):
    page = either_page
    page.goto("/homebrew/new/")
    card, judgment = page.locator("#preview .card"), page.locator("#preview .judgment")
    expect(card).to_contain_text("Without a name")
    page.get_by_label("Name", exact=True).first.fill("Ash Hound")
    page.get_by_label("Level and points").select_option("2")
    fill_stats(page, Fight=14, Armor=15, HP=30)
    feature = page.locator("#feature-0")
    feature.get_by_label("Name").fill("Jaws")
    feature.get_by_label("Strike", exact=True).check()
    feature.get_by_label("Damage", exact=True).fill("ten piercing")
    expect(card).to_contain_text("Ash Hound")
    expect(card).to_contain_text("18 pts")
    expect(judgment).to_contain_text("Above every built-in creature of level 2")
    # What is wrong stands beside its field, and goes once it is right.
    damage = feature.get_by_label("Damage", exact=True)
    expect(feature.locator(".of-damage .errors")).to_contain_text("Damage is an amount and its types")
    expect(damage).to_have_attribute("aria-invalid", "true")
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    assert_legible(page)
    damage.fill("10 piercing")
    expect(feature.locator(".of-damage .errors")).to_have_count(0)
    expect(card).to_contain_text("Deals 10 piercing damage.")
    assert_no_sideways_scroll(page)
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(r"/creatures/ash-hound--hb-\w+/$"))
    assert Homebrew.objects.get().creature.name == "Ash Hound"
    page.get_by_role("link", name="My creatures").first.click()
    expect(page.get_by_role("table")).to_contain_text("Ash Hound")
    page.get_by_role("link", name="Ash Hound").first.click()
    page.get_by_role("link", name="Edit it").click()
    expect(page.get_by_label("Name", exact=True).first).to_have_value("Ash Hound")


def test_features_are_added_and_moved_by_keyboard(wide_page: Any):
    page = wide_page
    page.goto("/homebrew/new/?from=boar")
    titles = page.locator(".feature-title")
    expect(titles).to_have_text(["Ferocity", "Tusk", "Boar Charge"])
    page.get_by_role("button", name="Add a feature").press("Enter")
    expect(page.locator("#id_features-3-name")).to_be_focused()
    page.keyboard.type("Grunt")
    expect(titles).to_have_text(["Ferocity", "Tusk", "Boar Charge", "Grunt"])
    page.locator("#up-3").press("Enter")
    expect(titles).to_have_text(["Ferocity", "Tusk", "Grunt", "Boar Charge"])
    expect(page.locator("#up-2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(titles).to_have_text(["Ferocity", "Grunt", "Tusk", "Boar Charge"])
    expect(page.locator("#preview .card")).to_contain_text("Grunt")
    page.locator("#feature-1").get_by_role("button", name="Remove").press("Enter")
    expect(titles).to_have_text(["Ferocity", "Tusk", "Boar Charge"])
    expect(page.get_by_role("button", name="Add a feature")).to_be_focused()
    expect(page.locator("#preview .card")).not_to_contain_text("Grunt")


def test_a_copy_begins_from_a_creatures_page_and_an_emblem_is_found_by_its_name(phone_page: Any):
    page = phone_page
    page.goto("/creatures/boar/")
    page.get_by_role("link", name="Copy as homebrew").click()
    expect(page.get_by_label("Name", exact=True).first).to_have_value("Copy of Boar")
    page.locator("#emblem-picker > summary").click()
    page.get_by_label("Find an emblem").fill("wolf")
    expect(page.locator(".emblem-choice", has_text="Ant").first).to_be_hidden()
    page.locator(".emblem-choice:visible").first.click()
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(r"/creatures/copy-of-boar--hb-\w+/$"))
    assert "wolf" in Homebrew.objects.get().creature.emblem


def test_without_javascript_the_form_previews_tells_faults_and_saves(
    plain_page: Any, assert_accessible: Callable[[Any], None]
):
    page = plain_page
    page.goto("/homebrew/new/")
    page.get_by_label("Name", exact=True).first.fill("<script>Hound</script>")
    fill_stats(page, Fight=8)
    feature = page.locator("#feature-0")
    feature.get_by_label("Name").fill("Jaws")
    feature.get_by_label("Damage", exact=True).fill("ten")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview .card-name")).to_have_text("<script>Hound</script>")
    expect(feature.locator(".of-damage .errors")).to_contain_text("Damage is an amount and its types")
    page.get_by_role("button", name="Add a feature").click()
    page.locator("#feature-1").get_by_label("Name").fill("Howl")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was saved yet.")
    feature.get_by_label("Damage", exact=True).fill("10 piercing")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(r"/creatures/script-hound-script--hb-\w+/$"))
    names = Homebrew.objects.get().creature.features.values_list("name", flat=True)
    assert list(names) == ["Jaws", "Howl"]
