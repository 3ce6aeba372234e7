"""Printed archive of a campaign: who may make and fetch it, what is in it, one job at a time."""

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client

from campaigns.tasks import PRINTS
from jobs.models import Job, JobState
from tests.campaigns.play import BOARS, KOBOLDS, enlist

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture(autouse=True)
def uploads(settings, tmp_path: Path) -> Path:
    """A folder of its own."""
    settings.UPLOADS_DIR = str(tmp_path)
    return tmp_path


def test_an_organizer_makes_and_fetches_the_archive(winter, django_assert_max_num_queries):
    enlist(winter, "ada", *KOBOLDS, warband="Ash Company")
    enlist(winter, "bob", *BOARS, warband="The Tusks")
    ada, address = winter.people["ada"].client, f"/campaigns/{winter.key}/prints/"
    assert ada.get(f"/campaigns/{winter.key}/prints.zip").headers["Location"] == address
    assert "Make the archive" in ada.get(address).content.decode()
    assert ada.post(address).headers["Location"] == address
    job = Job.objects.get(kind=PRINTS.name)
    assert (job.state, job.done, job.total) == (JobState.DONE, 3, 3), job.fault
    with django_assert_max_num_queries(8):
        page = ada.get(address).content.decode()
    assert "Download the" in page
    answer = ada.get(f"/campaigns/{winter.key}/prints.zip")
    assert answer["Content-Disposition"].endswith('-prints.zip"')
    with zipfile.ZipFile(BytesIO(b"".join(answer.streaming_content))) as archive:
        assert archive.namelist() == [
            "chronicle.pdf",
            "01-ash-company-sheet.pdf",
            "01-ash-company-cards.pdf",
            "02-the-tusks-sheet.pdf",
            "02-the-tusks-cards.pdf",
        ]
        assert all(archive.read(name).startswith(b"%PDF-") for name in archive.namelist())


@pytest.mark.parametrize(("name", "status"), [("ada", 200), ("cleo", 200), ("bob", 403), ("eve", 404)])
def test_only_organizers_may(winter, name: str, status: int):
    client = winter.people[name].client
    address = f"/campaigns/{winter.key}/prints/"
    assert client.get(address).status_code == status
    assert client.get(f"/campaigns/{winter.key}/prints.zip").status_code == (302 if status == 200 else status)
    assert client.post(address).status_code == (302 if status == 200 else status)
    assert Job.objects.exists() is (status == 200)


def test_a_visitor_finds_no_such_page(winter):
    assert Client().get(f"/campaigns/{winter.key}/prints/").status_code == 404


def test_while_one_is_made_no_other_begins(winter, settings):
    settings.JOBS_AT_ONCE = False
    client, address = winter.people["ada"].client, f"/campaigns/{winter.key}/prints/"
    for _ in range(3):
        client.post(address)
    assert Job.objects.count() == 1
    assert "No process is running jobs" in client.get(address).content.decode()
