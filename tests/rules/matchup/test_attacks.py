"""What a creature attacks with, read off its card and its spells."""

from typing import Any

import pytest

from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup
from rules.cards.phrases import read_feature
from rules.effects.values import Damage, Range, SavingThrow
from rules.p2v_combat.attacks import Attack, attacks_of, combinations, unknown_spells
from tests.rows import every_row
from tests.rules.matchup.amounts import DamageInstance, instances
from tests.rules.warbands import STATS

POISON = Damage(5, ("poison",))
PIERCING = Damage(5, ("piercing",))


def feature(name: str = "Spear", **fields: Any) -> Feature:
    """Return a feature as readers of documents give it: what only its sentence says is in its fields."""
    return read_feature(Feature(name.lower(), name, **({"cost": "1"} | fields)))


def only_attack(given: Feature, license_name: str = "ORC") -> Attack:
    """Return the only attack of a creature with one feature."""
    (attack,) = all_of(given, license_name=license_name)
    return attack


def all_of(*given: Feature, license_name: str = "ORC") -> tuple[Attack, ...]:
    card = Card("one", "One", 1, "TN", "Medium", STATS, license=license_name, features=given)
    return attacks_of(card, card.features)


def casting(*names: str, rank: int = 1, note: str | None = None) -> Feature:
    group = SpellGroup(("daily",), tuple(CasterSpell(name, note) for name in names))
    return Feature("magic", "Magic", "caster", caster=Caster("Arcane", rank, (group,)))


def test_a_strike_deals_its_damage_and_is_told_with_its_marks() -> None:
    spear = only_attack(feature(strike=True, range=Range("ranged", 2, 4), uses=("encounter",), damage=(PIERCING,)))
    assert (spear.kind, spear.reach, spear.damage) == ("strike", "Ranged 2/4", ("5 piercing",))
    assert [mark.words for mark in (*spear.cost, *spear.uses)] == ["1 action point", "encounter"]
    assert instances(spear) == (DamageInstance(5, ("piercing",)),)
    assert (spear.is_spell, spear.in_area, spear.saves) == (False, False, ())


def test_a_power_names_each_save_as_printed_and_each_stat_once() -> None:
    blast = only_attack(
        feature(
            range=Range("emanation", 3),
            damage=(Damage(15, ("sonic",)),),
            saves=(SavingThrow("fortitude", "half"), SavingThrow("fortitude", "negates", ("sickened",))),
            gives=("sickened",),
        )
    )
    assert (blast.kind, blast.in_area) == ("power", True)
    assert blast.saves == ("fortitude",)
    assert blast.save_words == ("Fortitude half", "Fortitude negates sickened")
    assert instances(blast) == (DamageInstance(15, ("sonic",), "fortitude", half=True),)


@every_row(
    ("of", "poison_is_saved", "weapon_is_saved"),
    [
        (None, True, True),
        ("poison damage and dazzled", True, False),
        ("damage", True, True),
        ("both", True, False),
        ("dazzled", False, False),
        ("persistent damage and rattled", False, False),
        ("fire damage", False, False),
    ],
)
def test_a_save_is_about_the_part_that_it_names(of: str | None, poison_is_saved: bool, weapon_is_saved: bool) -> None:
    dagger = only_attack(
        feature(
            strike=True,
            damage=(PIERCING, POISON),
            saves=(SavingThrow("fortitude", "negates", SavingThrow.parts_of(of or "")),),
        )
    )
    weapon, poison = instances(dagger)
    assert (weapon.save == "fortitude", poison.save == "fortitude") == (weapon_is_saved, poison_is_saved)


def test_a_save_about_both_effects_of_a_power_is_about_its_damage_too() -> None:
    drain = only_attack(feature(damage=(POISON,), saves=(SavingThrow("will", "negates", ("both",)),)))
    assert instances(drain) == (DamageInstance(5, ("poison",), "will"),)


def test_a_save_that_names_a_type_by_its_other_word_is_about_it() -> None:
    saves = (SavingThrow("reflex", "half", ("lightning damage",)),)
    (instance,) = instances(only_attack(feature(damage=(Damage(5, ("electricity",)),), saves=saves)))
    assert instance.save == "reflex"


def test_of_two_saves_with_one_stat_the_one_that_names_the_damage_decides() -> None:
    saves = (SavingThrow("reflex", "half"), SavingThrow("reflex", "negates", ("poison damage",)))
    weapon, poison = instances(only_attack(feature(damage=(PIERCING, POISON), saves=saves)))
    assert (weapon.half, poison.half) == (True, False)


def test_damage_under_two_different_saves_is_left_out_and_said() -> None:
    saves = (SavingThrow("reflex", "half"), SavingThrow("fortitude", "negates", ("poison damage",)))
    stings = only_attack(feature(damage=(PIERCING, POISON), saves=saves))
    assert instances(stings) == (DamageInstance(5, ("piercing",), "reflex", half=True),)
    assert stings.notes == ("5 poison damage is left out: more than one save applies to it.",)
    assert stings.damage == ("5 piercing", "5 poison")


def test_damage_whose_save_does_something_else_is_left_out_and_said() -> None:
    odd = only_attack(feature(damage=(POISON,), saves=(SavingThrow("will", "other"),)))
    assert instances(odd) == ()
    assert odd.notes == ("5 poison damage is left out: see the card for what its save does.",)


def test_persistent_damage_is_named_and_not_reckoned() -> None:
    spores = only_attack(
        feature(damage=(Damage(5, ("poison",), persistent=True),), saves=(SavingThrow("will", "negates"),))
    )
    assert (spores.damage, instances(spores)) == (("5 persistent poison",), ())


def test_persistent_damage_that_another_feature_hands_out_is_no_attack() -> None:
    assert all_of(feature(cost=None, damage=(Damage(15, ("poison",), persistent=True),))) == ()


def test_what_neither_strikes_nor_is_saved_against_nor_deals_damage_is_no_attack() -> None:
    assert all_of(feature("Scurry", effect="It Strides twice.")) == ()


def test_a_weapon_whose_sentence_is_a_strike_is_one() -> None:
    said = only_attack(feature(damage=(PIERCING,), effect="A ranged Strike that deals {damage} damage."))
    unsaid = only_attack(feature(damage=(PIERCING,), effect="One grabbed creature takes {damage} damage."))
    assert (said.kind, unsaid.kind) == ("strike", "power")


def test_an_area_in_the_sentence_is_read_where_no_range_is_printed() -> None:
    saves = (SavingThrow("reflex", "half"),)
    fate = only_attack(
        feature(damage=(POISON,), saves=saves, effect="Each creature in an Emanation 3 takes {damage} damage.")
    )
    assert (fate.reach, fate.in_area) == ("Emanation 3", True)


def test_actions_made_of_strikes_are_named_and_have_no_row() -> None:
    slice_, sneak = feature("Slice", effect="It makes two Strikes."), feature("Sneak", cost=None, effect="Its Strikes.")
    assert all_of(slice_, sneak) == ()
    assert combinations((slice_, sneak, feature(strike=True))) == ("Slice",)


@every_row(
    "effect",
    [
        "It Strides twice and ends with a melee Strike.",
        "It makes Vine Strikes, one against each enemy within reach.",
        "It makes up to four Vine Strikes.",
        "It makes a digging bar Strike.",
        "It makes a pair of melee Strikes against one target.",
        "It flies, and then Strikes with a talon.",
    ],
)
def test_strikes_within_an_action_are_found_however_they_are_said(effect: str) -> None:
    assert combinations((feature("Charge", effect=effect),)) == ("Charge",)


@pytest.mark.parametrize("effect", ["It loses its Claw Strike.", "The Strike is redirected.", "It Strides twice."])
def test_what_only_speaks_of_strikes_is_not_made_of_them(effect: str) -> None:
    assert combinations((feature("Other", effect=effect),)) == ()


def test_a_save_in_the_sentence_counts_where_the_fields_have_none() -> None:
    swallow = only_attack(
        feature(damage=(POISON,), effect="It is swallowed (Reflex negates). It takes {damage} damage.")
    )
    assert (swallow.saves, swallow.save_words) == (("reflex",), ("Reflex negates",))
    assert instances(swallow) == (DamageInstance(5, ("poison",), "reflex"),)


def test_a_power_with_a_strike_in_it_says_so() -> None:
    toss = only_attack(feature(effect="It makes a melee Strike and tosses.", saves=(SavingThrow("will", "negates"),)))
    assert (toss.kind, toss.notes) == ("power", ("It includes a Strike: see that row.",))


# Spells


def test_a_spell_has_the_damage_of_its_casters_rank() -> None:
    ray = only_attack(casting("Frostbite", rank=3))
    assert (ray.name, ray.kind, ray.is_spell) == ("Frostbite", "strike", True)
    assert (ray.damage, instances(ray)) == (("10 cold",), (DamageInstance(10, ("cold",)),))
    assert [mark.words for mark in ray.uses] == ["daily"]


def test_a_spell_is_the_one_of_the_cards_license() -> None:
    assert only_attack(casting("grim tendrils"), "ORC").damage == ("5 void",)
    assert only_attack(casting("grim tendrils"), "OGL").damage == ("7 void",)


def test_ways_to_cast_that_differ_in_price_and_reach_alone_are_one_row() -> None:
    harm = only_attack(casting("harm"), "OGL")
    assert harm.reach == "Melee or Ranged 6"
    assert [mark.words for mark in harm.cost] == ["1 action point", "2 action points"]
    assert (harm.save_words, instances(harm)) == (
        ("Fortitude half",),
        (DamageInstance(5, ("void",), "fortitude", half=True),),
    )


def test_the_way_that_covers_an_area_is_a_row_of_its_own() -> None:
    near, far = all_of(casting("harm"))
    assert (near.in_area, far.in_area, far.reach) == (False, True, "Burst 4")
    assert (near.key, far.key) == ("magic-harm", "magic-harm-2")


def test_missiles_fly_at_one_target() -> None:
    single, double = all_of(casting("magic missile"), license_name="OGL")
    assert (single.damage, double.damage) == (("4 force",), ("2 × 4 force",))
    assert (instances(single)[0].times, instances(double)[0].times) == (1, 2)
    assert double.notes == ("All missiles are aimed at one target.",)
    assert (double.kind, double.saves) == ("power", ())


def test_the_type_that_a_caster_picks_is_left_to_the_target() -> None:
    (instance,) = instances(only_attack(casting("telekinetic projectile")))
    assert instance == DamageInstance(5, ("bludgeoning", "piercing", "slashing"), any_one=True)


def test_an_action_that_a_spell_grants_is_a_row() -> None:
    jaws = only_attack(casting("glutton's jaws", rank=4))
    assert (jaws.name, jaws.kind, jaws.damage) == ("Glutton's Jaws: Jaws", "strike", ("15",))


def test_an_action_in_the_area_of_its_spell_has_that_area() -> None:
    tangle = only_attack(casting("entangling flora", rank=2))
    assert (tangle.name, tangle.reach, tangle.in_area) == (
        "Entangling Flora: Command Tangle",
        "Burst 3 within 24",
        True,
    )


def test_a_spell_says_whom_it_is_for_and_what_is_not_counted() -> None:
    assert only_attack(casting("laughing fit", rank=2)).only_living
    assert only_attack(casting("laughing fit", rank=2)).notes == ("Only for living creatures.",)
    assert only_attack(casting("grease")).notes == ("Affects a creature that moves into or through that area.",)
    assert only_attack(casting("wilding word")).notes == ("Animals, fungi and plants save at −1 (not included).",)
    assert only_attack(casting("wilding word"), "OGL").notes == (
        "Only for a target that is an animal, plant or fungus.",
    )
    assert only_attack(casting("dizzying colors")).notes == ("On a successful save, the target is still rattled.",)
    assert only_attack(casting("needle of vengeance")).notes == (
        "The damage is dealt when it next attacks the caster.",
    )
    assert only_attack(casting("wall of thorns", rank=3)).notes == (
        "The damage is dealt whenever it enters or passes through a barrier.",
    )
    assert only_attack(casting("void warp")).notes == ("It damages only living targets.",)
    assert only_attack(casting("charm", note="self only")).notes == ("Self only.",)
    assert only_attack(casting("fear", rank=3)).reach == "Ranged 6, up to 5 targets"


def test_a_spell_named_twice_and_spells_that_attack_nobody_add_no_rows() -> None:
    assert [attack.name for attack in all_of(casting("shield", "charm", "heal", "charm"))] == ["Charm"]


def test_a_spell_on_no_sheet_is_named_as_the_card_prints_it() -> None:
    card = Card("one", "One", 1, "TN", "Medium", STATS, features=(casting("Dominate", "charm", "Dominate"),))
    assert unknown_spells(card, card.features) == ("Dominate",)
