"""Battles that players end before their time: a side concedes, or all agree to count the points."""

from dataclasses import replace

import pytest

from rules.combat.answers import CountsGiven
from rules.combat.resolution import CountAsk, RollAsk
from rules.errors import ChangeRefused
from rules.families.documents import battle_document, battle_from_document
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HeldSet, LeftPlay, PointsGiven
from rules.p2v_combat.events.objectives import ObjectiveTried
from rules.p2v_combat.events.turns import CreaturesActivated, EndDeclined, EndOffered, SideConceded
from rules.p2v_combat.family import battle_state_document
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.setup.plan import PlacedObjective, TablePlan
from rules.p2v_combat.solo.story.adventure import ScenarioGoal
from rules.p2v_combat.state import BattleState
from rules.tables.victory_conditions.scoring import MAJOR, MINOR
from tests.rules.folds import fold_battle
from tests.rules.p2v_combat.solo.battles import SoloTable, solo_setup
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

BOOK = PlacedObjective("book", 5, 5, "a", face=5)


def played(*sides: list[str], victory: str = "standard-victory") -> PlayedTable:
    base = setup_of(*(sides or (["kobold-warrior"] * 2, ["boar"] * 2)))
    keys = tuple(side.key for side in base.sides)
    objectives = (BOOK,) if victory == "standard-victory" else ()
    table = TablePlan(sides=keys, points=40, board_key="small-board", victory=victory, objectives=objectives)
    return PlayedTable(replace(base, table=table)).begin("a")


def ended(state: BattleState) -> tuple[str | None, str | None, str, list[int]]:
    """Return winner, victory, reason and the points of the sides of a battle that is over."""
    result = state.result
    assert result is not None
    assert (state.phase, state.stack, state.turn, state.next_side) == ("over", (), None, None)
    return result.winner, result.victory, result.reason, [result.points(side.key) for side in state.setup.sides]


def play_round(table: PlayedTable) -> PlayedTable:
    number = table.state.round
    while table.state.round == number and table.state.phase == "playing":
        side = table.state.next_side or ""
        creature = next(
            combatant.id for combatant in table.state.of_side(side) if combatant.is_up and not combatant.has_acted
        )
        table.activate(creature).end(creature)
    return table


def claimed(table: PlayedTable) -> PlayedTable:
    """Let Red claim the Book and score it in the first round."""
    table.activate("a.m1").do(ObjectiveTried("a.m1", "book", "Religion"), "a").roll(20).end("a.m1")
    return play_round(table)


def test_ruling_360_of_two_sides_the_other_wins_a_major_victory_at_once() -> None:
    table = claimed(played()).do(PointsGiven("a", 8, "A bridge"))
    assert table.state.points("a") == 9
    # Also while something is being resolved, and on the turn of another side.
    table.activate("b.m1").do(CreatureActed("b.m1", "feature/tusk", "", (AimedTarget("a.m1"),)), "b")
    assert isinstance(table.asked, RollAsk)
    table.do(SideConceded("a"), "a")
    assert ended(table.state) == ("b", MAJOR, "Red concedes.", [0, 5])
    assert table.told == [
        "The battle is over. Red concedes.",
        "Blue wins a major victory: 0 VP for Red and 5 VP for Blue.",
    ]


def test_a_winner_by_concession_keeps_what_it_scored() -> None:
    table = claimed(played()).do(PointsGiven("a", 8, "A bridge")).do(SideConceded("b"), "b")
    assert ended(table.state) == ("a", MAJOR, "Blue concedes.", [9, 0])


@pytest.mark.parametrize("victory", ["confrontation", "assassins", "beast-hunt", "passing-through"])
def test_every_condition_can_be_conceded_and_asks_for_nothing(victory: str) -> None:
    table = played(victory=victory).do(SideConceded("b"), "b")
    points = [5, 0] if victory == "assassins" else [0, 0]
    assert ended(table.state) == ("a", MAJOR, "Blue concedes.", points)


def test_of_three_sides_the_one_that_concedes_leaves_and_the_others_go_on() -> None:
    table = claimed(played(["kobold-warrior"] * 2, ["boar"], ["boar"])).activate("b.m1").do(SideConceded("a"), "a")
    assert [combatant.presence for combatant in table.state.of_side("a")] == ["left", "left"]
    assert battle_state_document(table.state)["conceded"] == ["a"]
    table.end("b.m1")
    assert table.state.next_side == "c"
    play_round(table)
    # Its claim scores no more, and nobody may give it points.
    assert (table.state.phase, table.state.round, table.state.points("a")) == ("playing", 3, 0)
    with pytest.raises(ChangeRefused, match="not for this side"):
        table.do(PointsGiven("a", 1, "Pity"))
    with pytest.raises(ChangeRefused, match="decides that for itself"):
        table.do(SideConceded("a"), "a")
    assert not any(fact.kind == "left" for fact in table.state.scored_facts), "Nobody got away over an edge."
    play_round(table.do(LeftPlay("b.m1", True, "", "")))
    assert ended(table.state) == ("c", MINOR, "Only Green has a creature left in play.", [0, 0, 4])


def test_of_three_sides_the_last_that_does_not_concede_wins() -> None:
    table = played(["boar"], ["boar"], ["boar"]).do(SideConceded("c"), "c").do(SideConceded("a"), "a")
    assert ended(table.state) == ("b", MAJOR, "Red concedes.", [0, 5, 0])


def test_a_side_concedes_on_its_own_turn() -> None:
    table = played(["boar"], ["boar"], ["boar"]).activate("a.m1").do(SideConceded("a"), "a")
    assert (table.state.turn, table.state.next_side) == (None, "b")


def test_a_side_that_concedes_spends_no_action_points_of_others() -> None:
    table = played(["boar"], ["boar"], ["boar"]).do(HeldSet("a.m1", "confused", True, "")).activate("a.m1")
    acting = table.state.acting("a.m1")
    assert acting is not None
    assert (acting.opponent, acting.opponent_ap) == ("b", 1)
    acting = table.do(SideConceded("b"), "b").state.acting("a.m1")
    assert acting is not None
    assert (acting.opponent, acting.opponent_ap, acting.ap) == (None, 0, 2)
    table.end("a.m1").activate("c.m1").do(HeldSet("c.m1", "confused", True, "")).end("c.m1")
    table.do(HeldSet("a.m1", "confused", True, "")).activate("c.m1").end("c.m1").activate("a.m1")
    acting = table.state.acting("a.m1")
    assert acting is not None
    assert acting.opponent == "c", "The next side clockwise that has not conceded."


def test_with_three_sides_what_is_being_resolved_is_finished_first() -> None:
    table = played(["kobold-warrior"], ["boar"], ["boar"]).activate("a.m1")
    table.do(ObjectiveTried("a.m1", "book", "Religion"), "a")
    with pytest.raises(ChangeRefused, match="Finish it first"):
        table.do(SideConceded("b"), "b")


def test_ruling_361_the_battle_ends_once_all_sides_want_it_with_its_points() -> None:
    table = claimed(played()).activate("b.m1").do(EndOffered("b"), "b")
    assert (table.state.phase, battle_state_document(table.state)["end_wanted"]) == ("playing", ["b"])
    with pytest.raises(ChangeRefused, match="has said so already"):
        table.do(EndOffered("b"), "b")
    # Play goes on meanwhile; a side that declines ends the wish.
    table.end("b.m1").do(EndDeclined("a"), "a")
    assert (table.state.end_wanted, table.told) == ((), ["Red plays on."])
    with pytest.raises(ChangeRefused, match="No one wants"):
        table.do(EndDeclined("a"), "a")
    table.do(EndOffered("b"), "b").do(EndOffered("a"), "a")
    # A point for the Book in round 1; the boars are worth more.
    assert ended(table.state) == ("b", MINOR, "The players end it in round 2.", [1, 2])


def test_an_early_end_counts_what_only_the_players_see() -> None:
    table = played(victory="seize-the-ground").do(EndOffered("a"), "a").do(EndOffered("b"), "b")
    ask = table.asked
    assert isinstance(ask, CountAsk)
    with pytest.raises(ChangeRefused, match="only once"):
        table.do(SideConceded("a"), "a")
    table.do(CountsGiven(tuple((field.key, 1 if field.key == "flag.b" else 0) for field in ask.fields)))
    assert ended(table.state) == ("b", MAJOR, "The players end it in round 1.", [0, 7])


def test_a_side_with_nothing_in_play_agrees_too_and_one_that_conceded_does_not() -> None:
    table = played(["boar"], ["boar"], ["boar"], ["boar"]).do(LeftPlay("b.m1", True, "", ""))
    table.do(EndOffered("a"), "a").do(EndOffered("c"), "c").do(EndOffered("d"), "d")
    assert table.state.phase == "playing"
    table.do(SideConceded("b"), "b")
    assert ended(table.state)[2] == "The players end it in round 1."


def test_only_a_side_of_people_decides_for_itself_and_only_while_it_is_played() -> None:
    table = played()
    for event in (SideConceded("b"), EndOffered("b"), EndDeclined("b")):
        with pytest.raises(ChangeRefused, match="decides that for itself"):
            table.do(event, "a")
    for key in ("game", "z", ""):
        with pytest.raises(ChangeRefused, match="decides that for itself"):
            table.do(SideConceded(key))
    with pytest.raises(ChangeRefused, match="from its first round on"):
        PlayedTable(setup_of(["boar"], ["boar"])).do(SideConceded("a"), "a")
    table.do(SideConceded("a"), "a")
    with pytest.raises(ChangeRefused, match="only once"):
        table.do(EndOffered("b"), "b")
    with pytest.raises(ChangeRefused, match="not being played"):
        table.do(CreaturesActivated(("b.m1",)), "b")


def test_a_conceded_battle_is_the_same_from_its_document() -> None:
    table = (
        claimed(played(["kobold-warrior"] * 2, ["boar"], ["boar"])).do(EndOffered("c"), "c").do(SideConceded("a"), "a")
    )
    table.do(SideConceded("b"), "b")
    read = battle_from_document(battle_document(table.document))
    state = fold_battle(read.setup, read.live)
    assert (state.result, state.conceded, state.scores) == (table.state.result, ("a", "b"), table.state.scores)


def test_against_the_game_a_party_concedes_or_ends_alone() -> None:
    table = SoloTable(solo_setup(("kobold-warrior", "wolf"), ("flash-beetle",)))
    table.begin("all-late", 6)
    with pytest.raises(ChangeRefused, match="decides that for itself"):
        table.play(SideConceded("b"), None)
    early = SoloTable(solo_setup(("kobold-warrior", "wolf"), ("flash-beetle",)))
    early.begin("all-late", 6)
    early.play(EndOffered("a"), "a")
    assert ended(early.state)[:3] == ("a", MINOR, "The players end it in round 1.")
    table.play(SideConceded("a"), "a")
    assert ended(table.state)[:3] == ("b", MAJOR, f"{table.state.setup.side('a').name} concedes.")


def test_a_scenario_with_a_goal_can_only_be_conceded() -> None:
    goal = ScenarioGoal("defeat", "Drive them off.")
    setup = solo_setup(("kobold-warrior", "wolf"), ("flash-beetle",))
    assert setup.solo is not None
    table = SoloTable(replace(setup, solo=replace(setup.solo, goal=goal)))
    table.begin("all-late", 6)
    with pytest.raises(ChangeRefused, match="Only its goal decides"):
        table.play(EndOffered("a"), "a")
    table.play(SideConceded("a"), "a")
    assert ended(table.state)[:2] == ("b", MAJOR)
