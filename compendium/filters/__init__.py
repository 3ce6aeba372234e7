"""What the lists of the compendium can be asked, the same on pages and in the API."""

from compendium.filters.creatures import CreatureFilter
from compendium.filters.entries import FeatFilter, ItemFilter, SpellFilter

__all__ = ["CreatureFilter", "FeatFilter", "ItemFilter", "SpellFilter"]
