"""Which emblem stands for which creature: chosen one by one for the built-in creatures, by tag for all others."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path

from printing.emblems import CHARACTERS

_FILE: Mapping[str, Mapping[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))

OF_CREATURES = _FILE["creatures"]
"""The emblems of the built-in creatures, by their keys."""

OF_TAGS = {tag.casefold(): emblem for tag, emblem in _FILE["tags"].items()}
"""The emblems of tags, the most telling tag first."""

NEUTRAL = "shield"
"""Stands for a creature whose tags tell nothing."""

CHOICES = tuple((name, name.replace("-", " ").capitalize()) for name in sorted(CHARACTERS))
"""Every emblem by its name, with what people read."""


def emblem_of(key: str, tags: Collection[str], chosen: str = "") -> str:
    """Return the name of a creature's emblem: the one that an editor chose, its own, or that of its tags."""
    if chosen in CHARACTERS:
        return chosen
    if own := OF_CREATURES.get(key):
        return own
    words = {tag.casefold() for tag in tags}
    return next((emblem for tag, emblem in OF_TAGS.items() if tag in words), NEUTRAL)
