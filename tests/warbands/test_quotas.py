"""Quotas of visitors and accounts: counted in one query, told before they are reached, refused in clear words."""

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Owner
from accounts.selectors.rooms import MEGABYTE, STORED, quota_refusal, quota_usage
from battles.services.battles import battle_import
from campaigns.services.campaigns import campaign_create
from common.refusal import Refusal
from rules.building.draft import draft_of
from rules.roster import Roster
from tests.services.at_once import at_once
from tests.warbands.verbs import account, building, visitor
from warbands.models import Warband
from warbands.services.warbands import warband_create

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

PAGES = (
    ("warbands", "/warbands/"),
    ("creatures", "/homebrew/"),
    ("campaigns", "/campaigns/"),
    ("battles", "/battles/"),
)


def _make(owner: Owner, number: int) -> None:
    for _ in range(number):
        warband_create(owner=owner, draft=draft_of(Roster(name="Ash Company")))


def test_all_quotas_are_counted_in_one_query():
    owner = account("mira").owner
    _make(owner, 3)
    campaign_create(actor=owner, name="Winter")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        usages = {usage.name: usage for usage in quota_usage(owner)}
    assert len(queries) == 1
    assert set(usages) == set(settings.QUOTAS)
    assert (usages["warbands"].used, usages["campaigns"].used, usages["battles"].used) == (3, 1, 0)
    assert 500 < usages[STORED].used < 20_000
    assert usages[STORED].most == settings.QUOTAS[STORED][1] * MEGABYTE


def test_a_visitor_is_told_how_much_room_is_left_and_what_an_account_has(monkeypatch):
    guest = visitor()
    monkeypatch.setitem(settings.QUOTAS, "warbands", (5, 50))
    _make(guest.owner, 3)
    assert "You have 3 of" not in guest.get("/warbands/").content.decode()
    _make(guest.owner, 1)
    assert "You have 4 of 5 warbands. An account keeps up to 50." in guest.get("/warbands/").content.decode()
    _make(guest.owner, 1)
    with pytest.raises(Refusal) as refused:
        _make(guest.owner, 1)
    assert refused.value.message == (
        "You have 5 warbands, the most that you can keep. Delete some first, or sign in: an account keeps up to 50."
    )


@pytest.mark.parametrize(("quota", "address"), PAGES)
def test_every_list_tells_of_its_quota_and_of_what_is_stored(quota, address, monkeypatch):
    person = account("mira")
    _make(person.owner, 1)
    monkeypatch.setitem(settings.QUOTAS, quota, (0, 0))
    monkeypatch.setitem(settings.QUOTAS, STORED, (0, 0))
    body = person.get(address).content.decode()
    assert f"of 0 {quota}." in body
    assert "Your data takes 0 of 0 MB." in body


def test_no_room_for_texts_refuses_what_would_store_more(monkeypatch):
    desk = building(account("mira"), "boar")
    owner = desk.person.owner
    monkeypatch.setitem(settings.QUOTAS, STORED, (0, 0))
    assert "the most that you can store" in quota_refusal(owner, STORED)
    for refused in (
        lambda: _make(owner, 1),
        lambda: campaign_create(actor=owner, name="Winter"),
        lambda: battle_import(owner=owner, document={}),
    ):
        with pytest.raises(Refusal, match="the most that you can store"):
            refused()
    desk.do("member-add", creature="boar")
    assert len(desk.draft.roster.members) == 2, "what is kept already can still be changed"


def test_who_has_made_nothing_is_asked_nothing(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert quota_refusal(Owner(), "warbands") == ""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("owner_of_kind", [lambda: account("mira").owner, lambda: visitor().owner])
def test_eight_requests_at_once_fill_a_quota_and_no_more(monkeypatch, owner_of_kind):
    owner = owner_of_kind()
    monkeypatch.setitem(settings.QUOTAS, "warbands", (5, 5))
    refused = at_once(*[lambda: _make(owner, 1)] * 8)
    assert (len(refused), Warband.objects.filter(owner.q).count()) == (3, 5)
