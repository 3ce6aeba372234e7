"""What is filled in for a change of a set-up: each field declared once for pages and programs, and reading them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.errors import ChangeRefused
from rules.text import without_directions

MAX_WORDS = 80
MAX_SQUARES = 999

SetupFieldKind = Literal["words", "number", "switch", "faces"]


@dataclass(frozen=True, slots=True)
class SetupField:
    """A field of a change: what it means, for which changes; a number has a label and the most that it may be."""

    name: str
    meaning: str
    kind: SetupFieldKind = "words"
    label: str = ""
    most: int = MAX_SQUARES


SETUP_FIELDS: tuple[SetupField, ...] = (
    SetupField("points", "`board`: points per side.", "number", "Points per side", 999_999),
    SetupField("board", "`board`: the board's key."),
    SetupField("first_placer", "`board`: the side that places first."),
    SetupField("gridless", "`board`: whether distances are in inches.", "switch"),
    SetupField("in_3d", "`board`: whether heights count.", "switch"),
    SetupField("style", "`suggest`: pieces or tiles."),
    SetupField("kind", "`add`, `place`: the kind of terrain or objective."),
    SetupField("x", "Squares from the left.", "number", "Squares from the left"),
    SetupField("y", "Squares from the top.", "number", "Squares from the top"),
    SetupField("width", "`add`.", "number", "Width"),
    SetupField("height", "`add`.", "number", "Height"),
    SetupField("label", "`add`."),
    SetupField("piece", "`move`, `turn`, `remove`, `damage` of terrain: the piece."),
    SetupField("damage_type", "`damage`."),
    SetupField("victory", "`condition`: the victory condition's key."),
    SetupField("side", "`lone`, `first`: a side."),
    SetupField("edge", "`edge`: top, right, bottom or left."),
    SetupField("font", "`font-remove`: which of the placed ones, from 1.", "number", "Font"),
    SetupField("upper", "`own`: the side that has the upper half."),
    SetupField("objective", "`move`, `remove` of objectives: its kind."),
    SetupField("creature", "`place`, `monster`, `lone-creature`: a creature's key, or its id in this battle."),
    SetupField("creature_power", "`place`: the creature's Power.", "number"),
    SetupField("spaced", "`spaced`.", "switch"),
    SetupField("faces", "`count`, `place`, `roll`: dice that fell on the table; else Muster rolls.", "faces"),
    SetupField("deployment", "`deployment`: its key."),
    SetupField("order", "`deployment`: usual, secret or one by one."),
    SetupField("mirrored", "`deployment`.", "switch"),
    SetupField("zone", "`zone`: the zone that is chosen."),
)
_LABELS = {field.name: field.label for field in SETUP_FIELDS}


class SetupFields:
    """The fields of a change as a form or a program sends them. Faults raise ``ChangeRefused``."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        # Forms call this box “3d”, which no template and no program can ask for by that name.
        self._data = {"in_3d" if name == "3d" else name: value for name, value in data.items()}

    def text(self, name: str) -> str:
        """Return a short text, empty where the field is missing."""
        return without_directions(str(self._data.get(name, ""))).replace("\0", "").strip()[:MAX_WORDS]

    @property
    def typed(self) -> dict[str, dict[str, str]]:
        """Every field as it was sent, by what the form does, for the same form beside a refusal."""
        return {self.text("do").replace("-", "_"): {name: self.text(name) for name in self._data}}

    def is_ticked(self, name: str) -> bool:
        """Return True if a box is ticked."""
        return self._data.get(name) in ("on", True)

    def number(self, name: str, label: str = "") -> int:
        """Return a whole number; a field that is not declared needs a label."""
        found = self.text(name)
        if not (found.isascii() and found.isdigit() and len(found) < 7):
            raise ChangeRefused(f"{label or _LABELS[name]}: enter a whole number.")
        return int(found)

    def place(self) -> tuple[int, int]:
        """Return the place that the fields ``x`` and ``y`` name."""
        return self.number("x"), self.number("y")

    def faces(self) -> tuple[int, ...]:
        """Return the faces that were entered, none where Muster is to roll."""
        sent = self._data.get("faces", "")
        parts = list(map(str, sent)) if isinstance(sent, list) else self.text("faces").replace(",", " ").split()
        if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
            raise ChangeRefused("Enter the faces of the dice as numbers, such as 3 5.")
        return tuple(map(int, parts))
