"""Creatures in disguise: what happens to who interacts with them, who leaves by choice, and how they are spotted."""

from dataclasses import replace

import pytest

from rules.combat.resolution import ChoiceAsk, RollAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.events.moving import CreatureAppeared
from rules.p2v_combat.events.objectives import DisguiseSpotted, ObjectiveTried, SecretShown
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.numbers import check_number, power_number
from rules.p2v_combat.scoring.objectives import owners_of, removed_objectives
from rules.p2v_combat.setup.plan import PlacedObjective, SpecialStart, TablePlan, TerrainPiece
from rules.p2v_combat.waiting import IS_DISGUISED, NOT_DISGUISED
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

BOOK = PlacedObjective("book", 5, 5, "a", face=5)
DEVICE = PlacedObjective("device", 9, 5, "a", face=5)
STATUE = TerrainPiece("t1", "obstacle", 3, 4, 1, 1, label="Statue")
FOUNTAIN = TerrainPiece("t2", "obstacle", 7, 4, 2, 2, label="Fountain")


def hidden(upgrade: str = "tempting-disguise") -> PlayedTable:
    """Begin a battle in which the second creature of the other side is in disguise."""
    start = SpecialStart("b.m2", "b", upgrade)
    plan = TablePlan(
        sides=("a", "b"),
        points=100,
        board_key="small-board",
        starts=(start,),
        objectives=(BOOK, DEVICE),
        terrain=(STATUE, FOUNTAIN),
    )
    setup = setup_of(["kobold-druid-1", "guard"], ["boar", "fungus-leshy"])
    return PlayedTable(replace(setup, table=plan)).begin("a").activate("a.m1")


def test_a_check_against_a_tempting_disguise_fails_without_a_roll_and_the_creature_acts_in_this_round() -> None:
    table = hidden().do(ObjectiveTried("a.m1", "book", "Lore"), "a")
    assert isinstance(table.asked, ChoiceAsk)
    assert table.asked.side == "b"
    table.do(BattleOptionChosen(IS_DISGUISED), "b")
    assert table.asked is None, "Nothing is rolled."
    assert "fails without a roll" in " ".join(table.told)
    assert table.state.acting("a.m1").ap == 1  # type: ignore[union-attr] # it is its turn
    assert removed_objectives(table.state) == {"book"}
    assert owners_of(table.state) == {}
    assert table.of("b.m2").presence == "in play"
    with pytest.raises(ChangeRefused, match="not on the board"):
        table.do(ObjectiveTried("a.m1", "book", "Lore"), "a")
    table.end("a.m1").activate("b.m2")
    assert table.state.acting("b.m2").ap == 2  # type: ignore[union-attr] # it is its turn
    assert table.state.round == 1


def test_a_real_objective_is_rolled_for_once_its_owner_has_said_so() -> None:
    table = hidden().do(ObjectiveTried("a.m1", "book", "Lore"), "a").do(BattleOptionChosen(NOT_DISGUISED), "b")
    assert isinstance(table.asked, RollAsk)
    table.roll(20)
    assert owners_of(table.state) == {"book": "a"}
    assert table.of("b.m2").presence == "waiting"


def test_a_choice_that_was_shown_answers_by_itself() -> None:
    table = hidden().do(SecretShown("b", "tempting-disguise b.m2", "device", ""), "b")
    table.do(ObjectiveTried("a.m1", "book", "Lore"), "a").roll(1)
    table.do(ObjectiveTried("a.m1", "device", "Medicine"), "a")
    assert table.asked is None
    assert table.of("b.m2").presence == "in play"


def test_an_older_log_rolls_without_a_question() -> None:
    table = hidden().do(ObjectiveTried("a.m1", "book", "Lore", plays_out=False), "a")
    assert isinstance(table.asked, RollAsk)


def test_a_creature_that_leaves_its_disguise_by_choice_waits_for_the_next_round() -> None:
    table = hidden().do(CreatureAppeared("b.m2", None), "b").end("a.m1").activate("b.m1").end("b.m1")
    with pytest.raises(ChangeRefused):
        table.activate("b.m2")
    table.activate("a.m2").end("a.m2")
    assert table.state.round == 2
    table.activate("b.m2").end("b.m2")
    older = hidden().do(CreatureAppeared("b.m2", None, waits=False), "b").end("a.m1").activate("b.m2")
    assert older.state.round == 1


def test_an_objective_that_was_shown_to_be_a_creature_is_gone_once_it_has_left() -> None:
    table = (
        hidden().do(CreatureAppeared("b.m2", None), "b").do(SecretShown("b", "tempting-disguise b.m2", "book", ""), "b")
    )
    with pytest.raises(ChangeRefused, match="creature in disguise"):
        table.do(ObjectiveTried("a.m1", "book", "Lore"), "a")


def test_a_disguise_is_spotted_by_an_interact_and_perception_against_power() -> None:
    # Ruling 358.
    table = hidden().do(DisguiseSpotted("a.m1", "book", "b.m2"), "a")
    assert table.state.acting("a.m1").ap == 1  # type: ignore[union-attr] # it is its turn
    assert isinstance(table.asked, RollAsk)
    number, power = check_number(table.state, "a.m1", "Perception"), power_number(table.state, "b.m2")
    assert table.asked.need == power.value - number.value
    table.roll(1)
    assert table.asked is None, "A failure reveals nothing."
    table.do(DisguiseSpotted("a.m1", "book", "b.m2"), "a").roll(20)
    assert isinstance(table.asked, ChoiceAsk)
    assert table.asked.side == "b"
    table.do(BattleOptionChosen(IS_DISGUISED), "b")
    assert "is Fungus Leshy in disguise" in " ".join(table.told)
    assert table.of("b.m2").presence == "waiting", "Only whether it is the creature is told."
    with pytest.raises(ChangeRefused, match="action points"):
        table.do(DisguiseSpotted("a.m1", "book", "b.m2"), "a")


def test_only_what_may_be_the_creature_is_looked_at_and_by_its_enemies_alone() -> None:
    table = hidden("false-object")
    table.do(DisguiseSpotted("a.m1", "t1", "b.m2"), "a").roll(20).do(BattleOptionChosen(NOT_DISGUISED), "b")
    assert "is not Fungus Leshy in disguise" in " ".join(table.told)
    for suspect in ("t2", "book", "moon"):
        with pytest.raises(ChangeRefused, match="cannot be"):
            table.do(DisguiseSpotted("a.m1", suspect, "b.m2"), "a")
    with pytest.raises(ChangeRefused, match="not in disguise"):
        table.do(DisguiseSpotted("a.m1", "t1", "b.m1"), "a")
    table.end("a.m1").activate("b.m1")
    with pytest.raises(ChangeRefused, match="own side knows"):
        table.do(DisguiseSpotted("b.m1", "t1", "b.m2"), "b")
