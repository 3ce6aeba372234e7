"""The card document ``muster-card/1`` for the API's schema; ``rules.cards`` is what writes and reads cards."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from common.openapi import Document
from rules import alignment
from rules.cards import Card, Feature, Stats, card_document, model
from rules.cards.documents import AT_WILL, FORMAT
from rules.effects import Damage, Range, SavingThrow, values
from rules.points import MAX_LEVEL, MIN_LEVEL

EXAMPLE = card_document(
    Card(
        key="ash-hound--hb-2f6c81d09b",
        name="Ash Hound",
        source="hb",
        license="ORC",
        level=1,
        alignment="LE",
        size="Medium",
        tags=("Beast", "Fire"),
        stats=Stats(fight=7, armor=15, power=14, fortitude=6, reflex=8, will=4, hp=20, speed=8),
        features=(
            Feature(
                id="jaws", name="Jaws", cost="1", range=Range("melee", 1), strike=True, damage=(Damage(8, ("fire",)),)
            ),
            Feature(
                id="ember-breath",
                name="Ember Breath",
                kind="add_on",
                cost="2",
                uses=("encounter",),
                range=Range("cone", 3),
                damage=(Damage(10, ("fire",)),),
                saves=(SavingThrow("reflex", "half"),),
            ),
        ),
        skills=("Athletics", "Stealth"),
    )
)


def names(meaning: str) -> serializers.ListField:
    """Return a list of names."""
    return serializers.ListField(child=serializers.CharField(), help_text=meaning)


def stat() -> serializers.IntegerField:
    """Return a stat, null where the card does not have it."""
    return serializers.IntegerField(allow_null=True)


@extend_schema_field({"oneOf": [{"type": "array", "items": {"enum": list(values.USES)}}, {"enum": [AT_WILL]}]})
class GroupUsesField(serializers.Field[Any, Any, Any, Any]):
    """One word a box, or the word for none."""


class StatsSerializer(Document):
    """The eight stats."""

    fight = stat()
    armor = stat()
    power = stat()
    fortitude = stat()
    reflex = stat()
    will = stat()
    hp = stat()
    speed = stat()


class OtherRangeSerializer(Document):
    """A range, in squares."""

    kind = serializers.ChoiceField(model.RANGE_KINDS)
    squares = serializers.IntegerField(required=False, help_text="Reach, short range, or size of the area.")
    long = serializers.IntegerField(required=False, help_text="Up to where a strike suffers -2.")
    within = serializers.IntegerField(required=False, help_text="How far off a burst may start.")
    aura = serializers.BooleanField(required=False, help_text="True for an emanation that is always there.")


class RangeSerializer(OtherRangeSerializer):
    """A range, in squares, with a second one where it has two: Melee or Ranged 2/4."""

    def get_fields(self) -> dict[str, Any]:
        """Add what Python keeps as a word of its own."""
        return {**super().get_fields(), "or": OtherRangeSerializer(required=False)}


class DamageSerializer(Document):
    """Damage that is dealt as a matter of course."""

    amount = serializers.IntegerField()
    types = names("All the types that it has at once.")
    persistent = serializers.BooleanField()


class SaveSerializer(Document):
    """A save that a target may make."""

    stat = serializers.ChoiceField(values.SAVES)
    result = serializers.ChoiceField(values.SAVE_RESULTS)
    of = serializers.CharField(allow_null=True, help_text="Of what, where only of a part.")


class CasterSpellSerializer(Document):
    """A spell as the card names it."""

    name = serializers.CharField()
    note = serializers.CharField(allow_null=True)


class SpellGroupSerializer(Document):
    """Spells that share their boxes."""

    uses = GroupUsesField()
    spells = CasterSpellSerializer(many=True)


class CasterSerializer(Document):
    """What a caster can cast."""

    tradition = serializers.CharField()
    rank = serializers.IntegerField()
    groups = SpellGroupSerializer(many=True)


class PrintedSerializer(Document):
    """An imported feature word for word."""

    top = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)


class FeatureSerializer(Document):
    """One line of a card: an action, a reaction, a passive rule, a caster's spells or an upgrade."""

    id = serializers.CharField(help_text="Its key within the card; rosters name upgrades by it.")
    name = serializers.CharField()
    kind = serializers.ChoiceField(model.FEATURE_KINDS, help_text="add_on, upgrade and replaces have to be bought.")
    replaces = serializers.CharField(
        required=False, help_text="With kind replaces: the printed name of the features whose place it takes."
    )
    uses = serializers.ListField(child=serializers.ChoiceField(values.USES), help_text="One word a box.")
    cost = serializers.ChoiceField(
        model.COSTS, allow_null=True, help_text="Action points, a reaction, or null for a passive rule."
    )
    once_per_turn = serializers.BooleanField()
    trigger = serializers.CharField(allow_null=True)
    range = RangeSerializer(allow_null=True)
    strike = serializers.BooleanField()
    damage = DamageSerializer(many=True)
    saves = SaveSerializer(many=True)
    gives = names("Conditions and statuses that follow as a matter of course.")
    text = serializers.CharField(allow_blank=True, help_text="The whole effect, numbers in place.")
    printed = PrintedSerializer(allow_null=True)
    caster = CasterSerializer(required=False)


class ResistanceSerializer(Document):
    """Damage of a type is reduced by dice."""

    type = serializers.CharField(help_text="A damage type, or all, or physical.")
    dice = serializers.CharField(help_text="Such as 2d6.")

    def get_fields(self) -> dict[str, Any]:
        """Add what Python keeps as a word of its own."""
        return {**super().get_fields(), "except": names("Types that it does not hold against.")}


class WeaknessSerializer(Document):
    """Damage of a type is raised."""

    type = serializers.CharField()
    amount = serializers.IntegerField()


@extend_schema_serializer(component_name="Card", examples=[OpenApiExample("A card", value=EXAMPLE)])
class CardSerializer(Document):
    """A creature card, upgrades included (`muster-card/1`)."""

    format = serializers.ChoiceField([FORMAT.tag])
    key = serializers.CharField(help_text="Given once; it never changes.")
    name = serializers.CharField()
    source = serializers.CharField(allow_null=True)  # type: ignore[assignment] # the document says "source"
    license = serializers.CharField(help_text="ORC, OGL or another; unknown where nobody said.")
    revision = serializers.IntegerField(min_value=1)
    level = serializers.IntegerField(min_value=MIN_LEVEL, max_value=MAX_LEVEL)
    points = serializers.IntegerField(help_text="What it costs without upgrades, by its level.")
    printed_points = serializers.IntegerField(allow_null=True)
    upgrade_cost = serializers.IntegerField(help_text="What each upgrade, item and hero point costs it.")
    alignment = serializers.ChoiceField(alignment.CODES, allow_null=True)
    size = serializers.ChoiceField(model.SIZES, allow_null=True)
    tags = names("The words between size and level.")
    stats = StatsSerializer()
    armor_broken = serializers.IntegerField(allow_null=True)
    movement_mode = serializers.ChoiceField(model.MOVEMENT_MODES, allow_null=True)
    starts_with = names("Keys of the minions that it brings along.")
    features = FeatureSerializer(many=True)
    skills = names("As the game's table names them, and Perception.")
    immune = names("Damage types, conditions and features.")
    resist = ResistanceSerializer(many=True)
    weak = WeaknessSerializer(many=True)
    other = names("Whatever else stands at the foot of the card.")

    def get_fields(self) -> dict[str, Any]:
        """Add what Python keeps as a word of its own."""
        return {**super().get_fields(), "class": serializers.CharField(allow_null=True)}
