"""Jobs begun while the broker is away: they wait in the database, and nobody waits for the broker."""

import time

import pytest

from jobs.models import Job, JobState
from jobs.tasks import begin_job, do_job
from tests.ports import free_port

pytestmark = pytest.mark.django_db


def test_a_job_that_cannot_be_sent_waits_in_the_database(
    kind_of_job, settings, monkeypatch, django_capture_on_commit_callbacks, caplog
):
    settings.JOBS_AT_ONCE = settings.CELERY_TASK_ALWAYS_EAGER = False
    address = f"redis://127.0.0.1:{free_port()}/0"
    with do_job.app.connection_for_write(address) as connection:
        monkeypatch.setattr(do_job, "delay", lambda pk: do_job.apply_async((pk,), connection=connection, retry=False))
        began = time.monotonic()
        with django_capture_on_commit_callbacks(execute=True):
            begin_job(kind=kind_of_job(), title="A test", arguments={}, by=None)
    assert time.monotonic() - began < 5
    assert Job.objects.get().state == JobState.WAITING
    assert "waits for the broker" in caplog.text
