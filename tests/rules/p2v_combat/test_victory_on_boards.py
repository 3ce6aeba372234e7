"""Victory conditions, objectives and solo goals that speak of places, scored from the board at the right moment."""

from dataclasses import replace
from typing import Any

import pytest

from rules.combat.resolution import ChoiceAsk, RollAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.belongings import BodyLifted, LoadDropped, LoadLifted, MerchantTraded
from rules.p2v_combat.events.by_hand import HpSet, LeftPlay
from rules.p2v_combat.events.objectives import ObjectiveTried, SpotDug, SupplyDestroyed, TreasureTaken
from rules.p2v_combat.events.standing import BoardLaid, BoardLeft, CreaturePlace, CreaturePlaced
from rules.p2v_combat.first_places import with_first_places
from rules.p2v_combat.scoring.objectives import owners_of
from rules.p2v_combat.scoring.places import distance_to
from rules.p2v_combat.setup.board_ground import ground_of_plan
from rules.p2v_combat.setup.deploying import fixed_markers
from rules.p2v_combat.setup.plan import CONDITIONS_BY_KEY, BoardMarker, PlacedObjective, TablePlan, ZoneChoice
from rules.p2v_combat.sides import NEUTRAL, BattleSetup, Fielded
from rules.p2v_combat.solo.story.adventure import ScenarioGoal
from rules.p2v_combat.standing import board_document, board_lines
from rules.roster.model import ItemChoice, Member
from rules.tables.areas import Square
from rules.tables.victory_conditions.scoring import MAJOR, MINOR
from tests.rules.p2v_combat.boards import laid, on_board
from tests.rules.p2v_combat.solo.battles import SoloTable, solo_setup
from tests.rules.p2v_combat.tables import PlayedTable, card, outcome, setup_of

FIRST = {"a": (0, 0), "b": (23, 17)}
"""Where the creatures of each side stand before they are placed: in a corner, one below or above the other."""


HALVES = (ZoneChoice("a", "A"), ZoneChoice("b", "B"))


def planned(setup: BattleSetup, victory: str, **plan: Any) -> BattleSetup:
    """Return a battle on the small board, 24 by 18 squares, with the fixed markers of a victory condition."""
    table = TablePlan(sides=("a", "b"), points=200, board_key="small-board", victory=victory, **plan)
    if not table.markers:
        table = replace(table, markers=fixed_markers(table.board, CONDITIONS_BY_KEY[victory]))
    return replace(setup, table=table)


def played(victory: str, number: int = 2, **plan: Any) -> PlayedTable:
    """Begin a battle of so many boars a side on the small board."""
    table = PlayedTable(planned(setup_of(["boar"] * number, ["boar"] * number), victory, **plan))
    places = tuple(
        CreaturePlace(f"{side}.m{n + 1}", (x, y + (n if side == "a" else -n)))
        for side, (x, y) in FIRST.items()
        for n in range(number)
    )
    return table.do(BoardLaid(places)).begin("a")


def put(table: PlayedTable, **squares: Square) -> PlayedTable:
    """Place creatures by hand: ``a1`` is the first one of side a."""
    for name, square in squares.items():
        table.do(CreaturePlaced(f"{name[0]}.m{name[1:]}", square, "Test"))
    return table


def to_the_end(table: PlayedTable) -> PlayedTable:
    """Play empty turns until the die of the round limit ends the game; no one is asked who is near what."""
    while table.state.phase == "playing":
        creature = next(
            combatant.id
            for combatant in table.state.of_side(table.state.next_side or "")
            if combatant.is_up and not combatant.has_acted
        )
        table.activate(creature).end(creature)
        while isinstance(table.asked, RollAsk):
            table.roll(6)
        assert table.asked is None, table.asked
    return table


def totals(table: PlayedTable) -> tuple[int, int]:
    assert table.state.result is not None
    return table.state.result.points("a"), table.state.result.points("b")


@pytest.mark.parametrize(
    ("places", "points"),
    [
        # The flag is the point (12, 9): the squares around it are at distance 1, (15, 8) at 4.
        ({"a1": (12, 9)}, (7, 0)),
        ({"a1": (14, 8), "a2": (9, 9), "b1": (12, 11)}, (5, 0)),
        ({"a1": (15, 8), "b1": (14, 9)}, (0, 7)),
        ({"a1": (11, 8), "b1": (12, 8)}, (0, 0)),
    ],
)
def test_seize_the_ground_counts_who_is_within_3_squares_of_the_flag(places: dict[str, Square], points: object):
    assert totals(to_the_end(put(played("seize-the-ground"), **places))) == points


def test_a_helpless_creature_does_not_hold_the_flag():
    table = put(played("seize-the-ground"), a1=(12, 9), b1=(11, 9))
    table.do(HpSet("a.m1", -1, 0, ""))
    table.do(LeftPlay("a.m1", True, "", ""))
    assert totals(to_the_end(table)) == (0, 7)


def test_fonts_score_by_who_is_near_as_the_first_side_is_broken():
    fonts = tuple(BoardMarker("font", x, y) for x, y in ((12, 9), (4, 4), (20, 4), (4, 14), (20, 14)))
    table = put(played("fonts-of-power", 4, markers=fonts), a1=(3, 4), a2=(11, 9), a3=(12, 9), b4=(12, 8))
    # From left to right: (4, 4), (4, 14), (12, 9), (20, 4), (20, 14); b.m4 is near the middle one.
    for number in (1, 2, 3):
        table.do(LeftPlay(f"b.m{number}", True, "", ""))
    assert totals(table) == (1 + 2 + 1, 0)
    assert outcome(table)[0] == "a"


@pytest.mark.parametrize(
    ("places", "points"),
    [
        # Gray shrines at (8, 9) and (16, 9), white ones at (12, 4.5), on a's half, and (12, 13.5), on b's.
        ({"a1": (8, 9), "b1": (16, 9)}, (2, 2)),
        ({"a1": (8, 9), "a2": (7, 9), "b1": (9, 9)}, (1, 0)),
        ({"a1": (12, 13), "b1": (12, 4)}, (4, 4)),
        ({"a1": (12, 13), "a2": (12, 14), "b1": (13, 13)}, (2, 0)),
        ({"a1": (12, 4), "b1": (12, 13)}, (0, 0)),
    ],
)
def test_shrines_score_by_who_is_near_and_the_white_one_on_the_other_half(places: dict[str, Square], points: object):
    assert totals(to_the_end(put(played("sacred-shrines", zones=HALVES), **places))) == points


@pytest.mark.parametrize(("square", "supply", "points"), [((11, 12), "supply-4", 2), ((12, 5), "supply-3", 0)])
def test_supplies_are_destroyed_from_beside_and_count_on_the_other_half(square: Square, supply: str, points: int):
    # From left to right, then downwards: supplies 3 and 4 are the points (12, 6) and (12, 12).
    table = played("destroy-supplies", zones=HALVES).activate("a.m1")
    with pytest.raises(ChangeRefused, match="has to be next to it"):
        table.do(SupplyDestroyed("a.m1", supply, False), "a")
    put(table, a1=square).do(SupplyDestroyed("a.m1", supply, False), "a").end("a.m1")
    assert totals(to_the_end(table)) == (points, 0)


def test_ruling_408_passing_through_counts_who_leaves_over_the_edge():
    table = put(played("passing-through", 3, lone_side="a", edge="right"), a1=(23, 5), a2=(23, 0), a3=(12, 17))
    table.activate("a.m1").do(LeftPlay("a.m1", False, "", ""))
    # In a corner it is the edge that the condition names.
    table.do(LeftPlay("a.m2", False, "", ""))
    table.do(LeftPlay("a.m3", False, "", ""))
    assert [fact.over for fact in table.state.scored_facts if fact.kind == "left"] == ["right", "right", "bottom"]
    assert outcome(table) == ("a", MAJOR)


def test_another_edge_than_that_of_the_condition_does_not_count():
    table = put(played("passing-through", 2, lone_side="a", edge="right"), a1=(12, 0), a2=(0, 5))
    table.do(LeftPlay("a.m1", False, "", "")).do(LeftPlay("a.m2", False, "", ""))
    assert outcome(table) == ("b", MAJOR)


def test_treasure_lies_where_it_was_left_and_is_carried_over_a_long_edge():
    table = played("buried-treasure")
    assert table.setup.table is not None
    spots = sorted((int(marker.x), int(marker.y)) for marker in table.setup.table.markers)
    put(table, a1=spots[1], b1=(spots[1][0] + 3, spots[1][1]))
    table.activate("a.m1").do(SpotDug("a.m1", "spot-2", True), "a")
    table.do(CreatureActed("a.m1", "act/stride", "", way_to=((spots[1][0], spots[1][1] - 1),)), "a")
    table.do(LoadDropped("a.m1", "Buried Treasure"), "a").end("a.m1")
    dropped = (spots[1][0], spots[1][1] - 1)
    assert board_document(table.state)["things"] == {"Buried Treasure": [*dropped]}
    assert any("Buried Treasure, " in line for line in board_lines(table.state))
    table.activate("b.m1")
    with pytest.raises(ChangeRefused, match="is 3 squares away and has to be next to it"):
        table.do(TreasureTaken("b.m1"), "b")
    put(table, b1=(dropped[0] + 1, dropped[1])).do(TreasureTaken("b.m1"), "b")
    assert "things" not in board_document(table.state)
    # Its carrier falls: it stays in that space.
    put(table, b1=(12, 2)).do(LeftPlay("b.m1", True, "", ""))
    assert distance_to(table.state, "a.m1", "Buried Treasure") == distance_to(table.state, "a.m1", "b.m1")
    put(table, a2=(12, 1)).activate("a.m2").do(TreasureTaken("a.m2"), "a")
    put(table, a2=(23, 5))
    table.do(LeftPlay("a.m2", False, "", ""))
    assert table.state.phase == "playing", "The right edge is a short one."


def test_treasure_over_a_long_edge_ends_the_game():
    table = put(played("buried-treasure"), a1=(4, 9))
    table.activate("a.m1").do(SpotDug("a.m1", "spot-1", True), "a").end("a.m1")
    put(table, a1=(4, 0)).do(LeftPlay("a.m1", False, "", ""))
    assert outcome(table) == ("a", MAJOR)
    second = put(played("buried-treasure"), a1=(4, 9), b1=(6, 9))
    second.activate("a.m1").do(SpotDug("a.m1", "spot-1", True), "a").do(LoadDropped("a.m1", "Buried Treasure"), "a")
    second.end("a.m1").do(CreaturePlaced("b.m1", (5, 9), "Test")).activate("b.m1").do(TreasureTaken("b.m1"), "b")
    second.end("b.m1").do(CreaturePlaced("b.m1", (5, 17), "Test")).do(LeftPlay("b.m1", False, "", ""))
    assert outcome(second) == ("b", MINOR)


def with_objective(kind: str, picture: str, number: int = 1, **creatures: str) -> PlayedTable:
    """Begin a battle of guards with an objective at (2, 1) on a drawn board, and activate the first one."""
    placed = PlacedObjective(kind, 2, 1, "a", face=5)
    setup = planned(setup_of(["guard"] * number, ["farmer"]), "standard-victory", objectives=(placed,))
    return on_board(picture, setup, **creatures).activate("a.m1")


WALK = """
    .......
    .A....#
    .......
    .......
    .......
    ......B
    .......
"""


@pytest.mark.parametrize(
    ("face", "square"),
    # Clockwise from the top. It stops before the edge, the wall, the farmer, the guard, or after five squares.
    [*enumerate([(2, 0), (3, 0), (5, 1), (5, 4), (2, 6), (0, 3), (2, 1), (1, 0)], start=1)],
)
def test_ruling_406_the_ambulant_shrine_walks_until_something_is_in_its_way(face: int, square: Square):
    table = with_objective("ambulant-shrine", WALK)
    table.do(ObjectiveTried("a.m1", "ambulant-shrine", "Occultism"), "a").roll(1).roll(face)
    assert table.state.board is not None
    assert table.state.board.things.get("ambulant-shrine", (2, 1)) == square


def test_ruling_406_an_objective_with_something_beside_it_stays():
    table = with_objective("ambulant-shrine", WALK.replace(".A....#", ".A.#..#"))
    table.do(ObjectiveTried("a.m1", "ambulant-shrine", "Occultism"), "a").roll(1).roll(3)
    assert "The Ambulant Shrine (O1) cannot walk to the right: it stays where it is." in table.told


def test_an_objective_that_has_walked_is_claimed_where_it_is_and_scores_each_round():
    table = with_objective("ambulant-shrine", WALK)
    table.do(ObjectiveTried("a.m1", "ambulant-shrine", "Occultism"), "a").roll(1).roll(5)
    with pytest.raises(ChangeRefused, match="has to be next to it"):
        table.do(ObjectiveTried("a.m1", "ambulant-shrine", "Occultism"), "a")
    put(table, a1=(1, 5)).do(ObjectiveTried("a.m1", "ambulant-shrine", "Occultism"), "a").roll(20).end("a.m1")
    left = PlayedTable(table.setup)
    left.state, ground = table.state, table.state.board
    assert ground is not None
    places = tuple(CreaturePlace(creature, square) for creature, square in ground.places.items())
    left.do(BoardLeft()).do(BoardLaid(places, ground.ground))
    assert distance_to(left.state, "a.m1", "ambulant-shrine") == 1
    left.activate("b.m1").end("b.m1")
    assert dict(left.state.scores) == {"a": 1, "b": 0}


def test_the_terrain_of_an_objective_walks_and_goes_with_it():
    shrine = PlacedObjective("ambulant-shrine", 6, 6, "a")
    invalid = PlacedObjective("invalid", 9, 6, "a")
    table = PlayedTable(planned(setup_of(["guard"], ["farmer"]), "standard-victory", objectives=(shrine, invalid)))
    table.do(BoardLaid((CreaturePlace("a.m1", (7, 7)), CreaturePlace("b.m1", (20, 2))))).begin("a").activate("a.m1")
    table.do(ObjectiveTried("a.m1", "ambulant-shrine", "Occultism"), "a").roll(1).roll(3)
    # The Invalid stands in its way.
    assert _terrain(table) == {"Ambulant Shrine": [(8, 6)], "Invalid": [(9, 6)]}
    put(table, a1=(9, 7)).do(ObjectiveTried("a.m1", "invalid", "Medicine"), "a").roll(1)
    assert _terrain(table) == {"Ambulant Shrine": [(8, 6)]}


def _terrain(table: PlayedTable) -> dict[str, list[Square]]:
    assert table.state.board is not None
    return {entry.name: sorted(entry.squares) for entry in table.state.board.ground.terrain}


def test_an_objective_that_is_a_creature_is_tried_where_the_creature_stands():
    placed = PlacedObjective("wild-animal", 2, 1, "a", creature="boar", creature_power=15)
    base = setup_of(["guard"], ["farmer"])
    boar = Fielded("game.wild-animal", NEUTRAL, Member("boar", id="wild-animal"), card("boar"))
    setup = planned(replace(base, fielded=(*base.fielded, boar)), "standard-victory", objectives=(placed,))
    table = on_board(WALK, setup).do(CreaturePlaced("game.wild-animal", (6, 6), "Test")).activate("a.m1")
    with pytest.raises(ChangeRefused, match="has to be next to it"):
        table.do(ObjectiveTried("a.m1", "wild-animal", "Nature"), "a")
    put(table, a1=(5, 6)).do(ObjectiveTried("a.m1", "wild-animal", "Nature"), "a").roll(20)
    assert owners_of(table.state) == {"wild-animal": "a"}


def test_the_altar_heals_those_within_4_squares():
    table = with_objective("altar", "...\n.A.\n...\n...\n...\n.C.\n..B", 2, C="a.m2")
    table.do(ObjectiveTried("a.m1", "altar", "Religion"), "a").roll(20)
    assert isinstance(table.asked, ChoiceAsk)
    assert [option.key for option in table.asked.options] == ["a.m1", "a.m2"]


def test_the_alchemists_table_burns_those_within_2_squares_of_it():
    table = with_objective("alchemists-table", "...\n.A.\n...\nC..\nB..", 2, C="a.m2")
    table.do(ObjectiveTried("a.m1", "alchemists-table", "Crafting"), "a").roll(1, 1)
    while isinstance(table.asked, RollAsk):
        table.roll(1)
    hurt = [key for key, combatant in table.state.combatants.items() if combatant.hp < combatant.max_hp]
    assert hurt == ["a.m1"]
    near = with_objective("alchemists-table", "...\n.A.\n...\n.C.\nB..", 2, C="a.m2")
    near.do(ObjectiveTried("a.m1", "alchemists-table", "Crafting"), "a").roll(1, 1)
    while isinstance(near.asked, RollAsk):
        near.roll(1)
    hurt = [key for key, combatant in near.state.combatants.items() if combatant.hp < combatant.max_hp]
    assert hurt == ["a.m1", "a.m2"]


def test_only_those_beside_the_merchant_trade_there():
    table = with_objective("merchant", "...\n.A.\n...\n..B")
    table.do(ObjectiveTried("a.m1", "merchant", "Diplomacy"), "a").roll(20)
    put(table, a1=(0, 3))
    carried = table.state.change("a.m1", items=(ItemChoice("healing-potion-minor"),))
    table.state = carried.with_acting("a.m1", ap=2)
    with pytest.raises(ChangeRefused, match="has to be next to it"):
        table.do(MerchantTraded("a.m1"), "a")
    put(table, a1=(1, 2)).do(MerchantTraded("a.m1"), "a")


def test_ruling_405_a_body_that_was_carried_lies_where_its_carrier_drops_it():
    table = on_board("AC.....\n......B", setup_of(["guard", "farmer"], ["farmer"]), C="a.m2")
    table.do(LeftPlay("a.m2", True, "", "")).activate("a.m1").do(BodyLifted("a.m1", "a.m2"), "a")
    put(table, a1=(5, 0)).do(LoadDropped("a.m1", "the body of Farmer"), "a").end("a.m1").activate("b.m1")
    assert distance_to(table.state, "b.m1", "a.m2") == 1
    table.do(BodyLifted("b.m1", "a.m2"), "b")


def test_a_load_is_picked_up_where_it_was_dropped():
    table = on_board("A.....B\n.......", setup_of(["guard"], ["farmer"])).activate("a.m1")
    table.do(LoadLifted("a.m1", "the idol", "light load"), "a").do(LoadDropped("a.m1", "the idol"), "a").end("a.m1")
    table.activate("b.m1")
    with pytest.raises(ChangeRefused, match="has to be next to it"):
        table.do(LoadLifted("b.m1", "the idol", "light load"), "b")
    put(table, b1=(1, 1)).do(LoadLifted("b.m1", "the idol", "light load"), "b")


def test_a_scenario_is_won_as_enough_adventurers_leave_over_an_edge():
    goal = ScenarioGoal("reach", "Leave.", number=1)
    table = SoloTable(solo_setup(("guard",), ("boar",), goal=goal))
    table.play(laid(".A...\n....B", A="a.m1", B="b.m1")).begin("late", 1).answer()
    with pytest.raises(ChangeRefused, match="not at that edge"):
        table.play(LeftPlay("a.m1", False, "bottom", ""))
    table.play(LeftPlay("a.m1", False, "", ""))
    assert table.state.result is not None
    assert table.state.result.winner == "a"


def test_the_hunted_monster_is_suggested_in_the_middle_of_the_board():
    base = setup_of(["boar"], ["boar"])
    monster = Fielded("game.beast", NEUTRAL, Member("ogre-warrior", id="beast"), card("ogre-warrior"))
    setup = planned(replace(base, fielded=(*base.fielded, monster)), "beast-hunt")
    assert setup.table is not None
    board = with_first_places(PlayedTable(setup).state, ground_of_plan(setup.table)).board
    assert board is not None
    assert board.places["game.beast"] == (11, 8), "Its space is two squares wide, on a board of 24 by 18."


def test_the_lone_creature_of_a_rescue_mission_is_deployed_outside_of_its_zone():
    setup = planned(setup_of(["boar", "boar"], ["boar"]), "rescue-mission", lone_side="a", zones=HALVES)
    table = PlayedTable(replace(setup, lone_creature="a.m1")).do(BoardLaid(()))
    table.do(CreaturePlaced("a.m1", (12, 9), ""))
    with pytest.raises(ChangeRefused, match="deployed in a zone of its side"):
        table.do(CreaturePlaced("a.m2", (12, 11), ""))
