"""The form of an action: what it asks about a target, and what it makes of the answers."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.services.battles import battle_store
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.turns import CreaturesActivated
from tests.battles.play import SEED, BattleTable
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db
JAWS = {"creature": "a.m1", "action": "feature/jaws", "way": ""}


@pytest.fixture
def table() -> BattleTable:
    """Let a dire wolf, whose jaws reach 2 squares, act against an invisible boar."""
    person = account("ada")
    battle = battle_store(owner=person.owner, setup=setup_of(["dire-wolf"], ["boar"]), seed=SEED)
    table = BattleTable(battle.key, person)
    table.begin()
    if table.folded.state.next_side == "b":
        table.take_turn()
    table.do(HeldSet("b.m1", "invisible", True, ""))
    table.do(CreaturesActivated(("a.m1",)))
    return table


def bite(table: BattleTable, **fields: Any) -> Any:
    fields |= {**JAWS, "do": "act", "target": "b.m1", "seen": table.battle.head}
    return table.owner.client.post(f"/battles/{table.key}/act/", fields)


def test_who_has_scent_says_whether_an_invisible_target_is_adjacent(table: BattleTable) -> None:
    page = LexborHTMLParser(table.owner.get(f"/battles/{table.key}/", **JAWS).content.decode())
    assert page.css_first("input[name='adjacent-b.m1']") is not None
    refused = bite(table)
    assert "while the two are adjacent" in refused.content.decode()
    bite(table, **{"adjacent-b.m1": "1"})
    lines = [note.text for line in table.folded.lines for note in line.notes]
    assert any("oncealment does not stop" in text or "the target is concealed" in text for text in lines)


def test_programs_learn_that_it_is_asked(table: BattleTable) -> None:
    answer = table.owner.client.get(f"/api/v1/battles/{table.key}/options/", {"creature": "a.m1"})
    jaws = next(action for action in answer.json()["actions"] if action["key"] == "feature/jaws")
    assert "adjacent" in jaws["ways"][0]["targets"]["asks_for"]
