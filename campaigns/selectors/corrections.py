"""What a correction of an entry would say, and the corrections by hand that count for a member."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Q

from campaigns.models import Campaign
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.moments import Moment
from campaigns.selectors.scenarios import scenario_events
from campaigns.selectors.sentences import ReadableEntry, readable_entries
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.events.warbands import MemberCorrected
from rules.campaigns.journal import NumberedEvent, live_events
from rules.campaigns.receipts import SIDES
from rules.campaigns.state.scenarios import EntryRoll
from rules.dice import EnteredRoller

MAX_CORRECTIONS = 50
"""Corrections by hand that a member's page lists, the latest; the journal has all of them."""


def event_that_counts(campaign: Campaign, scenario: int, entry: int) -> CampaignEvent:
    """Return what a live entry about a scenario says after all corrections of it. One query."""
    live: dict[int, NumberedEvent] = {
        event.number: event for event in live_events(scenario_events(campaign, [scenario])[scenario])
    }
    return live[entry].event


def dice_corrected(campaign: Campaign, scenario: int, found: EntryRoll, faces: Sequence[int]) -> DiceRolled:
    """Return an entry of dice with other faces for one of its rolls; they count as dice from the table. One query.

    Raises ``DiceError`` for faces that cannot fall.
    """
    roll = EnteredRoller(faces).roll(len(found.roll.faces), SIDES, reason="This roll", place=("correction",))
    event = event_that_counts(campaign, scenario, found.entry)
    assert isinstance(event, DiceRolled)
    corrected = replace(found.roll, faces=roll.faces, origin="entered", epoch=None)
    return DiceRolled(scenario, tuple(corrected if roll.place == corrected.place else roll for roll in event.rolls))


def member_corrections(
    view: CampaignView, warband: int, member: str, moment: Moment | None = None
) -> list[ReadableEntry]:
    """Return the corrections by hand that count for a member, at a moment if one is given, the latest first.

    One query, and those of ``readable_entries`` where there are any.
    """
    # Only changes between scenarios have an ``after``; with it and in its order, SQLite reads no more than these.
    changes = view.campaign.entries.filter(warband=warband, after__isnull=False)
    corrected = changes.filter(kind=MemberCorrected.kind, event__member=member)
    counting = Q(voided_by=None)
    if moment is not None:
        corrected = corrected.filter(after__lt=moment.played)
        if moment.as_recorded:
            corrected = corrected.filter(number__lte=moment.entry)
            counting |= Q(voided_by__gt=moment.entry)
    found = corrected.filter(counting).order_by("-after", "-number")[:MAX_CORRECTIONS]
    return readable_entries(view, sorted(found, key=lambda journal_entry: -journal_entry.number)) if found else []
