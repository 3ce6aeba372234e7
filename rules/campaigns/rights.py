"""Who may do what in a campaign, and when: a person's rights now, and a whole journal judged entry by entry.

Each kind of event declares its right (``rules.campaigns.events.rights``). Services ask it before they write, and
``RightsJournal`` asks it of every entry by the roles, settings and scenarios at that entry.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.campaign import (
    CO_ORGANIZER,
    ORGANIZER,
    PLAYER,
    CampaignArchived,
    CampaignClosed,
    CampaignCreated,
    CampaignHandedOver,
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
    ScenarioReported,
    SpendingRecorded,
    WarbandFielded,
    WarbandWithdrawn,
)
from rules.campaigns.events.takeovers import CampaignTakenOver
from rules.campaigns.events.warbands import RevisionTaken, RosterChanged, WarbandJoined, WarbandLeft
from rules.campaigns.fold import scenario_number
from rules.campaigns.journal import JournalLine, NumberedEvent
from rules.campaigns.scenarios import ScenarioReport
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

LOCKED = {
    CLOSED: "This campaign is closed. You can read its journal, but nothing can be added.",
    ARCHIVED: "This campaign is archived. An organizer can bring it back.",
}
"""Why nothing can be added in a phase; an archived campaign takes some events."""
ROLLED = "Muster has already rolled this, and its rolls cannot be changed."
APPLIED = "This roll is applied. An organizer can correct it."
NO_ENTERED_DICE = "In this campaign, Muster rolls all dice."


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
    told, tells = ({(fallen.warband, fallen.member) for fallen in report.eliminated} for report in (before, after))
    return told ^ tells


def void_refusal(before: ScenarioState, after: ScenarioState) -> str:
    """Return why an entry of a scenario cannot be voided, "" if it can; ``after`` is the scenario without it."""
    if before.counts and (after.status == FORFEITED or after.answers != before.answers):
        return "This scenario is applied. Undo the scenario first."
    if before.status == after.status == FORFEITED:
        return "This scenario is forfeited. Undo the forfeit first."
    return ""


@dataclass(slots=True)
class RightsJournal:
    """A journal read entry by entry: the people, warbands and scenarios that the next entry meets."""

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

    def read(self, line: JournalLine, event: CampaignEvent) -> str:
        """Take in the next entry; return why it was not possible, "" if it was."""
        number = self.places[line.number] = scenario_number(event, self.places)
        before = self.scenarios.get(number) if number is not None else None
        fault = self._phase_fault(event) or self._writer_fault(line, event) or self._fault(line, event, before)
        self.lines[line.number], self.events[line.number] = line, event
        if fault:
            return fault
        self._take(line, event)
        if number is not None:
            after = self._scenario_after(number, NumberedEvent(line.number, event))
            if before is not None and isinstance(event, EntryVoided):
                return void_refusal(before, after)
        return ""

    def _phase_fault(self, event: CampaignEvent) -> str:
        if self.basics.phase == ARCHIVED and event.right.in_archive:
            return ""
        return LOCKED.get(self.basics.phase, "")

    def _writer_fault(self, line: JournalLine, event: CampaignEvent) -> str:
        writer, named = self.people.get(line.actor or 0), getattr(event, "participant", None)
        if isinstance(event, CampaignCreated) or (isinstance(event, ParticipantJoined) and named == line.actor):
            return "" if line.actor is not None else event.right.forbidden()
        if writer is None and line.actor is not None:
            return "Only people who take part in a campaign can write in its journal."
        if "heir" in event.right.who and writer is not None and writer.number == named and may_ask(named, self.people):
            return ""
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
        writer = self.people.get(line.actor or 0)
        organizes = writer is not None and writer.organizes
        if getattr(event, "warband", None) in self.left and not event.right.also_left:
            return "This warband is not in the campaign."
        if isinstance(event, WarbandLeft | RosterChanged | RevisionTaken) and self._is_fielded(event.warband):
            return "This warband is fielded in an open scenario."
        if isinstance(event, EntryVoided):
            return self._void_fault(line, event)
        if isinstance(event, EntryCorrected):
            return self._correction_fault(event, scenario)
        if event.right.when and scenario is not None:
            return event.right.untimely(
                scenario.status, has_report=bool(scenario.report_entry)
            ) or self._scenario_fault(line, event, scenario, organizes=organizes)
        if event.right.when and event.kind != "scenario-planned":
            return "There is no such scenario in this campaign."
        return self._campaign_fault(line, event) or self._people_fault(event, writer)

    def _is_fielded(self, warband: int, but: int = 0) -> bool:
        return any(
            state.status == OPEN and warband in state.fielded
            for number, state in self.scenarios.items()
            if number != but
        )

    def _scenario_fault(
        self, line: JournalLine, event: CampaignEvent, scenario: ScenarioState, *, organizes: bool
    ) -> str:
        match event:
            case ScenarioOpened() if event.again != (scenario.status == OPEN) or scenario.fielded:
                return "Only a scenario in which no warband is fielded can be opened."
            case WarbandFielded():
                return _fielding_fault(event, scenario, organizes=organizes) or (
                    "A warband fights in one scenario at a time." * self._is_fielded(event.warband, event.scenario)
                )
            case WarbandWithdrawn(warband=warband) if warband not in scenario.fielded:
                return "This warband is not fielded in the scenario."
            case WarbandWithdrawn(warband=warband) if not organizes and warband in dict(scenario.rolled):
                return event.right.forbidden("withdraw a warband for which Muster has rolled")
            case ScenarioReported(report=report) if not organizes:
                if scenario.rolled & changed_eliminations(scenario.report, report):
                    return "Only an organizer can change whether a member was eliminated once Muster has rolled for it."
            case DiceRolled():
                return _dice_fault(event, scenario)
            case FeatChosen(warband=warband) | SpendingRecorded(warband=warband) if warband not in scenario.fielded:
                return "This warband is not fielded in the scenario."
            case ReportConfirmed() | ReportDisputed():
                return self._answer_fault(event, scenario)
            case DisputeSettled() if not scenario.is_disputed:
                return "No one disputes the result of this scenario."
            case ScenarioCommitted():
                return self._commit_fault(line, event, scenario)
            case GameForfeited(absent=absent):
                if len(scenario.plan.warbands) != 2 or not absent or {*absent} - {*scenario.plan.warbands}:
                    return "Only a scenario of two warbands can be forfeited, by one of them or both."
        return ""

    def _answer_fault(self, event: ReportConfirmed | ReportDisputed, scenario: ScenarioState) -> str:
        # Earlier releases named the report itself where members had changed since.
        if scenario.settings.confirm_days is None or not (
            scenario.report_entry <= event.report <= scenario.report_version
        ):
            return "The result has changed meanwhile, or needs no confirmation."
        fought = {self.owners.get(warband) for warband in scenario.fielded}
        reporter = self.lines[event.report].actor if event.report in self.lines else None
        if event.participant not in fought or event.participant == reporter:
            return "Only those who fought, except the one who reported, can answer."
        return ""

    def _commit_fault(self, line: JournalLine, event: ScenarioCommitted, scenario: ScenarioState) -> str:
        if not scenario.fielded:
            return "No warband is fielded. Field the warbands that fought first."
        played = [state.played or 0 for state in self.scenarios.values()]
        if event.played != (scenario.played or max(played) + 1):
            return "This is not the number of the next scenario."
        reported, days = self.lines[scenario.report_entry].at, scenario.settings.confirm_days
        if event.ground == "silence" and (days is None or line.at < moment_after(reported, days)):
            return "The days to confirm the result are not over."
        return ""

    def _void_fault(self, line: JournalLine, event: EntryVoided) -> str:
        target = self.events.get(event.entry)
        if target is None:
            return "There is no such entry in the journal."
        if event.entry in self.voided:
            return f"Entry {self.voided[event.entry]} has already undone entry {event.entry}."
        if isinstance(target, EntryVoided) and isinstance(self.events[target.entry], CampaignTakenOver):
            return "An undone takeover stays undone."
        return "" if target.is_voidable else "This kind of entry cannot be undone."

    def _correction_fault(self, event: EntryCorrected, scenario: ScenarioState | None) -> str:
        target, replacement = self.events.get(event.entry), event.replacement
        if event.entry in self.voided or not isinstance(target, DiceRolled | FeatChosen | ScenarioReported):
            return "There is nothing to correct in this entry."
        if type(replacement) is not type(target) or self.places[event.entry] != getattr(replacement, "scenario", None):
            return "A correction replaces an entry by one of its kind."
        if isinstance(replacement, DiceRolled) and isinstance(target, DiceRolled) and scenario is not None:
            standing = {key: entry.roll for key, entry in scenario.rolls.items()}
            fallen = {*target.rolls, *standing.values()}
            if {roll.key for roll in replacement.rolls} != {roll.key for roll in target.rolls} or any(
                roll.origin == "seeded" and roll not in fallen for roll in replacement.rolls
            ):
                return "Corrected dice count as dice from the table."
        return ""

    def _campaign_fault(self, line: JournalLine, event: CampaignEvent) -> str:
        match event:
            case CampaignCreated() if self.lines:
                return "A journal begins with the campaign’s creation, which happens once."
            case SeedCommitted(epoch):
                if epoch != max(self.basics.seeds, default=0) + 1 or (line.actor is not None and epoch > 1):
                    return "Only Muster can choose a new seed."
            case CampaignArchived(archived) if archived == (self.basics.phase == ARCHIVED):
                return "This campaign is in the archive already, or was not in it."
            case CampaignClosed() if any(state.status == OPEN for state in self.scenarios.values()):
                return "A scenario is open. Apply or cancel it first."
            case WarbandJoined(warband) if warband in self.owners:
                return "This warband is in the campaign already."
        return ""

    def _people_fault(self, event: CampaignEvent, writer: ParticipantState | None) -> str:
        person = self.people.get(getattr(event, "participant", 0))
        is_there = person is not None and person.presence == PLAYING
        is_own = person is not None and person == writer
        role, by_organizer = person.role if person else None, writer is not None and writer.role == ORGANIZER
        is_possible = True
        match event:
            case ParticipantJoined():
                first = PLAYER if self.people else ORGANIZER
                comes_back = person is not None and person.presence == LEFT and is_own
                is_possible = event.role == first and (person is None or comes_back)
            case ParticipantLeft():
                is_removed = person is not None and person.presence == REMOVED
                is_possible = is_removed if not is_own else is_there and role != ORGANIZER
            case ParticipantRemoved():
                is_possible = is_there and (role == PLAYER or (role == CO_ORGANIZER and by_organizer))
            case RoleChanged():
                is_possible = role != ORGANIZER and event.role != ORGANIZER and (event.role == PLAYER or by_organizer)
            case CampaignHandedOver():
                is_possible = is_there and role != ORGANIZER
        return "" if is_possible else "This cannot be done with this person now."

    def _take(self, line: JournalLine, event: CampaignEvent) -> None:
        self.basics = self.basics.after(event)
        self.people = people_after(self.people, event)
        if isinstance(event, WarbandJoined):
            self.owners[event.warband] = event.participant
        elif isinstance(event, WarbandLeft):
            self.left.add(event.warband)
        elif isinstance(event, EntryVoided):
            self._void(line.number, event.entry)
            if isinstance(self.events[event.entry], CampaignTakenOver):
                self.people = {}
                for number, earlier in self.events.items():
                    self.people = people_after(self.people, earlier) if number not in self.voided else self.people

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


def _fielding_fault(event: WarbandFielded, scenario: ScenarioState, *, organizes: bool) -> str:
    if event.warband not in scenario.plan.warbands:
        return "This warband is not among the warbands of this scenario."
    if organizes:
        return ""
    if event.reason:
        return "Only an organizer can allow more than the rules do."
    if any(warband == event.warband and member not in event.members for warband, member in scenario.rolled):
        return "Only an organizer can take out a member for whom Muster has rolled."
    return ""


def _dice_fault(event: DiceRolled, scenario: ScenarioState) -> str:
    for roll in event.rolls:
        before = scenario.rolls.get(roll.key)
        if roll.warband not in scenario.fielded:
            return "This warband is not fielded in the scenario."
        if before is not None and (before.roll.origin == "seeded" or roll.origin == "seeded"):
            return ROLLED
        if before is not None and scenario.counts:
            return APPLIED
        if roll.origin == "entered" and not scenario.settings.entered_dice:
            return NO_ENTERED_DICE
    return ""


def backward_times(lines: Iterable[JournalLine]) -> Iterator[tuple[int, str]]:
    """Yield the number of each entry that is from before the one that it follows, with a sentence."""
    before: JournalLine | None = None
    for line in lines:
        if before is not None and line.at < before.at:
            yield line.number, f"Entry {line.number} is from before entry {before.number}, which it follows."
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
