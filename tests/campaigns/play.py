"""Playing a campaign's scenarios in tests: warbands that join, are fielded, and get through the aftermath."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from campaigns.models import CampaignScenario, CampaignWarband
from campaigns.selectors.aftermath import aftermath_sides
from campaigns.selectors.scenarios import scenario_state
from campaigns.services.aftermath import dice_roll, dice_roll_all, feat_choose, scenario_report
from campaigns.services.recording import CampaignRecorder
from campaigns.services.scenarios import scenario_commit, scenario_open, scenario_plan, warband_field
from campaigns.services.warbands import warband_join
from rules.building.changes import Change
from rules.campaigns.scenarios import Elimination, ScenarioPlan, ScenarioReport, SideScore
from rules.campaigns.state.scenarios import ScenarioState
from rules.campaigns.state.warbands import WarbandRecord, record_from_document
from rules.careers.events import RollKind
from rules.careers.state import CareerState
from rules.roster import Member
from tests.campaigns.verbs import Table
from tests.replays import replayed
from tests.warbands.verbs import building
from warbands.services.drafts import DraftEdit, draft_change

KOBOLDS = (Member("kobold-warrior", "m1", name="Snik"), Member("kobold-warrior", "m2", name="Snak"))
BOARS = (Member("boar", "m1", name="Old Boar"), Member("kobold-warrior", "m2", name="Rik"))


@replayed
def enlist(table: Table, name: str, *members: Member, warband: str = "") -> CampaignWarband:
    """Let somebody build a warband of these members and bring it into the campaign."""
    desk = building(table.people[name], *members, name=warband or f"The {name}s", alignment=None, play_mode="campaign")
    return warband_join(**table.asking(name), warband_key=desk.key)


@replayed
def change(table: Table, name: str, row: CampaignWarband, wanted: Change) -> DraftEdit:
    """Change a warband in the builder."""
    row.warband.refresh_from_db()
    return draft_change(
        owner=table.people[name].owner,
        key=row.warband.key,
        version=row.warband.version,
        change=wanted,
        recorder=CampaignRecorder(),
    )


def step(table: Table, name: str, row: CampaignWarband, service: Callable[..., object]) -> None:
    """Undo or redo a change of a warband in the builder."""
    row.warband.refresh_from_db()
    warband = row.warband
    service(owner=table.people[name].owner, key=warband.key, version=warband.version, recorder=CampaignRecorder())


def record_of(row: CampaignWarband) -> WarbandRecord:
    """Return what a warband has come to."""
    row.refresh_from_db()
    return record_from_document(row.record)


def career(row: CampaignWarband, member: str) -> CareerState:
    """Return what has become of a member."""
    return record_of(row).careers.by_id[member]


@replayed
def opened(table: Table, *rows: CampaignWarband, **plan: Any) -> int:
    """Plan and open a scenario of these warbands; return its id."""
    wanted = ScenarioPlan(**{"title": "The Old Mill", "warbands": tuple(row.number for row in rows), **plan})
    scenario = scenario_plan(**table.asking("ada"), plan=wanted)
    scenario_open(**table.asking("ada"), scenario=scenario.number)
    return scenario.number


@replayed
def field(table: Table, scenario: int, row: CampaignWarband, members: Iterable[str] = ()) -> CampaignScenario:
    """Field members of a warband, all who can fight unless some are named."""
    ready = [member.id for member in record_of(row).careers.by_id.values() if member.can_fight]
    return warband_field(**table.asking("ada"), scenario=scenario, warband=row.number, members=tuple(members) or ready)


@replayed
def report(
    table: Table, scenario: int, scores: Mapping[CampaignWarband, int], *eliminated: tuple[CampaignWarband, str]
) -> None:
    """Report victory points, and who was eliminated."""
    scenario_report(
        **table.asking("ada"),
        scenario=scenario,
        report=ScenarioReport(
            tuple(SideScore(row.number, points) for row, points in scores.items()),
            tuple(Elimination(row.number, member) for row, member in eliminated),
        ),
    )


@replayed
def enter(
    table: Table, scenario: int, row: CampaignWarband, member: str, purpose: RollKind, *faces: int, who: str = "ada"
) -> None:
    """Enter dice from the table."""
    dice_roll(**table.asking(who), scenario=scenario, warband=row.number, member=member, purpose=purpose, faces=faces)


@replayed
def commit(table: Table, scenario: int) -> None:
    """Roll what is still due on the server, and commit."""
    dice_roll_all(**table.asking("ada"), scenario=scenario)
    scenario_commit(**table.asking("ada"), scenario=scenario)


@replayed
def played(
    table: Table, scores: Mapping[CampaignWarband, int], *eliminated: tuple[CampaignWarband, str], **plan: Any
) -> int:
    """Play a scenario from its plan to its commit with the server's dice; return its id."""
    scenario = opened(table, *scores, **plan)
    for row in scores:
        field(table, scenario, row)
    report(table, scenario, scores, *eliminated)
    commit(table, scenario)
    return scenario


def state_of(table: Table, scenario: int) -> ScenarioState:
    """Return a scenario as its entries tell it."""
    state = scenario_state(table.campaign, scenario)
    assert state is not None
    return state


def due(table: Table, scenario: int) -> list[tuple[int, str, str]]:
    """Return the rolls that are due: warband, member, purpose."""
    sides = aftermath_sides(table.campaign, state_of(table, scenario))
    return [(number, roll.member, roll.kind) for number, side in sides.items() for roll in side.due]


@replayed
def choose(table: Table, scenario: int, row: CampaignWarband, member: str, feat: str, **fields: Any) -> None:
    """Choose a feat."""
    feat_choose(**table.asking("ada"), scenario=scenario, warband=row.number, member=member, feat=feat, **fields)
