"""The fields of the built-in creatures say what their sentences say, or leave it to the table."""

import re
from pathlib import Path

import pytest

from compendium.builtin import built_in_cards
from compendium.builtin.creatures import upcast_card
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card, Feature
from rules.cards.phrases import PRINTED_FIELDS, common_effect, effect_text, has_further_fields, read_feature
from rules.cards.remarks import is_same_in_play
from tests.rows import every_row

DOCS = Path(__file__).parents[2] / "docs" / "effects.md"
FEATURES = [(card, feature) for card in built_in_cards() for feature in card.features]
IN_FIELDS = "strike saves damage steps bonuses then gives heal reduces resist terrain temporary_hp".split()


def feature_of(key: str, feature_id: str) -> Feature:
    return next(feature for card, feature in FEATURES if (card.key, feature.id) == (key, feature_id))


def test_prose_is_in_fields_or_left_to_the_table() -> None:
    untold = [
        f"{card.key}/{feature.id}"
        for card, feature in FEATURES
        if feature.effect and not has_further_fields(feature) and not (feature.strike or feature.saves or feature.gives)
        if not (feature.name == "Commander" and card.starts_with)  # the card's own field says it,
        if not (feature.name == "Weakness" and card.weak)  # or its foot
    ]
    assert not untold


def test_nothing_of_the_built_in_cards_was_read_from_a_sentence() -> None:
    assert not [feature.id for _, feature in FEATURES if feature.read_from_text]


def test_the_docs_count_what_is_left_to_the_table() -> None:
    left = [(card, feature) for card, feature in FEATURES if feature.is_left_to_table]
    partly = sum(any(getattr(feature, name) for name in IN_FIELDS) for _, feature in left)
    text = " ".join(DOCS.read_text(encoding="utf-8").split())
    prose = sum(bool(feature.effect) for _, feature in FEATURES)
    assert f"Of the {len(FEATURES)} features of the {len(built_in_cards())} built-in creatures, {prose} have" in text
    assert f"{len(left)} features of {len({card.key for card, _ in left})} creatures are marked" in text
    assert f"{partly} are partly in fields" in text
    assert f"{len(left) - partly} are only words" in text


def test_parts_name_damage_that_the_feature_has() -> None:
    for card, feature in FEATURES:
        for part in feature.then:
            assert all(1 <= number <= len(feature.damage) for number in part.parent_damage), f"{card.key}/{feature.id}"


NUMBER_OF_DAMAGE = re.compile(r"(?<![+\w])\d+(?: (?:more|extra))? [a-z ]*\bdamage\b")
"""What a sentence deals, unless it is a bonus: bonuses do not grow."""
FIXED = {"arboreal-shepherd/defend-the-friends": "5 damage", "giant-animated-statue/brazier": "15 or more cold damage"}
"""What a creature pays itself, and what sets something off."""


def test_every_number_of_damage_in_a_sentence_is_a_reference_to_a_field() -> None:
    written = {f"{card.key}/{feature.id}": NUMBER_OF_DAMAGE.search(feature.effect) for card, feature in FEATURES}
    assert {key: match[0] for key, match in written.items() if match} == FIXED


@pytest.mark.parametrize(
    ("key", "feature_id", "amounts", "told"),
    [
        ("thoqqua", "beak", (20, 9), "Deals 20 fire and piercing damage, plus 9 persistent fire damage on a critical"),
        ("chimera", "fire-breath", (40, 41, 42), "41 poison or acid damage in a Cone 4, or 42 acid or lightning"),
        ("crag-linnorm", "breath-weapon", (55, 25, 33), "ends its turn there takes 33 fire damage."),
        ("pixie", "sprinkle-pixie-dust", (21,), "the target takes 21 mental damage (Will half)"),
        ("caldera-oni", "dance-of-burning-war", (25,), "an extra 25 fire and electricity damage"),
        ("stone-giant", "big-swing", (6,), "it takes 6 bludgeoning damage."),
        ("arboreal-shepherd", "defend-the-friends", (), "The shepherd takes 5 damage."),
    ],
)
def test_damage_of_parts_grows_with_its_sentence(
    key: str, feature_id: str, amounts: tuple[int, ...], told: str
) -> None:
    feature = feature_of(key, feature_id)
    assert len(feature.growing_damage) == len(amounts)
    grown = feature.with_amounts(amounts)
    assert tuple(damage.amount for damage in grown.growing_damage) == amounts
    assert told in effect_text(grown)


def test_all_damage_of_the_built_in_cards_grows_with_its_sentence() -> None:
    for card, feature in FEATURES:
        more = [damage.amount + 900 for damage in feature.growing_damage]
        text = effect_text(feature.with_amounts(more))
        assert not [amount for amount in more if str(amount) not in text], f"{card.key}/{feature.id}"


def test_steps_name_features_of_the_card_or_common_words() -> None:
    for card, feature in FEATURES:
        names = {feature.name for feature in card.features} | {"melee", "ranged"}
        for step in feature.strikes:
            assert set(step.names) <= names, f"{card.key}/{feature.id}"


def test_requirements_are_told_from_triggers() -> None:
    requirements = {feature.name for _, feature in FEATURES if feature.precondition == "requirement"}
    passive = {"Show Off", "Churning Frenzy", "Mounted Superiority"}
    assert {"Bramble Jump", "Lightning Blast", "Spring Up"} | passive <= requirements
    assert all(
        feature.cost in ("1", "2", "3") or feature.name in passive
        for _, feature in FEATURES
        if feature.precondition == "requirement"
    )
    assert all(bool(feature.trigger) == bool(feature.precondition) for _, feature in FEATURES)


def test_creatures_whose_card_names_a_class_have_it() -> None:
    assert {card.name: card.class_name for card in built_in_cards() if card.class_name} == {
        "Human Alchemist": "Alchemist",
        "Kobold Bard 1": "Bard",
        "Kobold Druid 1": "Druid",
        "Kobold Fighter 1": "Fighter",
        "Kobold Rogue 1": "Rogue",
        "Kobold Sorcerer 1": "Sorcerer",
        "Kobold Witch 5": "Witch",
    }


def test_what_a_card_does_not_print_stands_apart_in_its_document() -> None:
    swallow = next(
        feature
        for card in built_in_cards()
        if card.key == "doblagub"
        for feature in card_document(card)["features"]
        if feature["id"] == "swallow-whole"
    )
    assert swallow["saves"] == []
    assert swallow["reading"] == {"saves": [{"stat": "reflex", "result": "negates", "of": None}]}


def oldest(card: Card) -> Card:
    """Return a built-in card as a revision of the first version has it."""
    document = card_document(card, references=True)
    document["class"] = None
    for feature in document["features"]:
        for name in set(feature) - (PRINTED_FIELDS - {"precondition"}) - {"id", "text", "printed"}:
            del feature[name]
    return card_from_document(document)


@every_row("card", built_in_cards(), ids=lambda card: card.key)
def test_an_old_revision_of_a_built_in_card_reads_like_today_s(card: Card) -> None:
    assert upcast_card(oldest(card)) == card


def test_a_revision_that_says_something_else_keeps_what_it_says() -> None:
    card = next(card for card in built_in_cards() if card.key == "boar")
    old = oldest(card)
    document = card_document(old, references=True)
    charge = next(feature for feature in document["features"] if feature["id"] == "boar-charge")
    charge["text"] = "It Strides three times and then makes a Tusk Strike."
    edited = upcast_card(card_from_document(document))
    feature = next(feature for feature in edited.features if feature.id == "boar-charge")
    assert (feature.effect, feature.steps) == (charge["text"], ())
    assert read_feature(feature).read_from_text
    assert not is_same_in_play(edited, card)


def test_common_features_need_no_sentence() -> None:
    assert all(feature.effect or feature.gives or feature.damage or feature.caster or common_effect(feature.name)
               for _, feature in FEATURES)  # fmt: skip


def test_no_sentence_speaks_of_a_cost_and_its_effect_in_one_breath() -> None:
    assert not [feature.id for _, feature in FEATURES if re.search(r"may spend 1 AP, and", feature.effect)]
