"""Staff need a second factor where the site says so: the admin leads them to it and opens once they have one."""

import re
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from accounts.services.tokens import token_make
from jobs.models import Job
from tests.small_compendium import store_small_compendium

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
PAGE = "/accounts/second-factor/"


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def root() -> User:
    """Return a superuser without a second factor."""
    return User.objects.create_superuser("root", password="correct horse battery")


def test_usually_the_admin_asks_for_none(root: User):
    client = browser_of(root)
    assert client.get("/admin/").status_code == 200
    assert "does not ask staff" in client.get(PAGE).content.decode()


@pytest.mark.parametrize("path", ["/admin/", "/admin/accounts/user/", "/admin/compendium/creature/import/"])
def test_the_admin_leads_to_setting_one_up(root: User, settings, path: str):
    settings.STAFF_SECOND_FACTOR = True
    client = browser_of(root)
    for answer in (client.get(path), client.post(path)):
        assert (answer.status_code, answer["Location"]) == (302, PAGE)
    page = client.get(PAGE).content.decode()
    assert "/accounts/2fa/totp/activate/" in page
    assert "/accounts/2fa/webauthn/add/" in page


@pytest.mark.parametrize("kind", [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN])
def test_the_admin_opens_with_a_second_factor(root: User, settings, kind: Authenticator.Type):
    settings.STAFF_SECOND_FACTOR = True
    Authenticator.objects.create(user=root, type=kind, data={})
    client = browser_of(root)
    assert client.get("/admin/").status_code == 200
    assert "has everything that the admin needs" in client.get(PAGE).content.decode()


def test_recovery_codes_alone_are_no_second_factor(root: User, settings):
    settings.STAFF_SECOND_FACTOR = True
    Authenticator.objects.create(user=root, type=Authenticator.Type.RECOVERY_CODES, data={})
    assert browser_of(root).get("/admin/").status_code == 302


def test_others_are_asked_for_nothing(settings, django_assert_num_queries):
    settings.STAFF_SECOND_FACTOR = True
    client = browser_of(User.objects.create_user("mira"))
    assert client.get("/about/").status_code == 200
    assert client.get("/admin/").status_code == 302
    with django_assert_num_queries(2):
        client.get(PAGE)


def test_rights_that_staff_have_outside_the_admin_are_closed_as_well(root: User, settings):
    store_small_compendium()
    job = Job.objects.create(kind="compendium.refresh", title="A refresh")
    client, addresses = browser_of(root), ("/creatures/boar/", "/api/v1/jobs/", f"/api/v1/jobs/{job.pk}/")
    upload = {"CONTENT_LENGTH": str(40 * 2**20)}

    def shown() -> tuple[bool, int, int, bool]:
        page, jobs, single_job = (client.get(address) for address in addresses)
        large = client.generic("POST", "/admin/compendium/creature/import/cards/", b"", **upload)
        has_edit = "/admin/compendium/creature/" in page.content.decode()
        return has_edit, len(jobs.json()["results"]), single_job.status_code, large.status_code == 413

    assert shown() == (True, 1, 200, False)
    settings.STAFF_SECOND_FACTOR = True
    assert shown() == (False, 0, 404, True)
    Authenticator.objects.create(user=root, type=Authenticator.Type.TOTP, data={})
    assert shown() == (True, 1, 200, False)


def test_a_token_of_staff_opens_no_more_than_their_browser(root: User, settings):
    Job.objects.create(kind="compendium.refresh", title="A refresh")
    _, text = token_make(user=root, name="A program", scopes=["read"], days=1)
    headers = {"Authorization": f"Bearer {text}"}
    assert len(Client().get("/api/v1/jobs/", headers=headers).json()["results"]) == 1
    settings.STAFF_SECOND_FACTOR = True
    assert Client().get("/api/v1/jobs/", headers=headers).json()["results"] == []


def test_rights_are_asked_for_in_code_by_the_methods_that_know_of_second_factors():
    """A right that is read from ``is_staff`` or ``is_superuser`` alone would not be closed."""
    names = re.compile(r"\.is_(?:staff|superuser)\b")
    modules = {
        str(path.relative_to(ROOT))
        for room in ("accounts", "battles", "campaigns", "common", "compendium", "jobs", "p2v_site", "warbands")
        for path in (ROOT / room).rglob("*.py")
        if "migrations" not in path.parts and names.search(path.read_text(encoding="utf-8"))
    }
    assert modules == {
        "accounts/models/people.py",  # the rule itself
        "accounts/selectors/rooms.py",  # told to the person alone
        "jobs/admin.py",  # within the admin
        "jobs/services/jobs.py",  # rights are asked for beside it
    }
