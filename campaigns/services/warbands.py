"""Warbands that join a campaign and leave it, organizers' corrections of members, and private homebrew."""

from collections.abc import Iterable
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from campaigns.entries import settings_of, stored_record
from campaigns.models import Campaign, CampaignWarband, JournalEntry
from campaigns.selectors.campaigns import is_read_by_others
from campaigns.selectors.careers import career_inputs, career_rulebook, careers_rulebook, named_cards
from campaigns.selectors.scenarios import open_side
from campaigns.selectors.warbands import has_fought
from campaigns.services.careers import left_mark
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.texts import reason_of
from common.refusal import Refusal
from rules.building.draft import pin_members
from rules.campaigns.careers import brought_careers, change_events, numbered_scenario
from rules.campaigns.events.warbands import (
    CareersAccepted,
    MemberCorrected,
    OpenFeatChosen,
    RevisionLeft,
    RevisionTaken,
    WarbandJoined,
    WarbandLeft,
)
from rules.campaigns.fielding import warband_points
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.settings import CampaignSettings, barred_homebrew, describe_barred, roster_at_mustering
from rules.campaigns.state.warbands import RosterEvent, opening_record, record_document
from rules.cards.model import HOMEBREW_MARK
from rules.careers import play
from rules.careers.events import CorrectionKind
from rules.errors import RulesError
from rules.legality.resolved import Rulebook, describe_private, private_homebrew
from rules.legality.verdict import verdict
from rules.roster.model import Member, Roster
from warbands.selectors.legality import rulebook_of
from warbands.services.careers import career_mark, career_members_write, career_open, career_reopen


def refuse_private_members(campaign: Campaign) -> None:
    """Raise ``Refusal`` if a warband of the campaign has homebrew of unknown license, before others come to read it."""
    records = (stored_record(row.record) for row in campaign.warbands.only("record"))
    members = _of_homebrew(career.member for record in records for career in record.careers.by_id.values())
    for _, card in private_homebrew(members, careers_rulebook(named_cards(members))):
        raise Refusal(describe_private(card), code="homebrew.forbidden")


def refuse_private_homebrew(campaign: Campaign, members: Iterable[Member], rulebook: Rulebook | None = None) -> None:
    """Raise ``Refusal`` if members have homebrew of unknown license and others read the campaign.

    ``rulebook`` has the cards of these members; by default, they are loaded. No query if no one has homebrew.
    """
    brewed = _of_homebrew(members)
    if not brewed:
        return
    book = rulebook or rulebook_of([Roster(members=brewed)])
    for _, card in private_homebrew(brewed, book):
        if is_read_by_others(campaign):
            raise Refusal(describe_private(card), code="homebrew.forbidden")


def _of_homebrew(members: Iterable[Member]) -> tuple[Member, ...]:
    return tuple(member for member in members if HOMEBREW_MARK in member.creature)


MAX_WARBANDS = 200
"""Warbands that are in a campaign at a time."""
MAX_JOINED = 20
"""The most times that a player brings a warband into a campaign: each leaves a permanent row and number."""


@transaction.atomic
def warband_join(*, actor: Owner, key: str, warband_key: str) -> CampaignWarband:
    """Bring one of the caller's warbands into a campaign; return it.

    Its members start from their cards, each pinned to the revision that it follows; an organizer may accept an earlier
    career afterward. Its hero points are removed, since they are bought for one scenario. Raises ``Refusal`` for a
    warband that is already in a campaign, and with the problems for one that does not meet the limit of mustering.
    """
    journal = journal_open(actor=actor, key=key)
    assert journal.actor is not None
    opened = career_open(owner=actor, key=warband_key)
    if CampaignWarband.objects.filter(warband=opened.warband, has_left=False).exists():
        raise Refusal(
            "This warband is in a campaign already. It can be in one campaign at a time.", code="warband.locked"
        )
    if journal.campaign.warbands.filter(has_left=False).count() >= MAX_WARBANDS:
        raise Refusal(f"A campaign can have at most {MAX_WARBANDS} warbands.", code="campaign.full")
    joined = journal.campaign.warbands.filter(participant=journal.actor).count()
    if joined >= MAX_JOINED and not journal.actor.organizes:
        raise Refusal(
            f"You have brought warbands into this campaign {MAX_JOINED} times, the most for one player.",
            code="campaign.full",
        )
    rulebook = rulebook_of([opened.draft.roster]).with_cards(opened.draft.roster.cards)
    members = _muster(opened.draft.roster, settings_of(journal.campaign), rulebook)
    refuse_private_homebrew(journal.campaign, members, rulebook)
    number = journal.campaign.next_warband
    event = WarbandJoined(number, journal.actor.number, opened.draft.roster.name, journal.last_played, members)
    try:
        record = opening_record(event, rulebook)
    except RulesError as fault:
        raise Refusal("This warband has a creature that the compendium does not know.", code="creature.gone") from fault
    journal.campaign.next_warband += 1
    journal.campaign.save(update_fields=["next_warband"])
    row = CampaignWarband.objects.create(
        campaign=journal.campaign,
        number=number,
        warband=opened.warband,
        participant=journal.actor,
        name=event.name,
        joined_after=event.after,
        joined_at=timezone.now(),
        opening=record_document(record),
        record=record_document(record),
        points=warband_points(record.careers, rulebook),
    )
    if members != opened.draft.roster.members:
        opened = career_members_write(opened=opened, members=members, description="Joined a campaign")
    career_mark(opened=opened)
    journal.write(event)
    return row


@transaction.atomic
def warband_career_accept(*, actor: Owner, key: str, number: int) -> CampaignWarband:
    """Let a warband continue the careers of its last campaign, including leftover advances. Organizers only.

    Raises ``Refusal`` once it has fought here, and for a warband without earlier careers.
    """
    journal = journal_open(actor=actor, key=key, to=CareersAccepted)
    row = journal.warband(number)
    earlier = CampaignWarband.objects.filter(warband=row.warband_id, has_left=True).order_by("-left_at").first()
    if earlier is None:
        raise Refusal(f"{row} has no earlier career.", code="career.state")
    refuse_fought(row)
    journal.write(CareersAccepted(number, brought_careers(stored_record(earlier.record).careers)))
    return _fresh(row)


def refuse_fought(row: CampaignWarband) -> None:
    """Raise ``Refusal`` for a warband that is fielded, or has fought in a scenario, even one that was undone."""
    if has_fought(row):
        raise Refusal(f"{row} has already fought in this campaign.", code="warband.state")


@transaction.atomic
def warband_leave(*, actor: Owner, key: str, number: int) -> CampaignWarband:
    """Withdraw a warband from a campaign; its careers are frozen. For its player and organizers.

    Raises ``Refusal`` while it is fielded in an open scenario.
    """
    journal = journal_open(actor=actor, key=key)
    return end_warband(journal, journal.warband(number, WarbandLeft))


def end_warband(journal: OpenJournal, row: CampaignWarband) -> CampaignWarband:
    """Take a warband out of the campaign of an open journal."""
    _refuse_fielded(row)
    opened = career_reopen(warband_id=row.warband_id)
    row.has_left, row.left_at, row.frozen = True, timezone.now(), opened.step.draft
    row.save(update_fields=["has_left", "left_at", "frozen"])
    left_mark(row, opened)
    journal.write(WarbandLeft(row.number))
    return row


@transaction.atomic
def revision_take(*, actor: Owner, key: str, number: int, member: str, revision: int) -> JournalEntry:
    """Accept a new revision of a member's card. For the warband's player and organizers, while it is not fielded.

    Raises ``Refusal`` for a revision that does not exist.
    """
    journal = journal_open(actor=actor, key=key)
    row = journal.warband(number, RevisionTaken)
    _refuse_fielded(row)
    career = stored_record(row.record).careers.by_id.get(member)
    if career is not None:
        revised = replace(career.member, revision=revision)
        card = career_rulebook(row, [revised]).member_card(revised)
        if card is None or card.revision != revision:
            raise Refusal(
                f"The card of {career.name} has no revision {revision:,}. Nothing was changed.", code="creature.gone"
            )
        refuse_private_homebrew(journal.campaign, [revised])
    return _write_change(journal, row, RevisionTaken(number, journal.last_played, member, revision))


@transaction.atomic
def revision_leave(*, actor: Owner, key: str, number: int, member: str, revision: int) -> JournalEntry:
    """Leave a new revision of a member's card, which can still be taken later. For its player and organizers."""
    journal = journal_open(actor=actor, key=key)
    row = journal.warband(number, RevisionLeft)
    return _write_change(journal, row, RevisionLeft(number, journal.last_played, member, revision))


@transaction.atomic
def open_feat_choose(
    *, actor: Owner, key: str, number: int, member: str, advance: str, feat: str, choice: str | None = None
) -> JournalEntry:
    """Choose a feat that was left open by an earlier campaign or an organizer. For its player and organizers.

    ``advance`` is the id of the event that gave it. A feat of a scenario here is chosen by ``feat_choose``.
    """
    journal = journal_open(actor=actor, key=key)
    row = journal.warband(number, OpenFeatChosen)
    career = stored_record(row.record).careers.by_id.get(member)
    open_feat = next((feat for feat in career.open_feats if feat.event == advance), None) if career else None
    if open_feat is not None and numbered_scenario(open_feat.scenario) is not None:
        raise Refusal(
            "This feat belongs to a scenario. Choose it in the aftermath of that scenario.", code="feat.state"
        )
    event = OpenFeatChosen(number, journal.last_played, member, advance, feat, choice)
    return _write_change(journal, row, event)


@transaction.atomic
def member_correct(
    *,
    actor: Owner,
    key: str,
    number: int,
    member: str,
    correction: CorrectionKind,
    reason: str,
    subject: str = "",
    choice: str | None = None,
    amount: int = 0,
    permanent: bool = False,
    after: int | None = None,
) -> JournalEntry:
    """Correct a member's career by hand, with a reason. Organizers only; the fields are those of ``MemberCorrected``.

    ``after`` is the played number of the scenario after which it counts, None for the last one.
    """
    journal = journal_open(actor=actor, key=key, to=MemberCorrected)
    row = journal.warband(number)
    if after is None:
        after = journal.last_played
    if not row.joined_after <= after <= journal.last_played:
        raise Refusal(
            "A correction must follow a scenario that was played while the warband was in the campaign.",
            code="correction.invalid",
        )
    reason = reason_of(reason)
    event = MemberCorrected(number, after, member, correction, reason, subject, choice, amount, permanent)
    return _write_change(journal, row, event)


def _refuse_fielded(row: CampaignWarband) -> None:
    if side := open_side(row):
        raise Refusal(
            f"{row} is fielded in “{side.scenario}”. Apply or cancel that scenario first.", code="warband.locked"
        )


def _write_change(journal: OpenJournal, row: CampaignWarband, event: RosterEvent) -> JournalEntry:
    """Write a change of a warband, unless its fold has no effect."""
    inputs = career_inputs(row, event.after + 1, before=event.after + 1)
    number = journal.campaign.head + 1
    careers = inputs.history().now.careers
    rulebook = career_rulebook(row, [member.member for member in careers.members], [NumberedEvent(number, event)])
    _, problems = play(careers, change_events(NumberedEvent(number, event), careers), rulebook)
    if problems:
        raise Refusal(problems[0].message, code="warband.invalid")
    return journal.write(event)


def _muster(roster: Roster, settings: CampaignSettings, rulebook: Rulebook) -> tuple[Member, ...]:
    """Return the joining members, pinned to their cards.

    Raises ``Refusal`` with the problems if the campaign requires more of warbands.
    """
    mustered = roster_at_mustering(roster, settings)
    if barred := barred_homebrew(mustered, settings):
        reason = describe_barred(barred, settings, rulebook)
        raise Refusal(f"{roster.name or 'The warband'} cannot join yet: {reason}", code="warband.invalid")
    answer = verdict(mustered, rulebook)
    if not answer.legal:
        blocking = [problem for problem in answer.problems if problem.blocks]
        raise Refusal(
            f"{roster.name or 'The warband'} cannot join yet: {blocking[0].message}",
            blocking,
            code="warband.invalid",
        )
    return pin_members(mustered, rulebook)


def _fresh(row: CampaignWarband) -> CampaignWarband:
    row.refresh_from_db()
    return row
