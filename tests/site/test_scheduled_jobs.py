"""The jobs that begin by themselves: what has run out goes, what is needed stays, what is broken is named."""

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from battles.models import BattleEntry
from campaigns.models import Campaign
from compendium.services.uploads import KEEP_DAYS, PRINT_KIND, upload_keep
from jobs.models import Job
from jobs.tasks import begin_due_jobs, begin_job
from p2v_site.checking import storage_faults
from p2v_site.tasks import CHECK, CLEAN_UP
from rules.building.draft import draft_of
from rules.roster import Member, Roster
from tests.battles.play import small_battle
from tests.campaigns.verbs import table
from tests.warbands.verbs import account, visitor
from warbands.models import Step, Warband
from warbands.selectors.warbands import DELETED_FOR
from warbands.services.warbands import warband_create

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def warband(person) -> Warband:
    roster = Roster(name="Boars", points_limit=200, members=(Member("boar", "m1"),))
    return warband_create(owner=person.owner, draft=draft_of(roster))


def run(kind) -> Job:
    job = begin_job(kind=kind, title=kind.label, arguments={}, by=None)
    job.refresh_from_db()
    assert job.state == "done", job.fault
    return job


def test_both_begin_by_themselves_and_only_once():
    assert {job.kind for job in begin_due_jobs()} >= {CLEAN_UP.name, CHECK.name}
    assert begin_due_jobs() == []


def test_what_has_run_out_goes_and_what_is_needed_stays(settings, tmp_path: Path):
    settings.UPLOADS_DIR = str(tmp_path)
    ada, guest = account("ada"), visitor()
    kept, deleted, fresh = warband(ada), warband(ada), warband(ada)
    now = timezone.now()
    Warband.objects.filter(pk=deleted.pk).update(deleted_at=now - timedelta(days=DELETED_FOR, seconds=1))
    Warband.objects.filter(pk=fresh.pk).update(deleted_at=now - timedelta(days=DELETED_FOR - 1))
    lost = warband(guest)
    Warband.objects.filter(pk=lost.pk).update(made_at=now - timedelta(days=3), changed_at=now - timedelta(days=3))
    Session.objects.filter(pk=guest.client.session.session_key).update(expire_date=now - timedelta(seconds=1))
    old, new = upload_keep(b"old"), upload_keep(b"new")
    printed = Job.objects.create(kind=PRINT_KIND, title="A print", state="done", result={"file": upload_keep(b"print")})
    Job.objects.filter(pk=printed.pk).update(finished_at=now - timedelta(hours=25))
    past = time.time() - (KEEP_DAYS + 1) * 86_400
    os.utime(tmp_path / old, (past, past))
    job = run(CLEAN_UP)
    assert job.result == {
        "sessions": 1,
        "belongings of visitors": 1,
        "deleted warbands": 1,
        "prints": 1,
        "uploads": 1,
        "answers to programs": 0,
        "reminders": 0,
        "messages to webhooks": 0,
        "jobs": 0,
    }
    assert set(Warband.objects.values_list("pk", flat=True)) == {kept.pk, fresh.pk}
    assert [path.name for path in tmp_path.iterdir()] == [new]
    assert set(run(CLEAN_UP).result.values()) == {0}


def test_the_check_names_what_is_not_sound(client: Client, django_user_model):
    winter = table("ada")
    ada = winter.people["ada"]
    broken, without_step = warband(ada), warband(ada)
    warband(ada)
    Step.objects.filter(warband=without_step).delete()
    Step.objects.filter(warband=broken).update(draft={})
    Campaign.objects.filter(key=winter.key).update(name="Another")
    job = run(CHECK)
    assert job.result == {"faults": 3}
    assert {note.name for note in job.notes.all()} == {
        f"campaign {winter.key}",
        f"warband {broken.key}",
        f"warband {without_step.key}",
    }
    client.force_login(django_user_model.objects.create_superuser("root"), "django.contrib.auth.backends.ModelBackend")
    page = client.get(f"/admin/jobs/job/{job.pk}/change/").content.decode()
    assert "3 not sound: see below." in page


def test_a_battle_whose_log_was_changed_is_named():
    played = small_battle()
    played.begin()
    played.take_turn()
    assert list(storage_faults()) == []
    BattleEntry.objects.filter(battle=played.battle, number=1).update(hash="0" * 64)
    (fault,) = storage_faults()
    assert (fault.kind, fault.key) == ("battle", played.key)
    assert fault.message == "Entry 1 of its log has changed since it was written."
