"""The creature card: what follows from its level, its upgrades and its features."""

from dataclasses import FrozenInstanceError

import pytest

from rules.cards.model import Card, Caster, Feature, SpellGroup, Stats, numbered
from rules.errors import RulesError

STATS = Stats(fight=5, armor=16, power=13, fortitude=3, reflex=7, will=3, hp=7, speed=5)


def kobold(*features: Feature, level: int = -1) -> Card:
    return Card("kobold", "Kobold", level, "LE", "Small", STATS, features=features)


SPEAR = Feature("spear", "Spear", strike=True)
THROWN = Feature("spear-2", "Spear", strike=True)
JAWS = Feature("jaws", "Jaws", strike=True)
SLING = Feature("sling", "Sling", "add_on")
SKILL = Feature("skill", "Skill", "upgrade")
LANCE = Feature("lance", "Lance", "replaces", replaces="spear")


@pytest.mark.parametrize(("level", "points", "upgrade_cost"), [(-1, 9, 2), (5, 32, 6), (14, 192, 32)])
def test_points_follow_from_the_level(level: int, points: int, upgrade_cost: int) -> None:
    card = kobold(level=level)
    assert (card.points, card.upgrade_cost) == (points, upgrade_cost)


@pytest.mark.parametrize("level", [-2, 15])
def test_a_card_of_no_level_cannot_be_made(level: int) -> None:
    with pytest.raises(RulesError, match="no level"):
        kobold(level=level)


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        kobold().level = 5  # type: ignore[misc]  # that it is refused is the test


def test_two_cards_with_the_same_fields_are_equal() -> None:
    first, other = kobold(SPEAR), kobold(SPEAR)
    assert first.upgrades == {}
    assert first == other
    assert hash(first) == hash(other)


def test_the_stats_that_a_card_lacks_are_told_in_printed_order() -> None:
    assert STATS.missing == ()
    ballista = Stats(fight=10, armor=15, power=18, fortitude=None, reflex=None, will=None, hp=40, speed=None)
    card = Card("ballista", "Ballista", 5, None, "Large", ballista)
    assert card.missing_stats == ballista.missing == ("fortitude", "reflex", "will", "speed")


def test_add_ons_upgrades_and_replacements_have_to_be_bought() -> None:
    card = kobold(SPEAR, THROWN, LANCE, SLING, SKILL)
    assert list(card.upgrades.items()) == [("lance", LANCE), ("sling", SLING), ("skill", SKILL)]
    assert [feature.is_upgrade for feature in card.features] == [False, False, True, True, True]


def test_a_creature_without_upgrades_has_its_base_features() -> None:
    assert kobold(SPEAR, LANCE, JAWS, SLING).features_with(()) == (SPEAR, JAWS)


def test_bought_features_join_in_printed_order() -> None:
    card = kobold(SPEAR, SLING, JAWS, SKILL)
    assert card.features_with(("skill", "sling")) == (SPEAR, SLING, JAWS, SKILL)


def test_a_replacement_takes_the_place_of_every_feature_of_that_name() -> None:
    assert kobold(SPEAR, THROWN, JAWS, LANCE).features_with(("lance",)) == (JAWS, LANCE)


def test_upgrades_that_a_card_does_not_offer_are_passed_over() -> None:
    assert kobold(SPEAR, SLING).features_with(("wings",)) == (SPEAR,)


def test_a_caster_is_a_creature_that_casts_without_buying_anything() -> None:
    spells = Caster("Primal", 1, (SpellGroup((), ()),))
    assert kobold(Feature("caster", "Caster", "caster", caster=spells)).is_caster
    assert not kobold(Feature("initiate", "Initiate", "upgrade", caster=spells)).is_caster
    assert not kobold(SPEAR).is_caster


def test_spells_without_boxes_are_cast_at_will() -> None:
    assert SpellGroup((), ()).at_will
    assert not SpellGroup(("daily",), ()).at_will


def test_features_are_numbered_by_their_names() -> None:
    unnamed = (Feature("", "Spear"), Feature("x", "Spear"), Feature("", "☼"))
    assert [feature.id for feature in numbered(unnamed)] == ["spear", "spear-2", "feature"]
