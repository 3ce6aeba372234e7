"""Files in the admin: looked at first, written when confirmed, by those who may; each by a job."""

import json

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from compendium.admin.exchange import FileImportForm
from compendium.importing import pages
from compendium.models import CardRevision, Creature, ImportOrigin, Item, Source
from compendium.services import imports, uploads
from compendium.services.uploads import FILE_KINDS
from compendium.tasks import IMPORTS
from jobs.models import Job
from jobs.services.jobs import job_cancel, job_create
from jobs.services.workers import job_claim, job_run
from jobs.tasks import retry_job
from tests.compendium.importing.invented_pages import card, feature, item, page, sheet
from tests.compendium.importing.pf2e_forms import as_bytes, foundry_lurker, pf2etools_lurker
from tests.rows import every_row

pytestmark = pytest.mark.django_db


@pytest.fixture
def item_editor(editor):
    names = ["view_item", "add_item", "change_item"]
    editor.user.user_permissions.add(*Permission.objects.filter(codename__in=names))
    return editor


def check(client, data: bytes, kind: str = "cards", **fields: str):
    name = "page.json" if kind == "pf2e" else "page.html"
    given = {"file": SimpleUploadedFile(name, data), "source": "club", "license": "", "style": "rulebook", **fields}
    return client.post(reverse(f"admin:compendium_import_{kind}"), given, follow=True)


def write(client, kind: str = "cards"):
    job = Job.objects.filter(kind=f"compendium.check.{kind}").first()
    return client.post(reverse(f"admin:compendium_write_{kind}", args=[job.pk]), follow=True)


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def test_a_page_is_shown_before_it_is_written(editor):
    shown = text_of(
        check(editor, page(card(Will="nan"), card(name="<b>x</b>"), card(name="Odd", tags="Medium", points="")))
    )
    assert "Will is printed as “nan”" in shown
    assert "No level is printed, and no points are printed." in shown
    assert "2 new, 0 changed, 0 as they are, 1 rejected" in shown
    assert "Nothing is written yet" in shown
    assert not Creature.objects.exists()
    assert not Source.objects.exists()
    written = text_of(write(editor))
    assert "2 new, 0 changed, 0 as they are, 1 rejected" in written
    assert "Nothing is written yet" not in written
    origin = ImportOrigin.objects.get()
    assert (origin.file_name, origin.imported_by, origin.license) == ("page.html", editor.user, "ORC")


def test_a_page_of_sheets_is_shown_and_written_like_one_of_cards(editor):
    shown = text_of(check(editor, page("<h2>Reed Court</h2>", sheet(Points="48"), sheet("<h3> </h3>"))))
    assert "48 points printed; a creature of level 2 costs 18 points." in shown
    assert "1 new, 0 changed, 0 as they are, 1 rejected" in shown
    write(editor)
    assert Creature.objects.get().printed_points == 48


def test_the_look_says_what_changes(editor):
    check(editor, page(card(), card(name="Same")))
    write(editor)
    shown = text_of(check(editor, page(card(HP="44", features=feature("Bite", "●")), card(name="Same"))))
    assert "0 new, 1 changed, 1 as they are, 0 rejected" in shown
    assert "HP: 30 → 44" in shown
    assert "Bite added" in shown
    assert "same--club" not in shown


def test_items_and_pf2e_creatures_come_in_the_same_way(item_editor):
    shown = text_of(check(item_editor, page(item(features=feature("", "●", "Rings."))), "items"))
    assert "1 new" in shown
    assert "Save these items" in shown
    assert not Item.objects.exists()
    assert "1 new" in text_of(write(item_editor, "items"))
    assert Item.objects.get().key == "reed-pipe--club"
    data = as_bytes([foundry_lurker(), pf2etools_lurker(name="Old Lurker"), {"name": "Pit", "type": "hazard"}])
    shown = text_of(check(item_editor, data, "pf2e", source="marsh", style="author"))
    assert "2 new, 0 changed, 0 as they are, 1 rejected" in shown
    assert "The stat block has no alignment" in shown
    write(item_editor, "pf2e")
    assert set(Creature.objects.values_list("key", flat=True)) == {"marsh-lurker--marsh", "old-lurker--marsh"}
    assert {origin.style for origin in ImportOrigin.objects.filter(source__key="marsh")} == {"author"}


def test_a_name_with_markup_is_shown_escaped(editor):
    shown = text_of(check(editor, page(card(name="&lt;script&gt;alert(1)&lt;/script&gt;"))))
    assert "&lt;script&gt;alert(1)" in shown
    assert "<script>alert(1)" not in shown


@every_row("source", ["p2v-orc", "hb", "♥"])
def test_a_source_that_is_taken_is_refused_beside_its_field(editor, source: str):
    assert check(editor, page(card()), source=source).context["form"].errors["source"]
    assert not Job.objects.exists()


def test_a_file_too_large_is_refused_before_it_is_stored(db):
    for kind, megabytes in (("cards", 48), ("pf2e", 200)):
        file = SimpleUploadedFile("page.html", b"x")
        file.size = megabytes * 2**20 + 1
        given = {"source": "club", "style": "rulebook"}
        form = FileImportForm(FILE_KINDS[kind], given, {"file": file})
        assert f"at most {megabytes} MB. Split this one." in str(form.errors["file"])


@every_row(
    "kind, data, sentence",
    [
        ("cards", b"nothing", "This page has no cards"),
        ("cards", b"\xff\xfe\xff", "is not written in"),
        ("pf2e", b"[{", "it ends in the middle"),
        ("pf2e", b"[" + b"{}," * 100_000 + b"{}]", "at most 10,000 creatures"),
        ("pf2e", b"PK\x03\x04 broken", "This zip cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_fails_with_a_sentence(editor, kind: str, data: bytes, sentence: str):
    shown = text_of(check(editor, data, kind))
    assert sentence in shown
    assert "Save these cards" not in shown
    assert not Source.objects.exists()


def test_a_file_is_written_by_one_job(editor):
    check(editor, page(card()))
    write(editor)
    again = text_of(write(editor))
    assert "This job already writes that file." in again
    assert Job.objects.filter(kind="compendium.import.cards").count() == 1
    assert CardRevision.objects.count() == 1


def test_only_a_look_that_ended_well_can_be_written(editor):
    check(editor, b"nothing")
    assert write(editor).status_code == 404
    assert editor.post(reverse("admin:compendium_write_cards", args=[99])).status_code == 404
    check(editor, page(card()))
    assert editor.get(reverse("admin:compendium_write_cards", args=[Job.objects.first().pk])).status_code == 405


@every_row("who", ["viewer", "idle_staff", "player"])
def test_only_who_may_add_and_change_creatures_may_import(request, editor, who: str):
    check(editor, page(card()))
    client = request.getfixturevalue(who)
    job = Job.objects.last()
    for response in (
        client.get(reverse("admin:compendium_import_cards")),
        client.get(reverse("admin:compendium_import_pf2e")),
        client.post(reverse("admin:compendium_write_cards", args=[job.pk])),
        client.get(reverse("admin:jobs_job_change", args=[job.pk])),
    ):
        assert response.status_code in (302, 403)
    assert not Job.objects.filter(kind="compendium.import.cards").exists()
    assert not Creature.objects.exists()


def test_who_may_import_creatures_may_not_import_items(editor):
    assert editor.get(reverse("admin:compendium_import_items")).status_code == 403
    shown = editor.get(reverse("admin:compendium_creature_changelist")).content.decode()
    assert "Import a page of cards" in shown
    assert "Import a file of PF2e creatures" in shown


def import_job(editor, data: bytes) -> Job:
    """Add a job that writes a page, and leave it waiting."""
    stored = uploads.upload_store([data])
    arguments = {"upload": stored.name, "sha256": stored.sha256, "name": "page.html", "source": "club"}
    arguments |= {"license": "ORC", "style": ""}
    return job_create(kind=IMPORTS["cards"], title="Import", arguments=arguments, by=editor.user)


def many_cards(count: int) -> bytes:
    return page(*(card(name=f"Drummer {number}") for number in range(count)))


def test_a_canceled_import_keeps_what_was_written_and_goes_on_when_tried_again(editor, monkeypatch):
    monkeypatch.setattr(imports, "CARDS_AT_ONCE", 3)
    job = import_job(editor, many_cards(10))
    taken = job_claim(worker="w1")
    write_card = imports.creature_create

    def create_and_cancel(**values):
        if Creature.objects.count() == 4:
            job_cancel(job=job)
        return write_card(**values)

    monkeypatch.setattr(imports, "creature_create", create_and_cancel)
    monkeypatch.setattr("jobs.services.jobs.SECONDS_BETWEEN_LOOKS", 0)
    job_run(job=taken)
    job.refresh_from_db()
    assert (job.state, job.done, job.total, job.result["created"]) == ("canceled", 6, 10, 6)
    assert Creature.objects.count() == job.notes.count() == 6
    shown = text_of(editor.get(reverse("admin:jobs_job_change", args=[job.pk])))
    assert "Canceled after 6 of 10." in shown
    retry_job(job=job)
    job.refresh_from_db()
    assert (job.state, job.done, job.result["created"], job.result["unchanged"]) == ("done", 10, 10, 0)
    assert Creature.objects.count() == CardRevision.objects.count() == 10


def test_an_import_whose_worker_was_killed_is_finished_by_another_and_writes_nothing_twice(editor, monkeypatch):
    monkeypatch.setattr(imports, "CARDS_AT_ONCE", 3)
    job = import_job(editor, many_cards(8))
    taken = job_claim(worker="w1")
    write_card = imports.creature_create

    def create_or_die(**values):
        if Creature.objects.count() == 4 and taken.attempts == 1:
            raise KeyboardInterrupt
        return write_card(**values)

    monkeypatch.setattr(imports, "creature_create", create_or_die)
    with pytest.raises(KeyboardInterrupt):
        job_run(job=taken)
    assert Creature.objects.count() == 3  # the second chunk was taken back whole
    Job.objects.update(lease_until="2020-01-01T00:00Z")
    monkeypatch.setattr(imports, "creature_create", write_card)
    job_run(job=job_claim(worker="w2"))
    job.refresh_from_db()
    assert (job.state, job.attempts, job.done, job.result["created"]) == ("done", 2, 8, 8)
    assert [note.number for note in job.notes.all()] == list(range(1, 9))
    assert CardRevision.objects.count() == 8


def test_a_file_that_is_no_longer_stored_is_asked_for_again(editor, settings):
    job = import_job(editor, page(card()))
    uploads.upload_path(job.arguments["upload"]).unlink()
    job_run(job=job_claim(worker="w1"))
    job.refresh_from_db()
    assert (job.state, job.fault) == (
        "failed",
        "The file is no longer stored: Muster keeps it for 7 days. Choose it again.",
    )


@every_row("name", ["", "../secret-key", "/etc/passwd", "x" * 32, "A" * 32])
def test_only_names_of_our_own_find_an_upload(name: str):
    with pytest.raises(FileNotFoundError):
        uploads.upload_path(name)


def test_uploads_are_removed_after_a_week(monkeypatch):
    old = uploads.upload_keep(b"old")
    monkeypatch.setattr(uploads.time, "time", lambda: 9e9)
    new = uploads.upload_keep(b"new")
    with pytest.raises(FileNotFoundError):
        uploads.upload_path(old)
    assert uploads.upload_path(new).read_bytes() == b"new"


def test_the_report_of_a_large_file_is_kept(editor):
    blocks = [pf2etools_lurker(name=f"Lurker {number}") for number in range(120)]
    check(editor, json.dumps(blocks).encode(), "pf2e")
    shown = text_of(write(editor, "pf2e"))
    assert "120 new, 0 changed" in shown
    assert Creature.objects.count() == 120
    assert pages.MAX_CARDS == 10_000


def test_a_source_has_the_name_that_was_typed_and_the_report_leads_to_the_cards(editor):
    checked = check(editor, page(card()), source="  Our  Club ")
    assert "Our Club" in text_of(checked)
    report = write(editor)
    creature = Creature.objects.get()
    assert (creature.source.key, creature.source.name) == ("our-club", "Our Club")
    assert f'href="/creatures/{creature.key}/"' in report.content.decode()
    assert f'href="/creatures/{creature.key}/"' not in checked.content.decode()
