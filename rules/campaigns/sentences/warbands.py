"""Sentences of the warbands of a campaign."""

from __future__ import annotations

from rules import spells
from rules.campaigns.events.warbands import (
    CareersAccepted,
    MemberCorrected,
    OpenFeatChosen,
    RevisionLeft,
    RevisionTaken,
    RosterChanged,
    WarbandJoined,
    WarbandLeft,
)
from rules.campaigns.sentences.describe import describe_event
from rules.campaigns.sentences.names import (
    JournalNames,
    advance_name,
    ended,
    feat_name,
    injury_name,
    member_of_warband,
    quoted_warband,
    title_of,
)
from rules.text import counted


@describe_event.register
def _(event: WarbandJoined, who: str, names: JournalNames) -> str:
    members = counted(len(event.members), "member")
    return f"{quoted_warband(event.warband, names)} of {names.person(event.participant)} joined with {members}."


@describe_event.register
def _(event: CareersAccepted, who: str, names: JournalNames) -> str:
    return f"{who} accepted the careers with which {quoted_warband(event.warband, names)} came."


@describe_event.register
def _(event: WarbandLeft, who: str, names: JournalNames) -> str:
    return f"{who} took {quoted_warband(event.warband, names)} out of the campaign."


@describe_event.register
def _(event: RosterChanged, who: str, names: JournalNames) -> str:
    return f"{who} changed {quoted_warband(event.warband, names)}: {ended(event.description)}"


@describe_event.register
def _(event: RevisionTaken, who: str, names: JournalNames) -> str:
    member = member_of_warband(event.warband, event.member, names)
    return f"{who} took revision {event.revision} of the card of {member}."


@describe_event.register
def _(event: RevisionLeft, who: str, names: JournalNames) -> str:
    member = member_of_warband(event.warband, event.member, names)
    return f"{who} left revision {event.revision} of the card of {member}, which keeps the card that it has."


@describe_event.register
def _(event: OpenFeatChosen, who: str, names: JournalNames) -> str:
    member = member_of_warband(event.warband, event.member, names)
    return f"{who} chose the feat {feat_name(event.feat, event.choice)} for {member}."


@describe_event.register
def _(event: MemberCorrected, who: str, names: JournalNames) -> str:
    member = member_of_warband(event.warband, event.member, names)
    return f"{who} corrected {member}: {correction_text(event)}. Reason: {ended(event.reason)}"


def correction_text(event: MemberCorrected) -> str:
    """Return what an organizer corrected by hand, without whose it is: ``added Injured Leg (permanent)``."""
    subject, choice, amount = event.subject, event.choice, event.amount
    match event.correction:
        case "injury-add":
            return f"added {injury_name(subject)} ({'permanent' if event.permanent else 'temporary'})"
        case "injury-remove":
            return "removed an injury"
        case "advance-add":
            return f"added an advance ({advance_name(subject, choice)})"
        case "advance-remove":
            return f"removed an advance ({advance_name(subject, choice)})"
        case "level":
            if not amount:
                return "level as its advances give it"
            return f"level {abs(amount)} {'above' if amount > 0 else 'below'} what its advances give"
        case "points":
            if not amount:
                return "points without an adjustment"
            return f"costs {counted(abs(amount), 'point')} {'more' if amount > 0 else 'less'}"
        case "hp-class":
            return f"its HP grow like those of the class {title_of(subject)}"
        case "spell-add":
            return f"noted the spell {spells.name_of(subject)}"
        case "career-reopen":
            return "its career goes on"
