"""Fights by other rules than Path 2 Victory's: played and shown by their family, closed to what is only P2V's."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from battles.models import Battle, BattleEntry
from battles.selectors.folding import BATTLE_LOGS, folded_battle, folded_fight, setup_of
from battles.services.battles import battle_import
from battles.services.recording import dice_record, step_redo, step_undo
from common.refusal import Refusal
from rules.combat.events import CombatantJoined, FightBegun, FightEnded, HandSet
from tests.battles.coin_fights import CHARM, CoinTable, coin_table, hidden_in
from tests.battles.play import small_battle
from tests.programs import error_of, program_of
from tests.warbands.verbs import Person, account, visitor

pytestmark = pytest.mark.django_db

EARLIER = Path(__file__).parents[1] / "rules" / "p2v_combat" / "a-battle.json"
"""A document that was written before fights named their family."""


@pytest.fixture
def table(coin_pages: None) -> CoinTable:
    return coin_table()


def press(table: CoinTable, person: Person, **fields: str) -> Any:
    return person.client.post(f"/battles/{table.key}/act/", fields)


def part(table: CoinTable, person: Person, **fields: str) -> dict[str, Any]:
    answer = person.client.post(f"/battles/{table.key}/act/", fields, headers={"HX-Request": "true"})
    document: dict[str, Any] = json.loads(answer.content)
    return document


def test_a_fight_is_played_by_the_forms_of_its_family_with_dice_of_the_server(table: CoinTable) -> None:
    assert json.loads(table.owner.get(f"/battles/{table.key}/").content)["page"] == "gathering"
    assert press(table, table.owner, do="begin", seen="0").status_code == 302
    assert json.loads(table.player.get(f"/battles/{table.key}/").content)["page"] == "playing"
    told = part(table, table.player, do="toss", combatant="a.1", target="b.1", seen="1")
    assert (told["page"], table.battle.head) == ("part", 3)
    table.do(FightEnded("a", "Dawn."))
    assert table.battle.status == "over"
    for rest, page in (("table/", "table"), ("result/", "result")):
        assert json.loads(table.player.get(f"/battles/{table.key}/{rest}").content)["page"] == page
    assert table.player.get(f"/battles/{table.key}/report.txt").content.startswith(b"Coins were tossed")


def test_only_the_side_itself_or_the_game_master_brings_an_event_about(table: CoinTable) -> None:
    with pytest.raises(Refusal, match="Another side"):
        table.do(FightBegun(), table.player)
    table.do(FightBegun())
    table.toss()
    table.toss(table.owner)
    sides = list(BattleEntry.objects.filter(battle__key=table.key).order_by("number").values_list("side", flat=True))
    assert sides == ["b", "a", "", "b", ""]


def test_the_game_master_takes_back_anyones_last_step_and_a_player_their_own(table: CoinTable) -> None:
    table.do(FightBegun())
    before = table.folded.state
    table.toss()
    told = program_of(table.owner.owner).get(f"battles/{table.key}/").json()
    assert told["can_undo"]
    assert step_undo(visitor=table.visitor(table.owner), key=table.key).folded.state == before
    step_redo(visitor=table.visitor(table.owner), key=table.key)
    with pytest.raises(Refusal):
        step_undo(visitor=table.visitor(table.player), key=table.key, seen=1)
    # Muster tossed the coin, and the game master plays on another phone.
    with pytest.raises(Refusal, match="Muster rolled dice"):
        step_undo(visitor=table.visitor(table.player), key=table.key)
    step_undo(visitor=table.visitor(table.owner), key=table.key)
    table.toss(table.owner)
    with pytest.raises(Refusal, match="Another side has acted"):
        step_undo(visitor=table.visitor(table.player), key=table.key)


def test_players_who_roll_themselves_are_asked_and_enter_faces(coin_pages: None) -> None:
    table = coin_table(dice="entered")
    table.do(FightBegun())
    asked = part(table, table.player, do="toss", combatant="a.1", target="b.1", seen="1")["state"]["asks"]
    assert (asked["kind"], asked["sides"]) == ("roll", 2)
    assert part(table, table.player, do="faces", face="7")["refused"].startswith("A toss. Enter 1 face from 1 to 2.")
    assert part(table, table.player, do="faces", face="2")["state"]["asks"] is None
    table.toss()
    dice_record(visitor=table.visitor(table.player), key=table.key)
    assert table.folded.family.pending(table.folded.state) is None


def test_a_fight_goes_out_as_a_document_with_its_family_and_comes_in_again(table: CoinTable) -> None:
    table.do(FightBegun())
    table.toss()
    document = json.loads(table.owner.get(f"/battles/{table.key}/battle.json").content)
    assert document["family"] == "secret-coins"
    again = battle_import(owner=account("cleo").owner, document=document)
    assert (again.family, again.head) == ("secret-coins", 3)
    assert folded_fight(again).state == table.folded.state
    BATTLE_LOGS.kept.clear()
    assert folded_fight(again).state == table.folded.state
    assert list(BATTLE_LOGS.failing()) == []


def test_a_battle_of_path_2_victory_is_stored_as_before_there_were_families(monkeypatch: pytest.MonkeyPatch) -> None:
    # What was stored when the column was not there yet, with the triggers of its cards, which are read as it comes in:
    # the set-up byte for byte, and the hashes of the log.
    monkeypatch.setattr("battles.services.battles.new_key", lambda: "golden0001")
    battle = battle_import(owner=account("ada").owner, document=json.loads(EARLIER.read_text(encoding="utf-8")))
    assert battle.family == "p2v"
    digest = sha256(json.dumps(battle.setup).encode()).hexdigest()
    assert digest == "44fa9f53c7711a3d3aea58f1b82c776be5de32b9e5c0cdc5bf12d073454ff25e"
    assert battle.head_hash == "ba71bd30806c990b153c7dff351eeb703694a72d97e64e261f6fa1056a9d9a65"


def test_a_fight_of_rules_that_are_gone_is_reported_and_a_battle_is_not_taken_for_another(table: CoinTable) -> None:
    with pytest.raises(Refusal) as refused:
        folded_battle(table.battle)
    assert refused.value.code == "battle.family"
    with pytest.raises(Refusal):
        setup_of(table.battle)
    gone = table.battle
    gone.family = "chess"
    gone.save()
    assert [key for key, _ in BATTLE_LOGS.failing()] == [table.key]
    for rest in (
        "",
        "now/",
        "table/",
        "log/",
        "result/",
        "report.pdf",
        "phones/",
        "settings/",
        "battle.json",
        "setup/",
    ):
        assert table.owner.get(f"/battles/{table.key}/{rest}").status_code == 404, rest
    assert press(table, table.owner, do="begin", seen="0").status_code == 404
    assert "Unknown rules" in table.owner.get("/battles/").content.decode()
    told = program_of(table.owner.owner).get(f"battles/{table.key}/")
    assert error_of(told) == (409, "battle.family")


@pytest.mark.parametrize("status", ["playing", "over"])
def test_who_made_a_fight_by_rules_that_are_gone_deletes_it_in_the_list(table: CoinTable, status: str) -> None:
    form, ways = f'action="/battles/{table.key}/delete/"', f'href="/battles/{table.key}/"'
    for person in (table.owner, table.player):
        page = person.get("/battles/").content.decode()
        assert (form in page, ways in page) == (False, True)
    Battle.objects.update(family="chess", status=status)
    shown = [client.get("/battles/").content.decode() for client in (table.owner, table.player)]
    assert [(form in page, ways in page, "Unknown rules" in page) for page in shown] == [
        (True, False, True),
        (False, False, True),
    ]
    refused = table.player.client.post(f"/battles/{table.key}/delete/", follow=True)
    assert "Only the person who made the battle can delete it." in refused.content.decode()
    assert account("eve").client.post(f"/battles/{table.key}/delete/").status_code == 404
    assert Battle.objects.exists()
    answer = table.owner.client.post(f"/battles/{table.key}/delete/", follow=True)
    assert "is deleted." in answer.content.decode()
    assert not Battle.objects.exists()


ONLY_CARDS = (
    ("GET", "setup/"),
    ("GET", "setup/board/"),
    ("POST", "setup/board/"),
    ("POST", "setup/everything/"),
    ("GET", "setup/sheet/"),
    ("GET", "setup/secrets/"),
    ("POST", "setup/secrets/act/"),
    ("GET", "setup/secrets/a/"),
    ("GET", "setup/secrets/a/choose/"),
    ("POST", "setup/secrets/a/choose/"),
    ("GET", "chances/"),
    ("GET", "creature/"),
    ("POST", "creature/"),
    ("POST", "next/"),
    ("GET", "report/"),
)
"""Pages that only Path 2 Victory has."""
ONLY_CARDS_BY_PROGRAM = (
    ("GET", "setup/"),
    ("POST", "setup/"),
    ("POST", "setup/board/"),
    ("GET", "setup/sheet/"),
    ("GET", "secrets/"),
    ("POST", "secrets/"),
    ("POST", "secrets/1/reveal/"),
    ("GET", "options/?creature=a.1"),
    ("POST", "forecast/"),
    ("POST", "creatures/"),
    ("POST", "next/"),
    ("GET", "report/"),
    ("GET", "report/text/"),
    ("GET", "report/pdf/"),
)


def test_what_only_path_2_victory_has_is_not_there_for_other_rules(table: CoinTable) -> None:
    table.do(FightBegun())
    head, eve = table.battle.head, account("eve")
    ada, stranger = program_of(table.owner.owner), program_of(eve.owner)
    for method, rest in ONLY_CARDS:
        for person in (table.owner, table.player, eve, visitor()):
            answer = person.client.generic(method, f"/battles/{table.key}/{rest}")
            assert answer.status_code == 404, (method, rest)
    for method, rest in ONLY_CARDS_BY_PROGRAM:
        told = ada.send(method, f"battles/{table.key}/{rest}", {}, If_Match="*")
        assert (told.status_code, told.json()["error"]["code"]) == (409, "battle.family"), (method, rest)
        assert stranger.send(method, f"battles/{table.key}/{rest}", {}).status_code == 404
    answer = press(table, table.player, do="dig", creature="a.1", spot="spot-1", seen="1")
    assert (answer.status_code, table.battle.head) == (422, head)


def test_the_offers_of_a_fight_name_the_events_that_programs_send(table: CoinTable) -> None:
    ada, bob = program_of(table.owner.owner), program_of(table.player.owner)
    held = table.battle.seats.get(side="a").holder
    below = f"battles/{table.key}/"
    sent = ada.post(f"{below}events/", {"event": {"kind": "begun"}}, If_Match="*")
    assert sent.status_code == 201
    offers = bob.get(f"{below}offers/", Battle_Pass=held).json()["offers"]
    assert [(offer["combatant"], offer["event"]) for offer in offers] == [("a.1", "tossed")]
    (target,) = offers[0]["fill_in"]
    event = {"kind": offers[0]["event"], **offers[0]["parts"], target["name"]: target["options"][0]["key"]}
    told = bob.post(f"{below}events/", {"event": event}, If_Match="*", Battle_Pass=held)
    assert (told.status_code, told.json()["phase"], told.json()["next_side"]) == (201, "playing", None)
    by_site = {"kind": "rolled", "faces": [2], "entered": False}
    for wrong in ({"kind": "step-undone", "step": 1}, by_site, {"kind": "x"}):
        answer = ada.post(f"{below}events/", {"event": wrong}, If_Match="*")
        assert answer.status_code == 400, wrong
    battle = small_battle("zoe")
    assert ada.get(f"battles/{battle.key}/offers/").status_code == 404
    assert error_of(program_of(battle.owner.owner).get(f"battles/{battle.key}/offers/")) == (409, "battle.family")


def test_a_program_lets_a_combatant_with_notes_of_several_lines_join(table: CoinTable) -> None:
    table.do(FightBegun())
    ada, below = program_of(table.owner.owner), f"battles/{table.key}/events/"
    for charm, status in (("a hare's foot\nand a coin", 201), ("a\x07", 400), ("a\u0000", 400)):
        sheet = {"kind": "tosser", "name": "Cy", "luck": 3, "charm": charm}
        event = {"kind": "joined", "side": "b", "group": "", "sheet": sheet}
        assert ada.post(below, {"event": event}, If_Match="*").status_code == status, charm
    told = ada.post(below, {"event": {"kind": "ended", "winner": None, "reason": "a\nb"}}, If_Match="*")
    assert told.status_code == 400


SHOWN = (
    *("", "now/", "now/?screen=table", "?creature=b.1", "now/?creature=b.1", "table/", "log/", "result/"),
    *("report.txt", "report.pdf", "phones/", "settings/"),
)
SHOWN_TO_PROGRAMS = ("", "?round=1", "events/", "log/", "offers/", "seats/")


def test_what_the_game_masters_creatures_have_left_is_nowhere_for_players_and_watchers(coins: None) -> None:
    table = coin_table()
    watcher = visitor()
    table.owner.client.post(f"/battles/{table.key}/spectators/", {"switch": "on"})
    watcher.get(f"/battles/watch/{table.battle.spectator_token}/")
    table.do(FightBegun())
    table.toss()
    table.do(HandSet("b.1", "luck", "7654300", CHARM))
    joined = {"kind": "tosser", "name": "Cy", "luck": 7_654_399, "charm": CHARM}
    table.do(CombatantJoined("b", "", joined))
    held = table.battle.seats.get(side="a").holder
    passes = {"bob": held, "watcher": table.battle.spectator_token}
    for person in (table.player, watcher):
        for rest in SHOWN:
            answer = person.get(f"/battles/{table.key}/{rest}")
            assert answer.status_code in (200, 404), rest  # what rules without pages have none of
            assert hidden_in(answer) == [], rest
        document = person.client.get(f"/battles/{table.key}/battle.json", follow=True)
        assert hidden_in(document) == []
    for name, pass_ in passes.items():
        program = program_of(account(f"{name} too").owner)
        for rest in SHOWN_TO_PROGRAMS:
            answer = program.get(f"battles/{table.key}/{rest}", Battle_Pass=pass_)
            assert answer.status_code in (200, 404), rest
            assert hidden_in(answer) == [], (name, rest)
        refused = program.get(f"battles/{table.key}/document/", Battle_Pass=pass_)
        assert refused.status_code in (403, 404)
        assert hidden_in(refused) == []
    for combatant, status in (("b.1", 403), ("a.1", 201)):
        by_player = program_of(table.player.owner).post(
            f"battles/{table.key}/events/",
            {"event": {"kind": "set", "combatant": combatant, "what": "luck", "value": "9", "reason": ""}},
            If_Match="*",
            Battle_Pass=held,
        )
        assert by_player.status_code == status
        assert hidden_in(by_player) == []


def test_the_game_master_knows_everything_and_so_does_everyone_where_nothing_is_hidden(coins: None) -> None:
    table = coin_table()
    ada = program_of(table.owner.owner)
    for rest in ("", "document/"):
        assert hidden_in(ada.get(f"battles/{table.key}/{rest}")) != []
    shown = coin_table(hides_left=False, people=("cleo", "dan"))
    held = shown.battle.seats.get(side="a").holder
    told = program_of(shown.player.owner).get(f"battles/{shown.key}/", Battle_Pass=held)
    assert hidden_in(told) != []
