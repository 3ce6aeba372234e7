"""What the built-in creatures are worth in points by games: ``worth.json``, which ``measure_worth`` writes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.players.intervals import Interval
from rules.players.worth import WorthPair, worth_pairs_from, worth_pairs_text

_FILE = Path(__file__).parent / "worth.json"
_STAMP_LENGTH = 12


@dataclass(frozen=True, slots=True)
class MeasuredWorth:
    """The worth of a creature in points by pairs of games, and the versions of rules and card that played them."""

    version: int
    stamp: str
    points: Interval
    pairs: tuple[WorthPair, ...]


def card_stamp(digest: str) -> str:
    """Return how a card's digest begins: as much of it as is kept beside a worth."""
    return digest[:_STAMP_LENGTH]


@cache
def measured_worths() -> Mapping[str, MeasuredWorth]:
    """Return the worth of each measured creature by its key."""
    rows = json.loads(_FILE.read_text(encoding="utf-8")) if _FILE.exists() else {}
    return {
        key: MeasuredWorth(row["version"], row["card"], Interval(*row["points"]), worth_pairs_from(row["pairs"]))
        for key, row in rows.items()
    }


def write_worths(worths: Mapping[str, MeasuredWorth]) -> None:
    """Write the file anew."""
    rows = (
        json.dumps(key)
        + ": "
        + json.dumps(
            {
                "version": worth.version,
                "card": worth.stamp,
                "points": [round(points, 1) for points in worth.points],
                "pairs": worth_pairs_text(worth.pairs),
            }
        )
        for key, worth in sorted(worths.items())
    )
    _FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
