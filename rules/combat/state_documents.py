"""The combatants and the states of a fight of a declared family as objects of JSON, for programs."""

from __future__ import annotations

from typing import Any

from rules.combat.sheets import sheet_document
from rules.combat.state import FightState


def fight_state_document(state: FightState, *, sees_hidden: bool) -> dict[str, Any]:
    """Return a state as a document; without ``sees_hidden`` nothing tells what the game master's have left."""
    family, outcome = state.family, state.outcome
    return {
        "phase": state.phase,
        "round": state.round,
        **family.own_document(state),
        "combatants": [
            {
                "id": combatant,
                "side": state.entry(combatant).side,
                "name": state.name(combatant),
                **family.combatant_document(
                    state, combatant, sees_hidden=sees_hidden or not state.is_master(combatant)
                ),
            }
            for combatant in state.combatants
        ],
        "outcome": None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason},
        "notes": [{"creature": note.creature, "text": note.text, "why": list(note.why)} for note in state.notes],
    }


def prepared_documents(state: FightState, *, sees_hidden: bool) -> list[dict[str, Any]]:
    """Return the combatants as they began; without ``sees_hidden`` the game master's have no sheets."""
    kinds, entries = state.family.kinds, [state.entry(combatant) for combatant in state.combatants]
    return [
        {
            "id": entry.id,
            "name": entry.sheet.name,
            "side": entry.side,
            "group": entry.group,
            "sheet": sheet_document(kinds, entry.sheet) if sees_hidden or not state.is_master(entry.id) else None,
        }
        for entry in entries
    ]
