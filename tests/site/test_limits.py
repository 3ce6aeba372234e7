"""Limits on pages that write or work hard: each route has one, callers and addresses are counted, and failures pass."""

import json
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.views import APIView

from common.limits import Asker, SharedThrottle, WorkLimit, add_refusal, add_work, is_within_work, seconds_to_wait
from p2v_site.web import limits

IN_MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "limits"}
IN_THE_DATABASE = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "muster_cache"}
ENDINGS_OF_FILES = (".pdf", ".png", ".json", ".txt")
"""How addresses end whose pages are files that are made for who asks."""


def _routes(patterns: Any, path: str = "", spaces: tuple[str, ...] = ()) -> Iterator[tuple[str, str, Any]]:
    """Yield every route's name, address and view."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
            yield from _routes(pattern.url_patterns, f"{path}{pattern.pattern}", inner)
        else:
            assert isinstance(pattern, URLPattern)
            yield ":".join((*spaces, pattern.name or "")), f"{path}{pattern.pattern}", pattern.callback


ROUTES = list(_routes(get_resolver().url_patterns))


@pytest.fixture
def counting(settings: Any) -> Any:
    """Let limits count, in memory."""
    settings.CACHES = {**settings.CACHES, "shared": IN_MEMORY}
    caches["shared"].clear()
    yield settings
    caches["shared"].clear()


def test_every_route_that_writes_has_a_limit():
    for name, path, view in ROUTES:
        api_view = getattr(view, "cls", None)
        if api_view is not None and issubclass(api_view, APIView):
            assert api_view.throttle_classes, f"{name} ({path}) is a view of the API without a throttle"
        else:
            assert limits.limit_of(name, view, "POST"), f"{name} ({path}) writes without a limit"


def test_every_file_that_is_made_for_who_asks_has_a_limit():
    for name, path, view in ROUTES:
        if path.endswith(ENDINGS_OF_FILES) and not path.startswith(("admin/", "api/")):
            assert limits.limit_of(name, view, "GET"), f"name {name} ({path}) in p2v_site.web.limits.LIMITS_OF_ROUTES"


def test_limits_are_declared_for_routes_that_exist():
    assert set(limits.LIMITS_OF_ROUTES) <= {name for name, _, _ in ROUTES}


def test_reading_a_plain_page_is_not_limited():
    assert limits.limit_of("home", lambda request: None, "GET") is None


@pytest.mark.django_db
def test_who_asks_too_often_gets_a_page_that_says_when_to_try_again_and_keeps_what_was_typed(client, counting):
    counting.LIMITS = {**counting.LIMITS, "writes": ("2/min", "2/min")}
    form = {"creature": "boar", "do": "add", "note": 'A "quoted" <b> note'}
    kind = "application/x-www-form-urlencoded"
    answers = [client.post("/compare/basket/", urlencode(form), content_type=kind) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    body = answers[2].content.decode()
    assert "Too much at once" in body
    assert "Send it again" in body
    assert "A &quot;quoted&quot; &lt;b&gt; note" in body
    assert 0 < int(answers[2].headers["Retry-After"]) <= 60
    assert answers[2].headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_a_form_with_a_file_keeps_what_was_typed_and_asks_for_the_file_again(client, counting):
    counting.LIMITS = {**counting.LIMITS, "imports": ("1/min", "1/min")}
    for _ in range(2):
        file = SimpleUploadedFile("company.json", b"{}")
        answer = client.post("/warbands/import/", {"file": file, "document": "What I <b>typed</b>"})
    assert answer.status_code == 429
    body = answer.content.decode()
    assert "A page cannot keep a file, so choose yours again." in body
    assert 'enctype="multipart/form-data"' in body
    assert 'type="file" id="file-1" name="file"' in body
    assert "What I &lt;b&gt;typed&lt;/b&gt;" in body


@pytest.mark.django_db
def test_a_refused_password_is_not_kept_on_the_page(client, counting):
    counting.LIMITS = {**counting.LIMITS, "writes": ("1/min", "1/min")}
    form = {"login": "ash", "password": "a-long-pass-phrase"}
    kind = "application/x-www-form-urlencoded"
    client.post("/accounts/login/", urlencode(form), content_type=kind)
    answer = client.post("/accounts/login/", urlencode(form), content_type=kind)
    assert answer.status_code == 429
    assert "pass-phrase" not in answer.content.decode()


@pytest.mark.django_db
def test_htmx_gets_a_sentence_and_programs_get_the_error_of_the_api(client, counting):
    counting.LIMITS = {**counting.LIMITS, "searches": ("1/min", "1/min")}
    client.get("/search/suggestions/?q=boar")
    partial = client.get("/search/suggestions/?q=boar", headers={"HX-Request": "true"})
    assert partial.status_code == 429
    assert partial.headers["Content-Type"].startswith("text/plain")
    assert partial.content.decode().startswith("Too much at once. Try again in ")
    answer = client.get("/search/suggestions/?q=boar", headers={"Accept": "application/json"})
    assert answer.status_code == 429
    assert json.loads(answer.content)["error"]["code"] == "throttled"


@pytest.mark.django_db
def test_sixty_accounts_behind_one_address_go_on_while_one_of_them_is_stopped(counting):
    counting.LIMITS = {**counting.LIMITS, "writes": ("3/min", "200/min")}
    people = [get_user_model().objects.create_user(f"player{number}") for number in range(60)]
    statuses = []
    for person in people:
        client = Client()
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        statuses += [client.post("/compare/basket/", {"creature": "boar", "do": "add"}).status_code for _ in range(3)]
    assert set(statuses) == {302}
    assert client.post("/compare/basket/", {"creature": "boar", "do": "add"}).status_code == 429


@pytest.mark.django_db
def test_an_address_makes_only_so_many_new_visitors(counting):
    counting.LIMITS = {**counting.LIMITS, "newcomers": ("", "2/hour")}
    form = {"name": "The Reed Watch", "play_mode": "limited", "limit": "200", "alignment": "LE"}
    statuses = [Client().post("/warbands/new/", form).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]


@pytest.mark.django_db
def test_an_address_is_told_by_the_trusted_proxy_alone(counting):
    counting.LIMITS = {**counting.LIMITS, "searches": ("1/min", "1/min")}
    for forged in ("203.0.113.1", "203.0.113.2"):
        answer = Client().get("/search/suggestions/?q=boar", headers={"X-Forwarded-For": forged})
    assert answer.status_code == 429


def test_work_is_added_up_for_a_caller_and_for_an_address(counting):
    counting.LIMIT_WORK = (1.0, 2.0)
    ada, bob = Asker("ada", "192.0.2.1"), Asker("bob", "192.0.2.1")
    add_work(ada, 1.5)
    assert not is_within_work(ada)
    assert is_within_work(bob)
    add_work(bob, 0.7)
    assert not is_within_work(bob)
    assert is_within_work(Asker("ced", "192.0.2.2"))


@pytest.mark.django_db
def test_work_that_is_used_up_refuses_the_next_print(client, counting):
    counting.LIMIT_WORK = (1.0, 1.0)
    assert client.get("/print/").status_code == 200
    add_work(Asker("", "127.0.0.1"), 5)
    assert client.get("/print/").status_code == 429
    assert client.get("/").status_code == 200


def test_who_goes_on_asking_while_refused_stays_out(counting, monkeypatch):
    counting.LIMIT_WORK = (1.0, 2.0)
    moments = count()
    monkeypatch.setattr("common.limits.time", SimpleNamespace(time=lambda: float(next(moments))))
    ada = Asker("ada", "192.0.2.1")
    add_work(ada, 3)
    for _ in range(20):
        add_refusal(ada)
    assert not is_within_work(ada)
    assert is_within_work(Asker("bob", "192.0.2.1"))


def test_readers_behind_one_address_who_try_again_are_let_in_again(counting, monkeypatch):
    counting.LIMIT_WORK = (4.0, 8.0)
    now = [1000.0]
    monkeypatch.setattr("common.limits.time", SimpleNamespace(time=lambda: now[0]))
    readers = Asker("", "192.0.2.1")
    add_work(readers, 9)
    for _ in range(100):  # sixty people, each of whom tries again now and then
        now[0] += 0.3
        if not is_within_work(readers):
            add_refusal(readers)
    assert is_within_work(readers)
    add_work(readers, 5)
    assert not is_within_work(readers)


@pytest.mark.django_db
def test_processes_count_together_in_the_database(settings):
    settings.CACHES = {**settings.CACHES, "shared": IN_THE_DATABASE}
    settings.LIMITS = {**settings.LIMITS, "writes": ("2/min", "9/min")}
    limit, ada = WorkLimit("writes"), Asker("ada", "192.0.2.1")
    assert [bool(seconds_to_wait(limit, ada)) for _ in range(3)] == [False, False, True]
    add_work(ada, 99)
    assert not is_within_work(ada)


def test_limits_let_everybody_through_while_the_cache_fails(counting, monkeypatch, caplog):
    def fail(*args: object, **values: object) -> None:
        raise DatabaseError("database is locked")

    shared = caches["shared"]
    for name in ("get", "set", "get_many"):
        monkeypatch.setattr(shared, name, fail)
    asker = Asker("ada", "192.0.2.1")
    assert SharedThrottle("1/min", "key").allow_request(None, None)
    assert seconds_to_wait(WorkLimit("writes"), asker) == 0
    add_work(asker, 3)
    assert is_within_work(asker)
    assert "cannot be counted" in caplog.text
