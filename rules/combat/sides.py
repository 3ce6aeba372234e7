"""The sides of a fight in seat order: who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.text import legible_line

SIDE_KEYS = ("a", "b", "c", "d")
"""The sides in seat order, clockwise."""
MIN_SIDES = 2

PlayedBy = Literal["people", "game"]


@dataclass(frozen=True, slots=True)
class FightSide:
    """A side: its key (``a`` to ``d``), what it is called, and whether people play it or the game does.

    Its name is one line and turns no sentence that it stands in.
    """

    key: str
    name: str
    player: PlayedBy = "people"

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", legible_line(self.name) or f"Side {self.key.upper()}")
