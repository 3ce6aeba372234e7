"""States and views of adventures as documents: for ``fold_adventure``, for exports, for programs."""

from __future__ import annotations

from typing import Any

from rules.adventures.documents import setup_of_adventure
from rules.adventures.state import AdventureState, CheckResult
from rules.adventures.views import AdventureView, SeenEntry
from rules.combat.replay import LogReplay
from rules.documents.records import written_document
from rules.p2v_combat.numbers import BattleNumber


def adventure_state_document(state: AdventureState) -> dict[str, Any]:
    """Return a state as a document; of a player's view, what players may see."""
    kind = state.adventure.kind
    return {
        "round": state.round,
        "scale": state.scale,
        "scale_fixed": state.has_rolled,
        "level": state.level,
        "over": state.is_over,
        "outcome": state.outcome,
        "participants": [
            {
                "id": participant.id,
                "name": participant.name,
                "out": participant.is_out,
                "acted": state.acted.count(participant.id),
                **({"cannot_act": True} if participant.cannot_act else {}),
            }
            for participant in state.participants
        ],
        "adjustments": [
            {"participant": adjustment.participant, "bonus": adjustment.bonus, "reason": adjustment.reason}
            for adjustment in state.adjustments
        ],
        "tracks": [written_document(track) for track in kind.tracks(state)],
        "own": kind.own_document(state),
        "summary": list(kind.summary(state)),
        "notes": [written_document(note) for note in state.notes],
        "check": check_document(state.check),
        "dice": [written_document(die) for die in state.dice],
    }


def adventure_view_document(view: AdventureView) -> dict[str, Any]:
    """Return what a viewer sees of an adventure: its beginning, its state, and its entries with their receipts."""
    return {
        "adventure": setup_of_adventure(view.adventure),
        "state": adventure_state_document(view.state),
        "entries": [seen_entry_document(entry) for entry in view.entries],
    }


def seen_entry_document(entry: SeenEntry) -> dict[str, Any]:
    """Return an entry as a viewer sees it."""
    return {**written_document(entry), "check": check_document(entry.check)}


def adventure_replay_document(replayed: LogReplay) -> dict[str, Any]:
    """Return the states of an adventure as one document, with what could not be played."""
    return {
        "states": [{"entry": number, **adventure_state_document(state)} for number, state in replayed.states],
        "problems": replayed.problems,
    }


def check_document(check: CheckResult | None) -> dict[str, Any] | None:
    """Return the receipt of a check as a document."""
    if check is None:
        return None
    return {
        **written_document(check.attempt),
        **written_document(check),
        "modifier": number_document(check.modifier),
        "dc": number_document(check.dc),
    }


def number_document(number: BattleNumber | None) -> dict[str, Any] | None:
    """Return a modifier or a DC with its parts, None where there is none."""
    if number is None:
        return None
    return {"value": number.value, "parts": [written_document(part) for part in number.parts]}
