"""Stored warbands: every step of their building, and the miniatures that people own."""

from warbands.models.collections import Figure
from warbands.models.warbands import Step, Tag, Warband

__all__ = ["Figure", "Step", "Tag", "Warband"]
