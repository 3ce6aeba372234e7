"""The kinds of writes: each sent over HTTP, with what the database has afterwards of those that were acknowledged."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlencode

from benchmarks.faults.site import FaultySite


@dataclass
class WriteKind:
    """A kind of write. ``send`` sends the write of a number and returns its status; ``stored`` counts what is there."""

    name: str
    send: Callable[[FaultySite, int], int]
    stored: Callable[[FaultySite], int]
    sent: int = 0
    acknowledged: int = 0
    statuses: dict[int, int] = field(default_factory=dict)

    def write(self, site: FaultySite) -> int:
        """Send one more; count it where the site said that it is stored."""
        self.sent += 1
        status = self.send(site, self.sent)
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.acknowledged += 200 <= status < 400
        return status


def _rename(site: FaultySite, number: int) -> int:
    version = site.value(f"SELECT version FROM warbands_warband WHERE key = '{site.keys['warband']}'")
    change = urlencode({"change": "warband-rename", "to": f"Name {number}"})
    return site.post(f"/warbands/{site.keys['warband']}/change/", {"version": str(version), "change": change})[0]


def _renamed(site: FaultySite) -> int:
    return int(site.value(f"SELECT version FROM warbands_warband WHERE key = '{site.keys['warband']}'")) - 1


def _import(site: FaultySite, number: int) -> int:
    members = [{"creature": "boar", "name": ""}, {"creature": "basilisk", "name": ""}]
    document = {"format": "muster-roster/1", "name": f"Import {number}", "play_mode": "narrative", "points_limit": None}
    text = json.dumps({**document, "alignment": None, "members": members})
    return site.post("/warbands/import/", {"document": text})[0]


def _imported(site: FaultySite) -> int:
    return int(site.value("SELECT count(*) FROM warbands_warband")) - 1


def _plan(site: FaultySite, number: int) -> int:
    # A campaign has a limit of scenarios that are planned, and none of how often a plan is changed.
    do = "1/edit" if _planned(site) else "plan"
    address = f"/campaigns/{site.keys['campaign']}/scenarios/{do}/"
    return site.post(address, {"title": f"Scenario {number}", "victory": "standard-victory"})[0]


def _planned(site: FaultySite) -> int:
    return int(site.value("SELECT count(*) FROM campaigns_journalentry WHERE kind = 'scenario-planned'"))


def _play(site: FaultySite, number: int) -> int:
    address = f"/battles/{site.keys['battle']}/act/"
    head = site.value(f"SELECT head FROM battles_battle WHERE key = '{site.keys['battle']}'")
    do = "begin" if not head else "undo" if number % 2 else "redo"
    return site.post(address, {"do": do, "seen": str(head), "sent": f"write-{number:08}"})[0]


def _played(site: FaultySite) -> int:
    return int(site.value("SELECT count(*) FROM battles_battleentry"))


def web_writes() -> list[WriteKind]:
    """Return the kinds of writes of web pages, each new."""
    return [
        WriteKind("a change of a warband", _rename, _renamed),
        WriteKind("an import of a warband", _import, _imported),
        WriteKind("an entry of a campaign", _plan, _planned),
        WriteKind("an entry of a battle", _play, _played),
    ]
