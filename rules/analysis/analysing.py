"""A roster looked at from all sides at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.alignment import CODES
from rules.analysis.damage import DamageRow, damage_dealt
from rules.analysis.objectives import ObjectiveChance, objective_chances
from rules.analysis.saves import Spread, spread
from rules.effects.values import SAVES
from rules.legality.reckoning import Line, reckon
from rules.legality.rulebook import Rulebook
from rules.roster.model import Roster


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a warband: how many members it has, and their points without extras and for extras."""

    bodies: int
    base_points: int
    extras_points: int

    @property
    def points(self) -> int:
        """The points of the part, extras included."""
        return self.base_points + self.extras_points


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a warband is made of.

    ``members`` counts the roster's, ``unknown`` holds the keys of those without a card, which appear in nothing else;
    ``whole`` are the others together. ``by_level`` goes up, ``by_alignment`` runs along the grid (None, at its end:
    the card has no alignment); only what occurs is listed. ``hp`` is the sum of all, of those whose card has HP.
    ``speed`` is in squares. ``damage`` has a row for each type that anybody deals, the commonest first. ``saves`` are
    Fortitude, Reflex and Will, ``objectives`` the eight standard ones in the order of their table.
    """

    members: int
    unknown: tuple[str, ...]
    whole: Share
    by_level: tuple[tuple[int, Share], ...]
    by_alignment: tuple[tuple[str | None, Share], ...]
    hp: int
    speed: Spread
    damage: tuple[DamageRow, ...]
    saves: tuple[Spread, ...]
    objectives: tuple[ObjectiveChance, ...]

    @property
    def bodies(self) -> int:
        """How many members have a card."""
        return self.whole.bodies


def analyse(roster: Roster, rulebook: Rulebook) -> Analysis:
    """Return what a roster is made of. Never raises: what nobody knows is left out, and ``unknown`` names it."""
    lines = reckon(roster, rulebook).lines
    known = [line for line in lines if line.card is not None]
    levels = sorted({line.card.level for line in known if line.card})
    found = {line.card.alignment for line in known if line.card}
    return Analysis(
        members=len(lines),
        unknown=tuple(line.member.creature for line in lines if line.card is None),
        whole=_share(known),
        by_level=tuple(
            (level, _share(line for line in known if line.card and line.card.level == level)) for level in levels
        ),
        by_alignment=tuple(
            (code, _share(line for line in known if line.card and line.card.alignment == code))
            for code in (*CODES, None)
            if code in found
        ),
        hp=sum(line.card.stats.hp or 0 for line in known if line.card),
        speed=spread("speed", known),
        damage=damage_dealt(known),
        saves=tuple(spread(save, known) for save in SAVES),
        objectives=objective_chances(known),
    )


def _share(lines: Iterable[Line]) -> Share:
    counted = list(lines)
    return Share(len(counted), sum(line.base_points for line in counted), sum(line.extras_points for line in counted))
