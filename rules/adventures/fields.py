"""Types of fields that the facts of several kinds have, each with its bounds in documents."""

from __future__ import annotations

from typing import Annotated

from rules.adventures.scales import HIGHEST_LEVEL, LOWEST_LEVEL
from rules.documents.shapes import integer, number, text
from rules.lengths import MAX_NAME

MAX_KEY = 40
MAX_MODIFIER = 99
MAX_POINTS = 1_000
MAX_PROSE = 2_000

FactKey = Annotated[str, text(MAX_KEY)]
Word = Annotated[str, text(MAX_KEY)]
FactName = Annotated[str, text(MAX_NAME)]
FactProse = Annotated[str, text(MAX_PROSE)]
Level = Annotated[int, integer(LOWEST_LEVEL, HIGHEST_LEVEL)]
LevelOrNone = Annotated[int | None, number(LOWEST_LEVEL, HIGHEST_LEVEL)]
Modifier = Annotated[int, integer(-MAX_MODIFIER, MAX_MODIFIER)]
ModifierOrNone = Annotated[int | None, number(-MAX_MODIFIER, MAX_MODIFIER)]
Points = Annotated[int, integer(0, MAX_POINTS)]
