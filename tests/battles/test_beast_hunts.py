"""A Beast Hunt on its pages and by programs: the monster, its price, and its turn by gambits."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.selectors.folding import setup_of
from battles.services.battles import battle_store
from rules.p2v_combat.solo.monsters import stock_gambits_for
from rules.p2v_combat.state import BattleState
from tests.battles.play import SEED, BattleTable
from tests.programs import error_of, program_of
from tests.rules.p2v_combat.tables import setup_of as sides_of
from tests.warbands.verbs import account, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def hunt() -> BattleTable:
    """Two sides of two boars, 36 points each: the monster costs 18 points, as a boar does."""
    person = account("ada")
    battle = battle_store(owner=person.owner, setup=sides_of(["boar"] * 2, ["boar"] * 2), seed=SEED)
    table = BattleTable(battle.key, person)
    place(table, "condition", victory="beast-hunt")
    return table


def place(table: BattleTable, do: str, **fields: Any) -> Any:
    return table.owner.client.post(f"/battles/{table.key}/setup/victory/", {"do": do, **fields})


def act(table: BattleTable, **fields: Any) -> Any:
    answer = table.owner.client.post(f"/battles/{table.key}/act/", {"seen": table.battle.head, **fields})
    assert answer.status_code == 302, text_of(answer)
    return answer


def state_of(table: BattleTable) -> BattleState:
    return table.folded.state


def test_the_monster_costs_half_of_the_smaller_warband() -> None:
    table = hunt()
    page = table.owner.client.get(f"/battles/{table.key}/setup/victory/")
    form = LexborHTMLParser(page.content.decode())
    assert "18 points" in form.css_first('label[for="creature"]').text()
    assert "boar" in [node.attributes["value"] for node in form.css("#creature option")]
    assert "basilisk" not in [node.attributes["value"] for node in form.css("#creature option")]
    refused = place(table, "monster", creature="basilisk")
    assert refused.status_code == 422
    assert "half of the smaller warband" in text_of(refused)
    fields = {"do": "monster", "creature": "basilisk"}
    program = program_of(table.owner.owner)
    answer = program.post(f"battles/{table.key}/setup/victory/", fields, If_Match="*")
    assert error_of(answer) == (422, "setup.invalid")


def test_the_monster_rolls_for_its_gambit_and_is_played_by_it() -> None:
    table = hunt()
    assert place(table, "monster", creature="boar").status_code == 302
    setup = setup_of(table.battle)
    (kind,) = setup.neutral_kinds
    assert kind.gambits == stock_gambits_for(setup.by_id["game.m1"].card).gambits
    act(table, do="begin")
    for _ in range(4):
        table.take_turn()
    assert state_of(table).turn is not None
    page = table.owner.client.get(f"/battles/{table.key}/")
    words = text_of(page)
    assert "The game’s turn" in words
    assert "for its gambit" in words
    for _ in range(9):
        form = LexborHTMLParser(table.owner.client.get(f"/battles/{table.key}/?of=&").content.decode())
        if form.css_first("#gambit .gambit-text") is None:
            break
        act(table, do="gambit", creature="game.m1")
    question = form.css_first("#gambit form[method=get]")
    assert question is not None, "It asks which of its enemies it can reach."
    asked = [node.attributes["value"] for node in question.css("input[name=asked], input[name=of]")]
    answers = {"of": asked[0], "asked": asked[1], f"to.{asked[1]}": "b.m1"}
    answered = LexborHTMLParser(table.owner.client.get(f"/battles/{table.key}/", answers).content.decode())
    assert "Boar" in answered.css_first("#gambit .gambit-text").text()
    act(table, do="gambit", creature="game.m1", **answers)
    assert state_of(table).solo is not None
    act(table, do="act", creature="game.m1", action="feature/tusk", target="b.m1")
    act(table, do="end", creature="game.m1")
    assert (state_of(table).round, state_of(table).solo) == (2, None)
    log = text_of(table.owner.client.get(f"/battles/{table.key}/log/"))
    assert "rolls 3: it Repositions, then attacks with Tusk." in log
    assert "Tusk against Boar: 17 + 8 = 25" in log
