"""Workers: no two take one job, a lost lease is taken up, and a job ends as its work did."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from common.refusal import Refusal
from jobs.models import Job, JobNote, JobState, JobWorker
from jobs.services import jobs
from jobs.services.jobs import LeaseLost, job_cancel, job_create, job_retry
from jobs.services.workers import MAX_ATTEMPTS, job_claim, job_run, jobs_serve, worker_beat

pytestmark = pytest.mark.django_db


def lose_worker(job: Job) -> None:
    """Let the lease of a job run out, as if its worker had been killed."""
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def run_to_end(job: Job, worker: str = "w1") -> Job:
    claimed = job_claim(worker=worker, pk=job.pk)
    assert claimed is not None
    job_run(job=claimed)
    job.refresh_from_db()
    return job


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_take_one_job(waiting_job, kind_of_job):
    first = waiting_job()
    pks = {first.pk, *(job_create(kind=kind_of_job(), title=f"{n}", arguments={}, by=None).pk for n in range(11))}
    taken: list[int] = []
    start = threading.Barrier(4)

    def take(name: str) -> None:
        try:
            start.wait()
            while job := job_claim(worker=name):
                taken.append(job.pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=take, args=(f"w{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == sorted(pks)


def test_the_oldest_job_comes_first_and_a_held_one_is_left_alone(waiting_job, kind_of_job):
    first = waiting_job()
    second = job_create(kind=kind_of_job(), title="Second", arguments={}, by=None)
    claims = [job_claim(worker=name) for name in ("w1", "w2", "w3")]
    assert [job and job.pk for job in claims] == [first.pk, second.pk, None]


def test_a_job_ends_with_what_its_work_stored(waiting_job):
    def work(run):
        run.begin_step("Counting", 3)
        note = JobNote(job=run.job, number=1, outcome="counted", name="One")
        run.advance(done=3, result={"counted": 3}, notes=[note])

    job = run_to_end(waiting_job(work))
    assert (job.state, job.step, job.done, job.total, job.result) == ("done", "Counting", 3, 3, {"counted": 3})
    assert (job.worker, job.lease_until, job.attempts) == ("", None, 1)
    assert job.finished_at is not None
    assert job.notes.get().name == "One"


def test_a_job_whose_worker_died_is_taken_up_where_it_stopped(waiting_job):
    def work(run):
        for place in range(run.job.done, 4):
            run.advance(done=place + 1, result={"written": [*run.job.result.get("written", []), place]})
            if place == 1 and run.job.attempts == 1:
                raise KeyboardInterrupt  # as if the process was killed here

    job = waiting_job(work)
    claimed = job_claim(worker="w1")
    with pytest.raises(KeyboardInterrupt):
        job_run(job=claimed)
    assert job_claim(worker="w2") is None
    lose_worker(job)
    job = run_to_end(job, "w2")
    assert (job.state, job.attempts, job.result) == ("done", 2, {"written": [0, 1, 2, 3]})


def test_a_worker_that_lost_its_lease_writes_nothing_more(waiting_job):
    def work(run):
        User.objects.create_user("ghost")
        run.finish(JobState.DONE)

    job = waiting_job(work, is_atomic=True)
    late = job_claim(worker="w1")
    lose_worker(job)
    other = job_claim(worker="w2")
    assert late is not None
    assert other is not None
    job_run(job=late)
    assert not User.objects.filter(username="ghost").exists()
    job.refresh_from_db()
    assert (job.state, job.worker) == ("running", "w2")


def test_progress_is_refused_to_a_worker_that_lost_its_lease(waiting_job):
    refused = []

    def work(run):
        lose_worker(run.job)
        job_claim(worker="w2", pk=run.job.pk)
        try:
            run.advance(done=1, result={}, notes=[JobNote(job=run.job, number=1, outcome="x", name="x")])
        except LeaseLost:
            refused.append(run.job.pk)
            raise

    job = waiting_job(work)
    job_run(job=job_claim(worker="w1"))
    assert refused == [job.pk]
    assert not JobNote.objects.exists()


def test_a_beat_renews_the_lease(waiting_job):
    job = waiting_job()
    job_claim(worker="w1")
    lose_worker(job)
    worker_beat(worker="w1")
    assert job_claim(worker="w2") is None
    assert JobWorker.objects.get().name == "w1"


def test_a_job_that_kills_its_workers_is_given_up(waiting_job):
    job = waiting_job()
    for attempt in range(MAX_ATTEMPTS):
        assert job_claim(worker=f"w{attempt}") is not None
        lose_worker(job)
    assert job_claim(worker="last") is None
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("failed", MAX_ATTEMPTS)


def test_a_job_of_an_unknown_kind_fails_with_a_sentence(waiting_job):
    job = waiting_job()
    Job.objects.update(kind="of.tomorrow")
    job = run_to_end(job)
    assert (job.state, job.fault) == ("failed", "This version of Muster does not know jobs of the kind “of.tomorrow”.")


def test_a_refusal_is_told_and_a_bug_is_logged(waiting_job, caplog):
    def refuse(run):
        raise Refusal("The source is taken.")

    assert run_to_end(waiting_job(refuse)).fault == "The source is taken."

    def fail(run):
        raise ZeroDivisionError("in the work")

    assert "The worker’s log" in run_to_end(waiting_job(fail)).fault
    assert "in the work" in caplog.text


def test_what_an_atomic_job_wrote_is_taken_back_when_it_fails(waiting_job):
    def work(run):
        User.objects.create_user("ghost")
        raise Refusal("No.")

    assert run_to_end(waiting_job(work, is_atomic=True)).state == "failed"
    assert not User.objects.exists()


def test_a_waiting_job_is_canceled_at_once_and_a_running_one_in_the_middle(waiting_job, monkeypatch):
    monkeypatch.setattr(jobs, "SECONDS_BETWEEN_LOOKS", 0)
    job = waiting_job()
    job_cancel(job=job)
    assert job_claim(worker="w1") is None
    with pytest.raises(Refusal):
        job_cancel(job=job)

    def work(run):
        run.begin_step("Writing", 9)
        run.advance(done=4, result={"written": 4})
        job_cancel(job=run.job)
        run.look()

    job = run_to_end(waiting_job(work))
    assert (job.state, job.done, job.result) == ("canceled", 4, {"written": 4})


def test_a_canceled_job_goes_on_when_it_is_tried_again(waiting_job, monkeypatch):
    monkeypatch.setattr(jobs, "SECONDS_BETWEEN_LOOKS", 0)

    def work(run):
        run.advance(done=run.job.done + 1, result={})
        if run.job.done == 1:
            job_cancel(job=run.job)
            run.look()

    job = run_to_end(waiting_job(work))
    assert (job.state, job.done) == ("canceled", 1)
    job_retry(job=job)
    assert run_to_end(job).state == "done"
    assert (job.done, job.attempts) == (2, 1)
    with pytest.raises(Refusal):
        job_retry(job=job)


def test_a_worker_that_ends_gives_its_job_back(waiting_job):
    def work(run):
        run.advance(done=7, result={})
        run.look()

    job = waiting_job(work)
    turns = iter([False, True])
    job_run(job=job_claim(worker="w1"), is_stopping=lambda: next(turns))
    job.refresh_from_db()
    assert (job.state, job.done, job.attempts, job.worker) == ("waiting", 7, 0, "")


@pytest.mark.django_db(transaction=True)
def test_a_process_does_what_waits_and_ends_when_told(waiting_job):
    stop = threading.Event()
    job = waiting_job(lambda run: stop.set())
    jobs_serve(is_stopping=stop)
    job.refresh_from_db()
    assert job.state == "done"
    assert not JobWorker.objects.exists()
