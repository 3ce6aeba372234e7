"""Records of warbands as documents, ``muster-record/2``, in which a site keeps them between scenarios.

Version 1 counted neither dice nor rivalries. It is read as if there had been none; ``counts_everything`` tells such a
record, so that a site folds it anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.campaigns.dice_counts import RollCounts
from rules.campaigns.results import MemberTally, Standing
from rules.campaigns.rivalries import MAX_COUNT, Feud, Meeting
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state_documents import state_document, state_from_document
from rules.documents import Format
from rules.documents.records import record_of, records_of

_VERSION_1, _VERSION_2 = "muster-record/1", "muster-record/2"


def _with_sums(document: Mapping[str, Any]) -> dict[str, Any]:
    return {**document, "format": _VERSION_2, "dice": [], "feuds": [], "meetings": []}


FORMAT = Format(_VERSION_2, "a warband’s record", upcasters={_VERSION_1: _with_sums})

_STANDING = record_of(Standing)
_SUMS = {
    "dice": records_of(RollCounts),
    "feuds": records_of(Feud, MAX_COUNT),
    "meetings": records_of(Meeting, MAX_COUNT),
}


def record_document(warband: WarbandRecord) -> dict[str, Any]:
    """Return a record as a document."""
    return {
        "format": FORMAT.tag,
        "name": warband.name,
        "careers": state_document(warband.careers),
        "standing": _STANDING.write(warband.standing),
        "tallies": {
            member: [tally.scenarios, tally.eliminated, tally.eliminations]
            for member, tally in sorted(warband.tallies.items())
        },
        **{name: shape.write(getattr(warband, name)) for name, shape in _SUMS.items()},
    }


def counts_everything(document: Mapping[str, Any]) -> bool:
    """Return True if a stored record has counted dice and rivalries from the first scenario on."""
    return document.get("format") == FORMAT.tag


def record_from_document(document: object) -> WarbandRecord:
    """Read a stored record; raise ``DocumentError`` for anything that is none."""
    read = FORMAT.upcast(document)
    tallies = read.fields("tallies")
    found = WarbandRecord(
        name=read.text("name"),
        careers=state_from_document(read.fields("careers").raw),
        standing=_STANDING.read(read, "standing"),
        tallies={member: MemberTally(*tallies.sequence(member, high=3)) for member in tallies.raw},
        **{name: shape.read(read, name) for name, shape in _SUMS.items()},
    )
    read.done()
    return found
