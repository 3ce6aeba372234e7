"""Building a warband step by step: the draft, the changes that a player makes to it, and the fixes of its problems."""

from rules.building.changes import Change, ChangeRefused
from rules.building.draft import Draft, Secret
from rules.building.verbs import change_fields, change_from_fields

__all__ = ["Change", "ChangeRefused", "Draft", "Secret", "change_fields", "change_from_fields"]
