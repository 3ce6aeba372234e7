"""Every form of the small grammar that turns a feature's fields into a sentence."""

from dataclasses import replace

import pytest

from rules.cards.model import Feature
from rules.cards.phrases import (
    COMMON_EFFECTS,
    damage_words,
    effect_template,
    effect_text,
    save_words,
    unknown_references,
)
from rules.effects.model import Effect
from rules.effects.notation import parse_damage, parse_names, parse_range, parse_saves
from rules.effects.values import Damage, Range, SavingThrow
from tests.rows import every_row


def feature(damage: str = "", gives: str = "", saves: str = "", reach: str = "", *, strike: bool = False) -> Feature:
    return Feature(
        id="power",
        name="Power",
        range=parse_range(reach),
        strike=strike,
        damage=parse_damage(damage),
        saves=parse_saves(saves),
        gives=parse_names(gives),
    )


def strike(damage: str = "", gives: str = "", saves: str = "") -> Feature:
    return feature(damage, gives, saves, "melee", strike=True)


@every_row(
    ("fields", "sentence"),
    [
        (strike("5 piercing"), "Deals 5 piercing damage."),
        (strike("10"), "Deals 10 damage."),
        (strike("30 slashing and fire"), "Deals 30 slashing and fire damage."),
        (strike("20 acid, cold and fire"), "Deals 20 acid, cold and fire damage."),
        (
            strike("15 piercing and poison", "", "fortitude half"),
            "Deals 15 piercing and poison damage (Fortitude half).",
        ),
        (strike("11 slashing", "grabbed"), "Deals 11 slashing damage, and the target is grabbed."),
        (strike("5 piercing", "prone"), "Deals 5 piercing damage, and the target falls prone."),
        (
            strike("25 piercing and poison", "sickened", "fortitude negates sickened"),
            "Deals 25 piercing and poison damage, and the target is sickened (Fortitude negates sickened).",
        ),
        (
            strike("5 piercing; 5 poison", "dazzled", "fortitude negates poison damage and dazzled"),
            "Deals 5 piercing damage, and the target takes 5 poison damage and is dazzled (Fortitude negates both).",
        ),
        (
            strike("10; 5 persistent poison", "", "fortitude negates persistent damage"),
            "Deals 10 damage, and the target takes 5 persistent poison damage (Fortitude negates persistent damage).",
        ),
        (strike("", "encumbered"), "The target is encumbered."),
        (strike("", "grabbed, pull 2"), "The target is grabbed and pulled 2 squares."),
    ],
)
def test_a_strike_deals_its_first_damage_and_the_rest_befalls_the_target(fields: Feature, sentence: str):
    assert effect_text(fields) == sentence


@every_row(
    ("fields", "sentence"),
    [
        (feature("20 cold", "", "reflex half"), "The target takes 20 cold damage (Reflex half)."),
        (
            feature("15 bludgeoning", "slowed", "fortitude negates slowed"),
            "The target takes 15 bludgeoning damage and is slowed (Fortitude negates slowed).",
        ),
        (
            feature("10 fire; 5 persistent fire", "", "reflex half; reflex negates persistent damage"),
            "The target takes 10 fire damage and 5 persistent fire damage "
            "(Reflex half; Reflex negates persistent damage).",
        ),
        (feature("", "rattled", "will negates", "ranged 6"), "The target is rattled (Will negates)."),
        (feature("", "sickened, slowed, off-guard"), "The target is sickened, slowed and off-guard."),
        (feature("", "stunned, prone"), "The target is stunned and falls prone."),
        (feature("", "prone"), "The target falls prone."),
        (feature("", "push 1"), "The target is pushed 1 square."),
        (feature("", "pull 4"), "The target is pulled 4 squares."),
        (feature("", "shunt 2, prone"), "The target is shunted 2 squares and falls prone."),
    ],
)
def test_without_a_strike_the_target_takes_the_damage(fields: Feature, sentence: str):
    assert effect_text(fields) == sentence


@pytest.mark.parametrize("reach", ["emanation 3", "emanation 1 aura", "burst 2 within 12", "cone 4", "line 8"])
def test_an_area_affects_each_creature_in_it(reach: str):
    assert effect_text(feature("15 acid", "", "reflex half", reach)) == (
        "Each creature in the area takes 15 acid damage (Reflex half)."
    )
    assert effect_text(feature("", "stunned, prone", "fortitude negates both", reach)) == (
        "Each creature in the area is stunned and falls prone (Fortitude negates both)."
    )


@pytest.mark.parametrize("reach", ["melee 2", "ranged 6/12", "touch", "self"])
def test_a_range_that_is_no_area_affects_one_target(reach: str):
    assert effect_text(feature("5", "", "", reach)) == "The target takes 5 damage."


def test_prose_goes_before_the_fields_and_holds_references_to_the_damage():
    prose = replace(
        strike("20 bludgeoning and fire; 5 persistent fire", "grabbed"),
        effect="Deals {damage}; {amount} twice; then {damage.2}, that is {amount.2}.",
    )
    assert effect_text(prose) == "Deals 20 bludgeoning and fire; 20 twice; then 5 persistent fire, that is 5."
    assert effect_template(prose) == prose.effect


def test_a_level_up_changes_the_number_and_the_sentence_together():
    before = strike("10 piercing; 5 poison", "dazzled")
    after = replace(before, damage=parse_damage("13 piercing; 8 poison"))
    assert effect_template(before) == effect_template(after)
    assert effect_text(after) == "Deals 13 piercing damage, and the target takes 8 poison damage and is dazzled."


def test_a_reference_to_damage_that_is_not_there_is_reported_and_left_standing():
    prose = replace(feature("5 fire"), effect="Deals {damage}, {damage.2} and {amount.0}.")
    assert unknown_references(prose) == ("{damage.2}", "{amount.0}")
    assert effect_text(prose) == "Deals 5 fire, {damage.2} and {amount.0}."
    assert unknown_references(replace(prose, effect="Deals {damage}.")) == ()


def test_a_reference_reaches_the_damage_of_a_part():
    part = Effect(on="hit", damage=parse_damage("4 persistent fire; 3 cold"))
    prose = replace(feature("5 fire"), then=(Effect(), part), effect="{part.2.damage}, {part.2.amount.2}, {amount}.")
    assert effect_text(prose) == "4 persistent fire, 3, 5."
    wrong = replace(prose, effect="{part.1.damage} {part.3.damage} {part.0.amount} {part.2.damage.3}")
    assert unknown_references(wrong) == tuple(wrong.effect.split())


@pytest.mark.parametrize(
    "name", ["Attack of Opportunity", "Reactive Strike", "Ferocity", "Retributive Strike", "reactive strike"]
)
def test_a_common_feature_that_is_printed_by_name_only_says_what_everybody_knows(name: str):
    assert effect_text(Feature(id="common", name=name, cost="reaction")) == COMMON_EFFECTS[name.lower()]
    assert effect_text(Feature(id="common", name=name, effect="Its own words.")) == "Its own words."


def test_a_feature_of_which_nothing_is_known_says_nothing():
    assert effect_text(feature()) == ""
    assert effect_text(feature(saves="will negates")) == ""


def test_damage_and_saves_are_said_as_the_game_says_them():
    assert damage_words(Damage(15, ("piercing", "fire"))) == "15 piercing and fire"
    assert damage_words(Damage(5, ("poison",), persistent=True)) == "5 persistent poison"
    assert damage_words(Damage(5)) == "5"
    assert save_words(SavingThrow("reflex", "half")) == "Reflex half"
    assert save_words(SavingThrow("fortitude", "negates", ("sickened",))) == "Fortitude negates sickened"


def test_an_area_is_known_by_its_kind_and_not_by_its_size():
    assert (
        effect_text(replace(feature("5 fire"), range=Range("burst")))
        == "Each creature in the area takes 5 fire damage."
    )
