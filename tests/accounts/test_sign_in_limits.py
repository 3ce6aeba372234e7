"""Who is kept from signing in after failed tries: an address at an account, and no owner elsewhere."""

from collections.abc import Iterator

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client

from accounts.models import User

PASSWORD = "a long passphrase"
TRIES = 14
REFUSED = b"Too many failed login attempts"


@pytest.fixture(autouse=True)
def _owner(db, settings) -> Iterator[None]:
    settings.CACHES = {**settings.CACHES, "shared": settings.CACHES["default"]}
    settings.LIMIT_WORK = (0, 0)
    cache.clear()
    User.objects.create_user("ash", "ash@muster.example", PASSWORD)
    with time_machine.travel("2026-05-01T20:00:00Z", tick=False):
        yield


@pytest.fixture
def sign_in(client, settings):
    """Return a function that tries to sign in from an address behind a proxy."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1

    def _sign_in(address: str, password: str, login: str = "ash"):
        fields = {"login": login, "password": password}
        return client.post("/accounts/login/", fields, headers={"x-forwarded-for": f"203.0.113.99, {address}"})

    return _sign_in


def test_wrong_passwords_from_elsewhere_lock_no_owner_out(sign_in):
    for _ in range(TRIES):
        assert sign_in("198.51.100.7", "wrong").status_code == 200
    assert sign_in("198.51.100.8", PASSWORD).status_code == 302


def test_an_address_that_guessed_too_often_may_not_try_that_account_and_may_try_another(sign_in):
    User.objects.create_user("misty", "misty@muster.example", PASSWORD)
    answers = [sign_in("198.51.100.7", "wrong") for _ in range(6)]
    assert REFUSED not in answers[4].content
    assert REFUSED in answers[5].content
    assert REFUSED in sign_in("198.51.100.7", PASSWORD).content
    assert sign_in("198.51.100.7", PASSWORD, "misty").status_code == 302


def test_an_address_may_not_guess_at_ever_other_accounts(sign_in):
    answers = [sign_in("198.51.100.7", "wrong", f"player{number}") for number in range(31)]
    assert [REFUSED in answer.content for answer in answers] == [False] * 30 + [True]


def test_the_right_password_costs_no_tries(sign_in, client):
    for _ in range(8):
        assert sign_in("198.51.100.7", PASSWORD).status_code == 302
        client.logout()


@pytest.fixture
def guessed(sign_in) -> int:
    """Guess the password of ash from thirty addresses, four times each; return how many tries were refused."""
    answers = [
        sign_in(f"198.51.100.{number}", "wrong", login)
        for number in range(30)
        for login in ("ash", "ASH", "ash@muster.example", "Ash@muster.example")
    ]
    return sum(REFUSED in answer.content for answer in answers)


def test_guessing_one_account_from_many_addresses_is_slowed_down(guessed, sign_in):
    assert guessed == 120 - 21, "twenty failures, and one more in this minute"
    assert REFUSED in sign_in("203.0.113.7", PASSWORD).content
    User.objects.create_user("misty", "misty@muster.example", PASSWORD)
    assert sign_in("203.0.113.7", PASSWORD, "misty").status_code == 302


def test_a_known_browser_signs_in_while_others_guess(sign_in, client):
    assert sign_in("203.0.113.7", PASSWORD).status_code == 302
    client.post("/accounts/logout/")
    stranger = Client()
    for number in range(30):
        origin = {"x-forwarded-for": f"203.0.113.99, 198.51.100.{number}"}
        stranger.post("/accounts/login/", {"login": "ash", "password": "wrong"}, headers=origin)
    assert sign_in("203.0.113.8", PASSWORD).status_code == 302
    client.post("/accounts/logout/")
    client.cookies["known"] = client.cookies["known"].value + "x"
    assert REFUSED in sign_in("203.0.113.9", PASSWORD).content


def test_at_an_address_where_the_account_is_in_use_another_browser_signs_in(sign_in, guessed):
    user = User.objects.get(username="ash")
    UserSession.objects.create(user=user, ip="203.0.113.7", session_key="elsewhere")
    assert sign_in("203.0.113.7", PASSWORD).status_code == 302


def test_a_password_is_reset_while_others_guess(guessed, client, mailoutbox, settings):
    settings.SENDS_MAIL = True
    client.post("/accounts/password/reset/", {"email": "ash@muster.example"})
    assert len(mailoutbox) == 1
