"""Records of warbands as documents, ``muster-record/2``, in which a site keeps them between scenarios.

Version 1 counted neither dice nor rivalries. It is read as if there had been none; ``counts_everything`` tells such a
record, so that a site folds it anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.campaigns.dice_counts import RollCounts
from rules.campaigns.results import MemberTally, Standing
from rules.campaigns.rivalries import Feud, Meeting
from rules.campaigns.scenarios import ROLL_KINDS, ROLL_ORIGINS
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state_documents import state_document, state_from_document
from rules.documents import Format
from rules.documents.shapes import REQUIRED, RecordField, choice, integer, numbers, record, records, text

_VERSION_1, _VERSION_2 = "muster-record/1", "muster-record/2"


def _with_sums(document: Mapping[str, Any]) -> dict[str, Any]:
    return {**document, "format": _VERSION_2, "dice": [], "feuds": [], "meetings": []}


FORMAT = Format(_VERSION_2, "a warband’s record", upcasters={_VERSION_1: _with_sums})

MAX_COUNT = 1_000_000

_STANDING = record(
    Standing,
    tuple(
        RecordField(name, integer(), default=0, always=True)
        for name in ("played", "major", "minor", "draws", "defeats", "victory_points")
    ),
)


_COUNT = integer(high=MAX_COUNT)
_COUNTS = numbers(low=0)
_SUMS = (
    RecordField(
        "dice",
        records(
            RollCounts,
            (
                RecordField("kind", choice(ROLL_KINDS, needed=True), REQUIRED, always=True),
                RecordField("origin", choice(ROLL_ORIGINS, needed=True), REQUIRED, always=True),
                RecordField("faces", _COUNTS, REQUIRED, always=True),
                RecordField("totals", _COUNTS, ()),
            ),
        ),
    ),
    RecordField(
        "feuds",
        records(
            Feud,
            (
                RecordField("member", text(), REQUIRED, always=True),
                RecordField("warband", _COUNT, REQUIRED, always=True),
                RecordField("enemy", text(), REQUIRED, always=True),
                RecordField("times", _COUNT, REQUIRED, always=True),
            ),
            MAX_COUNT,
        ),
    ),
    RecordField(
        "meetings",
        records(
            Meeting,
            (
                RecordField("warband", _COUNT, REQUIRED, always=True),
                *(RecordField(name, _COUNT, 0) for name in ("met", "won", "drawn", "lost")),
            ),
            MAX_COUNT,
        ),
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
        **{one.name: one.shape.write(getattr(warband, one.attribute)) for one in _SUMS},
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
        **{one.attribute: one.shape.read(read, one.name) for one in _SUMS},
    )
    read.done()
    return found
