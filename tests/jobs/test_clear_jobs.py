"""Old jobs go with their reports when the command is run; open and newer ones stay."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from jobs.models import ENDED, Job, JobNote, JobState

pytestmark = pytest.mark.django_db


def ended(waiting_job, state: str, days: int) -> Job:
    job = waiting_job()
    Job.objects.filter(pk=job.pk).update(state=state, finished_at=timezone.now() - timedelta(days=days))
    JobNote.objects.create(job=job, number=1, outcome="new", name="Boar")
    return job


def test_jobs_that_ended_long_ago_go_with_their_reports(waiting_job, capsys):
    for state in ENDED:
        ended(waiting_job, state, 91)
    newer = ended(waiting_job, JobState.DONE, 89)
    waiting = waiting_job()
    call_command("clear_jobs", "--json")
    assert json.loads(capsys.readouterr().out) == {"removed": 3}
    assert set(Job.objects.all()) == {newer, waiting}
    assert JobNote.objects.count() == 1


def test_it_can_be_said_how_long_jobs_are_kept(waiting_job, capsys):
    ended(waiting_job, JobState.FAILED, 8)
    call_command("clear_jobs", "--days", "9")
    assert capsys.readouterr().out == "0 jobs removed.\n"
    call_command("clear_jobs", "--days", "7")
    assert capsys.readouterr().out == "1 job removed.\n"
