"""Each universal action, and those that rulings define: what it rolls, what it gives, when it is refused."""

import pytest

from rules.combat.answers import RollRuled
from rules.combat.resolution import ActAsk, ChoiceAsk, RollAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed, StepActed, StepSkipped
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.options import options_for
from rules.tables.actions import RULED_ACTIONS, UNIVERSAL_ACTIONS
from rules.text import slug
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

ORC = "orc-warchief"


def table(creature: str = ORC, *others: str) -> PlayedTable:
    return PlayedTable(setup_of([creature], others or ("boar",))).begin("a").activate("a.m1")


def act(played: PlayedTable, name: str, *targets: str) -> PlayedTable:
    return played.do(CreatureActed("a.m1", f"act/{slug(name)}", "", tuple(map(AimedTarget, targets))), "a")


def ap(played: PlayedTable) -> int:
    acting = played.state.acting("a.m1")
    assert acting is not None
    return acting.ap


def refusal(played: PlayedTable, name: str) -> str:
    return next(option.refusal for option in options_for(played.state, "a.m1") if option.key == f"act/{slug(name)}")


def test_every_universal_action_is_offered_with_its_cost() -> None:
    offered = {option.key: option for option in options_for(table().state, "a.m1") if option.kind == "universal"}
    for action in (*UNIVERSAL_ACTIONS, *RULED_ACTIONS):
        if action.name not in ("Grab", "Strike"):  # only as steps of other actions
            assert offered[f"act/{slug(action.name)}"].ways[0].ap == action.action_points


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Stride", "Orc Warchief Strides up to 5 squares."),
        ("Step", "Orc Warchief Steps up to 1 square: this triggers no reactions."),
        ("Leap", "Orc Warchief moves up to 2 squares in a straight line."),
        ("Tumble Through", "Orc Warchief Strides up to 5 squares, through the space of an enemy."),
    ],
)
def test_moving_is_told_and_costs_an_action_point(name: str, told: str) -> None:
    played = act(table(), name)
    assert told in played.told
    assert ap(played) == 1


def test_speed_is_told_with_what_changes_it() -> None:
    played = act(table().do(HeldSet("a.m1", "encumbered", True, "")), "Stride")
    assert "Orc Warchief Strides up to 3 squares." in played.told


def test_a_prone_creature_crawls_or_stands() -> None:
    played = table()
    assert refusal(played, "Crawl") == refusal(played, "Stand") == "It is not prone."
    act(played, "Drop Prone")
    assert played.of("a.m1").has("prone")
    for name in ("Stride", "Step", "Leap", "Drop Prone"):
        assert "prone" in refusal(played, name)
    assert refusal(played, "Crawl") == ""
    act(played, "Stand")
    assert not played.of("a.m1").has("prone")


def test_an_immobilized_creature_cannot_move() -> None:
    played = table().do(HeldSet("a.m1", "immobilized", True, ""))
    assert "cannot move" in refusal(played, "Stride")
    assert refusal(played, "Escape") == ""


def test_escape_ends_one_condition_without_a_roll() -> None:
    played = table().do(HeldSet("a.m1", "sickened", True, "")).do(HeldSet("a.m1", "grabbed", True, ""))
    act(played, "Escape")
    assert isinstance(played.asked, ChoiceAsk)
    played.do(BattleOptionChosen("condition:grabbed"), "a")
    assert played.of("a.m1").condition_names == ("sickened",)
    act(played, "Escape")
    assert played.of("a.m1").condition_names == ()


@pytest.mark.parametrize(
    ("name", "stat", "word"),
    [
        ("Grapple", "Fortitude", "grabbed"),
        ("Trip", "Reflex", "prone"),
        ("Disarm", "Reflex", "rattled"),
    ],
)
def test_wrestling_is_a_fight_roll_and_a_save_against_it(name: str, stat: str, word: str) -> None:
    played = act(table(), name, "b.m1")
    ask = played.asked
    assert isinstance(ask, RollAsk)
    assert ask.need is None
    played.roll(10)
    save = played.asked
    assert isinstance(save, RollAsk)
    assert save.reason.startswith(f"Boar’s {stat} save")
    # The Power is what the Fight roll came to: 10 and Fight 8.
    saves = {"Fortitude": 8, "Reflex": 3}
    assert save.need == 18 - saves[stat]
    played.roll(2)
    assert played.of("b.m1").has(word)
    assert played.state.acting("a.m1").fight_actions == 1


def test_shove_moves_the_figure_and_a_save_keeps_it_there() -> None:
    played = act(table(), "Shove", "b.m1").roll(15).roll(2)
    assert "Boar is pushed 1 square away from Orc Warchief: move the figure." in played.told
    act(played, "Shove", "b.m1").roll(2).roll(15)
    assert not any("pushed" in text for text in played.told)


def test_the_second_wrestling_suffers_the_multiple_attack_penalty() -> None:
    played = act(act(table(), "Trip", "b.m1").roll(1).roll(20), "Trip", "b.m1").roll(10)
    assert any("= 13" in text for text in played.told), played.told


def test_nobody_wrestles_what_is_much_larger() -> None:
    played = table("kobold-warrior", "crag-linnorm")
    with pytest.raises(ChangeRefused, match="too large"):
        act(played, "Grapple", "b.m1")


def test_demoralize_is_a_will_save_against_the_power() -> None:
    played = act(table(), "Demoralize", "b.m1").do(RollRuled("failure", "the test"))
    assert played.of("b.m1").has("rattled")


def test_strike_takes_any_weapon_for_one_action_point() -> None:
    played = act(table(), "Strike")
    ask = played.asked
    assert isinstance(ask, ActAsk)
    assert [action.key for action in ask.actions] == ["feature/greatclub", "feature/javelin"]
    played.do(StepActed("feature/greatclub", "", (AimedTarget("b.m1"),)), "a").roll(6)
    assert played.of("b.m1").hp == 30
    assert (ap(played), played.state.acting("a.m1").fight_actions) == (1, 1)


def test_a_step_can_be_left_out() -> None:
    played = act(table(), "Strike").do(StepSkipped(), "a")
    assert played.asked is None
    assert played.state.acting("a.m1").fight_actions == 0


def test_ready_ends_the_actions_of_the_turn() -> None:
    played = act(table(), "Ready")
    assert ap(played) == 0
    assert played.of("a.m1").readied


def test_a_long_jump_needs_a_check() -> None:
    played = act(table(), "Long Jump")
    assert isinstance(played.asked, RollAsk)
    played.roll(12)
    assert any("jumps over" in text for text in played.told)


def test_interacting_is_left_to_the_players() -> None:
    played = act(table(), "Interact")
    assert any(note.why == ("By the table",) for note in played.state.notes)
