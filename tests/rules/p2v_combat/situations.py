"""Situations of a battle into which a creature is played, so that all that it has comes up: what they bring is traced.

``a.m1`` is the creature; a boar stands beside it, a boar and a kobold who casts spells stand against it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.combat.answers import CountsGiven, FacesRolled, OfferPassed, RollRuled
from rules.combat.resolution import ActAsk, ChoiceAsk, CountAsk, OfferAsk, RollAsk
from rules.combat.state import FightSide
from rules.effects.values import Resistance, Weakness
from rules.errors import ChangeRefused
from rules.p2v_combat.actions import BattleAction
from rules.p2v_combat.conditions import gain_condition
from rules.p2v_combat.events.acting import CreatureActed, StepSkipped
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay
from rules.p2v_combat.events.event import BattleEvent
from rules.p2v_combat.events.moving import CreatureFell, HazardEntered, SkillTried
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken
from rules.p2v_combat.events.turns import CreaturesActivated, TurnEnded
from rules.p2v_combat.numbers import (
    SAVES,
    AimedTarget,
    Circumstances,
    armor_number,
    fight_number,
    power_number,
    save_number,
    skill_numbers,
    speed_number,
)
from rules.p2v_combat.options import options_for, target_need, targets_refusal
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.p2v_combat.steps import actions_now
from rules.p2v_combat.targeting import attacker_holds
from rules.roster.model import Member
from rules.tables.conditions import CONDITIONS
from rules.tables.damage import DAMAGE_TYPES
from tests.rules.p2v_combat.tables import PlayedTable, card

ME, FRIEND, FOE, CASTER = "a.m1", "a.m2", "b.m1", "b.m2"
TAGS = ("Animal", "Metal", "Elemental", "Fungus")


def scene(fielded: Fielded) -> BattleSetup:
    """Return the battle of a creature."""
    friend = replace(card("boar"), tags=TAGS)
    # Its Armor makes a low roll a critical miss, what hits is ruled; its weaknesses show what types damage has.
    armored = replace(card("boar").stats, armor=40)
    weak, resist = (Weakness("fire", 5), Weakness("force", 5)), (Resistance("slashing", 1),)
    foe = replace(card("boar"), size="Large", tags=("Animal", "Swarm"), stats=armored, weak=weak, resist=resist)
    others = (
        Fielded(FRIEND, "a", Member("boar", id="m2", name="Friend"), friend),
        Fielded(FOE, "b", Member("boar", id="m1", name="Foe"), foe),
        Fielded(CASTER, "b", Member("kobold-sorcerer-1", id="m2", name="Caster"), card("kobold-sorcerer-1")),
    )
    return BattleSetup((FightSide("a", "Red"), FightSide("b", "Blue")), (replace(fielded, id=ME, side="a"), *others))


@dataclass
class Trace:
    """What a situation brought: sentences, and everything about the state that is not a sentence."""

    notes: list[str]
    facts: list[Any]


class Tracer:
    """Plays events and answers what they ask, each strike and save with the same outcome."""

    def __init__(self, setup: BattleSetup, first: str) -> None:
        self.table = PlayedTable(setup)
        self.trace = Trace([], [])
        self.table.begin(first)
        self._keep()

    def do(self, event: BattleEvent, outcome: str = "hit", *, reacts: bool = True) -> None:
        """Play an event with all that it asks; one that is refused leaves its reason."""
        try:
            self.table.do(event)
        except ChangeRefused as refused:
            self.trace.facts.append(refused.message)
            return
        self._keep()
        for _ in range(60):
            answer = self._answer(outcome, reacts=reacts)
            if answer is None:
                return
            self.table.do(answer)
            self._keep()

    def _answer(self, outcome: str, *, reacts: bool) -> BattleEvent | None:
        match self.table.asked:
            case RollAsk() as ask:
                outcomes = [word for word, _ in ask.chances]
                if outcome in outcomes and outcome != "miss":
                    return RollRuled(outcome, "the test")
                low = outcome in ("miss", "low") or "failure" in outcomes
                return FacesRolled(((1 if low else ask.sides),) * ask.dice, True)
            case ChoiceAsk() as choice:
                return BattleOptionChosen(choice.options[0].key)
            case OfferAsk() as offer:
                first = offer.offers[0]
                return OfferTaken(first.creature, first.key) if reacts else OfferPassed(offer.sides[0])
            case ActAsk():
                return StepSkipped()
            case CountAsk() as count:
                return CountsGiven(tuple((field.key, 0) for field in count.fields))
        return None

    def _keep(self) -> None:
        state = self.table.state
        self.trace.notes += self.table.told
        self.trace.facts.append(
            (
                tuple(replace(combatant, items=()) for combatant in state.combatants.values()),
                state.turn,
                state.scores,
                self.table.asked,
                state.phase,
            )
        )

    def options(self) -> None:
        """Keep what everyone who acts may do now."""
        state = self.table.state
        acting = state.turn.acting if state.turn else ()
        self.trace.facts += [options_for(state, creature.id) for creature in acting if not creature.has_ended]

    def spend(self) -> None:
        """Check the boxes of its features, those of its Strikes left out."""
        own = self.table.state.fielded(ME).features
        boxes = tuple((feature.id, len(feature.uses)) for feature in own if feature.uses and not feature.strike)
        self.table.state = self.table.state.change(ME, spent=boxes)

    def strikes(self, creature: str) -> tuple[BattleAction, ...]:
        """Return the Strikes of a creature."""
        return tuple(action for action in actions_now(self.table.state, creature).values() if action.is_weapon)


def _turn(tracer: Tracer) -> None:
    tracer.do(HpSet(ME, max(tracer.table.of(ME).max_hp // 2 - 1, 1), 0, ""))
    for creature in (ME, FOE, FRIEND):
        tracer.do(CreaturesActivated((creature,)))
        tracer.options()
        tracer.do(TurnEnded(creature, ()))


def _numbers(tracer: Tracer) -> None:
    state = tracer.table.state
    for creature, other in ((ME, FOE), (FRIEND, FOE), (FOE, ME)):
        tracer.trace.facts += [
            fight_number(state, creature, other),
            armor_number(state, creature, other),
            *(save_number(state, creature, save) for save in SAVES),
            power_number(state, creature),
            speed_number(state, creature),
            skill_numbers(state, creature),
        ]
    grapple = actions_now(state, ME)["act/grapple"].ways[0].effect
    tracer.trace.facts.append(targets_refusal(state, ME, grapple, (AimedTarget(FRIEND),)))
    tracer.trace.facts.append(targets_refusal(state, ME, grapple, (AimedTarget(FOE),)))
    tracer.trace.facts.append([action.ways[0].effect.range for action in tracer.strikes(ME)])


def _moves(tracer: Tracer) -> None:
    tracer.do(CreaturesActivated((ME,)))
    for action in ("stride", "step", "tumble-through"):
        tracer.table.state = tracer.table.state.with_acting(ME, ap=3)
        tracer.do(CreatureActed(ME, f"act/{action}", ""))


def _foe_moves(tracer: Tracer) -> None:
    tracer.do(HeldSet(FOE, "encumbered", True, ""))
    tracer.do(CreaturesActivated((FOE,)))
    tracer.do(CreatureActed(FOE, "act/stride", ""))


def _strikes(outcome: str) -> Callable[[Tracer], None]:
    def play(tracer: Tracer) -> None:
        tracer.do(HeldSet(FOE, "grabbed", True, ""))
        tracer.do(CreaturesActivated((ME,)))
        if outcome == "critical hit":
            tracer.spend()
        option = {offer.key: offer for offer in options_for(tracer.table.state, ME)}
        for action in tracer.strikes(ME):
            known = option.get(action.key)
            holds = tuple(hold.key for hold in known.holds) if known else ()
            around = Circumstances(distance="reach", off_guard=("flanked",), holds=holds)
            tracer.table.state = tracer.table.state.with_acting(ME, ap=3)
            tracer.do(CreatureActed(ME, action.key, "", (AimedTarget(FOE, around),)), outcome)

    return play


def _commander_hits(tracer: Tracer) -> None:
    tracer.table.state = tracer.table.state.change(ME, commander=FRIEND)
    tracer.do(CreaturesActivated((FRIEND,)))
    holds = tuple(hold.key for hold in attacker_holds(tracer.table.state, FRIEND))
    tracer.do(
        CreatureActed(FRIEND, "feature/tusk", "", (AimedTarget(FOE, Circumstances(distance="reach", holds=holds)),))
    )


def _struck(outcome: str) -> Callable[[Tracer], None]:
    def play(tracer: Tracer) -> None:
        tracer.spend()
        for creature, action in ((FOE, "feature/tusk"), (CASTER, "")):
            tracer.do(CreaturesActivated((creature,)))
            spells = [
                action.key for action in actions_now(tracer.table.state, creature).values() if action.kind == "spell"
            ]
            for key in [action] if action else spells:
                tracer.table.state = tracer.table.state.with_acting(creature, ap=3)
                tracer.do(
                    CreatureActed(creature, key, "", (AimedTarget(ME, Circumstances(distance="reach")),)), outcome
                )
            tracer.do(TurnEnded(creature, ()))
            tracer.do(CreaturesActivated((FRIEND,)))
            tracer.do(TurnEnded(FRIEND, ()))

    return play


def _damage(tracer: Tracer) -> None:
    for row in DAMAGE_TYPES:
        tracer.do(HpSet(ME, tracer.table.of(ME).max_hp, 0, ""))
        tracer.do(HazardEntered(ME, row.name), "miss")


def _falls(tracer: Tracer) -> None:
    tracer.do(CreatureFell(ME, 9), "miss")


def _goes_down(tracer: Tracer) -> None:
    tracer.do(CreaturesActivated((ME,)))
    tracer.do(HpSet(ME, 1, 0, ""))
    tracer.do(HazardEntered(ME, "piercing"), "low")
    tracer.do(HazardEntered(ME, "fire"), "low")
    for creature in (FOE, FRIEND, CASTER):
        tracer.do(CreaturesActivated((creature,)))
        tracer.do(TurnEnded(creature, ()), "low")


def _leaves(tracer: Tracer) -> None:
    tracer.do(LeftPlay(ME, True, "", ""), "failure")


def _others_leave(tracer: Tracer) -> None:
    tracer.do(HpSet(FOE, 0, 0, ""))
    tracer.do(HpSet(ME, 1, 0, ""))
    tracer.table.state = gain_condition(tracer.table.state, FOE, "swallowed", by=ME)
    tracer.do(LeftPlay(FOE, True, "", ""))
    tracer.do(LeftPlay(FRIEND, True, "", ""))


def _conditions(tracer: Tracer) -> None:
    for row in CONDITIONS:
        for has in (True, False):
            tracer.do(HeldSet(ME, row.name, has, ""))


def _skills(tracer: Tracer) -> None:
    for skill in ("Athletics", "Stealth", "Arcana"):
        tracer.do(SkillTried(ME, skill, 3), "low")


def _climbs(tracer: Tracer) -> None:
    tracer.table.state = tracer.table.state.change(ME, places=("on an incline",))
    tracer.do(CreaturesActivated((FOE,)))
    tracer.do(CreatureActed(FOE, "feature/tusk", "", (AimedTarget(ME, Circumstances(distance="reach")),)))


def _acts(tracer: Tracer) -> None:
    tracer.do(CreaturesActivated((ME,)))
    for action in tuple(actions_now(tracer.table.state, ME).values()):
        if action.kind == "universal":
            continue
        tracer.table.state = tracer.table.state.with_acting(ME, ap=3)
        for way in action.ways:
            need = target_need(tracer.table.state, ME, way.effect)
            able = need.creatures if need else ()
            aimed = (AimedTarget(FOE if FOE in able else able[0]),) if able else ()
            tracer.do(CreatureActed(ME, action.key, way.key, aimed), "hit", reacts=False)


SITUATIONS: dict[str, tuple[str, Callable[[Tracer], None]]] = {
    "its numbers": ("a", _numbers),
    "its turn": ("a", _turn),
    "it moves": ("a", _moves),
    "a foe moves": ("b", _foe_moves),
    "it hits": ("a", _strikes("hit")),
    "its commander hits": ("a", _commander_hits),
    "it hits critically": ("a", _strikes("critical hit")),
    "it misses": ("a", _strikes("miss")),
    "it is hit": ("b", _struck("hit")),
    "it is hit critically": ("b", _struck("critical hit")),
    "it takes damage": ("a", _damage),
    "it falls": ("a", _falls),
    "it is dying": ("a", _goes_down),
    "it is eliminated": ("a", _leaves),
    "others are eliminated": ("a", _others_leave),
    "conditions": ("a", _conditions),
    "skill checks": ("a", _skills),
    "it climbs": ("b", _climbs),
    "its actions": ("a", _acts),
}


def traces(setup: BattleSetup) -> Iterator[tuple[str, Trace]]:
    """Yield what each situation brings, by its name."""
    for name, (first, play) in SITUATIONS.items():
        tracer = Tracer(setup, first)
        play(tracer)
        yield name, tracer.trace
