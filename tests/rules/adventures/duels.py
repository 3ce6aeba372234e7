"""Duels in tests: two duelists, and what may follow next in a duel by chance."""

from random import Random
from typing import Any

from rules.adventures.events.event import AdventureEvent
from rules.adventures.events.running import AdventureNoted
from rules.adventures.kinds.duel.entering import DuelBegun, DuelistTyped, PreparedDuelistEntered
from rules.adventures.kinds.duel.facts import DuelFacts, DuelistStats, DuelistStrike, DuelType
from rules.adventures.kinds.duel.fighting import DuelDiceRolled, DuelingReactionTaken, DuelMoveMade, DuelTurnBegun
from rules.adventures.kinds.duel.initiative import (
    InitiativeRolled,
    InitiativeSealed,
    InitiativeShown,
    InitiativeTotal,
    ShownInitiative,
    awaits_initiative,
    initiative_seal,
    initiative_skills,
    sealed_text,
)
from rules.adventures.kinds.duel.kind import DUEL
from rules.adventures.kinds.duel.play import InitiativeChoice
from rules.adventures.participants import AdventureParticipant, TypedModifier
from rules.adventures.state import Adventure, AdventureState
from rules.combat.answers import OfferPassed
from rules.combat.resolution import ChoiceAsk, OfferAsk, RollAsk, pending
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken
from rules.p2v_combat.events.turns import TurnEnded
from rules.p2v_combat.numbers import AimedTarget, Circumstances

SALT = "00112233445566778899aabbccddeeff"
IN_REACH = Circumstances(distance="reach")
STATS = DuelistStats(
    hp=40,
    armor=16,
    fight=8,
    power=16,
    fortitude=7,
    reflex=7,
    will=8,
    strikes=(DuelistStrike("Saber", 8, "slashing"), DuelistStrike("Knife", 5, "piercing", "ranged", 4)),
    tradition="arcane",
    rank=3,
    slots=4,
    spells=("Fear", "Breathe Fire"),
)


def typed(**modifiers: int) -> tuple[TypedModifier, ...]:
    return tuple(TypedModifier(name, by) for name, by in modifiers.items())


ANA = AdventureParticipant(
    "n1", "Ana", 3, typed=typed(Deception=7, Intimidation=6, Perception=8, Arcana=9, Occultism=4)
)
RED = AdventureParticipant(
    "n2", "Red", 3, typed=typed(Deception=5, Intimidation=9, Perception=6, Arcana=7), is_rival=True
)
SABER, KNIFE, FEAR = "feature/saber", "feature/knife", "spell/arcane-caster-rank-3/1/fear"


def duel(type: DuelType = "combat", **facts: Any) -> Adventure:
    """A duel between two named characters."""
    return Adventure(DUEL, DuelFacts(type, **facts), "A test", participants=(ANA, RED))


def readied(stats: DuelistStats = STATS, other: DuelistStats = STATS) -> tuple[AdventureEvent, ...]:
    """Both duelists with stats, and the beginning."""
    return (DuelistTyped("n1", stats), DuelistTyped("n2", other), DuelBegun())


def sealed(state: AdventureState, participant: str, skill: str, face: int) -> InitiativeSealed:
    """A sealed choice, with a die that its player rolled."""
    number = state.own.battle.round
    text = sealed_text(skill, face)
    return InitiativeSealed(participant, initiative_seal(state, participant, number, text, SALT), f"{skill} {face}")


def opened(choice: InitiativeChoice) -> ShownInitiative:
    """A choice of these tests as it is shown; a box that is not theirs shows something that was not sealed."""
    skill, _, face = choice.box.partition(" ")
    return ShownInitiative(choice.participant, choice.round, skill, int(face) if face.isdecimal() else 1, SALT)


def shown(state: AdventureState, participant: str) -> ShownInitiative:
    """What a participant has sealed last, as it is shown; the box of these tests is plain."""
    choice = next(choice for choice in reversed(state.own.choices) if choice.participant == participant)
    return opened(choice)


def totals(state: AdventureState) -> InitiativeRolled:
    """The totals of what both have sealed."""
    initiative = []
    for duelist in state.own.duelists:
        choice = shown(state, duelist.participant)
        by = state.participant(duelist.participant).modifier(choice.skill, state.scale).value
        initiative.append(InitiativeTotal(duelist.participant, choice.face + by))
    return InitiativeRolled(tuple(initiative))


def strike(state: AdventureState, participant: str, action: str = SABER) -> DuelMoveMade:
    """A Strike at the other duelist."""
    mine, other = (state.own.of(key) for key in (participant, "n2" if participant == "n1" else "n1"))
    return DuelMoveMade(participant, CreatureActed(mine.creature, action, "", (AimedTarget(other.creature, IN_REACH),)))


def next_duel_event(state: AdventureState, chance: Random) -> AdventureEvent:
    """Something that takes a duel further, or tries to."""
    own = state.own
    if own.battle is None:
        return _entering(state, chance)
    unshown = [choice for choice in own.choices if not choice.skill and choice.total is not None and " " in choice.box]
    if unshown and chance.random() < 0.1:
        return InitiativeShown((opened(chance.choice(unshown)),))
    if awaits_initiative(state):
        waiting = [
            duelist.participant for duelist in own.duelists if own.choice(duelist.participant, own.battle.round) is None
        ]
        if not waiting:
            is_plain = all(" " in choice.box for choice in own.choices)
            return totals(state) if is_plain else AdventureNoted("A box that no one opens")
        skills = initiative_skills(state, waiting[0])
        if not skills:
            return AdventureNoted("No skill for initiative")
        return sealed(state, waiting[0], chance.choice(skills), chance.randint(1, 20))
    return _fighting(state, chance)


def _entering(state: AdventureState, chance: Random) -> AdventureEvent:
    if len(state.own.duelists) == 2:
        return DuelBegun()
    prepared = chance.choice(state.facts.duelists).key
    return chance.choice((PreparedDuelistEntered(prepared), DuelistTyped("n1", STATS)))


def _fighting(state: AdventureState, chance: Random) -> AdventureEvent:
    own, battle = state.own, state.own.battle
    ask = pending(battle)
    if isinstance(ask, RollAsk):
        who = next(
            (duelist.participant for duelist in own.duelists if duelist.side == ask.side), own.duelists[0].participant
        )
        return DuelDiceRolled(who, tuple(chance.randint(1, ask.sides) for _ in range(ask.dice)))
    if isinstance(ask, ChoiceAsk):
        who = next(duelist.participant for duelist in own.duelists if duelist.side == ask.side)
        return DuelMoveMade(who, BattleOptionChosen(chance.choice(ask.options).key))
    if isinstance(ask, OfferAsk):
        return _offered(state, ask, chance)
    for duelist in own.duelists:
        if battle.acting(duelist.creature) is not None:
            if chance.random() < 0.3:
                return DuelMoveMade(duelist.participant, TurnEnded(duelist.creature, ()))
            other = next(rival for rival in own.duelists if rival != duelist)
            action = chance.choice([key for key in battle.fielded(duelist.creature).actions if "/" in key])
            return DuelMoveMade(
                duelist.participant,
                CreatureActed(duelist.creature, action, "", (AimedTarget(other.creature, IN_REACH),)),
            )
    waiting = [duelist.participant for duelist in own.duelists if duelist.side == battle.next_side]
    return DuelTurnBegun(waiting[0] if waiting else own.duelists[0].participant)


def _offered(state: AdventureState, ask: OfferAsk, chance: Random) -> AdventureEvent:
    offer = chance.choice(ask.offers)
    who = state.own.by_creature(offer.creature)
    choice = state.own.choice(who.participant, state.own.battle.round)
    if chance.random() < 0.5:
        is_sealed = choice is not None and not choice.skill
        known = (shown(state, who.participant),) if is_sealed else ()
        if offer.key.count("/"):
            return DuelMoveMade(who.participant, OfferTaken(offer.creature, offer.key))
        if offer.key != "hero-point":
            return DuelingReactionTaken(who.participant, offer.key, known)
    return DuelMoveMade(who.participant, OfferPassed(who.side))
