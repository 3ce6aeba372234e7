"""Creatures that act together or carry something: groups, mounts, summoned creatures, bodies and loads."""

import json
from dataclasses import replace

import pytest

from rules.combat.answers import RollRuled
from rules.combat.resolution import ActAsk, ChoiceAsk
from rules.errors import ChangeRefused
from rules.families.documents import battle_document, battle_from_document, states_of
from rules.p2v_combat.action_points import pay_for_action, pay_to_interact
from rules.p2v_combat.belongings import bodies
from rules.p2v_combat.conditions import all_conditions
from rules.p2v_combat.events.acting import StepActed
from rules.p2v_combat.events.belongings import BodyLifted, BodyLooted, LoadDropped, LoadLifted
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay
from rules.p2v_combat.events.moving import CreatureAppeared, CreatureJoined, RiderDismounted, RiderMounted
from rules.p2v_combat.events.reactions import BattleOptionChosen, TriggerReported
from rules.p2v_combat.family import P2V, battle_state_document
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.setup.plan import SpecialStart, TablePlan
from rules.p2v_combat.tasks.turns import TOGETHER
from rules.roster.model import ItemChoice, Member
from tests.rules.p2v_combat.tables import PlayedTable, card, setup_of


def group(*creatures: str) -> PlayedTable:
    chosen = creatures or ("boar", "boar", "boar")
    table = PlayedTable(setup_of([*chosen, "boar"], ["boar", "boar"])).begin("a")
    return table.activate(*(f"a.m{number}" for number in range(1, len(chosen) + 1)))


def take(table: PlayedTable, creature: str, key: str, cost: int = 1) -> PlayedTable:
    table.state = P2V.resolved(pay_for_action(table.state, creature, key, cost))
    return table


def test_a_group_takes_the_same_actions_in_the_same_order() -> None:
    table = take(group(), "a.m1", "act/stride")
    with pytest.raises(ChangeRefused, match="same actions"):
        take(table, "a.m2", "act/step")
    with pytest.raises(ChangeRefused, match="First the others"):
        take(table, "a.m1", "act/strike")
    take(take(table, "a.m2", "act/stride"), "a.m3", "act/stride")
    assert isinstance(table.asked, ChoiceAsk)
    take(table.do(BattleOptionChosen(TOGETHER), "a"), "a.m3", "act/strike")
    with pytest.raises(ChangeRefused, match="same actions"):
        take(table, "a.m1", "act/stride")


def test_free_actions_are_not_shared() -> None:
    take(take(group(), "a.m1", "feature/snarl", 0), "a.m2", "act/stride")


def test_ruling_37_a_member_that_stands_alone_after_a_shared_action_leaves_the_group() -> None:
    table = group()
    for creature in ("a.m1", "a.m2", "a.m3"):
        take(table, creature, "act/stride")
    table.do(BattleOptionChosen("a.m2"), "a").do(BattleOptionChosen(TOGETHER), "a")
    assert table.state.acting("a.m2").ap == 0
    take(take(table, "a.m1", "act/strike"), "a.m3", "act/strike")
    for creature in ("a.m2", "a.m1", "a.m3"):
        table.end(creature)
    assert table.state.next_side == "b", "The group is one activation: ruling 38."


def test_a_member_that_cannot_afford_the_shared_action_drops_out() -> None:
    table = PlayedTable(setup_of(["boar", "boar"], ["boar"])).begin("a").do(HeldSet("a.m2", "slowed", True, ""))
    table.activate("a.m1", "a.m2")
    take(table, "a.m1", "act/ready", 2)
    assert table.state.acting("a.m2").ap == 0
    with pytest.raises(ChangeRefused, match="action points"):
        take(table, "a.m2", "act/stride")
    table.end("a.m2").end("a.m1")
    assert table.state.next_side == "b"


def test_ruling_37_a_member_that_goes_down_leaves_the_group_and_the_others_go_on() -> None:
    table = take(group(), "a.m1", "act/stride")
    table.do(HpSet("a.m2", 0, 0, "")).roll(5)
    take(table, "a.m3", "act/stride")
    assert isinstance(table.asked, ChoiceAsk)
    assert "a.m2" not in [option.key for option in table.asked.options]


@pytest.mark.parametrize("name", ["confused", "controlled"])
def test_confused_and_controlled_creatures_join_no_group(name: str) -> None:
    table = PlayedTable(setup_of(["boar", "boar"], ["boar"])).begin("a").do(HeldSet("a.m2", name, True, ""))
    with pytest.raises(ChangeRefused, match="group"):
        table.activate("a.m1", "a.m2")


def test_ruling_205_mounting_costs_an_action_point_and_makes_the_mount_a_minion() -> None:
    table = PlayedTable(setup_of(["kobold-warrior", "boar"], ["boar"])).begin("a").activate("a.m1")
    table.do(RiderMounted("a.m1", "a.m2"), "a")
    assert table.state.acting("a.m1").ap == 1
    assert (table.state.acting("a.m2").ap, table.of("a.m2").commander) == (1, "a.m1")
    table.do(RiderDismounted("a.m1"), "a")
    assert table.state.acting("a.m1").ap == 0
    assert (table.of("a.m2").commander, table.of("a.m1").statuses) == (None, ())


def test_a_mount_that_has_acted_does_not_act_again() -> None:
    table = PlayedTable(setup_of(["kobold-warrior", "boar"], ["boar", "boar"])).begin("a").activate("a.m2").end("a.m2")
    table.activate("b.m1").end("b.m1").activate("a.m1").do(RiderMounted("a.m1", "a.m2"), "a")
    assert table.state.acting("a.m2") is None


@pytest.mark.parametrize("fallen", ["a.m1", "a.m2"])
def test_rider_and_mount_part_when_one_of_them_goes_down(fallen: str) -> None:
    table = PlayedTable(setup_of(["kobold-warrior", "boar"], ["boar"])).begin("a").activate("a.m1")
    table.do(RiderMounted("a.m1", "a.m2"), "a").end("a.m2").end("a.m1").do(HpSet(fallen, 0, 0, ""))
    assert table.of("a.m2").commander is None
    assert not table.of("a.m1").has("mounted")
    assert not table.of("a.m2").has("mounted")


def test_only_a_free_creature_of_the_same_side_is_mounted() -> None:
    table = PlayedTable(setup_of(["kobold-warrior", "boar", "boar"], ["boar"])).begin("a").activate("a.m1")
    with pytest.raises(ChangeRefused, match="own side"):
        table.do(RiderMounted("a.m1", "b.m1"), "a")
    table.do(RiderMounted("a.m1", "a.m2"), "a")
    with pytest.raises(ChangeRefused, match="mounted already"):
        table.do(RiderMounted("a.m1", "a.m3"), "a")


def test_a_summoned_minion_joins_its_commanders_turn_and_counts_no_points() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"])).begin("a").activate("a.m1")
    table.do(CreatureJoined("a.s1", "a", "Spirit", card("kobold-warrior"), "a.m1"), "a")
    assert table.state.acting("a.s1").ap == 1
    assert table.state.fielded("a.s1").points == 0
    table.end("a.s1").end("a.m1").activate("b.m1").end("b.m1")
    assert table.state.round == 2


def test_a_creature_that_joins_for_itself_acts_in_that_round() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar", "boar"])).begin("a").activate("a.m1")
    table.do(CreatureJoined("a.s1", "a", "", card("kobold-warrior"), None), "a").end("a.m1").activate("b.m1").end(
        "b.m1"
    )
    table.activate("a.s1")
    assert table.state.acting("a.s1").ap == 2
    with pytest.raises(ChangeRefused, match="id of its own"):
        table.do(CreatureJoined("a.s1", "a", "", card("boar"), None), "a")


def test_a_battle_with_a_summoned_creature_is_written_and_read_back() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"])).begin("a").activate("a.m1")
    table.do(CreatureJoined("a.s1", "a", "Spirit", card("kobold-warrior"), "a.m1"), "a")
    document = json.loads(json.dumps(battle_document(table.document)))
    *_, (_, last) = states_of(battle_from_document(document))
    assert battle_state_document(last) == battle_state_document(table.state)


def looters() -> PlayedTable:
    victim = Member("orc-warrior", id="m1", items=(ItemChoice("holy-water"), ItemChoice("healing-potion-minor")))
    table = PlayedTable(setup_of(["orc-warrior", "kobold-warrior"], [victim, "boar"])).begin("a")
    return table.do(LeftPlay("b.m1", True, "", ""))


def test_one_item_is_taken_from_a_body() -> None:
    table = looters()
    assert bodies(table.state) == ("b.m1",)
    table.activate("a.m1").do(BodyLooted("a.m1", "b.m1", "holy-water"), "a")
    assert [choice.item for choice in table.of("a.m1").items] == ["holy-water"]
    assert [choice.item for choice in table.of("b.m1").items] == ["healing-potion-minor"]
    assert table.state.acting("a.m1").ap == 1
    with pytest.raises(ChangeRefused, match="does not have"):
        table.do(BodyLooted("a.m1", "b.m1", "holy-water"), "a")
    with pytest.raises(ChangeRefused, match="No such body"):
        table.do(BodyLooted("a.m1", "b.m2", "holy-water"), "a")


def test_a_body_is_a_load_by_its_size_and_dropped_for_free() -> None:
    table = looters().activate("a.m1").do(BodyLifted("a.m1", "b.m1"), "a")
    assert set(all_conditions(table.state, "a.m1")) == {"encumbered", "slowed"}
    assert bodies(table.state) == ()
    table.do(LoadDropped("a.m1", "the body of Orc Warrior"), "a")
    assert all_conditions(table.state, "a.m1") == ()
    assert (bodies(table.state), table.state.acting("a.m1").ap) == (("b.m1",), 1)


def test_a_bigger_body_is_not_carried() -> None:
    table = looters().activate("a.m2")
    with pytest.raises(ChangeRefused, match="too big"):
        table.do(BodyLifted("a.m2", "b.m1"), "a")


def test_a_load_of_the_scenario_has_the_weight_that_the_players_name() -> None:
    table = looters().activate("a.m1").do(LoadLifted("a.m1", "the idol", "light load"), "a")
    assert all_conditions(table.state, "a.m1") == ("encumbered",)
    with pytest.raises(ChangeRefused, match="carries that already"):
        table.do(LoadLifted("a.m1", "the idol", "light load"), "a")
    with pytest.raises(ChangeRefused, match="heavy load"):
        table.do(LoadLifted("a.m1", "a feather", "no load"), "a")
    with pytest.raises(ChangeRefused, match="does not carry"):
        table.do(LoadDropped("a.m1", "the crown"), "a")


def test_a_load_falls_with_the_creature_that_carries_it() -> None:
    table = looters().activate("a.m1").do(BodyLifted("a.m1", "b.m1"), "a").do(LeftPlay("a.m1", True, "", ""))
    assert set(bodies(table.state)) == {"a.m1", "b.m1"}


def test_only_a_creature_on_its_turn_with_action_points_interacts() -> None:
    table = looters().activate("a.m1")
    with pytest.raises(ChangeRefused, match="on its turn"):
        pay_to_interact(table.state, "a.m2")
    table.state = table.state.with_acting("a.m1", ap=0)
    with pytest.raises(ChangeRefused, match="action points"):
        pay_to_interact(table.state, "a.m1")


def waiting(upgrade: str, *ours: str) -> PlayedTable:
    setup = setup_of(list(ours) or ["guard", "fungus-leshy"], ["boar"])
    start = SpecialStart("a.m2", "a", upgrade)
    plan = TablePlan(sides=("a", "b"), points=100, board_key="small-board", starts=(start,))
    return PlayedTable(replace(setup, table=plan)).begin("a")


def test_a_creature_in_disguise_appears_at_the_end_of_a_round() -> None:
    table = waiting("tempting-disguise")
    assert table.of("a.m2").presence == "waiting"
    with pytest.raises(ChangeRefused, match="cannot be activated"):
        table.activate("a.m2")
    table.activate("a.m1").end("a.m1").activate("b.m1").end("b.m1")
    assert isinstance(table.asked, ChoiceAsk)
    table.do(BattleOptionChosen("appears"), "a")
    assert (table.of("a.m2").presence, table.state.round) == ("in play", 2)


def sprung(*ours: str, waits: bool = True) -> PlayedTable:
    table = waiting("false-object", *ours).activate("a.m1").end("a.m1").activate("b.m1")
    return table.do(CreatureAppeared("a.m2", None, waits), "a")


def test_the_reaction_of_a_false_object_is_a_stride() -> None:
    table = sprung()
    assert isinstance(table.asked, ChoiceAsk)
    assert [option.label for option in table.asked.options] == ["Strike", "Stride"]
    assert table.of("a.m2").has_reacted
    table.do(BattleOptionChosen("part:1"), "a")
    assert any("Strides up to" in text for text in table.told)
    with pytest.raises(ChangeRefused, match="not waiting"):
        table.do(CreatureAppeared("a.m2", None), "a")


def test_the_reaction_of_a_false_object_is_a_strike_with_a_weapon_of_its_own() -> None:
    table = sprung("guard", "boar").do(BattleOptionChosen("part:0"), "a")
    assert isinstance(table.asked, ActAsk)
    assert [option.key for option in table.asked.actions] == ["feature/tusk"]
    table.do(StepActed("feature/tusk", "", (AimedTarget("b.m1"),)), "a").do(RollRuled("hit", "the test"))
    assert table.of("b.m1").hp == 30


def test_a_false_object_takes_no_other_action_as_its_reaction() -> None:
    table = sprung("guard", "princess").do(BattleOptionChosen("part:1"), "a")
    for action in ("act/step", "act/stride", "act/trip"):
        with pytest.raises(ChangeRefused, match="no action ready"):
            table.do(TriggerReported("a.m2", action, "", ()), "a")


def test_logs_from_before_let_a_false_object_take_what_it_had_ready() -> None:
    table = sprung(waits=False)
    assert table.asked is None
    assert table.do(TriggerReported("a.m2", "act/step", "", ()), "a").of("a.m2").has_reacted


def test_a_caster_summons_a_waiting_ally_for_two_action_points() -> None:
    table = waiting("summonable", "princess", "boar").activate("a.m1")
    with pytest.raises(ChangeRefused, match="cast spells"):
        table.do(CreatureAppeared("a.m2", None), "a")
    table.do(CreatureAppeared("a.m2", "a.m1"), "a")
    assert table.state.acting("a.m1").ap == 0
    table.end("a.m1").activate("b.m1").end("b.m1").activate("a.m2")
    assert table.state.acting("a.m2").ap == 2
