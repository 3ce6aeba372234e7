"""States and views of adventures as documents: for ``fold_adventure``, for exports, for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.adventures.documents import setup_of_adventure
from rules.adventures.state import AdventureNote, AdventureState, CheckResult, RecordedDice
from rules.adventures.tracks import AdventureTrack
from rules.adventures.views import AdventureView, SeenEntry
from rules.combat.replay import LogReplay
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
                "id": one.id,
                "name": one.name,
                "out": one.is_out,
                "acted": state.acted.count(one.id),
                **({"cannot_act": True} if one.cannot_act else {}),
            }
            for one in state.participants
        ],
        "adjustments": [
            {"participant": one.participant, "bonus": one.bonus, "reason": one.reason} for one in state.adjustments
        ],
        "tracks": [_track_document(one) for one in kind.tracks(state)],
        "own": kind.own_document(state),
        "summary": list(kind.summary(state)),
        "notes": [_note_document(one) for one in state.notes],
        "check": check_document(state.check),
        "dice": recorded_dice_document(state.dice),
    }


def adventure_view_document(view: AdventureView) -> dict[str, Any]:
    """Return what a viewer sees of an adventure: its beginning, its state, and its entries with their receipts."""
    return {
        "adventure": setup_of_adventure(view.adventure),
        "state": adventure_state_document(view.state),
        "entries": [seen_entry_document(one) for one in view.entries],
    }


def seen_entry_document(entry: SeenEntry) -> dict[str, Any]:
    """Return an entry as a viewer sees it."""
    return {
        "number": entry.number,
        "step": entry.step,
        "side": entry.side,
        "round": entry.round,
        "event": dict(entry.event),
        "notes": [_note_document(note) for note in entry.notes],
        "check": check_document(entry.check),
        "dice": recorded_dice_document(entry.dice),
    }


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
    attempt = check.attempt
    return {
        "action": attempt.action,
        "participant": attempt.participant,
        "target": attempt.target,
        "skill": attempt.skill,
        "choices": list(attempt.choices),
        "applies": list(attempt.applies),
        "degree": check.degree.value,
        "place": list(check.place),
        "face": check.face,
        "origin": check.origin,
        "epoch": check.epoch,
        "modifier": number_document(check.modifier),
        "dc": number_document(check.dc),
        "secret": check.is_secret,
        "reason": check.reason,
    }


def recorded_dice_document(dice: Iterable[RecordedDice]) -> list[dict[str, Any]]:
    """Return dice that no check rolled as a document."""
    return [
        {
            "place": list(die.place),
            "sides": die.sides,
            "faces": list(die.faces),
            "origin": die.origin,
            "epoch": die.epoch,
            "secret": die.is_secret,
        }
        for die in dice
    ]


def number_document(number: BattleNumber | None) -> dict[str, Any] | None:
    """Return a modifier or a DC with its parts, None where there is none."""
    if number is None:
        return None
    return {"value": number.value, "parts": [{"source": one.source, "by": one.by} for one in number.parts]}


def _note_document(note: AdventureNote) -> dict[str, Any]:
    return {"text": note.text, "participant": note.participant, "hidden": note.is_hidden}


def _track_document(track: AdventureTrack) -> dict[str, Any]:
    return {
        "key": track.key,
        "name": track.name,
        "points": track.points,
        "least": track.least,
        "end": track.end,
        "thresholds": [{"points": one.points, "unlocks": one.unlocks} for one in track.thresholds],
        "diminishing": track.is_diminishing,
    }
