"""Sentences of scenarios and warbands."""

from collections.abc import Iterable

from rules import spells
from rules.campaigns.confirmations import CommitGround
from rules.campaigns.events.scenarios import (
    DiceRolled,
    FeatChosen,
    ScenarioCommitted,
    ScenarioOpened,
    ScenarioPlanned,
    ScenarioReported,
    SpendingRecorded,
    WarbandFielded,
)
from rules.campaigns.events.warbands import (
    AllowanceGiven,
    AllowanceRolled,
    MemberCorrected,
    OpenFeatChosen,
    RosterChanged,
    WarbandJoined,
)
from rules.campaigns.scenarios import Elimination, SpendingRecord
from rules.campaigns.sentences.names import (
    SITE,
    JournalNames,
    advance_name,
    describe_event,
    ended,
    feat_name,
    injury_name,
    member_of_warband,
    quoted_warband,
    title_of,
)
from rules.text import counted, listed, times_word


@describe_event.register
def _(event: ScenarioPlanned, who: str, names: JournalNames) -> str:
    warbands = [names.warband(number) for number in event.plan.warbands]
    fighting = f": {' against '.join(warbands)}" if len(warbands) == 2 else f": {listed(warbands)}" if warbands else ""
    return f"{who} planned {names.scenario(event.scenario)}{fighting}."


@describe_event.register
def _(event: ScenarioOpened, who: str, names: JournalNames) -> str:
    text, limit = f"{who} opened {names.scenario(event.scenario)}", event.settings.fielded_points
    if not event.again:
        return f"{text}."
    most = "without a points limit" if limit is None else f"for at most {counted(limit, 'point')}"
    return f"{text} again, {most}."


@describe_event.register
def _(event: WarbandFielded, who: str, names: JournalNames) -> str:
    members = listed(names.member(event.warband, member) for member in event.members) or "no one"
    bought = sum(points.number for points in event.hero_points)
    hero_points = f" with {counted(bought, 'hero point')}" if bought else ""
    cost = counted(event.points, "point")
    text = f"{who} fielded {quoted_warband(event.warband, names)} for {cost}{hero_points}: {members}."
    return f"{text} Allowed by an organizer: {ended(event.reason)}" if event.reason else text


@describe_event.register
def _(event: ScenarioReported, who: str, names: JournalNames) -> str:
    report = event.report
    points = [f"{names.warband(score.warband)} {score.victory_points}" for score in report.scores]
    if len(report.scores) == 1:
        points.append(f"the game {report.game_points}")
    score = f" Victory points: {', '.join(points)}." if points else ""
    lost = _eliminations(report.eliminated, names)
    return f"{who} reported how {names.scenario(event.scenario)} ended.{score}{lost}"


def _eliminations(eliminated: Iterable[Elimination], names: JournalNames) -> str:
    names_lost = []
    for elimination in eliminated:
        by = ""
        if elimination.by_warband is not None and elimination.by_member is not None:
            by = f" by {names.member(elimination.by_warband, elimination.by_member)}"
        names_lost.append(f"{names.member(elimination.warband, elimination.member)}{by}")
    return f" Eliminated: {', '.join(names_lost)}." if names_lost else ""


@describe_event.register
def _(event: DiceRolled, who: str, names: JournalNames) -> str:
    entered = sum(roll.origin == "entered" for roll in event.rolls)
    scenario = names.scenario(event.scenario)
    if entered == len(event.rolls):
        return f"{who} entered {counted(entered, 'roll')} for {scenario}."
    more = f" and entered {counted(entered, 'roll')}" if entered else ""
    return f"{who} had {counted(len(event.rolls) - entered, 'roll')} made by {SITE}{more} for {scenario}."


@describe_event.register
def _(event: FeatChosen, who: str, names: JournalNames) -> str:
    member = member_of_warband(event.warband, event.member, names)
    if not event.feat:
        return f"{who} took back the choice of a feat for {member}."
    return f"{who} chose the feat {feat_name(event.feat, event.choice)} for {member}."


@describe_event.register
def _(event: SpendingRecorded, who: str, names: JournalNames) -> str:
    member = member_of_warband(event.warband, event.member, names)
    parts = list(_spending(event.spending, names))
    if not parts:
        return f"{who} noted that {member} spent nothing."
    return f"{who} noted for {member}: {'; '.join(parts)}."


def _spending(spending: SpendingRecord, names: JournalNames) -> Iterable[str]:
    if spending.uses:
        names_of_uses = ((title_of(use.key.partition(":")[0]), use.times) for use in spending.uses)
        uses = (f"{name}{f' {times_word(times)}' if times > 1 else ''}" for name, times in names_of_uses)
        yield f"used {listed(uses)}"
    if spending.items:
        yield f"used up {listed(map(names.item, spending.items))}"
    if spending.hero_points:
        yield f"spent {counted(spending.hero_points, 'hero point')}"
    if spending.gained:
        yield f"gained {listed(map(names.item, spending.gained))}"
    if spending.lost:
        yield f"lost {listed(map(names.item, spending.lost))}"


@describe_event.register
def _(event: ScenarioCommitted, who: str, names: JournalNames) -> str:
    text = f"{who} applied {names.scenario(event.scenario)}."
    ground = f" {_GROUNDS[event.ground]}" if event.ground else ""
    return f"{text}{ground} Reason: {ended(event.reason)}" if event.reason else f"{text}{ground}"


_GROUNDS: dict[CommitGround, str] = {
    "confirmed": "Every player confirmed the result.",
    "silence": "The days to confirm the result were over.",
    "organizer": "An organizer decided.",
}


@describe_event.register
def _(event: WarbandJoined, who: str, names: JournalNames) -> str:
    members = counted(len(event.members), "member")
    return f"{quoted_warband(event.warband, names)} of {names.person(event.participant)} joined with {members}."


@describe_event.register
def _(event: RosterChanged, who: str, names: JournalNames) -> str:
    text = f"{who} changed {quoted_warband(event.warband, names)}: {ended(event.description)}"
    renamed = [
        names.creatures[event.warband, change.member]
        for change in event.edit.changed
        if change.name is not None and (event.warband, change.member) in names.creatures
    ]
    return f"{text} Joined as {listed(renamed)}." if renamed else text


@describe_event.register
def _(event: OpenFeatChosen, who: str, names: JournalNames) -> str:
    member = member_of_warband(event.warband, event.member, names)
    return f"{who} chose the feat {feat_name(event.feat, event.choice)} for {member}."


@describe_event.register
def _(event: AllowanceGiven, who: str, names: JournalNames) -> str:
    parts = [counted(event.points, "point")] if event.points else []
    if event.advances:
        parts.append(f"{counted(event.advances, 'advance')}, at most {event.each} for one member")
    given = " and ".join(parts)
    return f"{who} gave {quoted_warband(event.warband, names)} an allowance: {given}. Reason: {ended(event.reason)}"


@describe_event.register
def _(event: AllowanceRolled, who: str, names: JournalNames) -> str:
    member = member_of_warband(event.warband, event.member, names)
    return f"{who} {'entered' if event.origin == 'entered' else 'rolled'} an advance of the allowance for {member}."


@describe_event.register
def _(event: MemberCorrected, who: str, names: JournalNames) -> str:
    member = member_of_warband(event.warband, event.member, names)
    return f"{who} corrected {member}: {correction_text(event)}. Reason: {ended(event.reason)}"


def correction_text(event: MemberCorrected) -> str:
    """Return an organizer's correction by hand, without its member: ``added Injured Leg (permanent)``."""
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
