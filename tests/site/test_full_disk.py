"""A disk that is full while a file is sent, stored or worked on: a clear answer, nothing half done, and it goes on."""

import errno
import io
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from accounts.models import User
from compendium.admin import exchange
from compendium.services import uploads
from jobs.models import Job, JobState
from jobs.services.workers import job_claim, job_run
from jobs.tasks import retry_job

pytestmark = pytest.mark.django_db
IMPORT = "/admin/compendium/creature/import/cards/"


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """Let the system refuse to write more to any file of this process, as a disk without room does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """Keep what is sent, and what is stored of it, in a folder of its own."""
    settings.UPLOADS_DIR = str(tmp_path / "uploads")
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path / "sent")
    (tmp_path / "sent").mkdir()
    return tmp_path


@pytest.fixture
def editor(visitor: Client) -> Client:
    """Return the client of somebody who may import files."""
    visitor.force_login(User.objects.create_superuser("edith"), "django.contrib.auth.backends.ModelBackend")
    return visitor


def _files(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file()]


def _sent(size: int) -> io.BytesIO:
    file = io.BytesIO(b" " * size)
    file.name = "page.html"
    return file


def _says_that_the_disk_is_full(answer: Any) -> bool:
    body = answer.content.decode()
    assert answer.status_code == 507
    assert answer.headers["Retry-After"] == "60"
    return "The disk of this site is full" in body and "Nothing was stored" in body


def test_a_file_that_finds_no_room_while_it_is_sent_is_told_and_gone(visitor, folder):
    with no_file_larger_than(3 * 2**20):
        answer = visitor.post("/homebrew/convert/", {"file": _sent(4 * 2**20)})
    assert _says_that_the_disk_is_full(answer)
    assert _files(folder) == []
    assert visitor.post("/homebrew/convert/", {"file": _sent(4 * 2**20)}).status_code == 422


def test_a_file_that_finds_no_room_where_it_is_stored_is_told_and_gone(editor, folder):
    given = {"source": "club", "license": "", "style": "rulebook"}
    with no_file_larger_than(2**19):
        answer = editor.post(IMPORT, {**given, "file": _sent(2**20)})
    assert _says_that_the_disk_is_full(answer)
    assert _files(folder) == []
    assert not Job.objects.exists()
    assert editor.post(IMPORT, {**given, "file": _sent(2**20)}).status_code == 302
    assert len(_files(folder)) == 1


def test_a_file_whose_job_cannot_be_stored_does_not_stay(editor, folder, monkeypatch):
    def fail(**values: object) -> Job:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(exchange, "begin_job", fail)
    given = {"source": "club", "license": "", "style": "rulebook"}
    assert _says_that_the_disk_is_full(editor.post(IMPORT, {**given, "file": _sent(2**10)}))
    assert _files(folder) == []


def test_a_job_that_finds_no_room_says_so_and_can_be_tried_again(visitor, folder, settings, monkeypatch):
    settings.JOBS_AT_ONCE = False

    def fail(chunks: object) -> uploads.StoredUpload:
        raise OSError(errno.ENOSPC, "No space left on device")

    begun = visitor.post("/print/later/", {"address": "/print/blank.pdf"})
    with monkeypatch.context() as patch:
        patch.setattr(uploads, "upload_store", fail)
        job = job_claim(worker="a worker")
        assert job is not None
        job_run(job=job)
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "The disk of this site is full" in visitor.get(begun.headers["Location"]).content.decode()
    assert _files(folder) == []
    retry_job(job=job)
    again = job_claim(worker="a worker")
    assert again is not None
    job_run(job=again)
    again.refresh_from_db()
    assert again.state == JobState.DONE
    assert len(_files(folder)) == 1
