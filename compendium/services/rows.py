"""Creatures as rows of a spreadsheet, for import and export: one row per creature.

Rows pass the same checks and services as any edit; a file is imported completely or not at all.

In the ``features`` cell each feature is a paragraph in the notation of the cards: its name on the first line, then one
``field: value`` a line.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import BooleanField, IntegerField, QuerySet
from import_export import resources
from import_export.fields import Field
from import_export.instance_loaders import BaseInstanceLoader
from import_export.results import Error, Result, RowResult
from tablib import Dataset

from accounts.models import User
from common.refusal import Refusal
from common.spreadsheets import escaped_cell, unescaped_cell
from compendium.cards import card_from_rows, card_from_snapshot, digest
from compendium.models import Creature, Feature, Source
from compendium.models.creatures import FEATURE_COLUMNS
from compendium.services.creatures import (
    HOMEBREW,
    creature_create,
    creature_key,
    creature_revise,
    creatures_locked,
    printed_kept,
)
from rules.cards.fields import CARD_FIELDS
from rules.cards.remarks import card_changes
from rules.text import slug

MAX_FEATURES = 60
MAX_CELL = 60_000
COLUMNS: tuple[str, ...] = (
    *("key", "name", "source", "license", "level"),
    *(field.name for field in CARD_FIELDS),
    "features",
)
"""The columns of a row in their order: fields of a creature, its source's key, and its features."""
_FEATURE_FIELDS = tuple(field.name for field in FEATURE_COLUMNS)


def read_features(row: Mapping[str, str], creature: Creature) -> tuple[list[Feature], list[str]]:
    """Return the features of a row, and their faults; without such a cell, the creature's."""
    if "features" not in row:
        return (list(creature.features.all()) if creature.pk else []), []
    paragraphs = [text.strip() for text in re.split(r"\n\s*\n", row["features"].replace("\r\n", "\n")) if text.strip()]
    if len(paragraphs) > MAX_FEATURES:
        return [], [f"A card can have at most {MAX_FEATURES} features; this one has {len(paragraphs)}."]
    features, faults = [], []
    for paragraph in paragraphs:
        feature, messages = _feature(paragraph)
        features.append(feature)
        faults += [f"{feature.name[:60]}, {fault}" for fault in messages]
    return features, [*faults, *replaced_faults(features).values()]


def replaced_faults(features: Sequence[Feature]) -> dict[int, str]:
    """Return a sentence for each feature, by its place, that replaces a feature that the card does not have."""
    names = {feature.name.casefold() for feature in features if feature.kind in ("base", "caster")}
    return {
        place: f"{feature.name} replaces “{feature.replaces}”, but the card has no feature of that name to replace."
        for place, feature in enumerate(features)
        if feature.kind == "replaces" and feature.replaces and feature.replaces.casefold() not in names
    }


def _feature(paragraph: str) -> tuple[Feature, list[str]]:
    name, *lines = paragraph.split("\n")
    feature = Feature(name=name.strip())
    messages = []
    for line in filter(str.strip, lines):
        field, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or field not in _FEATURE_FIELDS:
            messages.append(f"“{line[:60]}”: expected one of {', '.join(_FEATURE_FIELDS)}, a colon, and a value.")
        elif isinstance(Feature._meta.get_field(field), BooleanField):
            if value not in ("yes", "no"):
                messages.append(f"{field}: expected “yes” or “no”, not “{value[:60]}”.")
            setattr(feature, field, value == "yes")
        else:
            setattr(feature, field, value)
    of_fields = model_faults(feature, exclude={"creature", "printed_top"})
    messages += [f"{field}: {fault}" for field, faults in of_fields.items() for fault in faults]
    return feature, messages


def feature_text(feature: Feature) -> str:
    """Return a feature as a paragraph of its cell."""
    lines = [feature.name]
    for field in _FEATURE_FIELDS:
        value = cell_text(getattr(feature, field))
        if value and not (field == "kind" and value == "base"):
            lines.append(f"{field}: {' '.join(value.split())}")
    return "\n".join(lines)


def model_faults(row: Creature | Feature, exclude: set[str]) -> dict[str, list[str]]:
    """Return the faults of a model's fields, in sentences by field; no query."""
    try:
        row.full_clean(exclude=exclude, validate_unique=False, validate_constraints=False)
    except ValidationError as fault:
        return {
            name: [message.replace("This field cannot be blank.", "This field is required.") for message in messages]
            for name, messages in fault.message_dict.items()
        }
    return {}


def row_texts(row: Mapping[str, object]) -> dict[str, str]:
    """Return the texts of a row's cells by column."""
    return {str(column): unescaped_cell(cell_text(value)) for column, value in row.items()}


def cell_text(value: object) -> str:
    """Return a value as the text of a cell."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # spreadsheets hand whole numbers over as 7.0
    return str(value).strip()


def is_storable(text: str) -> bool:
    """Return True if every database can store the text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in text


MAX_ROWS = 5_000
_NOT_IN_ROWS = {"key", "source", "current", "built_in_digest", "search_name", "search_text", "search_stamp"}


class CreatureResource(resources.Resource):
    """Creatures as rows, for django-import-export: it reads the rows, manages the transaction and collects the faults.

    A row is checked like a form and written by the services. ``row.changes`` of a result has the changes in sentences.
    """

    class Meta:
        model = Creature
        import_id_fields = ()  # a row without a key adds a creature
        report_skipped = True
        skip_diff = True
        use_transactions = True

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._meta.instance_loader_class = _LockedCreatures
        self.fields = {column: _Column(column) for column in COLUMNS}

    @classmethod
    def get_display_name(cls) -> str:
        """Name the rows for people."""
        return "Creatures"

    def export(self, queryset: QuerySet[Creature], **kwargs: Any) -> Dataset:
        """Return the creatures as rows; their sources and features take one query each."""
        return super().export(queryset.select_related("source").prefetch_related("features"), **kwargs)

    def import_data(self, dataset: Dataset, dry_run: bool = False, **kwargs: Any) -> Result:
        """Write the rows, or with ``dry_run`` report the changes of each. One fault, and no row is written."""
        try:
            _check_columns(dataset)
        except Refusal as refusal:
            result = Result()
            result.append_base_error(Error(refusal))
            return result
        result = super().import_data(dataset, dry_run, **({"rollback_on_validation_errors": True} | kwargs))
        for row in result.error_rows:
            raise row.errors[0].error  # a bug, not a fault of the file
        return result

    def before_import(self, dataset: Dataset, **kwargs: Any) -> None:
        """Load what all rows need: the sources, and keys that two rows would use."""
        rows = [row_texts(row) for row in dataset.dict]
        self.sources = Source.objects.in_bulk(field_name="key")
        keys = Counter(row.get("key", "") for row in rows)
        self.repeated = {key for key, count in keys.items() if key and count > 1}
        wanted = Counter(self._new_key(row) for row in rows)
        stored = Creature.objects.filter(key__in=wanted).values_list("key", flat=True)
        self.taken = {key for key, count in wanted.items() if key and count > 1} | set(stored)

    def before_import_row(self, row: dict[str, Any], **kwargs: Any) -> None:
        """Turn every cell into text; refuse a text that cannot be stored."""
        row.update(row_texts(row))
        for column, text in row.items():
            if not is_storable(text) or len(text) > MAX_CELL:
                raise ValidationError({column: f"This text cannot be stored, or it is over {MAX_CELL:,} characters."})

    def init_instance(self, row: Mapping[str, str] | None = None) -> Creature:
        """Return the creature of a row that adds one."""
        return Creature()

    def import_instance(self, instance: Creature, row: Mapping[str, str], **kwargs: Any) -> None:
        """Set the values of the row; a column that the file lacks stays unchanged."""
        faults: dict[str, list[str]] = {}
        key, source = row.get("key", ""), self.sources.get(row.get("source", ""))
        if key and instance.pk is None:
            faults["key"] = [f"There is no creature “{key[:60]}”. Leave the key empty to add a new one."]
        if key in self.repeated:
            faults.setdefault("key", []).append(f"More than one row has the key “{key[:60]}”.")
        if source is None:
            faults["source"] = [f"There is no source “{row.get('source', '')[:60]}”; add it first."]
        elif instance.pk and instance.source_id != source.pk:
            faults["source"] = [
                f"{instance.name} belongs to the source {instance.source.key} and cannot change its source."
            ]
        elif instance.pk is None and source.is_built_in:
            faults["source"] = [f"{source.name} is reserved for built-in content. Choose another source."]
        elif self._new_key(row) in self.taken:
            faults["name"] = [
                f"{source.name} already has a creature “{row['name']}”, or another row adds one. Choose another "
                f"name, or enter the key of the creature to change."
            ]
        else:
            instance.source = source
        super().import_instance(instance, row, **kwargs)
        if source and not instance.license:
            instance.license = source.license
        self.features, messages = read_features(row, instance)
        if messages:
            faults["features"] = messages
        if faults:
            raise ValidationError(faults)

    def validate_instance(
        self, instance: Creature, import_validation_errors: Any = None, validate_unique: bool = True
    ) -> None:
        """Check the row like a form, and report all its faults at once."""
        faults = dict(import_validation_errors or {})
        for column, messages in model_faults(instance, exclude=_NOT_IN_ROWS).items():
            faults[column] = [*faults.get(column, ()), *messages]
        if faults:
            raise ValidationError(faults)

    def save_instance(self, instance: Creature, is_create: bool, row: Mapping[str, str], **kwargs: Any) -> None:
        """Let the services write the card of the row, unless it is the current one or this is only a check."""
        card, by = card_from_rows(instance, self.features), kwargs.get("user")
        current = None
        if not is_create:
            card = printed_kept(card=card, creature=instance)
            current = card_from_snapshot(instance.current.document) if instance.current else None
        self.is_same = current is not None and digest(current) == digest(card)
        self.changes = card_changes(current, card) if current else ()
        if kwargs["dry_run"] or self.is_same:
            return
        try:
            if is_create:
                creature_create(card=card, source=instance.source, by=by)
            else:
                creature_revise(creature=instance, card=card, by=by)
        except Refusal as refusal:
            raise ValidationError(refusal.message) from refusal

    def after_import_row(self, row: Mapping[str, str], row_result: RowResult, **kwargs: Any) -> None:
        """Report the changes of the row."""
        row_result.number, row_result.changes = kwargs["row_number"], self.changes
        if self.is_same:
            row_result.import_type = RowResult.IMPORT_TYPE_SKIP

    def _new_key(self, row: Mapping[str, str]) -> str:
        """Return the key that a row would add.

        Empty for a row that changes a creature, and for homebrew, whose keys are always new.
        """
        source, name = self.sources.get(row.get("source", "")), row.get("name", "")
        if row.get("key") or source is None or source.key == HOMEBREW or not slug(name):
            return ""
        return creature_key(name=name, source=source)


class _Column(Field):
    """A column of texts."""

    def __init__(self, name: str) -> None:
        # The resource itself sets the others.
        super().__init__(attribute=name, column_name=name, readonly=name in ("key", "source", "features"))

    def clean(self, row: Mapping[str, str], **kwargs: Any) -> str | None:
        """Return the values of a row; nothing for an empty number."""
        text = row[self.column_name]
        is_number = isinstance(Creature._meta.get_field(self.column_name), IntegerField)
        return None if is_number and not text else text

    def export(self, instance: Creature, **kwargs: Any) -> str:
        """Return the text of a creature's cell."""
        if self.column_name == "features":
            return escaped_cell("\n\n".join(map(feature_text, instance.features.all())))
        value = instance.source.key if self.column_name == "source" else getattr(instance, self.column_name)
        return escaped_cell(cell_text(value))


class _LockedCreatures(BaseInstanceLoader):
    """Finds the creatures of all rows at once and locks them until the transaction ends."""

    def __init__(self, resource: CreatureResource, dataset: Dataset) -> None:
        super().__init__(resource, dataset)
        keys = filter(is_storable, (row_texts(row).get("key", "") for row in dataset.dict))
        locked = creatures_locked(keys=keys).filter(is_listed=True).prefetch_related("features")
        self.creatures = {creature.key: creature for creature in locked}

    def get_instance(self, row: Mapping[str, str]) -> Creature | None:
        """Return the creature that a row changes, None for a row that adds one."""
        return self.creatures.get(row.get("key", ""))


def creature_rows_import(*, rows: Sequence[Mapping[str, object]], by: User | None = None) -> dict[str, int]:
    """Write the creatures of the rows, each change a revision made by ``by``; return how many are new, changed, same.

    A row with a key revises that creature, one without adds a creature to its source.

    Raises ``Refusal`` with the first fault of any row; then no row is written.
    """
    dataset = Dataset()
    dataset.dict = [dict(row) for row in rows]
    result = CreatureResource().import_data(dataset, user=by)
    if fault := first_fault(result):
        raise Refusal(fault, code="file.invalid")
    return counts(result)


def first_fault(result: Result) -> str:
    """Return why an import wrote nothing, with the first faulty row and its column; empty if it has no fault."""
    if result.base_errors:
        return str(result.base_errors[0].error)
    if not result.invalid_rows:
        return ""
    row = result.invalid_rows[0]
    column, messages = next(iter(row.error_dict.items()))
    where = f"Row {row.number}" if column == NON_FIELD_ERRORS else f"Row {row.number}, {column}"
    return f"{where}: {messages[0]} No row was written."


def counts(result: Result) -> dict[str, int]:
    """Return how many rows of an import are new, changed and the same."""
    totals = result.totals
    return {
        "new": totals[RowResult.IMPORT_TYPE_NEW],
        "changed": totals[RowResult.IMPORT_TYPE_UPDATE],
        "same": totals[RowResult.IMPORT_TYPE_SKIP],
    }


def _check_columns(dataset: Dataset) -> None:
    if not dataset.height:
        raise Refusal("The file has no rows.", code="file.invalid")
    if dataset.height > MAX_ROWS:
        raise Refusal(
            f"The file has {dataset.height:,} rows; at most {MAX_ROWS:,} are read at once. Split it.", code="file.full"
        )
    columns = {str(column) for column in dataset.headers or ()}
    if unknown := sorted(columns - set(COLUMNS)):
        raise Refusal(
            f"There is no column “{unknown[0][:60]}”. The columns are {', '.join(COLUMNS)}.", code="file.invalid"
        )
    if missing := [column for column in ("name", "source", "level") if column not in columns]:
        raise Refusal(f"The column “{missing[0]}” is missing.", code="file.invalid")
