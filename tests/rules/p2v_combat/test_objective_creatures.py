"""Golem, animal and fey: the turn that a failure gives them, what their claimer pays for, and the Shrine's walk."""

from dataclasses import replace

import pytest

from rules.combat.resolution import RollAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import is_objective_creature, rival_of, spending_side
from rules.p2v_combat.events.acting import CreatureActed, GroupActed, ObjectiveCommanded
from rules.p2v_combat.events.by_hand import ApSet, HeldSet, LeftPlay
from rules.p2v_combat.events.objectives import ObjectiveTried
from rules.p2v_combat.events.turns import TurnEnded
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.scoring.objectives import owners_of
from rules.p2v_combat.setup.plan import PlacedObjective, TablePlan
from rules.p2v_combat.sides import NEUTRAL, Fielded
from rules.roster.model import Member
from tests.rules.folds import fold_battle
from tests.rules.p2v_combat.tables import PlayedTable, card, setup_of

ANIMAL = "game.wild-animal"
BESIDE = Circumstances(distance="reach")


def beside_a_boar(*sides: list[str], is_fielded: bool = True) -> PlayedTable:
    """Begin a battle with a boar as an objective, and activate the first creature of the first side."""
    sides = sides or (["kobold-druid-1", "guard"], ["kobold-warrior"])
    placed = PlacedObjective("wild-animal", 5, 5, "a", creature="boar", creature_power=15)
    plan = TablePlan(sides=tuple("abcd"[: len(sides)]), points=100, board_key="small-board", objectives=(placed,))
    base = setup_of(*sides)
    boar = Fielded(ANIMAL, NEUTRAL, Member("boar", id="wild-animal"), card("boar"))
    fielded = (*base.fielded, boar) if is_fielded else base.fielded
    return PlayedTable(replace(base, fielded=fielded, table=plan)).begin("a").activate("a.m1")


def tried(table: PlayedTable, face: int) -> PlayedTable:
    return table.do(ObjectiveTried("a.m1", "wild-animal", "Nature"), "a").roll(face)


def tusk(target: str) -> tuple[str, str, tuple[AimedTarget, ...]]:
    return "feature/tusk", "", (AimedTarget(target, BESIDE),)


def test_after_a_failure_the_animal_takes_a_turn_of_2_ap_at_once_which_the_opponent_decides() -> None:
    table = tried(beside_a_boar(), 1)
    turn = table.state.acting(ANIMAL)
    assert turn is not None
    assert turn.ap == 2
    assert spending_side(table.state, ANIMAL) == "b"
    for event in (
        TurnEnded("a.m1", ()),
        CreatureActed("a.m1", "act/stride", "", ()),
        ObjectiveTried("a.m1", "wild-animal", "Nature"),
    ):
        with pytest.raises(ChangeRefused, match="takes its turn first"):
            table.do(event, "a")
    with pytest.raises(ChangeRefused, match="Another side decides"):
        table.do(CreatureActed(ANIMAL, *tusk("a.m1")), "a")
    hp = table.of("a.m2").hp
    table.do(CreatureActed(ANIMAL, *tusk("a.m2")), "b").roll(20)
    assert table.of("a.m2").hp < hp
    table.do(TurnEnded(ANIMAL, ()), "b")
    assert table.of(ANIMAL).side == NEUTRAL
    assert not table.of(ANIMAL).has_acted
    assert table.state.acting(ANIMAL) is None
    table.end("a.m1")
    assert table.state.next_side == "b"


def test_a_second_failure_gives_it_another_turn() -> None:
    table = tried(beside_a_boar(), 1).do(TurnEnded(ANIMAL, ()), "b")
    table.do(CreatureActed("a.m1", "act/step", "", ()), "a").do(ApSet("a.m1", 1, ""))
    tried(table, 1)
    assert table.state.acting(ANIMAL).ap == 2  # type: ignore[union-attr] # it is its turn


def test_a_slowed_animal_has_less_and_one_that_is_down_or_unknown_has_no_turn() -> None:
    table = tried(beside_a_boar().do(HeldSet(ANIMAL, "slowed", True, "")), 1)
    assert table.state.acting(ANIMAL).ap == 1  # type: ignore[union-attr] # it is its turn
    table = tried(beside_a_boar().do(LeftPlay(ANIMAL, True, "", "")), 1)
    assert table.state.acting(ANIMAL) is None
    table = tried(beside_a_boar(is_fielded=False), 1)
    assert [creature.id for creature in table.state.turn.acting] == ["a.m1"]  # type: ignore[union-attr] # a turn goes on


def test_the_turn_of_an_animal_that_falls_ends_and_the_other_goes_on() -> None:
    table = tried(beside_a_boar(), 1).do(LeftPlay(ANIMAL, True, "", ""))
    assert table.of(ANIMAL).side == NEUTRAL
    table.do(CreatureActed("a.m1", "act/stride", "", ()), "a").end("a.m1")


def test_the_claimer_alone_pays_for_its_actions() -> None:
    table = tried(beside_a_boar(["kobold-druid-1", "guard"], ["kobold-warrior", "guard"]), 20).do(ApSet("a.m1", 3, ""))
    assert owners_of(table.state) == {"wild-animal": "a"}
    hp = table.of("b.m2").hp
    table.do(ObjectiveCommanded("a.m1", "wild-animal", *tusk("b.m2")), "a")
    assert isinstance(table.asked, RollAsk)
    assert table.asked.side == "a"
    need = table.asked.need
    table.roll(1)
    assert table.state.acting("a.m1").ap == 2  # type: ignore[union-attr] # it is its turn
    assert table.of(ANIMAL).side == NEUTRAL
    table.do(ObjectiveCommanded("a.m1", "wild-animal", *tusk("b.m2")), "a")
    assert isinstance(table.asked, RollAsk)
    assert table.asked.need == need, "Ruling 356: outside its own turn no penalty for several attacks."
    table.roll(19)
    assert table.of("b.m2").hp < hp
    table.end("a.m1").activate("b.m1").end("b.m1").activate("a.m2")
    with pytest.raises(ChangeRefused, match="Only the creature that has claimed"):
        table.do(ObjectiveCommanded("a.m2", "wild-animal", *tusk("b.m2")), "a")


def test_what_costs_more_than_its_claimer_has_or_nothing_is_not_commanded() -> None:
    table = tried(beside_a_boar(), 20).do(ApSet("a.m1", 0, ""))
    with pytest.raises(ChangeRefused, match="action points"):
        table.do(ObjectiveCommanded("a.m1", "wild-animal", *tusk("b.m1")), "a")
    table.do(ApSet("a.m1", 2, ""))
    with pytest.raises(ChangeRefused, match="no such action"):
        table.do(ObjectiveCommanded("a.m1", "wild-animal", "feature/moon", ""), "a")
    with pytest.raises(ChangeRefused, match="costs action points"):
        table.do(ObjectiveCommanded("a.m1", "wild-animal", "feature/ferocity", ""), "a")
    table.do(HeldSet(ANIMAL, "stunned", True, ""))
    with pytest.raises(ChangeRefused, match="cannot act now"):
        table.do(ObjectiveCommanded("a.m1", "wild-animal", *tusk("b.m1")), "a")


def test_it_has_no_turn_of_its_own_at_the_end_of_a_round() -> None:
    table = beside_a_boar(["kobold-druid-1"], ["kobold-warrior"]).end("a.m1").activate("b.m1").end("b.m1")
    assert table.state.round == 2
    assert table.state.turn is None


def test_a_member_of_a_group_that_fails_keeps_its_group() -> None:
    sides = ["kobold-druid-1", "guard", "kobold-warrior"], ["kobold-warrior"]
    table = beside_a_boar(*sides).end("a.m1").activate("b.m1").end("b.m1").activate("a.m2", "a.m3")
    table.do(ObjectiveTried("a.m2", "wild-animal", "Nature"), "a").roll(1)
    table.do(TurnEnded(ANIMAL, ()), "b")
    with pytest.raises(ChangeRefused, match="same actions"):
        table.do(GroupActed("act/stride", "", ()), "a")


def test_the_next_opponent_clockwise_decides() -> None:
    # Ruling 356.
    table = beside_a_boar(["kobold-druid-1"], ["guard"], ["guard"])
    assert rival_of(table.state, "a") == "b"
    assert rival_of(table.state, "c") == "a"
    assert is_objective_creature(ANIMAL)
    assert not is_objective_creature("game.m1")


def test_a_battle_with_such_turns_folds_as_it_was_played() -> None:
    table = tried(beside_a_boar(), 1).do(CreatureActed(ANIMAL, *tusk("a.m2")), "b").roll(20)
    table.do(TurnEnded(ANIMAL, ()), "b").end("a.m1")
    assert fold_battle(table.setup, table.entries) == table.state


def test_a_shrine_walks_where_a_d8_shows() -> None:
    # Ruling 357.
    placed = PlacedObjective("ambulant-shrine", 5, 5, "a")
    plan = TablePlan(sides=("a", "b"), points=100, board_key="small-board", objectives=(placed,))
    table = PlayedTable(replace(setup_of(["kobold-druid-1"], ["boar"]), table=plan)).begin("a").activate("a.m1")
    table.do(ObjectiveTried("a.m1", "ambulant-shrine", "Occultism"), "a").roll(1)
    assert isinstance(table.asked, RollAsk)
    assert table.asked.sides == 8
    table.roll(2)
    assert "walks 5 squares toward the top right" in " ".join(table.told)
    older = ObjectiveTried("a.m1", "ambulant-shrine", "Occultism", plays_out=False)
    assert table.do(older, "a").roll(1).asked is None
