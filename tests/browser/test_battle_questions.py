"""What a battle asks its players, on a phone, on a laptop and without JavaScript: reactions, and who is adjacent."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, User
from battles.selectors.battles import BattleVisitor
from battles.services.battles import battle_store
from battles.services.recording import event_record
from rules.combat.answers import FacesRolled
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.turns import BattleBegun, CreaturesActivated
from tests.rules.p2v_combat.tables import setup_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIRST_IS_RED = (FacesRolled((6,), True), FacesRolled((1,), True))


def begun(ada: User, reds: list[str], blues: list[str], *events: BattleEvent) -> str:
    """Store a battle in which Red acts first, with more events, and return its key."""
    visitor = BattleVisitor(Owner(user=ada))
    key = battle_store(owner=visitor.owner, setup=setup_of(reds, blues), seed=b"dice", dice="entered").key
    for event in (BattleBegun(), *FIRST_IS_RED, *events):
        event_record(visitor=visitor, key=key, command=lambda state, event=event: event)
    return key


def test_a_reaction_is_left_out_for_the_round(
    ada: User, either_page: Any, sign_in: Callable[[Any, Any], None], assert_accessible: Callable[[Any], None]
) -> None:
    key = begun(ada, ["boar", "boar"], ["basilisk", "basilisk"], CreaturesActivated(("a.m1",)))
    sign_in(either_page, ada)
    either_page.goto(f"/battles/{key}/")
    lines = either_page.locator("form.offer-line")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("The target is slowed (Fortitude negates).")
    assert either_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(either_page)
    lines.first.get_by_role("button", name="Not this round").click()
    expect(lines).to_have_count(1)
    lines.first.get_by_role("button", name="Not this round").click()
    expect(lines).to_have_count(0)
    expect(either_page.locator(".battle-latest")).to_contain_text("is not offered again in this round")


def test_a_reaction_is_left_out_without_javascript(
    ada: User, plain_page: Any, sign_in: Callable[[Any, Any], None]
) -> None:
    key = begun(ada, ["boar"], ["basilisk"], CreaturesActivated(("a.m1",)))
    sign_in(plain_page, ada)
    plain_page.goto(f"/battles/{key}/")
    plain_page.get_by_role("button", name="Not this round").click()
    expect(plain_page.get_by_role("button", name="End the turn")).to_be_visible()


def test_whether_the_target_of_a_wolf_is_adjacent_is_one_tick(
    ada: User, either_page: Any, sign_in: Callable[[Any, Any], None], assert_accessible: Callable[[Any], None]
) -> None:
    invisible = HeldSet("b.m1", "invisible", True, "")
    key = begun(ada, ["dire-wolf"], ["boar"], invisible, CreaturesActivated(("a.m1",)))
    sign_in(either_page, ada)
    either_page.goto(f"/battles/{key}/?creature=a.m1&action=feature%2Fjaws&way=")
    either_page.get_by_label("Boar").check()
    either_page.get_by_label("Adjacent").check()
    assert_accessible(either_page)
    either_page.locator("form.aim").get_by_role("button", name="Strike").click()
    expect(either_page.locator(".battle-now")).to_contain_text("Concealment of Boar")


def test_what_the_battle_leaves_to_the_players_is_in_sight_on_every_screen(
    ada: User, either_page: Any, sign_in: Callable[[Any, Any], None], assert_accessible: Callable[[Any], None]
) -> None:
    key = begun(ada, ["boar"], ["trog-warrior"], CreaturesActivated(("a.m1",)), CreatureActed("a.m1", "act/stride", ""))
    sign_in(either_page, ada)
    either_page.goto(f"/battles/{key}/")
    expect(either_page.get_by_text("Trog Warrior’s Powerful Stench").first).to_be_in_viewport()
    assert_accessible(either_page)
    either_page.get_by_role("link", name="By hand").click()
    expect(either_page.locator("#panel-name")).to_have_text("Boar")
