"""A card held against the tables for its level and against other creatures of that level.

``judge_card`` never says that a card is good or bad: it says which of the others are above and below it, and what the
tables have.

- ``peers``: the creatures that a card is compared with; ``measures``: the numbers that are compared
- ``tables``: what the rulebook's tables have for the level; ``judging``: all of it; ``wording``: sentences
"""

from rules.card_comparison.judging import (
    MEASURES,
    CardJudgment,
    DamageJudgment,
    MeasureJudgment,
    PeerGroup,
    TableValue,
    ValueSpread,
    judge_card,
    peers_at,
)

__all__ = [
    "MEASURES",
    "CardJudgment",
    "DamageJudgment",
    "MeasureJudgment",
    "PeerGroup",
    "TableValue",
    "ValueSpread",
    "judge_card",
    "peers_at",
]
