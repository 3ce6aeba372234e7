"""What every route answers to people of every role, in a world that is the same each time.

Clock, chance and keys are fixed; what differs by design (a form's token) is left out. An answer of the API is recorded
whole, a page by its status alone: what pages say and look like is for tests of their own. See ``answering.py`` for how
to record anew.
"""

import hashlib
import json
import random
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from http.cookies import SimpleCookie
from typing import Any

import pytest
import time_machine
from allauth.mfa.webauthn.internal import auth as webauthn
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse

from tests.golden.example_bodies import EXAMPLE_BODIES
from tests.golden.files import FOLDER
from tests.permissions.matrix import AccessRow, SiteRoute, read_matrix, site_routes
from tests.permissions.world import World, send, world

ANSWERS = FOLDER / "answers.json"
API_BODIES = FOLDER / "answers-of-the-api.json.gz"
NOW = "2026-06-01 12:00Z"
ROLES = ("visitor", "fellow player", "owner", "organizer", "superuser")
"""Those whose answers differ most; the matrix of permissions asks for all."""
DRAWN_BY_LIBRARIES = ("mfa_add_webauthn", "mfa_reauthenticate_webauthn", "admin:accounts_user_delete")
"""Pages that hold a challenge of the system's own chance, or rows in no order."""
NUMBERS = {"report"}
"""Fields of the API that are numbers, where the world names an entry."""
EXAMPLE = "example"
"""Stands for the owner where something is sent only to show how it is done."""
DRAWN_FROM_THE_SCHEMA = ("api-schema", "api-docs")
"""What the schema means is compared by ``test_schema.py``, whatever it calls its parts."""
PASSING = re.compile(
    r'(csrfmiddlewaretoken" value=|csrf[Tt]oken&quot;: &quot;|X-CSRFToken": "|nonce=|nonce-)["\']?[\w=+/-]+'
)


class _FixedChance:
    """Stands for ``secrets``: the same bytes in the same order each time."""

    def __init__(self) -> None:
        self.chance = random.Random(1)

    def token_bytes(self, count: int = 32) -> bytes:
        return self.chance.randbytes(count)

    def token_hex(self, count: int = 32) -> str:
        return self.token_bytes(count).hex()

    def token_urlsafe(self, count: int = 32) -> str:
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        return "".join(self.chance.choice(alphabet) for _ in range(count * 4 // 3 + 1))

    def choice(self, letters: Any) -> Any:
        return self.chance.choice(letters)

    def randbelow(self, limit: int) -> int:
        return self.chance.randrange(limit)


def fix_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all that the site draws by chance be the same each time."""
    fixed = _FixedChance()
    for name in ("token_bytes", "token_hex", "token_urlsafe", "choice", "randbelow"):
        monkeypatch.setattr(secrets, name, getattr(fixed, name))
    monkeypatch.setattr(webauthn, "get_credentials", lambda user: [])  # the world's passkey is none of a real device


@dataclass(frozen=True)
class GivenAnswer:
    """An answer: to whom, of which route by its name and its address with ``*`` for what stands in it, and what."""

    method: str
    name: str
    route: str
    role: str
    body: Mapping[str, Any]
    status: str
    text: str

    @property
    def key(self) -> str:
        """Its method, route and role."""
        return f"{self.method} {self.name} {self.role}"


def answers() -> Iterator[GivenAnswer]:
    """Yield each answer."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence")
    with time_machine.travel(NOW, tick=False):
        place, rows = world(), read_matrix().rows
        for route in site_routes():
            if route.name in (*DRAWN_BY_LIBRARIES, *DRAWN_FROM_THE_SCHEMA):
                continue
            row = rows[route.name]
            for method in row.patterns:
                for role in ROLES:
                    yield _answer(place, role, route, method, row)

        routes = {route.name: route for route in site_routes()}
        for name, body in EXAMPLE_BODIES.items():
            method, _, route_name = name.partition(" ")
            row = replace(rows[route_name], body=body)
            for role in ("owner", "organizer"):
                yield replace(_answer(place, role, routes[route_name], method, row), role=EXAMPLE)


def _answer(place: World, role: str, route: SiteRoute, method: str, row: AccessRow) -> GivenAnswer:
    browser = place.people[role].client
    address = place.address(role, route.route, row.places)
    places = place.places[role]
    body = _filled(row.body, places)
    if route.name.startswith("api-") and isinstance(body, Mapping):
        body = {name: int(value) if _names_entry(name, value) else value for name, value in body.items()}
    cookies = SimpleCookie(browser.cookies)
    cache.clear()
    with transaction.atomic():
        response = send(browser, method, f"{address}?{row.query}", body)
        transaction.set_rollback(True)
    content = b"".join(response.streaming_content) if response.streaming else response.content
    browser.cookies = cookies
    status = f"{response.status_code} {response.headers.get('Location', '')}".strip()
    pattern = re.sub(r"<[^>]+>", "*", f"/{route.route}")
    return GivenAnswer(method, route.name, pattern, role, body, status, _text(response, content))


def _names_entry(name: str, value: Any) -> bool:
    return name in NUMBERS and isinstance(value, str)


def _filled(body: Any, places: Mapping[str, str]) -> Any:
    """Return a body with places in the stead of their names."""
    if isinstance(body, Mapping):
        return {name: _filled(value, places) for name, value in body.items()}
    if isinstance(body, list):
        return [_filled(value, places) for value in body]
    return places.get(str(body)[1:-1], body)


def _text(response: HttpResponse, content: bytes) -> str:
    kind = response.headers.get("Content-Type", "")
    if kind.startswith("application/pdf"):
        return "a PDF"  # goldens of print compare its drawing
    return PASSING.sub(r"\1", content.decode("utf-8", "replace"))


def digest(text: str) -> str:
    """Return a short name of a text that no other has."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def recorded(text: str) -> str:
    """Return what is recorded of a text beside its status."""
    return "a page" if text.lstrip().startswith("<") else digest(text)


def is_document(text: str) -> bool:
    """Return True if a text is a JSON document, which is recorded whole."""
    return text.startswith(("{", "["))


def readable(text: str) -> list[str]:
    """Return the lines of a document, indented, so that a difference is a line."""
    return json.dumps(json.loads(text), indent=1, ensure_ascii=False).splitlines() if is_document(text) else [text]
