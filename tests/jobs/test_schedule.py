"""Jobs that begin by themselves: once in their time, by one process, and again after a clock was set back."""

import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import OperationalError, connection
from django.utils import timezone

from jobs.models import Job, JobSchedule, JobState
from jobs.services import jobs
from jobs.services.jobs import kinds_take_due
from jobs.services.workers import MAX_ATTEMPTS, job_claim, job_run
from jobs.tasks import begin_due_jobs, do_job

pytestmark = pytest.mark.django_db
HOURLY = timedelta(hours=1)


@pytest.fixture(autouse=True)
def only_kinds_of_the_test(monkeypatch):
    monkeypatch.setattr(jobs, "KINDS", {})


def begun() -> list[str]:
    return [kind.name for kind in kinds_take_due()]


def test_a_kind_begins_once_in_its_time(kind_of_job):
    kind_of_job(every=HOURLY)
    kind_of_job(name="by.hand")
    with time_machine.travel("2026-03-01 12:00Z", tick=False) as clock:
        assert begun() == ["test.work"]
        assert begun() == []
        clock.shift(timedelta(minutes=59))
        assert begun() == []
        clock.shift(timedelta(minutes=1))
        assert begun() == ["test.work"]


def test_a_clock_that_was_set_back_does_not_stop_the_schedule(kind_of_job):
    kind_of_job(every=HOURLY)
    with time_machine.travel("2026-03-01 12:00Z", tick=False) as clock:
        assert begun() == ["test.work"]
        clock.shift(timedelta(days=-400))
        assert begun() == ["test.work"]
        assert begun() == []


def test_a_kind_whose_last_job_is_open_waits_for_it(waiting_job):
    waiting_job(every=HOURLY)
    assert begun() == []
    Job.objects.update(state=JobState.DONE)
    assert begun() == ["test.work"]


@pytest.mark.django_db(transaction=True)
def test_of_several_processes_that_look_one_begins_it(kind_of_job):
    kind_of_job(every=HOURLY)
    runs: list[str] = []
    start = threading.Barrier(4)

    def look() -> None:
        try:
            start.wait()
            runs.extend(begun())
        finally:
            connection.close()

    for _ in range(2):  # the first time there is no row yet, the second time an old one
        threads = [threading.Thread(target=look) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert runs == ["test.work"]
        runs.clear()
        JobSchedule.objects.update(begun_at=timezone.now() - 2 * HOURLY)


def test_what_is_due_is_done_and_costs_few_queries_otherwise(kind_of_job, django_assert_num_queries):
    done: list[int] = []
    kind_of_job(lambda run: done.append(run.job.pk), every=HOURLY, label="A check")
    (job,) = begin_due_jobs()
    assert (done, job.title, job.made_by) == ([job.pk], "A check", None)
    with django_assert_num_queries(1):
        assert begin_due_jobs() == []


def test_jobs_that_a_broker_lost_are_sent_again(waiting_job, settings, monkeypatch):
    settings.CELERY_TASK_ALWAYS_EAGER = False
    sent: list[int] = []
    monkeypatch.setattr(do_job, "delay", sent.append)
    lost, fresh = waiting_job(), waiting_job()
    Job.objects.filter(pk=lost.pk).update(waits_since=timezone.now() - timedelta(minutes=3))
    begin_due_jobs()
    assert sent == [lost.pk] != [fresh.pk]


def test_a_lease_from_before_the_clock_was_set_back_is_not_waited_for(waiting_job):
    job = waiting_job()
    assert job_claim(worker="w1")
    with time_machine.travel(timezone.now() - timedelta(hours=5)):
        taken = job_claim(worker="w2")
    assert taken is not None
    assert taken.pk == job.pk


def test_a_job_that_loses_its_database_is_tried_again_and_not_for_ever(waiting_job, monkeypatch):
    def work(run):
        raise OperationalError("the database system is shutting down")

    monkeypatch.setattr("jobs.services.workers.connection", FakeConnection())
    job = waiting_job(work)
    states = []
    for _ in range(MAX_ATTEMPTS):
        claimed = job_claim(worker="w1")
        assert claimed is not None
        job_run(job=claimed)
        job.refresh_from_db()
        states.append(job.state)
    assert states == ["waiting"] * (MAX_ATTEMPTS - 1) + ["failed"]
    assert job.fault == "The database did not answer. Retry the job when it does."


class FakeConnection:
    """A connection that closes without taking the test's own with it."""

    def close(self) -> None:
        """Do nothing."""
