"""A creature's belongings: items that fit and change hands, bodies on the board, and other loads."""

from dataclasses import replace
from typing import get_args

from rules import items
from rules.effects.values import EffectStep, Range
from rules.errors import ChangeRefused
from rules.items.item import Item, choices_for, may_repeat
from rules.p2v_combat.actions import carried_title, item_boxes, uses_of_item
from rules.p2v_combat.standing import with_thing
from rules.p2v_combat.state import ActiveCondition, BattleState, ObjectivePrize
from rules.roster.model import ItemChoice
from rules.tables.objectives import ItemWanted
from rules.tables.sizes import body_load
from rules.text import counted


def unused_copies(state: BattleState, creature: str, choice: ItemChoice) -> int:
    """Return how many unused copies of an item a creature carries."""
    combatant, item = state.combatants[creature], items.BY_KEY.get(choice.item)
    copies = combatant.items.count(choice)
    if item is None or item.kind != "consumable":
        return copies
    return copies - min(combatant.times_spent(item_boxes(choice)) // uses_of_item(item), copies)


def unused_items(state: BattleState, creature: str, wanted: ItemWanted) -> tuple[ItemChoice, ...]:
    """Return the items of a kind that a creature carries and has not used up, each once."""
    carried = dict.fromkeys(state.combatants[creature].items)
    return tuple(
        choice
        for choice in carried
        if (item := items.BY_KEY.get(choice.item))
        and _is_wanted(item, wanted)
        and unused_copies(state, creature, choice)
    )


def traded_kinds(step: EffectStep) -> tuple[ItemWanted, ...]:
    """Return the kinds of items that a step of an activity swaps for others."""
    return tuple(kind for kind in get_args(ItemWanted) if kind in step.names) if step.action == "trade" else ()


def fitting_items(
    state: BattleState, creature: str, wanted: ItemWanted, level: int, given: ItemChoice | None = None
) -> tuple[Item, ...]:
    """Return the items of a kind that a creature may gain, up to a level; ``given`` is what it swaps."""
    level = min(level, state.fielded(creature).card.level)
    known = (item for item in items.ITEMS if item.level <= level and _is_wanted(item, wanted))
    return tuple(item for item in known if fitting_choices(state, creature, item, wanted, given))


def fitting_choices(
    state: BattleState, creature: str, item: Item, wanted: ItemWanted, given: ItemChoice | None = None
) -> tuple[ItemChoice, ...]:
    """Return an item in the forms that a creature may gain: with each possible choice, without those that it already
    has.
    """
    fielded, carried = state.fielded(creature), state.combatants[creature].items
    if wanted == "melee weapon":
        words = tuple(
            dict.fromkeys(feature.name for feature in fielded.features if feature.strike and _is_melee(feature.range))
        )
    else:
        words = choices_for(item, fielded.card, fielded.member.upgrades)
    choices = [ItemChoice(item.key, word) for word in words] if item.choice else [ItemChoice(item.key)]
    return tuple(choice for choice in choices if choice != given and (may_repeat(item) or choice not in carried))


def _is_wanted(item: Item, wanted: ItemWanted) -> bool:
    # A scroll is cast for what its spell costs; a magic weapon is a weapon of its carrier that an item has enchanted.
    match wanted:
        case "scroll":
            return item.choice == "spell" and item.cost == "spell"
        case "melee weapon":
            return item.choice == "weapon"
        case "consumable":
            return item.kind == "consumable"
    return True


def _is_melee(reach: Range | None) -> bool:
    return reach is not None and "melee" in (reach.kind, reach.other.kind if reach.other else "")


def hand_over(
    state: BattleState, choice: ItemChoice, giver: str | None, taker: str | None, *, with_boxes: bool = True
) -> BattleState:
    """Return the state with one copy of an item in other hands, with its checked boxes; None is no creature."""
    checked = 0
    if giver is not None:
        state, checked = _without(state, giver, choice)
        checked = checked if with_boxes else 0
    if taker is not None:
        combatant = state.combatants[taker]
        state = state.change(taker, items=(*combatant.items, choice))
        state = _with_boxes(state, taker, choice, combatant.times_spent(item_boxes(choice)) + checked)
    prizes = tuple(_passed(state, prize, choice, giver, taker) for prize in state.prizes)
    return replace(state, prizes=prizes)


def gain_items(state: BattleState, creature: str, step: EffectStep, source: str) -> BattleState:
    """Return the state with a creature that has gained the items which a step names, each as often as it says."""
    for item in (item for item in items.ITEMS if item.name in step.names):
        for _ in range(step.times):
            state = hand_over(state, ItemChoice(item.key), None, creature)
        state = state.note(creature, f"{state.name(creature)} gains {counted(step.times, item.name)}.", source)
    return state


def _without(state: BattleState, giver: str, choice: ItemChoice) -> tuple[BattleState, int]:
    # What is used up stays behind as long as a copy is there that is not.
    combatant, item = state.combatants[giver], items.BY_KEY.get(choice.item)
    left = list(combatant.items)
    left.remove(choice)
    state = state.change(giver, items=tuple(left))
    room = left.count(choice) * uses_of_item(item) if item else 0
    checked = combatant.times_spent(item_boxes(choice)) if item_boxes(choice) else 0
    over = max(checked - room, 0)
    return _with_boxes(state, giver, choice, checked - over), over


def _with_boxes(state: BattleState, creature: str, choice: ItemChoice, number: int) -> BattleState:
    key = item_boxes(choice)
    if not key or state.combatants[creature].times_spent(key) == number:
        return state
    spent = {**dict(state.combatants[creature].spent), key: number}
    return state.change(creature, spent=tuple(sorted(pair for pair in spent.items() if pair[1])))


def _passed(
    state: BattleState, prize: ObjectivePrize, choice: ItemChoice, giver: str | None, taker: str | None
) -> ObjectivePrize:
    # Of several alike, the last one to go is the one that counts as the objective.
    if giver is None or prize.holder != giver or prize.item != choice or unused_copies(state, giver, choice):
        return prize
    return replace(prize, holder=taker)


def prize_holder(state: BattleState, prize: ObjectivePrize) -> str | None:
    """Return who holds the prize of a claim: a creature in play, dying or not, with the item not used up."""
    # Passed on, it scores for its new holder; eliminated or off the board, for no one. Ruling 79.
    holder = state.combatants.get(prize.holder or "")
    if holder is None or not holder.is_in_play or not unused_copies(state, holder.id, prize.item):
        return None
    return holder.id


LOAD_STATUSES = ("light load", "heavy load")


def loads_of(state: BattleState, creature: str) -> tuple[ActiveCondition, ...]:
    """Return a creature's loads; ``source`` names each load, ``by`` is the id of a body."""
    return tuple(held for held in state.combatants[creature].statuses if held.name in LOAD_STATUSES)


CONSUMED = "consumed"
"""The record that a body was used up."""


def bodies(state: BattleState) -> tuple[str, ...]:
    """Return the creatures whose bodies are on the board, neither being carried nor used up."""
    gone = {held.by for combatant in state.combatants.values() for held in loads_of(state, combatant.id)}
    gone |= {fact.to for fact in state.scored_facts if fact.kind == CONSUMED}
    return tuple(
        combatant.id
        for combatant in state.combatants.values()
        if combatant.presence == "eliminated" and combatant.id not in gone
    )


def weight_of_body(state: BattleState, carrier: str, body: str) -> str:
    """Return the status of a creature that carries a body. Raises ``ChangeRefused`` for one that is too big."""
    sizes = [state.fielded(creature).card.size or "Medium" for creature in (carrier, body)]
    weight = body_load(*sizes)
    if weight is None:
        raise ChangeRefused(f"The body of {state.name(body)} is too big for {state.name(carrier)}.")
    return weight


def lay_down(state: BattleState, carrier: str, *loads: ActiveCondition) -> BattleState:
    """Return the state with loads on the square of the board where their carrier stands; unchanged without a board."""
    # "If that creature is eliminated, place the Buried Treasure where the creature was." Ruling 405.
    square = state.board.places.get(carrier) if state.board else None
    for load in loads if square else ():
        if load.by is None:
            state = with_thing(state, load.source, square)
        elif state.board is not None and square is not None:
            state = replace(state, board=state.board.at(load.by, square))
    return state


def lift(state: BattleState, carrier: str, weight: str, load: str, body: str | None = None) -> BattleState:
    """Return the state with a creature that carries something."""
    combatant = state.combatants[carrier]
    state = with_thing(state, load, None)
    state = state.change(carrier, statuses=(*combatant.statuses, ActiveCondition(weight, body, source=load)))
    return state.note(carrier, f"{state.name(carrier)} carries {load}.", weight.capitalize())


def drop(state: BattleState, carrier: str, load: str) -> BattleState:
    """Return the state with a load on the ground. Raises ``ChangeRefused`` for one that the creature does not carry."""
    held = next((held for held in loads_of(state, carrier) if held.source == load), None)
    if held is None:
        raise ChangeRefused(f"{state.name(carrier)} does not carry that.")
    statuses = list(state.combatants[carrier].statuses)
    statuses.remove(held)
    state = lay_down(state, carrier, held)
    return state.change(carrier, statuses=tuple(statuses)).note(carrier, f"{state.name(carrier)} drops {load}.")


def take_item(state: BattleState, taker: str, body: str, item: str, *, unused: bool) -> BattleState:
    """Return the state after another creature has taken a body's item, including its checked boxes.

    Logs from before ``unused`` also took used items, as if they were new.
    """
    carried = unused_items(state, body, "item") if unused else state.combatants[body].items
    choice = next((choice for choice in carried if choice.item == item), None)
    if choice is None:
        raise ChangeRefused(f"The body of {state.name(body)} does not have that item.")
    state = hand_over(state, choice, body, taker, with_boxes=unused)
    return state.note(taker, f"{state.name(taker)} takes {carried_title(choice)} from {state.name(body)}’s body.")
