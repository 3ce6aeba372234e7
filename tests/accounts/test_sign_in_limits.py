"""Who is kept from signing in after failed tries: an address at an account, and no owner elsewhere."""

import pytest
from django.core.cache import cache

from accounts.models import User

PASSWORD = "a long passphrase"
TRIES = 14


@pytest.fixture(autouse=True)
def _owner(db) -> None:
    cache.clear()
    User.objects.create_user("ash", "ash@muster.example", PASSWORD)


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
    assert b"Too many failed login attempts" not in answers[4].content
    assert b"Too many failed login attempts" in answers[5].content
    assert b"Too many failed login attempts" in sign_in("198.51.100.7", PASSWORD).content
    assert sign_in("198.51.100.7", PASSWORD, "misty").status_code == 302


def test_an_address_may_not_guess_at_ever_other_accounts(sign_in):
    answers = [sign_in("198.51.100.7", "wrong", f"player{number}") for number in range(31)]
    assert [b"Too many failed login attempts" in answer.content for answer in answers] == [False] * 30 + [True]


def test_the_right_password_costs_no_tries(sign_in, client):
    for _ in range(8):
        assert sign_in("198.51.100.7", PASSWORD).status_code == 302
        client.logout()
