"""Events of which the site fills in a part: the card of a creature that joins, and whether a treasure was found."""

from __future__ import annotations

from battles.selectors.adventures import cards_of_creatures
from battles.selectors.battles import BattleVisitor, battle_view
from battles.selectors.families import refuse_other_rules
from battles.selectors.tables import treasure_spot
from battles.services.recording import OpenLog, event_record
from common.refusal import Refusal
from rules.p2v_combat.events.moving import Joined
from rules.p2v_combat.events.objectives import SpotDug
from rules.p2v_combat.state import BattleState

CHOOSE = "Choose a creature of the compendium."


def creature_enter(
    *,
    visitor: BattleVisitor,
    key: str,
    creature: str,
    side: str,
    name: str = "",
    commander: str = "",
    seen: int | None = None,
) -> OpenLog:
    """Let a creature of the compendium join a side, or no side. Raises ``Refusal``."""
    card = cards_of_creatures([creature]).get(creature)
    if card is None:
        raise Refusal(CHOOSE, code="creature.invalid")

    def joined(now: BattleState) -> Joined:
        return Joined(next_id(now, side), side, name or card.name, card, commander or None)

    return event_record(visitor=visitor, key=key, command=joined, seen=seen, needs="creatures")


def next_id(state: BattleState, side: str) -> str:
    """Return the id of the next creature that joins a side.

    >>> from types import SimpleNamespace
    >>> next_id(SimpleNamespace(combatants={"a.m1": None, "a.j1": None}), "a")
    'a.j2'
    """
    number = 1
    while f"{side}.j{number}" in state.combatants:
        number += 1
    return f"{side}.j{number}"


def spot_dig(
    *, visitor: BattleVisitor, key: str, creature: str, spot: str, seen: int | None = None, client_key: str = ""
) -> OpenLog:
    """Dig at a spot; where the treasure lies comes from what the server drew, never from who digs."""
    view = battle_view(visitor, key)
    if view is not None and view.plays:
        refuse_other_rules(view.battle, "secrets")
    treasure = treasure_spot(view.battle) if view is not None and view.plays else None
    if treasure is None:
        raise Refusal("Muster hid no treasure on this board.", code="treasure.state")
    dug = SpotDug(creature, spot, spot == f"spot-{treasure}")
    return event_record(visitor=visitor, key=key, command=lambda state: dug, seen=seen, client_key=client_key)
