"""A file imported in the admin in a browser: looked at by a job, followed, written; with and without JavaScript."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from playwright.sync_api import expect

from compendium.models import Creature
from jobs.models import Job, JobState
from jobs.services.workers import job_claim, job_run
from tests.compendium.importing.invented_pages import card
from tests.compendium.importing.invented_pages import page as page_of_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def upload(sign_in, boss, settings, tmp_path):
    """Return a function that brings a file to its check, which waits for a worker."""
    settings.JOBS_AT_ONCE = False
    settings.UPLOADS_DIR = str(tmp_path)

    def upload(page):
        sign_in(page, boss)
        page.goto(reverse("admin:compendium_creature_changelist"))
        page.get_by_role("link", name="Import a page of cards").click()
        file = SimpleUploadedFile("cards.html", page_of_cards(card(), card(name="Pond Herald", Will="nan")))
        content = {"name": "cards.html", "mimeType": "text/html", "buffer": file.read()}
        page.get_by_label("Page of cards").set_input_files(content)
        page.get_by_label("Source").fill("club")
        page.get_by_role("button", name="Check the file").click()
        expect(page.locator("#job-progress")).to_contain_text("No process is running jobs")

    return upload


def do_next_job() -> None:
    claimed = job_claim(worker="w1")
    assert claimed is not None
    job_run(job=claimed)


def test_a_file_is_looked_at_and_then_written(either_page, upload, assert_accessible):
    page = either_page
    upload(page)
    assert_accessible(page)
    do_next_job()
    expect(page.get_by_role("heading", name="2 new, 0 changed")).to_be_visible()  # by itself: the page asks
    expect(page.locator("#content-main table")).to_contain_text("Will is printed as “nan”")
    assert_accessible(page)
    assert not Creature.objects.exists()
    page.get_by_role("button", name="Save these cards").click()
    expect(page.locator("#job-progress")).to_contain_text("Waiting")
    Job.objects.filter(state=JobState.WAITING).update(step="Cards", done=1, total=2)
    expect(page.get_by_text("Cards: 1 of 2")).to_be_visible()
    Job.objects.filter(state=JobState.WAITING).update(done=0)
    do_next_job()
    expect(page.get_by_role("heading", name="2 new, 0 changed")).to_be_visible()
    expect(page.get_by_role("button", name="Save these cards")).to_have_count(0)
    assert Creature.objects.count() == 2


def test_without_javascript_a_link_looks_again_and_a_job_is_canceled_and_tried_again(plain_page, upload):
    page = plain_page
    upload(page)
    page.get_by_role("button", name="Cancel this job").click()
    expect(page.locator("#job-progress")).to_contain_text("Canceled")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#job-progress")).to_contain_text("Waiting")
    do_next_job()
    page.get_by_role("link", name="Check again").click()
    expect(page.get_by_role("heading", name="2 new, 0 changed")).to_be_visible()
    page.get_by_role("link", name="All jobs").click()
    expect(page.get_by_role("link", name="Check cards.html for club")).to_be_visible()
