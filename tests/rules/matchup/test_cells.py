"""One attack against one target, worked out by hand from the built-in cards, and against every face of every die."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.cards.model import Card
from rules.effects.values import Weakness
from rules.matchup.cells import MatchupCell, cell_of, faces_percent, tenths
from rules.p2v_combat.attacks import Attack, attacks_of
from rules.p2v_combat.odds import SaveOdds, StrikeOdds
from tests.rules.matchup import naive
from tests.rules.matchup.amounts import instances

Cards = dict[str, Card]


def attack(card: Card, name: str) -> Attack:
    """Return the first attack of that name, every upgrade bought."""
    everything = attacks_of(card, card.features)
    return next(candidate for candidate in everything if candidate.name == name)


def cell(creatures: Cards, attacker: str, name: str, defender: str) -> MatchupCell:
    card = creatures[attacker]
    return cell_of(attack(card, name), card.stats, creatures[defender])


def test_a_kobold_warrior_thrusts_its_spear_at_a_boar(built_in: Cards) -> None:
    """Fight +5 against Armor 13, 5 piercing damage.

    8 + 5 = 13 hits, so the faces 8 to 20 do: 13 of 20. 23 is critical: 18 + 5, so 18, 19 and 20: 3 of them. The
    average is (10 x 5 + 3 x 10) / 20 = 80 / 20 = 4. As the second attack of a turn, at Fight +0, 13 hits: 8 faces, of
    which only the 20 is critical.
    """
    spear = cell(built_in, "kobold-warrior", "Spear", "boar")
    assert spear.strike == StrikeOdds(miss=7, hit=10, critical_hit=3)
    assert spear.second == StrikeOdds(miss=12, hit=7, critical_hit=1)
    assert spear.damage == 4
    assert spear.summary == (
        "Hits on 8 or more, 65%; critically 15%. As the second attack of a turn: 40%. 4.0 damage on average."
    )


def test_a_twigjack_sprays_splinters_at_a_boar(built_in: Cards) -> None:
    """15 piercing damage, Reflex half, Power 20; the boar has Reflex +3.

    17 + 3 = 20 succeeds, so 17 to 20 do; 30 is out of reach. 10 and less fail critically: 7 + 3, so 1 to 7. The nine
    faces 8 to 16 just fail. Half of 15 is 7. The average is (7 x 30 + 9 x 15 + 4 x 7) / 20 = 373 / 20 = 18.65.
    """
    spray = cell(built_in, "twigjack", "Splinter Spray", "boar")
    assert [save.odds for save in spray.saves] == [SaveOdds(7, 9, 4, 0)]
    assert spray.damage == Fraction(373, 20)
    assert (spray.hit_percent, spray.critical_percent, spray.damage_words) == ("80%", "35%", "18.7")
    assert spray.summary == "Reflex fails on 16 or less, 80%; critically 35%. 18.7 damage on average."


def test_a_boar_gores_a_shadow_that_resists_everything(built_in: Cards) -> None:
    """Fight +8 against Armor 16, 10 piercing damage, resist all 2d6 but for force and vitality.

    8 hits, 18 is critical: 10 faces hit, 3 critically. Of two dice none comes up 4 or more in a quarter of all throws,
    one in a half, both in a quarter. So 10 damage becomes 10, 5, 5 or 0, on average 5; 20 becomes 20, 15, 15 or 10, on
    average 15. The average is (10 x 5 + 3 x 15) / 20 = 95 / 20 = 4.75.
    """
    tusk = cell(built_in, "boar", "Tusk", "shadow")
    assert tusk.strike == StrikeOdds(7, 10, 3)
    assert tusk.damage == Fraction(19, 4)
    assert tusk.notes == ("Resists with 2d6.",)


def test_a_caligni_skulker_stabs_a_boar_with_a_poisoned_dagger(built_in: Cards) -> None:
    """Fight +8 against Armor 13: 5 piercing, and 5 poison unless a Fortitude save of +8 reaches Power 14.

    5 hits, 15 is critical: 10 faces hit, 6 critically. Piercing: (10 x 5 + 6 x 10) / 20 = 5.5. The save succeeds on 6;
    2 to 5 fail, and the 1 fails critically although 9 is not 10 below. Poison after a hit: (4 x 5 + 1 x 10) / 20 = 1.5;
    after a critical hit 10 poison, which the 1 does not double again: (4 x 10 + 1 x 10) / 20 = 2.5. Together
    (10 x 1.5 + 6 x 2.5) / 20 = 1.5, and 7 in all.
    """
    dagger = cell(built_in, "caligni-skulker", "Dagger", "boar")
    assert dagger.strike == StrikeOdds(4, 10, 6)
    assert [save.odds for save in dagger.saves] == [SaveOdds(1, 4, 10, 5)]
    assert dagger.damage == 7
    assert (dagger.hit, dagger.critical) == (16, 6)
    assert "Fortitude fails on 5 or less, 25%; critically 5%." in dagger.summary


def test_a_goblin_pyro_produces_flame_on_a_twigjack_that_fire_hurts_more(built_in: Cards) -> None:
    """Fight +6 against Armor 19, 5 fire damage, weak fire 5.

    13 hits, and only the 20 is critical. A hit does 5 + 5, a critical hit 10 + 5: (7 x 10 + 15) / 20 = 4.25.
    """
    flame = cell(built_in, "goblin-pyro", "Produce Flame", "twigjack")
    assert flame.strike == StrikeOdds(12, 7, 1)
    assert (flame.damage, flame.notes) == (Fraction(17, 4), ("Weak: 5 more.",))


def test_void_damage_does_nothing_to_a_construct(built_in: Cards) -> None:
    hand = cell(built_in, "shadow", "Shadow Hand", "animated-armor")
    assert (hand.hit, hand.damage, hand.damage_words) == (17, 0, "0.0")
    assert hand.notes == ("Immune to its void damage.",)


def test_a_swarm_is_weak_to_what_befalls_an_area_and_not_to_a_single_blow(built_in: Cards) -> None:
    bees = replace(built_in["bee-man"], resist=(), immune=())
    twigjack = built_in["twigjack"]
    claw, spray = attack(twigjack, "Claw"), attack(twigjack, "Splinter Spray")
    calm = replace(bees, weak=())
    assert cell_of(claw, twigjack.stats, bees) == cell_of(claw, twigjack.stats, calm)
    weak, firm = (cell_of(spray, twigjack.stats, card) for card in (bees, calm))
    # Reflex +12 against Power 20: 1 is critical, 2 to 7 fail, 8 to 17 succeed, 18 and more critically. 17 faces hurt.
    assert [save.odds for save in weak.saves] == [SaveOdds(1, 6, 10, 3)]
    assert weak.damage is not None
    assert firm.damage is not None
    assert weak.damage - firm.damage == Fraction(17 * 10, 20)


def test_a_ballista_has_no_will_to_save_with(built_in: Cards) -> None:
    visage = cell(built_in, "spring-heeled-leaper", "Ghastly Visage", "ballista")
    assert (visage.hit, visage.critical, visage.damage) == (None, None, None)
    assert (visage.hit_percent, visage.critical_percent, visage.damage_words) == ("–", "–", "–")
    assert visage.missing == ("Will",)
    assert visage.summary == "Not shown: one of the cards has no Will. Immune to rattled."


def test_an_attacker_without_fight_or_power_leaves_a_gap(built_in: Cards) -> None:
    skulker = built_in["caligni-skulker"]
    dagger, boar = attack(skulker, "Dagger"), built_in["boar"]
    unarmed = cell_of(dagger, replace(skulker.stats, fight=None), boar)
    assert (unarmed.strike, unarmed.second, unarmed.hit, unarmed.damage) == (None, None, None, None)
    assert unarmed.missing == ("Fight",)
    weak = cell_of(dagger, replace(skulker.stats, power=None), boar)
    assert (weak.hit, weak.damage, weak.missing) == (16, None, ("Power",))
    lost = cell_of(dagger, skulker.stats, replace(boar, stats=replace(boar.stats, armor=None, fortitude=None)))
    assert (lost.hit, lost.missing) == (None, ("Armor", "Fortitude"))


def test_a_creature_that_is_immune_to_an_attack_by_name_is_untouched(built_in: Cards) -> None:
    gaze = cell(built_in, "basilisk--p2v-ogl", "Petrifying Gaze", "basilisk")
    assert gaze.is_immune
    assert (gaze.hit, gaze.summary) == (None, "Immune to Petrifying Gaze.")


def test_a_spell_for_the_living_leaves_undead_and_constructs_alone(built_in: Cards) -> None:
    for key in ("zombie-shambler", "animated-armor"):
        laughter = cell(built_in, "cult-leader", "Hideous Laughter", key)
        assert (laughter.is_immune, laughter.damage) == (True, None)
    assert not cell(built_in, "cult-leader", "Hideous Laughter", "boar").is_immune


def test_a_condition_that_the_target_never_gets_is_named(built_in: Cards) -> None:
    assert cell(built_in, "zombie-shambler", "Fist", "wasp-swarm").notes[-1] == "Immune to grabbed."
    assert cell(built_in, "satyr", "Charm", "boar").notes == ()


def test_what_needs_no_roll_always_takes_effect(built_in: Cards) -> None:
    burning = cell(built_in, "giant-animated-statue", "Burn Alive", "boar")
    assert (burning.hit, burning.critical, burning.damage) == (20, 0, 20)
    assert burning.summary == "Takes effect without a roll. 20.0 damage on average."


def test_damage_that_does_nothing_does_nothing_whatever_the_save(built_in: Cards) -> None:
    daze = cell(built_in, "cult-leader", "Daze", "ballista")
    assert (daze.missing, daze.damage) == (("Will",), 0)
    assert daze.notes == ("Immune to its mental damage.",)


def test_missiles_are_weighed_one_by_one(built_in: Cards) -> None:
    mage, armor = built_in["kobold-dragon-mage"], built_in["blink-dog"]
    single, double = (casting for casting in attacks_of(mage, mage.features) if casting.name == "Magic Missile")
    frail = replace(armor, resist=(), weak=(Weakness("force", 3),))
    assert cell_of(single, mage.stats, frail).damage == 7
    assert cell_of(double, mage.stats, frail).damage == 14


def test_who_picks_the_type_of_damage_picks_what_hurts_most(built_in: Cards) -> None:
    bard = built_in["kobold-bard-1"]
    projectile = attack(bard, "Telekinetic Projectile")
    plain, wraithvine, ooze = (built_in[key] for key in ("boar", "wraithvine", "gray-ooze"))
    for card in (plain, wraithvine, ooze):
        # Wraithvines and oozes resist piercing and slashing: bludgeoning meets nothing.
        struck = cell_of(projectile, bard.stats, card)
        bare = cell_of(projectile, bard.stats, replace(card, resist=(), weak=()))
        assert struck.damage == bare.damage


def test_a_reaction_is_never_the_second_attack_of_a_turn(built_in: Cards) -> None:
    boar = built_in["boar"]
    tusk = attack(boar, "Tusk")
    assert cell_of(tusk, boar.stats, boar).second is not None
    assert cell_of(replace(tusk, is_reaction=True), boar.stats, boar).second is None


@pytest.mark.parametrize(
    "defender",
    [
        "boar",
        "shadow",
        "animated-armor",
        "wasp-swarm",
        "twigjack",
        "caldera-oni",
        "zombie-shambler",
        "bee-man",
        "ballista",
    ],
)
def test_averages_are_those_of_every_face_of_every_die(built_in: Cards, defender: str) -> None:
    target = built_in[defender]
    compared = 0
    for attacker in built_in.values():
        for each_attack in attacks_of(attacker, attacker.features):
            reckoned = cell_of(each_attack, attacker.stats, target)
            if (
                each_attack.dealt
                and not reckoned.is_immune
                and not any(amount.any_one for amount in instances(each_attack))
            ):
                assert reckoned.damage == naive.average(each_attack, attacker, target), (attacker.key, each_attack.name)
                compared += 1
    assert compared > 200


def test_words_for_chances_and_averages() -> None:
    assert [faces_percent(faces) for faces in (0, 1, 20)] == ["0%", "5%", "100%"]
    assert [tenths(Fraction(number, 20)) for number in (0, 1, 373, 380)] == ["0.0", "0.1", "18.7", "19.0"]


def test_sure_and_hopeless_rolls_are_said_as_such(built_in: Cards) -> None:
    boar, oni = built_in["boar"], built_in["caldera-oni"]
    tusk = attack(boar, "Tusk")
    sure = cell_of(tusk, replace(boar.stats, fight=29), oni)
    hopeless = cell_of(tusk, replace(boar.stats, fight=-5), oni)
    assert sure.summary.startswith("Hits on any roll, 100%; critically 95%.")
    assert hopeless.summary.startswith("Hits on a 20, 5%; critically 5%.")
    twigjack = built_in["twigjack"]
    spray = attack(twigjack, "Splinter Spray")
    tough, weak = (replace(boar, stats=replace(boar.stats, reflex=reflex)) for reflex in (40, -5))
    assert cell_of(spray, twigjack.stats, tough).summary.startswith("Reflex fails on a 1, 5%; critically 5%.")
    assert cell_of(spray, twigjack.stats, weak).summary.startswith("Reflex fails on any roll, 100%; critically 75%.")
