"""Laying a warband out by the compendium as it stands."""

from __future__ import annotations

from compendium.selectors.creatures import card_sheet
from rules.building import Draft
from rules.legality import Rulebook
from rules.roster.model import HouseRules
from rules.sheets import RosterSheet, roster_sheet
from warbands.selectors.legality import rulebook_of


def sheet_of(draft: Draft, rulebook: Rulebook | None = None) -> RosterSheet:
    """Return the sheet of a draft; for other eyes than its player's give ``draft.shared``.

    No queries but those of ``rulebook_of``, and none where the rulebook is given.
    """
    house_rules = draft.roster.house_rules or HouseRules()
    return roster_sheet(
        draft,
        rulebook or rulebook_of([draft.roster], creatures=house_rules.banned),
        card_sheet=card_sheet,
    )
