"""A hostile visitor beside an ordinary one: how long the ordinary one waits, with and without limits.

The hostile one, at one address, prints, compares, searches and writes as fast as the site answers, on several
connections at once, with homebrew made to be slow. ``python -m benchmarks.hostile --seconds 30`` serves a site of its
own by gunicorn three times: for the ordinary visitor alone, beside the hostile one without limits, and with them.
"""

import argparse
import os
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.faults.site import CSRF, FaultySite

CONNECTIONS = 8
PAUSE = 0.1
ORDINARY, HOSTILE = "192.0.2.10", "192.0.2.66"
PAGES = ("/", "/creatures/", "/creatures/boar/", "/search/?q=fire", "/warbands/{warband}/")
LIGATURE = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}"
NO_LIMITS = {
    **dict.fromkeys(
        ("LIMIT_WRITES", "LIMIT_PRINTS", "LIMIT_MATCHUPS", "LIMIT_BOXES", "LIMIT_IMPORTS", "LIMIT_CONVERSIONS"),
        "off off",
    ),
    **dict.fromkeys(("LIMIT_EXPORTS", "LIMIT_SEARCHES", "LIMIT_NEWCOMERS"), "off off"),
    "LIMIT_WORK_CALLER": "0",
    "LIMIT_WORK_ADDRESS": "0",
}
STORE = """
import sys
from dataclasses import replace
from accounts.models import Owner, User
from compendium.builtin import built_in_cards
from rules.building.draft import Draft
from rules.roster import Member, Roster
from warbands.models import Warband
from warbands.services.warbands import warband_create
(boar,) = (card for card in built_in_cards() if card.key == "boar")
feature = replace(boar.features[0], effect={text!r} * 5_000)
cards = tuple(replace(boar, key=f"hb-{{place}}", name=f"Boar {{place}}", features=(feature,)) for place in range(28))
members = tuple(Member(cards[place % 28].key) for place in range(100))
owner = Owner(user=User.objects.get(username="ada"))
key = warband_create(owner=owner, draft=Draft(Roster(members, "Horde", "narrative", cards=cards))).key
Warband.objects.filter(key=key).update(share_token="horde")
print(key)
"""


@dataclass
class Waits:
    """What a person asked: the seconds that each page took, and how often each status came."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def __str__(self) -> str:
        times = sorted(self.seconds)
        p50, p95 = statistics.median(times) * 1000, times[int(0.95 * (len(times) - 1))] * 1000
        return f"{len(times):,} pages, p50 {p50:,.0f} ms, p95 {p95:,.0f} ms; statuses {dict(self.statuses)}"


def main(arguments: list[str]) -> int:
    """Measure the three cases and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=30)
    options = parser.parse_args(arguments)
    with stored_site() as site:
        for name, limits, is_attacked in (
            ("Alone", {}, False),
            ("Beside a hostile visitor, without limits", NO_LIMITS, True),
            ("Beside a hostile visitor, with limits", {}, True),
        ):
            with served(site, limits):
                ordinary, hostile = _measure(site, options.seconds, is_attacked)
            print(f"{name}: {ordinary}", flush=True)
            if is_attacked:
                print(f"  the hostile one: {hostile}", flush=True)
    return 0


@contextmanager
def stored_site(**variables: str) -> Iterator[FaultySite]:
    """Make a site with the warband of the hostile visitor."""
    with tempfile.TemporaryDirectory() as name:
        environment = {"WEB_CONCURRENCY": "2", "NUM_PROXIES": "1", "LOG_LEVEL": "CRITICAL", **variables}
        with FaultySite(Path(name), f"sqlite:///{name}/site.sqlite3", **environment) as site:
            site.run("manage.py", "shell", "--verbosity", "0", "-c", STORE.format(text=LIGATURE))
            yield site


@contextmanager
def served(site: FaultySite, limits: dict[str, str]) -> Iterator[None]:
    """Serve the site with these limits, with its own where there are none."""
    kept = {name: value for name, value in site.environment.items() if not name.startswith("LIMIT_")}
    site.environment = kept | limits
    web = site.start_web()
    try:
        yield
    finally:
        web.kill()
        web.wait(30)
        time.sleep(3)  # its workers see that it is gone


def _measure(site: FaultySite, seconds: int, is_attacked: bool) -> tuple[Waits, Waits]:
    over = threading.Event()
    ordinary, hostile = Waits(), Waits()
    pages: Iterator[Asked] = cycle((page.format(**site.keys), None) for page in PAGES)
    threads = [threading.Thread(target=ask_until, args=(over, site, ordinary, pages, ORDINARY, PAUSE))]
    if is_attacked:
        threads += [
            threading.Thread(target=ask_until, args=(over, site, hostile, _hostile_pages(place), HOSTILE, 0.0))
            for place in range(CONNECTIONS)
        ]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    over.set()
    for thread in threads:
        thread.join()
    return ordinary, hostile


Asked = tuple[str, str | None]
"""An address, and the form that is sent there."""


def _hostile_pages(place: int) -> Iterator[Asked]:
    """Yield what one connection asks, each beginning elsewhere."""
    form = {"name": "Horde", "play_mode": "limited", "limit": "200", "alignment": "LE", "csrfmiddlewaretoken": CSRF}
    asked: list[Asked] = [
        ("/shared/horde/cards.pdf?paper=card&backs=1&bleed=1", None),
        ("/matchup/?first=s:horde&second=s:horde", None),
        ("/search/?q=a+e+i+o+u", None),
        ("/warbands/new/", urlencode(form)),
        ("/shared/horde/print/?kind=cards&page=999", None),
        ("/creatures/?q=a&sort=-points", None),
    ]
    return cycle(asked[place % len(asked) :] + asked[: place % len(asked)])


def ask_until(
    over: threading.Event, site: FaultySite, waits: Waits, pages: Iterator[Asked], address: str, pause: float
) -> None:
    """Ask for one page after the other until it is over, and note how long each took."""
    session = site.keys["session"] if address == ORDINARY else ""
    headers = {"Cookie": f"sessionid={session}; csrftoken={CSRF}", "X-Forwarded-For": address}
    while not over.is_set():
        page, form = next(pages)
        began = time.perf_counter()
        status, _ = site.ask("POST" if form else "GET", page, form, headers)
        waits.seconds.append(time.perf_counter() - began)
        waits.statuses[status] += 1
        if pause:
            over.wait(pause)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    sys.exit(main(sys.argv[1:]))
