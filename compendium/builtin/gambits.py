"""Reading the gambits that come with Muster."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.errors import RulesError
from rules.p2v_combat.solo.gambits import Gambits, parse_gambits


@cache
def built_in_gambits() -> Mapping[str, Gambits]:
    """Return the gambits that come with Muster, by the keys of the creatures; a fault names the creature."""
    rows = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    found = {}
    for key, row in rows.items():
        try:
            found[key] = parse_gambits(row["gambits"], row.get("prefers", ""))
        except (RulesError, KeyError) as fault:
            raise RulesError(f"gambits.toml, {key}: {fault}") from fault
    return found
