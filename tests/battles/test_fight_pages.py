"""Fights of declared families by their pages: made, fought to the end, followed, reported, and what stays hidden."""

import json
import re
from dataclasses import replace
from typing import Any

import pypdfium2 as pdfium
import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles.models import CombatantList, PartyInFight
from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleVisitor
from battles.selectors.folding import folded_fight
from battles.services.battles import battle_close
from tests.battles.fight_play import FightTable, names_of, new_fight, saved_list
from tests.battles.marbles import MARBLES
from tests.warbands.verbs import account, text_of, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("marbles")]


def fall(table: FightTable, target: str, times: int = 7) -> None:
    """Let Ann toss tails against somebody until no luck is left."""
    for _ in range(times):
        table.toss("a.1", target)
        assert table.act("faces", face="2").status_code == 302


def test_a_fight_is_made_of_lists_and_numbers_those_with_one_sheet():
    table = new_fight()
    assert names_of(table) == ["Ann", "Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"]
    setup = table.battle.setup
    assert [(side["key"], side["name"]) for side in setup["sides"]] == [("a", "Heroes"), ("b", "The pit")]
    assert (setup["master"], setup["hides_left"], len(setup["sheets"])) == ("b", True, 5)
    assert (table.battle.family, table.battle.name) == ("marbles", "At the ford")
    text = table.text()
    for words in (
        "Before the fight",
        "Goblin 4",
        "Luck lost on tails",
        "Marbles belong to everyone.",
        "Ties are tossed",
    ):
        assert words in text, words
    page = account("bo").get("/battles/new/marbles/")
    assert "Ties are tossed again." in text_of(page)
    assert "Which game?" in text_of(account("cy").get("/battles/new/"))
    assert account("dee").get("/battles/new/chess/").status_code == 404


def test_lists_of_the_own_kind_are_offered_first_to_each_side():
    table = new_fight()
    table.people["bo"] = account("bo")
    lists = ("Heroes", "Pit")  # the opponents were saved last
    page = table.people["ada"].get("/battles/new/marbles/").content.decode()
    party, opponents = page.split('id="opponents"')
    assert re.findall('optgroup label="([^"]*)', party) == [*lists]
    assert re.findall('optgroup label="([^"]*)', opponents) == [*reversed(lists)]
    assert re.findall('optgroup label="([^"]*)', table.get().content.decode()) == [*lists]
    table.seat("b", "bo")
    saved_list(table.people["bo"], "Pit", ("Ogre", 1))
    saved_list(table.people["bo"], "Friends", ("Bo", 1), is_party=True)
    held = table.get(who="bo").content.decode()
    assert re.findall('optgroup label="([^"]*)', held) == ["Pit", "Friends"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"field.loss": "40"}, "Luck lost on tails: Expected 9 or less"),
        ({"dice": "loaded"}, "Choose whether Muster rolls or you enter"),
    ],
)
def test_a_fight_that_does_not_fit_is_refused_in_words(fields: dict[str, str], words: str):
    answer = account("ada").client.post("/battles/new/marbles/", {"party-a": "Heroes", **fields})
    assert (answer.status_code, words in text_of(answer)) == (422, True)


def test_combatants_are_added_edited_and_removed_before_the_fight():
    table = new_fight()
    pit = CombatantList.objects.get(name="Pit")
    assert table.post("combatants/", chosen=f"{pit.key}:1", side="b", count="2", group="Late").status_code == 302
    assert names_of(table)[-2:] == ["Goblin 5", "Goblin 6"]
    assert table.post("combatants/", do="leave", combatant="b.5").status_code == 302
    form = {"name": "Bo", "field.luck": "4", "count": "1", "group": "Red"}
    assert table.post("combatants/sheet/?kind=tosser", side="a", **form).status_code == 302
    assert names_of(table)[-1] == "Bo"
    assert 'value="Bo"' in table.get("combatants/sheet/", combatant="a.2").content.decode()
    assert table.post("combatants/sheet/?combatant=a.2", **{**form, "name": "Cy"}).status_code == 302
    entry = folded_fight(table.battle).setup.by_id["a.2"]
    assert (entry.sheet.name, entry.sheet.number("luck"), entry.group) == ("Cy", 4, "Red")
    assert table.post("agreements/", **{"field.loss": "3"}).status_code == 302
    assert (table.battle.setup["table"]["loss"], table.battle.setup["hides_left"]) == (3, False)
    for rest, fields, words in (
        ("combatants/", {"chosen": "nothing:1", "side": "b"}, "Choose who takes part."),
        ("combatants/", {"chosen": f"{pit.key}:1", "side": "d"}, "That side is not in this fight."),
        ("combatants/", {"chosen": f"{pit.key}:1", "side": "b", "count": "99"}, "from 1 to 20"),
        ("combatants/", {"do": "leave", "combatant": "b.77"}, "That combatant is not in this fight."),
        ("combatants/sheet/?kind=tosser", {**form, "field.luck": "0", "side": "a"}, "Luck: Expected 1 or more"),
        ("agreements/", {"field.loss": "0"}, "Luck lost on tails"),
    ):
        answer = table.post(rest, **fields)
        assert (answer.status_code, words in text_of(answer)) == (422, True), rest
    for rest in (
        "combatants/sheet/?kind=nothing",
        "combatants/sheet/?combatant=b.99",
        "combatants/sheet.pdf?combatant=x",
    ):
        assert table.get(rest).status_code == 404


def test_a_fight_is_fought_by_forms_to_its_end():
    table = new_fight()
    assert table.act("begin").status_code == 302
    page = table.get(creature="a.1").content.decode()
    for part in ("Anyone may toss.", 'name="choice.target"', "Set by hand", "Thoughts", "Ancestry of Ann", "Begin"):
        assert (part in page) is (part != "Begin"), part
    assert table.toss("a.1", "b.1").status_code == 302
    assert "A toss" in table.text()
    refused = table.act("faces", face="7")
    assert (refused.status_code, "A toss. Enter 1 face from 1 to 2." in text_of(refused)) == (422, True)
    assert table.act("faces", face="2", place="r1/0/a.1/toss/1").status_code == 302
    assert table.act("faces", face="1", place="r1/0/a.1/toss/1").status_code == 422
    assert table.act("undo").status_code == 302
    assert table.act("redo").status_code == 302
    assert table.act("set", combatant="b.1", what="luck", **{"number.luck": "1"}, reason="a curse").status_code == 302
    assert folded_fight(table.battle).state.combatant("b.1").luck == 1
    refused = table.act("set", combatant="b.1", what="luck", **{"number.luck": "99"})
    assert "enter a number from 0 to 9" in text_of(refused)
    late = table.act("set", combatant="b.1", what="luck", seen=1, **{"number.luck": "2"})
    assert (late.status_code, "meanwhile" in text_of(late)) == (409, True)
    fall(table, "b.1", 1)
    for target in ("b.2", "b.3", "b.4"):
        fall(table, target)
    assert table.battle.status == BattleStatus.OVER
    assert "The winner: Heroes." in table.text("result/")
    text = table.get("report.txt").content.decode()
    assert "At the ford\nMarbles\n" in text
    assert "  Goblin 4: Luck 0 of 7, out." in text
    pdf = pdfium.PdfDocument(table.get("report.pdf").content)
    printed = pdf[0].get_textpage().get_text_range()
    assert "What happened" in printed
    assert "Goblin 4 loses luck." in printed
    assert "Goblin 4" in table.text("table/")
    assert "Goblin 4 loses luck." in table.text("log/")


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "offer", "kind": "tossed", "parts": "[1]"},
        {"do": "offer", "kind": "tossed", "parts": "{"},
        {"do": "offer", "kind": "nothing"},
        {"do": "offer", "kind": "tossed", "parts": "{}"},
        {"do": "offer", "kind": "tossed", "asked": "number.target", "number.target": "many"},
        {"do": "offer", "kind": "tossed", "parts": '{"combatant": 5, "target": []}'},
        {"do": "offer", "kind": "tossed", "parts": '{"combatant": "a.1", "target": "x"}'},
        {"do": "set", "combatant": "x", "what": "luck", "number.luck": "1"},
        {"do": "set", "combatant": "a.1", "what": "height", "number.height": "1"},
        {"do": "end-fight", "winner": "q"},
        {"do": "choose", "option": "x"},
        {"do": "take", "creature": "x", "offer": "y"},
        {"do": "pass", "by": "a"},
        {"do": "roll"},
        {"do": "faces", "face": "1"},
        {"do": "nonsense"},
        {"do": "begin"},
    ],
)
def test_what_no_page_would_send_is_refused_in_a_sentence(fields: dict[str, Any]):
    table = new_fight()
    table.act("begin")
    head = table.battle.head
    assert table.act(**fields).status_code == 422
    assert table.battle.head == head


def test_the_game_master_lets_more_join_and_ends_the_fight():
    table = new_fight()
    table.act("begin")
    pit = CombatantList.objects.get(name="Pit")
    assert "Who joins" in table.text("combatants/")
    assert table.post("combatants/", chosen=f"{pit.key}:1", side="b", count="2").status_code == 302
    form = {"name": "Ogre", "count": "1", "side": "b", "field.luck": "9"}
    assert table.post("combatants/sheet/?kind=tosser", **form).status_code == 302
    assert names_of(table)[-3:] == ["Goblin 5", "Goblin 6", "Ogre"]
    assert table.get("combatants/sheet/", combatant="b.1").status_code == 404
    assert table.act("end-fight", winner="", reason="Night falls.").status_code == 302
    assert "No one wins." in table.text("result/")
    assert "Night falls." in table.text("result/")


def test_players_and_watchers_never_learn_what_the_opponents_have_left():
    table = new_fight()
    table.people |= {"bo": account("bo"), "wim": visitor(), "eve": account("eve")}
    table.seat("a", "bo")
    table.watch("wim")
    table.act("begin")
    table.toss("a.1", "b.1", who="bo")
    table.act("faces", who="bo", face="2")
    table.act("set", combatant="b.2", what="luck", **{"number.luck": "3"}, reason="CANARY")
    secrets = ("Ancestry of Goblin", "CANARY", "Luck left 6", "6/7", "Luck 6", ">6<", "3/7")
    places = ("", "?creature=b.1", "now/", "now/?creature=b.1", "now/?screen=table", "table/", "log/", "?round=1")
    places += ("result/", "report.txt", "settings/", "phones/", "combatants/", "combatants/sheet/?combatant=b.1")
    for who in ("bo", "wim"):
        for rest in places:
            content = table.get(rest, who).content.decode()
            assert not [secret for secret in secrets if secret in content], (who, rest)
        report = pdfium.PdfDocument(table.get("report.pdf", who).content)
        printed = "".join(page.get_textpage().get_text_range() for page in report)
        assert "Goblin 1" in printed
        assert not [secret for secret in secrets if secret in printed]
        assert table.get("combatants/sheet.pdf", who, combatant="b.1").status_code == 404
        assert table.get("combatants/sheet.pdf", who, combatant="a.1").status_code == 200
        assert "Only the game master sees its sheet" in table.text(who=who, creature="b.1")
        assert "Ancestry of Ann" in table.text(who=who, creature="a.1")
    assert "Ancestry of Goblin" in table.text(creature="b.1")
    assert table.get("combatants/sheet.pdf", combatant="b.1").status_code == 200
    assert table.get("", "eve").status_code == 404


def test_everyone_sees_it_where_the_table_says_so():
    ada = account("ada")
    answer = ada.client.post("/battles/new/marbles/", {"party-a": "Heroes", "dice": "entered"})
    table = FightTable(answer.headers["Location"].split("/")[2], {"ada": ada, "wim": visitor()})
    pit = saved_list(ada, "Pit", ("Goblin", 1))
    table.post("combatants/", chosen=f"{pit.key}:1", side="b")
    table.watch("wim")
    assert "Ancestry of Goblin" in pdf_text(table.get("combatants/sheet.pdf", "wim", combatant="b.1"))


def pdf_text(answer: Any) -> str:
    return "".join(page.get_textpage().get_text_range() for page in pdfium.PdfDocument(answer.content))


def test_only_who_plays_a_side_changes_it_and_only_the_game_master_begins():
    table = new_fight()
    table.people |= {"bo": account("bo"), "eve": account("eve")}
    table.seat("a", "bo")
    heroes = saved_list(table.people["bo"], "Friends", ("Bo", 1))
    assert table.post("combatants/", "bo", chosen=f"{heroes.key}:1", side="a").status_code == 302
    for rest, fields in (
        ("combatants/", {"chosen": f"{heroes.key}:1", "side": "b"}),
        ("combatants/", {"do": "leave", "combatant": "b.1"}),
        ("agreements/", {"field.loss": "9"}),
    ):
        answer = table.post(rest, "bo", **fields)
        assert (answer.status_code, "You do not play this side." in text_of(answer)) == (422, True)
        assert table.post(rest, "eve", **fields).status_code == 404
    assert "The game master begins the fight." in table.text(who="bo")
    assert table.act("begin", "bo").status_code == 422
    assert table.act("begin").status_code == 302
    refused = table.post("combatants/", "bo", chosen=f"{heroes.key}:1", side="a")
    assert refused.status_code == 422
    assert table.toss("b.1", "a.1", "bo").status_code == 422
    assert "Game master" not in table.text(who="bo")
    assert table.act("undo", "bo").status_code == 422


def test_a_saved_party_counts_a_won_fight_once_when_it_is_closed():
    table = new_fight()
    party = CombatantList.objects.get(name="Heroes")
    assert PartyInFight.objects.get().combatants == ["a.1"]
    table.act("begin")
    table.act("end-fight", winner="a", reason="Won.")
    table.act("undo")
    table.act("end-fight", winner="a", reason="Won again.")
    party.refresh_from_db()
    assert party.tallies == {}
    for _ in range(2):
        battle_close(visitor=BattleVisitor(table.people["ada"].owner), key=table.key)
        party.refresh_from_db()
        assert party.tallies == {"wins": 1, "games": 1}
    assert CombatantList.objects.get(name="Pit").tallies == {}


@pytest.mark.parametrize(("winner", "leaves"), [("b", False), ("", False), ("a", True)])
def test_nothing_is_counted_for_a_fight_that_was_lost_or_that_the_party_left(winner: str, leaves: bool):
    table = new_fight()
    if leaves:
        table.post("combatants/", do="leave", combatant="a.1")
        form = {"name": "Bo", "field.luck": "4", "count": "1", "side": "a"}
        table.post("combatants/sheet/?kind=tosser", **form)
    table.act("begin")
    table.act("end-fight", winner=winner, reason="Over.")
    battle_close(visitor=BattleVisitor(table.people["ada"].owner), key=table.key)
    assert CombatantList.objects.get(name="Heroes").tallies == {}


def test_the_part_that_changes_is_asked_for_by_its_mark():
    table = new_fight()
    table.act("begin")
    answer = table.get("now/")
    assert "Anyone may toss." in answer.content.decode()
    same = table.people["ada"].client.get(
        f"/battles/{table.key}/now/", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert same.status_code == 304


def test_the_pages_of_a_fight_take_a_fixed_number_of_queries():
    table = new_fight()
    for rest, most in (("", 5), ("combatants/", 5), ("combatants/sheet/?combatant=a.1", 4), ("agreements/", 4)):
        with CaptureQueriesContext(connection) as queries:
            table.get(rest)
        assert len(queries) == most, rest
    table.act("begin")
    for rest, most in (("", 4), ("table/", 4), ("result/", 4), ("log/", 5), ("combatants/sheet.pdf?combatant=a.1", 4)):
        with CaptureQueriesContext(connection) as queries:
            table.get(rest)
        assert len(queries) == most, rest


def test_the_document_of_a_fight_opens_again():
    table = new_fight()
    table.act("begin")
    table.toss("a.1", "b.1")
    answer = table.get("battle.json")
    assert json.loads(answer.content)["family"] == "marbles"
    ada = table.people["ada"]
    taken = ada.client.post("/battles/import/", {"file": ContentFile(answer.content, name="fight.json")})
    other = FightTable(taken.headers["Location"].split("/")[2], table.people)
    assert "A toss" in other.text()
    assert names_of(other) == names_of(table)


def test_what_the_fight_is_about_stands_on_every_screen():
    table = new_fight()
    about = "Whose marbles are the last? Round 1."
    assert about not in table.text()
    table.act("begin")
    for rest in ("", "now/", "table/", "now/?screen=table"):
        assert about in table.text(rest), rest


def test_the_order_is_shown_where_the_family_has_one(monkeypatch: pytest.MonkeyPatch):
    table = new_fight()
    table.act("begin")
    assert 'aria-label="Order"' not in table.get().content.decode()
    monkeypatch.setattr(type(MARBLES), "order", lambda self, state: tuple(reversed(tuple(state.combatants))))
    for rest in ("", "table/"):
        page = table.get(rest).content.decode()
        shown = page[page.index('aria-label="Order"') :]
        shown = shown[: shown.index("</section>")]
        places = [shown.index(name) for name in ("Goblin 4", "Goblin 1", "Ann")]
        assert places == sorted(places), rest
    page = table.get(creature="a.1").content.decode()
    parts = [page.index(part) for part in ('class="battle-now', 'aria-label="Order"', 'class="battle-panel"')]
    assert parts == sorted(parts)  # on a phone, whose turn comes when stands above the numbers of one combatant


def test_while_an_opponent_acts_a_player_sees_the_panel_of_their_own(monkeypatch: pytest.MonkeyPatch):
    table = new_fight()
    table.people |= {"bo": account("bo"), "wim": visitor()}
    table.seat("a", "bo")
    table.watch("wim")
    table.act("begin")
    row = type(MARBLES).row

    def acting(self, state, combatant, *, sees_hidden):
        return replace(row(self, state, combatant, sees_hidden=sees_hidden), is_acting=combatant == "b.2")

    monkeypatch.setattr(type(MARBLES), "row", acting)
    panels = {who: _panel_name(table, who) for who in ("ada", "bo", "wim")}
    assert panels == {"ada": "Goblin 2", "bo": "Ann", "wim": "Goblin 2"}


def _panel_name(table: FightTable, who: str) -> str:
    return re.findall(r'id="panel-name"><bdi>([^<]*)', table.get(who=who).content.decode())[0]


def test_after_a_step_the_panel_is_that_of_whoever_acts():
    table = new_fight()
    table.act("begin")
    page = table.get(creature="b.1").content.decode()
    step, panel = page.split('class="battle-now')[1].split('class="battle-panel"')
    assert 'value="tossed"' in step
    assert 'name="focus"' not in step
    assert 'name="focus" value="b.1"' in panel  # what is set by hand stays in sight
