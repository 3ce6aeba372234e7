"""What saved parties count from fight to fight."""

from __future__ import annotations

from dataclasses import dataclass

MAX_TALLY = 9_999


@dataclass(frozen=True, slots=True)
class PartyTally:
    """Something that a saved party counts from fight to fight: its key and what it is.

    ``spent_by`` names the rest that turns it into what it ``becomes``; how much one gives is by the table.
    """

    key: str
    label: str
    spent_by: str = ""
    becomes: str = ""
