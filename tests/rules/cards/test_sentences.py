"""Sentences of cards that came without fields are read once, and marked."""

from rules.cards.model import Card, Feature, Stats
from rules.cards.phrases import read_feature, read_sentences
from rules.effects.values import Damage, EffectStep, Range, SavingThrow

CLAW = Feature(
    "claw", "Claw", cost="1", damage=(Damage(5, ("slashing",)),), effect="A melee Strike that deals {damage}."
)


def test_a_strike_that_only_the_sentence_names_is_read_and_marked() -> None:
    read = read_feature(CLAW)
    assert (read.strike, read.unprinted, read.read_from_text) == (True, frozenset({"strike"}), True)


def test_a_save_and_an_area_are_read_where_no_field_has_them() -> None:
    read = read_feature(Feature("fate", "Fate", effect="Each creature in an Emanation 3 falls (Reflex negates)."))
    assert read.saves == (SavingThrow("reflex", "negates"),)
    assert read.range == Range("emanation", 3)
    assert read.unprinted == {"saves", "range"}


def test_an_activity_with_a_strike_has_it_among_its_steps() -> None:
    assert read_feature(Feature("rush", "Rush", effect="It Strides, then makes a melee Strike.")).steps == (
        EffectStep(action="strike"),
    )


def test_what_fields_say_stands_before_any_sentence() -> None:
    answer = Feature("rush", "Rush", steps=(EffectStep(action="stride"),), effect="It makes a melee Strike.")
    assert read_feature(answer) == answer
    plain = Feature("calm", "Calm", effect="It rests.")
    assert read_feature(plain) == plain


def test_a_card_is_read_once() -> None:
    card = Card("cat", "Cat", 1, "TN", "Small", Stats(1, 11, 11, 1, 1, 1, 5, 5), features=(CLAW,))
    read = read_sentences(card)
    assert read.features[0].read_from_text
    assert read_sentences(read) is read


def test_damage_that_a_field_has_is_not_read_again() -> None:
    rapier = Feature(
        "rapier", "Rapier", strike=True, damage=(Damage(15, ("piercing",)),), effect="Deals 15 piercing damage."
    )
    assert read_feature(rapier) == rapier
