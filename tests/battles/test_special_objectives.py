"""Special objectives on the pages of a battle: what they give, who is one in disguise, and those that are creatures."""

from dataclasses import replace

import pytest

from battles.selectors.folding import setup_of as setup_of_battle
from battles.services.battles import battle_store
from battles.services.recording import step_undo
from battles.services.setup import save_table
from battles.services.setup_changes import secret_seal
from compendium.services.builtin import compendium_load
from rules.p2v_combat.events.by_hand import ApSet
from rules.p2v_combat.events.turns import CreaturesActivated
from rules.p2v_combat.scoring.objectives import owners_of
from rules.p2v_combat.setup.plan import PlacedObjective, SpecialStart, TablePlan
from rules.roster import ItemChoice
from tests.battles.boards import actor, events, laid_out
from tests.battles.pages import page, press
from tests.battles.play import SEED, BattleTable
from tests.programs import program_of
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account, text_of

pytestmark = pytest.mark.django_db


def test_an_item_is_given_passed_on_and_taken_away_by_forms_and_undone() -> None:
    table = laid_out()
    mine, other = actor(table), f"{actor(table)[0]}.m2"
    assert "Its spell, weapon or type" in text_of(page(table, rest=f"?creature={mine}"))
    assert press(table, do="give-item", creature=mine, item="spell-scroll-i", choice="Fear").status_code == 302
    scroll = ItemChoice("spell-scroll-i", "Fear")
    assert table.folded.state.combatants[mine].items == (scroll,)
    shown = text_of(page(table, rest=f"?creature={mine}"))
    assert "Fear Scroll I" in shown
    assert press(table, do="pass-item", creature=mine, item="spell-scroll-i:Fear", to=other).status_code == 302
    assert table.folded.state.combatants[other].items == (scroll,)
    assert press(table, do="pass-item", creature=other, item="spell-scroll-i:Fear", to="").status_code == 302
    assert table.folded.state.combatants[other].items == ()
    step_undo(visitor=table.visitor(), key=table.key)
    assert table.folded.state.combatants[other].items == (scroll,)
    assert press(table, do="give-item", creature=mine, item="moon").status_code == 422


def test_a_grimoire_asks_for_its_spell_in_a_list_and_shows_who_holds_it() -> None:
    grimoire = PlacedObjective("arcane-grimoire", 5, 5, "a")
    table = laid_out(creature="neutral-acolyte", objectives=(grimoire,))
    for _ in range(12):
        if owners_of(table.folded.state):
            break
        table.do(ApSet(actor(table), 3, ""))
        press(table, do="claim", creature=actor(table), claim="arcane-grimoire:Arcana")
    asked = page(table).content.decode()
    assert 'id="choice-option"' in asked
    assert "choose the spell of the Scroll I" in asked
    assert press(table, do="choose", option="Fear").status_code == 302
    assert "held by" in text_of(page(table, rest="table/"))
    assert "Fear Scroll I" in text_of(page(table))


def test_the_merchant_trades_by_its_buttons() -> None:
    table = laid_out(creature="kobold-druid-1", objectives=(PlacedObjective("merchant", 5, 5, "a"),))
    for _ in range(12):
        if owners_of(table.folded.state):
            break
        table.do(ApSet(actor(table), 3, ""))
        press(table, do="claim", creature=actor(table), claim="merchant:Diplomacy")
    table.do(ApSet(actor(table), 3, ""))
    assert "Trade with the Merchant" not in text_of(page(table)), "It has nothing to trade."
    press(table, do="give-item", creature=actor(table), item="holy-water")
    assert "Trade with the Merchant" in text_of(page(table))
    press(table, do="trade", creature=actor(table), of=actor(table))
    assert press(table, do="choose", option="unholy-water").status_code == 302
    assert table.folded.state.combatants[actor(table)].items == (ItemChoice("unholy-water"),)


def disguised_leshy() -> BattleTable:
    """Begin a battle in which a leshy of the second side has sealed that it is the book."""
    start = SpecialStart("b.m2", "b", "tempting-disguise")
    objectives = (PlacedObjective("book", 5, 5, "a", face=5), PlacedObjective("device", 9, 5, "a", face=5))
    plan = TablePlan(sides=("a", "b"), points=200, board_key="small-board", starts=(start,), objectives=objectives)
    setup = replace(setup_of(["kobold-druid-1", "guard"], ["boar", "fungus-leshy"]), table=plan)
    person = account("ada")
    table = BattleTable(battle_store(owner=person.owner, setup=setup, seed=SEED, dice="entered").key, person)
    secret_seal(visitor=table.visitor(), key=table.key, side="b", pairs=(("tempting-disguise b.m2", "book"),))
    table.begin()
    press(table, do="faces", face="6")
    press(table, do="faces", face="1")
    table.do(CreaturesActivated(("a.m1",)))
    return table


def test_a_sealed_disguise_answers_by_itself_whoever_tries_it() -> None:
    table = disguised_leshy()
    press(table, do="claim", creature="a.m1", claim="device:Medicine")
    assert "rolled" not in [event["kind"] for event in events(table)[4:]], (
        "The device is real: its check waits for a die."
    )
    press(table, do="faces", face="1")
    assert press(table, do="claim", creature="a.m1", claim="book:Lore").status_code == 302
    kinds = [event["kind"] for event in events(table)]
    assert kinds[-3:] == ["objective-tried", "chosen", "secret-shown"]
    shown = text_of(page(table))
    assert "fails without a roll" in shown
    assert "Book (O1)" not in shown.split("Objectives")[1][:60]
    assert table.folded.state.combatants["b.m2"].presence == "in play"
    assert table.battle.secrets.get().revealed_at is not None


def test_a_look_at_a_disguise_tells_whether_it_is_the_creature_and_no_more() -> None:
    table = disguised_leshy()
    assert "Look for a creature in disguise" in text_of(page(table))
    assert press(table, do="spot", creature="a.m1", of="book:b.m2").status_code == 302
    press(table, do="faces", face="1")
    assert "cannot tell whether" in text_of(page(table))
    press(table, do="spot", creature="a.m1", of="book:b.m2")
    press(table, do="faces", face="20")
    assert "is Fungus Leshy in disguise" in text_of(page(table))
    assert table.folded.state.combatants["b.m2"].presence == "waiting"
    assert table.battle.secrets.get().revealed_at is None


def with_animal() -> BattleTable:
    """Set up a battle with a boar as an objective, by the forms of the set-up, and begin it."""
    compendium_load()
    plan = TablePlan(sides=("a", "b"), points=200, board_key="small-board", objective_count=1)
    setup = replace(setup_of(["kobold-druid-1", "guard"], ["kobold-druid-1", "guard"]), table=plan)
    person = account("ada")
    table = BattleTable(battle_store(owner=person.owner, setup=setup, seed=SEED, dice="entered").key, person)
    fields = {"do": "place", "kind": "wild-animal", "creature": "boar 15", "x": "9", "y": "9"}
    assert person.client.post(f"/battles/{table.key}/setup/objectives/", fields).status_code == 302
    table.begin()
    press(table, do="faces", face="6")
    press(table, do="faces", face="1")
    table.do(CreaturesActivated(("a.m1",)))
    return table


def test_an_animal_that_is_an_objective_fights_once_it_is_placed_and_leaves_with_it() -> None:
    table = with_animal()
    assert table.folded.state.combatants["game.wild-animal"].side == "game"
    boars = setup_of(["boar"], ["boar"])
    other = BattleTable(battle_store(owner=table.owner.owner, setup=boars, seed=SEED).key, table.owner)
    plan = TablePlan(sides=("a", "b"), points=200, board_key="small-board", objective_count=2)
    save_table(other.battle, boars, plan)
    place = {"do": "place", "kind": "wild-animal", "creature": "boar 15", "x": "9", "y": "9"}
    for fields in (place, {"do": "remove", "objective": "wild-animal"}):
        other.owner.client.post(f"/battles/{other.key}/setup/objectives/", fields)
    assert [fighter.id for fighter in setup_of_battle(other.battle).fielded] == ["a.m1", "b.m1"]


def test_after_a_failure_the_other_side_plays_the_animal_at_once() -> None:
    table = with_animal()
    press(table, do="claim", creature="a.m1", claim="wild-animal:Nature")
    press(table, do="faces", face="1")
    shown = text_of(page(table))
    assert "Boar takes a turn: Blue decides" in shown
    assert "Kobold Druid (Archetype 1) takes its turn first" not in shown
    assert press(table, do="end", creature="a.m1").status_code == 422
    aimed = {"target": "a.m2", "distance-a.m2": "reach"}
    assert (
        press(table, do="act", creature="game.wild-animal", action="feature/tusk", way="", **aimed).status_code == 302
    )
    press(table, do="faces", face="2")
    assert press(table, do="end", creature="game.wild-animal").status_code == 302
    assert press(table, do="end", creature="a.m1").status_code == 302


def test_its_claimer_commands_the_animal_by_buttons_and_programs_read_what_it_can_do() -> None:
    table = with_animal()
    press(table, do="claim", creature="a.m1", claim="wild-animal:Nature")
    press(table, do="faces", face="20")
    shown = page(table, rest="?creature=a.m1").content.decode()
    assert "Command the" in shown
    form = page(table, rest="?creature=a.m1&action=feature/tusk&way=&objective=wild-animal").content.decode()
    assert 'name="do" value="command"' in form
    assert 'name="objective" value="wild-animal"' in form
    program = program_of(table.owner.owner)
    options = program.get(f"battles/{table.key}/options/?creature=game.wild-animal").json()
    assert options["may_act"]
    assert "feature/tusk" in [action["key"] for action in options["actions"]]
    command = {"action": "feature/tusk", "way": "", "target": "b.m2", "distance-b.m2": "reach"}
    assert press(table, do="command", creature="a.m1", objective="wild-animal", **command).status_code == 302
    press(table, do="faces", face="2")
    assert events(table)[-2]["kind"] == "objective-commanded"
    panel = text_of(page(table, rest="?creature=game.wild-animal"))
    assert "Boar" in panel
