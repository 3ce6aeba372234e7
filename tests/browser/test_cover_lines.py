"""Another line of cover is chosen in the form of a Strike on a board, at 360 px and at 1280."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import Owner, User
from battles.models import Battle
from battles.selectors.battles import BattleVisitor
from battles.selectors.folding import folded_battle
from battles.services.battles import battle_store
from battles.services.recording import event_record
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from rules.p2v_combat.events.turns import BattleBegun, CreaturesActivated
from rules.p2v_combat.setup.plan import TablePlan, TerrainPiece
from tests.browser.screens import SCREENS
from tests.rules.p2v_combat.tables import setup_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SEED = b"the same dice in every battle..."


@pytest.fixture
def between(ada: User) -> Battle:
    """Return a battle in which a boar beside its ally strikes past undergrowth or past that ally."""
    terrain = (TerrainPiece("t1", "undergrowth", 4, 3, 1, 1),)
    table = TablePlan(sides=("a", "b"), points=100, board_key="small-board", terrain=terrain)
    setup = replace(setup_of(["boar", "boar"], ["boar", "boar"]), table=table)
    battle = battle_store(owner=Owner(user=ada), setup=setup, seed=SEED)

    def do(event: BattleEvent) -> None:
        event_record(visitor=BattleVisitor(Owner(user=ada)), key=battle.key, command=lambda state: event)

    do(BattleBegun())
    own = folded_battle(Battle.objects.get(pk=battle.pk)).state.next_side or "a"
    foe = "b" if own == "a" else "a"
    squares = {f"{own}.m1": (3, 3), f"{own}.m2": (3, 4), f"{foe}.m1": (4, 4), f"{foe}.m2": (20, 12)}
    do(BoardLaid(tuple(CreaturePlace(creature, square) for creature, square in squares.items())))
    do(CreaturesActivated((f"{own}.m1",)))
    return battle


@pytest.mark.parametrize("screen", ["360px", "1280px"])
def test_a_strike_takes_the_line_that_was_chosen(
    screen: str,
    between: Battle,
    ada: User,
    open_page: Callable[..., Any],
    sign_in: Callable[[Any, Any], None],
    assert_accessible: Callable[[Any], None],
    assert_no_sideways_scroll: Callable[[Any], None],
) -> None:
    page = open_page(**SCREENS[screen])
    sign_in(page, ada)
    page.goto(f"/battles/{between.key}/")
    page.locator("a.option").first.click()
    line = page.get_by_label("Line of cover to Boar")
    expect(line).to_be_visible()
    assert_no_sideways_scroll(page)
    assert_accessible(page)
    line.select_option(label="1 cover die: Undergrowth; no concealment")
    page.locator("form.aim input[name=target]").first.check()
    page.get_by_role("button", name="Strike", exact=True).click()
    expect(page.get_by_text("Undergrowth on the line: 1 cover die.").first).to_be_attached()
