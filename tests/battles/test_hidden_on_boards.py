"""What is hidden on a board: where a creature in disguise is, and where a sealed deployment starts."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.models import BattleSecret
from battles.services.battles import battle_store
from battles.services.setup_changes import deployment_seal, secret_seal
from rules.p2v_combat.action_points import STRIDE
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace
from rules.p2v_combat.events.turns import CreaturesActivated
from rules.p2v_combat.setup.plan import OBSTACLE, SpecialStart, TablePlan, TerrainPiece, ZoneChoice
from tests.battles.api_play import taken
from tests.battles.boards import actor
from tests.battles.pages import join, page, watch
from tests.battles.play import SEED, BattleTable
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]
THINGS = tuple(TerrainPiece(name, OBSTACLE, 8 + 3 * place, 8, 1, 1) for place, name in enumerate(("t1", "t2")))
ZONES = (ZoneChoice("a", "A"), ZoneChoice("b", "B"))
BETWEEN = tuple(f"board/between/?from=a.m1&to={other}" for other in ("b.m1", "b.m2"))
WAYS = tuple(f"board/way/?creature={creature}&action={STRIDE}&way=&way_to=H8" for creature in ("a.m1", "b.m2"))
PAGES = ("", "now/", "table/", "now/?screen=table", "log/", "result/", "setup/", "board/", *BETWEEN, *WAYS)
READS = ("", "events/", "log/", "setup/", "secrets/", "report/", "options/?creature=a.m1", "options/?creature=b.m2")


def stored(**plan: Any) -> BattleTable:
    """Store a battle of kobolds whose sides both belong to ada, with a table."""
    table = TablePlan(sides=("a", "b"), points=200, board_key="small-board", terrain=THINGS, zones=ZONES, **plan)
    setup = replace(setup_of(["kobold-warrior"] * 2, ["kobold-warrior"] * 2), table=table)
    person = account("ada")
    return BattleTable(battle_store(owner=person.owner, setup=setup, seed=SEED).key, person)


def answers(table: BattleTable, who: str) -> Callable[[], dict[str, str]]:
    """Let somebody take side a or watch; return what reads all that they are shown, with the marks of the answers."""
    bob = account("bob")
    if who == "program":
        program, battle_pass = taken(table, "a", bob)
        return lambda: {
            rest: _read(program.get(f"battles/{table.key}/{rest}", Battle_Pass=battle_pass)) for rest in READS
        }
    if who == "seat":
        join(table, "a", bob)
    else:
        watch(table, bob)
    page(table, bob)  # says once that the phone plays
    return lambda: {rest: _read(page(table, bob, rest=rest)) for rest in PAGES}


def _read(answer: Any) -> str:
    body = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return f"{answer.status_code} {answer.headers.get('ETag')} {body}"


@pytest.mark.parametrize("who", ["seat", "program", "watcher"])
def test_a_false_object_looks_like_any_other(who: str) -> None:
    table = stored(starts=(SpecialStart("b.m2", "b", "false-object"),))
    secret_seal(visitor=table.visitor(), key=table.key, side="b", pairs=(("false-object b.m2", "t1"),))
    shown = answers(table, who)
    table.begin()
    table.do(CreaturesActivated((actor(table),)))
    places = {"a.m1": (5, 5), "a.m2": (7, 5), "b.m1": (5, 14)}
    table.do(BoardLaid(tuple(CreaturePlace(creature, square) for creature, square in places.items())))
    first = shown()
    BattleSecret.objects.update(choice="t2")
    assert shown() == first
    if who == "program":
        assert set(json.loads(first[""][first[""].index("{") :])["state"]["board"]["places"]) == set(places)
        return
    tokens = LexborHTMLParser(first[""]).css(".board-token")
    assert [token.attributes["data-focus"] for token in tokens] == list(places)
    assert "data-line" in first[BETWEEN[0]]
    assert "data-line" not in first[BETWEEN[1]], "it does not stand on the board"
    assert 'data-place="b.m2"' not in first["board/"]


@pytest.mark.parametrize("who", ["seat", "program", "watcher"])
def test_a_sealed_deployment_is_not_suggested_to_others(who: str) -> None:
    table = stored(order="secret")
    deployment_seal(visitor=table.visitor(), key=table.key, side="b", places={"b.m1": (23, 17), "b.m2": (22, 17)})
    shown = answers(table, who)
    first = shown()
    BattleSecret.objects.update(choice="b.m1 23 16, b.m2 22 16")
    assert shown() == first
