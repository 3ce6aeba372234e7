"""What every answer of the site carries, and what it refuses."""

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection


def test_an_answer_allows_nothing_from_elsewhere(client, db):
    answer = client.get("/accounts/login/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"


def test_the_user_model_is_the_houses_own():
    assert get_user_model()._meta.label == "accounts.User"


@pytest.mark.django_db
def test_models_and_migrations_agree():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_sqlite_really_runs_with_a_write_ahead_log():
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA busy_timeout").fetchone()[0] >= 5000
        assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_the_admin_is_closed_to_strangers(client, db):
    answer = client.get("/admin/")
    assert answer.status_code == 302
    assert "/admin/login/" in answer.url


def test_the_admin_signs_in_where_the_site_does_so_that_tries_are_counted_and_a_second_factor_is_asked_for(client, db):
    for address in ("/admin/login/?next=/admin/compendium/creature/", "/admin/login/"):
        for answer in (client.get(address), client.post(address, {"username": "ash", "password": "guess"})):
            assert answer.status_code == 302
            assert answer.url.startswith("/accounts/login/?next=%2Fadmin%2F")


def test_the_admin_s_way_in_refuses_a_player_and_lets_staff_through(client, django_user_model):
    player = django_user_model.objects.create_user("ash")
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/admin/login/?next=/admin/").status_code == 403
    player.is_staff = True
    player.save()
    assert client.get("/admin/login/?next=/admin/").url == "/admin/"


def test_mail_that_resets_a_password_is_sent(client, django_user_model, mailoutbox):
    django_user_model.objects.create_user("ash", "ash@muster.example", "a-long-pass-phrase")
    client.post("/accounts/password/reset/", {"email": "ash@muster.example"})
    assert [mail.to for mail in mailoutbox] == [["ash@muster.example"]]
    assert "/accounts/password/reset/key/" in mailoutbox[0].body
