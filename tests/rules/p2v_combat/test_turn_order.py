"""Who is first, who is next, and how a turn and a round end."""

from dataclasses import replace

import pytest

from rules.documents.reading import Fields
from rules.errors import ChangeRefused
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay
from rules.p2v_combat.events.objectives import ObjectiveTried
from rules.p2v_combat.events.turns import BattleBegun
from rules.p2v_combat.family import as_stored, setup_document, setup_from
from rules.p2v_combat.setup.plan import PlacedObjective, TablePlan
from rules.p2v_combat.sides import BattleRules
from tests.rules.folds import fold_battle
from tests.rules.p2v_combat.tables import PlayedTable, setup_of


def two_and_one() -> PlayedTable:
    return PlayedTable(setup_of(["boar", "kobold-warrior"], ["boar"]))


def test_the_highest_d6_is_first_and_ties_roll_again() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"], ["boar"]))
    table.do(BattleBegun()).roll(4, 2, 4)
    assert table.state.phase == "initiative"
    table.roll(1, 3)
    assert (table.state.round, table.state.first, table.state.next_side) == (1, "c", "c")


def test_sides_alternate_and_one_that_is_done_is_skipped() -> None:
    table = two_and_one().begin("a")
    table.activate("a.m1").end("a.m1")
    assert table.state.next_side == "b"
    table.activate("b.m1").end("b.m1")
    assert table.state.next_side == "a"
    table.activate("a.m2").end("a.m2")
    assert (table.state.round, table.state.next_side) == (2, "b"), "The side to the left of the first one is first."


def test_whoever_activated_last_is_first_where_the_players_agreed_on_that() -> None:
    table = PlayedTable(setup_of(["boar", "boar"], ["boar"], rules=BattleRules(first_player="last"))).begin("a")
    for creature in ("a.m1", "b.m1", "a.m2"):
        table.activate(creature).end(creature)
    assert table.state.next_side == "a"


def test_only_the_next_side_activates_and_only_once() -> None:
    table = two_and_one().begin("a")
    with pytest.raises(ChangeRefused, match="another side's turn"):
        table.activate("b.m1")
    table.activate("a.m1")
    with pytest.raises(ChangeRefused, match="still going on"):
        table.activate("a.m2")
    table.end("a.m1").activate("b.m1").end("b.m1")
    with pytest.raises(ChangeRefused, match="cannot be activated"):
        table.activate("a.m1")


@pytest.mark.parametrize(
    ("condition", "ap"), [("", 2), ("slowed", 1), ("stunned", 0), ("quickened", 3), ("rattled", 2)]
)
def test_action_points_are_set_as_a_turn_starts(condition: str, ap: int) -> None:
    table = two_and_one().begin("a")
    if condition:
        table.do(HeldSet("a.m1", condition, True, "test"))
    acting = table.activate("a.m1").state.acting("a.m1")
    assert acting is not None
    assert acting.ap == ap


def test_conditions_end_with_the_turn_and_statuses_stay() -> None:
    table = two_and_one().begin("a").do(HeldSet("a.m1", "rattled", True, "")).do(HeldSet("a.m1", "prone", True, ""))
    table.activate("a.m1").end("a.m1")
    assert table.of("a.m1").condition_names == ()
    assert table.of("a.m1").status_names == ("prone",)


def test_a_condition_that_takes_action_points_stays_when_it_came_during_the_turn() -> None:
    table = two_and_one().begin("a").activate("a.m1").do(HeldSet("a.m1", "slowed", True, ""))
    table.end("a.m1")
    assert table.of("a.m1").condition_names == ("slowed",)


def test_terrain_hurts_as_the_turn_ends() -> None:
    table = two_and_one().begin("a").activate("a.m1").end("a.m1", "fire")
    assert table.of("a.m1").hp == table.of("a.m1").max_hp - 5


def test_a_dying_creature_is_not_activated_and_checks_as_the_round_ends() -> None:
    table = two_and_one().begin("a").do(HpSet("a.m2", 0, 0, ""))
    table.activate("a.m1").end("a.m1").activate("b.m1").end("b.m1")
    table.roll(3)
    assert table.of("a.m2").presence == "eliminated"
    assert table.state.round == 2


def test_the_round_limit_is_rolled_from_round_six_on() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"])).begin("a")
    for number in range(1, 7):
        first, second = ("a.m1", "b.m1") if number % 2 else ("b.m1", "a.m1")
        table.activate(first).end(first).activate(second).end(second)
    assert table.state.round == 6
    table.roll(6)
    assert table.state.phase == "over"


def test_the_battle_ends_with_a_round_in_which_a_side_has_nobody_left() -> None:
    table = two_and_one().begin("a").do(LeftPlay("b.m1", True, "", ""))
    assert table.state.phase == "playing"
    table.activate("a.m1").end("a.m1").activate("a.m2").end("a.m2")
    assert table.state.phase == "over"


def play_round(table: PlayedTable) -> PlayedTable:
    """Let everyone who can act take an empty turn."""
    number = table.state.round
    while table.state.round == number and table.state.phase == "playing":
        creature = next(
            combatant.id
            for combatant in table.state.of_side(table.state.next_side or "")
            if combatant.is_up and not combatant.has_acted
        )
        table.activate(creature).end(creature)
    return table


def test_ruling_77_of_three_sides_two_play_on_until_one_is_left() -> None:
    book = PlacedObjective("book", 5, 5, "a", face=5)
    setup = setup_of(["kobold-warrior"], ["boar"], ["boar"])
    plan = TablePlan(sides=("a", "b", "c"), points=21, board_key="medium-board", objectives=(book,))
    table = PlayedTable(replace(setup, table=plan)).begin("a")
    table.activate("a.m1").do(ObjectiveTried("a.m1", "book", "Religion"), "a").roll(20).end("a.m1")
    play_round(table).do(LeftPlay("a.m1", True, "", ""))
    assert (play_round(table).state.round, table.state.phase) == (3, "playing")
    play_round(table.do(LeftPlay("b.m1", True, "", "")))
    result = table.state.result
    assert result is not None
    assert (table.state.phase, result.reason) == ("over", "Only Green has a creature left in play.")
    # The claim of the side that is gone scored in each of the three rounds; being left alone is worth 4.
    assert [result.points(side) for side in "abc"] == [3, 0, 4]


def test_a_stored_battle_of_three_sides_ends_as_it_did() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar"], ["boar"])).begin("a").do(LeftPlay("b.m1", True, "", ""))
    document = setup_document(table.setup)
    assert document["rules"].pop("until_decided") is True
    assert setup_from(Fields(document)).rules.until_decided, "A document ends as battles do today."
    stored = setup_from(Fields(as_stored(document)))
    assert setup_document(stored) == as_stored(document)
    state = fold_battle(stored, play_round(table).entries)
    assert (table.state.phase, state.phase) == ("playing", "over")


def test_a_side_that_loses_its_last_creature_between_two_turns_is_skipped() -> None:
    table = PlayedTable(setup_of(["boar"], ["boar", "kobold-warrior"])).begin("b")
    table.activate("b.m1").end("b.m1")
    assert table.state.next_side == "a"
    table.do(HpSet("a.m1", -3, 0, ""), "b")
    assert table.state.next_side == "b"
