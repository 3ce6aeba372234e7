"""Sentences of the warbands of a campaign."""

from __future__ import annotations

from rules.campaigns.events.warbands import (
    CareersAccepted,
    MemberCorrected,
    RevisionTaken,
    RosterChanged,
    WarbandJoined,
    WarbandLeft,
)
from rules.campaigns.sentences.describe import describe
from rules.campaigns.sentences.names import (
    JournalNames,
    advance_name,
    ended,
    injury_name,
    member_of,
    quoted_warband,
    title_of,
)
from rules.text import counted


@describe.register
def _(event: WarbandJoined, who: str, names: JournalNames) -> str:
    members = counted(len(event.members), "member")
    return f"{quoted_warband(event.warband, names)} of {names.person(event.participant)} joined with {members}."


@describe.register
def _(event: CareersAccepted, who: str, names: JournalNames) -> str:
    return f"{who} accepted the careers with which {quoted_warband(event.warband, names)} came."


@describe.register
def _(event: WarbandLeft, who: str, names: JournalNames) -> str:
    return f"{who} took {quoted_warband(event.warband, names)} out of the campaign."


@describe.register
def _(event: RosterChanged, who: str, names: JournalNames) -> str:
    return f"{who} changed {quoted_warband(event.warband, names)}: {ended(event.description)}"


@describe.register
def _(event: RevisionTaken, who: str, names: JournalNames) -> str:
    member = member_of(event.warband, event.member, names)
    return f"{who} took revision {event.revision} of the card of {member}."


@describe.register
def _(event: MemberCorrected, who: str, names: JournalNames) -> str:
    member = member_of(event.warband, event.member, names)
    return f"{who} corrected {member}: {_correction(event, names)}. Reason: {ended(event.reason)}"


def _correction(event: MemberCorrected, names: JournalNames) -> str:
    match event.correction:
        case "injury-add":
            lasts = "permanent" if event.permanent else "temporary"
            return f"added {injury_name(event.subject)} ({lasts})"
        case "injury-remove":
            return "removed a wound"
        case "advance-add":
            return f"added an advance ({advance_name(event.subject)})"
        case "advance-remove":
            return f"removed an advance ({advance_name(event.subject)})"
        case "level":
            return f"level {event.amount:+d}"
        case "points":
            return f"points {event.amount:+d}"
        case "hp-class":
            return f"HP grow as those of the class {title_of(event.subject)}"
        case "spell-add":
            return f"added the spell {names.spells.get(event.subject) or title_of(event.subject)}"
