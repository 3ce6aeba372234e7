"""Dueling reactions in a battle: what each of them is, and to whom it is offered. "Duels".

Which reactions a duelist has follows from its initiative, which a battle does not know: whoever gives the order of the
turns also gives each duelist its ``DuelStance``. ``tasks.dueling`` plays what is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.combat.asks import OfferedAct
from rules.p2v_combat.reactions import may_react_now
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.uses import Trigger, TriggerKind
from rules.tables.rolls import Strike

_SPELL_KEY = "spell/"


@dataclass(frozen=True, slots=True)
class DuelingReaction:
    """A reaction that a duelist has by the skill of its initiative: its trigger, and what it does in words.

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
    """Return the spell that an action of a creature casts, None for what is not a spell of its card."""
    if not action.startswith(_SPELL_KEY):
        return None
    feature = action.split("/")[1]
    for one in state.fielded(creature).features:
        if one.id == feature and one.caster is not None:
            known = state.fielded(creature).actions.get(action)
            return CardSpell(one.caster.tradition.casefold(), one.caster.rank, known.boxes if known else "")
    return None


def spells_to_expend(state: BattleState, creature: str) -> dict[str, tuple[str, int]]:
    """Return what a creature may spend on a counter: the key of the boxes, with words and the rank.

    Spells that are cast at will have no boxes, and cannot be spent.
    """
    found: dict[str, tuple[str, int]] = {}
    for action in state.fielded(creature).actions.values():
        spell = card_spell(state, creature, action.key)
        if spell is None or not spell.boxes or action.kind != "spell":
            continue
        left = action.uses - state.combatants[creature].times_spent(spell.boxes)
        if left > 0 and spell.boxes not in found:
            found[spell.boxes] = (f"{action.name}, rank {spell.rank}, {left} left", spell.rank)
    return found


def dueling_offers(state: BattleState, trigger: Trigger) -> tuple[OfferedAct, ...]:
    """Return the dueling reactions that fit what happens."""
    if not state.stances:
        return ()
    return tuple(_fitting(state, trigger))


def _fitting(state: BattleState, trigger: Trigger) -> Iterator[OfferedAct]:
    for stance in state.stances:
        if not may_react_now(state, stance.creature):
            continue
        for key in stance.reactions:
            reaction = DUELING_BY_KEY[key]
            if reaction.trigger == trigger.kind and _fits(state, stance.creature, key, trigger, stance.traditions):
                label = f"{state.name(stance.creature)}: {reaction.name}"
                yield OfferedAct(stance.creature, key, label, reaction.text)


def _fits(state: BattleState, creature: str, key: str, trigger: Trigger, traditions: tuple[str, ...]) -> bool:
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
