"""Who may do what in a campaign, and when: a person's rights now, and a whole journal judged entry by entry.

Each kind of event declares its right (``rules.campaigns.events.rights``). Services ask it before they write, and
``RightsJournal`` asks it of every entry by the roles, settings and scenarios at that entry.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.campaigns.bounds import BOUNDED, endless_fault
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.campaign import (
    CO_ORGANIZER,
    ORGANIZER,
    PLAYER,
    CampaignClosed,
    CampaignCreated,
    CampaignHandedOver,
    CampaignTakenOver,
    ParticipantClaimed,
    ParticipantJoined,
    ParticipantLeft,
    ParticipantRemoved,
    RoleChanged,
    SeedCommitted,
)
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.leagues import GameForfeited
from rules.campaigns.events.rights import EventRight, Writer
from rules.campaigns.events.scenarios import (
    DiceRolled,
    DisputeSettled,
    FeatChosen,
    ReportConfirmed,
    ReportDisputed,
    ScenarioCommitted,
    ScenarioOpened,
    ScenarioPlanned,
    ScenarioReported,
    SpendingRecorded,
    WarbandFielded,
    WarbandWithdrawn,
)
from rules.campaigns.events.warbands import RevisionTaken, RosterChanged, WarbandJoined, WarbandLeft
from rules.campaigns.fold import scenario_number
from rules.campaigns.journal import JournalLine, NumberedEvent
from rules.campaigns.scenarios import RollRecord, ScenarioReport
from rules.campaigns.sentences.names import warbands_named
from rules.campaigns.state.basics import (
    ARCHIVED,
    CLOSED,
    LEFT,
    PLAYING,
    REMOVED,
    CampaignBasics,
    ParticipantState,
    People,
    people_after,
)
from rules.campaigns.state.scenarios import FORFEITED, OPEN, ScenarioState, fold_scenario
from rules.campaigns.state.takeovers import may_ask, moment_after

LOCKED: Mapping[str, str] = {
    CLOSED: "This campaign is closed. You can read its journal, but nothing can be added.",
    ARCHIVED: "This campaign is archived. An organizer can bring it back.",
}
"""Why nothing can be added in a phase; an archived campaign takes some events."""
ROLLED = "Muster has already rolled this, and its rolls cannot be changed."
APPLIED = "This roll is applied. An organizer can correct it."
NONE_FIELDED = "No warband is fielded. Field the warbands that fought first."
NOT_FIELDED = "This warband is not fielded in the scenario."
NO_ENTERED_DICE = "In this campaign, Muster rolls all dice."
NO_ENTRY = "There is no such entry in the journal."
NOT_VOIDABLE = "This kind of entry cannot be undone."
NO_SCENARIO = "There is no such scenario in this campaign."
NO_WARBAND = "This warband is not in the campaign."
NOT_DISPUTED = "No one disputes the result of this scenario."
CHANGE_ELIMINATED = "change whether a member was eliminated once Muster has rolled for it"
"""What only an organizer can do."""
WITHDRAW_ROLLED = "withdraw a warband for which Muster has rolled"


def may_write(
    right: EventRight, writer: ParticipantState | None, *, owners: Collection[int] = (), named: int | None = None
) -> bool:
    """Return True if a person may write an event; None stands for Muster.

    ``owners`` are the people whose warbands it concerns, ``named`` the person whom it names.
    """
    if writer is None:
        return "site" in right.who
    is_there, number = writer.presence == PLAYING, writer.number
    answers: dict[Writer, bool] = {
        "organizer": writer.role == ORGANIZER,
        "organizers": writer.organizes,
        "player": bool(owners) and set(owners) == {number},
        "fighter": number in owners,
        "person": number == named,
        "member": True,
    }
    return is_there and any(answers.get(who, False) for who in right.who)


def changed_eliminations(before: ScenarioReport, after: ScenarioReport) -> set[tuple[int, str]]:
    """Return the members, by warband and id, that one of two reports has as eliminated."""
    earlier, later = ({(fallen.warband, fallen.member) for fallen in report.eliminated} for report in (before, after))
    return earlier ^ later


def void_refusal(before: ScenarioState, after: ScenarioState) -> str:
    """Return why an entry of a scenario cannot be voided, "" if it can; ``after`` is the scenario without it."""
    if before.counts and (after.status == FORFEITED or after.answers != before.answers):
        return "This scenario is applied. Undo the scenario first."
    if before.status == after.status == FORFEITED:
        return "This scenario is forfeited. Undo the forfeit first."
    return ""


@dataclass(slots=True)
class RightsJournal:
    """A journal read entry by entry: the people, warbands and scenarios that the next entry meets.

    ``waiting`` are the people whose places no account has taken. ``written`` counts the entries about a scenario.
    """

    basics: CampaignBasics = field(default_factory=CampaignBasics)
    people: People = field(default_factory=dict)
    owners: dict[int, int] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    scenarios: dict[int, ScenarioState] = field(default_factory=dict)
    lines: dict[int, JournalLine] = field(default_factory=dict)
    events: dict[int, CampaignEvent] = field(default_factory=dict)
    voided: dict[int, int] = field(default_factory=dict)
    about: defaultdict[int, list[NumberedEvent]] = field(default_factory=lambda: defaultdict(list))
    places: dict[int, int | None] = field(default_factory=dict)
    waiting: set[int] = field(default_factory=set)
    written: Counter[tuple[int | None, int | str | None]] = field(default_factory=Counter)

    def read(self, line: JournalLine, event: CampaignEvent) -> str:
        """Take in the next entry; return why it was not possible, "" if it was."""
        number = self.places[line.number] = scenario_number(event, self.places)
        before = self.scenarios.get(number) if number is not None else None
        is_open = self.basics.phase == ARCHIVED and event.right.in_archive
        locked = "" if is_open else LOCKED.get(self.basics.phase, "")
        count = (number, line.actor if event.kind in BOUNDED else event.kind)
        fault = locked or self._writer_fault(line, event) or endless_fault(event, self.written[count], number)
        fault = fault or self._fault(line, event, before)
        self.lines[line.number], self.events[line.number] = line, event
        if fault:
            return fault
        self._take(line, event)
        self.written[count] += count[1] is not None
        if number is not None:
            after = self._scenario_after(number, NumberedEvent(line.number, event))
            if before is not None and isinstance(event, EntryVoided):
                return void_refusal(before, after)
        return ""

    def _writer_fault(self, line: JournalLine, event: CampaignEvent) -> str:
        writer, named = self.people.get(line.actor or 0), getattr(event, "participant", None)
        if isinstance(event, CampaignCreated) or (isinstance(event, ParticipantJoined) and named == line.actor):
            return "" if line.actor is not None else event.right.forbidden()
        if writer is None and line.actor is not None:
            return "Only people who take part in a campaign can write in its journal."
        if "heir" in event.right.who and writer is not None and writer.number == named:
            # No entry says that the organizer’s account was deleted. Ruling 397.
            is_allowed = may_ask(named, {number: self.people[number] for number in self.people.keys() - self.waiting})
        else:
            is_allowed = may_write(event.right, writer, owners=self._owners(event), named=named)
        return "" if is_allowed else event.right.forbidden()

    def _owners(self, event: CampaignEvent) -> list[int]:
        """Return the people whose warbands an event concerns, 0 for one that is not there."""
        warbands: Iterable[int] = (event.warband,) if hasattr(event, "warband") else ()
        if isinstance(event, DiceRolled):
            warbands = (roll.warband for roll in event.rolls)
        elif isinstance(event, ScenarioReported) and event.scenario in self.scenarios:
            warbands = self.scenarios[event.scenario].fielded
        elif isinstance(event, EntryVoided):
            root = self.events.get(event.entry)
            while isinstance(root, EntryVoided):
                root = self.events.get(root.entry)
            # The builder undoes and redoes the changes of its own warband.
            warbands = (root.warband,) if isinstance(root, RosterChanged) else ()
        return [self.owners.get(warband, 0) for warband in warbands]

    def _fault(self, line: JournalLine, event: CampaignEvent, scenario: ScenarioState | None) -> str:
        """Return why an event comes at the wrong time, though its author has the right to it."""
        right, writer = event.right, self.people.get(line.actor or 0)
        match event:
            case _ if isinstance(event, CampaignCreated) == bool(self.lines):
                return "A journal begins with the campaign’s creation, which happens once."
            case EntryVoided():
                return self._void_fault(event)
            case EntryCorrected():
                return self._correction_fault(event, scenario)
            case WarbandLeft() | RosterChanged() | RevisionTaken() if self._is_fielded(event.warband):
                return "This warband is fielded in an open scenario."
            case WarbandJoined() if event.warband in self.owners:
                return "This warband is in the campaign already."
            case SeedCommitted() if event.epoch != max(self.basics.seeds, default=0) + 1 or (
                (line.actor is None) != (event.epoch > 1)
            ):
                return "Only Muster can choose a new seed."
            case CampaignClosed() if any(state.status == OPEN for state in self.scenarios.values()):
                return "A scenario is open. Apply or cancel it first."
        named = set() if isinstance(event, WarbandJoined) else {*warbands_named(event)}
        # Divisions, forfeits and seasons name warbands that have left too.
        has_left = getattr(event, "warband", None) in self.left
        if not named <= self.owners.keys() or (has_left and not right.also_left):
            return NO_WARBAND
        if not right.when:
            return "" if self._is_possible(event, writer) else "This cannot be done with this person now."
        if scenario is None:
            return "" if isinstance(event, ScenarioPlanned) else NO_SCENARIO
        organizes = writer is not None and writer.organizes
        why = right.untimely(scenario.status, has_report=bool(scenario.report_entry))
        return why or self._scenario_fault(line, event, scenario, organizes=organizes)

    def _is_fielded(self, warband: int, but: int = 0) -> bool:
        states = (state for number, state in self.scenarios.items() if number != but)
        return any(state.status == OPEN and warband in state.fielded for state in states)

    def _scenario_fault(
        self, line: JournalLine, event: CampaignEvent, scenario: ScenarioState, *, organizes: bool
    ) -> str:
        rolled = [member for warband, member in scenario.rolled if warband == getattr(event, "warband", None)]
        match event:
            case ScenarioOpened() if event.again != (scenario.status == OPEN) or scenario.fielded:
                return "Only a scenario in which no warband is fielded can be opened."
            case WarbandFielded() if event.warband not in scenario.plan.warbands:
                return "This warband is not among the warbands of this scenario."
            case WarbandFielded() if self._is_fielded(event.warband, event.scenario):
                return "A warband fights in one scenario at a time."
            case WarbandFielded() if not organizes and (event.reason or {*rolled} - {*event.members}):
                return "Only an organizer can allow more, or take out a member for whom Muster has rolled."
            case WarbandWithdrawn() if rolled and not organizes:
                return f"Only an organizer can {WITHDRAW_ROLLED}."
            case WarbandWithdrawn() | FeatChosen() | SpendingRecorded() if event.warband not in scenario.fielded:
                return NOT_FIELDED
            case ScenarioReported() if not organizes and scenario.rolled & changed_eliminations(
                scenario.report, event.report
            ):
                return f"Only an organizer can {CHANGE_ELIMINATED}."
            case DiceRolled():
                return next(filter(None, (_roll_fault(roll, scenario) for roll in event.rolls)), "")
            case ReportConfirmed() | ReportDisputed() if not self._may_answer(event, scenario):
                return "Only those who fought, except the one who reported, can answer to the present report."
            case DisputeSettled() if not scenario.is_disputed:
                return NOT_DISPUTED
            case GameForfeited() if len(scenario.plan.warbands) != 2 or not {*event.absent} & {*scenario.plan.warbands}:
                return "Only a scenario of two warbands can be forfeited, by one of them or both."
            case ScenarioCommitted():
                return self._commit_fault(line, event, scenario)
        return ""

    def _may_answer(self, event: ReportConfirmed | ReportDisputed, scenario: ScenarioState) -> bool:
        # Earlier releases named the report itself where other members were fielded since.
        is_present = scenario.report_entry <= event.report <= scenario.report_version
        if scenario.settings.confirm_days is None or not is_present:
            return False
        fought = {self.owners.get(warband) for warband in scenario.fielded}
        return event.participant in fought - {self.lines[event.report].actor}

    def _commit_fault(self, line: JournalLine, event: ScenarioCommitted, scenario: ScenarioState) -> str:
        if not scenario.fielded:
            return NONE_FIELDED
        if event.played != (scenario.played or max(state.played or 0 for state in self.scenarios.values()) + 1):
            return "This is not the number of the next scenario."
        reported, days = self.lines[scenario.report_entry].at, scenario.settings.confirm_days
        if event.ground == "silence" and (days is None or line.at < moment_after(reported, days)):
            return "The days to confirm the result are not over."
        return ""

    def _void_fault(self, event: EntryVoided) -> str:
        target = self.events.get(event.entry)
        if target is None:
            return NO_ENTRY
        if event.entry in self.voided:
            return f"Entry {self.voided[event.entry]} has already undone entry {event.entry}."
        if isinstance(target, EntryVoided) and isinstance(self.events[target.entry], CampaignTakenOver):
            return "An undone takeover stays undone."
        return "" if target.is_voidable else NOT_VOIDABLE

    def _correction_fault(self, event: EntryCorrected, scenario: ScenarioState | None) -> str:
        target, replacement = self.events.get(event.entry), event.replacement
        if event.entry in self.voided or not isinstance(target, DiceRolled | FeatChosen | ScenarioReported):
            return "There is nothing to correct in this entry."
        if type(replacement) is not type(target) or self.places[event.entry] != getattr(replacement, "scenario", None):
            return "A correction replaces an entry by one of its kind."
        if isinstance(replacement, DiceRolled) and isinstance(target, DiceRolled) and scenario is not None:
            fallen = {*target.rolls, *(entry.roll for entry in scenario.rolls.values())}
            is_entered = all(roll.origin == "entered" for roll in {*replacement.rolls} - fallen)
            if not is_entered or [roll.key for roll in replacement.rolls] != [roll.key for roll in target.rolls]:
                return "Corrected dice count as dice from the table."
        return ""

    def _is_possible(self, event: CampaignEvent, writer: ParticipantState | None) -> bool:
        """Return True if something can be done with the person whom an event names."""
        person = self.people.get(getattr(event, "participant", 0))
        if isinstance(event, ParticipantJoined):
            comes_back = person is None or (person.presence == LEFT and person == writer)
            if not self.people:
                return (event.role, event.participant) == (ORGANIZER, self.lines[1].actor)
            return comes_back and event.role == PLAYER
        if person is None:
            return True
        is_there, by_organizer = person.presence == PLAYING, writer is not None and writer.role == ORGANIZER
        match event:
            case ParticipantLeft():
                return person.presence == REMOVED if person != writer else person.role != ORGANIZER
            case ParticipantRemoved():
                return is_there and (person.role == PLAYER or (person.role == CO_ORGANIZER and by_organizer))
            case RoleChanged():
                return ORGANIZER not in (person.role, event.role) and (event.role == PLAYER or by_organizer)
            case CampaignHandedOver():
                return is_there and person.role != ORGANIZER
        return True

    def _take(self, line: JournalLine, event: CampaignEvent) -> None:
        self.basics = self.basics.after(event)
        self.people = people_after(self.people, event)
        if isinstance(event, ParticipantJoined) and event.participant != line.actor:
            self.waiting.add(event.participant)
        elif isinstance(event, ParticipantClaimed):
            self.waiting.discard(event.participant)
        elif isinstance(event, SeedCommitted) and line.actor is None:
            self.waiting = {*self.people}
        elif isinstance(event, WarbandJoined):
            self.owners[event.warband] = event.participant
        elif isinstance(event, WarbandLeft):
            self.left.add(event.warband)
        elif isinstance(event, EntryVoided):
            self._void(line.number, event.entry)
            if isinstance(self.events[event.entry], CampaignTakenOver):
                self.people = {}
                for number in sorted(self.events.keys() - self.voided.keys()):
                    self.people = people_after(self.people, self.events[number])

    def _void(self, by: int, entry: int) -> None:
        """Mark an entry as voided; what it voided itself counts again, and so on."""
        self.voided[entry] = by
        while isinstance(undone := self.events[entry], EntryVoided):
            restored = self.events[undone.entry]
            del self.voided[undone.entry]
            if not isinstance(restored, EntryVoided):
                return
            self.voided[restored.entry] = undone.entry
            entry = restored.entry

    def _scenario_after(self, number: int, event: NumberedEvent) -> ScenarioState:
        self.about[number].append(event)
        if isinstance(event.event, EntryVoided | EntryCorrected | GameForfeited):
            state = fold_scenario(number, self.about[number])
        else:
            state = self.scenarios.get(number, ScenarioState(number)).after(event)
        self.scenarios[number] = state
        return state


def _roll_fault(roll: RollRecord, scenario: ScenarioState) -> str:
    before = scenario.rolls.get(roll.key)
    if roll.warband not in scenario.fielded:
        return NOT_FIELDED
    if before is not None and "seeded" in (before.roll.origin, roll.origin):
        return ROLLED
    if before is not None and scenario.counts:
        return APPLIED
    return NO_ENTERED_DICE if roll.origin == "entered" and not scenario.settings.entered_dice else ""


def backward_times(lines: Iterable[JournalLine]) -> Iterator[tuple[int, str]]:
    """Yield the number of each entry that is from before the one that it follows, with a sentence."""
    before: JournalLine | None = None
    for line in lines:
        if before is not None and line.at < before.at:
            yield line.number, f"This entry is dated before entry {before.number}, which it follows."
        before = line


def rights_fault(lines: Sequence[JournalLine], events: Iterable[NumberedEvent]) -> tuple[int, str] | None:
    """Return the first entry of a journal that no service would have written, with a sentence, None if all are right.

    Of a journal that is not ``in_order``, times may run backward: earlier releases wrote such ones.
    """
    journal = RightsJournal()
    for line, numbered in zip(lines, events, strict=True):
        if fault := journal.read(line, numbered.event):
            return line.number, fault
    created = journal.events.get(1)
    if isinstance(created, CampaignCreated) and created.in_order:
        return next(backward_times(lines), None)
    return None
