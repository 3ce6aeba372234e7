"""Which events a reaction waits for, by its name or its card, and the reactions of a creature by these events."""

from collections.abc import Iterable, Mapping

from rules.effects.model import Effect
from rules.effects.triggers import ReactionTrigger, TriggerKind
from rules.p2v_combat.actions import BattleAction
from rules.tables.actions import REACTIONS, common_reaction

ATTACK_OF_OPPORTUNITY, RETRIBUTIVE_STRIKE, FEROCITY = (row.name for row in REACTIONS[:3])

_ELIMINATED = "eliminated"


def triggers_of(action: BattleAction) -> tuple[ReactionTrigger, ...]:
    """Return the triggers of a reaction: its own, or else those of the common reaction of its name."""
    common = common_reaction(action.name)
    return action.ways[0].effect.triggers or (common.triggers if common else ())


def is_attack_of_opportunity(name: str) -> bool:
    """Return True if a feature is the common reaction Attack of Opportunity, by its name."""
    common = common_reaction(name)
    return common is not None and common.name == ATTACK_OF_OPPORTUNITY


def is_ferocity(name: str) -> bool:
    """Return True if a feature is the common reaction Ferocity, by its name."""
    common = common_reaction(name)
    return common is not None and common.name == FEROCITY


def eliminates(effect: Effect, text: str) -> bool:
    """Return True if a failed roll eliminates a creature; cards of older battles say so in their ``text`` alone."""
    return _ELIMINATED in text or any(_ELIMINATED in part.gives for part in effect.then)


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
