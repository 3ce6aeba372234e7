"""Every route of the site, asked for by every role, answers as its row of the table says."""

import copy
import logging
import re
from collections.abc import Callable, Hashable, Iterator
from http.cookies import SimpleCookie
from typing import Any

import pytest
from allauth.mfa.webauthn.internal import auth as webauthn
from django.contrib.auth import middleware as auth_middleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.template.backends.django import Template
from django.urls import URLResolver, reverse
from django.utils.safestring import SafeString

from common.caches import BoundedCache
from common.refusal import Refusal
from tests.permissions.matrix import (
    ALLOWED,
    ANSWERS,
    DOCUMENT,
    HIDDEN,
    METHODS,
    REFUSED,
    ROLES,
    AccessMatrix,
    AccessRow,
    SiteRoute,
    document_text,
    read_matrix,
    site_routes,
)
from tests.permissions.world import World, send, world

FOR_OTHERS = re.compile(
    r"Only (an organizer|the organizer|its player|the person|those who)|You do not play|Another side|Sign in to"
)
"""What services say to people who may not do what others may."""
NO_METHOD, BROKEN = "x!"
STATED = {**ANSWERS, NO_METHOD: "no such method", BROKEN: "an error", HIDDEN: "not there"}
ADVICE = """
Each route needs a row in tests/permissions/matrix.toml: add or correct these (this is what the site answers now; see
that it is meant so), then run python -m tests.permissions.matrix, which writes the table of docs/permissions.md.
"""
OF_NO_RIGHTS = ("Limit", "request_log", "csp", "permissions_policy", "whitenoise", "corsheaders", "offline", "XFrame")
"""Words in the names of middleware that says nothing of rights."""
DRAWINGS = ("printing.pdf.pdf_of", "battles.drawings.pdf_of", "warbands.web.sharing.warband_picture")
PARTS = 2
"""In parts, so that several processes share the long walk."""


@pytest.fixture(scope="module")
def matrix() -> AccessMatrix:
    """Return the rows as they are written down."""
    return read_matrix()


@pytest.fixture
def refusals(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every refusal adds its message, however a page may show it."""
    made: list[str] = []
    begin = Refusal.__init__

    def _note(self: Refusal, message: str, *arguments: Any, **named: Any) -> None:
        made.append(message)
        begin(self, message, *arguments, **named)

    monkeypatch.setattr(Refusal, "__init__", _note)
    return made


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Leave undone what says nothing of rights: drawing pages, doing jobs, logging, finding the user anew each time."""
    users: dict[Any, Any] = {}
    find = auth_middleware.get_user

    def _get_user(request: HttpRequest) -> Any:
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if key not in users:
            users[key] = find(request)
            if not isinstance(users[key], AnonymousUser):
                users[key].get_all_permissions()
        return copy.copy(users[key])

    monkeypatch.setattr(auth_middleware, "get_user", _get_user)
    monkeypatch.setattr(Template, "render", lambda self, context=None, request=None: SafeString(""))
    keep = BoundedCache.set
    # What was not drawn must not be found by the tests that follow.
    monkeypatch.setattr(
        BoundedCache, "set", lambda self, key, value: None if isinstance(value, SafeString) else keep(self, key, value)
    )
    monkeypatch.setattr(webauthn, "get_credentials", lambda user: [])
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)
    settings.JOBS_AT_ONCE, settings.SENDS_MAIL = False, True
    for drawing in (
        "printing.pdf.pdf_of",
        "battles.drawings.pdf_of",
        "warbands.web.sharing.warband_picture",
    ):
        monkeypatch.setattr(drawing, lambda *arguments, **named: b"%PDF")
    _keep(monkeypatch, URLResolver, "resolve", lambda resolver, path: (id(resolver), path), lambda match: match)
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not any(word in name for word in OF_NO_RIGHTS)]


def _keep(
    monkeypatch: pytest.MonkeyPatch,
    kind: type,
    name: str,
    key_of: Callable[..., Hashable],
    handed_out: Callable[[Any], Any],
) -> None:
    """Let a method be asked once for each key: what it returns follows from the key alone during the walk."""
    kept: dict[Hashable, Any] = {}
    method = getattr(kind, name)

    def _kept(*arguments: Any, **named: Any) -> Any:
        key = key_of(*arguments, **named)
        if key not in kept:
            kept[key] = method(*arguments, **named)
        return handed_out(kept[key])

    monkeypatch.setattr(kind, name, _kept)


def test_every_row_is_of_a_route(matrix: AccessMatrix):
    gone = sorted(matrix.rows.keys() - {route.name for route in site_routes()})
    assert not gone, f"matrix.toml has rows of routes that are gone; remove them: {gone}"


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_role_may_do_what_the_table_says(
    matrix: AccessMatrix, refusals: list[str], part: int, monkeypatch: pytest.MonkeyPatch
):
    walk = _Walk(world(), matrix, refusals)
    _keep(monkeypatch, SessionStore, "load", lambda session: session.session_key, copy.deepcopy)
    faults = [line for route in site_routes()[part::PARTS] for line in walk.faults(route)]
    assert not faults, ADVICE + "\n".join(faults)


def test_the_table_in_the_documentation_has_every_row(matrix: AccessMatrix):
    if matrix.rows.keys() >= {route.name for route in site_routes()}:
        text = DOCUMENT.read_text(encoding="utf-8")
        assert text == document_text(matrix), "run python -m tests.permissions.matrix"


class _Walk:
    """Asks for routes as every role, and takes back what that wrote."""

    def __init__(self, place: World, matrix: AccessMatrix, refusals: list[str]) -> None:
        self.place, self.matrix, self.refusals = place, matrix, refusals

    def faults(self, route: SiteRoute) -> Iterator[str]:
        """Yield a line if a route has no row, or if it answers otherwise than its row says."""
        row = self.matrix.rows.get(route.name, AccessRow())
        try:
            patterns = {method: self.pattern(route, method, row) for method in route.methods}
        except KeyError as missing:
            place = f"nothing stands at {missing} of {route.route}"
            yield f"{route.name}: {place}; add it to world() of tests/permissions/world.py"
            return
        patterns = {method: answers for method, answers in patterns.items() if answers}
        if not row.patterns:
            named = ", ".join(f'{method} = "{self.matrix.name_of(answers)}"' for method, answers in patterns.items())
            yield f'"{route.name}" = {{ {named} }}'
            return
        for method in METHODS:
            wanted, answers = row.patterns.get(method), patterns.get(method)
            if wanted is None or answers is None:
                if wanted != answers:
                    now = self.matrix.name_of(answers) if answers else "not answered"
                    yield f"{route.name}: {method} is {now}, and its row says otherwise"
                continue
            for role, expected, answer in zip(ROLES, wanted, answers, strict=True):
                if expected != answer:
                    line = f"{route.name}: {method} by {role}: “{STATED[answer]}”"
                    yield f"{line}, and its row says “{STATED[expected]}”"

    def pattern(self, route: SiteRoute, method: str, row: AccessRow) -> str:
        """Return a character for each role; "" if the route does not know the method."""
        if method not in row.patterns:
            some = [self.answer(role, route, method, row) for role in ("visitor", "superuser")]
            if NO_METHOD in some and ALLOWED not in some:
                return ""
        answers = "".join(self.answer(role, route, method, row) for role in ROLES)
        return answers.replace(NO_METHOD, REFUSED)

    def answer(self, role: str, route: SiteRoute, method: str, row: AccessRow) -> str:
        """Ask as one role."""
        browser, address = self.place.people[role].client, self.place.address(role, route.route, row.places)
        browser.raise_request_exception = False
        places = self.place.places[role]
        body = {name: places.get(str(value)[1:-1], value) for name, value in row.body.items()}
        cookies, self.refusals[:] = SimpleCookie(browser.cookies), ()
        cache.clear()
        with transaction.atomic():
            response = send(browser, method, f"{address}?{row.query}", body)
            transaction.set_rollback(True)
        if response.streaming:
            list(response)  # which closes its file
        browser.cookies = cookies
        return self._meaning(response, row)

    def _meaning(self, response: Any, row: AccessRow) -> str:
        doors = (reverse("account_login"), reverse("account_reauthenticate"), reverse("admin:login"))
        assert response.status_code != 429, "limits have tests of their own"
        if response.status_code >= 500:
            return BROKEN
        if response.status_code in (404, 405):
            return HIDDEN if response.status_code == 404 else NO_METHOD
        is_led_away = not row.ends_at_sign_in and response.status_code == 302 and response["Location"].startswith(doors)
        if (
            is_led_away
            or response.status_code in (401, 403, row.refused_by)
            or any(map(FOR_OTHERS.match, self.refusals))
        ):
            return REFUSED
        return ALLOWED
