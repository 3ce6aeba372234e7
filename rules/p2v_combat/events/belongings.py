"""Creatures' belongings: items given and traded, bodies looted, loads picked up and dropped."""

from rules import items
from rules.documents.records import LaterFlag
from rules.errors import ChangeRefused, require
from rules.p2v_combat.action_points import pay_for_action, pay_to_interact
from rules.p2v_combat.actions import carried_title
from rules.p2v_combat.belongings import (
    LOAD_STATUSES,
    bodies,
    drop,
    hand_over,
    lift,
    loads_of,
    take_item,
    unused_items,
    weight_of_body,
)
from rules.p2v_combat.events.event import BattleEvent, EventByHand
from rules.p2v_combat.scoring.objectives import MERCHANT, objective_in_play, objective_name, owners_of
from rules.p2v_combat.scoring.places import refuse_far
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.choices import SwapItem
from rules.roster.model import ItemChoice

TRADE, TRADE_AP = "act/trade", 2
MOST_ITEMS = 60
"""Items that a creature can be given in a battle."""
MAX_CHOICE = 80


class ItemMoved(EventByHand, kind="item-moved"):
    """An item is given, taken or passed on by hand; ``giver`` or ``taker`` is null if it is not a creature."""

    item: str
    choice: str | None
    giver: str | None
    taker: str | None
    reason: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
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
    item = require(items.BY_KEY.get(choice.item), ChangeRefused("There is no such item."))
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


class MerchantTraded(BattleEvent, kind="merchant-traded"):
    """A creature next to the Merchant that its side owns swaps an item for another of the same level or lower."""

    creature: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Pay for it, and ask which items to trade."""
        # Trade costs 2 AP. Appendix "Special objectives", "Merchant".
        name, combatant = objective_name(state, objective_in_play(state, MERCHANT)), state.combatants.get(self.creature)
        if combatant is None or owners_of(state).get(MERCHANT) != combatant.side:
            raise ChangeRefused("Only creatures of the side that has claimed the Merchant trade there.")
        if not unused_items(state, self.creature, "item"):
            raise ChangeRefused(f"{state.name(self.creature)} has no item to trade.")
        refuse_far(state, self.creature, MERCHANT)
        state = pay_for_action(state, self.creature, TRADE, TRADE_AP)
        state = state.note(self.creature, f"{state.name(self.creature)} trades with the {name}.", f"{TRADE_AP} AP")
        return state.pushed(SwapItem(self.creature, "Merchant", "item"))


MAX_LOAD_NAME = 80


class BodyLooted(BattleEvent, kind="body-looted", filled_in=(("unused", True),)):
    """A creature on or next to a body takes one item from it.

    ``unused`` excludes used items; older logs did not.
    """

    creature: str
    body: str
    item: str
    unused: LaterFlag = True

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if self.body not in bodies(state):
            raise ChangeRefused("No such body lies on the board.")
        refuse_far(state, self.creature, self.body)
        return take_item(pay_to_interact(state, self.creature), self.creature, self.body, self.item, unused=self.unused)


class BodyLifted(BattleEvent, kind="body-lifted"):
    """A creature on or next to a body begins to carry it: a heavy load of its own size, a light one if smaller."""

    creature: str
    body: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if self.body not in bodies(state):
            raise ChangeRefused("No such body lies on the board.")
        refuse_far(state, self.creature, self.body)
        state = pay_to_interact(state, self.creature)
        weight = weight_of_body(state, self.creature, self.body)
        return lift(state, self.creature, weight, f"the body of {state.name(self.body)}", self.body)


class LoadLifted(BattleEvent, kind="load-lifted"):
    """A creature picks up an adjacent load; the scenario gives its name and weight."""

    creature: str
    load: str
    weight: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if self.weight not in LOAD_STATUSES:
            raise ChangeRefused("A load is a light load or a heavy load.")
        if not self.load.strip() or len(self.load) > MAX_LOAD_NAME:
            raise ChangeRefused("Say in a few words what the load is.")
        if any(held.source == self.load for combatant in state.combatants for held in loads_of(state, combatant)):
            raise ChangeRefused("A creature carries that already.")
        refuse_far(state, self.creature, self.load)
        return lift(pay_to_interact(state, self.creature), self.creature, self.weight, self.load)


class LoadDropped(BattleEvent, kind="load-dropped"):
    """A creature drops a load on its turn, as a free action."""

    creature: str
    load: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        acting = state.acting(self.creature)
        if state.stack or acting is None or acting.has_ended:
            raise ChangeRefused("A creature drops a load on its own turn, when nothing is being resolved.")
        return drop(state, self.creature, self.load)
