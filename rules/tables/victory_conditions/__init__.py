"""Victory conditions: the standard one and eleven others, with their props, their end and their scoring.

``condition`` has the nouns, ``conditions`` the rows and their texts, ``scoring`` the arithmetic. Rulebook: "Victory
condition" and "Appendix: Alternative victory conditions".
"""

from rules.tables.victory_conditions.conditions import (
    ALTERNATIVE,
    CONDITIONS,
    STANDARD,
    Prop,
    Score,
    Spot,
    VictoryCondition,
    entries,
)
from rules.tables.victory_conditions.scoring import (
    DESTROYED_SUPPLY,
    MAJOR,
    MINOR,
    OPPONENT_BROKEN,
    assassin_points,
    confrontation,
    end_bonuses,
    flag_points,
    font_points,
    is_broken,
    is_half_strength,
    may_be_target,
    monster_level,
    passing_through,
    shrine_points,
    victory_by_lead,
)

__all__ = [
    "ALTERNATIVE",
    "CONDITIONS",
    "DESTROYED_SUPPLY",
    "MAJOR",
    "MINOR",
    "OPPONENT_BROKEN",
    "STANDARD",
    "Prop",
    "Score",
    "Spot",
    "VictoryCondition",
    "assassin_points",
    "confrontation",
    "end_bonuses",
    "entries",
    "flag_points",
    "font_points",
    "is_broken",
    "is_half_strength",
    "may_be_target",
    "monster_level",
    "passing_through",
    "shrine_points",
    "victory_by_lead",
]
