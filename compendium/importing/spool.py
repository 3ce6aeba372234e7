"""Candidates of a file on the disk, so that a whole file is read before anything is written, without keeping it in
memory.
"""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Generic

from rules.card_reading.values import Candidate, CardValue


class CandidateSpool(Generic[CardValue]):
    """Candidates in their order, in a file without a name that goes with them. Only their names stay in memory."""

    def __init__(self) -> None:
        self.names: list[str | None] = []
        """The name of each candidate; None for one that was rejected."""
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by __exit__

    def __enter__(self) -> CandidateSpool[CardValue]:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def fill(self, candidates: Iterable[Candidate[CardValue]], on_read: Callable[[int], None]) -> None:
        """Store the candidates; ``on_read`` is called with the number of each."""
        for number, candidate in enumerate(candidates, 1):
            pickle.dump(candidate, self._file, pickle.HIGHEST_PROTOCOL)
            self.names.append(None if candidate.value is None else candidate.name)
            on_read(number)

    def __iter__(self) -> Iterator[Candidate[CardValue]]:
        """Read the candidates from the first on."""
        self._file.seek(0)
        for _ in self.names:
            candidate: Candidate[CardValue] = pickle.load(self._file)  # noqa: S301 - written by this process above
            yield candidate
