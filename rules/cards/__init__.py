"""Creature cards: what is printed on one, the notation people write it in, its sentences and its documents."""

from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats
from rules.cards.phrases import effect_text
from rules.effects import Damage, Range, Resistance, SavingThrow, Weakness

__all__ = [
    "Card",
    "Caster",
    "CasterSpell",
    "Damage",
    "Feature",
    "Range",
    "Resistance",
    "SavingThrow",
    "SpellGroup",
    "Stats",
    "Weakness",
    "card_document",
    "card_from_document",
    "effect_text",
]
