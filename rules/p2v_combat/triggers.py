"""Which events a reaction waits for, by its name or its card, and the reactions of a creature by these events."""

from collections.abc import Iterable, Mapping

from rules.card_reading.triggers import damage_types_in, read_triggers, says_where
from rules.effects.triggers import ReactionTrigger, TriggerKind
from rules.p2v_combat.actions import BattleAction
from rules.replacing import replace
from rules.tables.actions import REACTIONS, Reaction

ATTACK_OF_OPPORTUNITY, RETRIBUTIVE_STRIKE, FEROCITY, SHIELD_BLOCK = (row.name for row in REACTIONS)
PHYSICAL = ("slashing", "piercing", "bludgeoning")

_COMMON: dict[str, tuple[ReactionTrigger, ...]] = {
    ATTACK_OF_OPPORTUNITY: (
        ReactionTrigger(kinds=("casts", "moves"), by="enemy"),
        ReactionTrigger(kinds=("strikes",), by="enemy", is_ranged=True, is_once_per_spell=True),
    ),
    RETRIBUTIVE_STRIKE: (ReactionTrigger(kinds=("damages",), by="enemy", to="ally"),),
    FEROCITY: (ReactionTrigger(kinds=("falls",), to="self"),),
    SHIELD_BLOCK: (ReactionTrigger(kinds=("damages",), to="self"),),
}


def triggers_of(action: BattleAction) -> tuple[ReactionTrigger, ...]:
    """Return the triggers of a reaction; empty if only the players can see them."""
    effect, common = action.ways[0].effect, common_reaction(action.name)
    sentence = effect.trigger or ""
    if common is None:
        return read_triggers(sentence, reduces=bool(effect.reduces))
    types = damage_types_in(sentence) or (PHYSICAL if common.name == SHIELD_BLOCK else ())
    return tuple(replace(trigger, of=types, is_near=says_where(sentence)) for trigger in _COMMON[common.name])


_BY_ANY_NAME = {name.casefold(): row for row in REACTIONS for name in (row.name, *row.aliases)}


def common_reaction(name: str) -> Reaction | None:
    """Return the common reaction that a feature is, by its name; None for any other."""
    return _BY_ANY_NAME.get(name.casefold())


def is_ferocity(name: str) -> bool:
    """Return True if a feature is the common reaction Ferocity, by its name."""
    common = common_reaction(name)
    return common is not None and common.name == FEROCITY


TriggeredReactions = Mapping[TriggerKind, tuple[tuple[BattleAction, tuple[ReactionTrigger, ...]], ...]]
"""Reactions by the kinds of events that may trigger them, each with its triggers of that kind."""


def reactions_by_trigger(reactions: Iterable[BattleAction]) -> TriggeredReactions:
    """Return reactions by the kinds of their triggers, in their order."""
    by_kind: dict[TriggerKind, list[tuple[BattleAction, tuple[ReactionTrigger, ...]]]] = {}
    for reaction in reactions:
        triggers = triggers_of(reaction)
        for kind in dict.fromkeys(kind for trigger in triggers for kind in trigger.kinds):
            by_kind.setdefault(kind, []).append(
                (reaction, tuple(trigger for trigger in triggers if kind in trigger.kinds))
            )
    return {kind: tuple(pairs) for kind, pairs in by_kind.items()}
