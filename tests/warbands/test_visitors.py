"""Visitors: their warbands live in the web session, and are the account's once they sign in or up."""

import datetime as dt
import json

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from accounts.models import SESSION_KEY
from tests.warbands.verbs import account, documented, visitor
from warbands.models import Figure, Warband
from warbands.selectors.collections import collection_of
from warbands.services.collections import collection_save
from warbands.services.warbands import warband_delete

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
SIGN_UP = {"username": "ada", "email": "ada@muster.example", "password1": PASSWORD, "password2": PASSWORD}


def sign_up(client, **fields):
    answer = client.post("/accounts/signup/", SIGN_UP | fields)
    assert answer.status_code == 302, answer.content.decode()
    return answer


def sign_in(client, name, **fields):
    answer = client.post("/accounts/login/", {"login": name, "password": PASSWORD} | fields)
    assert answer.status_code == 302, answer.content.decode()
    return answer


def session_of(client):
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def names(client, address="/warbands/"):
    answer = client.get(address)
    assert answer.status_code == 200
    return [row.name for row in answer.context["rows"]]


def test_signing_up_keeps_what_the_visitor_made(example):
    guest = Client()
    guest.post("/warbands/import/", {"document": json.dumps(example)})
    gone = guest.post("/warbands/import/", {"document": json.dumps(example | {"name": "Gone"})})
    guest.post(f"{gone.headers['Location']}delete/")
    other = visitor()
    documented(other.owner, "Somebody else's")
    before = session_of(guest)

    answer = sign_up(guest, next="/warbands/")

    assert answer.headers["Location"] == "/warbands/"
    assert session_of(guest) != before
    assert "1 warband moved from this browser to your account." in guest.get("/").content.decode()
    assert names(guest) == ["Ash Company"]
    assert names(guest, "/warbands/?deleted=1") == ["Gone"]
    assert SESSION_KEY not in guest.session
    assert names(other.client) == ["Somebody else's"]
    mine = Warband.objects.filter(owner__username="ada")
    assert set(mine.values_list("owner_token", flat=True)) == {""}
    assert mine.count() == 2


def test_signing_in_adds_to_the_warbands_and_the_collection_of_the_account():
    ada, guest, other = account("ada"), visitor(), visitor()
    documented(ada.owner, "From before")
    collection_save(owner=ada.owner, owned={"boar": 5, "basilisk": 1})
    documented(guest.owner, "From the visit")
    collection_save(owner=guest.owner, owned={"boar": 5, "harpy": 3})
    collection_save(owner=other.owner, owned={"boar": 9})

    sign_in(guest.client, "ada")

    assert "1 warband and 8 figures moved from this browser to your account." in guest.client.get("/").content.decode()
    assert names(guest.client) == ["From the visit", "From before"]
    assert names(ada.client) == ["From the visit", "From before"]
    assert collection_of(ada.owner) == {"boar": 5, "basilisk": 1, "harpy": 3}
    assert collection_of(guest.owner) == {}
    assert collection_of(other.owner) == {"boar": 9}
    assert Figure.objects.count() == 4


def test_who_signs_out_before_looking_finds_everything_after_signing_in():
    guest = visitor()
    documented(guest.owner)
    sign_up(guest.client)
    guest.client.post("/accounts/logout/")
    assert names(guest.client) == []
    later = Client()
    sign_in(later, "ada")
    assert names(later) == ["Ash Company"]


def test_who_signs_out_leaves_nothing_to_the_next_visitor():
    ada = account("ada")
    documented(ada.owner)
    ada.client.post("/accounts/logout/")
    assert names(ada.client) == []
    ada.client.post("/warbands/import/", {"document": "{}"})
    assert not Warband.objects.filter(owner=None).exists()


def test_a_wrong_password_gives_nothing_away():
    account("ada")
    guest = visitor()
    documented(guest.owner)
    answer = guest.client.post("/accounts/login/", {"login": "ada", "password": "wrong"})
    assert answer.status_code == 200
    assert names(guest.client) == ["Ash Company"]
    assert Warband.objects.get().owner is None


def test_a_visitors_session_lasts_from_the_last_visit():
    start = dt.datetime(2026, 5, 1, 12, tzinfo=dt.UTC)
    with time_machine.travel(start, tick=False) as clock:
        guest = visitor()
        documented(guest.owner)
        for _ in range(3):
            clock.shift(dt.timedelta(seconds=settings.SESSION_COOKIE_AGE - 3_600))
            answer = guest.client.get("/warbands/")
            assert [row.name for row in answer.context["rows"]] == ["Ash Company"]
            assert settings.SESSION_COOKIE_NAME in answer.cookies
        assert settings.SESSION_COOKIE_NAME not in guest.client.get("/warbands/").cookies


def test_who_only_looks_gets_no_session():
    client = Client()
    for address in ("/warbands/", "/warbands/import/", "/warbands/?deleted=1"):
        assert client.get(address).status_code == 200
    assert settings.SESSION_COOKIE_NAME not in client.cookies


def test_a_token_that_somebody_else_signed_in_with_is_spent():
    guest = visitor()
    documented(guest.owner)
    sign_up(guest.client)
    copied = Client()
    session = copied.session
    session[SESSION_KEY] = guest.owner.token
    session.save()
    assert names(copied) == []


def test_what_was_deleted_comes_back_after_signing_up():
    guest = visitor()
    key = documented(guest.owner).key
    warband_delete(owner=guest.owner, key=key)
    sign_up(guest.client)
    assert guest.client.post(f"/warbands/{key}/restore/").status_code == 302
    assert names(guest.client) == ["Ash Company"]


@pytest.mark.parametrize("page", ["", "analysis/", "chat/"])
def test_who_is_signed_out_may_sign_in_from_the_address_of_a_warband(page):
    ada = account("ada")
    key = documented(ada.owner).key
    for client in (Client(), visitor().client):
        facts = []
        for address in (f"/warbands/{key}/{page}", f"/warbands/23456789ab/{page}"):
            answer = client.get(address)
            assert answer.status_code == 404
            assert f'<a href="/accounts/login/?next={address}">sign in</a>' in answer.content.decode()
            facts.append(answer.content.decode().replace(address, ""))
        assert facts[0] == facts[1]
    assert "If it is yours" not in account("mira").client.get(f"/warbands/{key}/{page}").content.decode()


def test_a_button_of_a_warband_that_is_not_ones_own_leads_to_the_warband():
    answer = Client().post("/warbands/23456789ab/delete/")
    assert answer.status_code == 404
    assert "?next=/warbands/23456789ab/" in answer.content.decode()
    assert "If it is yours" not in Client().get("/creatures/nobody/").content.decode()
