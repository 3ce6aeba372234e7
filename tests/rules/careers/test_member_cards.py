"""The card that a career has made, and the explanation of its numbers."""

from dataclasses import replace

from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card, Feature
from rules.cards.phrases import effect_text
from rules.careers.card import career_card, explain
from rules.careers.events import (
    CareerCorrected,
    CareerEvent,
    MemberChanged,
)
from rules.careers.numbers import NumberPart
from rules.effects.model import Effect
from rules.effects.values import Damage, Range
from rules.legality.resolved import Rulebook
from rules.legality.verdict import verdict
from rules.roster import Member, Roster
from tests.rules.careers.careers import BOOK, DRAGON, KOBOLD, STATS, strike
from tests.rules.careers.journals import SNIK, advanced, played, snik, warband


def gained(feat: str, choice: str | None = None, event: str = "g") -> CareerCorrected:
    return CareerCorrected(
        correction="advance-add", id=f"{event}-{feat}", member="m1", reason="test", subject=feat, choice=choice
    )


def at(offset: int) -> CareerCorrected:
    return CareerCorrected(correction="level", id="l", member="m1", reason="test", amount=offset)


def card_after(*events: CareerEvent, card: Card = KOBOLD) -> Card:
    book = Rulebook.of(card)
    member = Member(card.key, id="m1", name="Snik", upgrades=SNIK.upgrades)
    return career_card(snik(*events, start=warband(member, rulebook=book), rulebook=book), book)


def feature(card: Card, key: str) -> Feature:
    return next(candidate for candidate in card.features if candidate.id == key)


def test_a_career_that_has_not_begun_is_the_card() -> None:
    assert card_after() == KOBOLD
    assert explain(snik(), BOOK).changed == ()


def test_stats_level_points_and_skills_are_those_of_the_career() -> None:
    card = card_after(
        gained("fleet"),
        gained("skill-training", "Arcana"),
        gained("toughness"),
        CareerCorrected(correction="injury-add", id="i", member="m1", subject="cursed"),
    )
    assert (card.level, card.points, card.upgrade_cost) == (0, 12, 2)
    assert card.stats == replace(STATS, hp=17, speed=6, fortitude=2, reflex=6, will=2)
    assert card.skills == ("Acrobatics", "Crafting", "Stealth", "Arcana")


def test_damage_grows_in_fields_and_in_sentences() -> None:
    card = card_after(at(1), card=DRAGON)
    breath = feature(card, "breath-weapon")
    assert [damage.amount for damage in feature(card, "jaws").damage] == [20]
    assert effect_text(breath) == "Each creature in the area takes 25 fire damage and 5 persistent fire damage."
    breath = feature(card_after(at(2), card=DRAGON), "breath-weapon")
    # From level 7 to 9: area limited 30 to 35.
    assert effect_text(breath) == "Each creature in the area takes 30 fire damage and 10 persistent fire damage."


def test_upgrades_that_can_still_be_bought_have_grown_too() -> None:
    assert [damage.amount for damage in feature(card_after(at(1)), "sling").damage] == [4]


def test_a_number_in_a_finished_text_grows_too() -> None:
    bite = Feature(
        id="bite",
        name="Bite",
        strike=True,
        range=Range("melee", 1),
        damage=(Damage(3, ("piercing",)), Damage(2, ("poison",))),
        effect="Deals 3 piercing damage, and 2 poison damage on 13 piercing bones.",
        printed=("Melee", "Deals 3 piercing"),
    )
    grown = feature(card_after(at(1), card=replace(KOBOLD, features=(bite,))), "bite")
    assert effect_text(grown) == "Deals 4 piercing damage, and 3 poison damage on 13 piercing bones."
    assert grown.printed is None
    whole = card_from_document(card_document(replace(DRAGON, key="d")))
    assert effect_text(feature(card_after(at(2), card=whole), "breath-weapon")).startswith(
        "Each creature in the area takes 30 fire damage and 10"
    )


def test_the_damage_of_parts_grows_too() -> None:
    parts = (Effect(damage=(Damage(25, ("acid",)),)), Effect(damage=(Damage(4, ("fire",)),)))
    breath = replace(DRAGON.features[1], then=parts)
    grown = feature(card_after(at(2), card=replace(DRAGON, features=(breath,))), "breath-weapon")
    plain = replace(breath, then=parts[1:], effect="Deals 25 fire damage. Those who flee take 4 fire damage.")
    text = effect_text(feature(card_after(at(2), card=replace(DRAGON, features=(plain,))), "breath-weapon"))
    assert text == "Deals 30 fire damage. Those who flee take 9 fire damage."
    # The amounts of a cone with limited uses: from level 7 to 9 they grow by 5.
    assert [part.damage[0].amount for part in grown.then] == [30, 9]


def test_feats_are_features_whose_stats_count_once() -> None:
    card = card_after(
        gained("fleet"), gained("assurance", "Stealth"), gained("assurance", "Arcana"), gained("shield-block")
    )
    feats = card.features[len(KOBOLD.features) :]
    assert [(feat.id, feat.name) for feat in feats] == [
        ("feat-fleet", "Fleet"),
        ("feat-assurance", "Assurance (Stealth)"),
        ("feat-assurance-2", "Assurance (Arcana)"),
        ("feat-shield-block", "Shield Block"),
    ]
    assert feats[0].bonuses == ()
    assert feats[0].effect == "+1 Speed. The stats of this card include it."
    assert (feats[3].cost, feats[3].uses, feats[3].reduces) == ("reaction", ("encounter",), 10)
    high = replace(KOBOLD, level=12)
    assert card_after(gained("shield-block"), at(1), card=high).features[-1].reduces == 20


def test_polearm_proficiency_lengthens_the_strike_that_was_chosen() -> None:
    card = card_after(gained("polearm-proficiency", "spear"))
    assert feature(card, "spear").range == Range("melee", 2)
    assert card.features[-1].name == "Polearm Proficiency (Spear)"
    lance = replace(KOBOLD, features=(replace(strike("lance", 5), range=Range("melee", 3)),))
    card = card_after(gained("polearm-proficiency", "lance"), card=lance)
    assert feature(card, "lance").range == Range("melee", 3)


def test_what_it_starts_with_and_what_it_has_learned_stand_among_the_rest() -> None:
    events = [
        CareerCorrected(correction="injury-add", id="i", member="m1", subject="weakened", permanent=True),
        CareerCorrected(correction="spell-add", id="s", member="m1", subject="Grease"),
    ]
    assert card_after(*events).other == ("Starts each scenario slowed", "Has learned Grease")


def test_armor_changes_the_broken_armor_as_well() -> None:
    card = card_after(
        CareerCorrected(correction="injury-add", id="i", member="m1", subject="fragile"),
        card=replace(KOBOLD, armor_broken=12),
    )
    assert (card.stats.armor, card.armor_broken) == (15, 11)


def test_the_card_counts_wherever_a_rulebook_does() -> None:
    career = snik(*[event for number in (1, 2, 3, 4, 5, 6) for event in (played(number), advanced(number))])
    book = BOOK.with_member_cards({"m1": career_card(career, BOOK)})
    roster = Roster((career.member, Member("kobold-warrior", id="m2")), play_mode="campaign", points_limit=100)
    assert [member.points for member in verdict(roster, book).members] == [14, 9]
    assert card_document(book.member_card(career.member) or KOBOLD)["points"] == 14


def test_every_changed_number_is_explained_by_its_parts() -> None:
    bought = MemberChanged(id="b", member=replace(SNIK, upgrades=("sling",)))
    explanation = explain(
        snik(
            bought,
            gained("toughness"),
            gained("canny-acumen-will"),
            CareerCorrected(correction="advance-add", id="w", member="m1", subject="will"),
            CareerCorrected(correction="injury-add", id="i", member="m1", subject="cursed"),
            CareerCorrected(correction="points", id="p", member="m1", amount=-1),
        ),
        BOOK,
    )
    assert explanation.level.parts == (NumberPart("advance", "", 1),)
    assert (explanation.points.base, explanation.points.value) == (11, 13)
    assert explanation.points.parts == (NumberPart("level", "", 3), NumberPart("correction", "", -1))
    assert explanation.stats["will"] is not None
    assert explanation.stats["will"].parts == (
        NumberPart("advance", "", 1),
        NumberPart("feat", "Canny Acumen (Will)", 1),
        NumberPart("injury", "Cursed", -1),
    )
    assert explanation.stats["hp"] is not None
    assert explanation.stats["hp"].parts == (NumberPart("level", "Sorcerer", 5), NumberPart("feat", "Toughness", 5))
    assert [number.parts for number in explanation.damage["sling"]] == [(NumberPart("level", "", 1),)]
    assert [result.name for result in explanation.changed][:3] == ["level", "points", "fortitude"]


def test_a_speed_that_is_held_at_1_says_so() -> None:
    slow = Rulebook.of(replace(KOBOLD, stats=replace(STATS, speed=1)))
    career = snik(
        CareerCorrected(correction="injury-add", id="i", member="m1", subject="injured-leg"),
        start=warband(rulebook=slow),
        rulebook=slow,
    )
    speed = explain(career, slow).stats["speed"]
    assert speed is not None
    assert (speed.value, speed.parts[-1]) == (1, NumberPart("minimum", "", 1))
