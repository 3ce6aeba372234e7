"""States of careers as documents, ``muster-careers/1``: what a site stores after each scenario, and goes on from."""

from __future__ import annotations

from typing import Any

from rules.careers.events import CareerRules
from rules.careers.state import CareerState, LastScenario, WarbandState
from rules.documents import Format, fail
from rules.documents.records import record_of, records_of
from rules.roster.limits import MAX_MEMBERS

FORMAT = Format("muster-careers/1", "careers between two scenarios")

_MEMBERS = records_of(CareerState, MAX_MEMBERS)
_RULES = record_of(CareerRules)
_LAST = record_of(LastScenario)


def state_document(state: WarbandState) -> dict[str, Any]:
    """Return a state as a document, in which a site stores it."""
    return {
        "format": FORMAT.tag,
        "members": _MEMBERS.write(state.members),
        "rules": _RULES.write(state.rules),
        "scenarios": state.scenarios,
        "last": _LAST.write(state.last),
    }


def state_from_document(document: object, path: str = "") -> WarbandState:
    """Read a stored state; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    read = FORMAT.upcast(document, path)
    state = WarbandState(
        members=_MEMBERS.read(read, "members"),
        rules=_RULES.read(read, "rules") or CareerRules(),
        scenarios=read.integer("scenarios", low=0),
        last=_LAST.read(read, "last"),
    )
    read.done()
    ids = [career.id for career in state.members]
    if len(set(ids)) != len(ids):
        fail("document.repeated", read.at("members"), "Two members have the same id.")
    return state
