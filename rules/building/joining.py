"""Joining: which creatures may join a warband as it stands now, without a new problem.

The builder's list asks the same of the database, in ``warbands/filters/joining.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.alignment import ALIGNMENT_CODES, recruits
from rules.building.changes import recruited
from rules.building.draft import FIRST_NUMBER, Draft
from rules.cards.model import Card
from rules.errors import ChangeRefused
from rules.legality.resolved import limits_alignment
from rules.legality.rulebook import Rulebook
from rules.legality.verdict import Verdict
from rules.points import level_cost
from rules.roster.commands import count_minions, missing_minions
from rules.roster.model import HouseRules, Roster
from rules.text import counted

NO_ALIGNMENT = ""
"""Stands among alignments for creatures whose card has none."""


@dataclass(frozen=True, slots=True)
class Joining:
    """What a creature has to be so that it may join; None restricts nothing.

    ``alignments`` are codes, and ``NO_ALIGNMENT``; ``sources`` and ``banned`` are keys; ``most_points`` is what one
    creature may cost, ``affordable_points`` what is left of the limit, below 0 where that is passed. ``spare`` says how
    many miniatures of each creature are still free; whom it does not name has none. What the table overrides for
    everybody restricts nothing.

    These settle it for a creature without minions. Minions that a commander brings have to be allowed and owned
    too: only ``may_join`` looks at them. ``overridden`` and ``cards`` (the warband's own) are there for that.
    """

    alignments: frozenset[str] | None = None
    most_points: int | None = None
    affordable_points: int | None = None
    sources: frozenset[str] | None = None
    banned: frozenset[str] = frozenset()
    spare: Mapping[str, int] | None = field(default=None, hash=False)
    overridden: frozenset[str] = frozenset()
    cards: tuple[Card, ...] = field(default=(), hash=False)

    def affordable(self, points: int) -> bool:
        """Say whether so many points are left."""
        return self.affordable_points is None or points <= self.affordable_points

    def may_join_of(self, *, key: str, alignment: str | None, level: int, source: str | None) -> bool:
        """Say whether a creature may join, its minions left aside; as ``may_join`` for one without minions."""
        return not self.obstacle_of(key=key, alignment=alignment, level=level, source=source)

    def obstacle_of(self, *, key: str, alignment: str | None, level: int, source: str | None) -> str:
        """Say in a few words why a creature may not join, its minions left aside; "" where it may."""
        points = level_cost(level).cost
        if barred := self._barred(key, alignment, source):
            return barred
        if self.spare is not None and not self.spare.get(key, 0):
            return "no figures left"
        if self.most_points is not None and points > self.most_points:
            return "over half of the limit"
        if not self.affordable(points):
            left = self.affordable_points or 0
            return f"{counted(points - left, 'point')} over budget" if left >= 0 else "already over the limit"
        return ""

    def may_join(self, card: Card, rulebook: Rulebook) -> bool:
        """Say whether the creature, with the minions that it brings, adds no problem of severity error.

        ``rulebook`` has the cards of the minions. Where the limit is passed already, no creature may join.
        """
        if not self.may_join_of(key=card.key, alignment=card.alignment, level=card.level, source=card.source):
            return False
        return not card.starts_with or self._band_may_join(card, rulebook)

    def _band_may_join(self, leader: Card, rulebook: Rulebook) -> bool:
        own = {card.key: card for card in (*self.cards, leader)}
        try:
            band = recruited(leader.key, Draft(Roster(cards=tuple(own.values()))), rulebook, FIRST_NUMBER)
        except ChangeRefused:
            return False
        figures = Counter(member.creature for member in band)
        if self.spare is not None and any(number > self.spare.get(key, 0) for key, number in figures.items()):
            return False
        came = count_minions(band)
        for member in band:
            card = own.get(member.creature) or rulebook.card(member.creature)
            if card is None:
                if "creature.unknown" not in self.overridden or member.creature in self.banned:
                    return False
                continue
            if self._barred(card.key, card.alignment, card.source):
                return False
            # A minion that would be its own commander's commander does not come along.
            lacks = any(missing_minions(member.id, card, came))
            if lacks and "minion.missing" not in self.overridden:
                return False
        return True

    def _barred(self, key: str, alignment: str | None, source: str | None) -> str:
        """Say in a few words why no such creature may join at any cost; "" where it may."""
        if self.alignments is not None and (alignment or NO_ALIGNMENT) not in self.alignments:
            return "another alignment" if alignment else "no alignment"
        if self.sources is not None and source not in self.sources:
            return "another source"
        return "banned" if key in self.banned else ""


def joining(roster: Roster, verdict: Verdict) -> Joining:
    """Return who may join a roster, on which this is the verdict."""
    overridden = frozenset(override.code for override in roster.overrides if override.member is None)
    house_rules, limit = roster.house_rules or HouseRules(), roster.points_limit
    capped = roster.mode.half_cap and roster.mode.points_limit and "creature.over_half" not in overridden
    sourced = house_rules.sources is not None and "source.not_allowed" not in overridden
    return Joining(
        alignments=_alignments(roster, overridden),
        # No creature costs more than half of the limit. Building a warband, "Single most expensive creature".
        most_points=limit // 2 if capped and limit is not None else None,
        affordable_points=None if "points.over_limit" in overridden else verdict.points_left,
        sources=frozenset(house_rules.sources or ()) if sourced else None,
        banned=frozenset() if "creature.banned" in overridden else frozenset(house_rules.banned),
        spare=None if "collection.exceeded" in overridden else _spare(roster),
        overridden=overridden,
        cards=roster.cards,
    )


def _alignments(roster: Roster, overridden: frozenset[str]) -> frozenset[str] | None:
    # A creature is of an alignment that the warband's recruits; where its card has none, that cannot be said.
    # Building a warband, "Alignments"; ruling 111.
    if not limits_alignment(roster):
        return None
    own = None if "alignment.not_allowed" in overridden else roster.alignment
    found = frozenset(ALIGNMENT_CODES) if own is None else recruits(own)
    return found | {NO_ALIGNMENT} if "alignment.unknown" in overridden else found


def _spare(roster: Roster) -> dict[str, int] | None:
    # A collection holds in every mode but narrative play. Building a warband, "Random Box Recruitment"; ruling 114.
    if roster.collection is None or not roster.mode.points_limit:
        return None
    taken = Counter(member.creature for member in roster.members)
    return {key: number - taken[key] for key, number in roster.collection.items() if number > taken[key]}
