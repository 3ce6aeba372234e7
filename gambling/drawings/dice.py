"""A die on the table: pips on six sides, otherwise the outline of its shape with its number."""

from dataclasses import dataclass

_SQUARE = "M8 3h24a5 5 0 0 1 5 5v24a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5z"
_COIN = "M20 2a18 18 0 1 1 0 36 18 18 0 1 1 0-36z"
_OUTLINES = {
    2: _COIN,
    4: "M20 3l18 32H2z",
    8: "M20 1l19 19-19 19L1 20z",
    10: "M20 1l18 15v8L20 39 2 24v-8z",
    12: "M20 1l18.5 13.5-7 22h-23l-7-22z",
    20: "M20 1l17 9.5v19L20 39 3 29.5v-19z",
}
_LOW_TEXT = {4: 27.0, 12: 21.5}
"""The center of the number on shapes whose own center is not that of the drawing."""
_LEFT, _MIDDLE, _RIGHT = 11.5, 20.0, 28.5
_PIPS = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_LEFT, _LEFT), (_RIGHT, _RIGHT)),
    3: ((_LEFT, _LEFT), (_MIDDLE, _MIDDLE), (_RIGHT, _RIGHT)),
    4: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
    5: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_MIDDLE, _MIDDLE), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
    6: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _MIDDLE), (_RIGHT, _MIDDLE), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
}


@dataclass(frozen=True, slots=True)
class TableDie:
    """A die in a square of 40 units: its outline, its pips or the number of its face with the height of that number."""

    outline: str
    face: int
    pips: str
    base: float
    is_struck: bool = False


def table_die(sides: int, face: int, *, is_struck: bool = False) -> TableDie:
    """Return a die with so many sides showing a face; one that ``is_struck`` shows its player's choice."""
    pips = _PIPS.get(face, ()) if sides == 6 else ()
    return TableDie(
        outline=_OUTLINES.get(sides, _SQUARE),
        face=face,
        pips="".join(f"M{x - 3.5:g} {y:g}a3.5 3.5 0 1 1 7 0 3.5 3.5 0 1 1-7 0z" for x, y in pips),
        base=_LOW_TEXT.get(sides, 20.0),
        is_struck=is_struck,
    )
