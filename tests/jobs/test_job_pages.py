"""The pages of jobs: who sees them, what they show while a job is open and after, and their buttons."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.refusal import Refusal
from jobs.models import Job, JobNote, JobState, JobWorker
from jobs.services.jobs import job_cancel, job_retry
from jobs.services.workers import job_claim, job_run
from tests.rows import every_row

pytestmark = pytest.mark.django_db
LIST = "admin:jobs_job_changelist"
HTMX = {"HTTP_HX_REQUEST": "true"}


def signed_in(name: str, *permissions: str, **traits) -> Client:
    user = User.objects.create_user(name, **traits)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def editor() -> Client:
    return signed_in("editor", "change_creature", is_staff=True)


@pytest.fixture
def job(waiting_job) -> Job:
    return waiting_job(permissions=("compendium.change_creature",))


def page_of(job: Job) -> str:
    return reverse("admin:jobs_job_change", args=[job.pk])


def test_who_may_begin_a_kind_sees_its_jobs_and_others_do_not(editor, job):
    idle, player = signed_in("idle", is_staff=True), signed_in("player", "change_creature")
    assert "A test" in editor.get(reverse(LIST)).content.decode()
    assert "A test" in editor.get(page_of(job)).content.decode()
    for client, status in ((idle, 403), (player, 302), (Client(), 302)):
        assert client.get(reverse(LIST)).status_code == status
        assert client.get(page_of(job)).status_code == status
        for name in ("cancel", "retry"):
            assert client.post(reverse(f"admin:jobs_job_{name}", args=[job.pk])).status_code == status
    job.refresh_from_db()
    assert job.state == "waiting"


def test_a_job_of_an_unknown_kind_is_for_superusers(editor, job):
    Job.objects.update(kind="of.tomorrow")
    boss = signed_in("boss", is_staff=True, is_superuser=True)
    assert "A test" not in editor.get(reverse(LIST)).content.decode()
    assert editor.get(page_of(job)).status_code == 403
    assert "of.tomorrow" in boss.get(reverse(LIST)).content.decode()
    assert boss.get(page_of(job)).status_code == 200


@every_row("place", ["0", "99999", "x", "1" * 30, "%00"])
def test_there_is_no_page_without_a_job(editor, job, place):
    assert editor.get(f"/admin/jobs/job/{place}/change/").status_code in (400, 404)


def test_buttons_do_not_listen_to_get(editor, job):
    for name in ("cancel", "retry"):
        assert editor.get(reverse(f"admin:jobs_job_{name}", args=[job.pk])).status_code == 405


def test_an_open_job_asks_for_its_progress_and_an_ended_one_for_its_report(editor, job):
    job_claim(worker="w1")
    Job.objects.update(step="Writing", done=75, total=600)
    page = editor.get(page_of(job)).content.decode()
    assert 'hx-trigger="every 1s"' in page
    assert "Writing: 75 of 600" in " ".join(page.split())
    assert "Check again" in page
    part = editor.get(page_of(job), **HTMX).content.decode()
    assert part.lstrip().startswith('<div id="job-progress"')
    Job.objects.update(state=JobState.DONE)
    assert editor.get(page_of(job), **HTMX).headers["HX-Refresh"] == "true"
    assert "hx-trigger" not in editor.get(page_of(job)).content.decode()


def test_a_waiting_job_says_when_no_process_runs_jobs(editor, job, settings):
    settings.JOBS_AT_ONCE = False
    assert "No process is running jobs" in editor.get(page_of(job)).content.decode()
    JobWorker.objects.create(name="w1", seen_at=timezone.now())
    assert "No process is running jobs" not in editor.get(page_of(job)).content.decode()
    JobWorker.objects.update(seen_at=timezone.now() - timedelta(minutes=2))
    assert "No process is running jobs" in editor.get(page_of(job)).content.decode()
    settings.CELERY_TASK_ALWAYS_EAGER = False
    assert "No worker has taken this job" not in editor.get(page_of(job)).content.decode()
    Job.objects.update(waits_since=timezone.now() - timedelta(minutes=2))
    assert "No worker has taken this job" in editor.get(page_of(job)).content.decode()
    job_cancel(job=job)
    job_retry(job=job)
    assert "No worker has taken this job" not in editor.get(page_of(job)).content.decode()


def test_a_job_is_canceled_and_tried_again_by_button(editor, job):
    editor.post(reverse("admin:jobs_job_cancel", args=[job.pk]))
    job.refresh_from_db()
    assert job.state == "canceled"
    again = editor.post(reverse("admin:jobs_job_cancel", args=[job.pk]), follow=True).content.decode()
    assert "has already ended" in again
    assert "Try again" in again
    editor.post(reverse("admin:jobs_job_retry", args=[job.pk]))
    job.refresh_from_db()
    assert job.state == "done"
    assert (
        "You can retry only a failed"
        in editor.post(reverse("admin:jobs_job_retry", args=[job.pk]), follow=True).content.decode()
    )


def test_a_failed_job_says_why_and_how_much_stays(editor, waiting_job):
    def work(run):
        run.begin_step("Writing", 9)
        run.advance(done=4, result={})
        raise Refusal("The source is <b>taken</b>.")

    job = waiting_job(work, permissions=("compendium.change_creature",))
    job_run(job=job_claim(worker="w1"))
    page = editor.get(page_of(job)).content.decode()
    assert "The source is &lt;b&gt;taken&lt;/b&gt;." in page
    assert "continues after 4 of 9" in page


def test_a_report_is_shown_in_pages_with_the_same_number_of_queries(editor, job):
    def note(number: int) -> JobNote:
        return JobNote(job=job, number=number, outcome="created", name=f"<i>{number}</i>", problems=["No level."])

    counts = []
    for numbers in (range(1), range(1, 250)):
        JobNote.objects.bulk_create(note(number) for number in numbers)
        with CaptureQueriesContext(connection) as queries:
            first = editor.get(page_of(job)).content.decode()
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert "&lt;i&gt;99&lt;/i&gt;" in first
    assert "&lt;i&gt;100&lt;/i&gt;" not in first
    assert "Page 1 of 3" in first
    assert "&lt;i&gt;249&lt;/i&gt;" in editor.get(page_of(job) + "?page=3").content.decode()


def test_the_list_takes_the_same_number_of_queries_for_many_jobs(editor, waiting_job):
    counts = []
    for more in (1, 30):
        for _ in range(more):
            waiting_job(permissions=("compendium.change_creature",))
        with CaptureQueriesContext(connection) as queries:
            editor.get(reverse(LIST))
        counts.append(len(queries))
    assert counts[0] == counts[1]
