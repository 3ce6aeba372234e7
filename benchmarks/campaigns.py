"""Campaigns: committing a scenario of 8 and of 40 members, and the pages of a campaign of 10 and of 1,000 scenarios.

The long campaigns come from files: the events of their scenarios are written into the journal of one that has begun.
The import folds all of it, so that what is measured is what playing it would have stored.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from accounts.models import Owner
from benchmarks.harness import count_queries, served_bench, timed
from campaigns.entries import stored_record
from campaigns.models import Campaign, CampaignWarband, JournalEntry
from campaigns.selectors.files import campaign_file
from campaigns.services.aftermath import dice_roll_all, scenario_report
from campaigns.services.campaigns import campaign_create
from campaigns.services.files import campaign_import
from campaigns.services.people import placeholder_claim
from campaigns.services.scenarios import scenario_commit, scenario_open, scenario_plan, warband_field
from campaigns.services.warbands import warband_join
from rules.building.draft import Draft
from rules.campaigns.events import CampaignEvent, event_document
from rules.campaigns.events.scenarios import (
    DiceRolled,
    ScenarioCommitted,
    ScenarioOpened,
    ScenarioPlanned,
    ScenarioReported,
    WarbandFielded,
)
from rules.campaigns.files import CampaignFile
from rules.campaigns.journal import JournalLine, entry_hash
from rules.campaigns.scenarios import Elimination, RollRecord, ScenarioPlan, ScenarioReport, SideScore
from rules.campaigns.settings import CampaignSettings
from rules.roster import Member, Roster
from warbands.services.warbands import warband_create

CREATURES = ("kobold-warrior", "boar", "goblin-dog", "giant-ant")
MEMBERS = (8, 40)
COMMITS = 7
LENGTHS = (10, 1_000)
SETTINGS = CampaignSettings(play_mode="narrative", points_limit=None, fielded_points=None)
ADVANCE, RECOVERY = (2, 2, 6), (5,)
"""Dice after which nothing is to be chosen, and everyone can fight again."""
PAGES = (
    ("campaign", ""),
    ("scenarios", "scenarios/"),
    ("journal", "journal/"),
    ("standings", "standings/"),
    ("member", "warbands/1/member/?id=m1"),
    ("as corrected since", "warbands/1/?as_of={half}"),
    ("as recorded then", "warbands/1/?as_of={half}&reading=recorded"),
    ("recorded, all warbands", "warbands/?as_of={half}&reading=recorded"),
)
"""Pages by name; ``half`` is the scenario in the middle of the campaign."""
ROWS = 30
"""Rows of the bare page beside a campaign's page: about what that lists."""


@dataclass(frozen=True, slots=True)
class CampaignBench:
    """A campaign of one person with two warbands, each of the same number of members."""

    owner: Owner
    key: str
    warbands: tuple[CampaignWarband, ...]

    def prepare(self) -> int:
        """Play a scenario up to its commit; return its number."""
        asking = {"actor": self.owner, "key": self.key}
        numbers = tuple(row.number for row in self.warbands)
        scenario = scenario_plan(**asking, plan=ScenarioPlan("The Old Mill", warbands=numbers)).number
        scenario_open(**asking, scenario=scenario)
        self.play(scenario, self.warbands)
        return scenario

    def play(self, scenario: int, warbands: Iterable[CampaignWarband]) -> None:
        """Field, report and roll an open scenario of these warbands."""
        asking = {"actor": self.owner, "key": self.key, "scenario": scenario}
        for row in warbands:
            warband_field(**asking, warband=row.number, members=_members(row))
        scores = tuple(SideScore(row.number, place) for place, row in enumerate(warbands, start=1))
        scenario_report(**asking, report=ScenarioReport(scores))
        dice_roll_all(**asking)

    def commit(self, scenario: int) -> JournalEntry:
        """Commit a scenario."""
        return scenario_commit(actor=self.owner, key=self.key, scenario=scenario)


def report() -> list[str]:
    """Measure and return the lines to print."""
    lines = ["Campaigns (to reach: pages 3 x a bare view, under 25 ms; nothing grows with the length of the journal)"]
    with served_bench() as bench:
        for members in MEMBERS:
            table = bench_campaign(bench.owner, members // 2)
            lines.append(_commits(table, f"commit, {members} members"))
        for length in LENGTHS:
            start = perf_counter()
            table = _long_table(bench.owner, length - COMMITS)
            lines.append(f"  {f'import of {length - COMMITS:,} scenarios':<38}{perf_counter() - start:7.2f} s")
            lines.append(_commits(table, f"commit after {length:,} scenarios"))
            for name, page in PAGES:
                address = f"/campaigns/{table.key}/{page.format(half=length // 2)}"
                lines.append(bench.page(f"{name}, {length:,}", address, f"/bare/{ROWS}/"))
    return lines


def _long_table(owner: Owner, length: int) -> CampaignBench:
    """Return a campaign of that many scenarios, imported from a file."""
    table = bench_campaign(owner, 1)
    plan = ScenarioPlan("The Old Mill", warbands=(1, 2))
    events = (event for number in range(1, length + 1) for event in played_events(number, plan, ("m1",)))
    file = extended_file(campaign_file(Campaign.objects.get(key=table.key)), events)
    imported = campaign_import(file=replace(file, key=f"long{length}"))
    place = imported.participants.exclude(claim_token=None).get()
    placeholder_claim(actor=owner, token=place.claim_token or "")
    return CampaignBench(owner, imported.key, tuple(imported.warbands.select_related("warband")))


def played_events(scenario: int, plan: ScenarioPlan, members: Sequence[str]) -> Iterator[CampaignEvent]:
    """Yield the events of a scenario that is played: each side fields most of these members and loses one."""
    chance = Random(scenario)
    fielded = {warband: tuple(chance.sample(members, len(members) - len(members) // 5)) for warband in plan.warbands}
    yield ScenarioPlanned(scenario, plan)
    yield ScenarioOpened(scenario, SETTINGS)
    for warband, fighters in fielded.items():
        yield WarbandFielded(scenario, warband, fighters, (), 100, "")
    fallen = tuple(
        Elimination(own, chance.choice(fielded[own]), other, chance.choice(fielded[other]))
        for own, other in zip(fielded, reversed(fielded), strict=True)
    )
    scores = tuple(SideScore(warband, chance.randrange(9)) for warband in fielded)
    yield ScenarioReported(scenario, ScenarioReport(scores, fallen))
    rolls = [RollRecord(each.warband, each.member, "elimination", RECOVERY, "entered") for each in fallen]
    for warband, fighters in fielded.items():
        rolls += [RollRecord(warband, member, "advance", ADVANCE, "entered") for member in fighters]
    yield DiceRolled(scenario, tuple(rolls))
    yield ScenarioCommitted(scenario, scenario)


def extended_file(file: CampaignFile, events: Iterable[CampaignEvent]) -> CampaignFile:
    """Return a campaign file with more events, written by the organizer when its last entry was."""
    journal = list(file.journal)
    for event in events:
        last, document = journal[-1], event_document(event)
        digest = entry_hash(last.number + 1, last.at, 1, document, last.hash)
        journal.append(JournalLine(last.number + 1, last.at, 1, document, last.hash, digest))
    return replace(file, journal=tuple(journal))


def _members(row: CampaignWarband) -> list[str]:
    return list(stored_record(row.record).careers.by_id)


def bench_campaign(owner: Owner, members: int) -> CampaignBench:
    """Begin a campaign of two warbands, each of so many members."""
    campaign = campaign_create(actor=owner, name="The Long Winter", story="", settings=SETTINGS)
    names = ("Ash Company", "River Guard")
    rows = [bench_warband(owner, campaign.key, name, members) for name in names]
    return CampaignBench(owner, campaign.key, tuple(rows))


def bench_warband(owner: Owner, key: str, name: str, members: int) -> CampaignWarband:
    """Let a person make a warband of so many members and bring it into a campaign."""
    bought = tuple(Member(creature=CREATURES[place % len(CREATURES)]) for place in range(members))
    draft = Draft(Roster(members=bought, name=name, play_mode="narrative", points_limit=None))
    return warband_join(actor=owner, key=key, warband_key=warband_create(owner=owner, draft=draft).key)


def _commits(table: CampaignBench, name: str) -> str:
    return act_line(name, table.commit, (table.prepare() for _ in range(COMMITS)))


def act_line(name: str, act: Callable[[int], object], scenarios: Iterable[int]) -> str:
    """Measure an act for each of these scenarios; return the line to print."""
    times: list[float] = []
    queries = 0
    for scenario in scenarios:
        queries = count_queries(lambda: times.append(timed(partial(act, scenario))))  # noqa: B023 - run at once
    return f"  {name:<38}{median(times):7.2f} ms   {queries:3d} queries"
