"""A duel on two phones at 360 px: choices that stay sealed, a reaction that shows them, and first blood."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.counting import CountedThumb
from tests.browser.evenings import AdventureEvening, EveningPhone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def seal(phone: EveningPhone, name: str, skill: str, face: int) -> None:
    """Choose what somebody rolls for initiative."""
    form = phone.page.locator("form", has=phone.page.get_by_role("heading", name=f"Initiative of {name}"))
    form.get_by_label("Roll in secret").select_option(skill)
    form.get_by_label("Our own d20").fill(str(face))
    phone.press("Seal the choice", form)


def test_a_duel_goes_from_its_agreement_to_first_blood_on_two_phones(
    evening: AdventureEvening, assert_accessible: Callable[[Any], None]
) -> None:
    organizer, player = evening.organizer, evening.player
    evening.begin("First Blood on the Weir", Ana="Intimidation +7, Perception +5")
    player.does_not_say("third stone")
    organizer.press("Captain Ysolt Harrow enters the duel")
    numbers = {"hp": "30", "armor": "16", "fight": "9", "power": "15", "fortitude": "6", "reflex": "7", "will": "5"}
    strike = {"name": "Saber", "damage": "8", "type": "slashing", "reach": "melee"}
    parts = {f"stats.{name}": value for name, value in numbers.items()}
    form = organizer.unfold("Enter a duelist’s stats …")
    for place in range(form.locator("details summary").count()):
        organizer.unfold(form.locator("details summary").nth(place))
    parts |= {f"stats.strikes.0.{name}": value for name, value in strike.items()}
    organizer.bring_about("Enter a duelist’s stats", participant="n1", **parts)
    organizer.press("Begin the duel")
    player.catch_up()
    seal(player, "Ana", "Intimidation", 19)
    organizer.catch_up()
    organizer.does_not_say("with Intimidation")
    seal(organizer, "Captain Ysolt Harrow", "Perception", 2)
    player.catch_up()
    player.says("Initiative 26, with a sealed skill")
    player.press("Begin the turn of Ana")
    assert_accessible(player.page)
    thumb = CountedThumb(player.page)
    thumb.tap(player.page.get_by_role("button", name="Act", exact=True))
    assert thumb.counted() == (1, 0)
    player.press("Bullying Press")
    player.says("Initiative 26, with Intimidation")
    player.page.get_by_label("Our own dice").fill("18")
    player.press("Roll")
    organizer.catch_up()
    organizer.says("Ana may have won. The judge decides.")
    expect(organizer.page.locator(".duel-duelist", has_text="Harrow")).to_contain_text("Rattled")
    organizer.press("Confirm the victory of Ana")
    player.catch_up()
    player.says("Ana wins the duel")
