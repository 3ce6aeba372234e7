"""A battle's board on a page."""

from dataclasses import replace
from typing import Any

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
from rules.p2v_combat.state import BattleState
from rules.tables.areas import Square
from tests.rules.p2v_combat.tables import setup_of


def tap_square(page: Any, square: Square) -> None:
    """Tap the middle of a square of the board."""
    x, y = page.evaluate(
        """([x, y]) => {
        const figure = document.querySelector("#play-board > svg"), side = Number(figure.dataset.square);
        const point = new DOMPoint((x + 0.5) * side, (y + 0.5) * side).matrixTransform(figure.getScreenCTM());
        return [point.x, point.y];
        }""",
        square,
    )
    page.touchscreen.tap(x, y)


SEED = b"the same dice in every battle..."


def state_of(battle: Battle) -> BattleState:
    return folded_battle(Battle.objects.get(pk=battle.pk)).state


def boars_on_board(ada: User, creature: str = "boar", places: tuple[Square, Square] = ((5, 12), (5, 7))) -> Battle:
    """Return a battle of two boars, four squares apart on the small board; one of them acts. Or of other creatures."""
    terrain = (TerrainPiece("t1", "rubble", 9, 5, 4, 3),)
    table = TablePlan(sides=("a", "b"), points=100, board_key="small-board", terrain=terrain)
    battle = battle_store(
        owner=Owner(user=ada), setup=replace(setup_of([creature], [creature]), table=table), seed=SEED
    )

    def do(event: BattleEvent) -> None:
        event_record(visitor=BattleVisitor(Owner(user=ada)), key=battle.key, command=lambda state: event)

    do(BoardLaid((CreaturePlace("a.m1", places[0]), CreaturePlace("b.m1", places[1]))))
    do(BattleBegun())
    do(CreaturesActivated((f"{state_of(battle).next_side}.m1",)))
    return battle
