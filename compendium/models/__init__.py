"""Stored data of the compendium."""

from compendium.models.creatures import CardRevision, Creature, CreatureFacet, Feature
from compendium.models.entries import Feat, GlossaryTerm, Item, Spell
from compendium.models.gambits import CreatureGambits
from compendium.models.homebrew import Homebrew, Submission
from compendium.models.sources import ImportOrigin, Source
from compendium.models.worth import WorthRun

__all__ = [
    "CardRevision", "Creature", "CreatureFacet", "CreatureGambits", "Feat", "Feature", "GlossaryTerm", "Homebrew",
    "ImportOrigin", "Item", "Source", "Spell", "Submission", "WorthRun",
]  # fmt: skip
