"""What players enter by hand: terrain, falls, skill checks, persistent damage, loads, points, creatures that enter."""

import re
from dataclasses import replace
from typing import Any

import pytest

from battles.services.battles import battle_store
from rules.combat.resolution import RollAsk, pending
from rules.combat.state import FightSide
from rules.p2v_combat.belongings import loads_of
from rules.p2v_combat.events.by_hand import HeldSet, LeftPlay
from rules.p2v_combat.events.turns import CreaturesActivated
from rules.p2v_combat.setup.conditions import choose_condition
from rules.p2v_combat.setup.plan import SpecialStart, TablePlan
from rules.p2v_combat.solo.solo_plan import SoloPlan
from tests.battles.pages import join, page, press
from tests.battles.play import SEED, BattleTable, small_battle
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import Person, account, text_of, visitor

pytestmark = pytest.mark.django_db


def begun(victory: str = "standard-victory", dice: str = "entered", **plan: Any) -> BattleTable:
    """Begin a battle whose players enter their dice, and activate the first side's caster."""
    table = choose_condition(TablePlan(sides=("a", "b"), points=200, board_key="small-board", **plan), victory)
    creatures = ["kobold-druid-1", "boar", "kobold-warrior"]
    setup = replace(setup_of(creatures, creatures), table=table)
    person = account("ada")
    battle_table = BattleTable(battle_store(owner=person.owner, setup=setup, seed=SEED, dice=dice).key, person)
    battle_table.begin()
    press(battle_table, do="faces", face="6")
    press(battle_table, do="faces", face="1")
    battle_table.do(CreaturesActivated(("a.m1",)))
    return battle_table


def of(table: BattleTable, creature: str) -> Any:
    return table.folded.state.combatants[creature]


def guest_of(table: BattleTable, side: str) -> Person:
    guest = visitor()
    join(table, side, guest)
    return guest


def test_a_creature_enters_hazardous_and_encumbering_terrain() -> None:
    table = begun()
    assert "Entered terrain" in text_of(page(table, creature="a.m2"))
    press(table, do="enter-hazard", creature="a.m2", hazard="fire")
    assert of(table, "a.m2").hp == 40 - 5
    press(table, do="enter-hazard", creature="a.m2", hazard="encumbering")
    assert of(table, "a.m2").has("encumbered")
    assert press(table, do="enter-hazard", creature="a.m2", hazard="sorrow").status_code == 422


def test_a_creature_falls() -> None:
    table = begun()
    press(table, do="fall", creature="a.m2", squares="4")
    assert of(table, "a.m2").has("prone")
    assert of(table, "a.m2").hp < 40
    assert press(table, do="fall", creature="a.m2", squares="0").status_code == 422


def test_a_skill_check_tells_its_chances_before_the_die_and_its_result_after_it() -> None:
    table = begun()
    assert "Athletics +3" in text_of(page(table, creature="a.m2"))
    press(table, do="try-skill", creature="a.m2", skill="Athletics", power="15")
    ask = pending(table.folded.state)
    assert isinstance(ask, RollAsk)
    shown = text_of(page(table))
    assert f"Needs {ask.need} or more" in shown
    for words, faces in ask.chances:
        assert f"{words} {faces}/20" in shown
    press(table, do="faces", face=str(ask.need))
    assert "success" in text_of(page(table))
    assert press(table, do="try-skill", creature="a.m2", skill="Cooking", power="15").status_code == 422


def test_persistent_damage_is_set_and_taken_away() -> None:
    table = begun()
    press(table, do="persistent", creature="b.m2", type="acid", amount="10")
    assert of(table, "b.m2").persistent == (("acid", 10),)
    assert "10 acid each turn" in text_of(page(table))
    press(table, do="persistent", creature="b.m2", type="acid", amount="0")
    assert of(table, "b.m2").persistent == ()
    assert press(table, do="persistent", creature="b.m2", type="acid", amount="101").status_code == 422


def test_where_a_creature_stands_is_noted() -> None:
    table = begun()
    press(table, do="places", creature="a.m2", place="on a narrow ledge")
    assert of(table, "a.m2").places == ("on a narrow ledge",)
    press(table, do="places", creature="a.m2")
    assert of(table, "a.m2").places == ()


def test_what_ends_out_of_reach_ends_by_a_button() -> None:
    table = begun()
    assert "It is no longer within an enemy’s reach" not in text_of(page(table, creature="a.m2"))
    table.do(HeldSet("a.m2", "grabbed", True, ""))
    assert "It is no longer within an enemy’s reach" in text_of(page(table, creature="a.m2"))
    press(table, do="lose-reach", creature="a.m2")
    assert not of(table, "a.m2").has("grabbed")


def test_a_load_of_the_scenario_is_picked_up() -> None:
    table = begun()
    assert "Pick up a load" in text_of(page(table))
    press(table, do="lift-load", creature="a.m1", load="a chest of ore", weight="heavy load")
    (load,) = loads_of(table.folded.state, "a.m1")
    assert (load.name, load.source) == ("heavy load", "a chest of ore")
    assert "A chest of ore" in text_of(page(table))


def test_victory_points_are_given_with_a_reason_and_count() -> None:
    table = begun()
    assert "Give victory points" in text_of(page(table))
    assert press(table, do="points", to="a", points="2", reason="").status_code == 422
    press(table, do="points", to="a", points="2", reason="The well is ours")
    press(table, do="points", to="b", points="-1", reason="A misread card")
    state = table.folded.state
    assert (state.points("a"), state.points("b")) == (2, -1)
    assert "2 VP" in text_of(page(table))
    for creature in ("b.m1", "b.m2", "b.m3"):
        table.do(LeftPlay(creature, True, "", ""))
    while table.folded.state.phase == "playing":
        if table.folded.state.stack:
            press(table, do="roll")
        elif table.folded.state.turn is not None:
            press(table, do="end", creature=table.folded.state.turn.acting[0].id)
        else:
            table.take_turn()
    result = table.folded.state.result
    assert result is not None
    assert "The well is ours" in [line.reason for line in result.lines]


def test_no_points_are_given_where_points_do_not_decide() -> None:
    table = begun("confrontation")
    assert "Give victory points" not in text_of(page(table))
    assert press(table, do="points", to="a", points="2", reason="Why not").status_code == 422


def test_a_summonable_creature_is_summoned_and_a_disguise_left_by_buttons() -> None:
    starts = (
        SpecialStart(creature="a.m2", side="a", upgrade="summonable", width=1),
        SpecialStart(creature="a.m3", side="a", upgrade="false-object", width=1),
    )
    table = begun(starts=starts)
    assert of(table, "a.m2").presence == of(table, "a.m3").presence == "waiting"
    shown = text_of(page(table))
    assert "Summon a creature" in shown
    assert "Not on the board yet" in shown
    press(table, do="summon", creature="a.m1", of="a.m2")
    assert of(table, "a.m2").presence == "in play"
    assert "It leaves its disguise" in text_of(page(table, creature="a.m3"))
    press(table, do="appear", creature="a.m3")
    assert of(table, "a.m3").presence == "in play"
    assert "False Object: choose" in text_of(page(table))
    press(table, do="choose", option="part:1")
    assert "Strides up to" in text_of(page(table))


def test_another_phone_moves_no_creature_of_this_side() -> None:
    table = begun()
    guest = guest_of(table, "b")
    for fields in (
        {"do": "fall", "squares": "4"},
        {"do": "enter-hazard", "hazard": "fire"},
        {"do": "try-skill", "skill": "Athletics", "power": "15"},
        {"do": "lift-load", "load": "a chest", "weight": "heavy load"},
    ):
        assert press(table, guest, creature="a.m1", **fields).status_code == 422, fields
    shown = text_of(page(table, guest, creature="a.m1"))
    assert "Skill check" not in shown


def test_those_who_watch_have_no_forms() -> None:
    table = small_battle()
    table.begin()
    eve = visitor()
    table.owner.client.post(f"/battles/{table.key}/spectators/", {"switch": "on"})
    eve.get(f"/battles/watch/{table.battle.spectator_token}/")
    shown = text_of(page(table, eve, creature="a.m1"))
    for words in ("Skill check", "Persistent damage", "Give victory points", "A creature enters"):
        assert words not in shown
    assert press(table, eve, do="points", to="a", points="1", reason="x").status_code in (404, 422)
    assert eve.get(f"/battles/{table.key}/creature/").status_code == 404


# A creature enters


def enter(table: BattleTable, person: Person | None = None, **fields: str) -> Any:
    return (person or table.owner).client.post(f"/battles/{table.key}/creature/", fields)


def test_a_creature_of_the_compendium_enters_by_its_page(small_compendium: None) -> None:
    table = small_battle()
    table.begin()
    assert "A creature enters" in text_of(page(table))
    form = table.owner.get(f"/battles/{table.key}/creature/")
    assert 'value="boar"' in form.content.decode()
    assert enter(table, creature="boar", side="b", name="Old Tusk").status_code == 302
    assert enter(table, creature="boar", side="game").status_code == 302
    state = table.folded.state
    assert (state.name("b.j1"), state.combatants["game.j1"].side) == ("Old Tusk", "game")
    assert state.fielded("b.j1").points == 0
    assert enter(table, creature="nobody", side="b").status_code == 422
    assert enter(table, creature="boar", side="z").status_code == 422
    assert enter(table, creature="boar", side="b", commander="a.m1").status_code == 422


def test_who_may_let_a_creature_enter(small_compendium: None) -> None:
    table = small_battle()
    assert enter(table, creature="boar", side="a").status_code == 422, "The battle has not begun."
    table.begin()
    guest = guest_of(table, "b")
    assert guest.get(f"/battles/{table.key}/creature/").status_code == 200
    assert enter(table, guest, creature="boar", side="b").status_code == 302
    stranger = visitor()
    assert stranger.get(f"/battles/{table.key}/creature/").status_code == 404
    assert enter(table, stranger, creature="boar", side="b").status_code == 404


def test_the_page_of_a_creature_that_enters_takes_a_fixed_number_of_queries(
    small_compendium: None, django_assert_num_queries: Any
) -> None:
    table = small_battle()
    table.begin()
    table.owner.get(f"/battles/{table.key}/creature/")
    with django_assert_num_queries(5):
        table.owner.get(f"/battles/{table.key}/creature/")


def test_a_monster_that_enters_has_gambits(small_compendium: None) -> None:
    setup = setup_of(["boar"], ["kobold-warrior"])
    sides = (setup.sides[0], FightSide("b", "The enemy", "game"))
    person = account("ada")
    setup = replace(setup, sides=sides, solo=SoloPlan())
    table = BattleTable(battle_store(owner=person.owner, setup=setup, seed=SEED).key, person)
    table.begin()
    enter(table, creature="boar", side="b")
    solo = table.folded.state.setup.solo
    assert solo is not None
    assert "boar" in solo.gambits()
    assert re.search("j1", " ".join(table.folded.state.combatants))


# Groups


def group_table() -> BattleTable:
    person = account("ada")
    setup = setup_of(["boar", "boar", "boar"], ["boar", "boar"])
    table = BattleTable(battle_store(owner=person.owner, setup=setup, seed=SEED, dice="entered").key, person)
    table.begin()
    press(table, do="faces", face="6")
    press(table, do="faces", face="1")
    press(table, do="activate", creature=["a.m1", "a.m2"])
    return table


def test_a_group_acts_together_by_one_button() -> None:
    table = group_table()
    assert "All together Boar" in text_of(page(table))
    assert press(table, do="group", action="act/stride", way="").status_code == 302
    turn = table.folded.state.turn
    assert turn is not None
    assert [creature.ap for creature in turn.acting] == [1, 1]
    press(table, do="choose", option="together")
    links = re.findall(r'href="([^"]*group=1[^"]*)"', page(table).content.decode())
    form = table.owner.get(next(link for link in links if "tusk" in link).replace("&amp;", "&")).content.decode()
    assert 'name="do" value="group"' in form
    assert "All: Tusk" in text_of(table.owner.get(links[0].replace("&amp;", "&"))) or "Tusk" in form
    assert press(table, do="group", action="feature/tusk", way="", target="b.m1").status_code == 302
    assert isinstance(pending(table.folded.state), RollAsk)


def test_another_phone_does_not_move_the_group() -> None:
    table = group_table()
    guest = guest_of(table, "b")
    assert press(table, guest, do="group", action="act/stride", way="").status_code == 422
    assert "All together" not in text_of(page(table, guest))
