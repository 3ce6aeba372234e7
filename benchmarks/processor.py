"""How long a processor works for one request, in one process, beside a bare view: what a busy site is bound by.

Time on the clock depends on what else the machine does; the time that the process itself was given does not. Requests
go through the whole application, middleware and all, as gunicorn calls it.
"""

import io
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median
from time import process_time
from urllib.parse import urlencode

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.test import Client, RequestFactory

from accounts.models import Owner
from benchmarks.battles import bench_battle
from benchmarks.builder import bench_warband, changing
from benchmarks.campaigns import bench_campaign
from benchmarks.harness import CSRF, alone, count_queries, known_host, owner_of

BARE = "/bare/1/1000/"
"""The least page that there is: it knows who asks, and has one row."""
ROWS = 30
"""Rows of the bare page that has as many bytes."""
ROUNDS = 25
BATCH = 4
MOST = 4.0


class Application:
    """The site in this process, asked by one browser."""

    def __init__(self, client: Client) -> None:
        self._application = get_wsgi_application()
        self._factory = RequestFactory()
        self._cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"

    def ask(self, address: str, headers: Mapping[str, str] = {}) -> tuple[int, Mapping[str, str], bytes]:
        """Return the status, the headers and the body of a page."""
        return self._ask(self._factory.get(address, headers=self._headers(headers)).environ)

    def get(self, address: str) -> bytes:
        """Return the body of a page; any status but 200 raises."""
        status, _, body = self.ask(address)
        if status != 200:
            raise RuntimeError(f"{address} answered {status}")
        return body

    def post(self, address: str, fields: Mapping[str, str]) -> bytes:
        """Send a form as HTMX does; return the body of the answer."""
        form = urlencode({"csrfmiddlewaretoken": CSRF, **fields})
        headers = self._headers({"HX-Request": "true", "HX-Target": "roster"})
        kind = "application/x-www-form-urlencoded"
        status, _, body = self._ask(self._factory.post(address, form, content_type=kind, headers=headers).environ)
        if status != 200:
            raise RuntimeError(f"{address} answered {status}")
        return body

    def _headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        return {"Cookie": f"{self._cookie}; csrftoken={CSRF}", "Host": "127.0.0.1", **headers}

    def _ask(self, environ: dict[str, object]) -> tuple[int, Mapping[str, str], bytes]:
        answer: dict[str, object] = {}

        def start(status: str, headers: list[tuple[str, str]], *fault: object) -> Callable[[bytes], object]:
            answer["status"], answer["headers"] = int(status.split(maxsplit=1)[0]), dict(headers)
            return io.BytesIO().write

        result = self._application(environ, start)
        body = b"".join(result)
        result.close()
        return answer["status"], answer["headers"], body  # type: ignore[return-value] # as start has stored them


def report() -> list[str]:
    """Measure and return the lines to print."""
    lines = [
        "Milliseconds of processor for a request, and times those of a bare page: of the least one, and of one of as "
        f"many bytes (to reach: {MOST:g} x)"
    ]
    with known_host() as client:
        application = Application(client)
        for name, run in _requests(application, owner_of(client)):
            run()
            queries, size = count_queries(run), len(run())
            own, least, alike = _in_turn(
                run, partial(application.get, BARE), partial(application.get, f"/bare/{ROWS}/{size}/")
            )
            lines.append(
                f"  {name:<26}{own:7.2f} ms   least {least:5.2f} ms   {own / least:5.2f} x   "
                f"{own / alike:5.2f} x   {queries:2d} queries   {size / 1000:6.1f} kB"
            )
    return lines


def _requests(application: Application, owner: Owner) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield what is asked, by name."""
    warband = bench_warband(owner, 12)
    yield "list of warbands", partial(application.get, "/warbands/")
    battle = bench_battle(owner, 6, 10)
    campaign = bench_campaign(owner, 4)
    campaign.commit(campaign.prepare())
    for name, address in (
        ("front page", "/"),
        ("list of creatures", "/creatures/"),
        ("search", "/search/?q=fire"),
        ("creature", "/creatures/trog-stoneliege/"),
        ("glossary", "/glossary/"),
        ("builder", f"/warbands/{warband.key}/"),
        ("battle", f"/battles/{battle.key}/"),
        ("campaign", f"/campaigns/{campaign.key}/"),
    ):
        yield name, partial(application.get, address)
    yield "builder, a change", changing(application, warband.key)
    address = f"/battles/{battle.key}/now/"
    mark = application.ask(address)[1]["ETag"]
    yield "battle, nothing new", lambda: application.ask(address, {"If-None-Match": mark})[2]


def _in_turn(*runs: Callable[[], object]) -> tuple[float, ...]:
    """Return the milliseconds of processor that each takes, measured in turn."""
    for run in runs:
        alone(run, 1)
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(ROUNDS):
        for run, taken in zip(runs, times, strict=True):
            start = process_time()
            for _ in range(BATCH):
                run()
            taken.append((process_time() - start) * 1000 / BATCH)
    return tuple(map(median, times))
