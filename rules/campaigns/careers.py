"""Events of a campaign as events of careers: the effects of scenarios and of the changes between them on members."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.scenarios import ScenarioCommitted
from rules.campaigns.events.warbands import (
    AllowanceRolled,
    MemberCorrected,
    OpenFeatChosen,
    RevisionLeft,
    RevisionTaken,
    RosterChanged,
)
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.rosters import MemberEdit
from rules.campaigns.scenarios import SpendingRecord
from rules.campaigns.settings import CampaignSettings
from rules.campaigns.state.scenarios import ScenarioState
from rules.careers.events import (
    AdvanceGranted,
    AdvanceRoll,
    CardKept,
    CardRevised,
    CareerChange,
    CareerCorrected,
    CareerEvent,
    CareerRules,
    EliminationRoll,
    InjuryRoll,
    MemberChanged,
    MemberDismissed,
    MemberJoined,
    OpenFeatTaken,
    PlayedScenario,
    Spending,
)
from rules.careers.state import CareerState, WarbandState
from rules.text import NUMBER_DIGITS, natural_number

EARLIER = "earlier."
"""The prefix of event ids from earlier campaigns in careers."""


def career_rules(settings: CampaignSettings) -> CareerRules:
    """Return a campaign's settings about careers."""
    return CareerRules(settings.daily_recovery_every, settings.advancement, settings.third_injury_ends)


def scenario_id(number: int) -> str:
    """Return the id of a scenario in careers and dice: ``s3``."""
    return f"s{number}"


def numbered_scenario(scenario: str | None) -> int | None:
    """Return the scenario's number for its id in careers; None if it is not from this campaign."""
    number = natural_number((scenario or "").removeprefix("s"), NUMBER_DIGITS)
    return number if number is not None and scenario == scenario_id(number) else None


def career_event_id(entry: int, event: CampaignEvent) -> str:
    """Return the id of a journal entry in careers: a commit is its scenario, any other its own number."""
    return scenario_id(event.scenario) if isinstance(event, ScenarioCommitted) else f"e{entry}"


def career_events(scenario: ScenarioState, warband: int, state: WarbandState) -> tuple[CareerEvent, ...]:
    """Return the events of a scenario for a warband.

    Omits members that have left or whose careers have ended, as if they had never been fielded.
    """
    own = scenario.fielded.get(warband)
    fielded = tuple(member for member in (own.members if own else ()) if member in state.going_on)
    played = PlayedScenario(
        id=scenario_id(scenario.number),
        scenario=scenario_id(scenario.number),
        fielded=fielded,
        eliminated=tuple(member for member in scenario.eliminated(warband) if member in fielded),
        daily_recovery=scenario.plan.daily_recovery,
        number=scenario.played or 0,
    )
    return (played, *(event for member in fielded for event in _member_events(scenario, warband, member)))


def _member_events(scenario: ScenarioState, warband: int, member: str) -> Iterator[CareerEvent]:
    name = scenario_id(scenario.number)
    # The ids survive a correction, so that what hangs on a roll finds it again.
    if elimination := scenario.rolls.get((warband, member, "elimination", 1)):
        yield EliminationRoll(
            id=f"{name}.{member}.elimination", scenario=name, member=member, faces=elimination.roll.faces
        )
    if injury := scenario.rolls.get((warband, member, "injury", 1)):
        yield InjuryRoll(id=f"{name}.{member}.injury", scenario=name, member=member, faces=injury.roll.faces)
    rolls = [roll.roll for key, roll in sorted(scenario.rolls.items()) if key[:3] == (warband, member, "advance")]
    if rolls:
        chosen = scenario.feats.get((warband, member))
        yield AdvanceRoll(
            id=f"{name}.{member}.advance",
            scenario=name,
            member=member,
            faces=rolls[0].faces,
            rerolls=tuple(roll.faces for roll in rolls[1:]),
            feat=chosen.event.feat if chosen else None,
            choice=chosen.event.choice if chosen else None,
        )
    if spent := scenario.spendings.get((warband, member)):
        record = spent.event.spending
        yield Spending(
            id=f"{name}.{member}.spending",
            scenario=name,
            member=member,
            uses=record.uses,
            items=record.items,
            hero_points=record.hero_points,
        )


def loot_events(scenario: ScenarioState, warband: int, state: WarbandState) -> tuple[CareerChange, ...]:
    """Return the effects of loot on the members of a warband; ``state`` is that after the scenario."""
    return tuple(
        MemberChanged(
            id=f"{scenario_id(scenario.number)}.{member}.loot",
            after=scenario.played or 0,
            member=_looted(spending.event.spending, member).apply(state.by_id[member].member),
        )
        for (owner, member), spending in scenario.spendings.items()
        if owner == warband
        and member in state.by_id
        and (spending.event.spending.gained or spending.event.spending.lost)
    )


def _looted(spending: SpendingRecord, member: str) -> MemberEdit:
    return MemberEdit(member, items_added=spending.gained, items_removed=spending.lost)


def brought_careers(state: WarbandState) -> WarbandState:
    """Return careers for another campaign: the scenarios that they name do not belong to it."""

    def brought(career: CareerState) -> CareerState:
        return replace(
            career,
            feats=tuple(replace(feat, event=f"{EARLIER}{feat.event}") for feat in career.feats),
            open_feats=tuple(
                replace(feat, event=f"{EARLIER}{feat.event}", scenario=None) for feat in career.open_feats
            ),
            wounds=tuple(replace(wound, event=f"{EARLIER}{wound.event}", scenario=None) for wound in career.wounds),
            ended_by=career.ended_by and f"{EARLIER}{career.ended_by}",
        )

    return replace(state, members=tuple(map(brought, state.members)), last=None, undone=())


_CORRECTED = ("correction", "subject", "choice", "amount", "permanent", "reason")
"""What a correction by hand says in the journal as in the career."""


def change_events(numbered_event: NumberedEvent, state: WarbandState) -> tuple[CareerChange, ...]:
    """Return the effects of an event between scenarios on the members of a warband."""
    event, name = numbered_event.event, career_event_id(numbered_event.number, numbered_event.event)
    place: dict[str, Any] = {"id": name, "after": getattr(event, "after", 0), "member": getattr(event, "member", "")}
    match event:
        case RosterChanged():
            after = event.after
            leaving = (state.by_id[key].member for key in event.edit.dismissed if key in state.by_id)
            edit = event.edit.with_gifts_of(leaving)
            return (
                *(MemberDismissed(id=f"{name}.{key}", after=after, member=key) for key in edit.dismissed),
                *(
                    MemberChanged(
                        id=f"{name}.{each.member}", after=after, member=each.apply(state.by_id[each.member].member)
                    )
                    for each in edit.changed
                    if each.member in state.by_id
                ),
                *(MemberJoined(id=f"{name}.{member.id}", after=after, member=member) for member in edit.joined),
            )
        case RevisionTaken():
            return (CardRevised(**place, revision=event.revision),)
        case RevisionLeft():
            return (CardKept(**place, revision=event.revision),)
        case OpenFeatChosen():
            return (OpenFeatTaken(**place, advance=event.advance, feat=event.feat, choice=event.choice),)
        case AllowanceRolled():
            return (AdvanceGranted(**place, faces=event.faces),)
        case MemberCorrected():
            corrected: dict[str, Any] = {name: getattr(event, name) for name in _CORRECTED}
            return (CareerCorrected(**place, **corrected),)
    return ()
