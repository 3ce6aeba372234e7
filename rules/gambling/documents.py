"""A game as a document, ``muster-table-game/1``. docs/gambling.md tells the format."""

from __future__ import annotations

from typing import Any

from rules.documents import Format
from rules.documents.records import from_record, to_record
from rules.gambling.game import TableGame

FORMAT = Format("muster-table-game/1", "a table game")
MAX_BYTES = 100_000
"""The largest document of a game, in bytes."""


def game_document(game: TableGame) -> dict[str, Any]:
    """Return a game as a document."""
    return {"format": FORMAT.tag, **to_record(game)}


def game_from_document(document: object) -> TableGame:
    """Read a game; raise ``DocumentError`` with the path of the first thing that cannot be read.

    A game with more than a million outcomes can be read: it has no odds, and no one can play it.
    """
    return from_record(FORMAT.upcast(document), TableGame)
