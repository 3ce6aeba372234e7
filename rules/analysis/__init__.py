"""What a warband is made of: its points, its damage, its saves and what it can claim.

``analyse`` answers with a frozen value for any roster, legal or not, and never raises; ``wording`` reads it out in
sentences. Nothing here judges: whether the warband may take the field is for ``rules.legality`` to say.
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
