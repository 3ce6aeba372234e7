"""What is filled in for a change of a set-up: words, whole numbers, places and faces of dice."""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import ChangeRefused
from rules.text import without_directions

MAX_WORDS = 80


class SetupFields:
    """The fields of a change of the set-up, as sent. Numbers that cannot be read raise ``ChangeRefused``."""

    def __init__(self, data: Mapping[str, str]) -> None:
        self._data = data

    def text(self, name: str) -> str:
        """Return a short text, empty where the field is missing."""
        return without_directions(self._data.get(name, "")).replace("\0", "").strip()[:MAX_WORDS]

    @property
    def typed(self) -> dict[str, dict[str, str]]:
        """Every field as it was sent, by what the form does, for the same form beside a refusal."""
        does = self.text("do").replace("-", "_")
        # A template cannot ask for a name that begins with a digit.
        return {does: {"in_3d" if name == "3d" else name: self.text(name) for name in self._data}}

    def is_ticked(self, name: str) -> bool:
        """Return True if a box is ticked."""
        return self._data.get(name) == "on"

    def number(self, name: str, label: str) -> int:
        """Return a whole number."""
        found = self.text(name)
        if not (found.isascii() and found.isdigit() and len(found) < 7):
            raise ChangeRefused(f"{label}: enter a whole number.")
        return int(found)

    def place(self) -> tuple[int, int]:
        """Return the place that the fields ``x`` and ``y`` name."""
        return self.number("x", "Squares from the left"), self.number("y", "Squares from the top")

    def faces(self) -> tuple[int, ...]:
        """Return the faces that were entered, none where Muster is to roll."""
        parts = self.text("faces").replace(",", " ").split()
        if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
            raise ChangeRefused("Enter the faces of the dice as numbers, such as 3 5.")
        return tuple(map(int, parts))
