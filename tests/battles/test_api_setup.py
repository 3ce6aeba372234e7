"""The set-up of battles for programs: step by step as on the pages; what is sealed is seen by its side alone."""

from typing import Any

import pytest
from django.test import Client

from battles.models import Battle, BattleSecret
from battles.selectors.battles import treasure_spot
from rules.p2v_combat.setup.plan import STEPS
from tests.battles.api_play import play_to_the_end, sent
from tests.battles.play import BattleTable, small_battle
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]
CANARY = "canary-in-the-salt"


def step(program: Program, table: BattleTable, name: str, do: str, tag: str = "*", **fields: Any) -> Any:
    """Do something in a step of a battle's set-up."""
    headers = {"If_Match": tag} | {word: fields.pop(word) for word in list(fields) if word[0].isupper()}
    return program.post(f"battles/{table.key}/setup/{name}/", {"do": do, **fields}, **headers)


def done(answer: Any) -> dict[str, Any]:
    """Return what a set-up is after a change that was made."""
    assert answer.status_code == 200, answer.content
    document: dict[str, Any] = answer.json()
    return document


def test_a_table_is_set_up_step_by_step_and_the_battle_played(table: BattleTable, ada: Program) -> None:
    before = ada.get(f"battles/{table.key}/setup/")
    assert (before.json()["is_planned"], before.json()["may_change"]) == (False, True)
    points = before.json()["table"]["points"]
    board = {"points": points, "board": "small-board", "first_placer": "a", "gridless": False, "in_3d": True}
    first = done(step(ada, table, "board", "board", **board))
    assert first["table"]["board"] == "small-board"
    assert error_of(step(ada, table, "board", "agree", before["ETag"])) == (412, "version.changed")
    table_now = done(step(ada, table, "terrain", "add", kind="mud", x=3, y=4, width=2, height=2, label="Mud"))
    piece = table_now["table"]["terrain"][0]
    moved = done(step(ada, table, "terrain", "move", piece=piece["id"], x=5, y=6))["table"]["terrain"][0]
    assert (moved["x"], moved["y"]) == (5, 6)
    assert done(step(ada, table, "objectives", "count", faces=[3, 2]))["table"]
    whole = done(ada.post(f"battles/{table.key}/setup/", {"do": "all"}, If_Match="*"))
    assert len(whole["table"]["objectives"]) > 1
    for name in STEPS:
        agreed = done(step(ada, table, name, "agree"))
    assert all(plan_step["is_settled"] for plan_step in agreed["steps"])
    assert ada.get(f"battles/{table.key}/setup/sheet/?paper=letter").content.startswith(b"%PDF-")
    assert error_of(ada.get(f"battles/{table.key}/setup/sheet/?paper=a3")) == (400, "invalid")
    over = play_to_the_end(ada, table.key)
    assert over["status"] == "over"
    assert error_of(step(ada, table, "board", "agree")) == (409, "battle.state")
    assert ada.get(f"battles/{table.key}/setup/").json()["may_change"] is False


def test_a_step_sends_what_the_form_of_its_page_sends(table: BattleTable, ada: Program) -> None:
    page = table.owner.client
    other = small_battle("bob")
    bob = program_of(other.owner.owner)
    for name, do, fields in (
        ("board", "board", {"points": 50, "board": "medium-board", "first_placer": "b"}),
        ("terrain", "add", {"kind": "mud", "x": 1, "y": 1, "width": 2, "height": 1, "label": "Reeds"}),
        ("victory", "condition", {"victory": "assassins"}),
        ("deployment", "deployment", {"deployment": "", "order": "secret", "mirrored": True}),
        ("objectives", "count", {"faces": [2, 4]}),
    ):
        typed = {
            word: "on" if value is True else " ".join(map(str, value)) if isinstance(value, list) else str(value)
            for word, value in fields.items()
        }
        page.post(f"/battles/{table.key}/setup/{name}/", {"do": do, **typed})
        step(bob, other, name, do, **fields)
    mine, theirs = (Battle.objects.get(key=battle_table.key).setup["table"] for battle_table in (table, other))
    assert mine | {"battle": ""} == theirs | {"battle": ""}


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("terrain", {}),
        ("terrain", {"do": "add", "x": "a"}),
        ("terrain", {"do": "add", "x": -1}),
        ("terrain", {"do": "add", "seed": "x"}),
        ("objectives", {"do": "count", "faces": ["3"] * 30}),
    ],
)
def test_odd_changes_are_told(table: BattleTable, ada: Program, name: str, body: dict[str, Any]) -> None:
    assert error_of(ada.post(f"battles/{table.key}/setup/{name}/", body, If_Match="*")) == (400, "invalid")


def test_what_a_step_cannot_do_is_refused(table: BattleTable, ada: Program) -> None:
    for name in STEPS:
        assert error_of(step(ada, table, name, "dance")) == (422, "setup.invalid")
    told = step(ada, table, "victory", "dance").json()["error"]["message"]
    assert told.startswith("This step does not have that option. Choose one of condition, ")
    assert told.endswith("monster, lone-creature, agree, repeat, skip.")
    assert error_of(step(ada, table, "dinner", "agree")) == (404, "step.unknown")
    assert error_of(step(ada, table, "terrain", "add")) == (422, "setup.invalid")
    assert error_of(step(ada, table, "victory", "monster", creature="nobody")) == (404, "creature.gone")
    assert error_of(step(ada, table, "secrets", "treasure")) == (422, "secret.invalid")
    assert error_of(ada.post(f"battles/{table.key}/setup/", {"do": "x"}, If_Match="*")) == (400, "invalid")


def test_the_same_change_with_a_key_is_made_once(table: BattleTable, ada: Program) -> None:
    fields = {"kind": "mud", "x": 3, "y": 4, "width": 2, "height": 2}
    for _ in range(2):
        answer = step(ada, table, "terrain", "add", Idempotency_Key="one", **fields)
    assert answer["Idempotency-Replayed"] == "true"
    assert len(ada.get(f"battles/{table.key}/setup/").json()["table"]["terrain"]) == 1


def _seated(table: BattleTable, ada: Program) -> tuple[Program, dict[str, str]]:
    """Let Bob play side b."""
    link = ada.send("PUT", f"battles/{table.key}/seats/b/link/").json()["seats"][1]["link"]
    bob = program_of(account("bob").owner)
    return bob, {"Battle_Pass": bob.post("battles/join/", {"link": link}).json()["battle_pass"]}


def _watching(table: BattleTable, ada: Program) -> tuple[Program, dict[str, str]]:
    link = ada.send("PUT", f"battles/{table.key}/spectators/").json()["spectators"]
    return Program(Client()), {"Battle_Pass": link.rstrip("/").rpartition("/")[2]}


def _seal(program: Program, table: BattleTable, side: str, **headers: str) -> dict[str, Any]:
    """Seal the first choice that a side has, and return what is sealed then."""
    address = f"battles/{table.key}/secrets/"
    due = next(entry for entry in program.get(address, **headers).json()["due"] if entry["side"] == side)
    body = {"side": side, "choices": due["options"][0]["choices"]}
    return done(program.post(address, body, If_Match="*", **headers))


def test_a_choice_is_seen_by_its_side_alone_until_it_is_shown(table: BattleTable, ada: Program) -> None:
    done(step(ada, table, "victory", "condition", victory="assassins"))
    bob, seat = _seated(table, ada)
    own = _seal(ada, table, "a")
    assert {choice["purpose"] for choice in own["own"]} == {"assassin", "target"}
    assert own["waits_for"] == ["b"]
    theirs = bob.get(f"battles/{table.key}/secrets/", **seat).json()
    assert theirs["own"] == []
    assert {entry["side"] for entry in theirs["due"]} == {"b"}
    assert all(seal["choice"] is seal["salt"] is None for seal in theirs["seals"])
    others = {"side": "a", "choices": own["due"][0]["options"][0]["choices"]}
    address = f"battles/{table.key}/secrets/"
    assert error_of(bob.post(address, others, If_Match="*", **seat)) == (403, "secret.forbidden")
    number = own["own"][0]["number"]
    assert error_of(bob.post(f"{address}{number}/reveal/", If_Match="*", **seat)) == (403, "secret.forbidden")
    _seal(bob, table, "b", **seat)
    assert error_of(ada.send("DELETE", f"battles/{table.key}/seats/b/", If_Match="*")) == (409, "seat.locked")
    shown = done(ada.post(f"{address}{number}/reveal/", If_Match="*"))
    assert next(seal for seal in shown["seals"] if seal["choice"])["purpose"] == own["own"][0]["purpose"]
    assert error_of(ada.post(f"{address}{number}/reveal/", If_Match="*")) == (403, "secret.forbidden")
    assert error_of(ada.post(f"{address}{9**30}/reveal/", If_Match="*"))[0] == 404


def test_a_deployment_is_sealed_by_places(table: BattleTable, ada: Program) -> None:
    done(ada.post(f"battles/{table.key}/setup/", {"do": "all"}, If_Match="*"))
    plan = done(step(ada, table, "deployment", "deployment", deployment="", order="secret"))["table"]
    assert plan["order"] == "secret"
    body = {"side": "a", "places": [{"creature": "a.m1", "x": 0, "y": 0}]}
    address = f"battles/{table.key}/secrets/"
    assert error_of(ada.post(address, body, If_Match="*")) == (422, "secret.invalid")
    assert error_of(ada.post(address, {"side": "a"}, If_Match="*")) == (400, "invalid")


READS = ("", "?round=1", "events/", "log/", "seats/", "setup/", "secrets/", "report/", "report/text/", "document/")


def test_no_answer_tells_a_seed_or_what_others_have_sealed(table: BattleTable, ada: Program) -> None:
    done(step(ada, table, "victory", "condition", victory="assassins"))
    people = {"b": _seated(table, ada), "spectator": _watching(table, ada)}
    _seal(ada, table, "a")
    _seal(people["b"][0], table, "b", **people["b"][1])
    BattleSecret.objects.filter(side="a").update(salt=CANARY)
    begun = sent(ada, table.key, {"kind": "begun"})
    assert begun.status_code == 201, begun.content
    hidden = [CANARY, bytes(Battle.objects.get(key=table.key).seed).hex(), table.battle.seats.get(side="b").holder]
    own_choices = set(BattleSecret.objects.filter(side="a").values_list("choice", flat=True))
    for name, (program, headers) in (people | {"a": (ada, {})}).items():
        for rest in READS:
            answer = program.get(f"battles/{table.key}/{rest}", **headers)
            text = answer.content.decode()
            leaks = [word for word in hidden if word in text]
            assert leaks == [], f"{rest} tells {name} {leaks}"
        secrets = program.get(f"battles/{table.key}/secrets/", **headers).json()
        told = {secret["choice"] for secret in secrets["own"] if secret["side"] == "a"}
        assert told == (own_choices if name == "a" else set())
        assert not any(seal["choice"] for seal in secrets["seals"])


def test_the_treasure_is_found_where_muster_hid_it_whatever_a_program_says(table: BattleTable, ada: Program) -> None:
    done(step(ada, table, "victory", "condition", victory="buried-treasure"))
    done(ada.post(f"battles/{table.key}/setup/", {"do": "all"}, If_Match="*"))
    done(step(ada, table, "secrets", "treasure"))
    spot = treasure_spot(table.battle)
    assert spot is not None
    assert all(seal["choice"] is None for seal in ada.get(f"battles/{table.key}/secrets/").json()["seals"])
    side = sent(ada, table.key, {"kind": "begun"}).json()["next_side"]
    sent(ada, table.key, {"kind": "activated", "creatures": [f"{side}.m1"]})
    empty = next(number for number in range(1, 6) if number != spot)
    for number in (empty, spot):
        dug = sent(ada, table.key, {"kind": "spot-dug", "creature": f"{side}.m1", "spot": f"spot-{number}"})
        assert dug.status_code == 201, dug.content
        assert dug.json()["entries"][0]["event"]["has_treasure"] is (number == spot)
