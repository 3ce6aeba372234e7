"""Whom an effect is for: whether a creature is one that the words of its target allow."""

from __future__ import annotations

from rules.cards.model import Card
from rules.effects import Target
from rules.p2v_combat.numbers import has_any
from rules.p2v_combat.state import BattleState
from rules.tables import sizes
from rules.text import listed

LIVING = "living"
_NOT_LIVING = frozenset({"undead", "construct"})


def is_living(card: Card) -> bool:
    """Return True if a creature is neither undead nor a construct."""
    return _NOT_LIVING.isdisjoint(tag.casefold() for tag in card.tags)


def is_immune_to(card: Card, word: str) -> bool:
    """Return True if a card makes its creature immune to a word: an action, a condition, ``healing``."""
    return word.casefold() in map(str.casefold, card.immune)


def is_for(state: BattleState, user: str, creature: str, target: Target) -> bool:
    """Return True if a creature is one that a target's words allow."""
    return not why_not(state, user, creature, target)


def why_not(state: BattleState, user: str, creature: str, target: Target) -> str:
    """Say why a creature cannot be the target; empty if it can."""
    combatant, card = state.combatants[creature], state.fielded(creature).card
    name = state.name(creature)
    same_side = combatant.side == state.combatants[user].side
    if not combatant.is_in_play:
        return f"{name} is out of play."
    if creature == user:
        if target.who in ("enemy", "trigger") or target.without_self or (target.who == "ally" and not target.with_self):
            return "It cannot target itself with this."
    elif target.who == "ally" and not same_side:
        return f"{name} is not an ally."
    elif target.who == "enemy" and same_side:
        return f"{name} is not an enemy."
    tags = {tag.casefold() for tag in card.tags} | ({LIVING} if is_living(card) else set())
    if target.tags and tags.isdisjoint(tag.casefold() for tag in target.tags):
        return f"This is only for {listed(target.tags, 'or')} creatures."
    if not tags.isdisjoint(tag.casefold() for tag in target.not_tags):
        return f"This is not for {listed(target.not_tags, 'or')} creatures."
    if target.names and card.name not in target.names:
        return f"This is only for {listed(target.names, 'or')}."
    if card.name in target.not_names:
        return f"This does not affect {card.name}."
    if target.max_size and card.size and sizes.size(card.size).rank > sizes.size(target.max_size).rank:
        return f"{name} is larger than {target.max_size}."
    if target.having and not has_any(state, creature, target.having):
        return f"{name} is not {listed(target.having, 'or')}."
    if target.not_having and has_any(state, creature, target.not_having):
        return f"{name} is {listed(target.not_having, 'or')}."
    return ""
