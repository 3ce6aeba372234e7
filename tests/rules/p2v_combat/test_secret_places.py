"""What is secret about places on a board: sealed deployment, and creatures in disguise where their objects stand."""

from dataclasses import replace

import pytest

from rules.errors import ChangeRefused
from rules.p2v_combat.events.moving import CreatureAppeared
from rules.p2v_combat.events.objectives import ObjectiveTried, SecretShown
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.events.standing import BoardLaid, CreaturePlace, CreaturePlaced
from rules.p2v_combat.family import battle_state_document
from rules.p2v_combat.first_places import with_first_places
from rules.p2v_combat.setup.board_ground import ground_of_plan
from rules.p2v_combat.setup.deploying import table_zones
from rules.p2v_combat.setup.plan import PlacedObjective, SpecialStart, TablePlan, TerrainPiece, ZoneChoice
from rules.p2v_combat.setup.secrets import EDGE_STRIP, deployment_secret, keep_seal, reveal_secret
from rules.p2v_combat.standing import figure_of
from rules.p2v_combat.waiting import IS_DISGUISED
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

SALT = "00" * 16
ZONES = (ZoneChoice("a", "A"), ZoneChoice("b", "B"))


def sealed(is_revealed: bool, second: tuple[int, int] = (4, 1)) -> PlayedTable:
    """Return a battle before it begins in which side a deploys its boars at (2, 3) and a second place, in secret."""
    setup = setup_of(["boar", "boar"], ["boar"])
    plan = TablePlan(sides=("a", "b"), points=100, board_key="small-board", order="secret", zones=ZONES, battle="test")
    secret = deployment_secret(plan, "a", setup.fielded, {"a.m1": (2, 3), "a.m2": second}, SALT)
    plan = keep_seal(plan, secret)
    return PlayedTable(replace(setup, table=reveal_secret(plan, secret) if is_revealed else plan))


def test_nobody_is_placed_before_the_seal_of_its_side_is_open():
    table = sealed(False)
    with pytest.raises(ChangeRefused, match="Boar is deployed in secret, and its seal is not open yet"):
        table.do(BoardLaid((CreaturePlace("a.m1", (2, 3)),)))
    table.do(BoardLaid((CreaturePlace("b.m1", (20, 15)),)))


def test_ruling_407_creatures_stand_where_their_side_has_sealed_them():
    table = sealed(True).do(BoardLaid(()))
    with pytest.raises(ChangeRefused, match="Boar is deployed in secret at C4"):
        table.do(CreaturePlaced("a.m1", (3, 3), ""))
    table.do(CreaturePlaced("a.m1", (2, 3), ""))
    plan = table.setup.table
    assert plan is not None
    first = with_first_places(sealed(True).state, ground_of_plan(plan)).board
    assert first is not None
    assert (first.places["a.m1"], first.places["a.m2"]) == ((2, 3), (4, 1))


def test_ruling_530_where_others_are_sealed_shows_in_no_state_refusal_or_move():
    shown = []
    for second in ((4, 1), (2, 1)):
        table = sealed(False, second)
        plan = table.setup.table
        assert plan is not None
        first = with_first_places(table.state, ground_of_plan(plan)).board
        assert first is not None
        table.do(BoardLaid(()))
        # Not even the right square is refused in another way.
        for square in ((2, 3), (4, 1)):
            with pytest.raises(ChangeRefused) as refusal:
                table.do(CreaturePlaced("a.m2", square, ""))
            shown.append((battle_state_document(table.state), f"{refusal.value}", dict(first.places)))
    assert all(each == shown[0] for each in shown)


def test_half_of_a_pincered_warband_starts_at_its_edge():
    # The edge strip of side a is 2 squares wide; the other one lies beyond the center line.
    plan = TablePlan(sides=("a", "b"), points=100, board_key="small-board", deployment="pincered", zones=ZONES)
    strips = {(zone.player, zone.part): (zone.area.x, zone.area.y) for zone in table_zones(plan)}
    edge, other = (strips["A", part] for part in (EDGE_STRIP, next(part for _, part in strips if part != EDGE_STRIP)))
    foe = strips["B", EDGE_STRIP]
    table = PlayedTable(replace(setup_of(["boar", "boar"], ["boar"]), table=plan))
    below = (edge[0], edge[1] + 1)
    table.do(BoardLaid((CreaturePlace("a.m1", edge), CreaturePlace("a.m2", below), CreaturePlace("b.m1", foe))))
    with pytest.raises(ChangeRefused, match="Half of the creatures start at the edge: 1, not 2"):
        table.begin()
    table.do(CreaturePlaced("a.m2", other, "")).begin()
    suggested = with_first_places(PlayedTable(table.setup).state, ground_of_plan(plan)).board
    assert suggested is not None
    places = tuple(CreaturePlace(creature, square) for creature, square in suggested.places.items())
    PlayedTable(table.setup).do(BoardLaid(places)).begin()


BOOK, STATUE = PlacedObjective("book", 6, 6, "a", face=5), TerrainPiece("t1", "obstacle", 9, 6, 1, 1, label="Statue")


def hidden(upgrade: str, *others: TerrainPiece) -> PlayedTable:
    """Begin a battle on the board of its table in which a leshy of side b is in disguise."""
    start = SpecialStart("b.m2", "b", upgrade)
    plan = TablePlan(
        sides=("a", "b"),
        points=100,
        board_key="small-board",
        starts=(start,),
        objectives=(BOOK,),
        terrain=(STATUE, *others),
    )
    table = PlayedTable(replace(setup_of(["guard"], ["boar", "fungus-leshy"]), table=plan))
    table.do(BoardLaid((CreaturePlace("a.m1", (7, 7)), CreaturePlace("b.m1", (20, 2)))))
    return table.begin("a").activate("a.m1")


def test_a_tempting_disguise_stands_where_its_objective_was():
    table = hidden("tempting-disguise").do(ObjectiveTried("a.m1", "book", "Lore"), "a")
    assert table.state.board is not None
    assert "b.m2" not in table.state.board.places
    table.do(BattleOptionChosen(IS_DISGUISED), "b")
    space = figure_of(table.state, "b.m2").space
    assert (space.x, space.y) == (6, 6)
    assert [entry.name for entry in table.state.board.ground.terrain] == ["Statue"]


def test_a_false_object_stands_where_its_obstacle_was_once_that_is_shown():
    table = hidden("false-object").do(SecretShown("b", "false-object b.m2", "t1", ""), "b")
    table.do(CreatureAppeared("b.m2", None), "b")
    assert table.state.board is not None
    assert table.state.board.places["b.m2"] == (9, 6)
    assert [entry.name for entry in table.state.board.ground.terrain] == ["Book"]


def test_what_else_lies_on_the_square_of_a_disguise_stays():
    fog = TerrainPiece("t2", "fog", 9, 6, 1, 1)
    others = (fog, TerrainPiece("t3", "obstacle", 12, 6, 1, 1, label="Statue"))
    for mask, left in (("t1", ["Fog", "Statue 2", "Book"]), ("t3", ["Statue", "Fog", "Book"])):
        table = hidden("false-object", *others).do(SecretShown("b", "false-object b.m2", mask, ""), "b")
        table.do(CreatureAppeared("b.m2", None), "b")
        assert table.state.board is not None
        assert [entry.name for entry in table.state.board.ground.terrain] == left
