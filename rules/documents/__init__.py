"""Documents: the strict reading of JSON that every format goes through, and how older forms are brought up to date.

The formats themselves stand beside their nouns: ``rules.cards.documents``, ``rules.roster.model``,
``rules.building.draft``.
"""

from rules.documents.reading import (
    MAX_BYTES,
    MAX_ENTRIES,
    MAX_TEXT,
    UNWRITABLE,
    Fields,
    Format,
    Upcaster,
    fail,
    json_document,
    writable,
)

__all__ = [
    "MAX_BYTES",
    "MAX_ENTRIES",
    "MAX_TEXT",
    "UNWRITABLE",
    "Fields",
    "Format",
    "Upcaster",
    "fail",
    "json_document",
    "writable",
]
