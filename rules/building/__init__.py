"""Building a warband step by step: the draft, the changes that a player makes to it, and the fixes of its problems."""

from rules.building.changes import Change, ChangeRefused
from rules.building.draft import Draft, Secret
from rules.building.fixes import Fix, FixTake, fixes, fixes_by_problem
from rules.building.joining import Joining, joining
from rules.building.verbs import change_fields, change_from_fields

__all__ = [
    "Change",
    "ChangeRefused",
    "Draft",
    "Fix",
    "FixTake",
    "Joining",
    "Secret",
    "change_fields",
    "change_from_fields",
    "fixes",
    "fixes_by_problem",
    "joining",
]
