"""Fights of other games on two phones at 360 px, a game master’s and a player’s, from beginning to end."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from accounts.models import Owner, User
from battles.models import Battle
from battles.selectors.battles import BattleVisitor
from battles.selectors.families import declared_families
from battles.services.fights import combatants_enter, fight_make
from battles.services.seats import seat_link_make
from rules.combat.lists import ListedCombatant
from rules.combat.sheets import FightSheet
from tests.browser.screens import SCREENS
from tests.rules.filled_sheets import filled_sheet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def phones(ada: User, open_page: Callable[..., Any], sign_in: Callable[[Any, Any], None], live_server: Any) -> Any:
    """Return a function that makes a fight of ada, the game master, and opens it on her phone and on a player's.

    The player's phone opens it once it has begun.
    """

    def _open(family: str, hero: FightSheet, opponent: FightSheet) -> tuple[Any, Any]:
        battle = _fight(ada, family, hero, opponent)
        master, player = open_page(**SCREENS["360px"]), open_page(**SCREENS["360px"])
        sign_in(master, ada)
        master.goto(f"/battles/{battle.key}/")
        master.get_by_role("button", name="Begin the fight").click()
        expect(master.locator(".fight-line")).to_have_count(2)
        _take_seat(battle, ada, player, live_server.url)
        player.goto(f"/battles/{battle.key}/")
        return master, player

    return _open


def _fight(ada: User, key: str, hero: FightSheet, opponent: FightSheet) -> Battle:
    family, owner = declared_families()[key], Owner(user=ada)
    table = filled_sheet(family.table, "Table")
    battle = fight_make(owner=owner, family=family, party=["Heroes"], master="", table=table, dice="entered")
    for side, sheet in (("a", hero), ("b", opponent)):
        entry = ListedCombatant(1, sheet)
        combatants_enter(visitor=BattleVisitor(owner), key=battle.key, side=side, entries=[entry])
    return battle


def _take_seat(battle: Battle, ada: User, page: Any, home: str) -> None:
    seat_link_make(visitor=BattleVisitor(Owner(user=ada)), key=battle.key, side="a")
    visitor = Client()
    visitor.post(f"/battles/join/{battle.seats.get(side='a').token}/")
    session = visitor.cookies[settings.SESSION_COOKIE_NAME]
    page.context.add_cookies([{"name": session.key, "value": session.value, "url": home}])


def _asks(page: Any, words: str) -> None:
    """Wait until a phone asks for something."""
    expect(page.locator(".battle-now h2").first).to_contain_text(words)


def _tap(page: Any, question: str, face: int) -> None:
    """Tap the face of a single die once the phone asks for it."""
    _asks(page, question)
    page.get_by_role("button", name=str(face), exact=True).click()


def _take_main(page: Any, label: str, target: str = "") -> None:
    """Open the form of what usually comes next, tick a target if it asks for several, and send it."""
    fold = page.locator(".main-fold", has=page.locator("summary", has_text=label)).first
    fold.locator("summary").click()
    if target:
        fold.get_by_label(target, exact=True).check()
    fold.locator("button.option").click()


def _press_far_below(page: Any, label: str) -> None:
    """Send the form of what usually comes next from where its question is out of view: what follows comes into view."""
    fold = page.locator(".main-fold", has=page.locator("summary", has_text=label)).first
    fold.locator("summary").click()
    button = fold.locator("button.option")
    button.evaluate("one => one.scrollIntoView({ block: 'start' })")
    expect(page.locator(".battle-now h2").first).not_to_be_in_viewport()
    button.click()
    expect(page.locator(".battle-now h2").first).to_be_in_viewport()


def _both(pages: tuple[Any, Any], words: str) -> None:
    for page in pages:
        expect(page.locator("#battle")).to_contain_text(words)


def test_a_fight_of_older_pathfinder_on_two_phones(phones, assert_no_sideways_scroll):
    kind = declared_families()["older"].kinds[0]
    sword = {**_row(kind, "attacks"), "name": "Longsword", "bonus": 9, "dice": "1d8"}
    hero = filled_sheet(
        kind,
        "Mara",
        hp=24,
        constitution=14,
        initiative=5,
        base_attack=9,
        attacks=(sword,),
    )
    both = phones("older", hero, filled_sheet(kind, "Grub", hp=3, constitution=12))
    master, player = both
    master.get_by_role("button", name="Roll initiative").click()
    _tap(player, "Mara", 15)
    _tap(master, "Grub", 2)
    _both(both, "Mara acts")
    expect(player.locator(".fight-line", has_text="Grub")).not_to_contain_text("HP")
    expect(master.locator(".fight-line", has_text="Grub")).to_contain_text("3/3")
    _press_far_below(player, "Attack")
    _tap(player, "Longsword", 12)
    _tap(player, "amage", 8)
    expect(master.locator(".fight-line", has_text="Grub")).to_contain_text("unconscious")
    assert_no_sideways_scroll(player)
    master.get_by_role("button", name="End the fight").first.click()
    _both(both, "The fight is over")
    player.get_by_role("link", name="See the report").click()
    expect(player.locator("h1")).to_contain_text("The winner: Heroes.")


def _row(kind: Any, field: str) -> dict[str, Any]:
    """Return an empty row of a list of a sheet."""
    return {column.key: column.usual for column in kind.by_key[field].columns}


def _heroic_pair() -> tuple[FightSheet, FightSheet]:
    """Return a hero with an ability, and a goblin that falls by one good blow."""
    heroes, creatures = declared_families()["heroic"].kinds
    cut = {**_row(heroes, "abilities"), "name": "Cut", "damage_1": "3", "damage_2": "5", "damage_3": "8"}
    hero = filled_sheet(heroes, "Ann", stamina=21, recoveries=4, speed=5, might=2, abilities=(cut,))
    return hero, filled_sheet(creatures, "Goblin", stamina=4, speed=6)


def test_a_fight_works_by_keyboard_and_without_javascript(ada, plain_page, sign_in):
    battle = _fight(ada, "heroic", *_heroic_pair())
    sign_in(plain_page, ada)
    plain_page.goto(f"/battles/{battle.key}/")
    for button in ("Begin the fight", "The heroes begin", "Begin turn"):
        plain_page.get_by_role("button", name=button).first.press("Enter")
    fold = plain_page.locator(".main-fold", has=plain_page.locator("summary", has_text="Cut")).first
    fold.locator("summary").press("Enter")
    fold.get_by_label("Goblin", exact=True).check()
    fold.locator("button.option").press("Enter")
    for die, face in (("Die 1 of 2", "9"), ("Die 2 of 2", "8")):
        plain_page.get_by_label(die).fill(face)
    plain_page.get_by_role("button", name="Enter").press("Enter")
    expect(plain_page.locator(".fight-line", has_text="Goblin")).to_contain_text("0/4")
    plain_page.get_by_role("button", name="Undo").first.press("Enter")
    expect(plain_page.locator(".fight-line", has_text="Goblin")).to_contain_text("4/4")


def test_a_fight_of_heroic_combat_on_two_phones(phones, assert_no_sideways_scroll):
    both = phones("heroic", *_heroic_pair())
    master, player = both
    _asks(player, "decide which side begins")
    player.get_by_role("button", name="The heroes begin").click()
    _asks(player, "The heroes take a turn")
    player.get_by_role("button", name="Begin turn").click()
    _both(both, "Ann’s turn")
    _take_main(player, "Cut", "Goblin")
    _asks(player, "Cut")
    for die, face in (("Die 1 of 2", "9"), ("Die 2 of 2", "8")):
        player.get_by_label(die).fill(face)
    player.get_by_role("button", name="Enter").click()
    expect(master.locator(".fight-line", has_text="Goblin")).to_contain_text("0/4")
    expect(player.locator(".fight-line", has_text="Goblin")).to_contain_text("out")
    expect(player.locator(".fight-line", has_text="Goblin")).not_to_contain_text("Stamina")
    assert_no_sideways_scroll(player)
    master.get_by_role("button", name="The heroes win").click()
    _both(both, "The fight is over")
    player.get_by_role("link", name="See the report").click()
    expect(player.locator("h1")).to_contain_text("The winner: Heroes.")
