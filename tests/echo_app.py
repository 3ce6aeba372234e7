"""A WSGI application that says how long the body of a request is: for tests of the web worker."""

import time
from collections.abc import Callable, Collection, Iterable
from typing import Any

from common.web.awaiting import HAS_WAITED, AwaitedChange

MUCH = 16 * 2**20
WAIT_BATTLE = "table"
versions = {WAIT_BATTLE: 0}


class WaitingAnswer(list[bytes]):
    """An answer that may wait for a change."""

    def __init__(self, body: bytes, awaited: AwaitedChange) -> None:
        super().__init__([body])
        self.awaited = awaited

    def close(self) -> None:
        """Do what the end of an answer does in Django."""


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer with the length of the body; ``/slow`` takes a second, ``/much`` answers with a lot.

    ``/wait/BROWSER`` waits until a form is sent to ``/change``, and answers with the version and whether it waited.
    """
    path = environ["PATH_INFO"]
    if path == "/slow":
        time.sleep(1)
    if path == "/change":
        versions[WAIT_BATTLE] += 1
    version = versions[WAIT_BATTLE]
    body = b"x" * MUCH if path == "/much" else str(len(environ["wsgi.input"].read())).encode()
    if path.startswith("/wait/"):
        body = f"{version} {environ[HAS_WAITED]}".encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    if path.startswith("/wait/") and not environ[HAS_WAITED]:
        return WaitingAnswer(body, AwaitedChange(WAIT_BATTLE, version, path.removeprefix("/wait/")))
    return [body]


def _changes(awaited: Collection[AwaitedChange]) -> set[AwaitedChange]:
    return {change for change in awaited if change.version != versions[change.battle]}


LARGEST = 4 * 2**20
application.largest_body = lambda path: 0 if path == "/none" else LARGEST  # type: ignore[attr-defined] # the worker asks it
application.changes = _changes  # type: ignore[attr-defined] # as above
