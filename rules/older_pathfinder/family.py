"""The family of the older rules: the object that the site asks."""

from __future__ import annotations

from typing import Any

from rules.combat.declared import DeclaredFamily
from rules.combat.offers import FightOffer, OfferField
from rules.combat.rows import FightRow, FightSection
from rules.combat.setup import FightCombatant, FightSetup
from rules.combat.sheets import FightSheet
from rules.combat.state import FightState
from rules.older_pathfinder.assumptions import OLDER_ASSUMPTIONS
from rules.older_pathfinder.events import OLDER_EVENTS
from rules.older_pathfinder.offers import older_offers
from rules.older_pathfinder.order import next_older_turn, order_document
from rules.older_pathfinder.rows import (
    older_combatant_document,
    older_hand_fields,
    older_headline,
    older_panel,
    older_row,
    older_set_by_hand,
)
from rules.older_pathfinder.sheets import OLDER_CREATURE, OLDER_TABLE, check_older_sheet
from rules.older_pathfinder.state import OlderFighter, OlderOrder, new_fighter, order_of
from rules.older_pathfinder.tasks.rolls import OlderInitiativeTask


class OlderPathfinder(DeclaredFamily):
    """Combat of older Pathfinder, as far as its source goes; the rest is by the table."""

    key = "older"
    name = "Older Pathfinder"
    about = "Initiative, standard and move actions, opportunity attacks, hit points below 0."
    notice = (
        "Pathfinder is a game of Paizo Inc. Muster is independent: it is not published, endorsed or approved by Paizo."
    )
    kinds = (OLDER_CREATURE,)
    table = OLDER_TABLE
    events = OLDER_EVENTS
    assumptions = OLDER_ASSUMPTIONS

    def combatant_of(self, entry: FightCombatant, setup: FightSetup) -> OlderFighter:
        """Return a combatant at full strength."""
        return new_fighter(entry)

    def start(self, setup: FightSetup) -> OlderOrder:
        """Return the order before initiative."""
        return OlderOrder()

    def begun(self, state: FightState) -> FightState:
        """Wait for initiative."""
        return state.note(None, "The fight begins. Roll initiative.")

    def joined(self, state: FightState, combatant: str) -> FightState:
        """Let a combatant that comes later roll initiative."""
        return state.pushed(OlderInitiativeTask(combatant)) if order_of(state).is_called else state

    def resolve_all(self, state: FightState) -> FightState:
        """Begin the next turn or round."""
        return next_older_turn(state)

    def offers(self, state: FightState) -> tuple[FightOffer, ...]:
        """Return what may be done now."""
        return older_offers(state)

    def row(self, state: FightState, combatant: str, *, sees_hidden: bool) -> FightRow:
        """Return a combatant as lists show it."""
        return older_row(state, combatant, sees_hidden=sees_hidden)

    def panel(self, state: FightState, combatant: str) -> tuple[FightSection, ...]:
        """Return the numbers of a combatant with its bonuses in play."""
        return older_panel(state, combatant)

    def headline(self, state: FightState) -> str:
        """Return whose turn it is and what it has left."""
        return older_headline(state)

    def order(self, state: FightState) -> tuple[str, ...]:
        """Return the combatants in order of initiative, as delays and the table have changed it."""
        return order_of(state).order

    def hand_fields(self, state: FightState, combatant: str) -> tuple[OfferField, ...]:
        """Return what may be set by hand of a combatant."""
        return older_hand_fields(state, combatant)

    def set_by_hand(self, state: FightState, combatant: str, name: str, value: Any) -> FightState:
        """Return the state with a field set by hand."""
        return older_set_by_hand(state, combatant, name, value)

    def combatant_document(self, state: FightState, combatant: str, *, sees_hidden: bool) -> dict[str, Any]:
        """Return a combatant as an object of JSON."""
        return older_combatant_document(state, combatant, sees_hidden=sees_hidden)

    def own_document(self, state: FightState) -> dict[str, Any]:
        """Return the order and the turn under way as an object of JSON."""
        return order_document(order_of(state))

    def check_sheet(self, sheet: FightSheet) -> None:
        """Raise ``RulesError`` for a sheet whose fields do not fit together."""
        check_older_sheet(sheet)


OLDER_PATHFINDER = OlderPathfinder()
"""The older rules."""
