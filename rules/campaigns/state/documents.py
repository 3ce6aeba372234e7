"""Records of warbands as documents, ``muster-record/1``, in which a site keeps them between scenarios."""

from __future__ import annotations

from typing import Any

from rules.campaigns.results import MemberTally, Standing
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state_documents import state_document, state_from_document
from rules.documents import Format
from rules.documents.shapes import RecordField, integer, record

FORMAT = Format("muster-record/1", "a warband’s record")

_STANDING = record(
    Standing,
    tuple(
        RecordField(name, integer(), default=0, always=True)
        for name in ("played", "major", "minor", "draws", "defeats", "victory_points")
    ),
)


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
    }


def record_from_document(document: object) -> WarbandRecord:
    """Read a stored record; raise ``DocumentError`` for anything that is none."""
    read = FORMAT.upcast(document)
    tallies = read.fields("tallies")
    found = WarbandRecord(
        name=read.text("name"),
        careers=state_from_document(read.fields("careers").raw),
        standing=_STANDING.read(read, "standing"),
        tallies={member: MemberTally(*tallies.sequence(member, high=3)) for member in tallies.raw},
    )
    read.done()
    return found
