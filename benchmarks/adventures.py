"""Adventures: one check with its answer, and the page, after 10 and after 500 events; then the page of each kind.

Beside each stands a bare view that asks and writes as much and sends as many bytes. A check is sent as the page's form,
and its answer is the page to which the site leads.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from accounts.models import Owner
from adventures.models import AdventureRow
from adventures.selectors.folding import whole_adventure_view
from adventures.selectors.seats import AdventureVisitor
from adventures.services.adventures import adventure_make
from adventures.services.recording import check_record, step_record
from benchmarks.measure import Measurement, alone, paired
from benchmarks.served import Site, serve, signed_in_client
from rules.adventures.documents import FORMAT, adventure_from_document, setup_of_adventure
from rules.adventures.events.event import AdventureEvent
from rules.adventures.events.running import AdventureNoted, AdventureRoundEnded
from rules.adventures.kinds import KINDS
from rules.adventures.library import library_adventures
from rules.adventures.state import CheckAttempt
from rules.adventures.views import AdventureView

EVENTS = (10, 500)
RUNS = 40
ROWS = 40
"""Rows of the bare page beside an adventure's page: about what that lists."""
PARTY = ("Mara", "Old Flint", "Snik", "Tusk")
ROUND = len(PARTY) + 1
"""Events of a round: a check of each participant, and its end."""
CHECK = {"do": "check", "action": "attempt", "target": "talk", "skill": "Diplomacy", "who": "n1"}


def report() -> list[str]:
    """Measure and return the lines to print."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", "--noinput", verbosity=0)
    call_command("load_compendium", stdout=io.StringIO())
    client = signed_in_client()
    lines = ["Adventures (to reach: a check and a page 2 x a bare view of the same queries and bytes)"]
    with override_settings(ALLOWED_HOSTS=["testserver", *settings.ALLOWED_HOSTS]), serve(client) as site:
        owner = Owner(user=client.get("/").wsgi_request.user)
        for events in EVENTS:
            row, twin = (bench_adventure(owner, events) for _ in range(2))
            lines += [
                _check(site, client, row, twin, f"check, {events} events"),
                page_line(site, client, row, f"page, {events} events"),
                _fold(row, f"whole fold, {events} events"),
            ]
        for kind in KINDS:
            lines.append(page_line(site, client, ready_adventure(owner, kind), f"page, {kind}"))
        lines.append(page_line(site, client, large_map(owner), "page, a map of 2,000 hexes"))
    return lines


def bench_adventure(owner: Owner, events: int) -> AdventureRow:
    """Store an adventure in which four participants collect points, after so many events."""
    skills = [{"skill": "Diplomacy"}, {"skill": "Perception"}, {"skill": "Deception", "adjustment": "hard"}]
    checks = [{"key": key, "name": key.capitalize(), "track": "trust", "skills": skills} for key in ("talk", "listen")]
    thresholds = [{"points": points, "unlocks": "The guard looks away once more."} for points in (4, 8, 12)]
    facts = {"tracks": [{"key": "trust", "name": "Trust", "thresholds": thresholds}], "checks": checks}
    row = _stored(owner, {"kind": "victory-points", "name": "The gate", "facts": {**facts, "shows_dcs": True}})
    for number in range(events):
        place = number % ROUND
        if place == len(PARTY):
            _record(owner, row, AdventureRoundEnded())
        else:
            attempt = CheckAttempt("attempt", f"n{place + 1}", "talk", "Diplomacy")
            check_record(visitor=AdventureVisitor(owner), key=row.key, attempt=attempt)
    row.refresh_from_db()
    return row


def ready_adventure(owner: Owner, kind: str) -> AdventureRow:
    """Store the first ready adventure of a kind with the same participants, after a few events."""
    ready = next(adventure for adventure in library_adventures().values() if adventure.kind.key == kind)
    row = _stored(owner, {**setup_of_adventure(ready), "rounds": None})
    for number in range(EVENTS[0]):
        _record(owner, row, AdventureNoted(f"The party waits, {number}."))
    row.refresh_from_db()
    return row


def large_map(owner: Owner) -> AdventureRow:
    """Store a hexploration of 2,000 hexes, all of them seen, with something in every tenth."""
    letters = "pdwmfsa"
    lines = ["".join(letters[(column * row + row) % 7] for column in range(50)) for row in range(40)]
    hexes = [
        {"key": f"{column:02d}{row:02d}", "feature": "secret", "name": f"Cave {column}"}
        for column in range(5, 50, 5)
        for row in range(1, 41, 2)
    ]
    facts = {"region": "The world", "columns": 50, "rows": 40, "start": "0101", "terrain": lines, "hexes": hexes}
    row = _stored(owner, {"kind": "hexploration", "name": "The world", "facts": {**facts, "shows_terrain": True}})
    for number in range(EVENTS[0]):
        _record(owner, row, AdventureNoted(f"The party waits, {number}."))
    row.refresh_from_db()
    return row


def _stored(owner: Owner, beginning: Mapping[str, Any]) -> AdventureRow:
    typed = [{"name": "Diplomacy", "by": 9}, {"name": "Perception", "by": 7}, {"name": "Society", "by": 4}]
    party = [{"id": f"n{place}", "name": name, "level": 3, "typed": typed} for place, name in enumerate(PARTY, 1)]
    document = {"format": FORMAT.tag, **beginning, "participants": party}
    return adventure_make(owner=owner, adventure=adventure_from_document(document).adventure)


def _record(owner: Owner, row: AdventureRow, event: AdventureEvent) -> None:
    step_record(visitor=AdventureVisitor(owner), key=row.key, events=lambda state: (event,))


def _check(site: Site, client: Client, row: AdventureRow, twin: AdventureRow, name: str) -> str:
    """Measure a check with the page that answers it; its floor writes to an adventure of its own."""
    address = f"/adventures/{row.key}/act/"
    body = len(site.follow(address, CHECK))
    with CaptureQueriesContext(connection) as captured:
        client.post(address, CHECK, follow=True)
        queries = len(captured)
    floor = f"/bare-check/{twin.key}/{ROWS}/{body}/"
    return _line(name, paired(lambda: site.follow(address, CHECK), lambda: site.follow(floor, {}), RUNS), queries, body)


def page_line(site: Site, client: Client, row: AdventureRow, name: str, rows: int = ROWS) -> str:
    """Measure the page of an adventure, the checks of a participant open; return the line to print."""
    address = f"/adventures/{row.key}/?who=n1"
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
        queries = len(captured)
    body = len(site.get(address))
    floor = f"/bare-adventure/{row.key}/{rows}/{body}/"
    return _line(name, paired(lambda: site.get(address), lambda: site.get(floor), RUNS), queries, body)


def _fold(row: AdventureRow, name: str) -> str:
    row.refresh_from_db()

    def whole() -> AdventureView:
        return whole_adventure_view(row, for_players=False)

    return f"  {name:<38}{alone(whole, 5, 1):7.2f} ms   once in a process that has not seen the adventure"


def _line(name: str, pair: Measurement, queries: int, body: int) -> str:
    return (
        f"  {name:<38}{pair.milliseconds:7.2f} ms   bare {pair.floor:5.2f} ms   {pair.ratio:5.2f} x   "
        f"{queries:2d} queries   {body / 1000:6.1f} kB"
    )
