"""An adventure as a file, ``muster-adventure/1``."""

from __future__ import annotations

import json
from typing import Any

from adventures.models import AdventureRow
from adventures.models.adventures import AdventureStatus
from adventures.selectors.folding import adventure_beginning, adventure_entries, folded_adventure, whole_adventure_view
from adventures.selectors.seats import AdventureSeat
from rules.adventures.documents import AdventureDocument, adventure_document
from rules.adventures.state_documents import adventure_view_document
from rules.campaigns.files import FiledSeed


def filed_seeds(row: AdventureRow) -> tuple[FiledSeed, ...]:
    """Return the seed epochs of an adventure; the seeds only once it is closed. One query."""
    is_closed = row.status == AdventureStatus.CLOSED
    return tuple(
        FiledSeed(seed.epoch, seed.from_entry, seed.commitment, bytes(seed.seed) if seed.seed and is_closed else None)
        for seed in row.seeds.all()
    )


def whole_adventure(row: AdventureRow) -> dict[str, Any]:
    """Return the document of an adventure with every secret in it: for its organizer. Two queries."""
    entries = tuple(adventure_entries(row))
    return adventure_document(AdventureDocument(adventure_beginning(row), entries, filed_seeds(row)))


def adventure_file(seat: AdventureSeat) -> bytes:
    """Return an adventure as a file: all of it for its organizer, for others what players see of it."""
    if seat.organizes:
        document = whole_adventure(seat.row)
    else:
        document = adventure_view_document(whole_adventure_view(seat.row, for_players=True))
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def chronicle_text(row: AdventureRow) -> str:
    """Return the summary of an adventure for the chronicle, as everyone may read it. One query at most."""
    view = folded_adventure(row).newest(for_players=True)
    lines = [row.name, *filter(None, [view.adventure.about]), *view.adventure.kind.summary(view.state)]
    if view.state.outcome:
        lines.append(view.state.outcome)
    return "\n".join(dict.fromkeys(lines)) + "\n"
