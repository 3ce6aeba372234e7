"""Maps of hexes for tests."""

from rules.adventures.kinds.hexploration.facts import HexplorationFacts, MapHex
from rules.adventures.kinds.hexploration.hexes import hex_label


def large_map() -> HexplorationFacts:
    """A map of 2,000 hexes, every twentieth with a secret."""
    letters = "pdwmfsa"
    rows = tuple("".join(letters[(column * row) % 7] for column in range(1, 51)) for row in range(1, 41))
    rows = (rows[0], f"{rows[1][:1]}p{rows[1][2:]}", *rows[2:])
    secrets = (
        MapHex(hex_label(column, row), feature="secret", name=f"Secret {column} {row}")
        for column in range(1, 51)
        for row in range(1, 41)
        if (column + row) % 20 == 0
    )
    return HexplorationFacts("The world", 50, 40, "0202", rows, tuple(secrets))
