"""What a card says that the rules do not know."""

from dataclasses import replace

import pytest

from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats
from rules.cards.remarks import card_warnings, damage_types, states
from rules.effects.values import Damage, Resistance, Weakness

JAWS = Feature(id="jaws", name="Jaws", damage=(Damage(9, ("piercing",)),))
WOLF = Card(
    key="wolf",
    name="Wolf",
    level=3,
    alignment="NE",
    size="Medium",
    stats=Stats(fight=8, armor=15, power=13, fortitude=5, reflex=7, will=2, hp=40, speed=6),
    skills=("Stealth", "Perception", "Intimidate"),
    resist=(Resistance("fire", 2), Resistance("all", 1)),
    weak=(Weakness("cold iron", 5),),
    features=(JAWS,),
)


def test_a_card_of_words_that_the_rules_know_has_no_warning():
    assert card_warnings(WOLF) == ()


@pytest.mark.parametrize(
    ("change", "field", "expected"),
    [
        ({"skills": ("Juggling",)}, "skills", "The rules have no skill called “Juggling”."),
        ({"resist": (Resistance("glitter", 1),)}, "resist", "The rules have no damage type called “glitter”."),
        ({"weak": (Weakness("glitter", 5),)}, "weak", "The rules have no damage type called “glitter”."),
        ({"stats": replace(WOLF.stats, will=None)}, "will", "The card has no will."),
    ],
)
def test_a_warning_about_a_card_names_its_field(change, field, expected):
    (warning,) = card_warnings(replace(WOLF, **change))
    assert (warning.field, warning.message, warning.feature) == (field, expected, None)


@pytest.mark.parametrize(
    ("feature", "field", "expected"),
    [
        (
            replace(JAWS, damage=(Damage(9, ("glitter",)),)),
            "damage",
            "Jaws: the rules have no damage type called “glitter”.",
        ),
        (replace(JAWS, gives=("dizzy",)), "gives", "Jaws: the rules have no condition or status called “dizzy”."),
        (Feature(id="a", name="Nothing"), "effect", "Nothing says nothing: it has no effect, damage or condition."),
        (
            Feature(id="a", name="Magic", kind="caster", caster=Caster("Wild", 2)),
            "caster",
            "Magic: the rules have no tradition called “Wild”.",
        ),
        (
            Feature(
                id="a",
                name="Magic",
                kind="caster",
                caster=Caster("Primal", 2, (SpellGroup((), (CasterSpell("heal"), CasterSpell("frobnicate"))),)),
            ),
            "caster",
            "Magic: “frobnicate” has no entry among the spells.",
        ),
    ],
)
def test_a_warning_about_a_feature_names_the_feature(feature, field, expected):
    (warning,) = card_warnings(replace(WOLF, features=(feature,)))
    assert (warning.field, warning.message, warning.feature) == (field, expected, feature.name)


@pytest.mark.parametrize("given", ["slowed", "prone", "push 2", "pull 4", "shunt 1"])
def test_conditions_and_moves_are_known(given):
    assert card_warnings(replace(WOLF, features=(replace(JAWS, gives=(given,)),))) == ()


def test_the_words_that_forms_suggest_are_the_rules_own():
    assert {"fire", "slashing", "force"} <= set(damage_types())
    assert {"slowed", "prone", "confused"} <= {state.casefold() for state in states()}


def test_fields_that_were_read_from_a_text_are_to_be_compared() -> None:
    read = tuple(replace(feature, read_from_text=True) for feature in WOLF.features)
    (warning,) = card_warnings(replace(WOLF, features=read))
    assert warning.message == f"Fields were read from the text of {WOLF.features[0].name}: compare them."
