"""The composition of a warband: its points, damage and saves, and the objectives that it can claim.

``analyse`` returns a frozen value for any roster, legal or not, and never raises; ``wording`` puts it into sentences.
Nothing here judges legality: ``rules.legality`` does.
"""

from rules.analysis.analysing import Analysis, Share, analyse
from rules.analysis.damage import DamageSource, DamageTypeSources
from rules.analysis.objectives import Claimant, ObjectiveChance, ObjectiveFace, SkillCheck
from rules.analysis.saves import Spread, weak_spots

__all__ = [
    "Analysis",
    "Claimant",
    "DamageSource",
    "DamageTypeSources",
    "ObjectiveChance",
    "ObjectiveFace",
    "Share",
    "SkillCheck",
    "Spread",
    "analyse",
    "weak_spots",
]
