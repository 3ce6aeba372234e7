"""Table games for programs: odds, own games by version, tables played to their end, and the rights of others."""

from typing import Any

import pytest

from gambling.models import GamblingTable, OwnTableGame
from rules.campaigns.journal import seed_commitment
from rules.dice import SeededRoller
from rules.gambling.game import game_document
from rules.gambling.library import ready_games
from tests.programs import Program, error_of, program_of, told
from tests.rules.gambling.games import ON_FIVE, game_of
from tests.warbands.verbs import account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]
GAME = game_document(game_of(ON_FIVE, dice="1d6"))


@pytest.fixture
def ada() -> Program:
    return program_of(account("ada").owner)


def sent(program: Program, key: str, kind: str, tag: str = "*", **parts: Any) -> Any:
    return program.post(f"gambling/tables/{key}/events/", {"event": {"kind": kind, **parts}}, If_Match=tag)


def test_the_odds_of_any_game_are_told_to_everybody(ada: Program) -> None:
    for program in (ada, Program(ada.client)):
        odds = told(program.post("gambling/odds/", GAME))
        assert (odds["outcomes"], odds["edge"]) == (6, "1/6")
        assert odds["choices"][0]["results"] == [
            {"result": 1, "ways": 2, "chance": "1/3", "pays": "3/2"},
            {"result": 0, "ways": 4, "chance": "2/3", "pays": "-1"},
        ]
    assert [game["key"] for game in told(ada.get("gambling/ready/"))] == list(ready_games())
    for document, fault in (
        ({**GAME, "dice": []}, (400, "document.value")),
        ({**GAME, "seats": 99}, (400, "document.range")),
        ({**GAME, "dice": [{"count": 19, "sides": 100}]}, (422, "game.invalid")),
        ([], (400, "document.type")),
        (b"{", (400, "document.json")),
    ):
        assert error_of(ada.post("gambling/odds/", document)) == fault


def test_games_are_kept_changed_by_version_shared_and_copied(ada: Program) -> None:
    made = ada.post("gambling/games/", GAME, Idempotency_Key="one")
    key = told(made, 201)["key"]
    assert made["Location"] == f"/api/v1/gambling/games/{key}/"
    assert ada.post("gambling/games/", GAME, Idempotency_Key="one").json() == made.json()
    place = f"gambling/games/{key}/"
    assert told(ada.get(place))["game"] == GAME
    assert error_of(ada.send("PUT", place, GAME)) == (428, "match.missing")
    changed = ada.send("PUT", place, {**GAME, "name": "High Die"}, If_Match=made["ETag"])
    assert told(changed)["name"] == "High Die"
    assert error_of(ada.send("PUT", place, GAME, If_Match=made["ETag"])) == (412, "version.changed")
    assert error_of(ada.send("PUT", place, {**GAME, "name": 5}, If_Match="*")) == (400, "document.type")
    token = told(ada.send("PUT", f"{place}link/"))["link"].rstrip("/").rpartition("/")[2]
    bob = program_of(account("bob").owner)
    assert error_of(bob.get(place)) == (404, "game.gone")
    assert told(bob.get(f"gambling/shared/{token}/"))["game"]["name"] == "High Die"
    assert told(bob.post(f"gambling/shared/{token}/copy/"), 201)["key"] != key
    assert [result["name"] for result in told(bob.get("gambling/games/"))["results"]] == ["High Die"]
    assert told(ada.send("DELETE", f"{place}link/"))["link"] is None
    assert error_of(bob.get(f"gambling/shared/{token}/")) == (404, "game.gone")
    assert error_of(bob.post(f"gambling/shared/{token}/copy/")) == (404, "game.gone")
    assert ada.send("DELETE", place).status_code == 204
    assert error_of(ada.send("DELETE", place)) == (404, "game.gone")
    assert OwnTableGame.objects.count() == 1


def test_a_program_plays_a_table_to_its_end_and_computes_the_dice_again(ada: Program) -> None:
    key = told(ada.post("gambling/tables/", {"ready": "gatekeeper"}), 201)["key"]
    for name in ("Ilva", "Brann"):
        told(sent(ada, key, "player-seated", name=name))
    bets = [{"player": "p1", "stake": 2}, {"player": "p2", "stake": 3}]
    answer = sent(ada, key, "round-played", bets=bets)
    (played,) = told(answer)["rounds"]
    assert error_of(ada.post(f"gambling/tables/{key}/undo/")) == (409, "undo.locked")
    assert (played["origin"], len(played["house_faces"]), len(played["bets"][0]["faces"])) == ("seeded", 2, 2)
    assert error_of(sent(ada, key, "player-left", tag='"2"', player="p2")) == (412, "table.changed")
    bets = [{"player": "p1", "stake": 2, "faces": [9, 9]}]
    entered = told(sent(ada, key, "round-played", tag=answer["ETag"], bets=bets, house_faces=[1, 1]))
    assert entered["rounds"][1]["bets"][0]["net"] == 4
    check = {"cheater": "Ilva", "skill": "Sleight of Hand", "modifier": 7}
    against = {"opponent": "The house", "opposing_skill": "Perception", "opposing_modifier": 2}
    told(sent(ada, key, "cheat-tried", round=2, **check, **against))
    told(sent(ada, key, "cheat-tried", round=2, **check, **against, face=3, opposing_face=18))
    decided = told(sent(ada, key, "cheat-decided", round=2, text="Caught.", player="p1", result=0))
    assert decided["rounds"][1]["bets"][0]["counts"] == "nothing"
    assert told(ada.post(f"gambling/tables/{key}/undo/"))["rounds"][1]["bets"][0]["net"] == 4
    assert told(ada.post(f"gambling/tables/{key}/redo/"))["rounds"][1]["bets"][0]["net"] == -2
    assert {receipt["verification"] for receipt in told(ada.get(f"gambling/tables/{key}/receipts/"))["receipts"]} == {
        "unverifiable"
    }
    told(sent(ada, key, "round-reversed", round=1, reason="Brann touched the dice."))
    token = told(ada.send("PUT", f"gambling/tables/{key}/link/"))["watch_link"].rstrip("/").rpartition("/")[2]
    assert told(ada.post(f"gambling/tables/{key}/close/"))["status"] == "closed"
    anyone = Program(ada.client)
    proof = told(anyone.get(f"gambling/watch/{token}/receipts/"))
    seed = bytes.fromhex(proof["seed"])
    assert seed_commitment(seed) == proof["commitment"]
    # Two players, the house, and the two checks that Muster rolled.
    assert len(proof["receipts"]) == 5
    for receipt in proof["receipts"]:
        rolled = SeededRoller(seed).roll(
            len(receipt["faces"]), receipt["sides"], reason="by hand", place=tuple(receipt["place"])
        )
        assert (list(rolled.faces), receipt["computed"], receipt["verification"]) == (
            receipt["faces"],
            receipt["faces"],
            "right",
        )
    watched = told(anyone.get(f"gambling/watch/{token}/"))
    assert (watched["watch_link"], watched["seed"], watched["house_balance"]) == (
        None,
        proof["seed"],
        -sum(player["balance"] for player in watched["players"]),
    )
    assert error_of(sent(ada, key, "player-seated", name="Cass")) == (409, "table.locked")
    assert told(ada.send("DELETE", f"gambling/tables/{key}/link/"))["watch_link"] is None
    assert error_of(anyone.get(f"gambling/watch/{token}/")) == (404, "table.gone")
    assert ada.send("DELETE", f"gambling/tables/{key}/").status_code == 204
    assert not GamblingTable.objects.exists()


def test_what_cannot_be_done_has_a_code(ada: Program) -> None:
    for body, fault in (
        ({}, (400, "invalid")),
        ({"ready": "gatekeeper", "game": "x"}, (400, "invalid")),
        ({"ready": "x"}, (404, "game.unknown")),
        ({"game": "x"}, (404, "game.unknown")),
        ({"document": {"format": "x"}}, (400, "document.format")),
        ({"tables": 1}, (400, "invalid")),
    ):
        assert error_of(ada.post("gambling/tables/", body)) == fault, body
    key = told(ada.post("gambling/tables/", {"document": GAME}), 201)["key"]
    told(sent(ada, key, "player-seated", name="Ilva"))
    for kind, parts, fault in (
        ("poker", {}, (400, "document.value")),
        ("step-undone", {"step": 1}, (400, "document.value")),
        ("player-seated", {"name": "ilva"}, (422, "command.invalid")),
        ("player-left", {"player": "p9"}, (422, "command.invalid")),
        ("round-played", {"bets": "all"}, (400, "document.type")),
        ("round-played", {"bets": [{"player": "p1", "stake": 99}]}, (422, "command.invalid")),
        (
            "round-played",
            {"bets": [{"player": "p1", "stake": 1}], "origin": "seeded", "x": 1},
            (400, "document.unknown_field"),
        ),
        ("cheat-tried", {"round": 1, "cheater": "x"}, (400, "document.missing")),
    ):
        assert error_of(sent(ada, key, kind, **parts)) == fault, (kind, parts)
    forged = sent(ada, key, "round-played", bets=[{"player": "p1", "stake": 1, "faces": [6]}], origin="seeded")
    assert told(forged)["rounds"][0]["origin"] == "entered"
    assert error_of(ada.post(f"gambling/tables/{key}/redo/")) == (409, "undo.state")
    reader = program_of(account("bob").owner, "read")
    assert error_of(reader.post("gambling/tables/", {"ready": "gatekeeper"})) == (403, "token.scope")
    assert error_of(reader.get(f"gambling/tables/{key}/")) == (404, "table.gone")
    assert told(reader.get("gambling/tables/"))["results"] == []


def test_reading_takes_a_fixed_number_of_queries(ada: Program, django_assert_num_queries: Any) -> None:
    key = told(ada.post("gambling/tables/", {"ready": "four-crows"}), 201)["key"]
    told(sent(ada, key, "player-seated", name="Ilva"))
    for _ in range(2):
        told(sent(ada, key, "round-played", bets=[{"player": "p1", "stake": 2}]))
    with django_assert_num_queries(3):
        told(ada.get(f"gambling/tables/{key}/"))
    tag = ada.get(f"gambling/tables/{key}/")["ETag"]
    assert ada.get(f"gambling/tables/{key}/", If_None_Match=tag).status_code == 304
    with django_assert_num_queries(1):
        told(ada.get("gambling/ready/"))
