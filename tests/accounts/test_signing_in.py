"""Getting in and out of an account: verified addresses, a forgotten password, second factors, all browsers at once."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD, OTHER = "correct horse battery", "staple of many horses"


@pytest.fixture
def mira() -> User:
    """Return an account with an address that is not verified yet."""
    user = User.objects.create_user("mira", "mira@muster.example", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True)
    return user


def signed_in(name: str = "mira", password: str = PASSWORD) -> Client:
    """Return a browser in which somebody has typed name and password."""
    client = Client()
    client.post("/accounts/login/", {"login": name, "password": password})
    return client


def is_in(client: Client) -> bool:
    """Return True if the browser may open a page that only an account has."""
    return client.get("/accounts/data/").status_code == 200


def link_in_the_last_mail() -> str:
    match = re.search(r"https?://[^/\s]+(/\S+)", str(mail.outbox[-1].body))
    assert match, mail.outbox[-1].body
    return match[1]


def code_for(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def set_up_app(client: Client) -> str:
    """Set up an app for codes and return its secret."""
    assert client.get("/accounts/2fa/totp/activate/")["Location"].startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/")
    secret: str = page.context["form"].secret
    assert secret in page.content.decode()
    assert send_code(client, "/accounts/2fa/totp/activate/", secret) == 302
    return secret


def send_code(client: Client, address: str, secret: str) -> int:
    """Send the code of an app while the clock stands, as a code is good for half a minute; return the status."""
    with time_machine.travel(timezone.now(), tick=False):
        return client.post(address, {"code": code_for(secret)}).status_code


def test_an_address_is_verified_by_the_link_in_a_mail():
    client = Client()
    words = {"username": "ash", "email": "ash@muster.example", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/accounts/signup/", words).status_code == 302
    address = EmailAddress.objects.get(email="ash@muster.example")
    assert not address.verified
    assert mail.outbox[-1].to == ["ash@muster.example"]
    link = link_in_the_last_mail()
    assert client.get(link).status_code == 200
    assert client.post(link).status_code == 302
    address.refresh_from_db()
    assert address.verified


def test_a_link_for_another_address_verifies_nothing(mira: User):
    answer = Client().get("/accounts/confirm-email/nonsense/")
    assert answer.status_code == 200
    assert "expired or is invalid" in answer.content.decode()
    assert not EmailAddress.objects.get(user=mira).verified


def test_a_forgotten_password_is_set_anew_by_the_link_in_a_mail_once(mira: User):
    client = Client()
    assert client.post("/accounts/password/reset/", {"email": mira.email}).status_code == 302
    link = link_in_the_last_mail()
    form = client.get(link, follow=True).redirect_chain[-1][0]
    assert client.post(form, {"password1": OTHER, "password2": OTHER}).status_code == 302
    assert not is_in(signed_in())
    assert is_in(signed_in(password=OTHER))
    again = Client().get(link, follow=True)
    assert "password1" not in again.content.decode()


def test_nobody_learns_by_a_reset_who_has_an_account(mira: User):
    answers = [
        Client().post("/accounts/password/reset/", {"email": f"{name}@muster.example"}) for name in ("mira", "x")
    ]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, "/accounts/password/reset/done/")}


def test_an_app_for_codes_is_asked_for_at_the_next_sign_in(mira: User):
    EmailAddress.objects.update(verified=True)
    secret = set_up_app(signed_in())
    client = Client()
    half_way = client.post("/accounts/login/", {"login": "mira", "password": PASSWORD})
    assert half_way["Location"].startswith("/accounts/2fa/authenticate/")
    assert not is_in(client)
    assert client.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert not is_in(client)
    with time_machine.travel(timezone.now() + timedelta(seconds=40)):  # a code that was used is not taken again
        send_code(client, "/accounts/2fa/authenticate/", secret)
        assert is_in(client)


def test_a_recovery_code_signs_in_once(mira: User):
    EmailAddress.objects.update(verified=True)
    owner = signed_in()
    set_up_app(owner)
    shown = owner.get("/accounts/2fa/recovery-codes/").content.decode()
    downloaded = owner.get("/accounts/2fa/recovery-codes/download/").content.decode().split()
    assert len(downloaded) == 10
    assert downloaded[0] in shown

    def is_let_in(code: str) -> bool:
        client = signed_in()
        client.post("/accounts/2fa/authenticate/", {"code": code})
        return is_in(client)

    assert is_let_in(downloaded[0])
    assert not is_let_in(downloaded[0])
    owner.post("/accounts/2fa/recovery-codes/generate/")
    assert not is_let_in(downloaded[1])


def test_an_app_is_put_away_by_who_proves_who_they_are(mira: User):
    EmailAddress.objects.update(verified=True)
    owner = signed_in()
    set_up_app(owner)
    assert owner.post("/accounts/2fa/totp/deactivate/").status_code == 302
    assert not Authenticator.objects.filter(user=mira, type=Authenticator.Type.TOTP).exists()
    assert is_in(signed_in())


def test_all_other_browsers_are_signed_out_at_once(mira: User):
    here, there = signed_in(), signed_in()
    page: Any = here.get("/accounts/sessions/")
    assert page.context["session_count"] == 2
    assert is_in(there)
    here.post("/accounts/sessions/")
    assert is_in(here)
    assert not is_in(there)
    here.post("/accounts/logout/")
    assert not is_in(here)


def test_a_new_password_signs_out_all_other_browsers(mira: User):
    here, there = signed_in(), signed_in()
    words = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    assert here.post("/accounts/password/change/", words).status_code == 302
    assert is_in(here)
    assert not is_in(there)
