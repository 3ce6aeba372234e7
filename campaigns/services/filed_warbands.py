"""The warbands of a campaign that comes from a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from accounts.models import Owner
from accounts.services.visitors import owner_token
from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.careers import opening_of
from campaigns.services.careers import ALL, careers_refresh, left_mark, lock_refresh
from rules.building import Draft
from rules.building.draft import draft_document
from rules.campaigns.events.warbands import WarbandJoined, WarbandLeft
from rules.campaigns.files import CampaignFile
from rules.campaigns.fold import CampaignState
from rules.campaigns.state.documents import record_document
from rules.cards.documents import card_document
from rules.cards.model import Card
from rules.errors import RulesError
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
            raise RulesError(f"Warband {filed.number} names a first time that is not in the file.")
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
    """Fold the careers of all warbands, now that the scenarios are stored, and lock whom the journal locks."""
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
