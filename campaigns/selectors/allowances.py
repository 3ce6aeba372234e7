"""A latecomer's allowance: its entries, its proposal, and a page of what is spent and left to roll."""

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.entries import numbered_event, settings_of
from campaigns.models import Campaign
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.warbands import WarbandView, has_fought, warband_views, warbands_in
from rules.campaigns.allowances import (
    Allowance,
    AllowanceEvent,
    AllowanceJournal,
    AllowanceProposal,
    bought_points,
    propose_allowance,
)
from rules.campaigns.events.corrections import EntryVoided
from rules.campaigns.events.warbands import AllowanceGiven, AllowanceRolled
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.sentences.names import roll_outcome


def allowance_entries(campaign: Campaign, warband: int) -> list[NumberedEvent]:
    """Return the entries about a warband's allowance, voids of other entries among them. One query."""
    kinds = (AllowanceGiven.kind, AllowanceRolled.kind, EntryVoided.kind)
    return list(map(numbered_event, campaign.entries.filter(warband=warband, kind__in=kinds).order_by("number")))


def allowance_journal(campaign: Campaign, warband: int) -> AllowanceJournal:
    """Return the allowance of a warband as the journal has it. One query."""
    journal = AllowanceJournal()
    for entry in allowance_entries(campaign, warband):
        journal.read(entry)
    return journal


@dataclass(frozen=True, slots=True)
class AdvanceOutcome:
    """An advance of an allowance: its entry, faces and result."""

    entry: int
    faces: tuple[int, ...]
    gave: str


@dataclass(frozen=True, slots=True)
class LatecomerMember:
    """A member of a latecomer: its advances of the allowance, and how many it can still roll."""

    id: str
    name: str
    advances: tuple[AdvanceOutcome, ...]
    left: int


@dataclass(frozen=True, slots=True)
class AllowanceView:
    """A warband's allowance as one person sees it.

    ``given`` is the event with its entry, None before one stands. ``limit`` is what the warband can cost before its
    first scenario, None without a limit; ``spent`` what it costs without its advances. ``gives`` and ``rolls`` say what
    the person can do now. ``proposal`` is there for those who give.
    """

    warband: WarbandView
    given: tuple[int, AllowanceGiven] | None
    members: tuple[LatecomerMember, ...]
    spent: int
    limit: int | None
    left: int
    is_over: bool
    gives: bool
    rolls: bool
    proposal: AllowanceProposal | None


def allowance_view(view: CampaignView, warband: WarbandView) -> AllowanceView:
    """Return the allowance of a present warband. Three queries, and those of all warbands for who can give one."""
    settings, is_over = settings_of(view.campaign), has_fought(warband.row)
    standing = allowance_journal(view.campaign, warband.number).standing[warband.number]
    given = next(((entry, event) for entry, event in standing.items() if isinstance(event, AllowanceGiven)), None)
    allowance = (None if is_over else warband.record.allowance) or Allowance(0, 0, 0)
    can_change = view.is_open and not is_over and not warband.row.has_left
    gives = can_change and view.organizes and given is None
    left, limit = allowance.left(warband.record.careers.going_on), settings.points_limit
    return AllowanceView(
        warband=warband,
        given=given,
        members=tuple(_members(warband, allowance, standing)),
        spent=bought_points(warband.record.careers, warband.rulebook),
        limit=limit + given[1].points if given and limit is not None else limit,
        left=left,
        is_over=is_over,
        gives=gives,
        rolls=bool(left) and can_change and view.writes_for(warband.row),
        proposal=_proposal(view.campaign, warband.number) if gives else None,
    )


def _members(
    warband: WarbandView, allowance: Allowance, standing: dict[int, AllowanceEvent]
) -> Iterator[LatecomerMember]:
    for career in warband.record.careers.going_on.values():
        advances = (
            AdvanceOutcome(entry, event.faces, roll_outcome(event.roll))
            for entry, event in standing.items()
            if isinstance(event, AllowanceRolled) and event.member == career.id
        )
        yield LatecomerMember(career.id, career.name, tuple(advances), allowance.left_of(career.id))


def _proposal(campaign: Campaign, number: int) -> AllowanceProposal:
    rows = [row for row in warbands_in(campaign) if row.number != number]
    played = [other for other in warband_views(rows) if other.record.standing.played]
    return propose_allowance([(other.record.careers, other.rulebook) for other in played], settings_of(campaign))
