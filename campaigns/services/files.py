"""Bringing a campaign in from a file."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import DataError, IntegrityError, transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.services.visitors import owner_token
from campaigns.models import Campaign, CampaignWarband, JournalEntry, Participant, SeedEpoch
from campaigns.models.campaigns import MAX_STORY, CampaignPhase
from campaigns.selectors.careers import opening_of
from campaigns.selectors.checking import campaign_attachments, campaign_faults
from campaigns.services.campaigns import KEY_LETTERS, new_key, seed_commit
from campaigns.services.careers import ALL, careers_refresh, left_mark, lock_refresh
from campaigns.services.journal import OpenJournal
from campaigns.services.projections import scenarios_store
from campaigns.services.texts import line_of, prose_of
from common.refusal import Refusal
from rules.building.draft import Draft, draft_document
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.warbands import WarbandJoined, WarbandLeft
from rules.campaigns.files import CampaignFile, FileFault, file_faults
from rules.campaigns.fold import CampaignState, fold_campaign
from rules.campaigns.journal import JournalLine, voided_by
from rules.campaigns.receipts import dice_faults
from rules.campaigns.rights import rights_fault
from rules.campaigns.settings import SETTINGS
from rules.campaigns.state.basics import PLAYING
from rules.campaigns.state.takeovers import TAKEOVERS, fold_takeovers
from rules.campaigns.state.warbands import record_document
from rules.cards.documents import card_document
from rules.cards.model import Card
from rules.errors import ChangeRefused, RulesError
from rules.lengths import MAX_NAME
from rules.roster.model import Member, Roster
from warbands.models import Warband
from warbands.selectors.legality import rulebook_of
from warbands.services.careers import career_reopen, career_store


def filed_warbands_store(*, campaign: Campaign, file: CampaignFile, state: CampaignState) -> None:
    """Store the warbands of a file, each owned by a placeholder until a person claims that; entries come before.

    Cards that the compendium lacks, or has otherwise, become homebrew of the warbands that need them.
    """
    joined, left = _moments(file)
    people = {participant.number: participant for participant in campaign.participants.all()}
    tokens = {number: owner_token() for number in people}
    stored: dict[int, Warband] = {}
    last = {warband.first: warband for warband in sorted(file.warbands, key=lambda warband: warband.number)}
    for filed in sorted(file.warbands, key=lambda warband: warband.number):
        entries = state.warbands[filed.number]
        drafts = {warband.number: _with_cards(warband.draft, file.cards) for warband in {filed, last[filed.first]}}
        if filed.first == filed.number:
            newest = last[filed.first]
            owner = Owner(token=tokens[state.warbands[newest.number].joined.participant])
            stored[filed.number] = career_store(
                owner=owner, draft=drafts[newest.number], next_member=newest.next_member
            )
        elif filed.first not in stored:
            raise RulesError(f"Warband {filed.number} refers to an earlier membership that is not in the file.")
        row = CampaignWarband.objects.create(
            campaign=campaign,
            number=filed.number,
            warband=stored[filed.first],
            participant=people[entries.joined.participant],
            name=entries.joined.name,
            has_left=entries.has_left,
            joined_after=entries.joined.after,
            joined_at=joined[filed.number],
            left_at=left.get(filed.number) if entries.has_left else None,
            opening={},
            record={},
            frozen=draft_document(_with_cards(filed.draft, file.cards)) if entries.has_left else None,
        )
        row.opening = row.record = record_document(opening_of(row))
        row.save(update_fields=["opening", "record"])


def filed_warbands_finish(*, campaign: Campaign) -> None:
    """Fold the careers of all warbands, now that the scenarios are stored, and lock the warbands that the journal
    locks.
    """
    rows = list(campaign.warbands.select_related("campaign", "warband"))
    careers_refresh(campaign, [row.number for row in rows], ALL, with_drafts=False)
    for row in campaign.warbands.select_related("campaign", "warband").order_by("-has_left", "number"):
        if row.has_left:
            left_mark(row, career_reopen(warband_id=row.warband_id))
        else:
            lock_refresh(row)


def _moments(file: CampaignFile) -> tuple[dict[int, datetime], dict[int, datetime]]:
    """Return when each warband joined and left."""
    joined: dict[int, datetime] = {}
    left: dict[int, datetime] = {}
    for line, event in zip(file.journal, file.events, strict=True):
        if isinstance(event.event, WarbandJoined):
            joined[event.event.warband] = datetime.fromisoformat(line.at)
        elif isinstance(event.event, WarbandLeft):
            left[event.event.warband] = datetime.fromisoformat(line.at)
    return joined, left


def _with_cards(draft: Draft, cards: Iterable[Card]) -> Draft:
    """Return a draft with the cards that it needs and that the compendium does not have like this."""
    own = {card.key for card in draft.roster.cards}
    named = {member.creature for member in draft.roster.members}
    wanted = {card.key: card for card in cards if card.key in named - own}
    if not wanted:
        return draft
    pinned = tuple(Member(card.key, revision=card.revision) for card in wanted.values())
    rulebook = rulebook_of([Roster(pinned, play_mode="narrative")])
    missing = tuple(card for card in wanted.values() if not _is_known(card, rulebook.card(card.key, card.revision)))
    return replace(draft, roster=replace(draft.roster, cards=(*draft.roster.cards, *missing)))


def _is_known(card: Card, known: Card | None) -> bool:
    return known is not None and card_document(card) == card_document(known)


CLOCKS_DIFFER = timedelta(days=1)
"""How far the clock of another site may be ahead."""


class CampaignFileRefused(Exception):
    """A readable but inconsistent campaign file."""

    def __init__(self, faults: Sequence[FileFault]) -> None:
        super().__init__(" ".join(fault.message for fault in faults))
        self.faults = tuple(faults)


def campaign_import(*, file: CampaignFile) -> Campaign:
    """Store the campaign of a file and return it; raise ``CampaignFileRefused`` if it is inconsistent.

    The journal is stored unchanged, including its hashes. Its people become placeholders, which can be claimed by their
    links, including their warbands; a campaign that is not closed opens a new seed epoch, since others may know the
    file's seed. It keeps its key if that is free.
    """
    if faults := list(file_faults(file)):
        raise CampaignFileRefused(faults)
    try:
        state = fold_campaign(file.events)
        if fault := rights_fault(file.journal, file.events):
            raise CampaignFileRefused([FileFault("journal.impossible", f"Entry {fault[0]}: {fault[1]}", fault[0])])
        _check(file, state)
        with transaction.atomic():
            return _stored(file, state)
    except (RulesError, ChangeRefused, Refusal, ValueError) as fault:
        raise CampaignFileRefused([FileFault("journal.impossible", str(fault))]) from fault
    except (LookupError, OverflowError) as fault:
        message = f"The journal names something that does not exist, or a number that is too large: {fault}."
        raise CampaignFileRefused([FileFault("journal.impossible", message)]) from fault
    except (IntegrityError, DataError) as fault:
        message = f"The journal contains something that cannot be stored: {fault}."
        raise CampaignFileRefused([FileFault("journal.impossible", message)]) from fault


def _check(file: CampaignFile, state: CampaignState) -> None:
    """Raise if a service would have refused the journal's content."""
    basics = state.basics
    if (line_of(basics.name, MAX_NAME, "A name"), prose_of(basics.story, MAX_STORY, "A story")) != (
        basics.name,
        basics.story,
    ):
        raise RulesError("The campaign’s name or story contains characters that no one can type.")
    basics.settings.check()
    # Days are counted from entries: to answer a request or a report.
    if (last := max(map(line_moment, file.journal))) > timezone.now() + CLOCKS_DIFFER:
        raise RulesError(f"An entry of the journal is from the future: {last:%Y-%m-%d}.")
    if {person.number for person in file.people} != state.people.keys():
        raise RulesError("The people in the file do not match its journal.")
    if {warband.number for warband in file.warbands} != state.warbands.keys():
        raise RulesError("The warbands in the file do not match its journal.")
    for _, message, entry in dice_faults(file.events, state.scenarios.values()):
        raise RulesError(f"Entry {entry}: {message}")


def _stored(file: CampaignFile, state: CampaignState) -> Campaign:
    first, last = line_moment(file.journal[0]), max(map(line_moment, file.journal))
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
        has_league=bool(state.league.rounds or state.league.rules),
        finished_by=state.league.finished.entry if state.league.finished else None,
        takeovers=TAKEOVERS.write(fold_takeovers(file.journal, file.events)),
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
    """Store the people as placeholders; those who take part have a link with which a person claims the place."""
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
    """Return the key itself if no campaign has it, otherwise a new one."""
    is_free = set(key) <= set(KEY_LETTERS) and not Campaign.objects.filter(key=key).exists()
    return key if is_free else new_key()
