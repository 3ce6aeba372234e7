"""Every service of scenarios and warbands, tried by each kind of person."""

import pytest
from django.db import transaction

from accounts.models import Owner
from campaigns.services.aftermath import dice_roll, dice_roll_all, feat_choose, scenario_report, spending_record
from campaigns.services.corrections import entry_void, scenario_void
from campaigns.services.scenarios import (
    scenario_cancel,
    scenario_commit,
    scenario_edit,
    scenario_open,
    scenario_plan,
    warband_field,
    warband_withdraw,
)
from campaigns.services.warbands import (
    member_correct,
    revision_take,
    warband_career_accept,
    warband_join,
    warband_leave,
)
from common.refusal import Refusal
from rules.campaigns.scenarios import Elimination, ScenarioPlan, ScenarioReport, SideScore, SpendingRecord
from tests.campaigns.corrections import feat_correct, report_correct, roll_correct
from tests.campaigns.play import BOARS, KOBOLDS, choose, enlist, enter, field, opened, played, report
from tests.campaigns.verbs import Asking, Table, asks
from tests.replays import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def void_commit(table: Table, actor: Owner) -> object:
    entry = table.campaign.entries.get(kind="scenario-committed", scenario=4)
    return entry_void(actor=actor, key=table.key, number=entry.number, reason="wrong")


# Bob plays warband 1, which is fielded in scenario 1; dan, who plays warband 2, is a fellow player.
ORGANIZERS = {"ada", "cleo"}
OWNER = {"ada", "cleo", "bob"}
REPORT = ScenarioReport((SideScore(1, 3),), (Elimination(1, "m1"),))
SIDE = {"scenario": 1, "warband": 1}
SERVICES: dict[str, tuple[Asking, set[str]]] = {
    "scenario_plan": (asks(scenario_plan, plan=ScenarioPlan(warbands=(1,))), ORGANIZERS),
    "scenario_edit": (asks(scenario_edit, scenario=1, plan=ScenarioPlan("Renamed", warbands=(1,))), ORGANIZERS),
    "scenario_open": (asks(scenario_open, scenario=2), ORGANIZERS),
    "scenario_cancel": (asks(scenario_cancel, scenario=1, reason="rain"), ORGANIZERS),
    "warband_field": (asks(warband_field, **SIDE, members=("m2",)), OWNER),
    "warband_withdraw": (asks(warband_withdraw, **SIDE), OWNER),
    "scenario_report": (asks(scenario_report, scenario=1, report=REPORT), OWNER),
    "dice_roll": (asks(dice_roll, **SIDE, member="m1", purpose="elimination"), OWNER),
    "dice_roll_all": (asks(dice_roll_all, **SIDE), OWNER),
    "dice_roll_all, all warbands": (asks(dice_roll_all, scenario=1), ORGANIZERS),
    "feat_choose": (asks(feat_choose, **SIDE, member="m2", feat="assurance", choice="Stealth"), OWNER),
    "spending_record": (asks(spending_record, **SIDE, member="m1", spending=SpendingRecord(hero_points=1)), OWNER),
    "scenario_commit": (asks(scenario_commit, scenario=3), ORGANIZERS),
    "scenario_void": (asks(scenario_void, scenario=4, reason="wrong"), ORGANIZERS),
    "entry_void": (void_commit, ORGANIZERS),
    "roll_correct": (
        asks(roll_correct, **SIDE, member="m2", purpose="advance", faces=(1, 1, 2), reason="typo"),
        ORGANIZERS,
    ),
    "report_correct": (asks(report_correct, scenario=1, report=REPORT, reason="typo"), ORGANIZERS),
    "feat_correct": (
        asks(feat_correct, **SIDE, member="m2", feat="assurance", choice="Stealth", reason="typo"),
        ORGANIZERS,
    ),
    "member_correct": (
        asks(member_correct, number=1, member="m1", correction="level", amount=1, reason="agreed"),
        ORGANIZERS,
    ),
    "warband_career_accept": (asks(warband_career_accept, number=5), ORGANIZERS),
    "warband_leave": (asks(warband_leave, number=3), OWNER),
    "revision_take": (asks(revision_take, number=3, member="m1", revision=1), OWNER),
}


@pytest.fixture
@replayed
def at_play(winter: Table) -> Table:
    """Return the campaign with scenarios: 1 open and reported, 2 planned, 3 ready to commit, 4 committed.

    Warband 3 is Bob's too, and warband 5 is Dan's come back.
    """
    bobs, dans = enlist(winter, "bob", *BOARS), enlist(winter, "dan", *KOBOLDS)
    enlist(winter, "bob", *KOBOLDS)
    opened(winter, bobs)
    field(winter, 1, bobs)
    report(winter, 1, {bobs: 2}, (bobs, "m1"))
    enter(winter, 1, bobs, "m2", "advance", 1, 1, 1)
    choose(winter, 1, bobs, "m2", "fleet")
    scenario_plan(**winter.asking("ada"), plan=ScenarioPlan(warbands=(1,)))
    adas = enlist(winter, "ada", *KOBOLDS)
    opened(winter, adas)
    field(winter, 3, adas)
    report(winter, 3, {adas: 1})
    dice_roll_all(**winter.asking("ada"), scenario=3)
    played(winter, {dans: 1})
    warband_leave(**winter.asking("dan"), number=dans.number)
    warband_join(**winter.asking("dan"), warband_key=dans.warband.key)
    return winter


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_of_play_is_for_those_who_may(at_play: Table, name: str):
    work, allowed = SERVICES[name]
    people = {name: person.owner for name, person in at_play.people.items()} | {"guest": Owner()}
    before = at_play.campaign.head
    for who in {"eve", "guest", "dan", "bob"} - allowed:
        with pytest.raises(Refusal, match="no such campaign" if who in ("eve", "guest") else "Only"):
            work(at_play, people[who])
        assert at_play.campaign.head == before
    for who in sorted(allowed):
        with transaction.atomic():
            work(at_play, people[who])
            assert at_play.campaign.head > before
            at_play.assert_sound()
            transaction.set_rollback(True)
