"""Reporting changes to a campaign: the interface of a warband with a career to its journal.

Warbands know no campaigns. The site hands in a ``CareerRecorder`` with the addresses of the builder
(``warbands.web.urls``), and the services of drafts use it for warbands that have a career, and for no others.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from rules.building.draft import Draft
from warbands.models import Warband


class CareerRecord(Protocol):
    """The journal of one warband's career, open for one change."""

    def add(self, before: Draft, after: Draft, description: str) -> int | None:
        """Record a change; return the number of its entry, None if it does not concern the career.

        Raises ``Refusal`` for a change that a campaign does not allow.
        """

    def void(self, entry: int) -> None:
        """Record that a change was undone."""

    def restore(self, entry: int) -> None:
        """Record that a change which was undone is made again."""


class CareerRecorder(Protocol):
    """Finds and opens the journal of a warband's career."""

    def recording(self, warband: Warband) -> AbstractContextManager[CareerRecord]:
        """Lock and open the journal; it is locked before the warband, always in this order."""


class NoRecord:
    """The journal of a warband without a career: nothing is recorded."""

    def add(self, before: Draft, after: Draft, description: str) -> int | None:
        """Record nothing."""

    def void(self, entry: int) -> None:
        """Record nothing."""

    def restore(self, entry: int) -> None:
        """Record nothing."""


class NoRecorder:
    """For a site without campaigns."""

    @contextmanager
    def recording(self, warband: Warband) -> Iterator[CareerRecord]:
        """Open nothing."""
        yield NoRecord()


NO_RECORDER = NoRecorder()
