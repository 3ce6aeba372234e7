"""Hero points: the five ways to spend one. What they cost and how many there may be is in ``rules.points``."""

from __future__ import annotations

from dataclasses import dataclass

from rules.glossary.entry import Entry
from rules.points import MAX_HERO_POINTS


@dataclass(frozen=True, slots=True)
class HeroPointUse:
    """One way to spend a hero point: when it may be spent and what it then does.

    ``rerolls`` says that a roll is made again; its second result counts, better or worse.
    """

    name: str
    when: str
    effect: str
    rerolls: bool = True


HERO_POINT_USES: tuple[HeroPointUse, ...] = (
    HeroPointUse("Own Fight roll", "after one of its Fight rolls", "it rolls again and keeps the second result"),
    HeroPointUse("Own saving throw", "after one of its saving throws", "it rolls again and keeps the second result"),
    HeroPointUse("Own check", "after one of its checks", "it rolls again and keeps the second result"),
    HeroPointUse(
        "Attacker's Fight roll",
        "after the Fight roll of an attack that targets it",
        "the attacker rolls again and keeps the second result",
    ),
    HeroPointUse(
        "Recovery check",
        "just before a recovery check",
        "it passes this check and every later one of the encounter, and goes on dying",
        rerolls=False,
    ),
)


def entries() -> tuple[Entry, ...]:
    """Return the one entry about hero points."""
    return (
        Entry(
            kind="hero-point",
            name="Hero Point",
            summary=f"Bought like an upgrade, {MAX_HERO_POINTS} at most: roll again, make an attacker roll again, or"
            " survive dying.",
            text=f"A creature may be given up to {MAX_HERO_POINTS} hero points, each for its upgrade cost. One is"
            " spent to repeat a roll of its own, be it Fight, save or check, or to make an attacker that targets"
            " it repeat its Fight roll. The second result counts, even if it is worse. A side may do this once"
            " for each roll.\n\nSpent just before a recovery check, a hero point passes that check and"
            " all later ones of the encounter; the creature stays dying. Points are bought for one game: what"
            " is left does not carry over.",
            facts=(
                ("At most", str(MAX_HERO_POINTS)),
                ("Price", "the creature's upgrade cost each"),
                *((use.name, use.effect) for use in HERO_POINT_USES),
            ),
            aliases=("hero points",),
            where="Hero points",
        ),
    )
