"""Events and questions as players see them while the game master's numbers are hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.combat.asks import Ask, ChoiceAsk, OfferAsk, RollAsk
from rules.combat.events import CombatantJoined, HandSet
from rules.combat.log_documents import KIND
from rules.combat.setup import FightSetup
from rules.combat.state import FightState


def event_without_hidden(setup: FightSetup, document: dict[str, Any]) -> dict[str, Any]:
    """Return an event without the sheets of the game master's combatants, and without what was set of them."""
    if document.get(KIND) == CombatantJoined.kind and document.get("side") == setup.master:
        return {**document, "sheet": {"name": document["sheet"].get("name", "")}}
    if document.get(KIND) == HandSet.kind and _side_of(setup, document["combatant"]) == setup.master:
        return {**document, "value": "", "reason": ""}
    return document


def _side_of(setup: FightSetup, combatant: str) -> str:
    """Return the side of a combatant; the id of one that joined begins with it."""
    entry = setup.by_id.get(combatant)
    return entry.side if entry is not None else combatant.partition(".")[0]


def ask_without_hidden(state: FightState, ask: Ask) -> Ask:
    """Return what the fight waits for without what the game master's combatants could do, and what they need."""
    master = state.setup.master
    match ask:
        case OfferAsk():
            return replace(ask, offers=tuple(offer for offer in ask.offers if not state.is_master(offer.creature)))
        case ChoiceAsk() if ask.side == master:
            return replace(ask, options=())
        case RollAsk() if ask.side == master:
            return replace(ask, need=None, chances=())
    return ask
