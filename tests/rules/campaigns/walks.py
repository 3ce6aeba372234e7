"""A campaign's journal that anything may be written to, and what a site would store beside it: without a database."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, get_args

from rules.campaigns.events import CampaignEvent, campaign, corrections, scenarios, warbands
from rules.campaigns.fold import scenario_number
from rules.campaigns.journal import NumberedEvent, live_events
from rules.campaigns.rosters import MemberEdit, RosterEdit
from rules.campaigns.scenarios import (
    ROLL_KINDS,
    Elimination,
    RollRecord,
    ScenarioPlan,
    ScenarioReport,
    SideScore,
    SpendingRecord,
)
from rules.campaigns.settings import CampaignSettings
from rules.campaigns.state.scenarios import ScenarioState, fold_scenario
from rules.campaigns.state.warbands import (
    RosterEvent,
    WarbandRecord,
    opening_record,
    play_on,
    record_document,
    record_from_document,
    undone_recruitings,
)
from rules.cards.model import STATS, Card
from rules.careers.events import CorrectionKind, SpentUse
from rules.feats import FEATS
from rules.legality.resolved import Rulebook
from rules.roster import ItemChoice, Member
from rules.tables.advancement import CLASSES_BY_NAME as CLASSES
from rules.tables.dying import INJURY_BY_KEY as INJURIES
from tests.rules.careers.careers import BOOK, KOBOLD

LATER: Card = replace(KOBOLD, revision=2, level=4, class_name="Bard")
RULEBOOK = Rulebook({**BOOK.cards, "kobold-warrior": LATER}, revisions={("kobold-warrior", 1): KOBOLD})
WARBANDS = {
    1: (Member("kobold-warrior", "m1", name="Snik", revision=1), Member("dragon", "m2")),
    2: (Member("boar", "m1"), Member("kobold-warrior", "m2", minion_of="m1"), Member("oni", "m3")),
    3: (Member("dragon", "m1", items=(ItemChoice("holy-water"),)),),
}
MEMBERS = tuple(f"m{number}" for number in range(1, 7))
HOLY_WATER = ItemChoice("holy-water")


@dataclass
class StoredWarband:
    """What a site stores of a warband: its record after each scenario that counts, and now, as JSON."""

    opening: str
    now: str
    points: dict[int, str] = field(default_factory=dict)


def written(record: WarbandRecord) -> str:
    """Return a record as a database keeps it."""
    return json.dumps(record_document(record), sort_keys=True)


class JournalWalk:
    """A journal to which entries of any kind are written, sensible or not; rows are brought up to date after each."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.events: list[NumberedEvent] = []
        self.scenarios: dict[int, ScenarioState] = {}
        self.stored: dict[int, StoredWarband] = {}
        self._scenario_of: dict[int, int | None] = {}
        self._about: defaultdict[int, list[NumberedEvent]] = defaultdict(list)
        self._changes: dict[int, list[NumberedEvent]] = {}
        self._warband_of: dict[int, tuple[int, int]] = {}
        self._recruits = 6
        self.write(campaign.CampaignCreated("Winter", "", CampaignSettings()))
        self.write(campaign.ParticipantJoined(1, "organizer"))
        for number, members in WARBANDS.items():
            self.write(warbands.WarbandJoined(number, 1, f"Warband {number}", 0, members))

    def write(self, event: CampaignEvent) -> NumberedEvent:
        """Add an entry, and bring what is stored up to date from where it changed something, as a site does."""
        entry = NumberedEvent(len(self.events) + 1, event)
        self.events.append(entry)
        scenario = self._scenario_of[entry.number] = scenario_number(event, self._scenario_of)
        if isinstance(event, warbands.WarbandJoined):
            opening = written(opening_record(event, RULEBOOK))
            self.stored[event.warband] = StoredWarband(opening, opening)
            self._changes[event.warband] = []
        elif scenario is not None:
            self._refresh_scenario(scenario, entry)
        elif place := self._place(entry):
            self._warband_of[entry.number] = place
            self._changes[place[0]].append(entry)
            self._refresh(place[0], place[1] + 1)
        return entry

    def _place(self, entry: NumberedEvent) -> tuple[int, int] | None:
        """Return the warband that an entry changes and the scenario after which it does, None for other entries."""
        event = entry.event
        if isinstance(event, RosterEvent):
            return event.warband, event.after
        if isinstance(event, corrections.EntryVoided):
            return self._warband_of.get(event.entry)
        return None

    def _refresh_scenario(self, number: int, entry: NumberedEvent) -> None:
        before = self.scenarios.get(number, ScenarioState(number))
        self._about[number].append(entry)
        after = self.scenarios[number] = fold_scenario(number, self._about[number])
        if before.counts or after.counts:
            for warband in before.fielded.keys() | after.fielded.keys():
                self._refresh(warband, after.played or 0)

    def _refresh(self, warband: int, since: int) -> None:
        row = self.stored[warband]
        kept = {played: record for played, record in row.points.items() if played < since}
        last = max(kept, default=0)
        start = record_from_document(json.loads(kept.get(last, row.opening)))
        counting = (*live_events(self._changes[warband]), *undone_recruitings(self._changes[warband]))
        changes = [event for event in counting if getattr(event.event, "after", 0) >= last]
        later = [scenario for scenario in self.scenarios.values() if (scenario.played or 0) > last]
        history = play_on(start, warband, changes, later, RULEBOOK)
        row.points = kept | {point.played: written(point.record) for point in history.points}
        row.now = written(history.now)

    @property
    def rows(self) -> dict[int, tuple[str, dict[int, str]]]:
        """Everything that is stored, by warband: the record now, and that after each scenario."""
        return {number: (row.now, dict(row.points)) for number, row in self.stored.items()}

    def go(self, events: int) -> JournalWalk:
        """Write any entries until the journal has so many."""
        while len(self.events) < events:
            self.step()
        return self

    def step(self) -> NumberedEvent:
        """Write any entry."""
        return self.write(self.any_event())

    def any_event(self) -> CampaignEvent:
        """Return what somebody might do next."""
        kinds = (
            *(self._plan,),
            *(self._prepare,) * 12,
            *(self._commit,) * 4,
            *(self._change,) * 2,
            self._allowance,
            *(self._correct_by_hand,) * 2,
            *(self._void,) * 3,
            *(self._correct,) * 2,
            self._talk,
        )
        while (event := self.dice.choice(kinds)()) is None:
            pass
        return event

    def _running(self) -> ScenarioState | None:
        running = [scenario for scenario in self.scenarios.values() if scenario.is_running]
        return self.dice.choice(running) if running else None

    @property
    def played(self) -> int:
        """The number of the scenario that was committed last."""
        return max((scenario.played or 0 for scenario in self.scenarios.values()), default=0)

    def _plan(self) -> CampaignEvent:
        planned = [scenario.number for scenario in self.scenarios.values() if scenario.status == "planned"]
        if planned:
            every = self.dice.randint(1, 4)
            settings = CampaignSettings(
                daily_recovery_every=every,
                advancement=self.dice.random() < 0.9,
                third_injury_ends=self.dice.random() < 0.5,
            )
            return scenarios.ScenarioOpened(planned[0], settings)
        recovery = self.dice.choice((None, True, False))
        return scenarios.ScenarioPlanned(len(self.scenarios) + 1, ScenarioPlan(daily_recovery=recovery))

    def _prepare(self) -> CampaignEvent | None:
        state = self._running()
        if state is None:
            return self._plan()
        number, warband, member = state.number, self.dice.choice(list(WARBANDS)), self.dice.choice(MEMBERS)
        if warband not in state.fielded or self.dice.random() < 0.1:
            members = tuple(self.dice.sample(MEMBERS, self.dice.randint(1, 4)))
            return scenarios.WarbandFielded(number, warband, members, (), 10, "")
        wanted = self.dice.choice(("report", "roll", "roll", "roll", "feat", "spend", "withdraw", "cancel"))
        if wanted == "report":
            return scenarios.ScenarioReported(number, self._report())
        if wanted == "roll":
            rolls = [self._roll(warband, self.dice.choice(MEMBERS)) for _ in range(self.dice.randint(1, 4))]
            return scenarios.DiceRolled(number, tuple({roll.key: roll for roll in rolls}.values()))
        if wanted == "feat":
            return scenarios.FeatChosen(number, warband, member, self.dice.choice(FEATS).key, self._choice())
        if wanted == "spend":
            return scenarios.SpendingRecorded(number, warband, member, self._spending())
        if self.dice.random() < 0.8:
            return None
        if wanted == "withdraw" or state.played:
            return scenarios.WarbandWithdrawn(number, warband)
        return scenarios.ScenarioCanceled(number, "rain")

    def _report(self) -> ScenarioReport:
        numbers = tuple(WARBANDS)
        return ScenarioReport(
            tuple(SideScore(number, self.dice.randint(0, 9)) for number in numbers),
            tuple(
                Elimination(self.dice.choice(numbers), self.dice.choice(MEMBERS), self.dice.choice(numbers), "m1")
                for _ in range(self.dice.randint(0, 4))
            ),
        )

    def _roll(self, warband: int, member: str) -> RollRecord:
        purpose = self.dice.choice((*ROLL_KINDS, "advance"))
        faces = tuple(self.dice.randint(1, 6) for _ in range(3 if purpose == "advance" else 1))
        if purpose == "advance" and self.dice.random() < 0.3:
            faces = (1, 3, 3)
        return RollRecord(warband, member, purpose, faces, "entered", self.dice.choice((1, 1, 1, 2)))

    def _choice(self) -> str | None:
        return self.dice.choice((None, "Stealth", "Arcana", "spear", "jaws"))

    def _spending(self) -> SpendingRecord:
        return SpendingRecord(
            uses=(SpentUse("breath-weapon", self.dice.choice(("daily", "encounter"))),),
            items=(HOLY_WATER,) * self.dice.randint(0, 1),
            gained=(HOLY_WATER,) * self.dice.randint(0, 2),
        )

    def _commit(self) -> CampaignEvent | None:
        state = self._running()
        if state is None or not state.fielded:
            return None
        return scenarios.ScenarioCommitted(state.number, state.played or self.played + 1)

    def _change(self) -> CampaignEvent:
        warband, member = self.dice.choice(list(WARBANDS)), self.dice.choice(MEMBERS)
        if self.dice.random() < 0.2:
            answer = self.dice.choice((warbands.RevisionTaken, warbands.RevisionLeft))
            return answer(warband, self.played, member, self.dice.randint(1, 2))
        if self.dice.random() < 0.1:
            advance = f"s{self.dice.randint(1, self.played + 1)}.{member}.advance"
            feat = self.dice.choice(FEATS).key
            return warbands.OpenFeatChosen(warband, self.played, member, advance, feat, self._choice())
        self._recruits += 1
        recruit = Member(self.dice.choice(("boar", "kobold-warrior")), f"m{self._recruits}")
        bought = MemberEdit(
            member, self.dice.choice((None, "Rok")), ("sling",), (), (HOLY_WATER,) * self.dice.randint(0, 1)
        )
        edit = self.dice.choice(
            (
                RosterEdit(joined=(recruit,)),
                RosterEdit(dismissed=(member,) if self.dice.random() < 0.3 else ()),
                RosterEdit(changed=(bought,)),
                RosterEdit(name=self.dice.choice(("Snow", "Ash"))),
            )
        )
        return warbands.RosterChanged(warband, self.played, "changed", edit)

    def _allowance(self) -> CampaignEvent:
        warband, member = self.dice.choice(list(WARBANDS)), self.dice.choice(MEMBERS)
        if self.dice.random() < 0.4:
            return warbands.AllowanceGiven(warband, self.played, 20, self.dice.randint(0, 4), 2, "late")
        faces = tuple(self.dice.randint(1, 6) for _ in range(3))
        return warbands.AllowanceRolled(warband, self.played, member, self.dice.randint(1, 3), faces, "entered")

    def _correct_by_hand(self) -> CampaignEvent:
        subjects = (*INJURIES, *STATS, *CLASSES, "fleet", "Grease", "s1.m1.injury")
        return warbands.MemberCorrected(
            warband=self.dice.choice(list(WARBANDS)),
            after=self.dice.randint(0, self.played),
            member=self.dice.choice(MEMBERS),
            correction=self.dice.choice(get_args(CorrectionKind)),
            reason="agreed",
            subject=self.dice.choice(subjects),
            choice=self._choice(),
            amount=self.dice.randint(-3, 3),
            permanent=self.dice.random() < 0.5,
        )

    def voidable(self) -> list[int]:
        """Return the numbers of the entries that an organizer may void now."""
        voided = self._voided()
        return [event.number for event in self.events if event.event.is_voidable and event.number not in voided]

    def _voided(self) -> set[int]:
        voided: set[int] = set()
        for event in reversed(self.events):
            if event.number not in voided and isinstance(event.event, corrections.EntryVoided):
                voided.add(event.event.entry)
        return voided

    def _void(self) -> CampaignEvent | None:
        numbers = self.voidable()
        return corrections.EntryVoided(self.dice.choice(numbers), "wrong") if numbers else None

    def _correct(self) -> CampaignEvent | None:
        voided = self._voided()
        entries = [
            event
            for event in self.events[-60:]
            if isinstance(event.event, scenarios.DiceRolled | scenarios.ScenarioReported) and event.number not in voided
        ]
        if not entries:
            return None
        entry = self.dice.choice(entries)
        if isinstance(entry.event, scenarios.ScenarioReported):
            return corrections.EntryCorrected(
                entry.number, scenarios.ScenarioReported(entry.event.scenario, self._report()), "typo"
            )
        assert isinstance(entry.event, scenarios.DiceRolled)
        rolls = tuple(self._again(roll) for roll in entry.event.rolls)
        return corrections.EntryCorrected(entry.number, scenarios.DiceRolled(entry.event.scenario, rolls), "typo")

    def _again(self, roll: RollRecord) -> RollRecord:
        return replace(roll, faces=tuple(self.dice.randint(1, 6) for _ in roll.faces))

    def _talk(self) -> CampaignEvent:
        return self.dice.choice(
            (
                campaign.CampaignDescribed("Spring", ""),
                campaign.SettingsChanged(CampaignSettings(daily_recovery_every=self.dice.randint(1, 4))),
                campaign.ParticipantJoined(len(self.events) + 1, "player"),
            )
        )


def records(rows: Iterable[Any]) -> list[WarbandRecord]:
    """Return stored records as values."""
    return [record_from_document(json.loads(row)) for row in rows]
