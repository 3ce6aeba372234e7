"""How long a processor works for one request, in one process, beside a bare view: what a busy site is bound by.

Time on the clock depends on what else the machine does; the time that the process itself was given does not. Requests
go through the whole application, middleware and all, as gunicorn calls it.
"""

import io
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.test import Client, RequestFactory

from accounts.models import Owner
from benchmarks.battles import bench_battle
from benchmarks.builder import bench_warband, changing
from benchmarks.campaigns import bench_campaign
from benchmarks.harness import CSRF, FORM, Browser, SiteAnswer, alone, count_queries, known_host, owner_of

BARE = "/bare/1/1000/"
"""The least page that there is: it knows who asks, and has one row."""
ROWS = 30
"""Rows of the bare page that has as many bytes."""
ROUNDS = 25
BATCH = 4
MOST = 4.0


class Application(Browser):
    """The site in this process, asked by one browser."""

    def __init__(self, client: Client) -> None:
        self._application = get_wsgi_application()
        self._factory = RequestFactory()
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self._headers = {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={CSRF}",
            "Host": "127.0.0.1",
        }

    def ask(self, method: str, address: str, form: str | None = None, headers: Mapping[str, str] = {}) -> SiteAnswer:
        request = self._factory.generic(method, address, form or "", FORM, headers={**self._headers, **headers})
        answer: dict[str, Any] = {}

        def start(status: str, headers: list[tuple[str, str]], *fault: object) -> Callable[[bytes], object]:
            answer["status"], answer["headers"] = int(status.split(maxsplit=1)[0]), dict(headers)
            return io.BytesIO().write

        result = self._application(request.environ, start)
        body = b"".join(result)
        result.close()
        return SiteAnswer(answer["status"], answer["headers"], body)


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
    mark = application.ask("GET", address).headers["ETag"]
    yield "battle, nothing new", lambda: application.ask("GET", address, headers={"If-None-Match": mark}).body


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
