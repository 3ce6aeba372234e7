"""Items that change hands: given, taken or passed on by hand, and traded with the Merchant."""

from __future__ import annotations

from dataclasses import dataclass

from rules import items
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import pay_for_action
from rules.p2v_combat.actions import carried_title
from rules.p2v_combat.belongings import hand_over, unused_items
from rules.p2v_combat.events.event import BattleEvent, EventByHand
from rules.p2v_combat.scoring.objectives import MERCHANT, objective_in_play, objective_name, owners_of
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.gains import SwapItem
from rules.roster.model import ItemChoice

TRADE, TRADE_AP = "act/trade", 2
MOST_ITEMS = 60
"""Items that a creature can be given in a battle."""
MAX_CHOICE = 80


@dataclass(frozen=True, slots=True)
class ItemMoved(EventByHand):
    """An item is given, taken or passed on by hand; ``giver`` or ``taker`` is null where it is no creature."""

    kind = "item-moved"

    item: str
    choice: str | None
    giver: str | None
    taker: str | None
    reason: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Hand it over."""
        giver, taker, choice = self.giver or None, self.taker or None, ItemChoice(self.item, self.choice or None)
        if state.phase != "playing" or giver == taker or not {giver, taker} - {None} <= set(state.combatants):
            raise ChangeRefused("Say which creature of this battle gives the item, or gets it.")
        if giver is None:
            _refuse_unknown(choice)
        elif choice not in state.combatants[giver].items:
            raise ChangeRefused(f"{state.name(giver)} does not carry that.")
        if taker is not None and not state.combatants[taker].is_in_play:
            raise ChangeRefused(f"{state.name(taker)} is out of play.")
        if taker is not None and len(state.combatants[taker].items) >= MOST_ITEMS:
            raise ChangeRefused(f"{state.name(taker)} carries {MOST_ITEMS} items already.")
        state = hand_over(state, choice, giver, taker)
        return state.note(taker or giver, _describe(state, choice, giver, taker), *filter(None, [self.reason]))


def _refuse_unknown(choice: ItemChoice) -> None:
    item = items.BY_KEY.get(choice.item)
    if item is None:
        raise ChangeRefused("There is no such item.")
    if bool(item.choice) is not bool(choice.choice) or len(choice.choice or "") > MAX_CHOICE:
        asked = f"Say which {item.choice} {item.name} is about." if item.choice else f"{item.name} asks for no choice."
        raise ChangeRefused(asked)


def _describe(state: BattleState, choice: ItemChoice, giver: str | None, taker: str | None) -> str:
    title = carried_title(choice)
    if giver is None:
        return f"{state.name(taker or '')} gets {title}, by hand."
    if taker is None:
        return f"{state.name(giver)} loses {title}, by hand."
    return f"{state.name(giver)} passes {title} to {state.name(taker)}, by hand."


@dataclass(frozen=True, slots=True)
class MerchantTraded(BattleEvent):
    """A creature next to the Merchant that its side owns swaps an item for another of the same level or lower."""

    kind = "merchant-traded"

    creature: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Pay for it, and ask which item goes and which one comes."""
        # Trade costs 2 AP. Appendix "Special objectives", "Merchant".
        name, combatant = objective_name(state, objective_in_play(state, MERCHANT)), state.combatants.get(self.creature)
        if combatant is None or owners_of(state).get(MERCHANT) != combatant.side:
            raise ChangeRefused("Only creatures of the side that has claimed the Merchant trade there.")
        if not unused_items(state, self.creature, "item"):
            raise ChangeRefused(f"{state.name(self.creature)} has no item to trade.")
        state = pay_for_action(state, self.creature, TRADE, TRADE_AP)
        state = state.note(self.creature, f"{state.name(self.creature)} trades with the {name}.", f"{TRADE_AP} AP")
        return state.pushed(SwapItem(self.creature, "Merchant", "item"))
