"""The tasks of the compendium, in process; tests/services has them on a real worker."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from compendium.models import Creature, Source
from compendium.services.rows import CreatureResource
from compendium.tasks import compendium_refresh, creatures_import
from tests.copies import built_in_compendium

pytestmark = pytest.mark.django_db


def test_a_refresh_reports_what_the_load_did():
    read = built_in_compendium().read
    Creature.objects.get(key="basilisk").delete()
    report = compendium_refresh.delay().get()
    assert (report["read"], report["created"], report["unchanged"]) == (read, 1, read - 1)
    assert Creature.objects.count() == 112


def test_an_import_writes_in_the_name_of_its_user_and_reports_the_counts():
    built_in_compendium()
    ann = User.objects.create_user("ann")
    Source.objects.create(key="club", name="The club")
    built_in = Creature.objects.filter(source__key="p2v-orc").order_by("pk")[:40]
    rows = [dict(row) | {"key": "", "source": "club"} for row in CreatureResource().export(built_in).dict]
    assert creatures_import.delay(rows, ann.pk).get() == {"new": 40, "changed": 0, "same": 0}
    assert Creature.objects.filter(source__key="club", current__made_by=ann).count() == 40


def test_an_import_that_is_refused_says_why_and_writes_nothing():
    Source.objects.create(key="club", name="The club")
    good = {"key": "", "name": "Wolf", "source": "club", "level": "3"}
    answer = creatures_import.delay([good, good | {"name": "Hound", "level": "40"}], None).get()
    assert answer["refused"].startswith("Row 2, level: ")
    assert creatures_import.delay([], None).get() == {"refused": "The file has no rows."}
    assert Creature.objects.count() == 0


def test_an_import_whose_worker_dies_is_not_begun_again_as_rows_without_a_key_would_come_in_twice():
    assert creatures_import.acks_late is False
    assert compendium_refresh.acks_late is True


def test_the_button_refreshes_at_once_without_a_broker(client):
    built_in_compendium()
    Creature.objects.get(key="basilisk").delete()
    boss = User.objects.create_superuser("boss")
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    assert "Refresh built-in compendium" in client.get(reverse("admin:index")).content.decode()
    page = client.post(reverse("admin:compendium_refresh"), follow=True).content.decode()
    assert "Built-in compendium:" in page
    assert "0 kept as edited" in page
    assert Creature.objects.count() == 112
