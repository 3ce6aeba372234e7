"""The pages of battles: who sees what, forms that work by reload, and the part that is asked for again and again."""

import json
from typing import Any

import pytest
from django.core.files.base import ContentFile
from selectolax.lexbor import LexborHTMLParser

from battles.models import Battle
from battles.selectors.folding import BATTLE_LOGS, folded_battle
from rules.p2v_combat.family import battle_state_document
from tests.battles.pages import join, page, press, watch
from tests.battles.play import BattleTable
from tests.warbands.verbs import account, building, text_of, visitor

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def test_a_battle_is_made_from_an_own_and_a_shared_warband(small_compendium: None) -> None:
    ada, bob = account("ada"), account("bob")
    own = building(ada, "kobold-warrior", "boar")
    other = building(bob, "boar", name="River Guard")
    bob.client.post(f"/warbands/{other.key}/share/", {"switch": "on"})
    answer = ada.client.post(
        "/battles/new/",
        {"side-a": own.key, "link-b": f"https://example.org/shared/{other.warband.share_token}/", "dice": "entered"},
    )
    assert answer.status_code == 302
    shown = text_of(ada.client.get(answer.headers["Location"]))
    assert "Ash Company" in shown
    assert "River Guard" in shown
    assert "Kobold Warrior" in shown


def test_creatures_of_one_name_are_told_apart_by_numbers(small_compendium: None) -> None:
    ada = account("ada")
    own = building(ada, "kobold-warrior", "kobold-warrior", "boar")
    other = building(ada, "boar", name="River Guard")
    answer = ada.client.post("/battles/new/", {"side-a": own.key, "side-b": other.key})
    shown = text_of(ada.client.get(answer.headers["Location"]))
    assert "Kobold Warrior 1" in shown
    assert "Kobold Warrior 2" in shown
    assert "Boar 1" not in shown


def test_a_battle_begins_from_a_warband_and_against_a_shared_one(small_compendium: None) -> None:
    ada, bob = account("ada"), account("bob")
    own, other = building(ada, "boar"), building(bob, "kobold-warrior", name="River Guard")
    bob.client.post(f"/warbands/{other.key}/share/", {"switch": "on"})
    link = f"/battles/new/?side-a={own.key}"
    assert f'href="{link}"' in ada.client.get(f"/warbands/{own.key}/").content.decode()
    form = LexborHTMLParser(ada.client.get(link).content.decode())
    assert form.css_first("#side-a option[selected]").attributes["value"] == own.key
    token = other.warband.share_token
    against = f"/battles/new/?link-b={token}"
    assert f'href="{against}"' in ada.client.get(f"/shared/{token}/").content.decode()
    form = LexborHTMLParser(ada.client.get(against).content.decode())
    assert form.css_first("#link-b").attributes["value"] == token
    assert 'href="/battles/new/"' in ada.client.get("/").content.decode()


def test_the_map_of_the_set_up_stands_beside_the_battle(table: BattleTable, django_assert_max_num_queries: Any) -> None:
    assert "Map of the table" not in text_of(page(table))
    table.owner.client.post(f"/battles/{table.key}/setup/everything/", {"do": "all"})
    press(table, do="begin")
    eve = visitor()
    watch(table, eve)
    with django_assert_max_num_queries(6):
        page(table, eve)
    for path in ("", "table/"):
        shown = LexborHTMLParser(page(table, eve, rest=path).content.decode())
        assert shown.css_first(".battle-map svg") is not None, path


def test_a_phone_that_waits_for_the_battle_learns_that_it_has_begun(table: BattleTable) -> None:
    waits = LexborHTMLParser(page(table).content.decode()).css_first("#battle[data-reloads]")
    mark = waits.attributes["data-mark"]
    address, known = f"/battles/{table.key}/now/", {"If-None-Match": mark}
    assert table.owner.client.get(address, headers=known).status_code == 304
    press(table, do="begin")
    assert table.owner.client.get(address, headers=known).status_code == 200


def test_a_side_without_a_warband_is_asked_for(small_compendium: None) -> None:
    ada = account("ada")
    own = building(ada, "boar")
    answer = ada.client.post("/battles/new/", {"side-a": own.key})
    assert answer.status_code == 422
    assert "Choose a warband, or paste its shared link." in text_of(answer)


def test_a_round_is_played_by_forms_and_reload(table: BattleTable) -> None:
    assert press(table, do="begin").status_code == 302
    side = table.folded.state.next_side
    assert "who acts?" in text_of(page(table))
    press(table, do="activate", creature=f"{side}.m1")
    assert "End the turn" in text_of(page(table))
    press(table, do="hp", creature="b.m1", by="-3")
    assert table.folded.state.combatants["b.m1"].hp == table.folded.state.combatants["b.m1"].max_hp - 3
    press(table, do="held", creature="b.m1", toggle="1:prone")
    assert table.folded.state.combatants["b.m1"].has("prone")
    press(table, do="end", creature=f"{side}.m1")
    assert table.folded.state.next_side != side
    press(table, do="undo")
    assert table.folded.state.turn is not None


def test_own_dice_are_entered(table: BattleTable) -> None:
    table.owner.client.post(f"/battles/{table.key}/edit/", {"name": "X", "dice": "entered"})
    press(table, do="begin")
    assert "Tap the face that you rolled" in text_of(page(table))
    assert "Enter 1 face from 1 to 6." in text_of(press(table, do="faces", face="9"))
    press(table, do="faces", face="6")
    press(table, do="roll")
    state = table.folded.state
    assert state.phase == "playing" or state.stack


def test_a_refusal_is_told_with_what_happened_meanwhile(table: BattleTable) -> None:
    press(table, do="begin")
    seen = table.battle.head
    press(table, do="hp", creature="a.m1", by="-1")
    answer = press(table, do="undo", seen=seen)
    assert answer.status_code == 409
    assert "Something happened meanwhile" in text_of(answer)
    assert "by hand" in text_of(answer)


def test_the_part_is_sent_again_only_when_something_happened(table: BattleTable) -> None:
    press(table, do="begin")
    first = page(table, rest="now/")
    client = table.owner.client
    again = client.get(f"/battles/{table.key}/now/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    press(table, do="hp", creature="a.m1", by="-1")
    changed = client.get(f"/battles/{table.key}/now/", headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert "<html" not in changed.content.decode()


def test_asking_whether_something_happened_takes_few_queries(
    table: BattleTable, django_assert_max_num_queries: Any
) -> None:
    press(table, do="begin")
    mark = page(table, rest="now/")["ETag"]
    with django_assert_max_num_queries(2):
        table.owner.client.get(f"/battles/{table.key}/now/", headers={"If-None-Match": mark})
    with django_assert_max_num_queries(4):
        page(table)
    address, fields = f"/battles/{table.key}/act/", {"do": "hp", "creature": "a.m1", "by": "-1", "sent": "once-0001"}
    with django_assert_max_num_queries(10):
        table.owner.client.post(address, fields, headers=HTMX)


def test_each_side_on_its_own_phone_does_what_is_its_own(table: BattleTable) -> None:
    bob = visitor()
    join(table, "b", bob)
    assert "Another phone plays it." in text_of(page(table, rest="phones/"))
    press(table, do="begin")
    state = table.folded.state
    people = {"a": table.owner, "b": bob}
    own, other = people[state.next_side or ""], people["b" if state.next_side == "a" else "a"]
    creature = f"{state.next_side}.m1"
    assert press(table, other, do="activate", creature=creature).status_code == 422
    assert press(table, own, do="activate", creature=creature).status_code == 302
    assert press(table, other, do="undo").status_code == 422
    assert press(table, other, do="back", step=table.folded.log.done[0].number).status_code == 302
    assert "asks to go back" in text_of(page(table, own))
    press(table, own, do="answer", agrees="1")
    assert table.battle.status == "setting-up"


def test_a_step_with_dice_of_muster_goes_back_by_consent_between_phones(table: BattleTable) -> None:
    press(table, do="begin")
    press(table, do="undo")
    assert table.battle.status == "setting-up"
    bob = visitor()
    join(table, "b", bob)
    press(table, do="begin")
    step = table.folded.log.done[0]
    assert step.rolls
    refused = press(table, do="undo")
    assert (refused.status_code, "Muster rolled dice in this step." in text_of(refused)) == (422, True)
    assert "Ask to undo" in text_of(page(table))
    assert press(table, do="back", step=step.number).status_code == 302
    assert table.battle.status == "playing"
    press(table, bob, do="answer", agrees="1")
    assert table.battle.status == "setting-up"


def test_entered_dice_and_a_side_without_a_player_need_no_consent(table: BattleTable) -> None:
    bob = visitor()
    join(table, "b", bob)
    Battle.objects.update(dice="entered")
    press(table, do="begin")
    assert not table.folded.log.done[-1].rolls
    press(table, do="undo")
    assert table.battle.status == "setting-up"
    # The owner is gone, and with them the players of the other side.
    Battle.objects.update(dice="server", owner=None, owner_token="")
    press(table, bob, do="begin")
    assert "Ask to undo" not in text_of(page(table, bob))
    press(table, bob, do="undo")
    assert table.battle.status == "setting-up"


ROUTES = ("", "now/", "table/", "log/", "result/", "report.txt", "phones/", "settings/", "battle.json")
POSTS = ("act/", "edit/", "close/", "delete/", "spectators/", "phones/a/", "phones/b/")


def test_a_stranger_finds_no_battle_anywhere(table: BattleTable) -> None:
    press(table, do="begin")
    before = table.battle.version
    for stranger in (visitor(), account("eve")):
        assert {page(table, stranger, rest=route).status_code for route in ROUTES} == {404}
        posts = {
            stranger.client.post(f"/battles/{table.key}/{post}", {"do": "undo", "switch": "on"}).status_code
            for post in POSTS
        }
        assert posts == {404}
    assert table.battle.version == before


def test_a_spectator_reads_and_changes_nothing(table: BattleTable) -> None:
    press(table, do="begin")
    eve = visitor()
    watch(table, eve)
    before = table.battle.version
    statuses = {route: page(table, eve, rest=route).status_code for route in ROUTES}
    assert [result for result, status in statuses.items() if status == 404] == ["phones/", "settings/", "battle.json"]
    assert "<form" not in page(table, eve).content.decode().split("<main")[1]
    posts = {
        eve.client.post(f"/battles/{table.key}/{post}", {"do": "undo", "switch": "on"}).status_code for post in POSTS
    }
    assert posts == {404}
    assert table.battle.version == before


def test_a_link_works_once_and_a_seat_is_taken_back(table: BattleTable) -> None:
    bob, eve = visitor(), visitor()
    join(table, "b", bob)
    assert table.battle.seats.get(side="b").token is None
    assert table.owner.client.post(f"/battles/{table.key}/phones/b/", {"switch": "on"}).status_code == 302
    assert table.battle.seats.get(side="b").token is None, "The owner cannot open a seat that is taken."
    table.owner.client.post(f"/battles/{table.key}/phones/b/", {"switch": "back"})
    assert page(table, bob).status_code == 404
    assert eve.client.post("/battles/join/no-such-link/").status_code == 404


def test_no_page_shows_the_seed_or_the_links_of_others(table: BattleTable) -> None:
    bob = visitor()
    join(table, "b", bob)
    table.owner.client.post(f"/battles/{table.key}/phones/a/", {"switch": "on"})
    table.owner.client.post(f"/battles/{table.key}/spectators/", {"switch": "on"})
    press(table, do="begin")
    battle = table.battle
    secret = {bytes(battle.seed).hex(), battle.seats.get(side="a").token, battle.seats.get(side="b").holder}
    for route in ROUTES:
        shown = page(table, bob, rest=route).content.decode()
        assert not [word for word in secret if word and word in shown], route


def test_odd_posts_are_refused_and_write_nothing(table: BattleTable) -> None:
    press(table, do="begin")
    before = table.battle.version
    odd = [
        {"do": "nothing"},
        {},
        {"do": "hp", "creature": "a.m1", "by": "many"},
        {"do": "hp", "creature": "a.m9", "by": "-1"},
        {"do": "hp", "creature": "a.m1\0", "hp": "٣", "temporary": "1"},
        {"do": "held", "creature": "a.m1", "toggle": "1:<script>"},
        {"do": "spent", "creature": "a.m1", "key": "x", "boxes": "9999999"},
        {"do": "back", "step": "77"},
        {"do": "undo", "seen": "x" * 5000},
        {"do": "leave", "creature": "a.m1", "over": "moon"},
    ]
    for fields in odd:
        assert press(table, **fields).status_code in (409, 422), fields
    assert table.battle.version == before
    assert table.owner.get(f"/battles/{table.key}/", creature="<b>").status_code == 200


def test_a_closed_battle_stays_as_it_is_until_it_is_deleted(table: BattleTable) -> None:
    press(table, do="begin")
    table.owner.client.post(f"/battles/{table.key}/close/")
    assert "The battle is over" in text_of(page(table))
    assert press(table, do="undo").status_code == 422
    assert table.owner.client.post(f"/battles/{table.key}/delete/").status_code == 302
    assert page(table).status_code == 404


def test_an_action_is_taken_by_the_form_for_its_target(table: BattleTable) -> None:
    press(table, do="begin")
    side = table.folded.state.next_side or ""
    boar = f"{side}.m2" if side == "a" else f"{side}.m1"
    target = "b.m1" if side == "a" else "a.m2"
    press(table, do="activate", creature=boar)
    shown = page(table)
    links = [node.attributes["href"] for node in LexborHTMLParser(shown.content.decode()).css("a.option")]
    strike = next(str(link) for link in links if "feature" in str(link))
    form = LexborHTMLParser(table.owner.client.get(strike).content.decode())
    assert form.css_first(f'input[name="target"][value="{target}"]') is not None
    fields = {
        str(node.attributes["name"]): str(node.attributes.get("value") or "")
        for node in form.css("form.aim input[type=hidden]")
        if node.attributes["name"] != "csrfmiddlewaretoken"
    }
    answer = press(table, **fields, target=target, **{f"off-guard-{target}": "flanked"})
    assert answer.status_code == 302, text_of(answer)
    assert any(entry.event.kind == "acted" for entry in BATTLE_LOGS.entries_of(table.battle))
    acting = table.folded.state.acting(boar)
    assert acting is None or acting.ap < 2


def test_a_battle_travels_as_a_file_and_goes_on(table: BattleTable) -> None:
    press(table, do="begin")
    table.take_turn()
    file = page(table, rest="battle.json").content
    assert bytes(table.battle.seed).hex() not in file.decode()
    bob = visitor()
    answer = bob.client.post("/battles/import/", {"file": ContentFile(file, "battle.json")})
    assert answer.status_code == 302
    copy = Battle.objects.exclude(key=table.key).get()
    assert battle_state_document(folded_battle(copy).state) == battle_state_document(table.folded.state)
    assert copy.seed != table.battle.seed
    for odd in (b"[]", b"{", b"\xff", json.dumps({"format": "muster-battle/1", "log": [1]}).encode()):
        assert bob.client.post("/battles/import/", {"file": ContentFile(odd, "x.json")}).status_code == 422


def test_the_result_is_told_as_a_page_text_and_pdf(table: BattleTable) -> None:
    press(table, do="begin")
    press(table, do="leave", creature="b.m1", eliminated="1", over="", reason="test")
    shown = text_of(page(table, rest="result/"))
    assert "Eliminated" in shown
    assert "Boar: eliminated." in page(table, rest="report.txt").content.decode()
    assert page(table, rest="report.pdf").content.startswith(b"%PDF")
    assert bytes(table.battle.seed).hex() not in page(table, rest="result/").content.decode()
    table.owner.client.post(f"/battles/{table.key}/close/")
    assert bytes(table.battle.seed).hex() in page(table, rest="result/").content.decode()


def test_the_chances_of_a_strike_are_shown_before_it_is_made(table: BattleTable) -> None:
    press(table, do="begin")
    side = table.folded.state.next_side or ""
    boar, target = ("a.m2", "b.m1") if side == "a" else ("b.m1", "a.m2")
    press(table, do="activate", creature=boar)
    query = {"creature": boar, "action": "feature/tusk", "target": target}
    shown = text_of(page(table, rest="chances/", **query))
    assert "Needs" in shown
    assert "Damage on average" in shown
    eve = visitor()
    watch(table, eve)
    assert page(table, eve, rest="chances/", **query).status_code == 204
