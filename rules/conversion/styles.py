"""The two styles of a conversion: the words of the appendix, and what the game's author does with them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConversionStyle:
    """Where readings of the appendix differ.

    ``level_from`` is the lowest level that is subtracted: below it numbers stay. ``melee_fight``: Fight comes from the
    best melee Strike. ``power_above_fight`` is added to Fight where a stat block has no DC. ``ignores_skill_dcs``: DCs
    of skill checks and of Escape do not count for Power; ``ignores_curse_dcs``: nor do those of curses.
    ``rounds_orc_damage``: damage of ORC creatures from level 1 is a multiple of 5. ``keeps_amphibious_walk``: an
    amphibious creature never swims instead of walking, and one that hardly walks keeps its land speed.
    """

    name: str
    level_from: int
    melee_fight: bool
    power_above_fight: int
    ignores_skill_dcs: bool
    ignores_curse_dcs: bool
    rounds_orc_damage: bool
    keeps_amphibious_walk: bool


RULEBOOK = ConversionStyle(
    "rulebook",
    level_from=-1,
    melee_fight=False,
    power_above_fight=9,
    ignores_skill_dcs=False,
    ignores_curse_dcs=False,
    rounds_orc_damage=False,
    keeps_amphibious_walk=False,
)
AUTHOR = ConversionStyle(
    "author",
    level_from=0,
    melee_fight=True,
    power_above_fight=8,
    ignores_skill_dcs=True,
    ignores_curse_dcs=True,
    rounds_orc_damage=True,
    keeps_amphibious_walk=True,
)
STYLES: dict[str, ConversionStyle] = {style.name: style for style in (RULEBOOK, AUTHOR)}
