"""Proving a campaign: its chain of hashes holds, and everything stored equals the fold of its journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.entries import basics_of, journal_line, numbered_event, participant_state
from campaigns.models import Campaign
from rules.campaigns.fold import CampaignState, fold
from rules.campaigns.journal import NO_HASH, chain_faults, voided_by
from rules.errors import RulesError


@dataclass(frozen=True, slots=True)
class CampaignFault:
    """Something in a campaign that its journal does not bear out; ``entry`` is the number of an entry, or None."""

    code: str
    message: str
    entry: int | None = None


def campaign_faults(campaign: Campaign) -> list[CampaignFault]:
    """Return everything that is wrong with what is stored of a campaign; reads its whole journal."""
    entries = list(campaign.entries.order_by("number"))
    faults = [
        CampaignFault("journal.hash", message, number)
        for number, message in chain_faults(journal_line(entry) for entry in entries)
    ]
    last_number, last_hash = (entries[-1].number, entries[-1].hash) if entries else (0, NO_HASH)
    if (campaign.head, campaign.head_hash) != (last_number, last_hash):
        faults.append(CampaignFault("journal.head", f"The journal ends with entry {last_number}, not {campaign.head}."))
    try:
        events = [numbered_event(entry) for entry in entries]
        state = fold(events)
    except RulesError as fault:
        return [*faults, CampaignFault("journal.unreadable", f"The journal cannot be read: {fault}")]
    voids = voided_by(events)
    faults += [
        CampaignFault("total.voided", f"Entry {entry.number} is marked as voided by {entry.voided_by}.", entry.number)
        for entry in entries
        if entry.voided_by != voids.get(entry.number)
    ]
    return [*faults, *_differences(campaign, state)]


def _differences(campaign: Campaign, state: CampaignState) -> Iterator[CampaignFault]:
    if basics_of(campaign, campaign.seed_epochs.all()) != state.basics:
        yield _differs("campaign", "The campaign’s name, story, phase, settings or seeds")
    people = {row.number: participant_state(row) for row in campaign.participants.all()}
    for number in sorted(people.keys() | state.people.keys()):
        if people.get(number) != state.people.get(number):
            yield _differs("participant", f"Participant {number}")


def _differs(what: str, subject: str) -> CampaignFault:
    return CampaignFault(f"total.{what}", f"{subject}: what is stored differs from what the journal adds up to.")
