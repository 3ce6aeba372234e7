"""Reading the journal: a page of it, one entry, and whether it proves what is stored."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet

from campaigns.entries import journal_line
from campaigns.models import Campaign, JournalEntry
from rules.campaigns.journal import chain_faults


def journal_entries(
    campaign: Campaign, *, scenario: int | None = None, warband: int | None = None
) -> QuerySet[JournalEntry]:
    """Return the entries of a campaign, the newest first, of one scenario or warband where given. One query a page."""
    entries = campaign.entries.order_by("-number")
    if scenario is not None:
        entries = entries.filter(scenario=scenario)
    if warband is not None:
        entries = entries.filter(warband=warband)
    return entries


def journal_entry(campaign: Campaign, number: int) -> JournalEntry | None:
    """Return one entry. One query."""
    return campaign.entries.filter(number=number).first()


def journal_faults(campaign: Campaign) -> Iterator[tuple[int, str]]:
    """Yield the number of each entry whose hash does not fit, and why. One query."""
    return chain_faults(map(journal_line, campaign.entries.order_by("number").iterator()))
