"""Rosters: the members of a warband and their purchases, as values and as documents."""

from rules.roster.model import (
    HouseRules,
    ItemChoice,
    Member,
    Override,
    Roster,
    roster_document,
    roster_from_document,
    roster_from_json,
)

__all__ = [
    "HouseRules",
    "ItemChoice",
    "Member",
    "Override",
    "Roster",
    "roster_document",
    "roster_from_document",
    "roster_from_json",
]
