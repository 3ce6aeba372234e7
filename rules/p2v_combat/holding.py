"""Circumstances of bonuses that only the players see: what they may say holds for an action and its targets."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cards.model import Feature
from rules.combat.asks import Option
from rules.effects import Bonus, Effect
from rules.effects.values import BONUS_CIRCUMSTANCES
from rules.p2v_combat.fitting import is_for
from rules.p2v_combat.guards import user_strikes
from rules.p2v_combat.numbers import counting_features, is_aura
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.support import supporting_passives
from rules.text import counted

_ATTACK = frozenset({"fight", "damage"})
_NOT_ASKED = frozenset(
    {"area", "against poison", "critical hit", "damaged", "penalized", "this effect", "this move", "this roll"}
)
"""Circumstances that the battle knows without the players."""


def attacker_holds(state: BattleState, creature: str) -> tuple[Option, ...]:
    """Return what may hold for a creature that makes a Strike: its own features, auras of others, its minions."""
    labels = dict(_holds(state, creature, _ATTACK))
    for step in (step for feature in state.fielded(creature).features for step in feature.steps):
        if step.after_moving:
            labels[f"moved {step.after_moving}"] = f"it has moved at least {counted(step.after_moving, 'square')}"
    for key, minion, passive in supporting_passives(state, creature):
        labels[key] = f"the target is adjacent to {state.name(minion)}: {passive.name}"
    return tuple(Option(key, label) for key, label in labels.items())


def strike_holds(state: BattleState, creature: str, effect: Effect) -> tuple[Option, ...]:
    """Return what may hold for a creature that uses an effect, nothing where it makes no Strike with it."""
    return attacker_holds(state, creature) if effect.strike or user_strikes(effect) else ()


def target_holds(state: BattleState, creature: str, target: str, effect: Effect) -> tuple[Option, ...]:
    """Return what may hold for the target of an effect of a creature: for its Armor, and for the saves it makes."""
    stats = _saved_with(effect) | (frozenset({"armor"}) if effect.strike else frozenset())
    return tuple(Option(key, label) for key, label in _holds(state, target, stats)) if stats else ()


def auras_of_save(state: BattleState, target: str, effect: Effect) -> tuple[Option, ...]:
    """Return the auras that may count for the saves of a creature against an effect that no player aimed.

    Those of cards in older battles have no moments: their logs answer no question about them.
    """
    found = (pair for feature, pair in _auras(state, target, _saved_with(effect)) if feature.moments)
    return tuple(Option(key, label) for key, label in found)


def _saved_with(effect: Effect) -> frozenset[str]:
    """Return the stats that count for the saves against an effect and its parts."""
    stats = frozenset(save.stat for part in effect.everything() for save in part.saves)
    return stats | {"saves"} if stats else frozenset()


def _holds(state: BattleState, creature: str, stats: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield key and label of what bonuses of a creature on these stats ask for."""
    for feature in counting_features(state, creature):
        counted_bonuses = [bonus for bonus in feature.bonuses if not stats.isdisjoint(bonus.stats)]
        yield from _asked(counted_bonuses)
        if counted_bonuses and feature.trigger:
            yield f"{creature}/{feature.id}", f"{feature.name}: {feature.trigger}"
    for effect in state.combatants[creature].active_effects:
        yield from _asked([bonus for bonus in effect.bonuses if not stats.isdisjoint(bonus.stats)])
    yield from (pair for _, pair in _auras(state, creature, stats))


def _auras(state: BattleState, creature: str, stats: frozenset[str]) -> Iterator[tuple[Feature, tuple[str, str]]]:
    """Yield the auras of others that may count for a creature, with key and label of each thing that they ask for."""
    for other in state.combatants.values():
        if other.id == creature or not other.is_up:
            continue
        for feature in counting_features(state, other.id):
            bonuses = [bonus for bonus in feature.bonuses if not stats.isdisjoint(bonus.stats)]
            if bonuses and is_aura(feature) and is_for(state, other.id, creature, feature.targets):
                yield feature, (f"{other.id}/{feature.id}", f"in the aura {feature.name} of {state.name(other.id)}")
                yield from ((feature, pair) for pair in _asked(bonuses))


def _asked(bonuses: list[Bonus]) -> Iterator[tuple[str, str]]:
    for bonus in bonuses:
        if bonus.when and bonus.when not in _NOT_ASKED:
            yield bonus.when, BONUS_CIRCUMSTANCES[bonus.when]
