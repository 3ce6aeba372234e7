"""What the start of a turn brings, who spends action points, and turns that end by themselves."""

from dataclasses import replace

import pytest

from rules.combat.answers import OfferPassed
from rules.combat.resolution import OfferAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import ap_to_spend, spend_ap, spending_side
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay
from rules.p2v_combat.events.reactions import OfferTaken
from rules.p2v_combat.events.turns import ApGiven, ControlPassed
from tests.rules.p2v_combat.tables import PlayedTable, setup_of


def duel(*ours: str) -> PlayedTable:
    return PlayedTable(setup_of(list(ours) or ["boar", "boar"], ["boar"])).begin("a")


def commanded(*, more: int = 1) -> PlayedTable:
    setup = setup_of(["orc-warchief", *["orc-warrior"] * more], ["boar"])
    fielded = tuple(
        replace(fighter, minion_of="a.m1") if fighter.side == "a" and fighter.id != "a.m1" else fighter
        for fighter in setup.fielded
    )
    return PlayedTable(replace(setup, fielded=fielded)).begin("a")


def test_a_swallowed_creature_takes_damage_before_its_action_points_are_set() -> None:
    table = PlayedTable(setup_of(["basilisk"], ["gashadokuro"])).begin("a")
    table.state = gain_condition(table.state, "a.m1", "swallowed", by="b.m1", source="Swallow Whole")
    table.activate("a.m1")
    assert table.of("a.m1").hp == table.of("a.m1").max_hp - 20
    assert table.state.acting("a.m1").ap == 1, "Swallowed is grabbed and slowed."


def test_what_heals_at_the_start_of_a_turn_is_played_when_it_comes() -> None:
    table = PlayedTable(setup_of(["crag-linnorm"], ["boar"])).begin("a").do(HpSet("a.m1", 50, 0, "")).activate("a.m1")
    assert table.of("a.m1").hp == 60
    assert "Crag Linnorm heals from 50 to 60 HP." in table.told


def test_ruling_354_a_creature_that_falls_to_damage_as_its_turn_starts_does_not_regenerate() -> None:
    table = PlayedTable(setup_of(["trollhound", "boar"], ["gashadokuro"])).begin("a")
    table.state = gain_condition(table.state, "a.m1", "swallowed", by="b.m1", source="Swallow Whole")
    table.do(HpSet("a.m1", 20, 0, "")).activate("a.m1")
    assert table.of("a.m1").hp <= 0
    assert table.of("a.m1").is_dying


def test_a_sickened_creature_does_not_regenerate_but_is_sickened_no_longer() -> None:
    table = PlayedTable(setup_of(["forest-troll"], ["boar"])).begin("a")
    table.do(HpSet("a.m1", 50, 0, "")).do(HeldSet("a.m1", "sickened", True, "")).activate("a.m1")
    assert (table.of("a.m1").hp, table.of("a.m1").has("sickened")) == (50, False)


def test_ruling_36_the_opponent_spends_one_action_point_of_a_confused_creature() -> None:
    table = duel().do(HeldSet("a.m1", "confused", True, "")).activate("a.m1")
    assert (spending_side(table.state, "a.m1"), ap_to_spend(table.state, "a.m1")) == ("b", 1)
    with pytest.raises(ChangeRefused, match="first"):
        table.end("a.m1")
    table.state = spend_ap(table.state, "a.m1", 1)
    assert (spending_side(table.state, "a.m1"), ap_to_spend(table.state, "a.m1")) == ("a", 1)


def test_ruling_36_the_opponent_spends_the_only_one_if_need_be() -> None:
    table = duel().do(HeldSet("a.m1", "confused", True, "")).do(HeldSet("a.m1", "slowed", True, "")).activate("a.m1")
    assert (spending_side(table.state, "a.m1"), table.state.acting("a.m1").ap) == ("b", 1)


def test_the_opponent_spends_all_action_points_of_a_controlled_creature() -> None:
    table = duel().do(HeldSet("a.m1", "controlled", True, "")).do(HeldSet("a.m1", "quickened", True, ""))
    table.activate("a.m1")
    assert (spending_side(table.state, "a.m1"), ap_to_spend(table.state, "a.m1")) == ("b", 3)


def test_action_points_that_the_opponent_leaves_are_lost() -> None:
    table = duel().do(HeldSet("a.m1", "confused", True, "")).activate("a.m1")
    with pytest.raises(ChangeRefused, match="decides"):
        table.do(ControlPassed("a.m1"), "a")
    table.do(ControlPassed("a.m1"), "b")
    assert (spending_side(table.state, "a.m1"), ap_to_spend(table.state, "a.m1")) == ("a", 1)


def test_with_three_sides_the_one_that_confused_a_creature_spends() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"], ["boar"])).begin("a")
    table.state = gain_condition(table.state, "a.m1", "confused", by="c.m1")
    assert spending_side(table.activate("a.m1").state, "a.m1") == "c"
    other = PlayedTable(setup_of(["boar"], ["boar"], ["boar"])).begin("a").do(HeldSet("a.m1", "confused", True, ""))
    assert spending_side(other.activate("a.m1").state, "a.m1") == "b"


@pytest.mark.parametrize(
    ("conditions", "ap"), [((), 1), (("slowed",), 0), (("stunned",), 0), (("quickened",), 2)], ids=str
)
def test_a_minion_has_one_action_point_in_its_commanders_turn(conditions: tuple[str, ...], ap: int) -> None:
    table = commanded()
    for name in conditions:
        table.do(HeldSet("a.m2", name, True, ""))
    table.activate("a.m1")
    assert table.state.acting("a.m2").ap == ap
    assert table.state.acting("a.m1").ap == 2


def test_a_commander_gives_each_minion_one_action_point() -> None:
    table = commanded().activate("a.m1").do(ApGiven("a.m2"), "a")
    assert (table.state.acting("a.m1").ap, table.state.acting("a.m2").ap) == (1, 2)
    with pytest.raises(ChangeRefused, match="one more"):
        table.do(ApGiven("a.m2"), "a")


def test_ruling_38_a_commander_and_its_minions_are_one_activation() -> None:
    table = commanded(more=2).activate("a.m1").end("a.m2").end("a.m3").end("a.m1")
    assert table.state.next_side == "b"


@pytest.mark.parametrize("gone", ["dying", "eliminated"])
def test_ruling_96_minions_of_a_commander_that_is_down_act_alone_with_one_action_point(gone: str) -> None:
    table = commanded()
    with pytest.raises(ChangeRefused, match="cannot be activated"):
        table.activate("a.m2")
    table.do(HpSet("a.m1", 0, 0, "") if gone == "dying" else LeftPlay("a.m1", True, "", ""))
    table.activate("a.m2")
    assert table.state.acting("a.m2").ap == 1


def test_ruling_45_the_turn_of_a_creature_that_goes_down_ends_at_once_with_a_recovery_check() -> None:
    table = duel().activate("a.m1").do(HpSet("a.m1", 0, 0, ""))
    table.roll(4)
    assert table.of("a.m1").is_dying
    assert table.state.turn is None
    assert table.state.next_side == "b"


def test_ruling_45_a_member_of_a_group_that_goes_down_leaves_it() -> None:
    table = duel().activate("a.m1", "a.m2").do(HpSet("a.m1", 0, 0, ""))
    table.roll(3)
    assert table.of("a.m1").presence == "eliminated"
    assert table.state.turn is not None
    table.end("a.m2")
    assert table.state.next_side == "b"


def test_the_activation_of_an_eliminated_creature_is_over() -> None:
    table = duel().activate("a.m1").do(LeftPlay("a.m1", True, "", ""))
    assert table.state.next_side == "b"


def test_ruling_41_the_order_at_the_end_of_a_turn() -> None:
    table = duel().activate("a.m1").do(HeldSet("a.m1", "rattled", True, ""))
    table.state = table.state.change("a.m1", persistent=(("acid", 10), ("fire", 5)), hp=40, max_hp=40)
    table.end("a.m1", "cold")
    assert table.of("a.m1").hp == 40 - 5 - 10 - 5
    assert table.of("a.m1").persistent == (("acid", 5),)
    assert [line for line in table.told if "damage" in line or "no longer" in line] == [
        "Boar takes 5 damage.",
        "Boar takes 10 damage.",
        "Boar takes 5 damage.",
        "Boar is no longer rattled.",
    ]


def test_ruling_41_a_creature_that_goes_down_as_its_turn_ends_does_not_check_in_the_same_step() -> None:
    table = duel().activate("a.m1")
    table.state = table.state.change("a.m1", persistent=(("acid", 999),))
    table.end("a.m1")
    assert table.asked is None
    assert table.of("a.m1").is_dying


def test_ruling_46_a_hero_point_passes_this_recovery_check_and_all_later_ones() -> None:
    table = duel()
    table.state = table.state.change("a.m1", hero_points=1)
    table.activate("a.m1").do(HpSet("a.m1", 0, 0, ""))
    ask = table.asked
    assert isinstance(ask, OfferAsk)
    assert ask.sides == ("a",)
    table.do(OfferTaken("a.m1", "hero-point"), "a")
    assert (table.of("a.m1").spared, table.of("a.m1").hero_points) == (True, 0)
    assert table.of("a.m1").is_dying, "It stays dying."
    table.activate("b.m1").end("b.m1").activate("a.m2").end("a.m2")
    assert table.asked is None
    assert table.of("a.m1").is_dying


def test_a_side_that_keeps_its_hero_point_rolls() -> None:
    table = duel()
    table.state = table.state.change("a.m1", hero_points=1)
    table.activate("a.m1").do(HpSet("a.m1", 0, 0, "")).do(OfferPassed("a"), "a")
    table.roll(1)
    assert table.of("a.m1").presence == "eliminated"
    assert table.of("a.m1").hero_points == 1
