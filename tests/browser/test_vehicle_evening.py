"""Vehicles on two phones at 360 px: a drive, a ram with its damage on both sides, a rival seen, and the end."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import AdventureEvening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_vehicles_are_driven_from_the_start_to_the_end_on_two_phones(
    evening: AdventureEvening, assert_accessible: Callable[[Any], None]
) -> None:
    organizer, player = evening.organizer, evening.player
    evening.begin("The Salt Road", Old_Flint="Driving Lore +9, Athletics +6, Fight +8")
    plain = player.page.locator(".plain-vehicles")
    expect(plain).to_contain_text("Salt Coach at 70, 120, heading east (90°), Speed 40 feet, standing, no pilot")
    player.does_not_say("Two Raiders on Foot")
    player.does_not_say("The raiders want the strongbox")
    expect(player.page.get_by_role("img", name="The plain, 400 by 240 feet")).to_be_visible()
    assert_accessible(player.page)
    organizer.bring_about("Place a vehicle", vehicle="coach", x="150", y="150", heading="90")
    player.catch_up()
    player.roll("Salt Coach", "Take Control", face=15)
    expect(plain).to_contain_text("piloted by Old Flint")
    player.roll("Salt Coach", "Drive (1 action)", face=15)
    player.bring_about("Move the vehicle", feet="20")
    expect(plain).to_contain_text("Salt Coach at 170, 150, heading east (90°), Speed 40 feet, in motion, 20 feet")
    organizer.catch_up()
    organizer.press("Next round")
    player.catch_up()
    player.roll("Salt Coach", "Run Over (3 actions)", face=18)
    player.bring_about("Move the vehicle", degrees="0")
    player.says("Salt Coach rams The Leaning Milestone.")
    player.bring_about("Roll damage", total="20")
    expect(plain).to_contain_text("standing")
    player.says("Old Flint has taken 20 damage.")
    expect(player.page.locator(".adventure-track", has_text="Salt Coach: Hit Points")).to_contain_text("29 of 44")
    organizer.catch_up()
    organizer.bring_about("Roll a Reflex save", faces="15")
    organizer.bring_about("End the adventure", outcome="The coach stands, and the salt is safe.")
    player.catch_up()
    player.says("The coach stands, and the salt is safe.")
