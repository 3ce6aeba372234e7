"""Sentences of a campaign, its people and its adventures."""

from rules.campaigns.events.adventures import AdventureBegun, AdventurePrepared, AdventureRecorded
from rules.campaigns.events.campaign import (
    CO_ORGANIZER,
    ORGANIZER,
    CampaignArchived,
    ParticipantJoined,
    ParticipantLeft,
    RoleChanged,
    SeedCommitted,
)
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.leagues import (
    DivisionsSet,
    GameForfeited,
    PlayoffDecided,
    PlayoffRoundBegun,
    PlayoffsDrawn,
    RoundPlanned,
    SeasonFinished,
)
from rules.campaigns.leagues.playoffs import FINAL, THIRD_PLACE, match_title
from rules.campaigns.leagues.rounds import plan_difference
from rules.campaigns.leagues.seasons import podium_titles
from rules.campaigns.sentences.names import SITE, JournalNames, describe_event, ended, quoted_warband
from rules.text import counted, listed


@describe_event.register
def _(event: SeedCommitted, who: str, names: JournalNames) -> str:
    first = "chose the secret seed of its dice" if event.epoch == 1 else "chose a new secret seed for its dice"
    return f"{SITE} {first} and published its hash."


@describe_event.register
def _(event: CampaignArchived, who: str, names: JournalNames) -> str:
    return f"{who} archived the campaign." if event.archived else f"{who} brought the campaign back from the archive."


@describe_event.register
def _(event: ParticipantJoined, who: str, names: JournalNames) -> str:
    role = {ORGANIZER: "as the organizer", CO_ORGANIZER: "as a co-organizer"}.get(event.role, "")
    person = names.person(event.participant)
    if person == who:
        return f"{person} joined {role}".rstrip() + "."
    return f"{who} added {person} {role}".rstrip() + "."


@describe_event.register
def _(event: ParticipantLeft, who: str, names: JournalNames) -> str:
    person = names.person(event.participant)
    if event.declined:
        return f"{person} declined the invitation."
    return f"{person} left the campaign." if person == who else f"{who} let {person} join again."


@describe_event.register
def _(event: RoleChanged, who: str, names: JournalNames) -> str:
    role = "a co-organizer" if event.role == CO_ORGANIZER else "a player again"
    person = names.person(event.participant)
    return f"{person} became {role}." if person == who else f"{who} made {person} {role}."


@describe_event.register
def _(event: EntryVoided, who: str, names: JournalNames) -> str:
    return f"{who} undid entry {event.entry}. Reason: {ended(event.reason)}"


@describe_event.register
def _(event: EntryCorrected, who: str, names: JournalNames) -> str:
    corrected = describe_event(event.replacement, who, names)
    return f"{who} corrected entry {event.entry}, which now reads: {corrected} Reason: {ended(event.reason)}"


@describe_event.register
def _(event: AdventureBegun, who: str, names: JournalNames) -> str:
    place = f"after {counted(event.follows, 'scenario')}" if event.follows else "before the first scenario"
    return f"{who} began adventure {event.adventure}, “{event.name}”, {place}."


@describe_event.register
def _(event: AdventurePrepared, who: str, names: JournalNames) -> str:
    return f"{who} prepared adventure {event.adventure}, “{event.name}”, anew."


@describe_event.register
def _(event: AdventureRecorded, who: str, names: JournalNames) -> str:
    return f"{who} went on with {names.adventure(event.adventure)} (entry {event.entry_number} of its log)."


@describe_event.register
def _(event: RoundPlanned, who: str, names: JournalNames) -> str:
    if event in names.edited_rounds:
        before = names.edited_rounds[event]
        changes = f": {'; '.join(plan_difference(before, event.plan))}" if before else ""
        return f"{who} changed the plan of round {event.round}{changes}."
    name = f", “{event.plan.name}”" if event.plan.name else ""
    return f"{who} planned round {event.round}{name}."


@describe_event.register
def _(event: GameForfeited, who: str, names: JournalNames) -> str:
    absent = listed(quoted_warband(number, names) for number in event.absent)
    text = f"{who} recorded {names.scenario(event.scenario)} as forfeited by {absent}."
    return f"{text} Reason: {ended(event.reason)}" if event.reason else text


@describe_event.register
def _(event: DivisionsSet, who: str, names: JournalNames) -> str:
    if not event.divisions:
        return f"{who} put all warbands of the league into one table."
    return f"{who} divided the league into {listed(f'“{division.name}”' for division in event.divisions)}."


@describe_event.register
def _(event: PlayoffsDrawn, who: str, names: JournalNames) -> str:
    seeds = listed(f"{seed}. {quoted_warband(warband, names)}" for seed, warband in enumerate(event.seeds, start=1))
    return f"{who} drew the play-offs with the seeds {seeds}."


@describe_event.register
def _(event: PlayoffRoundBegun, who: str, names: JournalNames) -> str:
    stage = {FINAL: "the final", THIRD_PLACE: "the game for third place"}.get(event.stage, f"the {event.stage}")
    return f"{who} planned {stage} of the play-offs as round {event.round}."


@describe_event.register
def _(event: PlayoffDecided, who: str, names: JournalNames) -> str:
    match = match_title(event.stage, event.place)
    return f"{who} decided “{match}” for {quoted_warband(event.warband, names)}. Reason: {ended(event.reason)}"


@describe_event.register
def _(event: SeasonFinished, who: str, names: JournalNames) -> str:
    champions = [
        f"{title}: {quoted_warband(place.warband, names)}."
        for title, place in podium_titles(event.podium)
        if place.place == 1
    ]
    gave = f" and gave {counted(len(event.awards), 'award')}" if event.awards else ""
    return " ".join([f"{who} finished the season{gave}.", *champions])
