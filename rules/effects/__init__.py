"""One model of effects: what features, spells, items, feats, universal actions and terrain do, as frozen values."""

from rules.effects.model import Effect, forced_move
from rules.effects.values import (
    Bonus,
    Check,
    Damage,
    ForcedMove,
    Range,
    Resistance,
    SavingThrow,
    Step,
    Target,
    Weakness,
)

__all__ = [
    "Bonus",
    "Check",
    "Damage",
    "Effect",
    "ForcedMove",
    "Range",
    "Resistance",
    "SavingThrow",
    "Step",
    "Target",
    "Weakness",
    "forced_move",
]
