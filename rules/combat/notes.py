"""What an event of a fight brought about, in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """A line of what happened: who it is about, the sentence, and which rule gave which number."""

    creature: str | None
    text: str
    why: tuple[str, ...] = ()
