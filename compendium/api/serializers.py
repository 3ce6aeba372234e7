"""Cards (``muster-card/1``), items, feats, spells and terms in the API, and documents that clients send."""

from collections.abc import Callable, Mapping
from typing import IO, Any, TypeVar

from drf_spectacular.drainage import set_override
from rest_framework import serializers, status
from rest_framework.parsers import BaseParser

from common.api.errors import Fault
from common.openapi import Document
from compendium.models import Creature
from compendium.models.entries import ITEM_CHOICE_CHOICES, ITEM_COST_CHOICES, ITEM_KIND_CHOICES, parse_ranks
from compendium.selectors.rulebook import current_document
from rules.cards import model
from rules.cards.documents import FORMAT, card_document
from rules.cards.fields import CARD_FIELDS, FEATURE_FIELDS
from rules.cards.model import Card, Stats
from rules.documents.reading import MAX_BYTES, json_document
from rules.effects import values
from rules.effects.declaration import DeclaredField
from rules.effects.notation import parse_names, parse_uses
from rules.errors import DocumentError
from rules.glossary import catalog
from rules.points import MAX_LEVEL, MIN_LEVEL

_BARE = Card("", "", MIN_LEVEL, None, None, Stats(*[None] * 8))


class MembersField(serializers.Field[Any, Any, Any, Any]):
    """A member of a document whose schema is declared with it."""

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
    """Return the schema field of a declared card field."""
    schema = field.shape.schema if field.shape else {}
    return MembersField(schema, required=field.always, help_text=field.help)


class StatsSerializer(Document):
    """The eight stats; null if the card does not have one."""

    def get_fields(self) -> dict[str, Any]:
        """Add the stats that ``rules.cards.fields`` declares."""
        return {**super().get_fields(), **{field.name: member_field(field) for field in CARD_FIELDS if is_stat(field)}}


class PrintedSerializer(Document):
    """The original text of an imported feature."""

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

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return the document of a card, or of a creature's current card."""
        return current_document(instance) if isinstance(instance, Creature) else card_document(instance)

    def get_fields(self) -> dict[str, Any]:
        """Add the fields that ``rules.cards.fields`` declares, in the order of documents."""
        declared = {field.document_name: member_field(field) for field in CARD_FIELDS if not is_stat(field)}
        fields = {**super().get_fields(), **declared}
        return {name: fields[name] for name in card_document(_BARE)}


_COSTS = [value for value, _ in ITEM_COST_CHOICES]


class TextOrNull(serializers.CharField):
    """A text; null if the row has none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        """Return the text, or None."""
        return value or None


class ChoiceOrNull(serializers.ChoiceField):
    """One of a few words; null if the row has none."""

    def __init__(self, choices: Any, **kwargs: Any) -> None:
        super().__init__(choices, allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        """Return the word, or None."""
        return value or None


class NamesField(serializers.ListField):
    """Names that a row stores separated by commas."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> Any:
        """Return the names."""
        return list(parse_names(value))


class RanksField(serializers.ListField):
    """Ranks that a row stores separated by commas."""

    child = serializers.IntegerField()

    def to_representation(self, value: Any) -> Any:
        """Return the ranks."""
        return list(parse_ranks(value))


class UsesField(serializers.ListField):
    """Uses that a row stores as one word per box."""

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
    """Something that a creature of the item's level or higher may carry in place of one upgrade."""

    level = serializers.IntegerField()
    kind = serializers.ChoiceField([value for value, _ in ITEM_KIND_CHOICES])
    cost = ChoiceOrNull(
        _COSTS, help_text="Action points, a reaction, the cost of its spell, or null if it needs no action."
    )
    trigger = TextOrNull()
    range = TextOrNull(help_text="In squares, as a card prints it.")
    strike = serializers.BooleanField()
    choice = ChoiceOrNull([value for value, _ in ITEM_CHOICE_CHOICES], help_text="The choices of the carrier's player.")
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
    once = TextOrNull(help_text="The condition for its use.")
    requires = TextOrNull(help_text="The creature's prerequisites.")
    choice = TextOrNull(help_text="The choices of the creature's owner when it gains the feat.")


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
    is_built_in = serializers.BooleanField(help_text="Whether it is built in.")


class FactSerializer(Document):
    """A number or a word of a term."""

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


TOO_LARGE = "document.too_large"
DocumentValue = TypeVar("DocumentValue")


class DocumentParser(BaseParser):
    """Parses a body as strictly as commands read files: strict JSON of at most 2 MiB."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the JSON value, not yet read as a document."""
        return read_document(json_document, stream.read(MAX_BYTES + 1))


def read_document(read: Callable[[Any], DocumentValue], given: Any) -> DocumentValue:
    """Return the result of ``read``; raise the API's fault if the value cannot be read."""
    try:
        return read(given)
    except DocumentError as fault:
        too_large = fault.code == TOO_LARGE
        raise Fault(
            fault.code,
            fault.path,
            fault.message,
            status.HTTP_413_REQUEST_ENTITY_TOO_LARGE if too_large else status.HTTP_400_BAD_REQUEST,
        ) from fault
