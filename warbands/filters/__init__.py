"""What the creatures beside a warband are narrowed to."""

from warbands.filters.joining import JoiningFilter

__all__ = ["JoiningFilter"]
