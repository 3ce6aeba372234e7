"""Stored adventures: their beginnings, logs with seals, and seeds, and people's templates."""

from adventures.models.adventures import AdventureEntry, AdventureRow, AdventureSeed, AdventureTemplate

__all__ = ["AdventureEntry", "AdventureRow", "AdventureSeed", "AdventureTemplate"]
