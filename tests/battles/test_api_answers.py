"""Every answer of a battle that programs play is as the API's schema says."""

import json
import re
from collections import Counter
from typing import Any

import pytest
from django.core.cache import cache

from rules.families import FAMILIES
from rules.families.documents import BattleDocument, battle_document
from tests.api_shapes import ApiShapes, public_schema
from tests.battles.api_play import play_to_the_end
from tests.battles.coin_fights import coin_table
from tests.battles.play import small_battle
from tests.programs import Program, program_of
from tests.rules.combat.every_fight import EVERY_FIGHT
from tests.rules.combat.random_fights import RandomFight
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db


class CheckedProgram(Program):
    """A program that holds every answer about a battle against the schema."""

    def __init__(self, program: Program) -> None:
        super().__init__(program.client, program.text)
        self.checked = Counter[str]()
        self._schema = public_schema()
        self._shapes = ApiShapes(self._schema)

    def get(self, address: str, **headers: str) -> Any:
        """Read, and check the answer."""
        return self._check("get", address, super().get(address, **headers))

    def send(self, method: str, address: str, body: object = None, **headers: str) -> Any:
        """Send, and check the answer."""
        return self._check(method.lower(), address, super().send(method, address, body, **headers))

    def _check(self, method: str, address: str, answer: Any) -> Any:
        asked = f"/api/v1/{address.partition('?')[0]}"
        paths = [path for path in self._schema["paths"] if re.fullmatch(re.sub(r"{\w+}", "[^/]+", path), asked)]
        path = min(paths, key=lambda path: path.count("{"))
        described = self._schema["paths"][path][method]["responses"][str(answer.status_code)]["content"]
        kind = answer["Content-Type"].partition(";")[0]
        assert kind in described, f"{method} {path} answers {kind}"
        if kind == "application/json":
            self._shapes.validate(answer.json(), described[kind]["schema"])
        self.checked[f"{method} {path}"] += 1
        return answer


def test_every_answer_of_a_battle_that_is_played_is_as_the_schema_says() -> None:
    cache.clear()
    table = small_battle()
    program = CheckedProgram(program_of(table.owner.owner))
    below = f"battles/{table.key}/"
    program.post(f"{below}setup/victory/", {"do": "condition", "victory": "assassins"})
    for side in ("a", "b"):
        due = program.get(f"{below}secrets/").json()["due"]
        options = next(entry["options"] for entry in due if entry["side"] == side)
        program.post(f"{below}secrets/", {"side": side, "choices": options[0]["choices"]})
    program.send("PUT", f"{below}spectators/")
    program.get("battles/")
    over = play_to_the_end(program, table.key)
    assert over["result"]
    for rest in ("?round=1", "events/", "log/", "seats/", "setup/", "secrets/", "report/", "report/text/", "document/"):
        assert program.get(below + rest).status_code == 200
    program.send("PATCH", below, {"name": "Night"})
    program.post(f"{below}undo/", If_Match="*")
    program.post(f"{below}redo/", If_Match="*")
    program.post(f"{below}close/")
    assert program.get(f"{below}options/?creature=a.m1").status_code == 200
    assert {"get /api/v1/battles/{key}/options/", "post /api/v1/battles/{key}/events/"} <= program.checked.keys()


def test_every_answer_of_a_fight_by_other_rules_is_as_the_schema_says(coins: None) -> None:
    cache.clear()
    table = coin_table()
    program = CheckedProgram(program_of(table.owner.owner))
    below = f"battles/{table.key}/"
    program.post(f"{below}events/", {"event": {"kind": "begun"}}, If_Match="*")
    event = {"kind": "tossed", "combatant": "a.1", "target": "b.1"}
    assert program.post(f"{below}events/", {"event": event}, If_Match="*").status_code == 201
    for rest in ("", "?round=1", "events/", "log/", "offers/", "seats/", "document/"):
        assert program.get(below + rest).status_code == 200, rest
    for rest in ("setup/", "secrets/", "options/?creature=a.1", "report/", "report/text/", "report/pdf/"):
        assert program.get(below + rest).status_code == 409, rest
    program.post(f"{below}undo/", If_Match="*")
    program.post(f"{below}redo/", If_Match="*")
    assert program.post(f"{below}close/", If_Match="*").status_code == 200
    held = table.battle.seats.get(side="a").holder
    assert program.get("battles/").status_code == 200
    player = CheckedProgram(program_of(table.player.owner))
    assert player.get(below, Battle_Pass=held).json()["creatures"][1]["sheet"] is None


@pytest.mark.parametrize(
    "key", sorted(fight.family.key for fight in EVERY_FIGHT.values() if fight.family.key in FAMILIES)
)
def test_a_fight_of_every_family_goes_out_comes_in_and_is_answered_as_the_schema_says(key: str) -> None:
    cache.clear()
    tried = next(fight for fight in EVERY_FIGHT.values() if fight.family.key == key)
    fight = RandomFight(tried, 7).play(25)
    document = json.loads(json.dumps(battle_document(BattleDocument(tried.setup, tuple(fight.entries), tried.family))))
    ada = account("ada")
    program = CheckedProgram(program_of(ada.owner))
    made = program.post("battles/import/", document)
    assert made.status_code == 201, made.content
    below = f"battles/{made.json()['key']}/"
    for rest in ("", "events/", "log/", "offers/"):
        assert program.get(below + rest).status_code == 200, rest
    assert program.get(f"{below}document/").json() == document
    for rest in ("", "table/", "log/", "result/", "phones/", "settings/"):
        assert ada.get(f"/{below}{rest}").status_code == 200, rest
