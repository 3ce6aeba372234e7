"""A program that plays a battle: it reads where the battle stands, answers what is asked, and acts for both sides.

``python battle_client.py http://127.0.0.1:8000 muster_…`` makes two warbands and a battle of them, plays it to its
result and deletes all three. ``muster_client.py`` stands beside it.
"""

from __future__ import annotations

import sys
import uuid
from typing import Any

from muster_client import Muster, MusterError

MOST_EVENTS = 1_000
BAND = {"format": "muster-roster/1", "play_mode": "narrative", "members": [{"creature": "boar"}]}


def main(site: str, token: str) -> None:
    """Make a battle, play it, tell how it ended, and delete it."""
    muster = Muster(site, token)
    keys = [muster.make({**BAND, "name": name})[0]["key"] for name in ("Tusks", "Bristles")]
    battle, tag = muster.ask("POST", "battles/", {"sides": [{"warband": key} for key in keys]})
    for _ in range(MOST_EVENTS):
        if battle["status"] == "over":
            break
        do(muster, battle, tag)
        battle, tag = muster.ask("GET", f"battles/{battle['key']}/")
    print(battle["result"])
    text, _ = muster.ask("GET", f"battles/{battle['key']}/report/text/")
    print(text.decode().splitlines()[0])
    muster.ask("DELETE", f"battles/{battle['key']}/", If_Match=tag)
    for key in keys:
        muster.ask("DELETE", f"warbands/{key}/")


def do(muster: Muster, battle: dict[str, Any], tag: str) -> None:
    """Do the next thing in a battle. If somebody was quicker, nothing is done, and the battle is read again."""
    event = next_event(muster, battle)
    address = f"battles/{battle['key']}/"
    try:
        if event is None:
            muster.ask("POST", f"{address}roll/", If_Match=tag)
        else:
            # Should the answer get lost, the same key may be sent again: the event happens once.
            muster.ask("POST", f"{address}events/", {"event": event}, If_Match=tag, Idempotency_Key=str(uuid.uuid4()))
    except MusterError as error:
        if error.code != "battle.changed":
            raise


def next_event(muster: Muster, battle: dict[str, Any]) -> dict[str, Any] | None:
    """Return the next event of a battle, None where dice are asked for."""
    state = battle["state"]
    if state["asks"]:
        return answer(state["asks"])
    if state["phase"] == "initiative":
        return {"kind": "begun"}
    acting = [actor for actor in (state["turn"] or {"acting": []})["acting"] if not actor["ended"]]
    if not acting:
        waiting = [row for row in state["creatures"] if row["side"] == state["next_side"] and not row["acted"]]
        ready = next(row["id"] for row in waiting if row["presence"] == "in play")
        return {"kind": "activated", "creatures": [ready]}
    creature = acting[0]["creature"]
    return attack(muster, battle, creature) or {"kind": "turn-ended", "creature": creature, "hazards": []}


def answer(asks: dict[str, Any]) -> dict[str, Any] | None:
    """Return the simplest answer to what a battle asks."""
    match asks["kind"]:
        case "choice":
            return {"kind": "chosen", "option": asks["options"][0]["key"]}
        case "offer":
            return {"kind": "offer-passed", "by": asks["sides"][0]}
        case "count":
            return {"kind": "counts-given", "counts": [{"key": ask["key"], "number": 0} for ask in asks["fields"]]}
        case "act":
            return {"kind": "step-skipped"}
    return None


def attack(muster: Muster, battle: dict[str, Any], creature: str) -> dict[str, Any] | None:
    """Return an attack of a creature on the first enemy within reach, None where it has none."""
    sides = {row["id"]: row["side"] for row in battle["state"]["creatures"]}
    options, _ = muster.ask("GET", f"battles/{battle['key']}/options/?creature={creature}")
    for action in options["actions"]:
        for way in action["ways"]:
            need = way["targets"] or {"least": 0, "creatures": []}
            enemies = [other for other in need["creatures"] if sides[other] != sides[creature]]
            if action["kind"] == "feature" and way["ap"] and not way["refusal"] and enemies and need["least"] <= 1:
                targets = [{"creature": enemies[0], "circumstances": {"distance": "reach"}}]
                parts = {"action": action["key"], "way": way["key"], "targets": targets, "choices": []}
                return {"kind": "acted", "creature": creature, **parts}
    return None


if __name__ == "__main__":
    main(*sys.argv[1:])
