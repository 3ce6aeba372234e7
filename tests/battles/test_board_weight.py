"""The weight of a board's answers: what a battle of sixteen creatures on the large board sends for an event."""

from dataclasses import replace
from zlib import compress

import pytest

from battles.services.battles import battle_store
from rules.p2v_combat.action_points import STRIDE
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from rules.p2v_combat.events.turns import CreaturesActivated
from rules.p2v_combat.setup.conditions import choose_condition
from rules.p2v_combat.setup.plan import TablePlan, TerrainPiece
from tests.battles.boards import actor
from tests.battles.play import SEED, BattleTable
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db
LIGHT = {"HX-Request": "true", "Muster-Folds": "closed"}
MOST_BYTES = 8000
SIDE = ["goblin-dog", "boar", "orc-warrior", "kobold-warrior", "farmer", "tracker", "lantern-archon", "orc-warrior"]
TERRAIN = (TerrainPiece("t1", "rubble", 9, 5, 4, 3), TerrainPiece("t2", "wall", 14, 9, 5, 1, 1))


def test_an_answer_with_sixteen_creatures_on_the_large_board_is_light() -> None:
    plan = TablePlan(sides=("a", "b"), points=400, board_key="large-board", terrain=TERRAIN)
    setup = replace(setup_of(SIDE, SIDE), table=choose_condition(plan, "standard-victory"))
    person = account("ada")
    table = BattleTable(battle_store(owner=person.owner, setup=setup, seed=SEED).key, person)
    table.begin()
    table.do(CreaturesActivated((actor(table),)))
    places = [
        CreaturePlace(f"{side}.m{n + 1}", (5 + 4 * n, row)) for side, row in (("a", 20), ("b", 4)) for n in range(8)
    ]
    table.do(BoardLaid(tuple(places)))
    own = actor(table)
    x, y = table.folded.state.board.places[own]
    sent = {"do": "act", "creature": own, "focus": own, "action": STRIDE, "way": "", "seen": table.battle.head}
    to = f"{'ABCDEFGHIJ'[x + 1]}{y + 1}"
    answer = person.client.post(f"/battles/{table.key}/act/", {**sent, "way_to": to}, headers=LIGHT)
    assert answer.status_code == 200
    assert b"board-square" in answer.content
    assert b"hp-value" not in answer.content
    whole = person.client.get(f"/battles/{table.key}/now/", {"creature": own}, headers={"Muster-Folds": "open"})
    assert b"hp-value" in whole.content, "an open fold has its forms"
    assert len(compress(answer.content, 6)) < MOST_BYTES
