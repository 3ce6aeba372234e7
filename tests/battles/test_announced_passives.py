"""What a creature has without a cost stands on the page, and in the API, at the moment at which it comes up."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.services.battles import battle_store
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.turns import CreaturesActivated
from tests.battles.pages import page
from tests.battles.play import SEED, BattleTable
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db

STENCH = (
    "Powerful Stench: A creature is sickened when it enters the aura (Fortitude negates). Fortitude against Power 15."
)


def begun() -> BattleTable:
    owner = account("ann")
    battle = battle_store(owner=owner.owner, setup=setup_of(["boar"], ["trog-warrior"]), seed=SEED, dice="server")
    table = BattleTable(battle.key, owner)
    table.begin()
    if table.folded.state.next_side == "b":
        table.take_turn()
    table.do(CreaturesActivated(("a.m1",)))
    return table


def test_an_aura_stands_above_everything_else_with_a_way_to_enter_it_by_hand() -> None:
    table = begun()
    table.do(CreatureActed("a.m1", "act/stride", ""))
    html = page(table).content.decode()
    latest = html.partition('class="battle-latest"')[2].partition("</div>")[0]
    assert STENCH in latest
    assert f'href="/battles/{table.key}/?creature=a.m1#panel-name"' in latest
    assert 'id="panel-name"' in page(table, creature="a.m1").content.decode()


def test_programs_read_it_as_a_line_of_the_log() -> None:
    table = begun()
    table.do(CreatureActed("a.m1", "act/stride", ""))
    lines = table.owner.client.get(f"/api/v1/battles/{table.key}/log/").json()
    assert STENCH in str(lines)


def test_whose_turn_it_is_shows_its_conditions_beside_its_action_points() -> None:
    owner = account("ann")
    setup = setup_of(["zombie-shambler"], ["zombie-shambler"])
    table = BattleTable(battle_store(owner=owner.owner, setup=setup, seed=SEED, dice="server").key, owner)
    table.begin()
    table.do(CreaturesActivated((f"{table.folded.state.next_side}.m1",)))
    turn = LexborHTMLParser(page(table).content.decode()).css_first(".battle-turn")
    assert " ".join(turn.css_first(".ap-count").text().split()) == "1 AP"
    assert turn.css_first(".held").text() == "slowed"


def test_an_action_says_its_reach_and_its_uses_apart() -> None:
    owner = account("ann")
    setup = setup_of(["neutral-acolyte"], ["neutral-acolyte"])
    table = BattleTable(battle_store(owner=owner.owner, setup=setup, seed=SEED, dice="server").key, owner)
    table.begin()
    table.do(CreaturesActivated((f"{table.folded.state.next_side}.m1",)))
    details = [node.text() for node in LexborHTMLParser(page(table).content.decode()).css(".option small")]
    assert "Ranged 6 · 1 of 1 left" in details
