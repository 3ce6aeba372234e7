"""What is stored of adventures: how each begins, its log with seals, its seeds, and the templates that people keep."""

from adventures.models.adventures import AdventureEntry, AdventureRow, AdventureSeed
from adventures.models.templates import AdventureTemplate

__all__ = ["AdventureEntry", "AdventureRow", "AdventureSeed", "AdventureTemplate"]
