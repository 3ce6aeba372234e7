"""Items, feats, spells, terms of the glossary and sources as the API tells them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from common.openapi import Document
from compendium.models.entries import ITEM_CHOICE_CHOICES, ITEM_COST_CHOICES, ITEM_KIND_CHOICES, parse_ranks
from rules.effects import values
from rules.effects.notation import parse_names, parse_uses
from rules.glossary import catalog

_COSTS = [value for value, _ in ITEM_COST_CHOICES]


class TextOrNull(serializers.CharField):
    """A text; null where the row has none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        """Return the text, or None."""
        return value or None


class ChoiceOrNull(serializers.ChoiceField):
    """One of some words; null where the row has none."""

    def __init__(self, choices: Any, **kwargs: Any) -> None:
        super().__init__(choices, allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        """Return the word, or None."""
        return value or None


class NamesField(serializers.ListField):
    """Names that a row keeps with commas between them."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> Any:
        """Return the names."""
        return list(parse_names(value))


class RanksField(serializers.ListField):
    """Ranks that a row keeps with commas between them."""

    child = serializers.IntegerField()

    def to_representation(self, value: Any) -> Any:
        """Return the ranks."""
        return list(parse_ranks(value))


class UsesField(serializers.ListField):
    """Uses as a row keeps them, one word a box."""

    child = serializers.ChoiceField(values.USES)

    def to_representation(self, value: Any) -> Any:
        """Return the uses."""
        return list(parse_uses(value))


class EntrySerializer(Document):
    """What items, feats and spells have in common."""

    key = serializers.CharField(help_text="Assigned once; it never changes.")
    name = serializers.CharField()
    source = serializers.CharField(source="source.key")  # type: ignore[assignment] # the document says "source"
    license = serializers.CharField(help_text="ORC, OGL or another; “unknown” if its source does not say.")
    text = serializers.CharField(help_text="The whole effect; a blank line separates paragraphs.")


class ItemSerializer(EntrySerializer):
    """Something that a creature of the item's level or higher may carry for one upgrade."""

    level = serializers.IntegerField()
    kind = serializers.ChoiceField([value for value, _ in ITEM_KIND_CHOICES])
    cost = ChoiceOrNull(
        _COSTS, help_text="Action points, a reaction, the cost of its spell, or null if it needs no action."
    )
    trigger = TextOrNull()
    range = TextOrNull(help_text="In squares, as a card prints it.")
    strike = serializers.BooleanField()
    choice = ChoiceOrNull([value for value, _ in ITEM_CHOICE_CHOICES], help_text="What the carrier's player chooses.")
    options = NamesField(help_text="The choices; empty: anything that fits.")
    spell_ranks = RanksField(help_text="Ranks of the spells that fit into it; 0 is a cantrip.")
    needs_caster = serializers.BooleanField(help_text="Whether only casters can use it.")
    sizes = NamesField(help_text="Sizes of the creatures that can use it; empty: any.")
    tags = NamesField()
    aliases = NamesField(help_text="Other names.")


class FeatSerializer(EntrySerializer):
    """Something that a creature may learn in a campaign."""

    min_level = serializers.IntegerField()
    cost = ChoiceOrNull(_COSTS, help_text="Action points, a reaction, or null if it needs no action.")
    uses = UsesField(help_text="One word per box.")
    trigger = TextOrNull()
    once = TextOrNull(help_text="What has to be true before it can be used.")
    requires = TextOrNull(help_text="What the creature must have first.")
    choice = TextOrNull(help_text="What the owner chooses when it is gained.")


class SpellSerializer(EntrySerializer):
    """Something that a caster of its rank or higher may cast."""

    rank = serializers.IntegerField(help_text="0 is a cantrip.")
    traditions = NamesField()
    rarity = serializers.CharField()
    costs = NamesField(help_text="The cost of each way to cast it, in action points.")
    aliases = NamesField(help_text="Other spellings.")


class SourceSerializer(Document):
    """Where entries come from."""

    key = serializers.CharField()
    name = serializers.CharField()
    license = serializers.CharField(help_text="The license of its entries unless they name another.")
    is_built_in = serializers.BooleanField(help_text="Whether it came with Muster.")


class FactSerializer(Document):
    """A number or a word that the term stands for."""

    label = serializers.CharField()  # type: ignore[assignment] # the document says "label"
    value = serializers.CharField(allow_blank=True)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return a pair of label and value."""
        label, value = instance
        return {"label": label, "value": value}


class TermSerializer(Document):
    """One term of the game with its meaning."""

    kind = serializers.ChoiceField(list(catalog.KINDS))
    key = serializers.CharField(help_text="Unique within its kind.")
    name = serializers.CharField()
    summary = serializers.CharField(help_text="One sentence.")
    text = serializers.CharField(allow_blank=True, help_text="The whole rule; a blank line separates paragraphs.")
    facts = FactSerializer(many=True)
    aliases = serializers.ListField(child=serializers.CharField(), help_text="Other spellings on cards.")
    where = serializers.CharField(allow_blank=True, help_text="The section of the rulebook.")
    source = serializers.CharField()  # type: ignore[assignment] # the document says "source"
    license = serializers.CharField()
