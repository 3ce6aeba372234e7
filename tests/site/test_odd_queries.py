"""Every address that is read, with queries that no page makes: none of them breaks the site."""

import logging
import re
import string
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.admin import site as admin_site
from django.http import QueryDict
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import Owner, User
from battles.services.battles import battle_store
from campaigns.services.campaigns import campaign_create, campaign_share
from campaigns.services.people import invitation_make
from compendium.models import Creature
from jobs.models import Job
from rules.building.draft import Draft
from rules.roster import Roster
from tests.battles.play import SEED, SMALL
from tests.examples import LONG, THOROUGH, tried
from tests.homebrew_cards import brewed
from tests.rules.p2v_combat.tables import setup_of
from tests.small_compendium import store_small_compendium
from warbands.services.warbands import warband_create, warband_share

ODD = {
    "a null character": "a%00b",
    "line ends": "a%0D%0ASet-Cookie:%20x=1",
    "quotes": "%22%27%60;--)",
    "signs that turn the text": "%E2%80%AE%E2%81%A6x%00%EF%BB%BF",
    "half a character": "%ED%A0%80%FF",
    "a huge number": "9" * 400,
    "a number below zero": "-1",
    "no number": "1e999",
    "a superscript": "%C2%B2",
    "marks of templates": "%7B%7B7*7%7D%7D%25s%5C",
    "a long text": "x" * 4000,
    "nothing": "",
}
OF_ADMIN = """
    _to_field _popup _changelist_filters _facets o p e all q source source__exact source__id__exact id__in id pk__gte
    is_active__exact date_joined__year x action format resource app_label model_name field_name term next lang version
""".split()
ASKED = re.compile(r'(?:GET|query_params)(?:\.get|\.getlist)?[([]"([\w.-]+)"')
PLAIN = f'{string.ascii_letters}{string.digits} ;="().-_'
LEFT_ALONE = {"admin:jsi18n"}
EVERY = "*"
FEW = 2
STEP = 1 if LONG else 3
"""Of the odd values, each address has one of so many, the next address the next ones."""
SHARES = 2
"""Into how many tests the addresses are divided, so that several processes share them."""


def _routes(patterns: Any, address: str = "/", spaces: tuple[str, ...] = ()) -> Iterator[tuple[str, str, URLPattern]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
            yield from _routes(pattern.url_patterns, f"{address}{pattern.pattern}", inner)
        else:
            yield ":".join((*spaces, pattern.name or "")), f"{address}{pattern.pattern}", pattern


def _names(root: Path) -> list[str]:
    """Return the names of all that pages read from a query."""
    sources = (
        file.read_text(encoding="utf-8") for room in settings.INSTALLED_APPS for file in (root / room).rglob("*.py")
    )
    return sorted({name for source in sources for name in ASKED.findall(source)} | set(OF_ADMIN))


@pytest.fixture
def world(db: None) -> dict[str, dict[str, Any]]:
    """Store something for every address; return what stands in the addresses, by what they begin with."""
    ada = User.objects.create_superuser("ada", "ada@muster.example", "a long passphrase")
    owner = Owner(user=ada)
    store_small_compendium()
    brew = brewed(owner)
    warband = warband_share(
        owner=owner,
        key=warband_create(owner=owner, draft=Draft(Roster((), "Ash Company", "limited", 200, "LE"))).key,
        shared=True,
    ).warband
    campaign = campaign_create(actor=owner, name="The Long Winter", story="", seed=b"5")
    spectator = campaign_share(actor=owner, key=campaign.key, shared=True).spectator_token
    invitation = invitation_make(actor=owner, key=campaign.key).invitation_token
    battle = battle_store(owner=owner, setup=setup_of(*SMALL), seed=SEED)
    Job.objects.create(kind="none", title="A job")
    usual = {"key": "boar", "token": "x-y", "kind": "condition", "number": 1, "slug": "boar", "pk": 1, "format": "json"}
    return {
        "": usual,
        "/homebrew/": {"key": brew.key},
        "/warbands/": {"key": warband.key},
        "/shared/": {"token": warband.share_token},
        "/campaigns/": {"key": campaign.key, "token": invitation, "side": 1},
        "/campaigns/watch/": {"token": spectator},
        "/battles/": {"key": battle.key, "side": "a"},
    }


def _address(pattern: str, world: dict[str, dict[str, Any]]) -> str:
    """Return an address of a route, with something that is there where that is known."""
    known = {
        name: value for start, values in world.items() if pattern.startswith(start) for name, value in values.items()
    }

    def _fill(match: re.Match[str]) -> str:
        name = match["name"] or match["group"]
        if name == "object_id":
            label = pattern.split("/")[2:4]
            model = apps.get_model(*label) if label[0] in apps.app_configs else None
            first = model.objects.first() if model in admin_site._registry else None
            return str(first.pk) if first else "1"
        return str(known.get(name, 1 if match["kind"] == "int" else "x"))

    plain = re.sub(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>|\(\?P<(?P<group>\w+)>[^)]*\)", _fill, pattern)
    return re.sub(r"\(\?:[^)]*\)\*?\??|\\[AZ]|[\^$]", "", plain).replace("\\.", ".").replace("\\", "")


@pytest.fixture
def words_read(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the names that a page reads from its query, as they are read; ``EVERY`` once it goes through all."""
    words: set[str] = set()

    def _note(method: str, *, is_of_one: bool) -> None:
        read = getattr(QueryDict, method)

        def _noted(query: QueryDict, *arguments: Any, **named: Any) -> Any:
            if not query._mutable:  # while Django parses the query, it asks for its names too
                words.add(arguments[0] if is_of_one else EVERY)
            return read(query, *arguments, **named)

        monkeypatch.setattr(QueryDict, method, _noted)

    for method in ("__getitem__", "getlist", "__contains__"):
        _note(method, is_of_one=True)
    for method in ("__iter__", "keys", "items", "lists", "values", "dict", "copy", "urlencode"):
        _note(method, is_of_one=False)
    return words


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("signed_in", [True, False])
def test_no_address_breaks_on_an_odd_query(world, root, words_read, signed_in, share, caplog):
    caplog.set_level(logging.CRITICAL)
    names = _names(root)
    client = Client(raise_request_exception=False)
    if signed_in:
        client.force_login(User.objects.get(), backend="django.contrib.auth.backends.ModelBackend")
    faults = []
    doors: set[tuple[int, str] | None] = set()
    routes = [route for route in _routes(get_resolver().url_patterns) if not _is_left_alone(route[0])]
    for number, (_, pattern, _) in islice(enumerate(routes), share, None, SHARES):
        address = _address(pattern, world)
        door = None
        for place, query in enumerate(_queries(names, number, words_read)):
            if place > FEW and door in doors:
                break  # what keeps people out is the same for all such addresses: one of them is asked everything
            answer = client.get(address, QUERY_STRING=query)
            door = door if place else _door(answer)
            if answer.status_code >= 500:
                fault = getattr(answer, "exc_info", None)
                faults.append(f"{address}?{query[:60]}: {answer.status_code} {fault[1]!r:.200}" if fault else address)
            if any("\n" in value or "\r" in value for value in answer.headers.values()):
                faults.append(f"{address}?{query[:60]}: a header of two lines")
        doors |= {door} - {None}
    assert faults == [], "\n".join(faults)


def _door(answer: Any) -> tuple[int, str] | None:
    """Return what keeps a person out: a refusal, no such method, or the page to sign in; None if nothing does."""
    leads_to = answer.headers.get("Location", "").partition("?")[0]
    is_door = answer.status_code in (401, 403, 405) or "/login/" in leads_to
    return (answer.status_code, leads_to) if is_door else None


def _is_left_alone(route: str) -> bool:
    return route in LEFT_ALONE or "logout" in route


def _queries(names: list[str], number: int, words_read: set[str]) -> Iterator[str]:
    """Yield what the address with this number is asked: all names with a few values, then a few names alone.

    In a thorough run all that the address was seen to read have a third of the values, at the next address another
    third. Of names alone, each address goes on where the one before it stopped.
    """
    values = [*ODD.values()]
    yield "x=1"
    words_read.clear()  # the first time more is read: the API's pages draw themselves from its lists
    for turn in range(number * FEW, (number + 1) * FEW):
        yield "&".join(f"{name}={values[turn % len(values)]}" for name in names)
    if THOROUGH:
        names = names if EVERY in words_read else sorted(words_read)
        for value in values[number % STEP :: STEP] if names else ():
            yield "&".join(f"{name}={value}" for name in names)
    alone = tried(len(ODD)) // 2
    for turn in range(number * alone, (number + 1) * alone if names else 0):
        yield f"{names[(turn + 1) % len(names)]}={values[-1 - turn % len(values)]}"


@pytest.mark.slow
def test_what_was_found_to_break_is_refused(world, caplog):
    caplog.set_level(logging.CRITICAL)
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.get(), backend="django.contrib.auth.backends.ModelBackend")
    creature = Creature.objects.first()
    assert creature
    faults = []
    for path, asked in (
        ("add/", "source"),
        (f"{creature.pk}/change/", "_to_field"),
        ("export/", "x"),
        ("", "source__exact"),
        ("", "p"),
        ("", "o"),
    ):
        for name, value in ODD.items():
            answer = client.get(f"/admin/compendium/creature/{path}", QUERY_STRING=f"{asked}={value}")
            if answer.status_code >= 500:
                faults.append((path, asked, name))
    for name, value in ODD.items():
        answer = client.get("/api/v1/schema/", QUERY_STRING=f"version={value}&lang={value}&format=json")
        if answer.status_code >= 500 or "version" in answer.headers.get("Content-Disposition", ""):
            faults.append(("schema", name))
        assert set(answer.headers.get("Content-Disposition", "")) <= set(PLAIN), answer.headers
    assert faults == []
