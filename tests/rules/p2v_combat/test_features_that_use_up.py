"""Features of built-in cards that use bodies and items up, reach others in another way, or turn things into others."""

import pytest

from rules.combat.answers import RollRuled
from rules.combat.resolution import ActAsk, ChoiceAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.belongings import bodies
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.events.acting import StepActed
from rules.p2v_combat.events.belongings import BodyLooted
from rules.p2v_combat.events.by_hand import HeldSet, LeftPlay
from rules.p2v_combat.events.reactions import BattleOptionChosen, TriggerReported
from rules.p2v_combat.events.standing import CreaturePlaced
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.options import options_for
from tests.rules.p2v_combat.boards import on_board
from tests.rules.p2v_combat.casting import act
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

USER, OTHER = "a.m1", "b.m1"
POTION = "healing-potion-lesser"


def table(creature: str, *others: str, friend: str = "boar", first: str = USER) -> PlayedTable:
    played = PlayedTable(setup_of([creature, friend], others or ("boar", "boar"))).begin(first[0])
    return played.activate(first)


def rule(played: PlayedTable, *outcomes: str) -> PlayedTable:
    for outcome in outcomes:
        played.do(RollRuled(outcome, "the test"))
    return played


def test_a_ghoul_eats_the_body_of_who_died_beside_it() -> None:
    played = table("ghoul", first=OTHER)
    played.state = played.state.change(USER, hp=5)
    played.do(LeftPlay("b.m2", True, "", ""), "b")
    played.do(TriggerReported(USER, "feature/consume-flesh", ""), "a")
    assert (played.of(USER).hp, bodies(played.state)) == (10, ())
    with pytest.raises(ChangeRefused, match="No such body"):
        played.do(BodyLooted(OTHER, "b.m2", POTION, True), "b")


def test_a_cacodaemon_needs_a_body_and_a_board_shows_how_far_it_is() -> None:
    played = table("cacodaemon")
    lock = "feature/soul-lock"
    assert [option.refusal for option in options_for(played.state, USER) if option.key == lock] == [
        "No body lies near enough."
    ]
    for picture, is_near in (("A......C.B", False), ("A.....C..B", True)):
        setup = setup_of(["cacodaemon"], ["boar", "boar"])
        played = on_board(f"..........\n{picture}\n..........", setup, C="b.m2").activate(USER)
        played.state = played.state.change(USER, hp=1)
        played.do(LeftPlay("b.m2", True, "", ""), "b")
        (option,) = [option for option in options_for(played.state, USER) if option.key == lock]
        assert bool(option.refusal) is not is_near
    act(played, USER, lock, USER)
    assert (played.of(USER).hp, bodies(played.state)) == (16, ())


def test_ruling_418_one_of_several_bodies_is_chosen() -> None:
    played = table("cacodaemon", "boar", "boar", "boar")
    for creature in ("b.m2", "b.m3"):
        played.do(LeftPlay(creature, True, "", ""), "b")
    act(played, USER, "feature/soul-lock", USER)
    assert isinstance(played.asked, ChoiceAsk)
    played.do(BattleOptionChosen("b.m3"), "a")
    assert bodies(played.state) == ("b.m2",)


def test_a_mandragora_gains_by_the_blood_of_casters() -> None:
    for other, gained in (("boar", 0), ("kobold-sorcerer-1", 5)):
        played = table("mandragora", other)
        played.do(HeldSet(OTHER, "grabbed", True, "the test"))
        act(played, USER, "feature/blood-drain", OTHER)
        assert played.of(USER).temporary_hp == gained
        assert played.of(OTHER).max_hp - played.of(OTHER).hp == 10


def test_a_chimera_breathes_in_a_cone_or_a_line() -> None:
    played = table("chimera")
    (breath,) = [option for option in options_for(played.state, USER) if option.key == "feature/fire-breath"]
    assert [(way.key, way.reach, way.ap) for way in breath.ways] == [("", "Cone 4", 2), ("1", "Line 8", 2)]
    act(played, USER, "feature/fire-breath", OTHER, way="1")
    assert isinstance(played.asked, ChoiceAsk)
    assert [option.label for option in played.asked.options] == ["acid", "lightning"]
    rule(played.do(BattleOptionChosen("type:acid"), "a"), "success")
    assert played.of(OTHER).max_hp - played.of(OTHER).hp == 15


def test_a_board_holds_the_line_of_a_chimera_against_its_reach() -> None:
    for way, is_reached in (("", False), ("1", True)):
        played = on_board("..........\nA......B..\n..........\n..........", setup_of(["chimera"], ["boar"])).activate(
            USER
        )
        if is_reached:
            act(played, USER, "feature/fire-breath", OTHER, way=way)
        else:
            with pytest.raises(ChangeRefused, match="reaches"):
                act(played, USER, "feature/fire-breath", OTHER, way=way)


def test_a_drainberry_bush_drinks_its_potions_and_grows_more() -> None:
    played = table("drainberry-bush")
    assert [choice.item for choice in played.of(USER).items] == [POTION] * 6
    played.state = played.state.change(USER, hp=100)
    act(played, USER, "feature/consume-berry")
    assert isinstance(played.asked, ActAsk)
    played.do(StepActed(f"item/{POTION}", "", (AimedTarget(USER),)), "a")
    assert played.of(USER).hp == 115
    assert dict(played.of(USER).spent) == {POTION: 1}
    played.do(HeldSet(OTHER, "grabbed", True, "the test"))
    rule(act(played, USER, "feature/drain-blood", OTHER), "failure")
    assert (played.of(OTHER).hp, played.of(OTHER).has("sickened")) == (20, True)
    assert len(played.of(USER).items) == 7


def test_a_hateful_logger_is_stunned_where_it_would_be_slowed_and_falls_where_it_would_be_stunned() -> None:
    played = table("hateful-logger")
    played.do(HeldSet(USER, "slowed", True, "the test"))
    assert (played.of(USER).has("slowed"), played.of(USER).has("stunned")) == (False, True)
    assert played.of(USER).presence == "in play"
    played.do(HeldSet(USER, "stunned", True, "the test"))
    assert played.of(USER).presence == "eliminated"


def test_ruling_419_a_bee_man_is_slowed_as_it_starts_its_turn_in_smoke() -> None:
    setup = setup_of(["bee-man"], ["boar"])
    for square, is_slowed in (((0, 0), True), ((2, 0), False)):
        played = on_board("ss..\nA..B\nss..", setup).do(CreaturePlaced(USER, square, "the test"), "a").activate(USER)
        assert played.of(USER).has("slowed") is is_slowed
    met = table("bee-man", first=OTHER).do(TriggerReported(USER, "passive/smoke-susceptibility", ""), "a")
    assert met.of(USER).has("slowed")


def test_a_zombie_takes_the_first_thing_that_it_can() -> None:
    setup = setup_of(["dirge-piper", "zombie-shambler"], ["boar"])
    for picture, key in (("AC.B", "act/stride"), ("ACB.", "act/grab")):
        played = on_board(f"....\n{picture}\n....", setup, C="a.m2").activate(USER)
        act(played, USER, "feature/shamblers-lament", "a.m2")
        assert isinstance(played.asked, ActAsk)
        assert [option.key for option in played.asked.actions] == [key]


def test_gains_in_place_keep_their_source() -> None:
    played = table("hateful-logger")
    played.state = gain_condition(played.state, USER, "slowed", by=OTHER, source="Mud")
    assert [held.source for held in played.of(USER).conditions] == ["Exhausted"]
