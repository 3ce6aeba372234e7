"""The events of a battle, a module for each subject, and their documents."""

from rules.p2v_combat.events import (
    acting,
    answers,
    belongings,
    by_hand,
    carrying,
    commanding,
    disguises,
    endings,
    joining,
    moving,
    objectives,
    reactions,
    solo,
    turns,
)
from rules.p2v_combat.events.event import BattleEvent, battle_event_from_document

__all__ = ["EVENT_MODULES", "BattleEvent", "battle_event_from_document"]

EVENT_MODULES = (
    acting,
    answers,
    belongings,
    by_hand,
    carrying,
    commanding,
    disguises,
    endings,
    joining,
    moving,
    objectives,
    reactions,
    solo,
    turns,
)
"""The modules of events: once these are imported, every kind of event is known."""
