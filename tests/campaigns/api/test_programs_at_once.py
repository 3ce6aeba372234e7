"""Programs that write to a campaign at the same moment: one of them wins, whatever order they lock in."""

from collections import Counter
from threading import Event
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from campaigns.services.aftermath import dice_roll_all
from campaigns.services.journal import journal_open
from campaigns.services.recording import CampaignRecorder
from campaigns.services.scenarios import scenario_commit
from tests.campaigns.api.asking import place
from tests.campaigns.play import KOBOLDS, enlist, field, opened, report
from tests.campaigns.verbs import Table, usual_table
from tests.programs import program_of
from tests.small_compendium import store_small_compendium
from tests.warbands.windows import WINDOWS, at_once
from warbands.models import Warband
from warbands.services.careers import career_reopen

pytestmark = pytest.mark.django_db(transaction=True)

PASTED = {"text": "1 Boar"}
PATIENCE = 10.0
"""Seconds that a thread waits for another."""


@pytest.fixture
def ready() -> Table:
    """Return the usual campaign, committed to the database, whose scenario has nothing left to do but the commit."""
    cache.clear()
    store_small_compendium()
    winter = usual_table()
    row = enlist(winter, "ada", *KOBOLDS)
    scenario = opened(winter, row)
    field(winter, scenario, row)
    report(winter, scenario, {row: 1})
    dice_roll_all(**winter.asking("ada"), scenario=scenario)
    return winter


def commits(table: Table, *keys: str) -> Counter[tuple[int, str]]:
    """Let programs of ada commit the scenario at once, each with its key; return how often each answer came."""
    programs = [program_of(table.people["ada"].owner) for _ in keys]
    answers: list[tuple[int, str]] = []

    def _commit(program: Any, key: str) -> None:
        headers = {"Idempotency_Key": key} if key else {}
        answer = program.post(place(table, "scenarios/1/commit/"), **headers)
        answers.append((answer.status_code, answer.get("Idempotency-Replayed", "")))

    at_once(
        *(lambda program=program, key=key: _commit(program, key) for program, key in zip(programs, keys, strict=True))
    )
    return Counter(answers)


def test_the_same_key_at_the_same_moment_is_one_commit(ready: Table):
    answers = commits(ready, *["one"] * WINDOWS)
    assert answers == {(200, ""): 1, (200, "true"): WINDOWS - 1}
    assert ready.kinds.count("scenario-committed") == 1
    ready.assert_sound()


def test_of_several_programs_one_commits(ready: Table):
    answers = commits(ready, *(f"key-{number}" for number in range(WINDOWS - 1)), "")
    assert answers == {(200, ""): 1, (409, ""): WINDOWS - 1}
    assert ready.kinds.count("scenario-committed") == 1
    ready.assert_sound()


def test_of_several_editors_with_one_version_one_writes(ready: Table):
    programs = [program_of(ready.people["ada"].owner) for _ in range(WINDOWS)]
    tag = programs[0].get(place(ready))["ETag"]
    statuses: list[int] = []

    def _rename(number: int) -> None:
        body = {"name": f"Winter {number}"}
        statuses.append(programs[number].send("PUT", place(ready, "description/"), body, If_Match=tag).status_code)

    at_once(*(lambda number=number: _rename(number) for number in range(WINDOWS)))
    assert Counter(statuses) == {200: 1, 412: WINDOWS - 1}
    ready.assert_sound()


def test_a_change_that_is_kept_with_a_key_frees_the_warband_before_it_waits_for_the_campaign(ready: Table):
    program = program_of(ready.people["ada"].owner)
    warband = ready.campaign.warbands.get().warband
    Warband.objects.update(locked_for="")
    with CaptureQueriesContext(connection) as queries:
        answer = program.post(f"warbands/{warband.key}/paste/", PASTED, Idempotency_Key="paste")
    assert answer.status_code == 200, answer.content
    told = [query["sql"] for query in queries]
    rolled_back = next(place for place, sql in enumerate(told) if sql.startswith("ROLLBACK TO SAVEPOINT"))
    campaign = next(place for place, sql in enumerate(told) if 'FROM "campaigns_campaign"' in sql)
    assert rolled_back < campaign


def test_a_program_and_an_organizer_do_not_wait_for_each_other(ready: Table, monkeypatch: pytest.MonkeyPatch):
    scenario_commit(**ready.asking("ada"), scenario=1)
    row, program = ready.campaign.warbands.get(), program_of(ready.people["ada"].owner)
    held, waits = Event(), Event()
    recording = CampaignRecorder.recording
    answers: list[int] = []

    def _recording(self: CampaignRecorder, warband: Warband) -> Any:
        waits.set()
        return recording(self, warband)

    monkeypatch.setattr(CampaignRecorder, "recording", _recording)

    def _paste() -> None:
        held.wait(PATIENCE)
        answers.append(program.post(f"warbands/{row.warband.key}/paste/", PASTED, Idempotency_Key="one").status_code)

    def _organize() -> None:
        with transaction.atomic():
            journal_open(**ready.asking("cleo"))
            held.set()
            # On SQLite the program waits from its first statement on.
            waits.wait(PATIENCE if connection.vendor == "postgresql" else 0)
            career_reopen(warband_id=row.warband_id)

    at_once(_organize, _paste)
    assert answers == [200]
    ready.assert_sound()
