"""The target ladder on a board: what the board answers in place of the players (ruling 529)."""

import pytest

from rules.p2v_combat.events.acting import GambitStepTaken
from rules.p2v_combat.solo.board_answers import answer_on_board
from rules.p2v_combat.solo.playing import next_instruction, target_view
from rules.p2v_combat.solo.targets import TargetQuestion, TargetSearch
from rules.p2v_combat.state import BattleState
from tests.rules.p2v_combat.boards import laid, on_board
from tests.rules.p2v_combat.solo.battles import SoloTable, solo_setup
from tests.rules.p2v_combat.tables import setup_of


def answered(state: BattleState, rung: str, **search: object) -> tuple[str, ...] | None:
    options = ("b.m1", "b.m2")
    question = TargetQuestion(f"0.{rung}", "", options, search=TargetSearch("It", **search))
    return answer_on_board(state, "a.m1", question, [target_view(state, option) for option in options])


def beside(picture: str, monster: str = "dire-wolf") -> BattleState:
    return on_board(picture, setup_of([monster, "boar"], ["boar", "boar"]), D="b.m2", C="a.m2").state


def test_the_nearest_are_those_at_the_least_distance_of_spaces():
    assert answered(beside("AA..B\nAA...\n.D..C"), "nearest") == ("b.m2",)
    assert answered(beside("AA..B\nAA...\n....C\n.....\nD...."), "nearest") == ("b.m1", "b.m2")


@pytest.mark.parametrize(("movement", "near"), [(0, ()), (1, ("b.m1",)), (4, ("b.m1",)), (5, ("b.m1", "b.m2"))])
def test_in_range_are_those_whom_it_can_attack_after_moving(movement: int, near: tuple[str, ...]):
    # The ogre reaches 2 squares; the second boar stands 7 away.
    state = beside("AA..B...D\nAA.......\nC........\n.........", "ogre-warrior")
    assert answered(state, "range", movement=movement) == near


def test_no_wall_is_attacked_through():
    assert answered(beside("A#B.D\nC#...\n.#...", "farmer"), "range", attack="Pitchfork") == ()


def test_an_area_catches_as_many_as_possible():
    assert answered(beside("ABD\n...\n..C", "goblin-dog"), "area", attack="Scratch") == ("b.m1",)
    assert answered(beside("AB.\nD..\n..C", "goblin-dog"), "area", attack="Scratch") == ("b.m1", "b.m2")
    moved = answered(beside("A..B.D\n......\nC.....", "goblin-dog"), "area", attack="Scratch", movement=4)
    assert moved == ("b.m1", "b.m2")


def test_preferences_for_places_are_seen():
    state = beside("A.CB...D\n........", "goblin-dog")
    assert answered(state, "preferred", prefers="adjacent-to-allies") == ("b.m1",)
    assert answered(state, "preferred", prefers="alone") == ("b.m1", "b.m2")
    assert answered(beside("A.C.BD\n......"), "preferred", prefers="alone") == ()


def test_only_the_player_breaks_a_tie():
    assert answered(beside("AC.B\n...D", "goblin-dog"), "tie") is None


def test_a_monster_takes_its_step_without_a_question():
    table = SoloTable(solo_setup(("farmer", "farmer"), ("taxidermic-dog",)))
    table.play(laid("A.C....D", A="b.m1", C="a.m1", D="a.m2"))
    table.begin("early", "early")
    assert table.state.board is not None
    while (turn := table.state.turn) is None or turn.acting[0].id != "b.m1":
        waiting = [own.id for own in table.state.of_side("a") if not own.has_acted]
        if table.state.stack:
            table.answer(6)
        elif table.state.next_side == "a":
            table.act(waiting[0]).end(waiting[0])
        else:
            table.act("b.m1")
    instruction = next_instruction(table.state, "b.m1", {})
    assert not isinstance(instruction, TargetQuestion)
    table.play(GambitStepTaken("b.m1"))
