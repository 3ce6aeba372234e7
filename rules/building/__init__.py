"""Building a warband step by step: the draft, the changes that a player makes to it, and the fixes of its problems."""

from rules.building import change_set, dismissals, enlisting, groups, items, members, secrets, upgrades, warband
from rules.building.change_set import ChangeSet
from rules.building.changes import Change
from rules.building.documents import change_document, change_fields, change_from_document, change_from_fields
from rules.building.draft import Draft, Secret
from rules.building.fixes import Fix, FixTake, fixes, fixes_by_problem
from rules.building.groups import GroupChange
from rules.building.joining import Joining, joining
from rules.building.member_ids import next_member_number
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

CHANGE_MODULES = (warband, members, enlisting, dismissals, upgrades, items, secrets, change_set, groups)
"""The modules of changes: once these are imported, every kind of change is known."""
