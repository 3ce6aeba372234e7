"""Forms of fights of other games in a browser: what was typed into one that was sent does not stay in it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, User
from battles.selectors.battles import BattleVisitor
from battles.services.fights import combatants_enter, fight_make
from rules.combat.lists import ListedCombatant
from rules.heroic import HEROIC
from rules.heroic.sheets import CREATURE_KIND, HERO_KIND
from tests.browser.screens import SCREENS
from tests.rules.filled_sheets import filled_sheet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_what_was_sent_is_not_in_the_form_any_more(
    ada: User, open_page: Callable[..., Any], sign_in: Callable[[Any, Any], None]
) -> None:
    owner = Owner(user=ada)
    table = filled_sheet(HEROIC.table, "Table")
    battle = fight_make(owner=owner, family=HEROIC, party=["Heroes"], master="", table=table, dice="entered")
    hero = filled_sheet(HERO_KIND, "Ann", stamina=21, recoveries=4, speed=5)
    goblin = filled_sheet(CREATURE_KIND, "Goblin", stamina=4, speed=6)
    for side, sheet in (("a", hero), ("b", goblin)):
        entries = [ListedCombatant(1, sheet)]
        combatants_enter(visitor=BattleVisitor(owner), key=battle.key, side=side, entries=entries)
    page = open_page(**SCREENS["360px"])
    sign_in(page, ada)
    page.goto(f"/battles/{battle.key}/")
    page.get_by_role("button", name="Begin the fight").click()
    page.locator("#offers-by-the-table > summary").click()
    fold = page.locator("details.fold details", has=page.locator("summary", has_text="Deal damage"))
    fold.locator("> summary").click()
    fold.get_by_label("Damage", exact=True).fill("12")
    fold.get_by_label("Why").fill("a trap")
    fold.get_by_role("button", name="Deal damage").click()
    expect(page.locator(".fight-line", has_text="Ann")).to_contain_text("9/21")
    expect(fold.get_by_label("Damage", exact=True)).to_have_value("1")
    expect(fold.get_by_label("Why")).to_have_value("")
    page.locator(".fight-line", has_text="Ann").locator("a").click()
    hand = page.locator("#set-by-hand")
    expect(page.locator("#panel-name")).to_have_text("Ann")
    hand.locator("> summary").click()
    hand.get_by_label("Recoveries", exact=True).fill("1")
    hand.get_by_label("Prone", exact=True).check()
    hand.get_by_label("Why").fill("mud")
    hand.get_by_label("Why").press("Enter")
    expect(page.locator(".fight-line", has_text="Ann")).to_contain_text("prone")
    expect(page.locator(".battle-log")).to_contain_text("Ann: Recoveries set to 1.")
    expect(hand.get_by_label("Prone", exact=True)).to_be_checked()
    expect(hand.get_by_label("Why")).to_have_value("")
