"""What a board offers and refuses in a battle: areas, reactions, things to reach, groups, counts, commands."""

from dataclasses import replace

import pytest

from rules.combat.resolution import ActAsk, RollAsk
from rules.effects.model import Effect
from rules.effects.values import Range
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.objectives import ObjectiveTried
from rules.p2v_combat.events.reactions import OfferTaken
from rules.p2v_combat.events.turns import CreaturesActivated
from rules.p2v_combat.legal.commands import legal_commands
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.positions import caught_together
from rules.p2v_combat.scoring.conditions import victory_in_play
from rules.p2v_combat.scoring.places import counts_on_board, distance_to
from rules.p2v_combat.setup.plan import BoardMarker, PlacedObjective, TablePlan
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.standing import figure_of
from rules.p2v_combat.steps import own_action
from rules.tables.sizes import Space
from tests.rules.p2v_combat.boards import on_board
from tests.rules.p2v_combat.tables import PlayedTable, offered, setup_of


def acted(action: str, *targets: str, user: str = "a.m1") -> CreatureActed:
    return CreatureActed(user, f"feature/{action}", "", tuple(map(AimedTarget, targets)))


def listed(table: PlayedTable, creature: str) -> list[BattleEvent]:
    return [*legal_commands(table.state, creature)]


def targets_of(table: PlayedTable, action: str, creature: str = "a.m1") -> set[tuple[str, ...]]:
    """Return the sets of targets at which a creature may take an action now."""
    return {
        tuple(target.creature for target in event.targets)
        for event in listed(table, creature)
        if isinstance(event, CreatureActed) and event.action == f"feature/{action}"
    }


DOGS = setup_of(["goblin-dog"], ["boar", "boar"])


def test_ruling_526_an_emanation_catches_those_whom_it_reaches_and_no_others():
    table = on_board("AB.D", DOGS, D="b.m2").activate("a.m1")
    assert targets_of(table, "scratch") == {("b.m1",)}
    with pytest.raises(ChangeRefused, match=r"^No area of this from where Goblin Dog stands reaches Boar"):
        table.do(acted("scratch", "b.m1", "b.m2"), "a")
    with pytest.raises(ChangeRefused, match="affects just these creatures"):
        table.do(acted("scratch"), "a")
    table.do(acted("scratch", "b.m1"), "a")


def test_ruling_527_walls_stop_a_cone_and_a_cone_catches_what_its_placements_catch():
    drakes = setup_of(["wyrmling-green-dragon"], ["boar", "boar"])
    both = on_board(".....\nA.B.D\n.....", drakes, D="b.m2").activate("a.m1")
    assert ("b.m1", "b.m2") in targets_of(both, "breath-weapon")
    walled = on_board("...#.\nA.B#D\n...#.", drakes, D="b.m2").activate("a.m1")
    assert targets_of(walled, "breath-weapon") == {(), ("b.m1",)}
    behind = on_board("......\nB.A..D\n......", drakes, D="b.m2").activate("a.m1")
    assert targets_of(behind, "breath-weapon") == {(), ("b.m1",), ("b.m2",)}


def test_ruling_526_a_burst_is_aimed_where_there_is_sight_and_effect():
    trio = setup_of(["farmer"], ["boar", "boar"])
    able, blast = ("b.m1", "b.m2"), Effect(range=Range("burst", 1, within=6))
    caught = caught_together(on_board("A.....B\n......D", trio, D="b.m2").state, "a.m1", blast, able)
    assert caught is not None
    assert set(caught) == {frozenset(), frozenset({"b.m1", "b.m2"}), frozenset({"b.m1"}), frozenset({"b.m2"})}
    walled = on_board("A..#..B\n...#..D", trio, D="b.m2").state
    assert caught_together(walled, "a.m1", blast, able) == (frozenset(),)


GUARDED = setup_of(["tracker"], ["orc-warrior", "orc-warrior"])


def test_ruling_522_only_those_with_the_shooter_in_reach_are_offered_an_attack_of_opportunity():
    table = on_board("AB..D", GUARDED, D="b.m2").activate("a.m1")
    table.do(acted("composite-longbow", "b.m2"), "a")
    assert offered(table) == [("b.m1", "feature/attack-of-opportunity")]
    table.do(OfferTaken("b.m1", "feature/attack-of-opportunity"), "b")
    ask = table.asked
    assert isinstance(ask, ActAsk)
    table.do(StepActed(ask.actions[0].key, "", (AimedTarget("a.m1"),)), "b")


def test_a_reaction_to_damage_of_an_ally_is_for_those_who_are_near_both():
    # Retributive Strike: an enemy within 3 squares damages an ally within 3 squares.
    sides = setup_of(["farmer"], ["boar", "lantern-archon"])
    for picture, is_offered in (("AB..C", False), ("AB.C", True)):
        table = on_board(picture, sides, C="b.m2").activate("a.m1").do(acted("pitchfork", "b.m1"), "a").roll(19)
        ask = table.asked
        offers = getattr(ask, "offers", ())
        assert [offer.creature for offer in offers] == (["b.m2"] if is_offered else [])


BOOK = PlacedObjective("book", 2, 0, face=1)


def with_plan(setup: BattleSetup, **plan: object) -> BattleSetup:
    return replace(setup, table=TablePlan(sides=("a", "b"), points=200, board_key="small-board", **plan))


def test_an_objective_is_tried_by_those_next_to_it():
    setup = with_plan(setup_of(["farmer", "farmer"], ["boar"]), objectives=(BOOK,))
    table = on_board("A....\n.C...\n....B", setup, C="a.m2")
    table.activate("a.m1")
    assert distance_to(table.state, "a.m1", "book") == 2
    assert not [event for event in listed(table, "a.m1") if isinstance(event, ObjectiveTried)]
    table.end("a.m1").activate("b.m1").end("b.m1").activate("a.m2")
    assert [event for event in listed(table, "a.m2") if isinstance(event, ObjectiveTried)]


def test_a_body_is_looted_by_those_next_to_it():
    carriers = setup_of(["farmer", "farmer"], ["boar"])
    table = on_board("AC...\n....B", carriers, C="a.m2")
    table.do(LeftPlay("a.m2", True, "", "")).activate("a.m1")
    assert distance_to(table.state, "a.m1", "a.m2") == 1


def test_a_group_acts_together_while_each_is_adjacent_to_another():
    table = on_board("AC..D\n....B", setup_of(["boar", "boar", "boar"], ["boar"]), C="a.m2", D="a.m3")
    with pytest.raises(ChangeRefused, match="adjacent to no other creature of this group"):
        table.do(CreaturesActivated(("a.m1", "a.m2", "a.m3")), "a")
    assert CreaturesActivated(("a.m1", "a.m2")) in listed(table, "a.m1")
    table.do(CreaturesActivated(("a.m1", "a.m2")), "a")


def test_creatures_near_a_marker_are_counted_on_the_board():
    flag = BoardMarker("flag", 2, 1)
    setup = with_plan(setup_of(["boar", "boar"], ["boar"]), victory="seize-the-ground", markers=(flag,))
    table = on_board("A........\n.....CB..", setup, C="a.m2")
    fields = victory_in_play(table.state).counts(table.state)
    assert counts_on_board(table.state, fields) == {"flag.a": 1, "flag.b": 0}
    table.do(HpSet("a.m1", -1, 0, ""))
    assert counts_on_board(table.state, fields) == {"flag.a": 0, "flag.b": 0}


def test_strikes_are_listed_at_those_in_reach_and_sight():
    table = on_board("A.B\n...\nD..", setup_of(["farmer"], ["boar", "boar"]), D="b.m2").activate("a.m1")
    assert targets_of(table, "pitchfork") == {("b.m1",), ("b.m2",)}
    near = on_board("A..B\n....\nD...", setup_of(["farmer"], ["boar", "boar"]), D="b.m2").activate("a.m1")
    assert targets_of(near, "pitchfork") == {("b.m2",)}
    assert own_action(near.state, "a.m1", "feature/pitchfork")


def test_an_aura_meets_those_who_start_their_turn_within_its_squares():
    # The Piping Dirge is an emanation 2: creatures are rattled.
    sides = setup_of(["dirge-piper"], ["farmer", "farmer"])
    table = on_board("A.B..D", sides, D="b.m2").activate("a.m1").end("a.m1")
    table.activate("b.m2")
    assert not table.of("b.m2").has("rattled")
    away = on_board("A.B..D", sides, D="b.m2").activate("a.m1").end("a.m1").activate("b.m1")
    assert away.of("b.m1").has("rattled")


def test_an_aura_meets_those_who_enter_it_and_not_those_who_move_within_it():
    sides = setup_of(["farmer"], ["dirge-piper"])
    table = on_board("A....B\n......", sides).activate("a.m1")
    table.do(CreatureActed("a.m1", "act/stride", "", way_to=((2, 0),)), "a")
    assert not table.of("a.m1").has("rattled")
    table.do(CreatureActed("a.m1", "act/stride", "", way_to=((3, 1),)), "a")
    assert table.told.count("Farmer is rattled.") == 1
    # The Perfume Aura is an emanation 1 for those who enter it alone.
    near = on_board("..AB\n....", setup_of(["farmer"], ["candle-homunculus"])).activate("a.m1")
    near.do(CreatureActed("a.m1", "act/stride", "", way_to=((3, 1),)), "a")
    assert not near.of("a.m1").has("sickened")
    assert near.asked is None


def test_a_stride_is_one_command_for_each_place():
    table = on_board("A#B\n.#.", setup_of(["farmer"], ["boar"])).activate("a.m1")
    moves = [event for event in listed(table, "a.m1") if isinstance(event, CreatureActed) and event.way_to]
    assert {event.way_to for event in moves if event.action == "act/stride"} == {((0, 1),)}
    table.do(next(event for event in moves if event.action == "act/stride"), "a")
    assert figure_of(table.state, "a.m1").space == Space(0, 1)


def test_a_grabbed_creature_is_free_once_no_enemy_has_it_within_reach():
    table = on_board("AB...\n.....", setup_of(["boar"], ["farmer"]))
    table.do(HeldSet("b.m1", "grabbed", True, "Test")).activate("a.m1")
    table.do(CreatureActed("a.m1", "act/stride", "", way_to=((1, 1),)), "a")
    assert table.of("b.m1").has("grabbed")
    table.do(CreatureActed("a.m1", "act/stride", "", way_to=((4, 1),)), "a")
    assert not table.of("b.m1").has("grabbed")


def test_a_creature_leaves_over_the_edge_at_which_it_stands():
    table = on_board(".A..B", setup_of(["farmer"], ["boar"])).activate("a.m1")
    with pytest.raises(ChangeRefused, match="Farmer is not at that edge of the board"):
        table.do(LeftPlay("a.m1", False, "left", ""))
    table.do(LeftPlay("a.m1", False, "top", ""))
    assert table.of("a.m1").presence == "left"


def test_a_trample_meets_those_whose_spaces_it_crosses():
    sides = setup_of(["rust-scarab"], ["farmer", "farmer", "farmer"])
    table = on_board(
        "AAB.....\nAA......\n........\n...D....\n" + "........\n" * 6 + "E.......", sides, D="b.m2", E="b.m3"
    )
    table.activate("a.m1")
    with pytest.raises(ChangeRefused, match=r"^Farmer is 9 squares from Rust Scarab, and this moves"):
        table.do(acted("trample", "b.m1", "b.m3"), "a")
    table.do(replace(acted("trample", "b.m1", "b.m2"), way_to=((3, 0),)), "a")
    assert isinstance(table.asked, RollAsk)
    assert table.asked.reason == "Farmer’s Reflex save against Trample"
    table.roll(1)
    assert table.of("b.m1").hp < table.of("b.m1").max_hp
    assert table.asked is None
    assert table.of("b.m2").hp == table.of("b.m2").max_hp
