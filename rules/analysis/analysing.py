"""The analysis of a roster in all respects."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.alignment import ALIGNMENT_CODES
from rules.analysis.damage import DamageTypeSources, damage_dealt
from rules.analysis.objectives import ObjectiveChance, objective_chances
from rules.analysis.saves import Spread, spread
from rules.effects.values import SAVES
from rules.legality.resolved import ResolvedMember, Rulebook, resolve
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
    """The composition of a warband.

    ``members`` counts the roster's members; ``unknown`` has the keys of those without a card, which appear nowhere
    else; ``whole`` are all others together. ``by_level`` ascends, ``by_alignment`` follows the grid (None, at its end:
    the card has no alignment); both omit empty entries. ``hp`` is the sum for all members whose card has HP. ``speed``
    is in squares. ``damage`` has a row for each type that a member deals, the most common first. ``saves`` are
    Fortitude, Reflex and Will, ``objectives`` the eight standard ones in the order of their table.
    """

    members: int
    unknown: tuple[str, ...]
    whole: Share
    by_level: tuple[tuple[int, Share], ...]
    by_alignment: tuple[tuple[str | None, Share], ...]
    hp: int
    speed: Spread
    damage: tuple[DamageTypeSources, ...]
    saves: tuple[Spread, ...]
    objectives: tuple[ObjectiveChance, ...]

    @property
    def bodies(self) -> int:
        """How many members have a card."""
        return self.whole.bodies


def analyse(roster: Roster, rulebook: Rulebook) -> Analysis:
    """Return the composition of a roster. Never raises: unknown creatures are omitted, and ``unknown`` names them."""
    members = resolve(roster, rulebook).members
    known = [member for member in members if member.card is not None]
    levels = sorted({resolved_member.card.level for resolved_member in known if resolved_member.card})
    alignments = {resolved_member.card.alignment for resolved_member in known if resolved_member.card}
    return Analysis(
        members=len(members),
        unknown=tuple(member.member.creature for member in members if member.card is None),
        whole=_share(known),
        by_level=tuple(
            (
                level,
                _share(
                    resolved_member
                    for resolved_member in known
                    if resolved_member.card and resolved_member.card.level == level
                ),
            )
            for level in levels
        ),
        by_alignment=tuple(
            (
                code,
                _share(
                    resolved_member
                    for resolved_member in known
                    if resolved_member.card and resolved_member.card.alignment == code
                ),
            )
            for code in (*ALIGNMENT_CODES, None)
            if code in alignments
        ),
        hp=sum(resolved_member.card.stats.hp or 0 for resolved_member in known if resolved_member.card),
        speed=spread("speed", known),
        damage=damage_dealt(known),
        saves=tuple(spread(save, known) for save in SAVES),
        objectives=objective_chances(known),
    )


def _share(members: Iterable[ResolvedMember]) -> Share:
    counted = list(members)
    return Share(
        len(counted),
        sum(resolved_member.base_points for resolved_member in counted),
        sum(resolved_member.extras_points for resolved_member in counted),
    )
