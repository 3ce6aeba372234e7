"""A kind of job whose work a test gives, and people who may or may not see it."""

from collections.abc import Callable
from typing import Any

import pytest

from jobs.models import Job
from jobs.services import jobs
from jobs.services.jobs import JobKind, JobRun, job_create


@pytest.fixture
def kind_of_job(monkeypatch) -> Callable[..., JobKind]:
    """Return a function that makes a kind known until the end of the test."""

    def make(work: Callable[[JobRun], None] = lambda run: None, **traits: Any) -> JobKind:
        values: dict[str, Any] = {"name": "test.work", "label": "Work of a test", "permissions": ()}
        kind = JobKind(work=work, **{**values, **traits})
        monkeypatch.setitem(jobs.KINDS, kind.name, kind)
        return kind

    return make


@pytest.fixture
def waiting_job(kind_of_job) -> Callable[..., Job]:
    """Return a function that adds a job with that work."""

    def make(work: Callable[[JobRun], None] = lambda run: None, **traits: Any) -> Job:
        return job_create(kind=kind_of_job(work, **traits), title="A test", arguments={}, by=None)

    return make
