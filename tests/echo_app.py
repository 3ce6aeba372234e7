"""A WSGI application that says how long the body of a request is: for tests of the web worker."""

import time
from collections.abc import Callable, Iterable
from typing import Any

MUCH = 16 * 2**20


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer with the length of the body; ``/slow`` takes a second, ``/much`` answers with a lot."""
    if environ["PATH_INFO"] == "/slow":
        time.sleep(1)
    body = b"x" * MUCH if environ["PATH_INFO"] == "/much" else str(len(environ["wsgi.input"].read())).encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


LARGEST = 4 * 2**20
application.largest_body = lambda path: 0 if path == "/none" else LARGEST  # type: ignore[attr-defined] # the worker asks it
