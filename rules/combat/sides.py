"""The sides of a fight in seat order: who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from rules.documents.records import WRITTEN, records_of
from rules.documents.shapes import choice, text
from rules.lengths import MAX_NAME
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

    key: Annotated[str, choice(SIDE_KEYS, needed=True)]
    name: Annotated[str, text(MAX_NAME)]
    player: Annotated[PlayedBy, choice(get_args(PlayedBy)), WRITTEN] = "people"

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", legible_line(self.name) or f"Side {self.key.upper()}")


SIDES = records_of(FightSide)
"""The sides of a fight as its document lists them."""
