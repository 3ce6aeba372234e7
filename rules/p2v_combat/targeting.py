"""Targets of an effect: who can be one, who perceives whom, and the circumstances that players may state."""

from collections.abc import Iterator
from typing import Literal

from rules.cards.model import Card, Feature
from rules.combat.resolution import Option
from rules.effects.activities import SIZE_OF_USER, SMALLER_THAN_USER
from rules.effects.circumstances import BONUS_CIRCUMSTANCES
from rules.effects.model import Effect
from rules.effects.values import Bonus, Range, Target
from rules.p2v_combat.bans import is_banned
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.guards import user_strikes
from rules.p2v_combat.numbers import THIS_MOVE, AimedTarget, Circumstances, has_any, is_aura, is_ranged
from rules.p2v_combat.passives import Passive
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.uses import Trigger
from rules.tables import sizes
from rules.text import counted, listed

LIVING = "living"
TITAN_WRESTLER = "feat-titan-wrestler"
_NOT_LIVING = frozenset({"undead", "construct"})


def is_living(card: Card) -> bool:
    """Return True if a creature is neither undead nor a construct."""
    return _NOT_LIVING.isdisjoint(tag.casefold() for tag in card.tags)


def is_immune_to(card: Card, word: str) -> bool:
    """Return True if a card makes its creature immune to a word: an action, a condition, ``healing``."""
    return word.casefold() in map(str.casefold, card.immune)


def is_immune_now(state: BattleState, creature: str, name: str) -> bool:
    """Return True if its card, or an effect on it, makes a creature immune to an action."""
    given = (held.source for held in state.combatants[creature].active_effects)
    return is_immune_to(state.fielded(creature).card, name) or f"immune to {name}" in given


def is_for(state: BattleState, user: str, creature: str, target: Target) -> bool:
    """Return True if a creature is one that a target's words allow."""
    return not why_not(state, user, creature, target)


def why_not(state: BattleState, user: str, creature: str, target: Target) -> str:
    """Return why a creature cannot be the target; empty if it can."""
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
    if (target.tags or target.not_tags) and (refused := _tags_refusal(card, target)):
        return refused
    if target.names and card.name not in target.names:
        return f"This is only for {listed(target.names, 'or')}."
    if card.name in target.not_names:
        return f"This does not affect {card.name}."
    if target.max_size and card.size and _is_too_large(state.fielded(user).card.size, card.size, target.max_size):
        is_relative = target.max_size in (SIZE_OF_USER, SMALLER_THAN_USER)
        return f"{name} is {'too large' if is_relative else f'larger than {target.max_size}'}."
    if target.having and not has_any(state, creature, target.having):
        return f"{name} is not {listed(target.having, 'or')}."
    if target.not_having and has_any(state, creature, target.not_having):
        return f"{name} is {listed(target.not_having, 'or')}."
    return ""


def _is_too_large(user: str | None, target: str, limit: str) -> bool:
    if limit == SMALLER_THAN_USER:
        return bool(user) and not sizes.may_trample(user or "", target)
    largest = user if limit == SIZE_OF_USER else limit
    return bool(largest) and sizes.size(target).rank > sizes.size(largest or "").rank


def can_wrestle(state: BattleState, creature: str, target: str) -> bool:
    """Return True if a target is not too large for a creature to Grapple, Shove or Trip."""
    own, other = state.fielded(creature).card.size, state.fielded(target).card.size
    if not own or not other:
        return True
    titan = any(feature.id == TITAN_WRESTLER for feature in state.fielded(creature).features)
    return sizes.may_wrestle(own, other, titan_wrestler=titan)


def _tags_refusal(card: Card, target: Target) -> str:
    tags = {tag.casefold() for tag in card.tags} | ({LIVING} if is_living(card) else set())
    tags |= {f"immune to {word.casefold()}" for word in card.immune}

    def has(tag: str) -> bool:
        return tag.casefold() in tags or tags.issuperset(tag.casefold().split())

    if target.tags and not any(map(has, target.tags)):
        return f"This is only for {listed(target.tags, 'or')} creatures."
    if any(map(has, target.not_tags)):
        return f"This is not for {listed(target.not_tags, 'or')} creatures."
    return ""


CONCEALED, INVISIBLE = "concealed", "invisible"
Hidden = Literal["", "concealed", "invisible"]
"""How a target is hidden from an attacker; empty if it is in plain sight."""

SIGHTS = frozenset({"truesight", "see invisibility", "true seeing", "blindsight"})
SCENT = "scent"
LIVING_ONLY = "living"


def hidden_from(state: BattleState, attacker: str, effect: Effect, aim: AimedTarget) -> Hidden:
    """Return how the status of a target hides it from an attack by this attacker."""
    # Truesight and its like ignore both statuses. Scent ignores that an adjacent creature is concealed, and takes one
    # that is invisible for concealed. "Scent"; "Truesight/See Invisibility".
    target = state.combatants[aim.creature]
    is_invisible = target.has(INVISIBLE)
    is_blurred = bool(target.conditions) and _is_blurred(state, attacker, effect, aim)
    is_hidden = is_invisible or is_blurred or target.has(CONCEALED) or is_banned(state, attacker, "see")
    if not is_hidden or any(name in SIGHTS for name, _ in _senses(state, attacker)):
        return ""
    if has_scent_of(state, attacker, aim.creature) and is_adjacent(state, attacker, effect, aim.circumstances):
        return "concealed" if is_invisible else ""
    return "invisible" if is_invisible else "concealed"


def _is_blurred(state: BattleState, attacker: str, effect: Effect, aim: AimedTarget) -> bool:
    """Return True if a target is concealed from this attack alone: from farther away, or from one that is ranged."""
    is_far = not is_adjacent(state, attacker, effect, aim.circumstances)
    is_shot = is_ranged(effect, aim.circumstances)
    return (is_far and is_banned(state, aim.creature, "be seen far away")) or (
        is_shot and is_banned(state, aim.creature, "be seen when shot")
    )


def has_scent_of(state: BattleState, creature: str, target: str) -> bool:
    """Return True if a creature has Scent, and smells creatures of this kind."""
    notes = [note for name, note in _senses(state, creature) if name == SCENT]
    return any(LIVING_ONLY not in note or is_living(state.fielded(target).card) for note in notes)


def is_adjacent(state: BattleState, attacker: str, effect: Effect, circumstances: Circumstances) -> bool:
    """Return True if the target of an attack is adjacent: the players say so, or the attack has no longer reach."""
    reach = melee_reach(state, attacker, effect)
    return circumstances.adjacent or (not is_ranged(effect, circumstances) and reach <= 1)


def reaches_farther(state: BattleState, attacker: str, effect: Effect) -> bool:
    """Return True if an attack reaches creatures that are not adjacent."""
    return melee_reach(state, attacker, effect) > 1 or any(distance.kind == "ranged" for distance in _ranges(effect))


def melee_reach(state: BattleState, attacker: str, effect: Effect) -> int:
    """Return the reach of a melee attack in squares, with what changes the attacker's reach now."""
    reach = max((distance.squares or 1 for distance in _ranges(effect) if distance.kind != "ranged"), default=1)
    active_effects = state.combatants[attacker].active_effects
    return reach + sum(bonus.by for effect in active_effects for bonus in effect.bonuses if "reach" in bonus.stats)


def _ranges(effect: Effect) -> tuple[Range, ...]:
    return tuple(filter(None, (effect.range, effect.range.other))) if effect.range else ()


def _senses(state: BattleState, creature: str) -> Iterator[tuple[str, str]]:
    """Yield the words that may contain a creature's senses, each with its note, as ``living creatures``."""
    fielded, combatant = state.fielded(creature), state.combatants[creature]
    words = (
        *fielded.card.other,
        *combatant.condition_names,
        *(effect.source for effect in combatant.active_effects),
    )
    for word in words:
        name, _, note = word.casefold().partition("(")
        yield name.strip(), note


def supporting_passives(state: BattleState, commander: str) -> Iterator[tuple[str, str, Passive]]:
    """Yield the passives for a commander's hit on an enemy next to a minion: key, minion, passive."""
    for minion in state.combatants.values():
        if minion.commander == commander and minion.is_up:
            for passive in state.fielded(minion.id).passives:
                if passive.comes_at("commander_hits"):
                    yield f"{minion.id}/{passive.key}", minion.id, passive


def support_of_minions(state: BattleState, hit: Trigger) -> BattleState:
    """Return the state after a hit with the effects of the minions that, as the players say, are next to its target."""
    target = hit.target
    for key, minion, passive in tuple(supporting_passives(state, hit.creature)):
        is_enemy = target is not None and state.combatants[target].side != state.combatants[minion].side
        if target is not None and is_enemy and key in hit.circumstances.holds:
            for word in passive.effect.conditions:
                state = gain_condition(state, target, word, by=minion, source=passive.name)
    return state


def ignores(state: BattleState, creature: str, what: str) -> bool:
    """Return True if a temporary effect lets a creature disregard something: ``cover``, a kind of terrain."""
    return any(what in effect.ignores for effect in state.combatants[creature].active_effects)


def rolls_twice(state: BattleState, creature: str, stat: str) -> bool:
    """Return True if a creature rolls its next die of a stat twice."""
    active_effects = state.combatants[creature].active_effects
    return any(bonus.is_twice and stat in bonus.stats for effect in active_effects for bonus in effect.bonuses)


_ATTACK = frozenset({"fight", "damage"})
_NOT_ASKED = frozenset(
    {
        "against poison",
        "area",
        "critical hit",
        "damaged",
        "long range",
        "no weakness",
        "penalized",
        "sneak attack",
        "this effect",
        THIS_MOVE,
        "this roll",
    }
)
"""Circumstances that the battle knows without the players."""


def attacker_holds(state: BattleState, creature: str) -> tuple[Option, ...]:
    """Return the circumstances for a creature that makes a Strike: its own features, auras of others, its minions."""
    labels = dict(_holds(state, creature, _ATTACK))
    for step in (step for feature in state.fielded(creature).features for step in feature.steps):
        if step.after_moving:
            labels[f"moved {step.after_moving}"] = f"it has moved at least {counted(step.after_moving, 'square')}"
    for key, minion, passive in supporting_passives(state, creature):
        labels[key] = f"the target is adjacent to {state.name(minion)}: {passive.name}"
    return tuple(Option(key, label) for key, label in labels.items())


def strike_holds(state: BattleState, creature: str, effect: Effect) -> tuple[Option, ...]:
    """Return the circumstances for a creature that uses an effect, empty if it makes no Strike with it."""
    return attacker_holds(state, creature) if effect.strike or user_strikes(effect) else ()


def target_holds(state: BattleState, creature: str, target: str, effect: Effect) -> tuple[Option, ...]:
    """Return the circumstances for the target of a creature's effect: for its Armor, and for its saves."""
    stats = _saved_with(effect) | (frozenset({"armor"}) if effect.strike else frozenset())
    return tuple(Option(key, label) for key, label in _holds(state, target, stats)) if stats else ()


def auras_of_save(state: BattleState, target: str, effect: Effect) -> tuple[Option, ...]:
    """Return the auras that may count for the saves of a creature against an effect that no player aimed.

    Those of cards in older battles have no moments: their logs answer no question about them.
    """
    pairs = (pair for feature, pair in _auras(state, target, _saved_with(effect)) if feature.moments)
    return tuple(Option(key, label) for key, label in pairs)


def _saved_with(effect: Effect) -> frozenset[str]:
    """Return the stats that count for the saves against an effect and its parts."""
    stats = frozenset(save.stat for part in effect.everything() for save in part.saves)
    return stats | {"saves"} if stats else frozenset()


def _holds(state: BattleState, creature: str, stats: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield key and label of the requirements of a creature's bonuses on these stats."""
    for feature in state.fielded(creature).counting:
        counted_bonuses = [bonus for bonus in feature.bonuses if not stats.isdisjoint(bonus.stats)]
        yield from _asked(counted_bonuses)
        if counted_bonuses and feature.trigger:
            yield f"{creature}/{feature.id}", f"{feature.name}: {feature.trigger}"
    for effect in state.combatants[creature].active_effects:
        yield from _asked([bonus for bonus in effect.bonuses if not stats.isdisjoint(bonus.stats)])
    yield from (pair for _, pair in _auras(state, creature, stats))


def _auras(state: BattleState, creature: str, stats: frozenset[str]) -> Iterator[tuple[Feature, tuple[str, str]]]:
    """Yield the auras of others that may affect a creature, with key and label of each requirement."""
    for other in state.combatants.values():
        if other.id == creature or not other.is_up:
            continue
        for feature in state.fielded(other.id).counting:
            bonuses = [bonus for bonus in feature.bonuses if not stats.isdisjoint(bonus.stats)]
            if bonuses and is_aura(feature) and is_for(state, other.id, creature, feature.targets):
                yield feature, (f"{other.id}/{feature.id}", f"in the aura {feature.name} of {state.name(other.id)}")
                yield from ((feature, pair) for pair in _asked(bonuses))


def _asked(bonuses: list[Bonus]) -> Iterator[tuple[str, str]]:
    for bonus in bonuses:
        if bonus.when and bonus.when not in _NOT_ASKED:
            yield bonus.when, BONUS_CIRCUMSTANCES[bonus.when]
