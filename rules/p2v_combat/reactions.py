"""Reactions: who may react to an event, by the fields and triggers of cards; and dueling reactions. "Duels"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules import items
from rules.cards.sheet import range_words
from rules.combat.resolution import OfferedAct
from rules.effects.model import Effect
from rules.p2v_combat.actions import ActionVariant, BattleAction
from rules.p2v_combat.conditions import all_conditions
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import actions_now
from rules.p2v_combat.uses import Trigger, TriggerKind
from rules.tables.actions import REACTIONS, Reaction, reaction_at_level
from rules.tables.conditions import may_react
from rules.tables.damage import BY_NAME as DAMAGE_TYPES
from rules.tables.rolls import Strike
from rules.text import cached_by_text

Relation = Literal["self", "ally", "enemy", "other", "any"]
"""Somebody's relation to the reacting creature; ``other`` is any creature but itself."""

CRITICAL_HIT = "critical hit"
STEP = "step"
"""The action of a Step, which triggers no reactions."""
FAILURES = ("failure", "critical failure")
PHYSICAL = ("slashing", "piercing", "bludgeoning")

ATTACK_OF_OPPORTUNITY, RETRIBUTIVE_STRIKE, FEROCITY, SHIELD_BLOCK = (row.name for row in REACTIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerFit:
    """The requirements of a trigger: its kind, its actor and target, and the result of a roll.

    ``is_once_per_spell`` excludes the attacks of a spell whose casting was already a trigger.
    """

    kinds: tuple[TriggerKind, ...]
    by: Relation = "any"
    to: Relation = "any"
    outcomes: tuple[str, ...] = ()
    is_ranged: bool | None = None
    source: str = ""
    own_turn: bool = False
    is_once_per_spell: bool = False


_STRUCK = TriggerFit(kinds=("hits",), by="other", to="self")
_COMMON: dict[str, tuple[TriggerFit, ...]] = {
    ATTACK_OF_OPPORTUNITY: (
        TriggerFit(kinds=("casts", "moves"), by="enemy"),
        TriggerFit(kinds=("strikes",), by="enemy", is_ranged=True, is_once_per_spell=True),
    ),
    RETRIBUTIVE_STRIKE: (TriggerFit(kinds=("damages",), by="enemy", to="ally"),),
    FEROCITY: (TriggerFit(kinds=("falls",), to="self"),),
    SHIELD_BLOCK: (TriggerFit(kinds=("damages",), to="self"),),
}

# The sentences that cards use for their triggers. What no row fits, the players report.
_SENTENCES: tuple[tuple[str, TriggerFit], ...] = (
    (r"begins its turn|starts its turn", TriggerFit(kinds=("starts turn",), by="enemy")),
    (r"^its hp fall to 0", TriggerFit(kinds=("falls",), to="self")),
    (r"^it takes .*damage", TriggerFit(kinds=("damages",), to="self")),
    (r"^an ally .*takes damage", TriggerFit(kinds=("damages",), to="ally")),
    (
        r"^it is critically hit by a melee",
        TriggerFit(kinds=("hits",), to="self", outcomes=(CRITICAL_HIT,), is_ranged=False),
    ),
    (r"^it is critically hit", TriggerFit(kinds=("hits",), to="self", outcomes=(CRITICAL_HIT,))),
    (r"^a creature hits you with a melee", TriggerFit(kinds=("hits",), by="other", to="self", is_ranged=False)),
    (r"^a melee strike hits the carrier", TriggerFit(kinds=("hits",), by="other", to="self", is_ranged=False)),
    (r"^it is hit|^a strike would hit it", _STRUCK),
    (r"critically misses it", TriggerFit(kinds=("misses",), by="other", to="self", outcomes=("critical miss",))),
    (r"^a rock strike .*targets it", TriggerFit(kinds=("strikes", "targets"), by="other", to="self", source="rock")),
    (r"^a melee strike targets it", TriggerFit(kinds=("strikes",), by="other", to="self", is_ranged=False)),
    (r"^an attack targets an ally", TriggerFit(kinds=("strikes", "targets"), by="enemy", to="ally")),
    (r"^an attack targets|attacks it$", TriggerFit(kinds=("strikes", "targets"), by="enemy", to="self")),
    (r"attempts a strike", TriggerFit(kinds=("strikes",), by="enemy")),
    (r"attempts to move", TriggerFit(kinds=("moves",), by="enemy")),
    (r"^it strides", TriggerFit(kinds=("moves",), by="self", own_turn=True)),
    (r"^an ally .*fails its will save", TriggerFit(kinds=("save",), by="ally", outcomes=FAILURES, source="will")),
    (r"^an ally makes a will save", TriggerFit(kinds=("save",), by="ally", outcomes=FAILURES, source="will")),
    (r"^an enemy .*fails a skill check", TriggerFit(kinds=("check",), by="enemy", outcomes=FAILURES)),
)


def trigger_fits(action: BattleAction) -> tuple[TriggerFit, ...]:
    """Return the triggers of a reaction; empty if only the players can see them."""
    common = common_reaction(action.name)
    if common is not None:
        return _COMMON[common.name]
    effect = action.ways[0].effect
    return _fits_of((effect.trigger or "").casefold(), reduces=bool(effect.reduces))


@cached_by_text(1_024)
def _fits_of(text: str, *, reduces: bool) -> tuple[TriggerFit, ...]:
    if reduces and "critical" in text:
        # What takes something off the damage of a critical hit waits for that damage.
        return (TriggerFit(kinds=("damages",), to="self", outcomes=(CRITICAL_HIT,)),)
    return next(((fit,) for pattern, fit in _SENTENCES if re.search(pattern, text)), ())


_BY_ANY_NAME = {name.casefold(): row for row in REACTIONS for name in (row.name, *row.aliases)}


def common_reaction(name: str) -> Reaction | None:
    """Return the common reaction that a feature is, by its name; None for any other."""
    return _BY_ANY_NAME.get(name.casefold())


def is_ferocity(name: str) -> bool:
    """Return True if a feature is the common reaction Ferocity, by its name."""
    common = common_reaction(name)
    return common is not None and common.name == FEROCITY


def damage_taken_off(state: BattleState, creature: str, action: BattleAction) -> int:
    """Return the damage reduction of a creature's reaction: its own number, or else the common one."""
    effect, common = action.ways[0].effect, common_reaction(action.name)
    if effect.reduces or common is None:
        return effect.reduces or 0
    return reaction_at_level(common, state.fielded(creature).card.level).reduces or 0


def reactions_left(state: BattleState, creature: str) -> Iterator[BattleAction]:
    """Yield the reactions that a creature may take now, if something triggers them."""
    combatant = state.combatants[creature]
    for action in _reactions_of(state, creature):
        if combatant.has_use(action) and may_react_now(state, creature, action.name):
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
    carried = (items.BY_KEY.get(choice.item) for choice in state.combatants[creature].items)
    if not any(item is not None and item.is_reaction for item in carried):
        return state.fielded(creature).reactions
    return tuple(action for action in actions_now(state, creature).values() if action.is_reaction)


def _offer_words(way: ActionVariant) -> str:
    """Return the trigger of a reaction, its range and its effect."""
    return ". ".join(filter(None, (way.effect.trigger, range_words(way.effect.range), way.text)))


def offers_for(state: BattleState, trigger: Trigger) -> tuple[OfferedAct, ...]:
    """Return the reactions to an event, in the order of the creatures."""
    offers = []
    for creature, combatant in state.combatants.items():
        # Most creatures have no reaction to most triggers: what is cheap to ask comes first.
        fitting = [
            action
            for action in _reactions_of(state, creature)
            if any(_fits(state, creature, action.ways[0].effect, fit, trigger) for fit in trigger_fits(action))
            and combatant.has_use(action)
        ]
        name = state.name(creature)
        offers += [
            OfferedAct(creature, act.key, f"{name}: {act.name}", _offer_words(act.ways[0]))
            for act in fitting
            if may_react_now(state, creature, act.name)
        ]
    return tuple(offers)


def _fits(state: BattleState, creature: str, effect: Effect, fit: TriggerFit, trigger: Trigger) -> bool:
    if trigger.kind not in fit.kinds or trigger.action == STEP or state.is_in_turn(creature) is not fit.own_turn:
        return False
    if not _is(state, creature, trigger.creature, fit.by) or not _is(state, creature, trigger.target, fit.to):
        return False
    if fit.outcomes and trigger.outcome not in fit.outcomes:
        return False
    if fit.is_ranged is not None and trigger.is_ranged is not fit.is_ranged:
        return False
    if fit.source not in trigger.source.casefold() or (fit.is_once_per_spell and trigger.was_cast):
        return False
    return trigger.kind != "damages" or _is_of_type(effect, trigger)


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


def _is_of_type(effect: Effect, trigger: Trigger) -> bool:
    """Return True unless the reaction names types of damage, and this damage has none of them."""
    words = set(re.findall(r"[a-z]+", (effect.trigger or "").casefold())) & set(DAMAGE_TYPES)
    wanted = words or (set(PHYSICAL) if getattr(effect, "name", "") == SHIELD_BLOCK else set())
    return not wanted or not wanted.isdisjoint(trigger.types)


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
