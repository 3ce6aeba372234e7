"""The card document ``muster-card/1`` for the API's schema; ``rules.cards`` is what writes and reads cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.drainage import set_override
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.openapi import Document
from rules.cards import Card, Stats, card_document, model
from rules.cards.documents import FORMAT
from rules.cards.fields import CARD_FIELDS, FEATURE_FIELDS
from rules.effects.declaration import DeclaredField
from rules.points import MAX_LEVEL, MIN_LEVEL

_BARE = Card("", "", MIN_LEVEL, None, None, Stats(*[None] * 8))


class MembersField(serializers.Field[Any, Any, Any, Any]):
    """A member of a document whose schema stands beside its declaration."""

    def __init__(self, schema: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        set_override(self, "field", dict(schema))


DECLARED = tuple(field for field in FEATURE_FIELDS if field.shape)
_READING = {
    "type": "object",
    "properties": {field.document_name: field.shape.schema for field in DECLARED if field.shape},
    "additionalProperties": False,
}


def is_stat(field: DeclaredField) -> bool:
    """Return True if a field of a card is one of the eight stats."""
    return field.name in model.STATS


def member_field(field: DeclaredField) -> MembersField:
    """Return the field of the API's schema for a declared field of a card."""
    schema = field.shape.schema if field.shape else {}
    return MembersField(schema, required=field.always, help_text=field.help)


class StatsSerializer(Document):
    """The eight stats, null where the card does not have one."""

    def get_fields(self) -> dict[str, Any]:
        """Add the stats that ``rules.cards.fields`` declares."""
        return {**super().get_fields(), **{field.name: member_field(field) for field in CARD_FIELDS if is_stat(field)}}


class PrintedSerializer(Document):
    """An imported feature word for word."""

    top = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)


class FeatureSerializer(Document):
    """One line of a card: an action, a reaction, a passive rule, a caster's spells or an upgrade."""

    id = serializers.CharField(help_text="Its key within the card; rosters name upgrades by it.")
    name = serializers.CharField()
    text = serializers.CharField(allow_blank=True, help_text="The whole effect, numbers in place.")
    printed = PrintedSerializer(allow_null=True)
    reading = MembersField(_READING, required=False, help_text="Fields that only the sentence of the card says.")

    def get_fields(self) -> dict[str, Any]:
        """Add the fields that ``rules.cards.fields`` declares."""
        return {**super().get_fields(), **{field.document_name: member_field(field) for field in DECLARED}}


@extend_schema_serializer(component_name="Card")
class CardSerializer(Document):
    """A creature card, upgrades included (`muster-card/1`)."""

    format = serializers.ChoiceField([FORMAT.tag])
    key = serializers.CharField(help_text="Assigned once; it never changes.")
    name = serializers.CharField()
    source = serializers.CharField(allow_null=True)  # type: ignore[assignment] # the document says "source"
    license = serializers.CharField(help_text="ORC, OGL or another; “unknown” if its source does not say.")
    revision = serializers.IntegerField(min_value=1)
    level = serializers.IntegerField(min_value=MIN_LEVEL, max_value=MAX_LEVEL)
    points = serializers.IntegerField(help_text="Its cost without upgrades, set by its level.")
    printed_points = serializers.IntegerField(allow_null=True)
    upgrade_cost = serializers.IntegerField(help_text="The cost of each of its upgrades, items and hero points.")
    stats = StatsSerializer()
    features = FeatureSerializer(many=True)

    def get_fields(self) -> dict[str, Any]:
        """Add the fields that ``rules.cards.fields`` declares, in the order of documents."""
        declared = {field.document_name: member_field(field) for field in CARD_FIELDS if not is_stat(field)}
        fields = {**super().get_fields(), **declared}
        return {name: fields[name] for name in card_document(_BARE)}
