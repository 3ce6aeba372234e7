"""The cells of a spreadsheet of creatures: their columns, their texts, and features in the notation of the cards.

In the ``features`` cell each feature is a paragraph: its name on the first line, then one ``field: value`` a line.
"""

import re
from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db.models import BooleanField

from common.spreadsheets import unescaped_cell
from compendium.models import Creature, Feature
from compendium.models.creatures import FEATURE_COLUMNS
from rules.cards.fields import CARD_FIELDS

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
