"""Personal tokens: made on a page and shown once, stored as a hash, limited by scopes, expiry and their owner."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, Scope
from accounts.services.tokens import MAX_TOKENS, token_make
from tests.programs import Program, error_of, program_of
from tests.warbands.verbs import account, visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_throttle_before")]

PAGE = "/accounts/tokens/"


def made(person, **fields):
    answer = person.client.post(PAGE, {"name": "Club", "scopes": ["read"], "days": "30"} | fields)
    match = re.search(r"muster_[0-9a-f]{64}", answer.content.decode())
    return answer, match[0] if match else ""


def test_a_token_is_shown_once_and_stored_as_a_hash():
    ada = account("ada")
    answer, text = made(ada, scopes=["warbands", "read"])
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    token = ApiToken.objects.get()
    assert (token.name, token.scopes, token.user) == ("Club", ["read", "warbands"], ada.owner.user)
    assert text not in repr(token.__dict__)
    page = ada.client.get(PAGE).content.decode()
    assert text not in page
    assert text[:15] in page
    assert "Never used" in page
    answer = Program(Client(), text).get("account/")
    assert answer.json()["username"] == "ada"
    assert answer.json()["token"]["scopes"] == ["read", "warbands"]
    assert "Last used on" in ada.client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    "fields", [{"name": ""}, {"scopes": []}, {"scopes": ["all"]}, {"days": "0"}, {"days": "367"}, {"name": "x" * 61}]
)
def test_an_odd_form_makes_no_token(fields):
    answer, text = made(account("ada"), **fields)
    assert (answer.status_code, text, ApiToken.objects.count()) == (422, "", 0)


def test_the_page_is_for_accounts_alone():
    for client in (Client(), visitor().client):
        assert client.get(PAGE)["Location"].startswith("/accounts/login/")
        assert client.post(PAGE, {"name": "x"})["Location"].startswith("/accounts/login/")
        assert client.post(f"{PAGE}muster_/revoke/")["Location"].startswith("/accounts/login/")


def test_the_page_takes_as_many_queries_for_many_tokens_as_for_one(django_assert_num_queries):
    ada = account("ada")
    for number in (1, 20):
        for _ in range(number):
            token_make(user=ada.owner.user, name="x", scopes=["read"], days=1)
        with django_assert_num_queries(3):
            ada.client.get(PAGE)


def test_a_revoked_token_is_refused_at_once_and_others_cannot_revoke_it():
    ada, bob = account("ada"), account("bob")
    _, text = made(ada)
    address = f"{PAGE}{text[:15]}/revoke/"
    assert bob.client.post(address).status_code == 302
    assert Program(Client(), text).get("account/").status_code == 200
    assert ada.client.get(address).status_code == 405
    ada.client.post(address)
    assert error_of(Program(Client(), text).get("account/")) == (401, "token.unknown")


def test_an_expired_token_is_refused_and_stays_to_be_seen():
    ada = account("ada")
    _, text = made(ada)
    ApiToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    answer = Program(Client(), text).get("account/")
    assert error_of(answer) == (401, "token.expired")
    assert answer["WWW-Authenticate"] == "Bearer"
    assert "Expired" in ada.client.get(PAGE).content.decode()


def test_a_token_of_a_closed_account_is_refused():
    ada = account("ada")
    _, text = made(ada)
    ada.owner.user.is_active = False
    ada.owner.user.save()
    assert error_of(Program(Client(), text).get("account/")) == (401, "token.unknown")


@pytest.mark.parametrize(
    "header",
    ["Bearer", "Bearer a b", "Bearer muster_", "Bearer \xff\xfe" * 9, "Bearer x\0" + "y" * 30, "Bearer " + "a" * 5000],
)
def test_odd_tokens_are_401(header):
    answer = Client().get("/api/v1/account/", headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer.json()["error"]["code"]


def test_nobody_and_visitors_have_no_account():
    assert error_of(Program(Client()).get("account/")) == (401, "not_authenticated")
    assert error_of(Program(visitor().client).get("account/")) == (401, "not_authenticated")


def test_the_session_of_a_browser_is_known_too():
    answer = Program(account("ada").client).get("account/")
    assert answer.json() == {"username": "ada", "token": None}


def test_a_token_speaks_for_its_owner_whoever_is_signed_in_beside_it():
    ada, bob = account("ada"), account("bob")
    _, text = made(ada)
    assert Program(bob.client, text).get("account/").json()["username"] == "ada"


def test_the_session_of_a_visitor_beside_a_token_gives_nothing_away():
    ada, guest = account("ada"), visitor()
    _, text = made(ada)
    Program(guest.client, text).get("account/")
    assert guest.client.session["warbands-owner"] == guest.owner.token


def test_private_answers_are_kept_by_nobody_else_and_repeated_as_304():
    program = program_of(account("ada").owner, "read")
    answer = program.get("account/")
    assert answer["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= set(answer["Vary"].replace(",", "").split())
    assert program.get("account/", If_None_Match=answer["ETag"]).status_code == 304


def test_who_am_i_takes_one_query_once_the_last_use_is_noted(django_assert_num_queries):
    program = program_of(account("ada").owner)
    program.get("account/")
    with django_assert_num_queries(1):
        program.get("account/")


def test_an_account_has_a_bounded_number_of_tokens():
    ada = account("ada")
    for _ in range(MAX_TOKENS):
        token_make(user=ada.owner.user, name="x", scopes=list(Scope), days=1)
    answer, text = made(ada)
    assert (answer.status_code, text) == (422, "")
    assert f"You have {MAX_TOKENS} tokens" in answer.content.decode()


@pytest.mark.parametrize("address", ["creatures/", "sources/", "glossary/"])
def test_other_sites_may_read_what_is_public_and_never_as_somebody(address):
    answer = Client().get(f"/api/v1/{address}", headers={"Origin": "https://elsewhere.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"}
    ahead = Client().options(f"/api/v1/{address}", headers=asked)
    assert "authorization" not in ahead["Access-Control-Allow-Headers"]
    assert ahead["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("address", ["/api/v1/account/", "/warbands/", "/", "/api/v1/rosters/check/"])
def test_other_sites_read_nothing_else(address):
    answer = Client().get(address, headers={"Origin": "https://elsewhere.example"})
    assert "Access-Control-Allow-Origin" not in answer
