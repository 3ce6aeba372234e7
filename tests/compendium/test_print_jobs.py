"""Prints that take longer than a page may: offered, begun by a form, made as jobs, fetched, bounded and removed."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from accounts.services.account_deletion import account_delete
from compendium.services.uploads import MOST_OF_CALLER, PRINT_KIND, prints_clear
from jobs.models import Job, JobState
from jobs.services.workers import job_claim, job_run
from printing import pdf
from tests.battles.play import small_battle
from tests.campaigns.verbs import table
from tests.small_compendium import store_small_compendium
from tests.warbands.verbs import account, building, visitor
from warbands.services.warbands import warband_share

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short_of_time(monkeypatch, settings, tmp_path: Path):
    """Let nothing be drawn while somebody waits, and jobs wait for a worker."""
    settings.UPLOADS_DIR, settings.JOBS_AT_ONCE = str(tmp_path), False
    monkeypatch.setattr(pdf, "WAITING", replace(pdf.WAITING, seconds=0.0))
    store_small_compendium()


def _begin(client: Client, page: str) -> str:
    """Press the button of a page; return the address of the print."""
    answer = client.get(page)
    match = re.search(r'name="address" value="([^"]+)"', answer.content.decode())
    assert match, answer.content.decode()[-2000:]
    begun = client.post("/print/later/", {"address": match[1].replace("&amp;", "&"), "back": page})
    assert begun.status_code == 302, begun.content.decode()[-2000:]
    return begun.headers["Location"]


def _work() -> Job:
    job = job_claim(worker="a worker")
    assert job is not None
    job_run(job=job)
    job.refresh_from_db()
    return job


def _fetch(client: Client, address: str) -> bytes:
    answer = client.get(f"{address}print.pdf")
    assert answer.headers["Content-Type"] == "application/pdf"
    return b"".join(answer.streaming_content)


@pytest.mark.parametrize("who", ["account", "visitor", "follower of a link"])
@pytest.mark.parametrize("kind", ["sheet", "cards"])
def test_a_large_print_is_made_in_the_background(who: str, kind: str):
    owner = account("ada") if who == "account" else visitor()
    key = building(owner, "boar", name="Ash Company").key
    page, client = f"/warbands/{key}/print/?kind={kind}", owner.client
    if who == "follower of a link":
        token = warband_share(owner=owner.owner, key=key, shared=True).warband.share_token
        page, client = f"/shared/{token}/print/?kind={kind}", Client()
    address = _begin(client, page)
    waiting = client.get(address).content.decode()
    assert "Waiting for" in waiting
    assert 'hx-trigger="every 2s"' in waiting
    job = _work()
    assert job.fault == ""
    assert job.arguments["session"] == ""
    made = client.get(address).content.decode()
    assert "It is ready" in made
    assert "hx-trigger" not in made.partition("<main")[2].partition("</main")[0]
    assert _fetch(client, address).startswith(b"%PDF")
    assert job.result["name"] == ("ash-company-cards.pdf" if kind == "cards" else "ash-company.pdf")


def test_a_chronicle_and_the_report_of_a_battle_are_bounded_and_made_later():
    winter = table("bob")
    battle = small_battle()
    for client, page in (
        (winter.people["bob"].client, f"/campaigns/{winter.key}/chronicle.pdf"),
        (battle.owner.client, f"/battles/{battle.key}/report.pdf"),
        (Client(), "/print/conditions.pdf"),
    ):
        assert client.get(page).status_code == 422
        address = _begin(client, page)
        assert _work().fault == "", page
        assert _fetch(client, address).startswith(b"%PDF")


def test_what_somebody_may_not_read_is_not_printed_later_either():
    ada = account("ada")
    key = building(ada, "boar").key
    stranger = visitor()
    begun = stranger.client.post("/print/later/", {"address": f"/warbands/{key}/roster.pdf"})
    job = _work()
    assert (job.state, job.result) == (JobState.FAILED, {})
    assert "you cannot read it" in stranger.client.get(begun.headers["Location"]).content.decode()
    assert stranger.client.get(f"{begun.headers['Location']}print.pdf").status_code == 404


@pytest.mark.parametrize(
    "address",
    ["", "/", "/warbands/new/", "/accounts/data/archive/", "//muster.example/print/conditions.pdf", "x" * 9_000],
)
def test_nothing_but_the_files_of_this_site_is_printed(address: str):
    assert Client().post("/print/later/", {"address": address}).status_code == 404
    assert not Job.objects.exists()


def test_a_print_is_found_by_its_whole_address_alone():
    address = _begin(Client(), "/print/conditions.pdf")
    ticket = address.rstrip("/").rpartition("/")[2]
    assert Client().get(address).status_code == 200
    assert Client().get(address.replace(ticket, ticket[:-1])).status_code == 404
    assert Client().get(f"/print/later/{ticket.partition(':')[0]}/").status_code == 404


def test_one_caller_has_few_prints_in_the_making():
    ada = account("ada")
    page = f"/warbands/{building(ada, 'boar').key}/print/"
    for _ in range(MOST_OF_CALLER):
        _begin(ada.client, page)
    refused = ada.client.post("/print/later/", {"address": "/print/conditions.pdf", "back": page})
    assert refused.status_code == 429
    assert "still making your other prints" in refused.content.decode()
    assert Job.objects.count() == MOST_OF_CALLER
    _work()
    _begin(ada.client, page)


def test_a_print_that_takes_even_more_is_told(monkeypatch):
    monkeypatch.setattr(pdf, "BACKGROUND_SECONDS", 0.0)
    client = Client()
    address = _begin(client, "/print/conditions.pdf")
    _work()
    body = client.get(address).content.decode()
    assert "The print failed. This is too much to print at once." in body


def test_prints_are_kept_for_a_day(tmp_path: Path):
    client = Client()
    address = _begin(client, "/print/conditions.pdf")
    job = _work()
    assert prints_clear() == 0
    Job.objects.filter(pk=job.pk).update(finished_at=timezone.now() - timedelta(hours=25))
    assert client.get(address).status_code == 404
    assert prints_clear() == 1
    assert list(tmp_path.iterdir()) == []
    assert not Job.objects.filter(kind=PRINT_KIND).exists()


def test_a_deleted_account_leaves_no_print(tmp_path: Path):
    ada = account("ada")
    _begin(ada.client, f"/warbands/{building(ada, 'boar').key}/print/")
    _work()
    assert list(tmp_path.iterdir())
    account_delete(user=ada.owner.user)
    assert list(tmp_path.iterdir()) == []
    assert not Job.objects.exists()
