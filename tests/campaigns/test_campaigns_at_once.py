"""People who write to a campaign at the same moment: each waits for the others, and exactly one wins."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection

from campaigns.models import CampaignWarband
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.scenarios import ScenarioPhase
from campaigns.services.aftermath import dice_roll, dice_roll_all
from campaigns.services.campaigns import campaign_close
from campaigns.services.corrections import scenario_void
from campaigns.services.people import campaign_join
from campaigns.services.scenarios import AlreadyCommitted, scenario_commit
from campaigns.services.warbands import warband_join
from common.refusal import Refusal
from rules.building.members import MemberAdd
from tests.campaigns.play import BOARS, KOBOLDS, change, enlist, field, opened, played, record_of, report, state_of
from tests.campaigns.verbs import Table
from tests.processes import ForkServer
from tests.warbands.verbs import building
from tests.warbands.windows import WINDOWS, at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("small_compendium")]


def outcome(answers: list[str], work: Callable[[], object]) -> Callable[[], None]:
    """Return the work; what came of it goes into the answers."""

    def _work() -> None:
        try:
            work()
        except Refusal as refused:
            answers.append(type(refused).__name__)
        else:
            answers.append("done")

    return _work


def ready(table: Table) -> tuple[CampaignWarband, int]:
    """Return a warband in a scenario with nothing left to do but the commit."""
    row = enlist(table, "ada", *KOBOLDS)
    scenario = opened(table, row)
    field(table, scenario, row)
    report(table, scenario, {row: 1})
    dice_roll_all(**table.asking("ada"), scenario=scenario)
    return row, scenario


def test_of_several_commits_one_wins(winter):
    row, scenario = ready(winter)
    answers: list[str] = []
    at_once(
        *(
            outcome(answers, lambda who=who: scenario_commit(**winter.asking(who), scenario=scenario))
            for who in ("ada", "cleo") * (WINDOWS // 2)
        )
    )
    assert Counter(answers) == {"done": 1, AlreadyCommitted.__name__: WINDOWS - 1}
    assert winter.kinds.count("scenario-committed") == 1
    assert record_of(row).standing.played == 1
    winter.assert_sound()


def test_a_commit_and_a_void_happen_one_after_the_other(winter):
    _, scenario = ready(winter)
    scenario_commit(**winter.asking("ada"), scenario=scenario)
    answers: list[str] = []
    at_once(
        outcome(answers, lambda: scenario_void(**winter.asking("ada"), scenario=scenario, reason="wrong")),
        outcome(answers, lambda: scenario_commit(**winter.asking("cleo"), scenario=scenario)),
    )
    # The commit either finds the scenario committed still, or commits it anew after the void.
    status = state_of(winter, scenario).status
    assert (sorted(answers), status) in (
        (["AlreadyCommitted", "done"], ScenarioPhase.VOIDED),
        (["done", "done"], ScenarioPhase.COMMITTED),
    )
    winter.assert_sound()


def test_who_joins_while_the_campaign_is_closed_is_in_or_out(winter):
    token, eve = winter.campaign.invitation_token, winter.people["eve"].owner
    answers: list[str] = []
    at_once(
        outcome(answers, lambda: campaign_close(**winter.asking("ada"))),
        outcome(answers, lambda: campaign_join(actor=eve, token=token)),
    )
    kinds = winter.kinds
    assert kinds[-1] == "campaign-closed"
    assert kinds.count("participant-joined") == 4 + answers.count("done") - 1
    winter.assert_sound()


def test_a_place_is_rolled_once(winter):
    row = enlist(winter, "ada", *KOBOLDS)
    scenario = opened(winter, row)
    field(winter, scenario, row)
    report(winter, scenario, {row: 1})
    answers: list[str] = []
    asked = {"scenario": scenario, "warband": row.number, "member": "m1", "purpose": "advance"}
    at_once(*[outcome(answers, lambda: dice_roll(**winter.asking("ada"), **asked))] * WINDOWS)
    assert Counter(answers) == {"done": 1, "Refusal": WINDOWS - 1}
    winter.assert_sound()


def test_a_change_of_the_builder_and_a_fielding_do_not_block_each_other(winter):
    row = enlist(winter, "ada", *KOBOLDS)
    scenario = opened(winter, row)
    answers: list[str] = []
    at_once(
        outcome(answers, lambda: change(winter, "ada", row, MemberAdd("boar"))),
        outcome(answers, lambda: field(winter, scenario, row, ("m1",))),
    )
    # The change comes first and is made, or finds the roster locked (or itself overtaken); the fielding always works.
    assert answers.count("done") in (1, 2)
    assert row.number in state_of(winter, scenario).fielded
    winter.assert_sound()


def test_scenarios_of_different_warbands_are_committed_together(winter):
    rows = [enlist(winter, name, *KOBOLDS) for name in ("ada", "bob", "dan")]
    played(winter, {rows[0]: 1})
    scenarios = []
    for row in rows:
        scenarios.append(opened(winter, row))
        field(winter, scenarios[-1], row)
        report(winter, scenarios[-1], {row: 1})
        dice_roll_all(**winter.asking("ada"), scenario=scenarios[-1])
    answers: list[str] = []
    at_once(
        *(
            outcome(answers, lambda number=number: scenario_commit(**winter.asking("cleo"), scenario=number))
            for number in scenarios
        )
    )
    assert answers == ["done"] * 3
    assert sorted(scenario.played for scenario in winter.campaign.scenarios.all()) == [1, 2, 3, 4]
    winter.assert_sound()


def test_a_commit_and_the_end_of_the_campaign_happen_one_after_the_other(winter):
    _, scenario = ready(winter)
    answers: list[str] = []
    at_once(
        outcome(answers, lambda: campaign_close(**winter.asking("ada"))),
        outcome(answers, lambda: scenario_commit(**winter.asking("cleo"), scenario=scenario)),
    )
    # A campaign is not closed while a scenario is open: it waits for the commit, or is refused.
    status = state_of(winter, scenario).status
    assert (sorted(answers), winter.campaign.phase, status) in (
        (["Refusal", "done"], CampaignPhase.OPEN, ScenarioPhase.COMMITTED),
        (["done", "done"], CampaignPhase.CLOSED, ScenarioPhase.COMMITTED),
    )
    winter.assert_sound()


def test_a_warband_that_joins_while_the_campaign_is_closed_is_in_or_out(winter):
    desk = building(winter.people["bob"], *BOARS, name="The Tusks", alignment=None, play_mode="campaign")
    answers: list[str] = []
    at_once(
        outcome(answers, lambda: campaign_close(**winter.asking("ada"))),
        outcome(answers, lambda: warband_join(**winter.asking("bob"), warband_key=desk.key)),
    )
    kinds = winter.kinds
    assert kinds[-1] == "campaign-closed"
    assert kinds.count("warband-joined") == kinds.count("warband-left") == answers.count("done") - 1
    assert not winter.campaign.warbands.filter(has_left=False).exists()
    winter.assert_sound()


def test_two_voids_of_one_commit_void_it_once(winter):
    row, scenario = ready(winter)
    scenario_commit(**winter.asking("ada"), scenario=scenario)
    answers: list[str] = []
    at_once(
        *(
            outcome(answers, lambda who=who: scenario_void(**winter.asking(who), scenario=scenario, reason="wrong"))
            for who in ("ada", "cleo")
        )
    )
    assert Counter(answers) == {"done": 1, "Refusal": 1}
    assert winter.kinds.count("entry-voided") == 1
    assert record_of(row).standing.played == 0
    winter.assert_sound()


KILLED = """
import os, sys
from importlib import import_module
from accounts.models import User
from campaigns.services.scenarios import scenario_commit
from accounts.models import Owner
module = import_module("campaigns.services." + sys.argv[3])
assert hasattr(module, sys.argv[4])
setattr(module, sys.argv[4], lambda *_, **__: os._exit(9))
scenario_commit(actor=Owner(user=User.objects.get(username="ada")), key=sys.argv[1], scenario=int(sys.argv[2]))
"""
"""A process that ends within a commit, at the moment at which it calls a function of a service."""

MOMENTS = (
    ("journal", "project"),  # the entry is written, nothing that repeats it
    ("projections", "_sides"),  # the scenario counts, its sides do not
    ("projections", "careers_refresh"),  # the scenario and its sides are written, the careers are not
    ("careers", "_store"),  # the points after the scenario are written, the warband is not
    ("scenarios", "warbands_free"),  # everything is written, the rosters are still locked
)


@pytest.fixture(scope="module")
def run(django_db_setup: None) -> Iterator[Callable[..., Any]]:
    """Return a function that runs Python in a process of its own on this database."""
    database = connection.settings_dict
    where = f"//{database['USER']}@{database['HOST']}:{database['PORT']}/" if database["USER"] else "///"
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": f"{connection.vendor.replace('postgresql', 'postgres')}:{where}{database['NAME']}",
    }
    with ForkServer(environment) as fork:
        yield lambda *arguments: fork.run(arguments, environment)


@pytest.mark.parametrize(("module", "function"), MOMENTS)
def test_a_process_that_is_killed_within_a_commit_leaves_nothing_behind(
    winter, run: Callable[..., Any], module: str, function: str
):
    row, scenario = ready(winter)
    head, before = winter.campaign.head, record_of(row)
    done = run("-c", KILLED, winter.key, str(scenario), module, function)
    assert done.returncode == 9, done.stderr
    assert (winter.campaign.head, record_of(row)) == (head, before)
    assert state_of(winter, scenario).status == ScenarioPhase.OPEN
    winter.assert_sound()
    scenario_commit(**winter.asking("ada"), scenario=scenario)
    winter.assert_sound()
