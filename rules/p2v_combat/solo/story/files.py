"""The adventures that come with Muster: the TOML files beside this module."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules.p2v_combat.solo.story.adventure import SoloAdventure
from rules.p2v_combat.solo.story.reading import read_solo_adventure


@cache
def solo_adventures() -> dict[str, SoloAdventure]:
    """Return every adventure by its key, in the order of their files."""
    folder = files("rules.p2v_combat.solo.story")
    found = sorted((one for one in folder.iterdir() if one.name.endswith(".toml")), key=lambda one: one.name)
    return {one.key: one for one in map(read_solo_adventure, (file.read_bytes() for file in found))}
