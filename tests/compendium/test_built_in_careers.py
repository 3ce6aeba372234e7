"""Every built-in creature has a career: from its first scenario to level 14, with a card that can be stored."""

from itertools import pairwise

import pytest

from compendium.builtin import built_in_cards
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.cards.phrases import effect_text, unknown_references
from rules.careers import begin
from rules.careers.card import career_card, explain
from rules.careers.events import CareerCorrected
from rules.careers.fold import apply
from rules.legality.resolved import Rulebook
from rules.points import level_cost
from rules.roster import Member


@pytest.mark.parametrize("card", built_in_cards(), ids=lambda card: card.key)
def test_every_built_in_creature_at_every_level_that_it_can_reach(card: Card) -> None:
    book = Rulebook.of(card)
    state = begin([Member(card.key, id="m1", upgrades=tuple(card.upgrades))], book)
    for feat in ("fleet", "toughness", "shield-block"):
        state = apply(state, CareerCorrected(correction="advance-add", id=feat, member="m1", subject=feat), book).state
    cards = []
    for level in range(card.level, 15):
        # Three advances have brought one level already.
        change = CareerCorrected(correction="level", id="level", member="m1", amount=level - min(card.level + 1, 14))
        career = apply(state, change, book).state.members[0]
        grown = career_card(career, book)
        cards.append(grown)
        assert (grown.level, grown.points) == (level, level_cost(level).cost)
        stored = card_document(grown, references=True)
        assert card_document(card_from_document(stored), references=True) == stored
        assert explain(career, book).level.value == level
        for feature in grown.features:
            assert unknown_references(feature) == ()
            for damage in feature.damage:
                assert str(damage.amount) in effect_text(feature) or not effect_text(feature)
    for lower, higher in pairwise(cards):
        assert (lower.stats.hp or 0) <= (higher.stats.hp or 0)
        for feature, other in zip(lower.features, higher.features, strict=True):
            assert [a.amount for a in feature.damage] <= [b.amount for b in other.damage]
