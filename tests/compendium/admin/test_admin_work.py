"""Long work that a worker does: begun with a button or a large file, followed on a page."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from celery.result import AsyncResult
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from compendium.admin import exchange, work
from compendium.models import Creature

pytestmark = pytest.mark.django_db
TASK = "00000000-0000-4000-8000-000000000000"
PAGE = f"/admin/compendium/creature/progress/{TASK}/"


@pytest.fixture
def broker(settings, monkeypatch):
    """A broker is set; what a worker would have said is put in by the test."""
    settings.CELERY_TASK_ALWAYS_EAGER = False

    def _says(state: str, info: object = None) -> None:
        result = SimpleNamespace(
            id=TASK,
            state=state,
            info=info,
            result=info,
            successful=lambda: state == "SUCCESS",
            failed=lambda: state == "FAILURE",
        )
        monkeypatch.setattr(work, "AsyncResult", lambda task_id: result)

    return _says


def test_the_button_leads_to_the_page_that_follows_the_work(boss, broker, monkeypatch):
    monkeypatch.setattr(work.compendium_refresh, "delay", lambda: AsyncResult(TASK))
    response = boss.post(reverse("admin:compendium_refresh"))
    assert response.headers["Location"] == PAGE


def test_waiting_work_is_looked_at_again_by_itself(boss, broker):
    broker("PENDING")
    response = boss.get(PAGE)
    assert response.headers["Refresh"] == "2"
    assert "Waiting for a worker" in response.content.decode()


def test_work_in_progress_shows_how_far_it_is(boss, broker):
    broker("PROGRESS", {"done": 75, "total": 600})
    assert "75 of 600 rows" in boss.get(PAGE).content.decode()


def test_failed_work_says_so_and_is_not_looked_at_again(boss, broker):
    broker("FAILURE", ValueError("x"))
    response = boss.get(PAGE)
    assert "Refresh" not in response.headers
    assert "failed" in response.content.decode()


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        ({"new": 600, "changed": 0, "same": 2, "wrong": 0}, "600 new, 0 changed, 2 as they were"),
        ({"refused": "Row 2, level: no. No row was written."}, "Row 2, level: no."),
        (
            {"read": 300, "created": 0, "updated": 1, "unchanged": 298, "edited": ["creature basilisk"]},
            "1 kept as edited",
        ),
    ],
)
def test_finished_work_is_told_on_the_list(boss, broker, outcome, expected):
    broker("SUCCESS", outcome)
    assert expected in boss.get(PAGE, follow=True).content.decode()


def test_many_rows_go_to_a_worker_and_few_do_not(boss, broker, homebrew, monkeypatch):
    sent = []
    monkeypatch.setattr(
        exchange.creatures_import, "delay", lambda rows, user: sent.append((rows, user)) or AsyncResult(TASK)
    )
    for count in (3, 501):
        lines = ["name,source,level", *(f"Wolf {number},hb,3" for number in range(count))]
        file = SimpleUploadedFile("rows.csv", "\n".join(lines).encode())
        checked = boss.post(
            reverse("admin:compendium_creature_import"), {"import_file": file, "format": "0", "resource": "0"}
        )
        form = checked.context["confirm_form"].initial
        response = boss.post(reverse("admin:compendium_creature_process_import"), form)
    assert response.headers["Location"] == PAGE
    assert Creature.objects.count() == 3
    ((rows, user),) = sent
    assert (len(rows), user) == (501, boss.user.pk)
    assert rows[0] == {"name": "Wolf 0", "source": "hb", "level": "3"}
