"""Bringing a campaign in from a file."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import DataError, IntegrityError, transaction

from campaigns.models import Campaign, JournalEntry, Participant, SeedEpoch
from campaigns.models.campaigns import MAX_STORY, CampaignPhase
from campaigns.selectors.attachments import campaign_attachments
from campaigns.selectors.checking import campaign_faults
from campaigns.services.filed_warbands import filed_warbands_finish, filed_warbands_store
from campaigns.services.journal import OpenJournal
from campaigns.services.keys import KEY_LETTERS, new_key
from campaigns.services.seeds import seed_commit
from campaigns.services.sides import scenarios_store
from campaigns.services.texts import line_of, prose_of
from common.refusal import Refusal
from rules.campaigns.events.campaign import CampaignCreated
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.people import ORGANIZER
from rules.campaigns.files import CampaignFile, FileFault, file_faults
from rules.campaigns.fold import CampaignState, fold_campaign
from rules.campaigns.journal import JournalLine, voided_by
from rules.campaigns.settings import SETTINGS
from rules.campaigns.state.people import PLAYING
from rules.errors import ChangeRefused, RulesError
from rules.lengths import MAX_NAME


class CampaignFileRefused(Exception):
    """A campaign file that can be read and does not hold together."""

    def __init__(self, faults: Sequence[FileFault]) -> None:
        super().__init__(" ".join(fault.message for fault in faults))
        self.faults = tuple(faults)


def campaign_import(*, file: CampaignFile) -> Campaign:
    """Store the campaign of a file and return it; raise ``CampaignFileRefused`` where it does not hold together.

    The journal is stored as it stands, hashes included. Its people become placeholders, which can be claimed by their
    links, warbands included; a campaign that is not closed opens a new seed epoch, since others may know the seed of
    the file's. It keeps its key where that is free.
    """
    if faults := list(file_faults(file)):
        raise CampaignFileRefused(faults)
    try:
        state = fold_campaign(file.events)
        _check(file, state)
        with transaction.atomic():
            return _stored(file, state)
    except (RulesError, ChangeRefused, Refusal, ValueError) as fault:
        raise CampaignFileRefused([FileFault("journal.impossible", str(fault))]) from fault
    except (LookupError, OverflowError) as fault:
        message = f"The journal names something that does not exist, or a number that is too large: {fault}."
        raise CampaignFileRefused([FileFault("journal.impossible", message)]) from fault
    except (IntegrityError, DataError) as fault:
        message = f"The journal tells something that cannot be stored: {fault}."
        raise CampaignFileRefused([FileFault("journal.impossible", message)]) from fault


def _check(file: CampaignFile, state: CampaignState) -> None:
    """Raise where a service would have refused what the journal tells."""
    basics = state.basics
    if (line_of(basics.name, MAX_NAME, "A name"), prose_of(basics.story, MAX_STORY, "A story")) != (
        basics.name,
        basics.story,
    ):
        raise RulesError("The campaign’s name or story holds what no one can type.")
    basics.settings.check()
    if [isinstance(event.event, CampaignCreated) for event in file.events] != [True] + [False] * (
        len(file.journal) - 1
    ):
        raise RulesError("A journal begins with the campaign’s creation, which happens once.")
    if {person.number for person in file.people} != state.people.keys():
        raise RulesError("The file’s people are not those of its journal.")
    if [person.presence for person in state.people.values() if person.role == ORGANIZER] != [PLAYING]:
        raise RulesError("A campaign has one organizer, who takes part in it.")
    if {warband.number for warband in file.warbands} != state.warbands.keys():
        raise RulesError("The file’s warbands are not those of its journal.")


def _stored(file: CampaignFile, state: CampaignState) -> Campaign:
    first, last = line_moment(file.journal[0]), line_moment(file.journal[-1])
    basics = state.basics
    campaign = Campaign.objects.create(
        key=_free_key(file.key),
        name=basics.name,
        story=basics.story,
        phase=basics.phase,
        settings=SETTINGS.write(basics.settings),
        head=file.journal[-1].number,
        head_hash=file.journal[-1].hash,
        next_participant=max(state.people) + 1,
        next_warband=max(state.warbands, default=0) + 1,
        next_scenario=max(state.scenarios, default=0) + 1,
        next_played=max((scenario.played or 0 for scenario in state.scenarios.values()), default=0) + 1,
        created_at=first,
        changed_at=last,
    )
    _store_people(campaign, file, state, first)
    for seed in file.seeds:
        SeedEpoch.objects.create(
            campaign=campaign,
            number=seed.epoch,
            from_entry=seed.from_entry,
            commitment=seed.commitment,
            seed=seed.seed,
            revealed=seed.seed is not None,
        )
    JournalEntry.objects.bulk_create(_entries(campaign, file), batch_size=500)
    filed_warbands_store(campaign=campaign, file=file, state=state)
    scenarios_store(campaign, state.scenarios.values())
    filed_warbands_finish(campaign=campaign)
    for attachment in campaign_attachments():
        attachment.store(campaign, file, state, OpenJournal(campaign, None).write)
    if campaign.phase != CampaignPhase.CLOSED:
        seed_commit(OpenJournal(campaign, None), max((seed.epoch for seed in file.seeds), default=0) + 1)
    campaign.refresh_from_db()
    if faults := campaign_faults(campaign):
        raise CampaignFileRefused([FileFault(fault.code, fault.message, fault.entry) for fault in faults])
    return campaign


def _store_people(campaign: Campaign, file: CampaignFile, state: CampaignState, at: datetime) -> None:
    """Store the people as placeholders; those who take part have the link by which a person takes the place."""
    for person in file.people:
        now = state.people[person.number]
        takes_part = now.presence == PLAYING
        Participant.objects.create(
            campaign=campaign,
            number=person.number,
            name=person.name,
            role=now.role,
            presence=now.presence,
            claim_token=secrets.token_urlsafe(12) if takes_part else None,
            joined_at=at,
        )


def _entries(campaign: Campaign, file: CampaignFile) -> list[JournalEntry]:
    voids = voided_by(file.events)
    entries: dict[int, JournalEntry] = {}
    for line, event in zip(file.journal, file.events, strict=True):
        # An entry about another entry is found where that one is.
        about = entries.get(event.event.entry) if isinstance(event.event, EntryVoided | EntryCorrected) else None
        place = about or event.event
        entries[line.number] = JournalEntry(
            campaign=campaign,
            number=line.number,
            kind=event.event.kind,
            event=line.event,
            actor=line.actor,
            at=line_moment(line),
            previous_hash=line.previous,
            hash=line.hash,
            scenario=getattr(place, "scenario", None),
            warband=getattr(place, "warband", None),
            after=getattr(place, "after", None),
            voided_by=voids.get(line.number),
        )
    return list(entries.values())


def line_moment(line: JournalLine) -> datetime:
    """Return when an entry of a file was written."""
    return datetime.fromisoformat(line.at)


def _free_key(key: str) -> str:
    """Return the key itself where no campaign has it, else a new one."""
    is_free = set(key) <= set(KEY_LETTERS) and not Campaign.objects.filter(key=key).exists()
    return key if is_free else new_key()
