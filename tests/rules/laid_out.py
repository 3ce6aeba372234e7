"""Drafts as their sheets."""

from rules.building.draft import Draft
from rules.cards.sheet import creature_card
from rules.legality.resolved import Rulebook, resolve
from rules.legality.verdict import verdict_of
from rules.sheets.members import CardSheet, sheet_of_resolved
from rules.sheets.model import RosterSheet


def roster_sheet(draft: Draft, rulebook: Rulebook, *, card_sheet: CardSheet = creature_card) -> RosterSheet:
    """Lay out everything that is in a draft; for other eyes than its player's give ``draft.shared``."""
    resolved = resolve(draft.roster, rulebook)
    return sheet_of_resolved(draft, resolved, verdict_of(resolved), card_sheet=card_sheet)
