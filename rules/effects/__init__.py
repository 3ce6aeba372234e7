"""One model of effects: features, spells, items, feats, universal actions and terrain, as frozen values."""

from rules.effects.model import Effect, forced_move
from rules.effects.values import (
    Bonus,
    Check,
    Damage,
    EffectStep,
    ForcedMove,
    PassiveMoment,
    Range,
    Resistance,
    SavingThrow,
    Target,
    Weakness,
)

__all__ = [
    "Bonus",
    "Check",
    "Damage",
    "Effect",
    "EffectStep",
    "ForcedMove",
    "PassiveMoment",
    "Range",
    "Resistance",
    "SavingThrow",
    "Target",
    "Weakness",
    "forced_move",
]
