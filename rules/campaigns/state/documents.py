"""Records of warbands as documents, ``muster-record/2``, in which a site keeps them between scenarios.

Version 1 counted neither dice nor rivalries. It is read as if there had been none; ``counts_everything`` tells such a
record, so that a site folds it anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.campaigns.state.warbands import WarbandRecord
from rules.documents import Format
from rules.documents.records import from_record, to_record

_VERSION_1, _VERSION_2 = "muster-record/1", "muster-record/2"


def _with_sums(document: Mapping[str, Any]) -> dict[str, Any]:
    return {**document, "format": _VERSION_2, "dice": [], "feuds": [], "meetings": []}


FORMAT = Format(_VERSION_2, "a warband’s record", upcasters={_VERSION_1: _with_sums})


def record_document(warband: WarbandRecord) -> dict[str, Any]:
    """Return a record as a document."""
    return {"format": FORMAT.tag, **to_record(warband)}


def counts_everything(document: Mapping[str, Any]) -> bool:
    """Return True if a stored record has counted dice and rivalries from the first scenario on."""
    return document.get("format") == FORMAT.tag


def record_from_document(document: object) -> WarbandRecord:
    """Read a stored record; raise ``DocumentError`` for anything that is none."""
    return from_record(FORMAT.upcast(document), WarbandRecord)
