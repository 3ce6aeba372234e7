"""What the site answers when the database is away, when a body is too large, and when no mail leaves it."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from django.conf import settings as site_settings
from django.core.cache import cache
from django.db import OperationalError, connection

from accounts.models import User
from compendium.importing.pf2e.files import MAX_FILE
from compendium.services.uploads import FILE_KINDS
from compendium.web.conversion.drafts import MAX_UPLOADED
from p2v_site.addresses import AROUND_A_FILE, largest_body_at
from rules.adventures.documents import MAX_BYTES

MEGABYTE = 2**20


@contextmanager
def locked() -> Iterator[None]:
    """Hold the lock of the database, as a long write of another process does."""
    connection.ensure_connection()
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 200")
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA busy_timeout = 10000")


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_while_the_database_is_locked_pages_and_the_api_say_when_to_try_again(visitor):
    form = {"name": "The Reed Watch", "play_mode": "limited", "limit": "200", "alignment": "LE"}
    with locked():
        answer = visitor.post("/warbands/new/", form)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "10"
    assert "Try again in a moment" in answer.content.decode()
    assert visitor.post("/warbands/new/", form).status_code == 302


def _of_sqlite(name: str) -> OperationalError:
    """Return what Django raises for an error of SQLite with this name."""
    fault, cause = OperationalError("disk I/O error"), sqlite3.OperationalError("disk I/O error")
    cause.sqlite_errorname = name
    fault.__cause__ = cause
    return fault


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        (OperationalError("database is locked"), 503, "busy"),
        (OperationalError("database or disk is full"), 507, "disk_full"),
        (_of_sqlite("SQLITE_IOERR_WRITE"), 507, "disk_full"),
        (_of_sqlite("SQLITE_IOERR_READ"), 503, "busy"),
        (OSError(errno.ENOSPC, "No space left on device"), 507, "disk_full"),
        (OSError(errno.EACCES, "Permission denied"), 500, "error"),
        (RuntimeError("a mistake"), 500, "error"),
    ],
)
def test_a_fault_in_the_api_has_the_shape_of_its_errors(visitor, monkeypatch, fault: Exception, status: int, code: str):
    def fail(*args: object, **values: object) -> None:
        raise fault

    monkeypatch.setattr("rest_framework.views.APIView.initial", fail)
    answer = visitor.get("/api/v1/sources/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


@pytest.mark.django_db
def test_a_body_is_refused_by_its_size_before_it_is_read(visitor):
    for address in (
        "/",
        "/compare/basket/",
        "/battles/import/",
        "/accounts/login/",
        "/admin/compendium/creature/import/",
    ):
        answer = visitor.generic("POST", address, b"", CONTENT_LENGTH=str(1000 * MEGABYTE))
        assert answer.status_code == 413, address
        assert "too large" in answer.content.decode(), address
    answer = visitor.generic("POST", "/api/v1/rosters/check/", b"", CONTENT_LENGTH=str(1000 * MEGABYTE))
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "document.too_large")


@pytest.mark.django_db
def test_a_body_of_unknown_length_is_refused(visitor):
    answer = visitor.generic("POST", "/compare/basket/", b"", HTTP_TRANSFER_ENCODING="chunked")
    assert answer.status_code == 411


@pytest.mark.django_db
def test_files_for_imports_may_be_large_and_only_of_those_who_may_import(visitor):
    size = {"CONTENT_LENGTH": str(40 * MEGABYTE)}
    address = "/admin/compendium/creature/import/cards/"
    assert visitor.generic("POST", address, b"", **size).status_code == 413
    editor = User.objects.create_superuser("ash", password="a long passphrase")
    visitor.force_login(editor, backend="django.contrib.auth.backends.ModelBackend")
    assert visitor.generic("POST", address, b"", **size).status_code != 413
    assert visitor.generic("POST", "/homebrew/convert/", b"", CONTENT_LENGTH=str(5 * MEGABYTE)).status_code != 413


def test_uploads_may_be_as_large_as_what_reads_them_takes():
    expected = {f"admin:compendium_import_{kind.key}": kind.max_bytes for kind in FILE_KINDS.values()}
    expected |= {"compendium:homebrew-convert": MAX_UPLOADED, "adventures:import": MAX_BYTES}
    assert expected == site_settings.UPLOADS
    assert max(site_settings.UPLOADS.values()) == MAX_FILE
    assert AROUND_A_FILE > 0


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/warbands/new/", 3 * MEGABYTE + AROUND_A_FILE),
        ("/homebrew/convert/", 8 * MEGABYTE + AROUND_A_FILE),
        ("/admin/compendium/creature/import/cards/", 48 * MEGABYTE + AROUND_A_FILE),
        ("/api/v1/warbands/", 3 * MEGABYTE + AROUND_A_FILE),
        ("/api/v1/nothing/", 0),
        ("/nothing/", 0),
        ("/static/js/theme.js", 0),
        ("", 0),
    ],
)
def test_the_web_worker_collects_as_much_as_an_address_reads(path: str, most: int):
    assert largest_body_at(path) == most


@pytest.mark.django_db
@pytest.mark.parametrize("sends", [True, False])
def test_no_page_says_that_a_mail_was_sent_where_none_is(client, settings, sends: bool):
    settings.SENDS_MAIL = sends
    cache.clear()
    form = client.get("/accounts/password/reset/").content.decode()
    done = client.get("/accounts/password/reset/done/").content.decode()
    assert ("<form" in form.partition("<main")[2]) is sends
    assert ("sent you" in done) is sends
    assert ("sends no mail" in form and "sends no mail" in done) is not sends
    fields = {"username": "gary", "email": "gary@muster.example", "password1": "a long passphrase"}
    signed_up = client.post("/accounts/signup/", {**fields, "password2": fields["password1"]}, follow=True)
    assert ("This site sends no mail" in signed_up.content.decode()) is not sends


@pytest.mark.django_db
def test_an_address_that_only_a_button_leads_to_says_so_when_it_is_opened(visitor):
    answer = visitor.get("/battles/23456789ab/setup/secrets/act/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "This address has no page" in answer.content.decode()
    assert "DOCTYPE" not in visitor.delete("/api/v1/creatures/").content.decode()
