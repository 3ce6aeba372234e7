"""Building a warband step by step: the draft, the changes that a player makes to it, and the fixes of its problems."""

from rules.building import changes, enlisting, extras, groups, members, warband

CHANGE_MODULES = (warband, members, enlisting, extras, changes, groups)
"""The modules of changes: once these are imported, every kind of change is known."""
