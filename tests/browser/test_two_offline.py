"""Two phones lose their network in the middle of an aftermath or of a round: both come back to the same end."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from accounts.models import Owner
from battles.models import Battle
from battles.selectors.battles import BattleVisitor
from battles.selectors.folding import folded_battle
from battles.services.battles import battle_store
from battles.services.seats import seat_link_make
from tests.browser.screens import SCREENS, wait_for_truth
from tests.campaigns.play import BOARS, KOBOLDS, commit, enlist, enter, field, opened, report, state_of
from tests.campaigns.verbs import usual_table
from tests.rules.p2v_combat.tables import setup_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_creatures")]
NOTHING_WAITS = "async () => (await muster.queue.all()).every((command) => command.refused)"


def panel(page: Any) -> Any:
    return page.locator("#queue")


def come_back(*phones: Any) -> None:
    for phone in phones:
        phone.context.set_offline(False)
        wait_for_truth(phone, NOTHING_WAITS)


def enter_die(phone: Any, face: int) -> None:
    phone.locator(".dice-entry input").first.fill(str(face))
    phone.get_by_role("button", name="Save", exact=True).first.click()
    expect(phone.locator(".saved-here")).to_contain_text("saved on this device")


def test_an_aftermath_is_entered_on_two_phones(open_page, sign_in):
    table = usual_table()
    rows = [enlist(table, "bob", *BOARS), enlist(table, "dan", *KOBOLDS)]
    scenario = opened(table, *rows)
    for row in rows:
        field(table, scenario, row)
    report(table, scenario, {rows[0]: 0, rows[1]: 1}, (rows[0], "m1"), (rows[1], "m1"))
    address = f"/campaigns/{table.key}/scenarios/{scenario}/aftermath/"
    bob, dan = (open_page(**SCREENS["360px"]) for _ in rows)
    for phone, name in ((bob, "bob"), (dan, "dan")):
        sign_in(phone, table.people[name].owner.user)
        phone.goto(address)
        phone.context.set_offline(True)
    enter_die(bob, 3)
    enter_die(dan, 4)
    come_back(dan, bob)

    def _entered() -> set[tuple[int, ...]]:
        return {recorded.roll.faces for recorded in state_of(table, scenario).rolls.values()}

    assert _entered() == {(3,), (4,)}
    # Meanwhile the organizer enters another die for bob, and commits before dan is back.
    for phone in (bob, dan):
        phone.goto(address)
        phone.context.set_offline(True)
    enter_die(bob, 5)
    enter_die(dan, 2)
    enter(table, scenario, rows[0], "m1", "elimination", 6)
    come_back(bob)
    expect(panel(bob)).to_contain_text("Someone entered something different meanwhile.")
    expect(panel(bob)).to_contain_text("Old Boar: 6")
    assert _entered() == {(6,), (4,)}
    commit(table, scenario)
    come_back(dan)
    expect(panel(dan)).to_contain_text("1 change not done")
    assert (4,) in _entered()
    assert (2,) not in _entered()


def test_a_round_goes_on_on_two_phones(open_page, sign_in, ada, live_server):
    setup = setup_of(["kobold-warrior"], ["boar"])
    battle = battle_store(owner=Owner(user=ada), setup=setup, seed=b"the same dice in every battle...")
    red, blue = (open_page(**SCREENS["360px"]) for _ in "ab")
    sign_in(red, ada)
    seat_link_make(visitor=BattleVisitor(Owner(user=ada)), key=battle.key, side="b")
    visitor = Client()
    visitor.post(f"/battles/join/{battle.seats.get(side='b').token}/")
    session = visitor.cookies[settings.SESSION_COOKIE_NAME]
    blue.context.add_cookies([{"name": session.key, "value": session.value, "url": live_server.url}])
    red.goto(f"/battles/{battle.key}/")
    red.get_by_role("button", name="Begin the battle").click()
    expect(red.locator(".creature-line").first).to_be_visible()
    for phone in (red, blue):
        phone.goto(f"/battles/{battle.key}/?creature=b.m1")
        expect(phone.locator("#panel-name")).to_have_text("Boar")
        phone.locator("#more-held > summary").click()
        phone.context.set_offline(True)
    red.get_by_role("button", name="Take 5 damage").click()
    blue.get_by_role("button", name="Take 1 damage").click()
    for phone in (red, blue):
        phone.get_by_role("button", name="prone", exact=True).click()
        expect(phone.locator("#battle-offline")).to_contain_text("2 changes wait")
    come_back(blue, red)
    for phone in (red, blue):
        expect(phone.locator(".panel-hp b")).to_have_text("34")
        expect(phone.get_by_role("button", name="prone", exact=True)).to_have_attribute("aria-pressed", "true")
    # Blue is away once more, while Red sees the boar leave the board.
    blue.context.set_offline(True)
    blue.get_by_role("button", name="Take 5 damage").click()
    expect(blue.locator("#battle-offline")).to_contain_text("1 change waits")
    red.locator("#leave > summary").click()
    red.get_by_role("button", name="Left the board").click()
    expect(red.locator("main")).to_contain_text("Boar leaves the board")
    come_back(blue)
    expect(blue.locator("#battle-refusals")).to_contain_text("Boar: Take 5 damage. Boar is out of play.")
    assert folded_battle(Battle.objects.get(pk=battle.pk)).state.combatants["b.m1"].hp == 34
