"""Holding a roster against the compendium."""

from __future__ import annotations

from compendium.selectors.rulebook import rulebook_get
from rules.legality import Verdict, verdict
from rules.roster import Roster


def roster_verdict(roster: Roster) -> Verdict:
    """Return the verdict on a roster by the compendium as it stands; at most five queries for any roster."""
    rulebook = rulebook_get(
        creatures={member.creature for member in roster.members},
        items={choice.item for member in roster.members for choice in member.items},
        revisions={(member.creature, member.revision) for member in roster.members if member.revision is not None},
    )
    return verdict(roster, rulebook)
