"""The look of HP everywhere: on pages, in tokens, in print."""

from typing import Literal

HpLook = Literal["well", "half", "low"]
"""Green above a half, amber down to above a third, then red."""


def hp_look(hp: int, max_hp: int) -> HpLook:
    """Return the look of a number of HP."""
    return "low" if hp * 3 <= max_hp else "half" if hp * 2 <= max_hp else "well"
