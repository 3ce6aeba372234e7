"""A disk that is full: the site says that it could not store, keeps what it has, and goes on when there is room."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

from benchmarks.faults.kills import RESPAWN_SECONDS, HarmReport
from benchmarks.faults.site import FaultySite
from benchmarks.faults.writes import web_writes

MOST_WRITES = 1_000


def fill_database(site: FaultySite) -> HarmReport:
    """Write until the database has no room, then with room again; for SQLite, whose files are the site's own."""
    report = HarmReport("a full disk")
    kind = web_writes()[2]
    site.environment["DEBUG"] = "0"  # else it answers with the fault itself
    # No file of the site may become larger than the database is: nothing can be added to it.
    web = site.start_web(largest_file=Path(site.database.removeprefix("sqlite:///")).stat().st_size)
    while kind.sent < MOST_WRITES and kind.write(site) < 500:
        pass
    if max(kind.statuses) != HTTPStatus.INSUFFICIENT_STORAGE:
        report.faults.append("nobody was told that the disk is full")
    if site.get("/api/v1/creatures/boar/") != 200:
        report.faults.append("nothing can be read while the disk is full")
    web.terminate()
    web.wait(RESPAWN_SECONDS)
    site.start_web()
    if not 200 <= kind.write(site) < 400:
        report.faults.append("nothing can be written when there is room again")
    report.sent, report.acknowledged, report.statuses = kind.sent, kind.acknowledged, kind.statuses
    report.stored = kind.stored(site)
    report.faults += site.faults()
    return report


def leftovers(folder: Path) -> list[str]:
    """Return files of uploads that were not written whole: none may stay."""
    uploads = folder / "uploads"
    return [path.name for path in uploads.iterdir() if path.stat().st_size == 0] if uploads.is_dir() else []
