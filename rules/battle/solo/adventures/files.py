"""The adventures that come with Muster: the TOML files beside this module."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules.battle.solo.adventures.adventure import Adventure
from rules.battle.solo.adventures.reading import read_adventure


@cache
def adventures() -> dict[str, Adventure]:
    """Return every adventure by its key, in the order of their files."""
    folder = files("rules.battle.solo.adventures")
    found = sorted((one for one in folder.iterdir() if one.name.endswith(".toml")), key=lambda one: one.name)
    return {one.key: one for one in map(read_adventure, (file.read_bytes() for file in found))}
