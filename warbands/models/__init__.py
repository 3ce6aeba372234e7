"""What is stored of warbands: whose they are, every step of their building, and the miniatures that people own."""

from warbands.models.collections import Figure
from warbands.models.ownership import Owner
from warbands.models.warbands import Step, Tag, Warband

__all__ = ["Figure", "Owner", "Step", "Tag", "Warband"]
