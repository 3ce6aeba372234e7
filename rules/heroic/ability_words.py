"""Abilities of a sheet in words: what they take, what is rolled, and what each tier brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.heroic.tables import UNTYPED

TIERS_OF_ROLL = (1, 2, 3)
_TAKES = {"main": "Main action", "maneuver": "Maneuver", "triggered": "Triggered action"}
_REACHES = {"melee": ", melee", "ranged": ", ranged", "other": ""}


def ability_words(sheet: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """Return an ability in lines; ``sheet`` has the characteristics that it may roll with."""
    return "\n".join(_ability_lines(sheet, row))


def _ability_lines(sheet: Mapping[str, Any], row: Mapping[str, Any]) -> Iterator[str]:
    yield _TAKES[row["kind"]] + _REACHES[row["reach"]]
    if row["trigger"]:
        yield f"Trigger: {row['trigger']}"
    roll = row["roll"]
    score = int(row["score"] if roll == "score" else sheet[roll])
    named = "" if roll == "score" else f" ({roll.capitalize()})"
    yield f"Roll: 2d10 {'−' if score < 0 else '+'} {abs(score)}{named}"
    tiers = [_tier_words(row, tier) for tier in TIERS_OF_ROLL]
    if any(tiers):
        yield from (f"Tier {tier}: {words or 'no effect'}" for tier, words in zip(TIERS_OF_ROLL, tiers, strict=True))


def _tier_words(row: Mapping[str, Any], tier: int) -> str:
    damage, typed = row[f"damage_{tier}"], "" if row["damage_type"] == UNTYPED else f"{row['damage_type']} "
    return "; ".join(part for part in (f"{damage} {typed}damage" if damage else "", row[f"effect_{tier}"]) if part)
