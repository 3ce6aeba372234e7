"""Twenty people who watch one battle over connections: how many questions the site bears, and how soon all see a tap.

They ask as ``battle.js`` does, with the mark of what they saw. A bare view of a few bytes stands beside them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median, quantiles
from threading import Event, Thread

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Owner
from battles.models import Battle
from battles.selectors.battles import BattleVisitor
from battles.services.seats import battle_share
from benchmarks.served import Site

WATCHERS = 20
STORM_SECONDS = 5
PAUSE = 1.5
"""Seconds between two questions of a phone, as in ``battle.js``."""
TAPS = 8


@dataclass
class Watcher:
    """A person who watches: the site with the browser's session, the mark of what was seen, and what was measured."""

    site: Site
    mark: str = ""
    same: list[float] = field(default_factory=list)
    changed: list[float] = field(default_factory=list)
    seen: dict[str, float] = field(default_factory=dict)

    def ask(self, address: str) -> None:
        """Ask once whether something happened."""
        start = time.perf_counter()
        status, mark, _ = self.site.ask(address, self.mark)
        now = time.perf_counter()
        (self.same if status == 304 else self.changed).append((now - start) * 1000)
        if mark and status == 200:
            self.mark = mark
            self.seen[mark.split(".")[1]] = now


def watcher_lines(site: Site, owner: Owner, battle: Battle, tap: Callable[[int], object]) -> list[str]:
    """Measure 20 watchers of a battle; ``tap`` changes it."""
    battle_share(visitor=BattleVisitor(owner), key=battle.key, shared=True)
    battle.refresh_from_db()
    clients = [Client() for _ in range(WATCHERS)]
    for client in clients:
        client.get(f"/battles/watch/{battle.spectator_token}/")
    address = f"/battles/{battle.key}/now/"
    watchers = [Watcher(site.of_session(_session(client))) for client in clients]
    for watcher in watchers:
        watcher.ask(address)
    with CaptureQueriesContext(connection) as captured:
        clients[0].get(address, headers={"If-None-Match": watchers[0].mark})
        queries = len(captured)  # the next request forgets them
    floor = _storm([Watcher(one.site) for one in watchers], "/bare/1/100/")
    storm = _storm(watchers, address)
    same, changed, delays = _follow(watchers, battle, tap)
    return [
        f"{_title(f'{WATCHERS} watchers, nothing new')}{storm}   {queries} queries each",
        f"{_title('the same, bare view')}{floor}",
        f"{_title(f'every {PAUSE} s, nothing new')}{_times(same)}",
        f"{_title('the same, with a change')}{_times(changed)}",
        f"{_title(f'until all {WATCHERS} see a tap')}{median(delays):5.2f} s, at most {max(delays):5.2f} s   (2 s)",
    ]


@dataclass(frozen=True, slots=True)
class StormResult:
    """Questions a second that were answered, and how long each answer took in milliseconds."""

    rate: float
    times: list[float]

    def __str__(self) -> str:
        return f"{self.rate:5.0f} polls/s, {_times(self.times)}"


def _storm(watchers: list[Watcher], address: str) -> StormResult:
    """Let all ask without a pause."""
    end = time.perf_counter() + STORM_SECONDS

    def _ask(watcher: Watcher) -> None:
        while time.perf_counter() < end:
            watcher.ask(address)

    for watcher in watchers:
        watcher.same, watcher.changed = [], []
    _together([lambda one=one: _ask(one) for one in watchers])  # type: ignore[misc] # a default
    times = [taken for one in watchers for taken in (*one.same, *one.changed)]
    return StormResult(len(times) / STORM_SECONDS, times)


def _follow(
    watchers: list[Watcher], battle: Battle, tap: Callable[[int], object]
) -> tuple[list[float], list[float], list[float]]:
    """Let all follow some taps; return the times of answers without and with a change, and until all had seen each."""
    over, tapped = Event(), dict[str, float]()
    address = f"/battles/{battle.key}/now/"

    def _watch(place: int, watcher: Watcher) -> None:
        over.wait(PAUSE * place / WATCHERS)  # phones do not ask all at once
        while not over.is_set():
            watcher.ask(address)
            over.wait(PAUSE)

    def _play() -> None:
        for number in range(TAPS):
            time.sleep(2.5)
            tap(number)
            at = time.perf_counter()
            battle.refresh_from_db()
            tapped[str(battle.version)] = at
        time.sleep(2.5)
        over.set()

    for watcher in watchers:
        watcher.same, watcher.changed, watcher.seen = [], [], {}
    _together([_play, *(lambda place=place, one=one: _watch(place, one) for place, one in enumerate(watchers))])  # type: ignore[misc] # defaults
    delays = [max(one.seen[version] for one in watchers) - at for version, at in tapped.items()]
    return (
        [taken for one in watchers for taken in one.same],
        [taken for one in watchers for taken in one.changed],
        delays,
    )


def _together(runs: list[Callable[[], None]]) -> None:
    threads = [Thread(target=run) for run in runs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _times(times: list[float]) -> str:
    return f"p50 {median(times):5.1f} ms, p95 {quantiles(times, n=20)[-1]:5.1f} ms"


def _title(words: str) -> str:
    return f"  {words:<38}"


def _session(client: Client) -> str:
    return client.cookies[settings.SESSION_COOKIE_NAME].value
