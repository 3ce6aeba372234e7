"""The card as it is shown: signs, words and order, without a word of how it is drawn."""

from dataclasses import replace

import pytest

from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats, numbered
from rules.cards.sheet import COST_SIGNS, Mark, cost_mark, creature_card, range_words, use_marks
from rules.effects.values import Damage, Range, Resistance, Weakness
from rules.glossary.catalog import Span
from tests.rows import every_row

CARD = Card(
    key="ash-captain",
    name="Ash Captain",
    level=5,
    alignment="LE",
    size="Large",
    stats=Stats(fight=9, armor=17, power=15, fortitude=6, reflex=-1, will=None, hp=55, speed=5),
    armor_broken=13,
    movement_mode="Flight",
    tags=("Human", "Humanoid"),
    source="hb",
    license="own work",
    class_name="Fighter",
    skills=("Stealth", "Athletics"),
    other=("Darkvision",),
    immune=("fire",),
    resist=(Resistance("cold", 2, ("magic",)), Resistance("all", 1)),
    weak=(Weakness("cold iron", 5),),
    features=numbered(
        (
            Feature(
                id="", name="Spear", cost="1", range=Range("melee", 2), strike=True, damage=(Damage(8, ("piercing",)),)
            ),
            Feature(
                id="",
                name="Magic",
                kind="caster",
                caster=Caster(
                    "Primal",
                    2,
                    (
                        SpellGroup(("daily", "daily"), (CasterSpell("heal"),)),
                        SpellGroup((), (CasterSpell("light", "self only"),)),
                    ),
                ),
            ),
            Feature(id="", name="Shield", kind="add_on", effect="It blocks."),
            Feature(id="", name="Long Spear", kind="replaces", replaces="Spear", strike=True),
        )
    ),
)  # fmt: skip - a card reads best as it is laid out
SHOWN = creature_card(CARD)


def test_the_head_has_name_points_alignment_size_tags_and_level():
    assert (SHOWN.name, SHOWN.points, SHOWN.upgrade_cost, SHOWN.level) == ("Ash Captain", 32, 6, 5)
    assert SHOWN.alignment is not None
    assert SHOWN.alignment.code == "LE"
    assert (SHOWN.size, SHOWN.tags, SHOWN.class_name) == ("Large", ("Human", "Humanoid"), "Fighter")


def test_the_eight_stats_stand_in_printed_order_with_signs_where_they_are_bonuses():
    assert [(stat.label, stat.value) for stat in SHOWN.stats] == [
        ("Fight", "+9"),
        ("Armor", "17 [13]"),
        ("Power", "15"),
        ("Fort", "+6"),
        ("Reflex", "−1"),
        ("Will", "–"),
        ("HP", "55"),
        ("Speed", "5"),
    ]


@pytest.mark.parametrize(
    ("mode", "sign"),
    [
        ("Aquatic", "≋"),
        ("Burrowing", "🕳"),
        ("Flight", "☁"),
        ("Wall Climb", "🌳"),
        ("Teleportation", "✪"),
    ],
)
def test_each_movement_mode_has_its_sign(mode, sign):
    assert creature_card(replace(CARD, movement_mode=mode)).movement == Mark(sign, mode)


def test_without_a_movement_mode_there_is_no_sign():
    assert creature_card(replace(CARD, movement_mode=None)).movement is None


@every_row(
    ("cost", "once", "mark"),
    [
        (None, False, None),
        ("0", False, Mark("○", "free action")),
        ("1", False, Mark("●", "1 action point")),
        ("1", True, Mark("●○", "1 action point, once per turn")),
        ("2", False, Mark("●●", "2 action points")),
        ("3", False, Mark("●●●", "3 action points")),
        ("reaction", False, Mark("↻", "reaction")),
    ],
)
def test_each_cost_has_its_dots_and_its_words(cost, once, mark):
    assert cost_mark(cost, once) == mark
    assert len(COST_SIGNS) == 5


def test_each_use_has_its_box():
    assert use_marks(("consumable", "daily", "encounter")) == (
        Mark("☐", "consumable"),
        Mark("🄳", "daily"),
        Mark("🄴", "encounter"),
    )


@every_row(
    ("reach", "words"),
    [
        (None, ""),
        (Range("melee", 1), "Melee"),
        (Range("melee", 2), "Melee 2"),
        (Range("ranged", 6, 12), "Ranged 6/12"),
        (Range("burst", 2, within=12), "Burst 2 within 12"),
        (Range("emanation", 3, aura=True), "Emanation 3 aura"),
        (Range("self"), "Self"),
        (Range("melee", 1, other=Range("ranged", 2, 4)), "Melee or Ranged 2/4"),
    ],
)
def test_a_range_is_said_as_a_card_prints_it(reach, words):
    assert range_words(reach) == words


def test_features_and_upgrades_stand_apart_in_their_order():
    assert [line.name for line in SHOWN.base_features] == ["Spear", "Magic"]
    assert [(line.name, line.kind) for line in SHOWN.upgrades] == [
        ("Shield", "Add on"),
        ("Long Spear", "Replaces Spear"),
    ]


def test_a_strike_says_its_reach_and_its_effect():
    spear = SHOWN.features[0]
    assert (spear.reach, spear.cost, spear.effect) == (
        "Melee 2 strike",
        Mark("●", "1 action point"),
        (Span("Deals 8 piercing damage."),),
    )


def test_spells_stand_in_groups_with_their_boxes():
    magic = SHOWN.features[1]
    assert magic.caster == "Primal caster, rank 2"
    daily, at_will = magic.groups
    assert (daily.uses, daily.spells) == ((Mark("🄳", "daily"), Mark("🄳", "daily")), (("heal", ""),))
    assert (at_will.uses, at_will.spells) == ((), (("light", "self only"),))


def test_the_foot_holds_the_standard_features_and_leaves_out_what_is_empty():
    said = {label: "".join(span.text for span in spans) for label, spans in SHOWN.foot}
    assert said == {
        "Skills": "Stealth, Athletics",
        "Senses and traits": "Darkvision",
        "Immune": "fire",
        "Resist": "cold 2d6 (except magic), all 1d6",
        "Weak": "cold iron 5",
    }
    assert creature_card(replace(CARD, skills=(), other=(), immune=(), resist=(), weak=())).foot == ()


def test_terms_are_marked_in_every_sentence_of_the_card():
    seen = []
    creature_card(CARD, lambda text: seen.append(text) or (Span(text),))
    assert {"Deals 8 piercing damage.", "It blocks.", "Stealth, Athletics", "fire"} <= set(seen)
