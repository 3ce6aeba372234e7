"""Campaigns: committing a scenario of 8 and of 40 members, and the pages of a campaign of 10 and of 1,000 scenarios.

The long campaigns come from files: two scenarios are played, exported, and the second one is repeated in the journal.
The import folds all of it, so that what is measured is what playing it would have stored.
"""

from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter

from accounts.models import Owner
from benchmarks.harness import count_queries, served_bench, timed
from campaigns.models import Campaign, CampaignWarband, JournalEntry
from campaigns.selectors.files import campaign_file
from campaigns.services.aftermath import dice_roll, dice_roll_all, scenario_report
from campaigns.services.campaigns import campaign_create
from campaigns.services.files import campaign_import
from campaigns.services.people import placeholder_claim
from campaigns.services.scenarios import scenario_commit, scenario_open, scenario_plan, warband_field
from campaigns.services.warbands import warband_join
from rules.building import Draft
from rules.campaigns.journal import JournalLine, entry_hash
from rules.campaigns.scenarios import ScenarioPlan, ScenarioReport, SideScore
from rules.campaigns.settings import CampaignSettings
from rules.campaigns.state.warbands import record_from_document
from rules.roster import Member, Roster
from warbands.services.warbands import warband_create

CREATURES = ("kobold-warrior", "boar", "goblin-dog", "giant-ant")
MEMBERS = (8, 40)
COMMITS = 7
LENGTHS = (10, 1_000)
FACES = (2, 2, 6)
"""The advance of the scenario that is repeated: an effect that never asks for a choice."""
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

    def prepare(self, faces: tuple[int, ...] = ()) -> int:
        """Play a scenario up to its commit, with the server's dice or entered ones; return its number."""
        asking = {"actor": self.owner, "key": self.key}
        numbers = tuple(row.number for row in self.warbands)
        scenario = scenario_plan(**asking, plan=ScenarioPlan("The Old Mill", warbands=numbers)).number
        scenario_open(**asking, scenario=scenario)
        for row in self.warbands:
            warband_field(**asking, scenario=scenario, warband=row.number, members=_members(row))
        scores = tuple(SideScore(number, place + 1) for place, number in enumerate(numbers))
        scenario_report(**asking, scenario=scenario, report=ScenarioReport(scores))
        for row in self.warbands if faces else ():
            for member in _members(row):
                dice_roll(
                    **asking, scenario=scenario, warband=row.number, member=member, purpose="advance", faces=faces
                )
        dice_roll_all(**asking, scenario=scenario)
        return scenario

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
    """Return a campaign of that many scenarios, imported from a file that was made of two that were played."""
    table = bench_campaign(owner, 1)
    table.commit(table.prepare(FACES))
    campaign = Campaign.objects.get(key=table.key)
    first = campaign.head
    table.commit(table.prepare(FACES))
    file = campaign_file(campaign)
    repeated = [line for line in file.journal if line.number > first]
    journal = list(file.journal)
    for number in range(3, length + 1):
        journal += _shifted(repeated, journal[-1], number)
    imported = campaign_import(file=replace(file, key=f"long{length}", journal=tuple(journal)))
    place = imported.participants.exclude(claim_token=None).get()
    placeholder_claim(actor=owner, token=place.claim_token or "")
    return CampaignBench(owner, imported.key, tuple(imported.warbands.select_related("warband")))


def _shifted(lines: list[JournalLine], last: JournalLine, number: int) -> list[JournalLine]:
    """Return the entries of a scenario as those of another one, after the last entry of a journal."""
    shifted = []
    for line in lines:
        event = {**line.event, "scenario": number} | ({"played": number} if "played" in line.event else {})
        place = last.number + 1
        digest = entry_hash(place, line.at, line.actor, event, last.hash)
        last = JournalLine(place, line.at, line.actor, event, last.hash, digest)
        shifted.append(last)
    return shifted


def _members(row: CampaignWarband) -> list[str]:
    return list(record_from_document(row.record).careers.by_id)


def bench_campaign(owner: Owner, members: int) -> CampaignBench:
    """Begin a campaign of two warbands, each of so many members."""
    open_settings = CampaignSettings(play_mode="narrative", points_limit=None, fielded_points=None)
    campaign = campaign_create(actor=owner, name="The Long Winter", story="", settings=open_settings)
    rows = []
    for name in ("Ash Company", "River Guard"):
        bought = tuple(Member(creature=CREATURES[place % len(CREATURES)]) for place in range(members))
        draft = Draft(Roster(members=bought, name=name, play_mode="narrative", points_limit=None))
        warband = warband_create(owner=owner, draft=draft)
        rows.append(warband_join(actor=owner, key=campaign.key, warband_key=warband.key))
    return CampaignBench(owner, campaign.key, tuple(rows))


def _commits(table: CampaignBench, name: str) -> str:
    times: list[float] = []
    queries = 0
    for _ in range(COMMITS):
        scenario = table.prepare()
        queries = count_queries(lambda: times.append(timed(partial(table.commit, scenario))))  # noqa: B023 - run at once
    middle = sorted(times)[COMMITS // 2]
    return f"  {name:<38}{middle:7.2f} ms   {queries:3d} queries"
