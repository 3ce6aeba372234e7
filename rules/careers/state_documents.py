"""States of careers as documents, ``muster-careers/1``: what a site stores after each scenario, and goes on from."""

from __future__ import annotations

from typing import Any

from rules.careers.state import WarbandState
from rules.documents import Fields, Format, fail
from rules.documents.records import from_record, to_record
from rules.documents.shapes import Shape

FORMAT = Format("muster-careers/1", "careers between two scenarios")


def state_document(state: WarbandState) -> dict[str, Any]:
    """Return a state as a document, in which a site stores it."""
    return {"format": FORMAT.tag, **to_record(state)}


def state_from_document(document: object, path: str = "") -> WarbandState:
    """Read a stored state; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    read = FORMAT.upcast(document, path)
    state = from_record(read, WarbandState)
    ids = [career.id for career in state.members]
    if len(set(ids)) != len(ids):
        fail("document.repeated", read.at("members"), "Two members have the same id.")
    return state


def _read_careers(read: Fields, name: str) -> WarbandState:
    return state_from_document(read.fields(name).raw)


CAREERS = Shape(state_document, _read_careers, {"type": "object"})
"""Careers in the form in which they are stored."""
