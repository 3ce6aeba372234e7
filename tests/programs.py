"""Programs that act for somebody by a token, for tests to say in few words."""

import json
from dataclasses import dataclass
from typing import Any

from django.test import Client

from accounts.models import Owner, Scope, User
from accounts.services.tokens import token_make
from tests.replays import replayed

ROOT = "/api/v1/"


@dataclass
class Program:
    """A program with the token of an account, or with none; addresses are those below ``/api/v1/``."""

    client: Client
    text: str = ""

    def get(self, address: str, **headers: str) -> Any:
        """Read."""
        return self.client.get(ROOT + address, headers=self._headers(headers))

    def send(self, method: str, address: str, body: object = None, **headers: str) -> Any:
        """Send a body as JSON; bytes are sent as they are."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        sent = self._headers(headers)
        return self.client.generic(method, ROOT + address, data, content_type="application/json", headers=sent)

    def post(self, address: str, body: object = None, **headers: str) -> Any:
        """Send a body as JSON by POST."""
        return self.send("POST", address, body, **headers)

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        bearer = {"Authorization": f"Bearer {self.text}"} if self.text else {}
        return bearer | {name.replace("_", "-"): value for name, value in headers.items()}


@replayed
def program_of(owner: Owner | User, *scopes: str) -> Program:
    """Return a program that has a token of an account with some scopes, all of them unless some are named."""
    user = owner if isinstance(owner, User) else owner.user
    assert user is not None
    _, text = token_make(user=user, name="A program", scopes=scopes or list(Scope), days=1)
    return Program(Client(enforce_csrf_checks=True), text)


def error_of(answer: Any) -> tuple[int, str]:
    """Return the status and the code of an answer that is an error."""
    return answer.status_code, answer.json()["error"]["code"]


def told(answer: Any, status: int = 200) -> Any:
    """Return what an answer says, which has to be a yes."""
    assert answer.status_code == status, answer.content
    return answer.json()
