"""What measurements share: the site as people meet it, behind gunicorn, asked over a connection by who is signed in.

Timing is in pairs: the thing and its floor in turn, so that a machine whose speed drifts does not tilt the ratio.
"""

import gc
import http.client
import os
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple, Self
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from accounts.models import Owner

Run = Callable[[], object]
RUNS = 40


@dataclass(frozen=True, slots=True)
class Measurement:
    """Medians in milliseconds of the thing and of its floor, and the median of their ratios run by run."""

    milliseconds: float
    floor: float
    ratio: float


def timed(run: Run) -> float:
    """Return how many milliseconds one run takes."""
    start = time.perf_counter()
    run()
    return (time.perf_counter() - start) * 1000


def alone(run: Run, runs: int, warm_up: int = 3) -> float:
    """Return the median of ``runs`` runs in milliseconds."""
    for _ in range(warm_up):
        run()
    gc.collect()
    return median(timed(run) for _ in range(runs))


def paired(run: Run, floor: Run, runs: int, warm_up: int = 5) -> Measurement:
    """Measure a run and its floor in turn."""
    for _ in range(warm_up):
        run()
        floor()
    gc.collect()
    times = [(timed(run), timed(floor)) for _ in range(runs)]
    return Measurement(
        milliseconds=median(mine for mine, _ in times),
        floor=median(other for _, other in times),
        ratio=median(mine / other for mine, other in times),
    )


ROOT = Path(__file__).resolve().parent.parent
WORKERS = 2
START_SECONDS = 30
CSRF = "b" * 32
FORM = "application/x-www-form-urlencoded"


class SiteAnswer(NamedTuple):
    """What the site answers."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Browser(ABC):
    """The site as the browser of somebody who is signed in meets it."""

    @abstractmethod
    def ask(self, method: str, address: str, form: str | None = None, headers: Mapping[str, str] = {}) -> SiteAnswer:
        """Return the answer to a request with the browser's cookies."""

    def get(self, address: str) -> bytes:
        """Return the body of a page; anything but a page of status 200 raises."""
        return self._body("GET", address)

    def post(self, address: str, fields: Mapping[str, str]) -> bytes:
        """Send a form as HTMX does and return the body of the answer; any status but 200 raises."""
        return self._body("POST", address, _form(fields), {"HX-Request": "true", "HX-Target": "roster"})

    def follow(self, address: str, fields: Mapping[str, str]) -> bytes:
        """Send a form as a browser without scripts does; return the body of the page to which the answer leads."""
        answer = self.ask("POST", address, _form(fields))
        if answer.status not in (302, 303):
            raise RuntimeError(f"{address} answered {answer.status}")
        return self.get(answer.headers["Location"])

    def _body(self, method: str, address: str, form: str | None = None, headers: Mapping[str, str] = {}) -> bytes:
        answer = self.ask(method, address, form, headers)
        if answer.status != 200:
            raise RuntimeError(f"{address} answered {answer.status}")
        return answer.body


def _form(fields: Mapping[str, str]) -> str:
    return urlencode({"csrfmiddlewaretoken": CSRF, **fields})


class Site(Browser):
    """A running site."""

    def __init__(self, port: int, cookie: str, source: str = "127.0.0.1") -> None:
        self._port, self._source = port, (source, 0)
        self._headers = {"Cookie": f"{cookie}; csrftoken={CSRF}", "Accept-Encoding": "identity"}

    def of_session(self, session: str, source: str = "127.0.0.1") -> Self:
        """Return the site as another browser meets it, by the key of its session, from an address of this machine."""
        return type(self)(self._port, f"{settings.SESSION_COOKIE_NAME}={session}", source)

    def address(self, path: str) -> str:
        """Return the whole address of a page, for a browser."""
        return f"http://127.0.0.1:{self._port}{path}"

    def ask(self, method: str, address: str, form: str | None = None, headers: Mapping[str, str] = {}) -> SiteAnswer:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30, source_address=self._source)
        sent = {"Content-Type": FORM} if form is not None else {}
        try:
            connection.request(method, address, form, headers={**self._headers, **sent, **headers})
            answer = connection.getresponse()
            return SiteAnswer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()


def signed_in_client() -> Client:
    """Return a test client of a person who is signed in."""
    user, _ = get_user_model().objects.get_or_create(username="bench")
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@contextmanager
def serve(client: Client) -> Iterator[Site]:
    """Serve the site on a free port with the client's session, and stop it afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "PORT": str(port), "HOST": "127.0.0.1", "WEB_CONCURRENCY": str(WORKERS)}
    command = [sys.executable, "-m", "gunicorn", "--config", "python:benchmarks.gunicorn_config", "p2v_site.wsgi"]
    server = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        site = Site(port, "").of_session(client.cookies[settings.SESSION_COOKIE_NAME].value)
        _wait_for(site)
        yield site
    finally:
        server.terminate()
        server.wait(timeout=20)


def _wait_for(site: Site) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            site.get("/bare/1/100/")
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return


@dataclass(frozen=True, slots=True)
class Bench:
    """A person who is signed in: the site that is served to them, and a client in this process, whose queries count."""

    site: Site
    client: Client
    owner: Owner

    def compare(self, name: str, run: Callable[[], bytes], floor: Callable[[int], object], queries: int) -> str:
        """Measure a run beside its floor, which is given the bytes of an answer; return the line to print."""
        size = len(run())
        pair = paired(run, lambda: floor(size), RUNS)
        return line(name, pair, queries, size)

    def page(self, name: str, address: str, floor: str) -> str:
        """Measure a page; ``floor`` is the address of the bare view beside it, up to its bytes."""
        self.client.get(address)
        queries = count_queries(lambda: self.client.get(address))
        return self.compare(
            name, lambda: self.site.get(address), lambda size: self.site.get(f"{floor}{size}/"), queries
        )

    def form(self, name: str, address: str, fields: Mapping[str, str], floor: str) -> str:
        """Measure a form with the page that answers it; ``floor`` is the address of a bare form, up to its bytes."""
        queries = count_queries(lambda: self.client.post(address, fields, follow=True))
        return self.compare(
            name,
            lambda: self.site.follow(address, fields),
            lambda size: self.site.follow(f"{floor}{size}/", {}),
            queries,
        )

    def taps(self, name: str, forms: Iterator[tuple[str, Mapping[str, str]]], floor: str) -> str:
        """Measure forms that HTMX sends, each with its address; ``floor`` is that of a bare view, up to its bytes."""
        address, fields = next(forms)
        queries = count_queries(lambda: self.client.post(address, fields, headers={"HX-Request": "true"}))
        return self.compare(
            name, lambda: self.site.post(*next(forms)), lambda size: self.site.get(f"{floor}{size}/"), queries
        )


@contextmanager
def known_host() -> Iterator[Client]:
    """Let the test client ask as well; return that of a person who is signed in."""
    with override_settings(ALLOWED_HOSTS=["testserver", *settings.ALLOWED_HOSTS]):
        yield signed_in_client()


@contextmanager
def served_bench() -> Iterator[Bench]:
    """Serve the site to a person who is signed in."""
    with known_host() as client, serve(client) as site:
        yield Bench(site, client, owner_of(client))


def owner_of(client: Client) -> Owner:
    """Return the person whose client it is."""
    return Owner(user=client.get("/").wsgi_request.user)


def count_queries(run: Run) -> int:
    """Return how many queries a run asks in this process."""
    with CaptureQueriesContext(connection) as captured:
        run()
        return len(captured)  # the next request forgets them


def line(name: str, pair: Measurement, queries: int, size: int) -> str:
    """Return the line of a measurement."""
    return (
        f"  {name:<38}{pair.milliseconds:7.2f} ms   bare {pair.floor:5.2f} ms   {pair.ratio:5.2f} x   "
        f"{queries:2d} queries   {size / 1000:6.1f} kB"
    )
