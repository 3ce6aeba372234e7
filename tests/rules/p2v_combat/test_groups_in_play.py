"""Groups that act all together: one entry for the same action of every member."""

import pytest

from rules.combat.answers import OfferPassed
from rules.combat.resolution import ChoiceAsk, OfferAsk, RollAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.events.acting import CreatureActed, GroupActed
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.reactions import BattleOptionChosen
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.options import options_for
from rules.p2v_combat.tasks.turns import TOGETHER
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

STRIDE = GroupActed("act/stride", "")
AIM = (AimedTarget("b.m1", Circumstances(distance="reach")),)


def group(*creatures: str, enemies: tuple[str, ...] = ("boar", "boar")) -> PlayedTable:
    chosen = creatures or ("boar", "boar", "boar")
    table = PlayedTable(setup_of([*chosen, "boar"], enemies)).begin("a")
    return table.activate(*(f"a.m{number}" for number in range(1, len(chosen) + 1)))


def test_all_members_take_the_action_in_the_order_of_the_group() -> None:
    table = group().do(STRIDE, "a")
    assert [table.state.acting(f"a.m{number}").ap for number in (1, 2, 3)] == [1, 1, 1]
    assert table.state.turn.shared == ("act/stride",)
    assert isinstance(table.asked, ChoiceAsk), "Then the group says that it still stands together."
    assert table.do(BattleOptionChosen(TOGETHER), "a").asked is None


def test_all_members_strike_one_target_and_what_stands_between_comes_in_order() -> None:
    table = group("boar", "boar").do(GroupActed("feature/tusk", "", AIM), "a")
    assert isinstance(table.asked, RollAsk)
    assert table.asked.place[2] == "a.m1"
    table.roll(15)
    assert isinstance(table.asked, RollAsk)
    assert table.asked.place[2] == "a.m2"
    table.roll(2)
    assert table.state.acting("a.m2").fight_actions == 1


def test_a_reaction_is_asked_for_each_member() -> None:
    table = group("boar", "boar", enemies=("guard",)).do(STRIDE, "a")
    for _ in ("a.m1", "a.m2"):
        assert isinstance(table.asked, OfferAsk)
        table.do(OfferPassed("b"), "b")
    assert isinstance(table.asked, ChoiceAsk)


def test_a_member_that_cannot_afford_it_drops_out_and_the_others_go_on() -> None:
    table = PlayedTable(setup_of(["boar", "boar", "boar"], ["boar"])).begin("a").do(HeldSet("a.m2", "slowed", True, ""))
    table.activate("a.m1", "a.m2", "a.m3").do(GroupActed("act/ready", ""), "a")
    assert table.state.acting("a.m2").has_left
    assert [table.state.acting(name).ap for name in ("a.m1", "a.m2", "a.m3")] == [0, 0, 0]


def test_once_one_has_acted_the_button_is_for_the_others() -> None:
    table = group().do(CreatureActed("a.m1", "act/stride", ""), "a")
    with pytest.raises(ChangeRefused, match="same actions"):
        table.do(GroupActed("act/step", ""), "a")
    table.do(STRIDE, "a")
    assert [table.state.acting(f"a.m{number}").ap for number in (1, 2, 3)] == [1, 1, 1]


def test_what_one_member_cannot_do_is_done_by_none() -> None:
    table = PlayedTable(setup_of(["boar", "boar"], ["boar"])).begin("a").do(HeldSet("a.m2", "prone", True, ""))
    table.activate("a.m1", "a.m2")
    with pytest.raises(ChangeRefused, match="Boar: It is prone"):
        table.do(STRIDE, "a")
    assert table.state.acting("a.m1").ap == 2


def test_each_strikes_with_a_weapon_of_its_own() -> None:
    table = group("boar", "kobold-warrior").do(GroupActed("feature/tusk", "", AIM), "a").roll(2)
    assert isinstance(table.asked, RollAsk)
    assert table.asked.place[2] == "a.m2"


def test_a_creature_alone_is_no_group() -> None:
    table = PlayedTable(setup_of(["boar", "boar"], ["boar"])).begin("a").activate("a.m1")
    with pytest.raises(ChangeRefused, match="A group acts together"):
        table.do(STRIDE, "a")


def test_what_the_group_does_not_take_now_is_no_option() -> None:
    table = group().do(CreatureActed("a.m1", "act/stride", ""), "a")
    able = {option.key for option in options_for(table.state, "a.m2") if not option.refusal}
    assert "act/stride" in able
    assert "act/step" not in able
    refused = next(option.refusal for option in options_for(table.state, "a.m1") if option.key == "act/stride")
    assert "First the others" in refused
