"""What would become of a campaign if an entry of its journal were voided."""

from __future__ import annotations

from dataclasses import replace

from campaigns.entries import numbered_event
from campaigns.models import Campaign, JournalEntry
from campaigns.selectors.careers import ROSTER_KINDS, career_inputs
from campaigns.selectors.previews import WarbandDifference, previewed_warbands, scenario_differences, warband_difference
from rules.campaigns.events.corrections import EntryVoided


def void_preview(campaign: Campaign, entry: JournalEntry) -> list[WarbandDifference]:
    """Return the warbands for which something would differ if an entry were voided.

    Everything is the fold without the entry beside the fold with it, so that the void does exactly what this says. The
    queries of ``career_inputs`` for each warband of the scenario.
    """
    if entry.scenario is not None:
        return scenario_differences(campaign, entry.scenario, EntryVoided(entry.number, ""))
    row = previewed_warbands(campaign).filter(number=entry.warband or 0).first()
    if row is None or entry.kind not in ROSTER_KINDS:
        return []
    inputs = career_inputs(row, (entry.after or 0) + 1)
    if all(change.number != entry.number for change in inputs.changes):
        inputs = replace(inputs, changes=(*inputs.changes, numbered_event(entry)))
    kept = tuple(change for change in inputs.changes if change.number != entry.number)
    found = warband_difference(inputs, inputs.history(), replace(inputs, changes=kept).history())
    return [found] if found.is_changed else []
