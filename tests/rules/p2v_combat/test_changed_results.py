"""Reactions that change their trigger: its target, its result, its movement, its condition, its weakness."""

import pytest

from rules.combat.answers import FacesRolled, OfferPassed, RollRuled
from rules.combat.resolution import ActAsk, ChoiceAsk, OfferAsk, RollAsk
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.events.by_hand import HeldSet
from rules.p2v_combat.events.moving import RiderMounted
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.roster.model import Member
from tests.rules.p2v_combat.tables import PlayedTable, aim, offered, setup_of

ROUGHRIDER = Member("trog-roughrider", id="m1", upgrades=("hasty-sacrifice",))


def begun(ours: list[str], others: list[str]) -> PlayedTable:
    return PlayedTable(setup_of(ours, others)).begin().activate("a.m1")


def tusk(table: PlayedTable, target: str = "b.m1") -> PlayedTable:
    return table.do(CreatureActed("a.m1", "feature/tusk", "", aim(target)), "a")


def react(table: PlayedTable, creature: str, feature: str) -> PlayedTable:
    assert (creature, f"feature/{feature}") in offered(table)
    return table.do(OfferTaken(creature, f"feature/{feature}"))


def hp_lost(table: PlayedTable, creature: str) -> int:
    return table.of(creature).max_hp - table.of(creature).hp


def passed(table: PlayedTable) -> PlayedTable:
    while isinstance(table.asked, OfferAsk):
        table.do(OfferPassed(table.asked.sides[0]))
    return table


@pytest.mark.parametrize("cringes", [True, False])
def test_a_critical_hit_counts_as_a_hit(cringes: bool) -> None:
    table = tusk(begun(["boar"], ["kobold-witch-5"])).do(RollRuled("critical hit", "the test"))
    table = react(table, "b.m1", "cringe") if cringes else passed(table)
    plain = tusk(begun(["boar"], ["boar"])).do(RollRuled("hit", "the test"))
    assert hp_lost(table, "b.m1") == hp_lost(plain, "b.m1") * (1 if cringes else 2)


@pytest.mark.parametrize(("option", "hits"), [("out of range", False), ("in range", True)])
def test_a_step_out_of_range_makes_an_attack_miss(option: str, hits: bool) -> None:
    table = tusk(begun(["boar"], ["vanara-disciple"])).do(RollRuled("hit", "the test"))
    react(table, "b.m1", "monkey-form")
    assert any("Steps up to 1 square" in text for text in table.told)
    table.do(BattleOptionChosen(option), "b")
    assert (hp_lost(table, "b.m1") > 0) is hits


def test_an_attack_is_redirected_to_the_ally_that_changes_places() -> None:
    table = tusk(begun(["boar"], ["cult-leader", "cultist", "boar"]))
    react(table, "b.m1", "protect-the-master")
    assert isinstance(table.asked, ChoiceAsk)
    assert [option.key for option in table.asked.options] == ["b.m2", "b.m3"]
    table.do(BattleOptionChosen("b.m3"), "b").do(RollRuled("hit", "the test"))
    assert (hp_lost(table, "b.m1"), hp_lost(table, "b.m3") > 0) == (0, True)


def test_a_melee_strike_is_redirected_to_another_enemy() -> None:
    table = tusk(begun(["boar", "boar"], ["cauthooj"]))
    react(table, "b.m1", "hop-dodge").do(RollRuled("hit", "the test"))
    assert (hp_lost(table, "b.m1"), hp_lost(table, "a.m2") > 0) == (0, True)


@pytest.mark.parametrize(("face", "falls"), [(2, True), (3, False)])
def test_a_mount_takes_the_attack_and_its_rider_may_fall(face: int, falls: bool) -> None:
    table = PlayedTable(setup_of(["boar"], [ROUGHRIDER, "boar"])).begin("b").activate("b.m1")
    table.do(RiderMounted("b.m1", "b.m2"), "b").end("b.m1").end("b.m2").activate("a.m1")
    react(tusk(table), "b.m1", "hasty-sacrifice")
    table.do(FacesRolled((face,), True))
    assert table.of("b.m1").has("prone") is falls
    assert table.of("b.m1").has("mounted") is not falls
    table.do(RollRuled("hit", "the test"))
    assert (hp_lost(table, "b.m1"), hp_lost(table, "b.m2") > 0) == (0, True)


@pytest.mark.parametrize(
    ("key", "feature", "faces", "saved"),
    [
        ("princess", "youre-an-embarrassment", (1, 20), True),
        ("princess", "youre-an-embarrassment", (4, 1), False),
        ("caligni-dancer", "distracting-frolic", (4, 1), False),
    ],
)
def test_a_failed_save_is_rolled_again(key: str, feature: str, faces: tuple[int, int], saved: bool) -> None:
    table = PlayedTable(setup_of(["kobold-sorcerer-1"], ["boar", key])).begin().activate("a.m1")
    cast = "spell/divine-caster-rank-1/1/fear--p2v-ogl"
    table.do(CreatureActed("a.m1", cast, "2", aim("b.m1")), "a")
    passed(table).roll(faces[0])
    react(table, "b.m2", feature).roll(faces[1])
    assert table.of("b.m1").has("rattled") is not saved


def test_a_tail_stops_the_creature_that_it_hits() -> None:
    table = PlayedTable(setup_of(["hodag"], ["wyrmling-green-dragon"])).begin().activate("a.m1")
    table.do(CreatureActed("a.m1", "feature/toss", ""), "a")
    react(table, "b.m1", "twisting-tail")
    assert isinstance(table.asked, ActAsk)
    table.do(StepActed("feature/tail", "", aim("a.m1")), "b").do(RollRuled("hit", "the test"))
    assert any("Hodag moves no farther." in text for text in table.told)


@pytest.mark.parametrize(("face", "goes_on"), [(1, False), (20, True)])
def test_a_presence_ends_the_action_of_who_comes_closer_once(face: int, goes_on: bool) -> None:
    table = PlayedTable(setup_of(["hodag"], ["young-red-dragon-spellcaster"])).begin().activate("a.m1")
    table.do(CreatureActed("a.m1", "feature/toss", ""), "a")
    react(table, "b.m1", "frightful-presence").roll(face)
    assert isinstance(table.asked, ActAsk) is goes_on
    assert "immune to Frightful Presence" in [effect.source for effect in table.of("a.m1").active_effects]


@pytest.mark.parametrize("hits", [True, False])
def test_a_liberating_strike_keeps_an_ally_free(hits: bool) -> None:
    table = PlayedTable(setup_of(["boar"], ["boar", "eagle-knight"])).begin().activate("a.m1")
    table.do(CreatureActed("a.m1", "act/grapple", "", aim("b.m1")), "a").roll(20, 1)
    react(table, "b.m2", "liberating-strike")
    assert isinstance(table.asked, ActAsk)
    table.do(StepActed(table.asked.actions[0].key, "", aim("a.m1")), "b")
    table.do(RollRuled("hit" if hits else "miss", "the test"))
    assert table.of("b.m1").has("grabbed") is not hits


@pytest.mark.parametrize(("face", "prone"), [(3, True), (4, False)])
def test_a_critical_miss_may_end_on_the_ground(face: int, prone: bool) -> None:
    table = PlayedTable(setup_of(["arboreal-sapling"], ["young-red-dragon-spellcaster"])).begin().activate("a.m1")
    weapon = next(own.id for own in table.state.fielded("a.m1").features if own.strike)
    table.do(CreatureActed("a.m1", f"feature/{weapon}", "", aim("b.m1")), "a").roll(1)
    assert isinstance(table.asked, RollAsk)
    table.do(FacesRolled((face,), True))
    assert table.of("a.m1").has("prone") is prone


@pytest.mark.parametrize(("reacts", "lost"), [(True, 10), (False, 20)])
def test_weaknesses_do_not_add_to_damage_that_a_friend_takes_part_in(reacts: bool, lost: int) -> None:
    table = PlayedTable(setup_of(["boar"], ["dryad", "arboreal-shepherd"])).begin().activate("a.m1")
    blow = Blow(amount=15, types=("fire",), by="a.m1", source="the test")
    table.state = table.state.pushed(DamageTask("b.m1", blow))
    table.state = table.state.change("a.m1")
    table.do(HeldSet("a.m1", "off-guard", True, "the test"))
    table = react(table, "b.m2", "defend-the-friends") if reacts else passed(table)
    assert (hp_lost(table, "b.m1"), hp_lost(table, "b.m2")) == (lost, 5 if reacts else 0)


def test_a_retributive_strike_reduces_the_damage_and_strikes_with_its_own_weapon() -> None:
    for key, weapon in (("lantern-archon", "light-ray"), ("hound-archon", "greatsword")):
        table = PlayedTable(setup_of(["boar"], ["boar", key])).begin().activate("a.m1")
        plain = hp_lost(passed(tusk(begun(["boar"], ["boar"])).do(RollRuled("hit", "the test"))), "b.m1")
        tusk(table).do(RollRuled("hit", "the test"))
        react(table, "b.m2", "retributive-strike")
        assert isinstance(table.asked, ActAsk)
        assert f"feature/{weapon}" in [option.key for option in table.asked.actions]
        table.do(StepActed(f"feature/{weapon}", "", (AimedTarget("a.m1"),)), "b").do(RollRuled("hit", "the test"))
        assert hp_lost(table, "a.m1") > 0
        assert hp_lost(table, "b.m1") < plain
