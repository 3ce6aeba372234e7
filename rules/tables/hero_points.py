"""Hero points: the five ways to spend one. What they cost and how many there may be is in ``rules.points``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.points import MAX_HERO_POINTS
from rules.tables.entry import Entry
from rules.tables.prose import Prose, ProseRow


@dataclass(frozen=True, slots=True)
class HeroPointUse(ProseRow):
    """One way to spend a hero point: when it may be spent and what it then does.

    ``rerolls`` says that a roll is made again; its second result counts, better or worse.
    """

    prose: ClassVar[Prose] = Prose("hero_points", "effect", MAX_HERO_POINTS=MAX_HERO_POINTS)

    name: str
    when: str
    rerolls: bool = True

    @property
    def effect(self) -> str:
        """What spending the point does, as a clause."""
        return self.prose.text(self.key, "effect")


HERO_POINT_USES: tuple[HeroPointUse, ...] = (
    HeroPointUse("Own Fight roll", "after one of its Fight rolls"),
    HeroPointUse("Own saving throw", "after one of its saving throws"),
    HeroPointUse("Own check", "after one of its checks"),
    HeroPointUse("Attacker's Fight roll", "after the Fight roll of an attack that targets it"),
    HeroPointUse("Recovery check", "just before a recovery check", rerolls=False),
)


def entries() -> tuple[Entry, ...]:
    """Return the one entry about hero points."""
    uses = tuple((use.name, use.effect) for use in HERO_POINT_USES)
    entry = HeroPointUse.prose.term("hero-point", "hero-point")
    return (replace(entry, facts=(*entry.facts, *uses)),)
