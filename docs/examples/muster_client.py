"""A small client of Muster's API: standard library only. Copy it, and go on from there.

``python muster_client.py http://127.0.0.1:8000 muster_…`` makes a warband, adds two boars to it, undoes that, prints it
and deletes it.
"""

from __future__ import annotations

import json
import sys
import uuid
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class MusterError(Exception):
    """An answer that is an error: its status, its stable code, and a sentence."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        place = f" ({error['path']})" if error["path"] else ""
        super().__init__(f"{status} {error['code']}{place}: {error['message']}")
        self.status, self.code = status, error["code"]


@dataclass
class Muster:
    """A site, and the token that speaks for its owner."""

    site: str
    token: str

    def ask(self, method: str, address: str, body: object = None, **headers: str) -> tuple[Any, str]:
        """Send a request; return what came back and its ETag. Raise ``MusterError`` for an error."""
        sent = {"Authorization": f"Bearer {self.token}"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            sent["Content-Type"] = "application/json"
        request = Request(f"{self.site}/api/v1/{address}", data, sent, method=method)
        try:
            with urlopen(request, timeout=30) as answer:
                kind, content = answer.headers.get_content_type(), answer.read()
                return json.loads(content) if kind == "application/json" else content, answer.headers.get("ETag", "")
        except HTTPError as fault:
            raise MusterError(fault.code, json.loads(fault.read())["error"]) from fault

    def make(self, roster: dict[str, Any]) -> tuple[Any, str]:
        """Make a warband. Should the answer get lost, the same key may be sent again: it is made once."""
        return self.ask("POST", "warbands/", roster, Idempotency_Key=str(uuid.uuid4()))

    def change(self, key: str, tag: str, **parts: object) -> tuple[Any, str]:
        """Change a warband that is still as it was read; raise ``MusterError`` 412 if somebody was quicker."""
        document = {"format": "muster-change/1", **parts}
        return self.ask("POST", f"warbands/{key}/changes/", document, If_Match=tag)


def main(site: str, token: str) -> None:
    """Make a warband, change it, undo that, print it, and delete it."""
    muster = Muster(site, token)
    account, _ = muster.ask("GET", "account/")
    print(f"Hello, {account['username']}.")
    roster = {"format": "muster-roster/1", "name": "From afar", "play_mode": "narrative", "members": []}
    warband, tag = muster.make(roster)
    key = warband["key"]
    warband, changed = muster.change(key, tag, change="member-add", creature="boar", times=2)
    print(f"{warband['done']}: {warband['verdict']['points']} points.")
    try:
        muster.change(key, tag, change="warband-rename", to="Too late")
    except MusterError as error:
        print(f"Not changed: {error.code}.")
    pdf, _ = muster.ask("POST", "rosters/render/?kind=cards", warband["roster"])
    print(f"The cards take {len(pdf)} bytes.")
    warband, _ = muster.ask("POST", f"warbands/{key}/undo/", If_Match=changed)
    print(f"{warband['done']}: {len(warband['roster']['members'])} members.")
    muster.ask("DELETE", f"warbands/{key}/")


if __name__ == "__main__":
    main(*sys.argv[1:])
