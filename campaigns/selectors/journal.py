"""Reading the journal: a page of it, and one entry."""

from __future__ import annotations

from django.db.models import QuerySet

from campaigns.models import Campaign, JournalEntry


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
