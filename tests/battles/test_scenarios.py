"""A campaign's scenario that is played as a battle, and its result on the way back."""

from dataclasses import replace
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.models import Battle
from battles.selectors.folding import folded_battle, setup_of
from battles.selectors.results import is_regained, spending_ways
from rules.roster import Member
from rules.tables.conditions import may_react
from tests.battles.api_play import read, sent
from tests.battles.scenario_battles import battle_of_scenario
from tests.campaigns.play import BOARS, KOBOLDS, commit, enlist, enter, field, opened, report
from tests.campaigns.verbs import Table, usual_table
from tests.programs import program_of
from tests.warbands.verbs import text_of

pytestmark = pytest.mark.django_db


def test_a_scenario_is_played_and_reported(small_compendium: None) -> None:
    winter = usual_table()
    battle, where, boars = battle_of_scenario(winter)
    ada = winter.people["ada"]
    assert [fighter["id"] for fighter in battle.setup["fielded"]] == ["a.m1", "a.m2", "b.m1"]
    assert winter.people["bob"].client.get(f"/battles/{battle.key}/").status_code == 404
    post = f"/battles/{battle.key}/act/"
    ada.client.post(post, {"do": "begin", "seen": 0})
    ada.client.post(post, {"do": "leave", "creature": "b.m1", "eliminated": "1", "over": "", "reason": "fell"})
    report = ada.client.get(f"/battles/{battle.key}/report/", follow=True)
    assert report.status_code == 200
    form = LexborHTMLParser(report.content.decode())
    assert [node.attributes["value"] for node in form.css('input[name="eliminated"][checked]')] == [f"{boars}.m1"]
    assert ada.client.get(f"{where[: where.rindex(':')]}:99").status_code == 404
    assert winter.people["eve"].client.get(where).status_code == 404


def test_the_lines_of_the_victory_condition_are_filled_in(small_compendium: None) -> None:
    winter = usual_table()
    battle, _, _ = battle_of_scenario(winter)
    ada = winter.people["ada"]
    post = f"/battles/{battle.key}/act/"
    ada.client.post(post, {"do": "begin", "seen": 0})
    ada.client.post(post, {"do": "leave", "creature": "b.m1", "eliminated": "1", "over": "", "reason": "fell"})
    while Battle.objects.get().status == "playing":
        combatants = folded_battle(Battle.objects.get()).state.combatants
        ready = next(name for name in ("a.m1", "a.m2") if not combatants[name].has_acted)
        for do in ("activate", "end"):
            ada.client.post(post, {"do": do, "creature": ready, "seen": Battle.objects.get().head})
    report = ada.client.get(f"/battles/{battle.key}/report/", follow=True)
    form = LexborHTMLParser(report.content.decode())
    chosen = form.css('.score-lines input[type="radio"][checked]')
    ticked = [(node.attributes["name"], node.attributes["value"]) for node in chosen]
    assert ticked == [("best.1.2", "3"), ("best.2.2", "")], "No opponent has a creature left: 4 victory points."
    assert not form.css_first('input[name="extra.1"]').attributes["value"]
    notes = form.css_first("textarea[name=notes]").text()
    assert "wins a minor victory" in notes


def test_what_was_spent_fills_in_the_forms_of_the_aftermath(small_compendium: None) -> None:
    winter = usual_table()
    battle, where, boars = battle_of_scenario(winter)
    ada = winter.people["ada"]
    post = f"/battles/{battle.key}/act/"
    ada.client.post(post, {"do": "begin", "seen": 0})
    feature = next(feature.id for feature in folded_battle(Battle.objects.get()).state.fielded("a.m1").features)
    ada.client.post(post, {"do": "spent", "creature": "a.m1", "key": feature, "boxes": "1"})
    ada.client.post(post, {"do": "leave", "creature": "b.m1", "eliminated": "1", "over": "", "reason": "fell"})
    ways = spending_ways(Battle.objects.get(), tuple(battle.seats.all()), folded_battle(Battle.objects.get()))
    assert [(result.name, result.warband, result.query) for result in ways] == [
        ("Snik", 1, f"member=m1&used.{feature}=1")
    ]
    report = ada.client.get(f"/battles/{battle.key}/report/", follow=True)
    assert "Snik spent" in LexborHTMLParser(report.content.decode()).css_first("textarea[name=notes]").text()
    scenario = where.rpartition(":")[2]
    answer = ada.client.get(f"/campaigns/{winter.key}/scenarios/{scenario}/spent/1/?{ways[0].query}&hero=x&item=odd")
    assert answer.status_code == 200
    assert boars == 2


def test_only_what_does_not_come_back_is_spent_for_good(small_compendium: None) -> None:
    state = folded_battle(battle_of_scenario(usual_table())[0]).state
    snik = state.fielded("a.m1")
    spear = replace(snik.features[0], id="spear", uses=("encounter",))
    horn = replace(snik.features[0], id="horn", uses=("encounter", "daily"))
    card = replace(snik.card, features=(spear, horn))
    snik = replace(snik, card=card, member=replace(snik.member, upgrades=()))
    assert [is_regained(snik, key) for key in ("spear", "horn", "holy-water")] == [True, False, False]


def test_the_table_has_the_victory_condition_and_the_deployment_of_the_scenario(small_compendium: None) -> None:
    battle, _, _ = battle_of_scenario(usual_table(), victory="seize-the-ground", deployment="vanguard")
    table = setup_of(battle).table
    assert table is not None
    assert (table.victory, table.deployment) == ("seize-the-ground", "vanguard")


def test_a_battle_is_laid_out_on_the_board_of_its_scenario(small_compendium: None) -> None:
    winter = usual_table()
    battle, where, _ = battle_of_scenario(winter, board_points=500)
    ada = winter.people["ada"]
    words = text_of(ada.client.get(f"/campaigns/{winter.key}/scenarios/{where.rpartition(':')[2]}/"))
    assert "Medium Board, 36 × 24 squares" in words
    table = setup_of(battle).table
    assert table is not None
    assert (table.board_key, table.points) == ("medium-board", 500), "Those who fight are worth a small one."
    page = ada.client.get(f"/battles/{battle.key}/setup/").content.decode()
    assert 'data-board="medium-board"' in page
    # By the API it is the same, and the battle is played on that board.
    made = ada.client.post(
        "/api/v1/battles/", {"scenario": where.partition("=")[2], "dice": "server"}, content_type="application/json"
    )
    assert made.status_code == 201, made.content
    by_program = Battle.objects.exclude(pk=battle.pk).get()
    assert setup_of(by_program).table == replace(table, battle=by_program.key)
    ada.client.post(f"/battles/{battle.key}/act/", {"do": "begin", "seen": 0})
    state = folded_battle(Battle.objects.get(pk=battle.pk)).state
    assert (state.phase, state.setup.table) == ("playing", table)


def test_a_scenario_without_a_board_leaves_it_to_the_battle(small_compendium: None) -> None:
    battle, _, _ = battle_of_scenario(usual_table(), board_points=None)
    assert setup_of(battle).table is None


def _second_battle(winter: Table, *injured: int | None) -> Battle:
    """Play a scenario for each injury of bob's boar, and make a battle of the next; None makes the last permanent."""
    kobolds, boars = enlist(winter, "ada", *KOBOLDS), enlist(winter, "bob", *BOARS)
    for face in injured:
        before = opened(winter, kobolds, boars)
        field(winter, before, kobolds)
        field(winter, before, boars)
        report(winter, before, {kobolds: 5, boars: 0}, (boars, "m1"))
        enter(winter, before, boars, "m1", "elimination", 3)
        if face is not None:
            enter(winter, before, boars, "m1", "injury", face)
        commit(winter, before)
    scenario = opened(winter, kobolds, boars)
    field(winter, scenario, kobolds)
    field(winter, scenario, boars)
    answer = winter.people["ada"].client.post(f"/battles/new/?scenario={winter.key}:{scenario}", {"dice": "server"})
    assert answer.status_code == 302, text_of(answer)
    return Battle.objects.get()


def test_a_weakened_member_begins_slowed_with_one_action_point(small_compendium: None) -> None:
    winter = usual_table()
    battle = _second_battle(winter, 6)
    ada = winter.people["ada"]
    state = folded_battle(battle).state
    assert [held.name for held in state.combatants["b.m1"].conditions] == ["slowed"]
    assert not state.combatants["b.m2"].conditions
    assert not may_react(state.combatants["b.m1"].condition_names)
    post = f"/battles/{battle.key}/act/"
    ada.client.post(post, {"do": "begin", "seen": 0})
    state = folded_battle(Battle.objects.get()).state
    while state.next_side != "b":
        ready = next(name for name in ("a.m1", "a.m2") if not state.combatants[name].has_acted)
        for do in ("activate", "end"):
            ada.client.post(post, {"do": do, "creature": ready})
        state = folded_battle(Battle.objects.get()).state
    ada.client.post(post, {"do": "activate", "creature": "b.m1"})
    state = folded_battle(Battle.objects.get()).state
    acting = state.acting("b.m1")
    assert acting is not None
    assert acting.ap == 1
    page = LexborHTMLParser(ada.client.get(f"/battles/{battle.key}/").content.decode())
    assert "slowed" in page.body.text().casefold()
    ada.client.post(post, {"do": "end", "creature": "b.m1"})
    assert not folded_battle(Battle.objects.get()).state.combatants["b.m1"].conditions


def test_two_weakened_are_no_worse_than_one_and_programs_see_it(small_compendium: None) -> None:
    winter = usual_table()
    key, program = _second_battle(winter, 6, None, 6).key, program_of(winter.people["ada"].owner)

    def boar() -> dict[str, Any]:
        return next(creature for creature in read(program, key)["state"]["creatures"] if creature["id"] == "b.m1")

    slowed = {"name": "slowed", "by": None, "source": "Before the battle", "until": ""}
    assert boar()["conditions"] == [slowed]
    sent(program, key, {"kind": "begun"})
    while (state := read(program, key)["state"])["next_side"] != "b":
        ready = next(
            creature["id"] for creature in state["creatures"] if creature["side"] == "a" and not creature["acted"]
        )
        sent(program, key, {"kind": "activated", "creatures": [ready]})
        sent(program, key, {"kind": "turn-ended", "creature": ready, "hazards": []})
    sent(program, key, {"kind": "activated", "creatures": ["b.m1"]})
    acting = read(program, key)["state"]["turn"]["acting"]
    assert [creature["ap"] for creature in acting if creature["creature"] == "b.m1"] == [1]
    assert boar()["conditions"] == [slowed]
    sent(program, key, {"kind": "turn-ended", "creature": "b.m1", "hazards": []})
    assert boar()["conditions"] == []


def test_what_was_spent_for_good_is_still_spent_in_the_next_battle(small_compendium: None) -> None:
    winter = usual_table()
    druid = Member("kobold-druid-1", "m1", name="Nim")
    cat = Member("cat-companion-1", "m2", minion_of="m1")
    kobolds, boars = enlist(winter, "ada", *KOBOLDS), enlist(winter, "bob", druid, cat)
    first = opened(winter, kobolds, boars)
    field(winter, first, kobolds)
    field(winter, first, boars)
    bob = winter.people["bob"].client
    spent = f"/campaigns/{winter.key}/scenarios/{first}/spent/2/?member=m1"
    shown = text_of(bob.get(spent))
    assert "Primal Caster Rank 1 (Heal)" in shown
    bob.post(spent, {"use.0": "1", "hero": "0"})
    report(winter, first, {kobolds: 5, boars: 0})
    commit(winter, first)
    second = opened(winter, kobolds, boars)
    field(winter, second, kobolds)
    field(winter, second, boars)
    where = f"/battles/new/?scenario={winter.key}:{second}"
    assert winter.people["ada"].client.post(where, {"dice": "server"}).status_code == 302
    druid_there = folded_battle(Battle.objects.get()).state.combatants["b.m1"]
    assert dict(druid_there.spent) == {"primal-caster-rank-1:1": 1}
