"""Long work on the compendium that is begun with a button or many rows, and done by a job."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts.models import User
from common.refusal import Refusal
from compendium.models import Creature, Source
from compendium.services.rows import CreatureResource
from compendium.services.uploads import upload_keep
from compendium.tasks import REFRESH, ROWS
from jobs.models import Job
from jobs.services.jobs import job_retry
from jobs.services.workers import job_claim
from jobs.tasks import begin_job
from tests.copies import built_in_compendium

pytestmark = pytest.mark.django_db


def import_rows(rows: list[dict[str, str]], by: User | None = None) -> Job:
    job = begin_job(kind=ROWS, title="Rows", arguments={"upload": upload_keep(json.dumps(rows).encode())}, by=by)
    job.refresh_from_db()
    return job


def test_the_button_begins_a_refresh_and_leads_to_its_page(boss):
    built_in_compendium()
    Creature.objects.get(key="basilisk").delete()
    assert "Refresh built-in compendium" in boss.get(reverse("admin:index")).content.decode()
    page = " ".join(boss.post(reverse("admin:compendium_refresh"), follow=True).content.decode().split())
    assert "Built-in compendium:" in page
    assert "1 created, 0 updated" in page
    assert "0 kept as edited" in page
    assert Creature.objects.count() == 147


def test_a_refresh_reports_what_the_load_did():
    read = built_in_compendium().read
    Creature.objects.get(key="basilisk").delete()
    job = begin_job(kind=REFRESH, title="Refresh", arguments={}, by=None)
    job.refresh_from_db()
    assert (job.state, job.result["read"], job.result["created"]) == ("done", read, 1)
    assert job.result["unchanged"] == read - 1


def test_rows_are_written_in_the_name_of_their_user():
    built_in_compendium()
    ann = User.objects.create_user("ann")
    Source.objects.create(key="club", name="The club")
    built_in = Creature.objects.filter(source__key="p2v-orc").order_by("pk")[:40]
    rows = [dict(row) | {"key": "", "source": "club"} for row in CreatureResource().export(built_in).dict]
    job = import_rows(rows, ann)
    assert (job.state, job.result) == ("done", {"new": 40, "changed": 0, "same": 0})
    assert Creature.objects.filter(source__key="club", current__made_by=ann).count() == 40


def test_rows_that_are_refused_say_why_and_write_nothing():
    Source.objects.create(key="club", name="The club")
    good = {"key": "", "name": "Wolf", "source": "club", "level": "3"}
    job = import_rows([good, good | {"name": "Hound", "level": "40"}])
    assert (job.state, job.fault[:14]) == ("failed", "Row 2, level: ")
    assert import_rows([]).fault == "The file has no rows."
    assert Creature.objects.count() == 0


def test_rows_whose_worker_dies_are_begun_again_as_none_of_them_came_in():
    assert ROWS.is_atomic


def test_many_rows_become_a_job_and_few_are_written_at_once(boss, homebrew):
    for count in (3, 501):
        lines = ["name,source,level", *(f"Wolf {number},hb,3" for number in range(count))]
        file = SimpleUploadedFile("rows.csv", "\n".join(lines).encode())
        checked = boss.post(
            reverse("admin:compendium_creature_import"), {"import_file": file, "format": "0", "resource": "0"}
        )
        form = checked.context["confirm_form"].initial
        response = boss.post(reverse("admin:compendium_creature_process_import"), form)
        assert Job.objects.exists() is (count > 500)
    job = Job.objects.get()
    assert response.headers["Location"] == reverse("admin:jobs_job_change", args=[job.pk])
    assert (job.title, job.made_by, job.result["new"]) == ("Import 501 rows", boss.user, 501)
    page = " ".join(boss.get(response.headers["Location"]).content.decode().split())
    assert "Rows: 501 new, 0 changed, 0 as they were." in page


def test_a_job_that_is_done_is_not_tried_again(boss):
    job = import_rows([])
    job_retry(job=job)
    assert job_claim(worker="w1", pk=job.pk) is not None
    with pytest.raises(Refusal):
        job_retry(job=job)
