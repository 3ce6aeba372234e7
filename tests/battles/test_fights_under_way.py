"""Fights of declared families under way: who joins, what is set by hand, earlier rounds; and names of their sides."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from selectolax.lexbor import LexborHTMLParser

from battles.models import CombatantList, PartyInFight
from battles.selectors.battles import BattleVisitor
from battles.selectors.folding import BATTLE_LOGS, folded_fight
from battles.services.battles import battle_close
from printing.canvas import CHARACTERS
from rules.families.documents import battle_from_document, replay
from tests.battles.fight_play import FightTable, names_of, new_fight, saved_list
from tests.warbands.verbs import account, text_of

RULES = Path(__file__).parents[1] / "rules"

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("marbles")]


def told_fight(path: str, entries: int) -> FightTable:
    """Import a fight that the documentation tells, as far as some entries of its log."""
    ada, document = account("ada"), json.loads((RULES / path).read_bytes())
    document["log"] = document["log"][:entries]
    answer = ada.client.post(
        "/battles/import/", {"file": ContentFile(json.dumps(document).encode(), name="fight.json")}
    )
    return FightTable(answer.headers["Location"].split("/")[2], {"ada": ada})


def by_hand(table: FightTable, who: str = "ada", combatant: str = "b.1", **values: str) -> Any:
    """Send the form of what is set by hand; a box that is not named is not ticked."""
    asked = "number.luck,number.stamina,number.recoveries,flag.prone,choice.grabbed_by,"
    return table.act("set", who, combatant=combatant, asked=asked, **values)


def test_what_is_set_by_hand_is_one_form_with_one_reason_and_one_step():
    table = told_fight("heroic/a-heroic-fight.json", 18)
    fighter, head = folded_fight(table.battle).state.combatant("a.1"), table.battle.head
    assert not fighter.is_prone
    page = table.get(creature="a.1").content.decode()
    assert page.count('id="set-why"') == 1
    assert 'name="asked" value="number.stamina,number.recoveries,' in page
    typed = {"number.stamina": str(fighter.stamina), "number.recoveries": "1", "choice.grabbed_by": fighter.grabbed_by}
    changed = {**typed, "flag.prone": "1", "reason": "a curse"}
    assert by_hand(table, combatant="a.1", **changed).status_code == 302
    entries = list(table.battle.entries.order_by("number").values_list("step", "event"))[head:]
    assert [(step, event["what"], event["value"], event["reason"]) for step, event in entries] == [
        (head + 1, "recoveries", "1", "a curse"),
        (head + 1, "prone", "1", "a curse"),
    ]
    again = by_hand(table, combatant="a.1", **changed)
    assert (again.status_code, "Nothing was changed." in text_of(again)) == (422, True)
    assert by_hand(table, combatant="a.1", **typed).status_code == 302
    assert folded_fight(table.battle).state.combatant("a.1").is_prone is False
    head = table.battle.head
    refused = by_hand(table, combatant="a.1", **{**changed, "number.stamina": "999"})
    assert (refused.status_code, "Stamina: enter a number from 0 to" in text_of(refused)) == (422, True)
    assert (by_hand(table, combatant="x").status_code, table.battle.head) == (422, head)
    table.act("undo")
    assert folded_fight(table.battle).state.combatant("a.1").is_prone


def test_combatants_are_tokens_with_the_emblem_of_their_name_or_its_letters():
    table = told_fight("older_pathfinder/an-older-fight.json", 44)
    page = LexborHTMLParser(table.get().content.decode())
    tokens = {line.css_first("bdi").text(): line.css_first(".fighter-token") for line in page.css(".fight-line")}
    assert {name: token.text().strip() for name, token in tokens.items()} == {
        "Mara": "M",
        "Ivo": "I",
        "Grub": "G",
        "Nib": "",
        "Tock": "",  # of a group of goblins
    }
    assert tokens["Nib"].css_first(".emblem").attributes["data-emblem"] == CHARACTERS["goblin-head"]
    assert tokens["Mara"].css_first(".token-arc").attributes["stroke-dasharray"] == "38 100"
    assert "hp-half" in tokens["Mara"].attributes["class"].split()
    assert "is-down" in tokens["Tock"].attributes["class"].split()


def test_who_acts_is_named_once_above_what_it_can_do():
    now = LexborHTMLParser(told_fight("older_pathfinder/an-older-fight.json", 44).get().content.decode())
    now = now.css_first(".battle-now")
    assert now.css_first(".turn-head h2").text().strip().startswith("Nib acts.")
    offers = [button.text() for button in now.css(".main-fold > summary, .option-words b")]
    assert [words.split()[0] for words in offers[:4]] == ["Attack", "Attack", "Move", "Move"]
    assert [words for words in offers if "Nib" in words] == []


def test_no_one_finds_a_hidden_value_by_setting_it():
    table = new_fight()
    table.people["bo"] = account("bo")
    table.seat("a", "bo")
    table.act("begin")
    table.get(who="bo")
    told = {text_of(by_hand(table, "bo", **{"number.luck": str(luck)})) for luck in (6, 7, 8, 99)}
    assert (len(told), table.battle.head) == (1, 1)
    for who in ("ada", "bo"):
        answer = table.act("set", who, combatant="b.1", asked="number.height,", **{"number.height": "7"})
        assert (answer.status_code, "Nothing was changed." in text_of(answer)) == (422, True)


def test_the_game_master_renames_sides_before_the_fight():
    table = new_fight()
    names = {"side-a": "The brave", "side-b": " "}
    assert 'value="The pit"' in table.get("agreements/").content.decode()
    assert table.post("agreements/", **names, **{"field.loss": "1"}).status_code == 302
    assert [side["name"] for side in table.battle.setup["sides"]] == ["The brave", "The pit"]
    refused = table.post("agreements/", **{"side-a": "The bold", "field.loss": "0"})
    assert (refused.status_code, 'value="The bold"' in refused.content.decode()) == (422, True)
    table.act("begin")
    refused = table.post("agreements/", **names)
    assert (refused.status_code, "The fight has begun." in text_of(refused)) == (422, True)


def test_copies_that_join_are_one_step_and_follow_the_names_there():
    table = new_fight()
    table.act("begin")
    pit = CombatantList.objects.get(name="Pit")
    assert table.post("combatants/", chosen=f"{pit.key}:1", side="b", count="20").status_code == 302
    joined = list(table.battle.entries.order_by("number").values_list("step", "side"))[1:]
    assert joined == [(2, "b")] * 20
    assert names_of(table)[-1] == "Goblin 24"
    assert table.act("undo").status_code == 302
    assert names_of(table)[-1] == "Goblin 4"
    assert table.act("redo").status_code == 302
    assert names_of(table)[-1] == "Goblin 24"
    assert list(BATTLE_LOGS.failing()) == []
    document = json.loads(table.get("battle.json").content)
    assert replay(battle_from_document(document)).last == folded_fight(table.battle).state
    assert table.post("combatants/", chosen=f"{pit.key}:1", side="b", count="20").status_code == 302
    head = table.battle.head
    for _ in range(2):
        table.post("combatants/", chosen=f"{pit.key}:1", side="b", count="20")
    refused = table.post("combatants/", chosen=f"{pit.key}:1", side="b", count="16")
    assert (refused.status_code, "at most 100 combatants" in text_of(refused)) == (422, True)
    assert (table.battle.head, len(names_of(table))) == (head + 40, 85)


def test_a_round_is_shown_beside_the_newest_and_no_one_acts_at_the_end_of_an_earlier_one():
    ada = account("ada")
    told = (RULES / "older_pathfinder" / "an-older-fight.json").read_bytes()
    document = json.loads(told) | {"log": json.loads(told)["log"][:44]}
    answer = ada.client.post(
        "/battles/import/", {"file": ContentFile(json.dumps(document).encode(), name="fight.json")}
    )
    table = FightTable(answer.headers["Location"].split("/")[2], {"ada": ada})
    newest = folded_fight(table.battle).state.round

    def _then(number: int) -> str:
        return table.get(round=str(number)).content.decode().split('id="then"')[1].split('id="battle"')[0]

    for number in range(1, newest):
        assert f"At the end of round {number}<" in _then(number)
        assert [name for name in ("acts now", "has acted", " acting") if name in _then(number)] == []
    assert newest > 1
    assert f"Round {newest} so far<" in _then(newest)
    assert "acts now" in _then(newest)
    assert 'id="then"' not in table.get(round=str(newest + 1)).content.decode()


def test_a_saved_party_that_joins_later_counts_the_fight_unless_its_joining_was_undone():
    table = new_fight()
    ada = table.people["ada"]
    late, gone = (saved_list(ada, name, (name, 2), is_party=True) for name in ("Late", "Gone"))
    table.act("begin")
    for row in (gone, late):
        assert table.post("combatants/", chosen=f"{row.key}:all", side="a").status_code == 302
        table.act("undo")
    assert PartyInFight.objects.get(party=late).combatants == ["a.2", "a.3"]
    table.act("redo")
    table.act("end-fight", winner="a", reason="Won.")
    battle_close(visitor=BattleVisitor(ada.owner), key=table.key)
    counted = dict(CombatantList.objects.filter(is_party=True).values_list("name", "tallies"))
    won = {"wins": 1, "games": 1}
    assert counted == {"Heroes": won, "Late": won, "Gone": {}}
