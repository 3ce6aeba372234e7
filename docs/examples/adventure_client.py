"""A program that runs an adventure: two characters join, and each does the first thing that it can, every round.

``python adventure_client.py http://127.0.0.1:8000 muster_…`` makes a research of the library, plays it to its end,
prints its summary and deletes it. ``muster_client.py`` stands beside it.
"""

from __future__ import annotations

import sys
import uuid
from typing import Any

from muster_client import Muster, MusterError

MOST_STEPS = 200
PARTY = {
    "Mara": [{"name": "Society", "by": 9}, {"name": "Perception", "by": 6}],
    "Bram": [{"name": "Crafting", "by": 8}, {"name": "Athletics", "by": 7}],
}


def main(site: str, token: str) -> None:
    """Make an adventure, play it, tell how it ended, and delete it."""
    muster = Muster(site, token)
    made, tag = muster.ask("POST", "adventures/", {"ready": "research-the-drowned-archive"})
    address = f"adventures/{made['key']}/"
    for name, modifiers in PARTY.items():
        joining = {"name": name, "level": 3, "modifiers": modifiers}
        _, tag = muster.ask("POST", f"{address}participants/", joining, If_Match=tag)
    for _ in range(MOST_STEPS):
        adventure, tag = muster.ask("GET", address)
        if adventure["state"]["over"]:
            break
        do(muster, adventure, tag)
    summary, _ = muster.ask("GET", f"{address}summary/")
    print(summary.decode().strip())
    muster.ask("DELETE", address, If_Match=tag)


def do(muster: Muster, adventure: dict[str, Any], tag: str) -> None:
    """Do the next thing in an adventure. If somebody was quicker, nothing is done, and the adventure is read again."""
    address = f"adventures/{adventure['key']}/"
    waiting = [person["id"] for person in adventure["state"]["participants"] if not person["acted"]]
    check = first_check(muster, address, waiting[0]) if waiting else None
    if check:
        where, body = "checks/", check
    elif waiting:
        where, body = "events/", {"event": {"kind": "turn-passed", "participant": waiting[0]}}
    else:
        where, body = "events/", {"event": {"kind": "round-ended"}}
    try:
        # Should the answer get lost, the same key may be sent again: it happens once.
        muster.ask("POST", f"{address}{where}", body, If_Match=tag, Idempotency_Key=str(uuid.uuid4()))
    except MusterError as error:
        if error.code != "adventure.changed":
            raise


def first_check(muster: Muster, address: str, participant: str) -> dict[str, Any] | None:
    """Return the first check that a participant can roll, None where there is none."""
    options, _ = muster.ask("GET", f"{address}options/?participant={participant}")
    for action in options["actions"]:
        for target in action["targets"]:
            for skill in target["skills"]:
                if not skill["refusal"]:
                    words = {"action": action["key"], "target": target["key"], "skill": skill["skill"]}
                    return {"participant": participant, **words}
    return None


if __name__ == "__main__":
    main(*sys.argv[1:])
