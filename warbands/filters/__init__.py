"""Filters for the creatures next to a warband."""

from warbands.filters.joining import JoiningFilter

__all__ = ["JoiningFilter"]
