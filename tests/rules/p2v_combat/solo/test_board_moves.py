"""Where a monster goes on a board: the order of ruling 529, and a gambit that moves by itself."""

from rules.p2v_combat.events.acting import GambitStepTaken
from rules.p2v_combat.solo.board_moves import monster_way
from rules.p2v_combat.solo.gambits import GambitAction
from rules.p2v_combat.solo.playing import monster_card, next_instruction
from rules.p2v_combat.solo.turns import MonsterInstruction
from rules.p2v_combat.state import BattleState
from tests.rules.p2v_combat.boards import laid, on_board
from tests.rules.p2v_combat.solo.battles import SoloTable, solo_setup
from tests.rules.p2v_combat.tables import setup_of

Places = tuple[tuple[int, int], ...]


def goes(state: BattleState, word: str, *targets: str, attack: str = "") -> Places:
    """Return the way of the leader of side a by a word of its gambit."""
    action = monster_card(state, "a.m1").read(GambitAction(word))
    return monster_way(state, "a.m1", MonsterInstruction("", action, targets, attack=attack))


def beside(picture: str, monster: str = "goblin-dog", **more: str) -> BattleState:
    others = {"C": "a.m2", "D": "b.m2"} | more
    return on_board(picture, setup_of([monster, "boar"], ["boar", "boar"]), **others).state


def end_of(way: Places) -> tuple[int, int] | None:
    return way[-1] if way else None


def test_it_takes_the_cheapest_way_to_where_it_can_act():
    assert goes(beside("A...B\n.....\nC...D"), "Stride", "b.m1", attack="Jaws")[-1] == (3, 0)
    # With a reach of 2 it stops earlier.
    assert end_of(goes(beside("AA....B\nAA.....\nC.....D", "ogre-warrior"), "Stride", "b.m1", attack="Ogre Hook")) == (
        3,
        0,
    )


def test_it_stays_where_its_action_is_possible_already():
    assert goes(beside("AB.\n...\nC.D"), "Stride", "b.m1", attack="Jaws") == ()


def test_of_equally_cheap_squares_it_enters_the_fewest_hazards():
    # Both squares beside the boar are as near; one of them burns.
    assert goes(beside("....D\nA.!B.\n.....\nC...."), "Stride", "b.m1", attack="Jaws")[-1] != (2, 1)


def test_then_it_flanks_as_many_as_it_can():
    # Its ally stands to the west of the boar: of the squares one step away, that to the south-east flanks.
    state = beside("...\nCB.\n...\n.A.\nD..")
    assert end_of(goes(state, "Stride", "b.m1", attack="Jaws")) == (2, 2)


def test_a_charge_is_left_out_with_an_enemy_in_reach_and_a_reposition_is_not():
    state = beside("AB...D\n......\nC.....")
    assert goes(state, "Charge", "b.m2") == ()
    assert end_of(goes(state, "Reposition", "b.m2")) == (4, 1)


def test_it_retreats_to_where_the_nearest_enemy_is_farthest():
    state = beside("B........\n.A.......\nD.......C")
    assert end_of(goes(state, "Retreat")) in {(8, 0), (8, 1)}


def test_it_comes_as_near_as_it_can_by_a_way_that_leads_there():
    # Straight ahead is nearer as the crow flies, but closed.
    state = beside("A.....#.B\n......#..\n......#..\n......#..\nC.......D")
    way = goes(state, "Stride", "b.m1", attack="Jaws")
    assert way
    assert way[-1][1] >= 2
    assert goes(beside("A#B\n##.\nC.D"), "Stride", "b.m1", attack="Jaws") == ()


def test_a_shooter_goes_out_of_its_enemies_reach_first():
    state = beside("AB......\n........\nC......D", "kobold-warrior")
    shot = next(
        feature.name for feature in state.fielded("a.m1").features if feature.range and feature.range.kind == "ranged"
    )
    way = goes(state, "Stride", "b.m2", attack=shot)
    assert way
    assert not any(abs(way[-1][0] - x) <= 1 and abs(way[-1][1] - y) <= 1 for x, y in ((1, 0), (7, 2)))


def test_a_gambit_moves_its_monster_by_itself():
    table = SoloTable(solo_setup(("farmer", "farmer"), ("taxidermic-dog",)))
    table.play(laid("A.C....D", A="b.m1", C="a.m1", D="a.m2"))
    table.begin("early", "early")
    while (turn := table.state.turn) is None or turn.acting[0].id != "b.m1":
        waiting = [own.id for own in table.state.of_side("a") if not own.has_acted]
        if table.state.stack:
            table.answer(6)
        elif table.state.next_side == "a":
            table.act(waiting[0]).end(waiting[0])
        else:
            table.act("b.m1")
    assert table.state.board is not None
    before = table.state.board.places["b.m1"]
    while not table.state.stack and next_instruction(table.state, "b.m1", {}) is not None:
        table.play(GambitStepTaken("b.m1"))
        if table.state.board.places["b.m1"] != before:
            break
    assert table.state.board.places["b.m1"] == (1, 0)
