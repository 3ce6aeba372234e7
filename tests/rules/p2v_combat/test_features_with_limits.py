"""Features of built-in cards that forbid, end early, or wait for creatures in an aura: each is played."""

import pytest

from rules.combat.answers import RollRuled
from rules.combat.resolution import RollAsk
from rules.errors import ChangeRefused
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay, PersistentSet
from rules.p2v_combat.events.reactions import TriggerReported, reported_actions
from rules.p2v_combat.numbers import AimedTarget, Circumstances, armor_number, fight_number
from rules.p2v_combat.options import options_for
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.roster.model import Member
from tests.rows import every_row
from tests.rules.p2v_combat.casting import act
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

USER, OTHER, THIRD = "a.m1", "b.m1", "b.m2"


def table(creature: str, *others: str, upgrades: tuple[str, ...] = ()) -> PlayedTable:
    user = Member(creature, id="m1", upgrades=upgrades)
    return PlayedTable(setup_of([user, Member("boar", id="m2")], others or ("boar", "boar"))).begin("a").activate(USER)


def rule(played: PlayedTable, *outcomes: str) -> PlayedTable:
    for outcome in outcomes:
        played.do(RollRuled(outcome, "the test"))
    return played


def names(played: PlayedTable, creature: str) -> set[str]:
    return {*played.of(creature).condition_names, *played.of(creature).status_names}


def hurt(played: PlayedTable, creature: str, amount: int, *kinds: str, by: str | None = OTHER) -> PlayedTable:
    played.state = played.state.pushed(DamageTask(creature, Blow(amount=amount, types=kinds, by=by), is_announced=True))
    if isinstance(played.asked, RollAsk):
        return played.roll(*[1] * played.asked.dice)
    return played.do(HpSet(THIRD, 39, 0, ""), "b")


@every_row(("creature", "upgrades"), [("hateful-logger", ()), ("hateful-bear", ("vitriol",)), ("hateful-hodag", ())])
def test_vitriol_binds_two_creatures_to_each_other(creature: str, upgrades: tuple[str, ...]) -> None:
    played = rule(act(table(creature, upgrades=upgrades), USER, "feature/vitriol", OTHER), "failure")
    bans = {"off-guard", "cannot make attacks against others", "cannot cast spells without an attack"}
    assert names(played, USER) == names(played, OTHER) == bans
    strike = next(option for option in options_for(played.state, USER) if option.is_strike and not option.refusal)
    assert strike.ways[0].targets is not None
    assert strike.ways[0].targets.creatures == (OTHER,)
    with pytest.raises(ChangeRefused, match="cannot make attacks against others"):
        act(played, USER, strike.key, THIRD)
    played.end(USER).activate(OTHER)
    with pytest.raises(ChangeRefused, match="cannot make attacks against others"):
        act(played, OTHER, "feature/tusk", "a.m2")
    played.end(OTHER)
    assert names(played, OTHER) == bans, "It outlasts the turns of both."
    played.do(LeftPlay(OTHER, True, "", ""), "b")
    assert names(played, USER) == set()
    negated = rule(act(table(creature, upgrades=upgrades), USER, "feature/vitriol", OTHER), "success")
    assert names(negated, USER) == names(negated, OTHER) == set()


def test_ruling_401_who_is_bound_by_two_may_attack_both() -> None:
    setup = setup_of(["boar", "hateful-logger"], ["boar", "boar"])
    played = PlayedTable(setup).begin("b").activate(OTHER)
    for giver in ("a.m1", "a.m2"):
        ban = "cannot make attacks against others"
        played.state = gain_condition(played.state, OTHER, ban, by=giver, source="Vitriol", until="encounter")
    tusk = next(option for option in options_for(played.state, OTHER) if option.key == "feature/tusk").ways[0]
    assert tusk.targets is not None
    assert tusk.targets.creatures == ("a.m1", "a.m2")
    with pytest.raises(ChangeRefused, match="cannot make attacks against others"):
        act(played, OTHER, "feature/tusk", THIRD)


def test_spores_keep_from_ranged_attacks() -> None:
    played = rule(act(table("fungus-leshy"), USER, "feature/spore-cloud", OTHER), "failure")
    assert names(played, OTHER) == {"cannot make ranged attacks"}
    played = rule(act(table("fungus-leshy"), USER, "feature/spore-pod", OTHER), "hit", "failure")
    assert (names(played, OTHER), played.of(OTHER).hp) == ({"cannot make ranged attacks"}, 32)
    played = rule(act(table("fungus-leshy"), USER, "feature/spore-pod", OTHER), "hit", "success")
    assert (names(played, OTHER), played.of(OTHER).hp) == (set(), 32)
    shooter = rule(act(table("fungus-leshy", "fungus-leshy"), USER, "feature/spore-cloud", OTHER), "failure")
    shooter.end(USER).activate(OTHER)
    with pytest.raises(ChangeRefused, match="cannot make ranged attacks"):
        act(shooter, OTHER, "feature/spore-pod", USER)


def test_change_shape_ends_the_turn_and_hardens() -> None:
    played = act(table("fungus-leshy"), USER, "feature/change-shape")
    assert armor_number(played.state, USER).value == 20
    assert "The area becomes difficult terrain." in played.told
    assert played.state.acting(USER).ap == 0


def test_spore_domination_lasts_as_long_as_the_poison() -> None:
    played = table("myceloid").do(PersistentSet(OTHER, "poison", 5, ""))
    rule(act(played, USER, "feature/spore-domination", OTHER), "failure").end(USER).activate(OTHER)
    with pytest.raises(ChangeRefused, match="cannot target enemies"):
        act(played, OTHER, "feature/tusk", USER)
    act(played, OTHER, "feature/tusk", THIRD)
    assert played.state.acting(OTHER).ap < 2, "Its own side is not its enemy."
    again = table("myceloid").do(PersistentSet(OTHER, "poison", 5, ""))
    rule(act(again, USER, "feature/spore-domination", OTHER), "failure").end(USER).activate(OTHER).end(OTHER)
    assert names(again, OTHER) == set(), "Its poison has run out."
    by_hand = table("myceloid").do(PersistentSet(OTHER, "poison", 5, ""))
    rule(act(by_hand, USER, "feature/spore-domination", OTHER), "failure").do(PersistentSet(OTHER, "poison", 0, ""))
    assert names(by_hand, OTHER) == set()


def test_spore_domination_minds_only_the_poison() -> None:
    played = table("myceloid")
    for kind, amount in (("fire", 1), ("poison", 9)):
        played.do(PersistentSet(OTHER, kind, amount, ""))
    rule(act(played, USER, "feature/spore-domination", OTHER), "failure").end(USER).activate(OTHER).end(OTHER)
    assert dict(played.of(OTHER).persistent) == {"poison": 4}
    assert names(played, OTHER) == {"cannot target enemies"}, "Only the fire has gone out."
    played.do(PersistentSet(OTHER, "fire", 3, "")).do(PersistentSet(OTHER, "poison", 0, ""))
    assert names(played, OTHER) == set(), "It burns, but its poison is gone."


def test_the_starvation_aura_hurts_sickens_and_keeps_from_healing() -> None:
    played = rule(act(table("gashadokuro"), USER, "feature/starvation-aura", OTHER), "failure")
    assert (names(played, OTHER), played.of(OTHER).hp) == ({"sickened", "cannot be healed"}, 20)
    played = rule(act(table("gashadokuro"), USER, "feature/starvation-aura", OTHER), "success")
    assert (names(played, OTHER), played.of(OTHER).hp) == (set(), 30)


@every_row(
    ("creature", "action", "outcomes"),
    [
        ("basilisk", "feature/petrifying-gaze", ("failure",)),
        ("basilisk--p2v-ogl", "feature/petrifying-gaze", ("failure",)),
        ("paleohemoth", "feature/jaws", ("hit", "failure")),
    ],
)
def test_who_is_slowed_already_is_stunned(creature: str, action: str, outcomes: tuple[str, ...]) -> None:
    played = rule(act(table(creature, "triceratops"), USER, action, OTHER), *outcomes)
    assert names(played, OTHER) == {"slowed"}
    played = table(creature, "triceratops").do(HeldSet(OTHER, "slowed", True, ""))
    rule(act(played, USER, action, OTHER), *outcomes)
    held = [(row.name, row.by) for row in played.of(OTHER).conditions]
    assert held == [("slowed", None), ("stunned", USER)], "It is stunned instead of slowed again."


def test_resonance_is_for_metal_elementals() -> None:
    played = PlayedTable(setup_of(["metal-wisp", "metal-wisp"], ["boar"])).begin("a")
    played.activate("a.m2")
    near = Circumstances(holds=("a.m1/resonance",))
    alone = fight_number(played.state, "a.m2", "b.m1").value
    assert fight_number(played.state, "a.m2", "b.m1", near).value == alone + 1
    holds = next(option for option in options_for(played.state, "a.m2") if option.is_strike).holds
    assert "a.m1/resonance" in [hold.key for hold in holds]


AURAS = [
    ("trog-warrior", "powerful-stench", "sickened", True),
    ("trog-leader", "powerful-stench", "sickened", True),
    ("trog-spinesnapper", "powerful-stench", "sickened", True),
    ("trog-stoneliege", "powerful-stench", "sickened", True),
    ("trog-roughrider", "powerful-stench", "sickened", True),
    ("candle-homunculus", "perfume-aura", "sickened", True),
    ("abysium-horror", "green-glow", "sickened", True),
    ("dirge-piper", "piping-dirge", "rattled", False),
]


@every_row(("creature", "feature", "gives", "saves"), AURAS)
def test_who_meets_an_aura_is_named_by_the_players(creature: str, feature: str, gives: str, saves: bool) -> None:
    played = table(creature).end(USER).activate(OTHER)
    key = f"passive/{feature}"
    assert key in [action.key for action, _ in reported_actions(played.state, USER)]
    played.do(TriggerReported(USER, key, "", (AimedTarget(OTHER),)), "a")
    rule(played, *(["failure"] if saves else []))
    assert names(played, OTHER) == {gives}
    assert not played.of(USER).has_reacted
    assert not names(played, THIRD)
    with pytest.raises(ChangeRefused):
        played.do(TriggerReported("a.m2", key, "", (AimedTarget(OTHER),)), "a")


@every_row(
    ("creature", "feature", "spared"),
    [
        ("candle-homunculus", "perfume-aura", "human-alchemist"),
        ("abysium-horror", "green-glow", "abysium-horror"),
        ("dirge-piper", "piping-dirge", "dirge-piper"),
    ],
)
def test_some_creatures_do_not_mind_an_aura(creature: str, feature: str, spared: str) -> None:
    played = table(creature, spared)
    with pytest.raises(ChangeRefused, match=r"does not affect|is not for|is only for"):
        played.do(TriggerReported(USER, f"passive/{feature}", "", (AimedTarget(OTHER),)), "a")


def test_the_treacherous_aura_is_told_to_who_moves() -> None:
    played = table("gimmerling").end(USER).activate(OTHER)
    act(played, OTHER, "act/stride")
    assert any("All squares in the aura are difficult terrain" in text for text in played.told)


def test_cold_iron_sickens_the_crag_linnorm() -> None:
    played = hurt(table("crag-linnorm"), USER, 5, "slashing")
    assert names(played, USER) == set(), "Only the players know what a weapon is made of."
    played.do(TriggerReported(USER, "passive/cold-iron-vulnerability", ""), "a")
    assert names(played, USER) == {"sickened"}


def test_enough_cold_puts_the_brazier_out() -> None:
    played = hurt(table("giant-animated-statue"), USER, 14, "cold")
    assert "rattled" not in names(played, USER)
    burn = next(option for option in options_for(played.state, USER) if option.name == "Burn Alive")
    assert "cannot use" not in burn.refusal
    hurt(played, USER, 15, "fire")
    hurt(played, USER, 15, "cold", by=None)
    hurt(played, USER, 15, "15")
    assert "rattled" not in names(played, USER), "Neither fire nor what is no attack counts."
    hurt(played, USER, 15, "cold")
    assert "rattled" in names(played, USER)
    for name in ("Flaming Coal", "Burn Alive"):
        option = next(option for option in options_for(played.state, USER) if option.name == name)
        assert "cannot use Flaming Coal or Burn Alive while rattled" in option.refusal


@every_row("creature", ["abysium-horror", "rust-scarab"])
def test_who_is_heavy_stands_fast_while_it_is_immobilized(creature: str) -> None:
    played = table(creature).do(HeldSet(USER, "prone", True, ""))
    assert "prone" in names(played, USER)
    played.do(HeldSet(USER, "prone", False, ""))
    played.do(TriggerReported(USER, "passive/heavy", ""), "a")
    assert "immobilized" in names(played, USER)
    played.do(HeldSet(USER, "prone", True, ""))
    assert "prone" not in names(played, USER)
    shover = PlayedTable(setup_of([creature], [creature])).begin("a").activate("a.m1")
    shover.do(TriggerReported(OTHER, "passive/heavy", ""), "b")
    act(shover, "a.m1", "act/shove", OTHER)
    rule(shover, "30", "failure")
    assert any("cannot be moved" in text for text in shover.told)


def test_a_dryad_in_vegetation_is_not_shot_at() -> None:
    played = table("dryad", "fungus-leshy").do(TriggerReported(USER, "passive/tree-meld", ""), "a").end(USER)
    played.activate(OTHER)
    with pytest.raises(ChangeRefused, match="Dryad cannot be the target of ranged attacks"):
        act(played, OTHER, "feature/spore-pod", USER)
    act(played, OTHER, "feature/spore-pod", "a.m2")
    outside = table("dryad", "fungus-leshy").end(USER).activate(OTHER)
    act(outside, OTHER, "feature/spore-pod", USER)


def test_a_swarm_minds_no_effect_on_its_will_that_is_for_it_alone() -> None:
    for others, saves in (((), False), ((THIRD,), True)):
        played = table("myceloid", "wasp-swarm").do(PersistentSet(OTHER, "poison", 5, ""))
        if others:
            played = table("gashadokuro", "wasp-swarm", "boar")
            act(played, USER, "feature/starvation-aura", OTHER, *others)
        else:
            act(played, USER, "feature/spore-domination", OTHER)
            assert any("is immune to Spore Domination" in text for text in played.told)
        assert (played.asked is not None) is saves
