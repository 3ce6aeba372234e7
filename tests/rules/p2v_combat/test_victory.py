"""Each victory condition scored from what happened, in a case worked out by hand."""

from dataclasses import replace
from typing import Any

import pytest

from rules.combat.answers import CountsGiven
from rules.combat.resolution import ChoiceAsk, CountAsk, RollAsk
from rules.documents.reading import Fields
from rules.errors import ChangeRefused
from rules.p2v_combat.events.by_hand import HpSet, LeftPlay
from rules.p2v_combat.events.objectives import ObjectiveTried, SecretShown, SpotDug, SupplyDestroyed, TreasureTaken
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.family import as_stored, setup_document, setup_from
from rules.p2v_combat.scoring.condition_in_play import creatures_in_play
from rules.p2v_combat.setup.plan import PlacedObjective, TablePlan
from rules.tables.victory_conditions.scoring import MAJOR, MINOR
from tests.rules.p2v_combat.tables import PlayedTable, outcome, setup_of


def played(victory: str, *sides: list[str], **plan: Any) -> PlayedTable:
    """Begin a battle of a victory condition; four boars of 21 points a side unless told otherwise."""
    base = setup_of(*(sides or (["boar"] * 4, ["boar"] * 4)))
    table = TablePlan(sides=("a", "b")[: len(base.sides)], points=200, board_key="small-board", victory=victory, **plan)
    return PlayedTable(replace(base, table=table)).begin("a")


def gone(table: PlayedTable, *creatures: str) -> PlayedTable:
    for creature in creatures:
        if table.state.phase == "playing":
            table.do(LeftPlay(creature, True, "", ""))
    return table


def to_round_limit(table: PlayedTable) -> PlayedTable:
    """Play empty turns until the die of the round limit ends the game."""
    while table.state.phase == "playing" and not table.state.stack:
        side = table.state.next_side
        assert side is not None
        creature = next(
            combatant.id for combatant in table.state.of_side(side) if combatant.is_up and not combatant.has_acted
        )
        table.activate(creature).end(creature)
        while isinstance(table.asked, RollAsk):
            table.roll(6)
    return table


def count(table: PlayedTable, **numbers: int) -> PlayedTable:
    ask = table.asked
    assert isinstance(ask, CountAsk)
    named = {key.replace("_", "-").replace("-of-", "."): value for key, value in numbers.items()}
    assert set(named) <= {field.key for field in ask.fields}
    return table.do(CountsGiven(tuple((field.key, named.get(field.key, 0)) for field in ask.fields)))


def totals(table: PlayedTable) -> tuple[int, int]:
    assert table.state.result is not None
    return table.state.result.points("a"), table.state.result.points("b")


def test_objectives_score_each_round_and_the_stronger_side_has_two_more() -> None:
    book = PlacedObjective("book", 5, 5, "a", face=5)
    table = played("standard-victory", ["kobold-warrior"] * 2, ["kobold-warrior"], objectives=(book,))
    table.activate("a.m1").do(ObjectiveTried("a.m1", "book", "Religion"), "a").roll(20)
    assert table.state.acting("a.m1").ap == 1  # type: ignore[union-attr] # it is its turn
    table.end("a.m1")
    to_round_limit(table)
    assert table.state.round == 6
    assert totals(table) == (6 + 2, 0)
    assert outcome(table) == ("a", MAJOR)


def test_a_failed_check_claims_nothing_and_a_claim_can_be_taken() -> None:
    book = PlacedObjective("book", 5, 5, "a", face=5)
    table = played("standard-victory", ["kobold-warrior"], ["kobold-warrior"], objectives=(book,))
    table.activate("a.m1").do(ObjectiveTried("a.m1", "book", "Religion"), "a").roll(1)
    assert dict(table.state.scores) == {}
    table.do(ObjectiveTried("a.m1", "book", "Religion"), "a").roll(20).end("a.m1")
    table.activate("b.m1").do(ObjectiveTried("b.m1", "book", "Arcana"), "b").roll(20).end("b.m1")
    assert dict(table.state.scores) == {"a": 0, "b": 1}


def test_an_animal_claims_nothing_that_it_is_not_trained_in() -> None:
    book = PlacedObjective("book", 5, 5, "a", face=5)
    table = played("standard-victory", objectives=(book,)).activate("a.m1")
    with pytest.raises(ChangeRefused, match="only use skills"):
        table.do(ObjectiveTried("a.m1", "book", "Religion"), "a")


@pytest.mark.parametrize(("own", "other", "points"), [(3, 2, 3), (4, 2, 5), (3, 1, 7), (1, 0, 7), (2, 2, 0)])
def test_seize_the_ground_compares_those_near_the_flag(own: int, other: int, points: int) -> None:
    table = count(to_round_limit(played("seize-the-ground")), flag_of_a=own, flag_of_b=other)
    assert totals(table) == (points, 0)


def test_a_broken_opponent_is_worth_a_point() -> None:
    table = gone(played("seize-the-ground"), "b.m1", "b.m2", "b.m3")
    count(to_round_limit(table), flag_of_b=1)
    assert totals(table) == (1, 7)
    assert outcome(table) == ("b", MAJOR)


def test_assassins_score_by_their_target() -> None:
    table = played("assassins").activate("a.m1")
    table.state = table.state.with_scored_fact("damage", "a.m2", "b.m1", 5)
    table.end("a.m1")
    to_round_limit(table)
    table.do(SecretShown("a", "assassin", "a.m2", ""), "a").do(SecretShown("a", "target", "b.m1", ""), "a")
    table.do(SecretShown("b", "assassin", "b.m1", ""), "b").do(SecretShown("b", "target", "a.m1", ""), "b")
    assert totals(table) == (3, 0)
    assert outcome(table) == ("a", MINOR)


def test_choices_on_paper_are_told_at_the_end() -> None:
    table = to_round_limit(gone(played("assassins"), "b.m1"))
    for side, choice in (("a", "a.m2"), ("a", "b.m1"), ("b", "b.m2"), ("b", "a.m1")):
        assert isinstance(table.asked, ChoiceAsk)
        assert table.asked.side == side
        table.do(BattleOptionChosen(choice), side)
    assert totals(table) == (5, 0)


def test_supplies_count_on_the_other_half() -> None:
    table = played("destroy-supplies").activate("a.m1")
    table.do(SupplyDestroyed("a.m1", "supply-1", True), "a").do(SupplyDestroyed("a.m1", "supply-2", False), "a")
    with pytest.raises(ChangeRefused, match="destroyed already"):
        table.do(SupplyDestroyed("a.m1", "supply-1", True), "a")
    to_round_limit(table.end("a.m1"))
    assert totals(table) == (2, 0)


def test_a_rescue_mission_ends_with_the_lone_creature_or_with_half_of_the_others() -> None:
    assert outcome(gone(played("rescue-mission", lone_side="a"), "a.m1")) == ("b", MAJOR)
    assert outcome(gone(played("rescue-mission", lone_side="a"), "b.m1", "b.m2")) == ("a", MAJOR)


def test_a_confrontation_ends_with_the_first_broken_side() -> None:
    assert outcome(gone(played("confrontation"), "b.m1", "b.m2", "b.m3")) == ("a", MAJOR)
    halved = gone(played("confrontation"), "a.m1", "a.m2")
    assert outcome(gone(halved, "b.m1", "b.m2", "b.m3")) == ("a", MINOR)


def test_dying_creatures_break_a_side_too() -> None:
    table = played("confrontation")
    for number in (1, 2, 3):
        table.do(HpSet(f"b.m{number}", 0, 0, ""))
    assert outcome(table) == ("a", MAJOR)


def test_total_annihilation_ends_with_the_last_creature() -> None:
    assert outcome(gone(played("total-annihilation"), *(f"b.m{number}" for number in range(1, 5)))) == ("a", MAJOR)


@pytest.mark.parametrize(
    ("left", "result"), [(0, ("b", MAJOR)), (1, ("b", MINOR)), (2, ("a", MINOR)), (3, ("a", MAJOR))]
)
def test_passing_through_counts_those_that_left_over_the_edge(left: int, result: tuple[str, str]) -> None:
    table = played("passing-through", lone_side="a", edge="right")
    for number in range(1, left + 1):
        table.do(LeftPlay(f"a.m{number}", False, "right", ""))
    gone(table, *(f"a.m{number}" for number in range(left + 1, 5)))
    assert outcome(table) == result


@pytest.mark.parametrize(("left", "victory"), [(0, MAJOR), (1, MINOR)])
def test_passing_through_ends_once_a_third_can_no_longer_leave(left: int, victory: str) -> None:
    # Of nine creatures three are a third.
    table = played("passing-through", ["boar"] * 9, ["boar"] * 4, lone_side="a", edge="right")
    for number in range(1, left + 1):
        table.do(LeftPlay(f"a.m{number}", False, "right", ""))
    gone(table, *(f"a.m{number}" for number in range(left + 1, left + 7)))
    table.do(HpSet(f"a.m{left + 7}", 0, 0, ""))
    assert table.state.phase == "playing", "One that is dying can still wake and leave."
    gone(table, f"a.m{left + 7}")
    assert outcome(table) == ("b", victory)
    assert creatures_in_play(table.state, "a") == 2 - left, "The rest is still on the board."


def test_a_stored_battle_of_passing_through_ends_as_it_did() -> None:
    table = played("passing-through", lone_side="a", edge="right")
    document = setup_document(table.setup)
    assert document["rules"].pop("until_decided") is True
    stored = PlayedTable(setup_from(Fields(as_stored(document)))).begin("a")
    for number in range(1, 4):
        stored.do(LeftPlay(f"a.m{number}", True, "", ""))
    assert stored.state.phase == "playing"
    assert setup_document(stored.setup) == as_stored(document)
    assert outcome(gone(stored, "a.m4")) == ("b", MAJOR)


def test_fonts_score_by_who_is_near() -> None:
    table = gone(played("fonts-of-power"), "b.m1", "b.m2", "b.m3")
    count(table, font_1_of_a=2, font_2_of_a=2, font_2_of_b=1, font_3_of_b=1)
    assert totals(table) == (1 + 2 + 1, 2)
    assert outcome(table) == ("a", MINOR)


def test_treasure_is_carried_over_a_long_edge() -> None:
    table = played("buried-treasure").activate("a.m1")
    table.do(SpotDug("a.m1", "spot-1", False), "a").do(SpotDug("a.m1", "spot-2", True), "a").end("a.m1")
    assert table.of("a.m1").status_names == ("heavy load",)
    table.do(LeftPlay("a.m1", False, "top", ""))
    assert outcome(table) == ("a", MAJOR)


def test_treasure_that_the_other_side_has_held_is_a_minor_victory() -> None:
    table = played("buried-treasure").activate("a.m1").do(SpotDug("a.m1", "spot-2", True), "a").end("a.m1")
    with pytest.raises(ChangeRefused, match="does not lie"):
        table.activate("b.m1").do(TreasureTaken("b.m1"), "b")
    table.do(LeftPlay("a.m1", True, "", "")).do(TreasureTaken("b.m1"), "b").end("b.m1")
    table.do(LeftPlay("b.m1", False, "bottom", ""))
    assert outcome(table) == ("b", MINOR)


def test_shrines_score_by_who_is_near() -> None:
    table = count(to_round_limit(played("sacred-shrines")), gray_1_of_a=2, gray_1_of_b=1, gray_2_of_b=1, white_b_of_a=1)
    assert totals(table) == (1 + 4, 2)
    assert outcome(table) == ("a", MINOR)


def test_special_objectives_do_what_they_say() -> None:
    chest = PlacedObjective("trapped-treasure-chest", 5, 5, "a")
    table = played("standard-victory", ["kobold-warrior"], ["kobold-warrior"], objectives=(chest,)).activate("a.m1")
    table.do(ObjectiveTried("a.m1", "trapped-treasure-chest", "Thievery"), "a").roll(1)
    assert dict(table.of("a.m1").persistent) == {"poison": 5}
    assert table.of("a.m1").condition_names == ("sickened",)


def test_the_ancient_runes_help_with_other_objectives() -> None:
    runes, book = PlacedObjective("ancient-runes", 5, 5, "a"), PlacedObjective("book", 8, 8, "b", face=5)
    table = played("standard-victory", ["kobold-warrior"], ["boar"], objectives=(runes, book)).activate("a.m1")
    table.do(ObjectiveTried("a.m1", "ancient-runes", "Lore"), "a")
    assert isinstance(table.asked, RollAsk)
    need = table.asked.need
    table.roll(20).do(ObjectiveTried("a.m1", "book", "Lore"), "a")
    assert isinstance(table.asked, RollAsk)
    assert table.asked.need == (need or 0) - 2


def test_an_alchemists_table_explodes_on_a_one() -> None:
    bench = PlacedObjective("alchemists-table", 5, 5, "a")
    table = played("standard-victory", ["kobold-warrior"], ["boar"], objectives=(bench,)).activate("a.m1")
    table.do(ObjectiveTried("a.m1", "alchemists-table", "Crafting"), "a").roll(1, 1)
    assert isinstance(table.asked, ChoiceAsk)
    table.do(BattleOptionChosen("b.m1"), "a")
    assert isinstance(table.asked, RollAsk)
    assert "Reflex" in table.asked.reason
    table.roll(2, 20)
    assert table.of("a.m1").hp == table.of("a.m1").max_hp - 20
    assert table.of("b.m1").hp == table.of("b.m1").max_hp - 10, "A save halves it."
    with pytest.raises(ChangeRefused, match="not on the board"):
        table.do(ObjectiveTried("a.m1", "alchemists-table", "Crafting"), "a")
