"""What the forms of a set-up send: words, whole numbers, places and faces of dice."""

from __future__ import annotations

from django.http import QueryDict

from rules.errors import ChangeRefused

MAX_WORDS = 80


class SetupForm:
    """The fields of a form of the set-up. Numbers that cannot be read raise ``ChangeRefused``."""

    def __init__(self, data: QueryDict) -> None:
        self._data = data

    def text(self, name: str) -> str:
        """Return a short text, empty where the field is missing."""
        return self._data.get(name, "").replace("\0", "").strip()[:MAX_WORDS]

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
