"""Codecs for the parts of events: ids of creatures, faces of dice, what held at the table."""

from __future__ import annotations

from rules.campaigns.codecs import shaped
from rules.documents.shapes import REQUIRED, RecordField, Shape, integer, numbers, records, text, text_list

MAX_CREATURES = 200
CREATURES = shaped(text_list(MAX_CREATURES, longest=80))
"""Ids of creatures, or other short words."""
FACES = shaped(numbers(100))
"""Faces of dice."""


_PAIRS = records(
    lambda key, number: (key, number),
    (
        RecordField("key", text(80), REQUIRED, always=True),
        RecordField("number", integer(0, 1_000), REQUIRED, always=True),
    ),
)
COUNTS = shaped(
    Shape(lambda pairs: [{"key": key, "number": number} for key, number in pairs], _PAIRS.read, _PAIRS.schema)
)
"""Numbers by key."""
