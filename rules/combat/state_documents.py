"""The combatants and the states of a fight of a declared family as objects of JSON, for programs."""

from __future__ import annotations

from typing import Any

from rules.combat.sheets import sheet_document
from rules.combat.state import FightState


def fight_state_document(state: FightState, *, knows_left: bool) -> dict[str, Any]:
    """Return a state as a document; without ``knows_left`` nothing tells what the game master's have left."""
    family, outcome = state.family, state.outcome
    return {
        "phase": state.phase,
        "round": state.round,
        **family.own_document(state),
        "combatants": [
            {
                "id": one,
                "side": state.entry(one).side,
                "name": state.name(one),
                **family.combatant_document(state, one, knows_left=knows_left or not state.is_master(one)),
            }
            for one in state.combatants
        ],
        "outcome": None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason},
        "notes": [{"creature": note.creature, "text": note.text, "why": list(note.why)} for note in state.notes],
    }


def prepared_documents(state: FightState, *, knows_left: bool) -> list[dict[str, Any]]:
    """Return the combatants as they began; without ``knows_left`` the game master's have no sheets."""
    kinds, entries = state.family.kinds, [state.entry(one) for one in state.combatants]
    return [
        {
            "id": one.id,
            "name": one.sheet.name,
            "side": one.side,
            "group": one.group,
            "sheet": sheet_document(kinds, one.sheet) if knows_left or not state.is_master(one.id) else None,
        }
        for one in entries
    ]
