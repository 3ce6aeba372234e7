"""Adventures: one check with its answer, and the page, after 10 and after 500 events; then the page of each kind.

Beside each stands a bare view that asks and writes as much and sends as many bytes. A check is sent as the page's form,
and its answer is the page to which the site leads.
"""

from collections.abc import Mapping
from typing import Any

from accounts.models import Owner
from adventures.models import AdventureRow
from adventures.selectors.folding import whole_adventure_view
from adventures.selectors.seats import AdventureVisitor
from adventures.services.adventures import adventure_make
from adventures.services.recording import check_record, step_record
from benchmarks.harness import Bench, alone, served_bench
from rules.adventures.documents import FORMAT, adventure_from_document, setup_of_adventure
from rules.adventures.events.event import AdventureEvent
from rules.adventures.events.running import AdventureNoted, AdventureRoundEnded
from rules.adventures.kinds import KINDS
from rules.adventures.library import library_adventures
from rules.adventures.state import CheckAttempt
from rules.adventures.views import AdventureView

EVENTS = (10, 500)
ROWS = 40
"""Rows of the bare page beside an adventure's page: about what that lists."""
PARTY = ("Mara", "Old Flint", "Snik", "Tusk")
ROUND = len(PARTY) + 1
"""Events of a round: a check of each participant, and its end."""
CHECK = {"do": "check", "action": "attempt", "target": "talk", "skill": "Diplomacy", "who": "n1"}


def report() -> list[str]:
    """Measure and return the lines to print."""
    lines = ["Adventures (to reach: a check and a page 2 x a bare view of the same queries and bytes)"]
    with served_bench() as bench:
        for events in EVENTS:
            # The floor writes to an adventure of its own.
            row, twin = (bench_adventure(bench.owner, events) for _ in range(2))
            address, floor = f"/adventures/{row.key}/act/", f"/bare-check/{twin.key}/{ROWS}/"
            lines += [
                bench.form(f"check, {events} events", address, CHECK, floor),
                _page(bench, row, f"page, {events} events"),
                _fold(row, f"whole fold, {events} events"),
            ]
        for kind in KINDS:
            lines.append(_page(bench, ready_adventure(bench.owner, kind), f"page, {kind}"))
        lines.append(_page(bench, large_map(bench.owner), "page, a map of 2,000 hexes"))
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


def _page(bench: Bench, row: AdventureRow, name: str) -> str:
    """Measure the page of an adventure, the checks of a participant open."""
    return bench.page(name, f"/adventures/{row.key}/?who=n1", f"/bare-adventure/{row.key}/{ROWS}/")


def _fold(row: AdventureRow, name: str) -> str:
    row.refresh_from_db()

    def whole() -> AdventureView:
        return whole_adventure_view(row, for_players=False)

    return f"  {name:<38}{alone(whole, 5, 1):7.2f} ms   once in a process that has not seen the adventure"
