"""Roster documents, ``muster-roster/1``: a warband as JSON, read strictly and written whole.

What cannot be read raises ``DocumentError`` with the path of the first fault. Whether the roster is legal is another
question: a document may name unknown creatures.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.cards.documents import card_document
from rules.documents import Format, json_document
from rules.documents.records import from_record, to_record
from rules.roster.model import Roster

FORMAT = Format("muster-roster/1", "a roster document")


def roster_document(roster: Roster, *, references: bool = False) -> dict[str, Any]:
    """Return the roster as a document; what the roster does not have is left out or empty.

    With ``references`` the texts of its own cards keep their references to damage, as Muster's snapshots do.
    """
    if not (references and roster.cards):
        return {"format": FORMAT.tag, **to_record(roster)}
    cards = [card_document(card, references=True) for card in roster.cards]
    return {"format": FORMAT.tag, **to_record(replace(roster, cards=())), "cards": cards}


def roster_from_document(document: object, path: str = "") -> Roster:
    """Read a roster document; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    return from_record(FORMAT.upcast(document, path), Roster)


def roster_from_json(data: bytes) -> Roster:
    """Read a roster document from a file or a request; raise ``DocumentError`` as above and for what is not JSON."""
    return roster_from_document(json_document(data))
