"""Random box recruitment: which warbands the figures of a collection can field, the best ones first.

``fieldings`` answers, ``fielding_roster`` makes a roster from one answer. ``docs/random-box.md`` explains how it works.
"""

from rules.recruitment.model import (
    MAX_FIGURES,
    MAX_LIMIT,
    MOST,
    RANKINGS,
    Fielding,
    LeftOut,
    Ranking,
    RankingKey,
    Recruit,
    Recruitment,
    ranking_of,
)
from rules.recruitment.random_box import fielding_roster, fieldings

__all__ = [
    "MAX_FIGURES",
    "MAX_LIMIT",
    "MOST",
    "RANKINGS",
    "Fielding",
    "LeftOut",
    "Ranking",
    "RankingKey",
    "Recruit",
    "Recruitment",
    "fielding_roster",
    "fieldings",
    "ranking_of",
]
