"""Distances and areas in the texts of abilities: feet become squares, large areas become smaller."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.conversion.speeds import squares
from rules.effects import Range

# "Converting from PF2e", "Areas of effect": 16 and 12 become 8, 6 becomes 4; 1 to 3 stay.
SMALLER_AREAS: dict[int, int] = {1: 1, 2: 2, 3: 3, 6: 4, 12: 8, 16: 8}

_KIND = "cone|line|burst|emanation|aura"
_AREA = re.compile(
    rf"(?P<feet>\d{{1,3}})[ -](?:foot|feet|ft\.?)(?:[ -]radius)? (?P<kind>{_KIND})\b"
    r"(?: within (?P<within>\d{1,4}) feet)?",
    re.IGNORECASE,
)
_DISTANCE = re.compile(r"\b(?P<number>\d{1,4})(?P<hyphen>[ -])(?P<unit>feet|foot|ft\.?)(?![\w])", re.IGNORECASE)


def area_size(feet: int) -> tuple[int, tuple[int, ...]]:
    """Return the size of an area in squares, and the sizes to choose from where no rule says.

    >>> area_size(60), area_size(40)
    ((8, ()), (8, (8, 6, 4)))
    """
    size = squares(feet)
    if size in SMALLER_AREAS:
        return SMALLER_AREAS[size], ()
    return size, tuple(dict.fromkeys((size, *(one for one in (8, 6, 4, 3) if one < size))))[:3]


def usual_size(feet: int) -> int:
    """Return the size of an area in squares as the rule has it."""
    return area_size(feet)[0]


def convert_areas(text: str, size_of: Callable[[int], int] = usual_size) -> tuple[str, Range | None]:
    """Return a text in squares and its first area; ``size_of`` turns feet into the squares of an area."""
    first: list[Range] = []

    def area(match: re.Match[str]) -> str:
        size = size_of(int(match["feet"]))
        kind = match["kind"].lower()
        within = squares(int(match["within"])) if match["within"] else None
        aura = kind == "aura"
        kind = "emanation" if aura else kind
        first.append(Range(kind, size, within=within if kind == "burst" else None, aura=aura))
        place = f" within {within} squares" if within else ""
        return f"{kind} {size}{place}"

    text = _AREA.sub(area, text)
    return _DISTANCE.sub(_distance, text), first[0] if first else None


def _distance(match: re.Match[str]) -> str:
    number = squares(int(match["number"]))
    if match["hyphen"] == "-":
        return f"{number}-square"
    return f"{number} {'square' if number == 1 else 'squares'}"
