"""Where an infiltration stands: progress, awareness, complications, Edge Points, preparations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from rules.adventures.kinds.infiltration.preparations import EdgeQuality
from rules.adventures.state import CheckAttempt
from rules.documents.records import InDocument
from rules.tables.rolls import Degree

POOLED = ""
"""In the place of a participant: points that all have together."""


@dataclass(frozen=True, slots=True)
class EdgePoint:
    """An advantage: turns a failed check into a success, or so it seems. ``use`` limits it, "" for no limit."""

    number: int
    name: str
    use: str = ""
    quality: EdgeQuality = "real"

    @property
    def key(self) -> str:
        """Its key in events, and among the facts that players do not know."""
        return f"edge:{self.number}"


@dataclass(frozen=True, slots=True)
class PendingComplication:
    """A complication that has to be dealt with: by whom (empty for anyone), who is done, and the points so far."""

    key: str
    participants: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    points: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FailedCheck:
    """The check that has just failed, and how things stood before it; an Edge Point may still save it.

    ``before`` is None in what players see.
    """

    attempt: CheckAttempt
    before: InfiltrationState | None


@dataclass(frozen=True, slots=True)
class PreparationRecord:
    """A preparation that was attempted, by whom, and how it ended.

    For players the degree of a secret one is None, and ``is_benefit`` says whether it seemed to help.
    """

    key: str
    participant: str
    degree: Degree | None
    is_benefit: Annotated[bool, InDocument(leave_out=True)] = False


@dataclass(frozen=True, slots=True)
class InfiltrationState:
    """Where an infiltration stands.

    ``size`` is that of the party when it went in, None before. ``awareness`` is None for players who do not know it.
    ``points`` are those of obstacles by key and participant, ``happened`` the complications that have started,
    ``experts`` those whom an ally helps, ``stand_ins`` who acts for whom. ``seized`` are the opportunities that were
    used. ``shares`` is who told whom what they heard, ``misled`` who has heard wrong.
    """

    is_inside: bool = False
    size: int | None = None
    awareness: int | None = 0
    points: tuple[tuple[str, str, int], ...] = ()
    pending: tuple[PendingComplication, ...] = ()
    happened: tuple[str, ...] = ()
    experts: tuple[str, ...] = ()
    stand_ins: tuple[tuple[str, str], ...] = ()
    seized: tuple[str, ...] = ()
    edges: tuple[EdgePoint, ...] = ()
    edges_gained: int = 0
    records: tuple[PreparationRecord, ...] = ()
    shares: tuple[tuple[str, str], ...] = ()
    misled: tuple[str, ...] = ()
    failed: FailedCheck | None = None

    def changed(self, **more: Any) -> InfiltrationState:
        """Return the state after something has happened: the last failure stands for good."""
        return replace(self, failed=None, **more)

    def obstacle_points(self, key: str, participant: str) -> int:
        """Return the Infiltration Points of a participant, or the pooled ones, toward an obstacle."""
        return next((n for one, who, n in self.points if (one, who) == (key, participant)), 0)

    def with_obstacle_points(self, key: str, participant: str, points: int) -> InfiltrationState:
        """Return the state with other Infiltration Points toward an obstacle."""
        others = tuple(row for row in self.points if row[:2] != (key, participant))
        return self.changed(points=(*others, (key, participant, points)))

    def with_pending(self, pending: PendingComplication, changed: PendingComplication | None) -> InfiltrationState:
        """Return the state in which a complication has changed, or is gone."""
        rows = (changed if complication.key == pending.key else complication for complication in self.pending)
        return self.changed(pending=tuple(row for row in rows if row is not None))

    def edge(self, key: str) -> EdgePoint | None:
        """Return an Edge Point by its key, None if there is none."""
        return next((edge for edge in self.edges if edge.key == key), None)

    def without_edge(self, edge: EdgePoint) -> InfiltrationState:
        """Return the state after an Edge Point was used."""
        return replace(self, edges=tuple(point for point in self.edges if point.number != edge.number))

    def with_edge(self, name: str, use: str, quality: EdgeQuality) -> InfiltrationState:
        """Return the state with an Edge Point more."""
        number = self.edges_gained + 1
        return self.changed(edges=(*self.edges, EdgePoint(number, name, use, quality)), edges_gained=number)
