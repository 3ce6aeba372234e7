"""Conceding a battle and ending it early: by forms without JavaScript, by programs, into a campaign."""

from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from battles.models import Battle
from battles.services.adventures import ChosenParty, skirmish_create
from battles.services.battles import battle_store
from campaigns.selectors.scenarios import scenario_state
from common.refusal import Refusal
from compendium.builtin import built_in_cards
from rules.campaigns.results import side_results
from rules.p2v_combat.events.turns import SideConceded
from tests.battles.api_play import read, sent, taken
from tests.battles.pages import join
from tests.battles.play import SEED, BattleTable, small_battle
from tests.battles.scenario_battles import battle_of_scenario
from tests.campaigns.verbs import usual_table
from tests.programs import error_of, program_of
from tests.rules.p2v_combat.tables import fielded
from tests.rules.p2v_combat.tables import setup_of as sides_of
from tests.warbands.verbs import Person, account, text_of, visitor

pytestmark = pytest.mark.django_db


def shown(table: BattleTable, person: Person | None = None) -> LexborHTMLParser:
    page = (person or table.owner).client.get(f"/battles/{table.key}/")
    return LexborHTMLParser(page.content.decode())


def submit(person: Person, form: LexborNode, button: LexborNode, **typed: str) -> Any:
    """Send a form as a browser without scripts does."""
    data: dict[str, list[str]] = {}
    for field in form.css("input[name], select[name]"):
        chosen = field.css_first("option[selected]") or field.css_first("option")
        value = chosen.attributes["value"] if chosen else field.attributes.get("value")
        data.setdefault(field.attributes["name"] or "", []).append(value or "")
    if name := button.attributes.get("name"):
        data[name] = [button.attributes["value"] or ""]
    data |= {name: [value] for name, value in typed.items()}
    answer = person.client.post(form.attributes["action"] or "", data)
    assert answer.status_code == 302, text_of(answer)
    return answer


def press(table: BattleTable, words: str, person: Person | None = None, **typed: str) -> None:
    """Press the button with those words on the page of the battle."""
    page = shown(table, person)
    for form in page.css("form[method=post]"):
        for button in form.css("button"):
            if " ".join(button.text().split()) == words:
                submit(person or table.owner, form, button, **typed)
                return
    raise AssertionError(f"There is no button “{words}”.")


def two_phones() -> tuple[BattleTable, Person]:
    """Begin a battle whose second side sits at a phone of its own."""
    table, bob = small_battle(), visitor()
    join(table, "b", bob)
    table.begin()
    return table, bob


def test_on_one_phone_the_battle_is_ended_with_its_points_at_once() -> None:
    table = small_battle()
    assert "End the battle" not in text_of(table.owner.client.get(f"/battles/{table.key}/")), "It has not begun."
    table.begin()
    press(table, "End it now")
    assert table.battle.status == "over"
    assert "The players end it in round 1." in text_of(table.owner.client.get(f"/battles/{table.key}/result/"))
    assert shown(table).css_first("#end-battle") is None
    # It is one step, and can be taken back.
    table.owner.client.post(f"/battles/{table.key}/act/", {"do": "undo", "seen": table.battle.head})
    assert table.battle.status == "playing"


def test_each_side_at_its_own_phone_has_to_agree() -> None:
    table, bob = two_phones()
    press(table, "End it now", bob)
    assert table.battle.status == "playing"
    words = "Blue wants to end the battle now, with its points counted."
    assert words in shown(table).css_first("#end-wanted").text()
    assert [node.text() for node in shown(table, bob).css("#end-wanted button")] == ["Play on"], "Blue may think again."
    press(table, "Play on")
    assert shown(table).css_first("#end-wanted") is None
    press(table, "End it now", bob)
    notice = shown(table).css_first("#end-wanted form")
    submit(table.owner, notice, notice.css_first("button.primary"))
    assert table.battle.status == "over"
    # The step was that of the owner: bob asks to go back.
    back = bob.client.post(f"/battles/{table.key}/act/", {"do": "undo", "seen": table.battle.head})
    assert back.status_code == 422


def test_a_side_concedes_for_itself_alone_at_any_time() -> None:
    table, bob = two_phones()
    refused = bob.client.post(f"/battles/{table.key}/act/", {"do": "concede", "side": "a"})
    assert (refused.status_code, "Another side decides this." in text_of(refused)) == (422, True)
    for odd in (
        {"do": "concede"},
        {"do": "concede", "side": "game"},
        {"do": "end-early"},
        {"do": "play-on", "side": "b"},
    ):
        assert bob.client.post(f"/battles/{table.key}/act/", odd).status_code == 422
    press(table, "Concede the battle", bob)
    result = table.folded.state.result
    assert result is not None
    assert (table.battle.status, result.winner, result.victory) == ("over", "a", "major victory")
    page = text_of(table.owner.client.get(f"/battles/{table.key}/result/"))
    assert "Red wins a major victory" in page
    assert "Blue concedes." in page
    assert bob.client.post(f"/battles/{table.key}/act/", {"do": "undo", "seen": table.battle.head}).status_code == 302
    assert (table.battle.status, table.folded.state.conceded) == ("playing", ())


def test_on_one_phone_of_three_sides_one_is_chosen_and_the_others_go_on() -> None:
    person = account("ada")
    battle = battle_store(owner=person.owner, setup=sides_of(["boar"], ["boar"], ["boar"]), seed=SEED)
    table = BattleTable(battle.key, person)
    table.begin()
    press(table, "Concede the battle", side="b")
    state = table.folded.state
    assert (state.phase, state.conceded, state.combatants["b.m1"].presence) == ("playing", ("b",), "left")
    options = [node.attributes["value"] for node in shown(table).css("#concede-side option")]
    assert options == ["a", "c"]
    assert "Left the board" in text_of(person.client.get(f"/battles/{table.key}/?creature=b.m1"))
    press(table, "Concede the battle", side="a")
    assert table.battle.status == "over"


def test_programs_concede_and_agree() -> None:
    table, bob = small_battle(), account("bob")
    program, bobs_pass = taken(table, "b", bob)
    owner = program_of(table.owner.owner)
    table.begin()
    headers = {"Battle_Pass": bobs_pass}
    told = sent(program, table.key, {"kind": "end-offered", "by": "b"}, **headers)
    assert told.status_code == 201, told.content
    assert read(owner, table.key)["state"]["end_wanted"] == ["b"]
    assert error_of(sent(program, table.key, {"kind": "end-offered", "by": "a"}, **headers)) == (403, "side.forbidden")
    assert sent(owner, table.key, {"kind": "end-declined", "by": "a"}).status_code == 201
    assert "end_wanted" not in read(owner, table.key)["state"]
    assert sent(owner, table.key, {"kind": "conceded", "by": "a"}).status_code == 201
    state = read(owner, table.key)["state"]
    assert (state["phase"], state["conceded"]) == ("over", ["a"])
    report = owner.get(f"battles/{table.key}/report/").json()
    assert "Blue wins a major victory" in str(report)
    assert error_of(sent(owner, table.key, {"kind": "conceded", "by": "a"})) == (422, "command.invalid")


def test_against_the_game_a_battle_is_conceded() -> None:
    person = account("ada")
    cards = {card.key: card for card in built_in_cards()}
    battle = skirmish_create(
        owner=person.owner,
        party=ChosenParty("The party", tuple(fielded("a", "boar", "boar"))),
        pool={"kobold-warrior": cards["kobold-warrior"]},
        percent=100,
    )
    table = BattleTable(battle.key, person)
    table.begin()
    press(table, "Concede the battle")
    result = table.folded.state.result
    assert result is not None
    assert (result.winner, result.victory) == ("b", "major victory")
    with pytest.raises(Refusal, match="only once"):
        table.do(SideConceded("a"))


def test_a_conceded_battle_is_a_defeat_in_its_campaign(small_compendium: None) -> None:
    winter = usual_table()
    battle, _, _ = battle_of_scenario(winter)
    ada = winter.people["ada"]
    table = BattleTable(battle.key, ada)
    table.begin()
    press(table, "Concede the battle", side="a")
    report = ada.client.get(f"/battles/{battle.key}/report/", follow=True)
    form = next(
        node for node in LexborHTMLParser(report.content.decode()).css("form") if node.css_first("[name=notes]")
    )
    assert "concedes." in form.css_first("textarea[name=notes]").text()
    assert form.css_first('input[name="extra.2"]').attributes["value"] == "5"
    fields = {
        node.attributes["name"] or "": node.attributes.get("value") or "" for node in form.css("input[name][value]")
    }
    fields = {name: value for name, value in fields.items() if not name.startswith(("score.", "eliminated"))}
    answer = ada.client.post(report.request["PATH_INFO"], {**fields, "notes": "Given up."})
    assert answer.status_code == 302, text_of(answer)
    scenario = Battle.objects.get().scenario
    assert scenario is not None
    state = scenario_state(scenario.campaign, scenario.number)
    assert state is not None
    assert state.report is not None
    assert side_results(state.report, (1, 2)) == {1: "defeat", 2: "major victory"}
