"""What the fold of a warband's careers needs, read from the last stored point on and no further back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import get_args

from campaigns.entries import numbered_event
from campaigns.models import CampaignWarband
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.scenarios import scenario_states
from rules.campaigns.events.warbands import (
    CareersAccepted,
    RevisionTaken,
    RosterChanged,
    WarbandJoined,
)
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.state.documents import record_from_document
from rules.campaigns.state.scenarios import ScenarioState
from rules.campaigns.state.warbands import RosterEvent, WarbandHistory, WarbandRecord, opening_record, play_on
from rules.legality.rulebook import Rulebook
from rules.roster.model import Member, Roster
from warbands.models import Step
from warbands.selectors.legality import rulebook_of
from warbands.selectors.warbands import draft_read

ROSTER_KINDS = tuple(event.kind for event in get_args(RosterEvent))


@dataclass(frozen=True, slots=True)
class CareerInputs:
    """A warband's record at a point, what came after it, and the rulebook of all cards that it names."""

    warband: CampaignWarband
    start: WarbandRecord
    changes: tuple[NumberedEvent, ...]
    scenarios: tuple[ScenarioState, ...]
    rulebook: Rulebook

    def history(self) -> WarbandHistory:
        """Return how the warband went on from the point."""
        return play_on(self.start, self.warband.number, self.changes, self.scenarios, self.rulebook)

    def with_scenario(self, scenario: ScenarioState) -> CareerInputs:
        """Return the same with another state of one scenario."""
        others = tuple(one for one in self.scenarios if one.number != scenario.number)
        return replace(self, scenarios=(*others, scenario))

    def until(self, played: int) -> CareerInputs:
        """Return the same with only what came before the scenario of that played number."""
        return replace(
            self,
            changes=tuple(one for one in self.changes if getattr(one.event, "after", 0) < played),
            scenarios=tuple(one for one in self.scenarios if (one.played or 0) < played),
        )


def career_inputs(
    warband: CampaignWarband, since: int, preparing: ScenarioState | None = None, *, before: int | None = None
) -> CareerInputs:
    """Return what a fold needs from before the scenario of that played number on. Load ``campaign`` with the row.

    With ``before`` only what came before the scenario of that number is read. The rulebook knows the loot of the
    scenario that is being prepared as well. Four queries and those of the rulebook, however long the journal is before
    that.
    """
    point = warband.career_points.filter(played__lt=since).order_by("-played").first()
    start = record_from_document(point.record if point else warband.opening)
    played = point.played if point else 0
    entries = warband.campaign.entries.filter(
        warband=warband.number, kind__in=ROSTER_KINDS, voided_by=None, after__gte=played
    ).order_by("number")
    if before is not None:
        entries = entries.filter(after__lt=before)
    changes = tuple(map(numbered_event, entries))
    sides = warband.sides.filter(is_fielded=True, scenario__status=ScenarioPhase.COMMITTED, scenario__played__gt=played)
    if before is not None:
        sides = sides.filter(scenario__played__lt=before)
    numbers = list(sides.values_list("scenario__number", flat=True))
    scenarios = tuple(scenario_states(warband.campaign, numbers).values()) if numbers else ()
    members = [career.member for career in start.careers.members]
    rulebook = career_rulebook(warband, members, changes, (*scenarios, *([preparing] if preparing else [])))
    return CareerInputs(warband, start, changes, scenarios, rulebook)


def career_rulebook(
    warband: CampaignWarband,
    members: Iterable[Member],
    changes: Iterable[NumberedEvent] = (),
    scenarios: Iterable[ScenarioState] = (),
) -> Rulebook:
    """Return a rulebook of all that ``careers_rulebook`` names, with the warband's own cards."""
    rulebook = careers_rulebook(members, changes, scenarios)
    step = Step.objects.filter(warband=warband.warband_id, number=warband.warband.position).first()
    draft = draft_read(step) if step else None
    return rulebook.with_cards(draft.roster.cards) if draft and draft.roster.cards else rulebook


def careers_rulebook(
    members: Iterable[Member],
    changes: Iterable[NumberedEvent] = (),
    scenarios: Iterable[ScenarioState] = (),
) -> Rulebook:
    """Return a rulebook of the cards and items of these members, and of what changes and loot bring."""
    members, revisions, items = list(members), set[tuple[str, int]](), set[str]()
    creatures = {member.id: member.creature for member in members}
    for one in changes:
        if isinstance(one.event, RosterChanged):
            members += one.event.edit.joined
            creatures |= {member.id: member.creature for member in one.event.edit.joined}
            items |= {choice.item for edit in one.event.edit.changed for choice in edit.items_added}
        elif isinstance(one.event, RevisionTaken):
            revisions.add((creatures.get(one.event.member, ""), one.event.revision))
    for scenario in scenarios:
        items |= {choice.item for one in scenario.spendings.values() for choice in one.event.spending.gained}
    # Ids do not matter to a rulebook, and two members of a whole career may share none.
    named = Roster(tuple(replace(member, id="") for member in members), play_mode="narrative")
    return rulebook_of([named], items=items, revisions=revisions)


def opening_of(warband: CampaignWarband) -> WarbandRecord:
    """Return the record with which a warband joined, by the journal."""
    kinds = (WarbandJoined.kind, CareersAccepted.kind)
    entries = warband.campaign.entries.filter(warband=warband.number, kind__in=kinds, voided_by=None)
    events = [numbered_event(entry).event for entry in entries.order_by("number")]
    joined = next(event for event in events if isinstance(event, WarbandJoined))
    accepted = next((event for event in reversed(events) if isinstance(event, CareersAccepted)), None)
    return opening_record(joined, career_rulebook(warband, joined.members), accepted)
