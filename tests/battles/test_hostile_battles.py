"""What a hostile player sends to a battle: it is refused in words, writes nothing, and the battle still opens."""

import json
from random import Random
from typing import Any

import pytest
from django.core.files.base import ContentFile
from selectolax.lexbor import LexborHTMLParser

from battles.models import Battle, BattleEntry
from battles.selectors.folding import BATTLE_LOGS, FoldedFight, folded_battle
from battles.selectors.folding import setup_of as stored_setup
from battles.selectors.lineups import SideLineup
from battles.services.battles import SidePlan, battle_create
from common.refusal import Refusal
from played_logs.services import recording
from rules.p2v_combat.family import P2V, battle_state_document
from rules.p2v_combat.sides import Fielded
from rules.roster import Member
from tests.battles.pages import join, page, press
from tests.battles.play import BattleTable
from tests.battles.setup_changes import change
from tests.examples import LONG, THOROUGH
from tests.rules.p2v_combat.tables import card
from tests.warbands.verbs import account, building

pytestmark = pytest.mark.django_db
LONG_TEXT = "x" * 200
DIRECTIONS = "\u202egnp.exe"


def first_turn(table: BattleTable) -> str:
    """Begin, and activate a creature; return its side."""
    table.begin()
    side = table.folded.state.next_side
    assert side
    press(table, do="activate", creature=f"{side}.m1")
    return side


def check_opens(table: BattleTable) -> None:
    """Check that a battle reads back from what is stored, to the state that is shown."""
    stored = FoldedFight(P2V, stored_setup(table.battle)).followed_by(BATTLE_LOGS.entries_of(table.battle))
    assert battle_state_document(stored.state) == battle_state_document(table.folded.state)
    assert page(table).status_code == 200


@pytest.mark.parametrize("action", ["cast/fireball/20", "cast/fireball/99999999", "cast/x", "cast/x/y/z", "sustain/"])
def test_no_creature_casts_a_spell_that_no_step_offers(table: BattleTable, action: str) -> None:
    side = first_turn(table)
    head, other = table.battle.head, "b" if side == "a" else "a"
    answer = press(table, do="act", creature=f"{side}.m1", action=action, way="", target=f"{other}.m1")
    assert answer.status_code == 422
    assert page(table, creature=f"{side}.m1", action=action, target=f"{other}.m1").status_code == 200
    assert table.battle.head == head


@pytest.mark.parametrize(
    "fields",
    [
        {"cover-{other}.m1": [f"wall {number}" for number in range(60)]},
        {"off-guard-{other}.m1": [f"flank {number}" for number in range(60)]},
        {"concealment-{other}.m1": ["x" * 80] * 60},
        {"holds": [f"thing {number}" for number in range(60)]},
        {"choice": ["x" * 80] * 200},
    ],
)
def test_what_cannot_be_read_again_is_not_stored(table: BattleTable, fields: dict[str, list[str]]) -> None:
    side = first_turn(table)
    other = "b" if side == "a" else "a"
    creature = next(creature for creature in table.folded.state.of_side(side) if table.folded.state.acting(creature.id))
    action = next(
        action.key
        for action in table.folded.state.fielded(creature.id).actions.values()
        if action.is_weapon and not action.boxes
    )
    sent = {name.format(other=other): values for name, values in fields.items()}
    answer = press(table, do="act", creature=creature.id, action=action, way="", target=f"{other}.m1", **sent)
    assert answer.status_code in (302, 422)
    check_opens(table)


def test_counts_that_nobody_asked_for_are_refused(table: BattleTable) -> None:
    first_turn(table)
    for name, value in (("count-" + LONG_TEXT, "1"), ("count-x", "-5"), ("count-", "9999")):
        assert press(table, do="counts", **{name: value}).status_code == 422
    check_opens(table)


def test_names_as_long_as_a_warband_takes_them_make_a_battle(small_compendium: None) -> None:
    ada = account("ada")
    own = building(ada, "kobold-warrior", "boar", name=DIRECTIONS + LONG_TEXT[:180])
    for address, fields in (
        ("/battles/new/", {"side-a": own.key, "side-b": own.key, "name": LONG_TEXT}),
        ("/battles/alone/battle/", {"party": own.key, "pool": "humanoid", "percent": "100"}),
    ):
        answer = ada.client.post(address, fields)
        assert answer.status_code in (302, 422)
        if answer.status_code == 302:
            assert ada.get(answer.headers["Location"]).status_code == 200
    assert Battle.objects.count()


def test_ids_that_a_battle_cannot_keep_are_refused(small_compendium: None) -> None:
    ada = account("ada")
    own = building(ada, Member("boar", id="m" * 150))
    answer = ada.client.post("/battles/new/", {"side-a": own.key, "side-b": own.key})
    assert answer.status_code == 422
    assert not Battle.objects.exists()


def test_a_set_up_whose_beginning_was_undone_stays_as_it_was(table: BattleTable) -> None:
    change(table, "victory", "condition", victory="beast-hunt")
    setup = table.battle.setup
    table.begin()
    press(table, do="undo")
    assert table.battle.status == "setting-up"
    for step, do, fields in (
        ("victory", "condition", {"victory": "assassins"}),
        ("board", "board", {"board": "60x60", "points": "99"}),
        ("terrain", "suggest", {}),
    ):
        assert change(table, step, do, **fields).status_code == 422
    table.owner.client.post(f"/battles/{table.key}/setup/everything/", {"do": "remove"})
    assert table.battle.setup == setup
    shown = LexborHTMLParser(table.owner.get(f"/battles/{table.key}/setup/").content)
    buttons = [button.attributes["value"] for button in shown.css("[name=do]")]
    assert buttons == ["save-board"], "No button is there that would be refused."
    press(table, do="redo")
    check_opens(table)


def test_a_table_is_only_kept_where_it_can_be_read_again(table: BattleTable) -> None:
    change(table, "board", "all")
    before = table.battle.setup
    for power in ("9" * 60, "101", "٣"):
        for kind in ("golem", "animal", "fey"):
            change(table, "objectives", "place", kind=kind, x="3", y="3", creature=f"boar {power}")
    for label in ("x" * 200, "\u202e"):
        change(table, "terrain", "add", kind="difficult", x="1", y="1", width="2", height="2", label=label)
    assert table.owner.get(f"/battles/{table.key}/setup/").status_code == 200
    assert stored_setup(table.battle).name == before["name"]


@pytest.mark.parametrize("number", ["9" * 60, "-1", "٣", "x", ""])
def test_secrets_of_odd_numbers_are_nobodys(table: BattleTable, number: str) -> None:
    for do in ("reveal", "treasure", "agree", "skip", "repeat", "x"):
        answer = table.owner.client.post(f"/battles/{table.key}/setup/secrets/act/", {"do": do, "secret": number})
        assert answer.status_code == 302


def test_a_name_turns_no_sentence_around(table: BattleTable) -> None:
    table.owner.client.post(f"/battles/{table.key}/edit/", {"name": f"{DIRECTIONS}x", "dice": "server"})
    assert table.battle.name == "gnp.exex"
    assert Fielded("a.m1", "a", Member("boar", id="m1", name=DIRECTIONS), card("boar")).name == "gnp.exe"
    first_turn(table)
    press(table, do="hp", creature="a.m1", by="-1", reason=DIRECTIONS)
    for rest in ("", "log/", "table/", "result/", "report.txt"):
        assert "\u202e" not in page(table, rest=rest).content.decode()


def test_another_side_closes_no_battle_that_is_being_played(table: BattleTable) -> None:
    bob = account("bob")
    join(table, "b", bob)
    table.begin()
    bob.client.post(f"/battles/{table.key}/close/")
    assert table.battle.status == "playing"
    assert table.battle.seed.hex() not in page(table, bob, "result/").content.decode()
    table.owner.client.post(f"/battles/{table.key}/close/")
    assert table.battle.status == "closed"


def test_nobody_fields_the_private_homebrew_of_others(table: BattleTable) -> None:
    fielded = tuple(fighter for fighter in stored_setup(table.battle).fielded if fighter.side == "a")
    sides = [SidePlan("Theirs", SideLineup(fielded, private=("Moss Troll",)))] * 2
    with pytest.raises(Refusal, match="“Moss Troll” has no named license"):
        battle_create(owner=table.owner.owner, sides=sides)


# Documents

ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 10**30, 1.5, "", "\u202e", "a.m1", "x" * 20_000, [], {}, [[]], [None]),
    *({"kind": "begun"}, {"kind": "step-undone", "step": 1}, {"kind": "undo-asked", "step": 1}, "game", "b"),
)


def send(table: BattleTable, document: Any) -> Any:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    return table.owner.client.post("/battles/import/", {"file": ContentFile(data, "b.json")})


def exported(table: BattleTable) -> Any:
    return json.loads(page(table, rest="battle.json").content)


def places(document: Any) -> list[tuple[Any, Any]]:
    """Return every place of a document as its container and the key in it."""
    slots: list[tuple[Any, Any]] = []
    inside = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in inside:
        slots.append((document, key))
        if isinstance(value, dict | list):
            slots += places(value)
    return slots


def test_a_document_with_anything_odd_in_it_is_refused_or_opens(table: BattleTable) -> None:
    first_turn(table)
    press(table, do="hp", creature="a.m1", by="-1")
    press(table, do="undo")
    press(table, do="redo")
    text = json.dumps(exported(table))
    dice = Random(11)
    for _ in range(1_000 if LONG else 250 if THOROUGH else 40):
        document = json.loads(text)
        logged = places(document["log"])
        container, key = dice.choice(logged if dice.random() < 0.5 else places(document))
        container[key] = dice.choice(ODD)
        answer = send(table, document)
        assert answer.status_code in (302, 422)
        if answer.status_code == 302:
            assert table.owner.get(answer.headers["Location"]).status_code == 200
        if Battle.objects.count() > 200:
            Battle.objects.exclude(key=table.key).delete()


def test_files_that_are_no_documents_are_refused(table: BattleTable) -> None:
    for data in (
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"format": "muster-battle/1", "format": "muster-battle/1"}',
        b'{"format": NaN}',
        b"1" * 10_000,
        b'{"format": "muster-battle/1", "setup": {"name": "\\ud800"}}',
        b'{"format": "muster-battle/1", "setup": {"name": "\\u0000"}}',
    ):
        assert send(table, data).status_code == 422


def test_a_text_that_no_database_keeps_is_refused(table: BattleTable) -> None:
    for text in ("\ud800", "\0", "a\nb"):
        document = exported(table)
        document["setup"]["name"] = text
        assert send(table, document).status_code == 422


def test_no_text_of_a_document_turns_a_sentence_around(table: BattleTable) -> None:
    first_turn(table)
    press(table, do="hp", creature="a.m1", by="-1", reason="fell")
    document = exported(table)
    document["setup"]["name"] = f"Red{DIRECTIONS}"
    document["setup"]["sides"][0]["name"] = f"{DIRECTIONS}Red"
    document["setup"]["fielded"][0]["member"]["name"] = f"Flint{DIRECTIONS}"
    document["log"][-1]["event"]["reason"] = DIRECTIONS
    address = send(table, document).headers["Location"]
    taken = Battle.objects.exclude(key=table.key).get()
    assert taken.name == "Redgnp.exe"
    assert taken.setup["sides"][0]["name"] == "gnp.exeRed"
    assert "\u202e" not in json.dumps(taken.setup, ensure_ascii=False)
    assert not any("\u202e" in json.dumps(row.event, ensure_ascii=False) for row in taken.entries.all())
    assert "\u202e" not in table.owner.get(address).content.decode()


def test_a_battle_and_a_side_without_any_sign_of_a_name_get_one(table: BattleTable) -> None:
    document = exported(table)
    document["setup"]["name"] = document["setup"]["sides"][0]["name"] = "\u202e"
    shown = table.owner.get(send(table, document).headers["Location"]).content.decode()
    assert "A battle" in shown
    assert "Side A" in shown


def test_a_battle_of_before_with_such_names_shows_plain_ones(table: BattleTable) -> None:
    battle = table.battle
    battle.setup["sides"][0]["name"] = f"Red{DIRECTIONS}"
    Battle.objects.filter(pk=battle.pk).update(setup=battle.setup)
    table.begin()
    assert "\u202e" not in page(table).content.decode()
    assert "Redgnp.exe" in page(table).content.decode()


def test_a_log_that_takes_too_long_to_play_is_refused(table: BattleTable, monkeypatch: pytest.MonkeyPatch) -> None:
    first_turn(table)
    monkeypatch.setattr(recording, "MAX_SECONDS", -1)
    answer = send(table, exported(table))
    assert answer.status_code == 422
    assert "Muster would need too long to play them" in answer.content.decode()
    assert Battle.objects.count() == 1


def test_a_creature_without_an_id_is_refused(table: BattleTable) -> None:
    document = exported(table)
    document["setup"]["fielded"][0]["member"]["id"] = ""
    assert send(table, document).status_code == 422


def test_a_group_of_spells_without_spells_is_read(table: BattleTable) -> None:
    document = exported(table)
    caster = {"tradition": "arcane", "rank": 1, "groups": [{"uses": []}]}
    document["setup"]["cards"][0]["features"][0]["caster"] = caster
    assert send(table, document).status_code in (302, 422)


def test_commanders_in_a_circle_are_refused(table: BattleTable) -> None:
    first_turn(table)
    for first, second in (("a.m1", "a.m1"), ("a.m1", "a.m2"), ("a.m1", "b.m1")):
        document = exported(table)
        document["log"] = []
        rows = {fighter["id"]: fighter for fighter in document["setup"]["fielded"]}
        rows[first]["minion_of"], rows[second]["minion_of"] = second, first
        assert send(table, document).status_code == 422


@pytest.mark.parametrize("step", [1, 2, 99])
def test_entries_that_go_back_to_an_earlier_step_are_refused(table: BattleTable, step: int) -> None:
    first_turn(table)
    press(table, do="hp", creature="a.m1", by="-1")
    press(table, do="hp", creature="a.m2", by="-1")
    document = exported(table)
    document["log"][-1]["step"] = step
    assert send(table, document).status_code == 422


def test_no_entry_is_left_of_what_was_refused(table: BattleTable) -> None:
    first_turn(table)
    rows = BattleEntry.objects.count()
    document = exported(table)
    document["log"].append(
        {
            "number": len(document["log"]) + 1,
            "step": len(document["log"]) + 1,
            "side": "a",
            "event": {"kind": "secret-shown", "by": "zz", "purpose": "x", "choice": "y", "salt": "z"},
        }
    )
    assert send(table, document).status_code == 422
    assert BattleEntry.objects.count() == rows
    assert folded_battle(table.battle).number == table.battle.head
