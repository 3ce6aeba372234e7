"""Building a warband step by step: the draft, the changes that a player makes to it, and the fixes of its problems."""

from rules.building import changes, enlisting, extras, groups, members, warband
from rules.building.changes import (
    Change,
    ChangeSet,
    change_document,
    change_fields,
    change_from_document,
    change_from_fields,
)
from rules.building.draft import Draft, Secret, next_member_number
from rules.building.enlisting import Joining, joining
from rules.building.fixes import Fix, FixTake, fixes, fixes_by_problem
from rules.building.groups import GroupChange
from rules.errors import ChangeRefused

__all__ = [
    "Change",
    "ChangeRefused",
    "ChangeSet",
    "Draft",
    "Fix",
    "FixTake",
    "GroupChange",
    "Joining",
    "Secret",
    "change_document",
    "change_fields",
    "change_from_document",
    "change_from_fields",
    "fixes",
    "fixes_by_problem",
    "joining",
    "next_member_number",
]

CHANGE_MODULES = (warband, members, enlisting, extras, changes, groups)
"""The modules of changes: once these are imported, every kind of change is known."""
