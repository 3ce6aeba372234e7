"""Holding a roster against the compendium."""

from __future__ import annotations

from compendium.selectors.rulebook import rulebook_get
from rules.legality import Verdict, verdict
from rules.roster import Roster
from rules.text import slug


def roster_verdict(roster: Roster) -> Verdict:
    """Return the verdict on a roster by the compendium as it stands; at most five queries for any roster."""
    creatures = {member.creature for member in roster.members}
    items = {choice.item for member in roster.members for choice in member.items}
    minions = {key for card in roster.cards for key in card.starts_with}
    rulebook = rulebook_get(
        creatures=creatures | minions | {slug(key) for key in creatures},  # who writes a name meant its key
        items=items | {slug(key) for key in items},
        revisions={(member.creature, member.revision) for member in roster.members if member.revision is not None},
    )
    return verdict(roster, rulebook)
