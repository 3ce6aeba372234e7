"""Reactions: who may react to an event, by the fields and triggers of cards; and dueling reactions. "Duels"."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.cards.sheet import range_words
from rules.combat.resolution import OfferedAct
from rules.effects.model import Effect
from rules.effects.triggers import ReactionTrigger, Relation, TriggerKind
from rules.p2v_combat.actions import ActionVariant, BattleAction
from rules.p2v_combat.bans import why_banned, why_not_against
from rules.p2v_combat.conditions import all_conditions
from rules.p2v_combat.guards import attacks, user_strikes
from rules.p2v_combat.numbers import AimedTarget, Circumstances, has_any, is_ranged
from rules.p2v_combat.passives import carries_reaction
from rules.p2v_combat.positions import is_near, why_not_reached
from rules.p2v_combat.sides import Fielded
from rules.p2v_combat.state import BattleState, Combatant
from rules.p2v_combat.steps import actions_now, weapons
from rules.p2v_combat.triggers import (
    TriggeredReactions,
    is_attack_of_opportunity,
    reactions_by_trigger,
)
from rules.p2v_combat.uses import Trigger
from rules.tables.actions import common_reaction, reaction_at_level
from rules.tables.conditions import may_react
from rules.tables.rolls import Strike

STEP = "step"
"""The action of a Step, which triggers no reactions."""


def damage_taken_off(state: BattleState, creature: str, action: BattleAction) -> int:
    """Return the damage reduction of a creature's reaction: its own number, or else the common one."""
    effect, common = action.ways[0].effect, common_reaction(action.name)
    if effect.reduces or common is None:
        return effect.reduces or 0
    return reaction_at_level(common, state.fielded(creature).card.level).reduces or 0


IN_REACH = Circumstances(distance="reach")


def reaction_effect(state: BattleState, creature: str, action: BattleAction, way: ActionVariant) -> Effect:
    """Return the effect of a creature's reaction: that of a common reaction where the card says only its name."""
    common = common_reaction(action.name)
    if common is None or way.effect.steps or way.effect.then:
        return way.effect
    return reaction_at_level(common, state.fielded(creature).card.level)


def reaction_aims(creature: str, effect: Effect, trigger: Trigger | None) -> tuple[AimedTarget, ...]:
    """Return the target of a reaction: its own creature, or the one that triggered it."""
    if effect.target is not None and effect.target.who == "self":
        return (AimedTarget(creature),)
    if effect.changes == "redirect":
        return ()
    if trigger is None or trigger.creature == creature:
        return ()
    if effect.target is not None and effect.target.who == "ally" and effect.temporary_hp and trigger.target:
        return (AimedTarget(trigger.target),)
    return (AimedTarget(trigger.creature, IN_REACH),)


def is_within_reach_of(state: BattleState, creature: str, action: BattleAction, trigger: Trigger) -> bool:
    """Return True if those whom a creature's reaction concerns are where it wants them, or no board knows."""
    if state.board is None:
        return True
    effect, common = reaction_effect(state, creature, action, action.ways[0]), common_reaction(action.name)
    for target in (effect.target, common.target if common else None):
        # A Retributive Strike is for an ally, and the enemy is as near. "Common reactions".
        met = (trigger.creature, trigger.target) if target and target.who == "ally" else (trigger.creature,)
        if target is not None and target.who != "self":
            near = (is_near(state, creature, other, target.where, target.within) for other in met if other)
            if not all(near):
                return False
    strikes = [step for step in user_strikes(effect) if not step.optional]
    return not strikes or any(
        not why_not_reached(state, creature, trigger.creature, way.effect)
        for step in strikes
        for weapon in weapons(state, creature, step.names)
        for way in weapon.ways
    )


def reaction_ban(
    state: BattleState, creature: str, action: BattleAction, way: ActionVariant, aims: Iterable[AimedTarget] = ()
) -> str:
    """Return why a ban keeps a creature from reacting in this way, to these targets; empty if none does."""
    # Battles of an older version asked for no ban.
    if not state.has_limits:
        return ""
    effect = reaction_effect(state, creature, action, way)
    if banned := why_banned(state, creature, effect, action.name, is_spell=action.kind == "spell"):
        return banned
    # What only guards its creature targets no other.
    met = aims if attacks(effect) or effect.target is not None or effect.gives else ()
    refused = (
        why_not_against(state, creature, aim.creature, effect, is_ranged=is_ranged(effect, aim.circumstances))
        for aim in met
        if aim.creature in state.combatants
    )
    return next(filter(None, refused), "")


def reactions_left(state: BattleState, creature: str) -> Iterator[BattleAction]:
    """Yield the reactions that a creature may take now, if something triggers them."""
    combatant = state.combatants[creature]
    for action in _reactions_of(state, creature):
        if action.is_reaction and combatant.has_use(action) and may_react_now(state, creature, action.name):
            yield action


def may_react_now(state: BattleState, creature: str, name: str = "") -> bool:
    """Return True if a creature has a reaction left, for one with a certain name, and nothing prevents it from
    reacting.
    """
    # One between two turns of its own, none while slowed, stunned or helpless: ruling 39.
    combatant = state.combatants[creature]
    is_able = combatant.is_up and not combatant.readied and may_react(all_conditions(state, creature))
    return is_able and (not combatant.has_reacted or extra_reactions_left(state, creature, name) > 0)


def extra_reactions_left(state: BattleState, creature: str, name: str) -> int:
    """Return how many extra reactions with a certain name a creature may still take before its next turn."""
    extras = (passive.effect.extra_reactions for passive in state.fielded(creature).passives)
    named = (extra.number for extra in extras if extra and name.casefold() in map(str.casefold, extra.names))
    return max(sum(named) - state.combatants[creature].extra_reactions, 0)


def _reactions_of(state: BattleState, creature: str) -> tuple[BattleAction, ...]:
    fielded, combatant = state.fielded(creature), state.combatants[creature]
    if _has_first_reactions(state, fielded, combatant):
        return fielded.reactions
    is_more = carries_reaction(combatant.items) or state.has_limits
    actions = actions_now(state, creature) if is_more else fielded.actions
    return tuple(action for action in actions.values() if action.is_offered)


def _has_first_reactions(state: BattleState, fielded: Fielded, combatant: Combatant) -> bool:
    """Return True if neither other items nor a spell have changed which reactions a creature has."""
    if combatant.items is fielded.member.items and not combatant.active_effects:
        return True  # most creatures, most of the time: the answer without further questions
    # Battles of an older version offer what a spell grants only to those that carry a reaction.
    is_granted = any(effect.grants for effect in combatant.active_effects)
    if combatant.items is not fielded.member.items:
        is_without = not fielded.carries_reaction and not carries_reaction(combatant.items)
        return is_without and not (is_granted and state.has_limits)
    return not is_granted or not (fielded.carries_reaction or state.has_limits)


def _reactions_by_trigger(state: BattleState, creature: str) -> TriggeredReactions:
    fielded = state.fielded(creature)
    if _has_first_reactions(state, fielded, state.combatants[creature]):
        return fielded.reactions_by_trigger
    return reactions_by_trigger(_reactions_of(state, creature))


def _offer_words(way: ActionVariant) -> str:
    """Return the trigger of a reaction, its range and its effect."""
    return ". ".join(filter(None, (way.effect.trigger, range_words(way.effect.range), way.text)))


def offers_for(state: BattleState, trigger: Trigger) -> tuple[OfferedAct, ...]:
    """Return the reactions to an event, in the order of the creatures."""
    # Most creatures have no reaction to most triggers: what is cheap to ask comes first.
    return tuple(
        OfferedAct(creature, action.key, f"{state.name(creature)}: {action.name}", _offer_words(action.ways[0]))
        for creature, combatant in state.combatants.items()
        for action, awaited in _reactions_by_trigger(state, creature).get(trigger.kind, ())
        if any(_fits(state, creature, wanted, trigger) for wanted in awaited)
        and combatant.has_use(action)
        and _may_take(state, creature, action, trigger)
        and not (trigger.quiet and is_attack_of_opportunity(action.name))
        and _sees_move(state, creature, action, trigger)
    )


def _sees_move(state: BattleState, creature: str, action: BattleAction, trigger: Trigger) -> bool:
    """Return True unless a move on a board is not what an action waits for: before a step that leaves its reach."""
    # An attack of opportunity comes in the last square within reach, all else before the first step. Ruling 522.
    if trigger.kind != "moves" or state.board is None or trigger.creature not in state.board.places:
        return True
    return creature in trigger.left if is_attack_of_opportunity(action.name) else not trigger.left


def _may_take(state: BattleState, creature: str, action: BattleAction, trigger: Trigger) -> bool:
    """Return True if a creature may take an action at its trigger: a reaction, or a free action that adds something."""
    way = action.ways[0]
    if not is_within_reach_of(state, creature, action, trigger):
        return False
    aims = reaction_aims(creature, reaction_effect(state, creature, action, way), trigger)
    if action.is_reaction:
        return may_react_now(state, creature, action.name) and not reaction_ban(state, creature, action, way, aims)
    # Older logs answer no question about free actions, whose triggers their players reported.
    named = [bonus.against for bonus in action.ways[0].effect.bonuses]
    adds = not all(named) or any(has_any(state, trigger.target or "", row, trigger.circumstances) for row in named)
    may_act = state.combatants[creature].is_up and not reaction_ban(state, creature, action, way, aims)
    return state.has_limits and adds and may_act


def _fits(state: BattleState, creature: str, wanted: ReactionTrigger, trigger: Trigger) -> bool:
    if trigger.action == STEP or trigger.quiet == "reactions" or state.is_in_turn(creature) is not wanted.own_turn:
        return False
    if not _is(state, creature, trigger.creature, wanted.by) or not _is(state, creature, trigger.target, wanted.to):
        return False
    if wanted.outcomes and trigger.outcome not in wanted.outcomes:
        return False
    if wanted.is_ranged is not None and trigger.is_ranged is not wanted.is_ranged:
        return False
    if wanted.source not in trigger.source.casefold() or (wanted.is_once_per_spell and trigger.was_cast):
        return False
    other = trigger.creature if wanted.to in ("any", "self") else trigger.target
    if wanted.is_near and other is not None and not is_near(state, creature, other, wanted.where, wanted.within):
        return False
    kinds = ("damages", "hits", "gains") if state.has_limits else ("damages",)
    return trigger.kind not in kinds or not wanted.of or not set(wanted.of).isdisjoint(_dealt(trigger))


def _dealt(trigger: Trigger) -> Iterator[str]:
    """Yield the types of damage of an event; a hit that is not of a spell has ``weapon`` among them."""
    yield from trigger.types
    if trigger.kind == "hits" and trigger.effect is not None and not trigger.is_spell:
        yield "weapon"
        yield from (kind for damage in trigger.effect.damage for kind in damage.types)


def _is(state: BattleState, creature: str, other: str | None, relation: Relation) -> bool:
    if relation == "any":
        return True
    if other is None or other not in state.combatants:
        return False
    same_side = state.combatants[creature].side == state.combatants[other].side
    match relation:
        case "self":
            return other == creature
        case "ally":
            return same_side and other != creature
        case "enemy":
            return not same_side
    return other != creature


_SPELL_KEY = "spell/"


@dataclass(frozen=True, slots=True)
class DuelingReaction:
    """A duelist's reaction by the skill of its initiative: its trigger, and its effect in words.

    It does more against an opponent whose initiative was ``counters``.
    """

    key: str
    name: str
    skill: str
    counters: str
    trigger: TriggerKind
    text: str


PRESS, SIDESTEP, WEAKNESS, COUNTER = "bullying-press", "deceptive-sidestep", "sense-weakness", "dueling-counter"

DUELING_REACTIONS: tuple[DuelingReaction, ...] = (
    DuelingReaction(
        PRESS,
        "Bullying Press",
        "Intimidation",
        "Perception",
        "strikes",
        "Before your melee Strike: on a hit, the opponent is rattled until the end of its next turn, "
        "or of the turn after that if it rolled Perception.",
    ),
    DuelingReaction(
        SIDESTEP,
        "Deceptive Sidestep",
        "Deception",
        "Intimidation",
        "hits",
        "When a melee Strike hits you, but not critically: the opponent rolls again and takes the second result, "
        "at −2 if it rolled Intimidation.",
    ),
    DuelingReaction(
        WEAKNESS,
        "Sense Weakness",
        "Perception",
        "Deception",
        "strikes",
        "Before your melee Strike: the opponent is off-guard against it, "
        "or until the start of its next turn if it rolled Deception.",
    ),
    DuelingReaction(
        COUNTER,
        "Dueling Counter",
        "",
        "",
        "casts",
        "When the opponent casts a spell of the tradition that you focus on: spend a spell of your own "
        "to counteract it.",
    ),
)
DUELING_BY_KEY = {reaction.key: reaction for reaction in DUELING_REACTIONS}


@dataclass(frozen=True, slots=True)
class CardSpell:
    """A spell as a creature casts it from its card: its tradition, in lower case, its rank, and its boxes."""

    tradition: str
    rank: int
    boxes: str


def card_spell(state: BattleState, creature: str, action: str) -> CardSpell | None:
    """Return the spell that a creature's action casts, None if it is not a spell of its card."""
    if not action.startswith(_SPELL_KEY):
        return None
    feature = action.split("/")[1]
    for ability in state.fielded(creature).features:
        if ability.id == feature and ability.caster is not None:
            known = state.fielded(creature).actions.get(action)
            return CardSpell(ability.caster.tradition.casefold(), ability.caster.rank, known.boxes if known else "")
    return None


def spells_to_expend(state: BattleState, creature: str) -> dict[str, tuple[str, int]]:
    """Return what a creature may spend on a counter: the key of the boxes, with words and the rank.

    At-will spells have no boxes and cannot be spent.
    """
    spells: dict[str, tuple[str, int]] = {}
    for action in state.fielded(creature).actions.values():
        spell = card_spell(state, creature, action.key)
        if spell is None or not spell.boxes or action.kind != "spell":
            continue
        left = action.uses - state.combatants[creature].times_spent(spell.boxes)
        if left > 0 and spell.boxes not in spells:
            spells[spell.boxes] = (f"{action.name}, rank {spell.rank}, {left} left", spell.rank)
    return spells


def dueling_offers(state: BattleState, trigger: Trigger) -> Iterator[OfferedAct]:
    """Yield the dueling reactions to an event."""
    for stance in state.stances:
        if not may_react_now(state, stance.creature):
            continue
        for key in stance.reactions:
            reaction = DUELING_BY_KEY[key]
            if reaction.trigger == trigger.kind and _dueling_fits(
                state, stance.creature, key, trigger, stance.traditions
            ):
                label = f"{state.name(stance.creature)}: {reaction.name}"
                yield OfferedAct(stance.creature, key, label, reaction.text)


def _dueling_fits(state: BattleState, creature: str, key: str, trigger: Trigger, traditions: tuple[str, ...]) -> bool:
    if key == COUNTER:
        spell = card_spell(state, trigger.creature, trigger.action)
        fits = spell is not None and spell.tradition in traditions
        return fits and trigger.creature != creature and bool(spells_to_expend(state, creature))
    if trigger.is_ranged or trigger.is_spell or trigger.was_cast:
        return False
    if key == SIDESTEP:
        return trigger.target == creature and trigger.outcome == Strike.HIT.value
    # Bullying Press and Sense Weakness belong to the duelist that attacks, and the target is the other duelist.
    duelists = [stance.creature for stance in state.stances]
    return trigger.creature == creature and trigger.target in duelists
