"""The damage that an effect deals to one target, amount by amount, as its rolls ended."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules import items
from rules.effects import Damage
from rules.p2v_combat.fitting import LIVING, is_living
from rules.p2v_combat.guards import SaveResults, damage_share
from rules.p2v_combat.numbers import damage_bonuses
from rules.p2v_combat.positions import AimedTarget
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.damage import Blow
from rules.p2v_combat.uses import ActionUse
from rules.tables.rolls import Strike
from rules.text import listed

TYPE_CHOICE = "type:"


@dataclass(frozen=True, slots=True)
class DealtDamage:
    """What an effect deals to a target: damage at once, persistent damage by type, and what is left to say."""

    blows: tuple[Blow, ...] = ()
    persistent: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()


def damage_to_target(
    state: BattleState, use: ActionUse, aim: AimedTarget, strike: str, saves: SaveResults
) -> DealtDamage:
    """Return the damage of an effect to one target, once its rolls have fallen."""
    effect, critical = use.effect, strike == Strike.CRITICAL_HIT.value
    blows: list[Blow] = []
    persistent: list[tuple[str, int]] = []
    notes: list[str] = []
    first = True
    for place, damage in enumerate(effect.damage):
        if not takes(state, aim.creature, damage.only):
            notes.append(f"Only for {damage.only}: {damage.amount} damage is not dealt.")
            continue
        if damage.when:
            notes.append(f"{damage.amount} {listed(damage.types)} damage follows {damage.when}.")
            continue
        share = damage_share(effect, place, saves)
        types = types_dealt(use, damage)
        if share.none:
            continue
        if damage.persistent:
            # A critically failed save doubles all that it guards, a critical hit what is dealt at once: ruling 152.
            persistent.append((listed(types), damage.amount * 2 if share.doubled else damage.amount))
            continue
        more, why = 0, []
        if first and effect.strike:
            parts = damage_bonuses(state, use.user, aim.creature, aim.circumstances, effect, critical=critical)
            more, why = sum(part.by for part in parts), [str(part) for part in parts]
            types = (*types, *(kind for kind in item_types(state, use) if kind not in types))
            first = False
        missiles = getattr(effect, "missiles", None) or 1
        for _ in range(missiles):
            blows.append(
                Blow(
                    amount=max(damage.amount + more, 0),
                    types=types,
                    doubled=critical or share.doubled,
                    halved=share.halved,
                    from_area=effect.is_in_area,
                    strike=effect.strike,
                    critical=critical,
                    by=use.user,
                    source=", ".join((use.name, *why)),
                )
            )
    return DealtDamage(tuple(blows), tuple(persistent), tuple(notes))


def types_dealt(use: ActionUse, damage: Damage) -> tuple[str, ...]:
    """Return the types of an amount of damage, the chosen one where its user picks one."""
    if not damage.choose_one:
        return damage.types
    chosen = next((one.removeprefix(TYPE_CHOICE) for one in use.chosen if one.startswith(TYPE_CHOICE)), "")
    return (chosen,) if chosen in damage.types else damage.types[:1]


def item_types(state: BattleState, use: ActionUse) -> tuple[str, ...]:
    """Return the types that items add to the damage of a weapon."""
    carried = state.combatants[use.user].items
    known = ((items.BY_KEY.get(choice.item), choice.choice) for choice in carried)
    return tuple(
        dict.fromkeys(item.adds_type for item, weapon in known if item and item.adds_type and weapon == use.name)
    )


def takes(state: BattleState, creature: str, only: str) -> bool:
    """Return True if damage for such creatures alone is dealt to this one: ``living``, ``a fiend or undead``."""
    if not only:
        return True
    words = set(re.findall(r"[a-z]+", only.casefold()))
    card = state.fielded(creature).card
    tags = {tag.casefold() for tag in card.tags}
    return (LIVING in words and is_living(card)) or not tags.isdisjoint(words)
