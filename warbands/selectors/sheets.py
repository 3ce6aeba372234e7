"""Laying a warband out by the compendium as it stands."""

from __future__ import annotations

from typing import NamedTuple

from compendium.selectors.creatures import card_sheet
from rules.building import Draft
from rules.legality import ResolvedRoster, Rulebook, Verdict, resolve, verdict_of
from rules.sheets import RosterSheet
from rules.sheets.layout import sheet_of_resolved
from warbands.selectors.legality import rulebook_of


class EvaluatedDraft(NamedTuple):
    """A draft resolved, checked and laid out, each once."""

    resolved: ResolvedRoster
    verdict: Verdict
    sheet: RosterSheet


def evaluate(draft: Draft, rulebook: Rulebook) -> EvaluatedDraft:
    """Return a draft resolved, checked and laid out. No queries."""
    resolved = resolve(draft.roster, rulebook)
    verdict = verdict_of(resolved)
    return EvaluatedDraft(resolved, verdict, sheet_of_resolved(draft, resolved, verdict, card_sheet=card_sheet))


def sheet_of(draft: Draft, rulebook: Rulebook | None = None) -> RosterSheet:
    """Return the sheet of a draft; for other eyes than its player's give ``draft.shared``.

    No queries but those of ``rulebook_of``, and none where the rulebook is given.
    """
    return evaluate(draft, rulebook or rulebook_of([draft.roster])).sheet
