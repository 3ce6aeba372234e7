"""A quick player: it weighs each command once, by the forecast that the pages show."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from rules.combat.log import FightEvent
from rules.combat.resolution import ActAsk, ChoiceAsk, OfferAsk, RollAsk, pending
from rules.effects.model import Effect
from rules.p2v_combat.action_points import STEP, STRIDE
from rules.p2v_combat.actions import ActionVariant, BattleAction, universal_key
from rules.p2v_combat.board_aims import settled
from rules.p2v_combat.events.acting import CreatureActed, GambitStepTaken, ObjectiveCommanded, StepActed
from rules.p2v_combat.events.objectives import ObjectiveTried, SpotDug, SupplyDestroyed, TreasureTaken
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken, TriggerReported
from rules.p2v_combat.events.standing import FigureMoved
from rules.p2v_combat.events.turns import ApGiven, CreaturesActivated
from rules.p2v_combat.family import P2V
from rules.p2v_combat.forecast import target_forecast
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import BattleState, Combatant
from rules.p2v_combat.steps import find_action, use_of
from rules.p2v_combat.tasks.rounds import EndGame
from rules.players.decisions import Decision
from rules.players.places import Outlook
from rules.players.player import MOST_WEIGHED, BattlePlayer, last_command
from rules.players.standing import creature_points
from rules.tables.areas import Square
from rules.tables.rolls import Degree, Strike

_GOOD = frozenset({Strike.HIT.value, Strike.CRITICAL_HIT.value, Degree.FAILURE.value, Degree.CRITICAL_FAILURE.value})
"""The outcomes of a roll against a target with which an effect takes hold of it."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a player weighs things, in points of creatures.

    ``felling`` is the share of a creature's points that its fall is worth beside its last HP, ``finishing`` the same
    for a blow at a dying one, ``holding`` that of each condition, ``friends`` what harm to its own side counts,
    ``objective`` what an objective is worth, ``going`` the share of a better place that counts for an action point,
    ``least`` the least for which it does anything. ``reacts`` is how often in a hundred it takes a reaction that it
    could take. ``hopes`` is the share of its misses that it does not count. ``danger`` is the share of a creature's
    points that a place loses for each enemy that has it within reach, ``helping`` what help for its own side counts.
    """

    felling: float = 0.6
    finishing: float = 0.3
    holding: float = 0.08
    friends: float = 1.2
    objective: float = 12.0
    going: float = 0.3
    least: float = 0.01
    reacts: int = 100
    hopes: float = 0.0
    danger: float = 0.0
    helping: float = 1.0


class QuickPlayer(BattlePlayer):
    """Takes the command that is worth most for its action points, one by one."""

    key = "quick"
    manner = Manner()

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._chances: dict[object, tuple[float, float]] = {}
        self._seen: tuple[BattleState, str, Outlook] | None = None

    def share_forecasts(self, other: QuickPlayer) -> None:
        """Remember the forecasts of another player from now on."""
        self._chances = other._chances

    def choose(self, decision: Decision) -> FightEvent:
        """Return the best command by its worth; of equal ones the first."""
        state = decision.state
        ask = pending(state)
        if isinstance(ask, ChoiceAsk):
            return self._option(state, ask)
        if isinstance(ask, OfferAsk) and self.chance.below(100) >= self.manner.reacts:
            return last_command(decision)
        weighed, last = self.weighed(decision)
        best, most = max(weighed, key=lambda pair: pair[1], default=(last, 0.0))
        return best if most > self.manner.least else last

    def weighed(self, decision: Decision) -> tuple[list[tuple[FightEvent, float]], FightEvent]:
        """Return each command with its worth, and the command that ends a turn, passes or skips."""
        weighed, last = list[tuple[FightEvent, float]](), None
        for creature in decision.creatures:
            events = list(islice(decision.commands(creature, _UNWEIGHED), MOST_WEIGHED))
            weighed += [(event, self.worth(decision, event)) for event in events]
            if last is None and events and len(events) < MOST_WEIGHED:
                last = events[-1]
        return weighed, last or last_command(decision)

    def _option(self, state: BattleState, ask: ChoiceAsk) -> BattleOptionChosen:
        # A secret is chosen without a look at how the battle went.
        is_secret = isinstance(state.stack[-1], EndGame)
        return BattleOptionChosen(self.chance.pick(ask.options).key if is_secret else ask.options[0].key)

    def worth(self, decision: Decision, event: FightEvent) -> float:
        """Return what a command is worth to its side, in points for each action point."""
        state = decision.state
        match event:
            case CreaturesActivated(creatures=creatures):
                return 1 + sum(self._readiness(state, creature) for creature in creatures) / len(creatures)
            case CreatureActed(creature=creature, action=key, way=way, targets=aims, choices=choices, way_to=way_to):
                if way_to and key.startswith(_UNIVERSAL):
                    return self._way_worth(state, creature, key, way_to) if key in (STRIDE, STEP) else 0.0
                going = self._way_worth(state, creature, key, way_to) if way_to else 0.0
                return going + self._action_worth(decision, creature, key, way, aims, choices)
            case TriggerReported(creature=creature, action=key, way=way, targets=aims, choices=choices):
                return self._action_worth(decision, creature, key, way, aims, choices)
            case StepActed(action=key, way=way, targets=aims, choices=choices):
                ask = pending(state)
                creature = ask.creature if isinstance(ask, ActAsk) else ""
                return self._action_worth(decision, creature, key, way, aims, choices) + 2 * self.manner.least
            case ObjectiveTried():
                return self._objective_worth(state, event)
            case SpotDug() | SupplyDestroyed() | TreasureTaken() | ObjectiveCommanded():
                return self.manner.objective / 2
            case FigureMoved(creature=creature, way=way):
                return self._place_worth(decision, creature, way)
            case OfferTaken() | GambitStepTaken():
                return 1.0
            case ApGiven(minion=minion):
                return creature_points(state, minion) * 0.2
        return 0.0

    def _readiness(self, state: BattleState, creature: str) -> float:
        """Return how much a side wants a creature to act first: a strong one that may not live to act later."""
        combatant = state.combatants[creature]
        return creature_points(state, creature) * (1.5 - max(combatant.hp, 0) / combatant.max_hp / 2)

    def _outlook(self, state: BattleState, creature: str) -> Outlook | None:
        """Return what places are worth to a creature now, None if it has none on a board."""
        if not stands(state, creature):
            return None
        if self._seen is None or self._seen[0] is not state or self._seen[1] != creature:
            self._seen = state, creature, Outlook(state, creature, self.manner.objective, self.manner.danger)
        return self._seen[2]

    def _place_worth(self, decision: Decision, creature: str, way: tuple[Square, ...]) -> float:
        """Return what it is worth to a side where a creature ends up: an enemy had better stand badly."""
        outlook = self._outlook(decision.state, creature)
        if outlook is None:
            return 0.0
        worth = outlook.worth(way[-1]) if way else outlook.here
        is_own = decision.state.combatants[creature].side == decision.side
        return 1 + (worth if is_own else max(_WELL_OFF - worth, 0.0))

    def _way_worth(self, state: BattleState, creature: str, key: str, way: tuple[Square, ...]) -> float:
        """Return what it is worth to go to a place, more than to stay; who Strides away may be struck at."""
        outlook = self._outlook(state, creature)
        if outlook is None:
            return 0.0
        gain = outlook.worth(way[-1]) - outlook.here - (outlook.threats if key == STRIDE else 0)
        return max(gain, 0.0) * self.manner.going

    def _objective_worth(self, state: BattleState, event: ObjectiveTried) -> float:
        ask = pending(P2V.play(state, event, event.doer(state)))
        chances = dict(ask.chances) if isinstance(ask, RollAsk) else {}
        missed = sum(chances.get(degree.value, 0) for degree in (Degree.FAILURE, Degree.CRITICAL_FAILURE))
        return self.manner.objective * (20 - missed) / 20

    def _action_worth(
        self,
        decision: Decision,
        creature: str,
        key: str,
        way: str,
        aims: tuple[AimedTarget, ...],
        choices: tuple[str, ...],
    ) -> float:
        state = decision.state
        action = find_action(state, creature, key)
        variant = action.way(way) if action else None
        if action is None or variant is None:
            return 0.0
        effect = variant.effect
        worth = sum(self._worth_at(decision, creature, action, variant, aim, choices) for aim in aims)
        if not aims:
            worth = self._worth_alone(state, creature, action, effect)
        return worth / max(effect.action_points, 0.5)

    def _worth_alone(self, state: BattleState, creature: str, action: BattleAction, effect: Effect) -> float:
        """Return what an action without targets is worth: getting up, what it gives its user, the Strikes in it."""
        combatant, points = state.combatants[creature], creature_points(state, creature)
        if action.key in _MENDS:
            return points * 0.15 if any(combatant.has(name) for name in _MENDS[action.key]) else 0.0
        strikes = sum(step.times for step in effect.steps if step.action == "strike")
        held = any(active.source == action.name for active in combatant.active_effects)
        gives = 0 if held else len(effect.bonuses) + len(effect.resist) + bool(effect.temporary_hp)
        missing = combatant.max_hp - combatant.hp
        heals = min(effect.heal or 0, missing) / combatant.max_hp * points
        return strikes * points * 0.25 + (gives * points * self.manner.holding + heals) * self.manner.helping

    def _worth_at(
        self,
        decision: Decision,
        creature: str,
        action: BattleAction,
        variant: ActionVariant,
        aim: AimedTarget,
        choices: tuple[str, ...],
    ) -> float:
        """Return what an action at one target is worth: the harm to an enemy, or the help for a friend."""
        state, manner, effect = decision.state, self.manner, variant.effect
        target = state.combatants[aim.creature]
        points = creature_points(state, target.id)
        is_friend = target.side == decision.side
        chance, damage = self._chances_at(state, creature, action, variant, aim, choices)
        hoped = chance + (1 - chance) * manner.hopes
        chance, damage = hoped, damage * hoped / chance if chance else 0.0
        harm = manner.holding * _new_conditions(effect, target) * chance
        if damage:
            if target.is_up:
                left = target.hp + target.temporary_hp
                blow = damage / chance if chance else 0.0
                harm += min(damage, left) / target.max_hp
                harm += manner.felling * chance * (1.0 if blow >= left else 0.15 if 2 * blow >= left else 0.0)
            else:
                harm += manner.finishing * chance
        if is_friend:
            missing = target.max_hp - max(target.hp, 0)
            aid = min(effect.heal or 0, missing) / target.max_hp * (1.5 if target.is_dying else 1.0)
            held = any(active.source == action.name for active in target.active_effects)
            aid += 0 if held else manner.holding * (len(effect.bonuses) + len(effect.resist) + len(effect.gives))
            return points * (aid * manner.helping - (manner.friends * harm if damage else 0))
        return points * harm

    def _chances_at(
        self,
        state: BattleState,
        creature: str,
        action: BattleAction,
        variant: ActionVariant,
        aim: AimedTarget,
        choices: tuple[str, ...],
    ) -> tuple[float, float]:
        """Return how likely an action takes hold of a target, and its average damage in HP.

        What was forecast is remembered until something about the user or the target changes that a forecast looks at.
        """
        use = use_of(creature, action, variant, chosen=choices)
        if use.is_wrestling:
            return _WRESTLING, 0.0
        aim = settled(state, creature, variant.effect, aim)
        user, target = state.combatants[creature], state.combatants[aim.creature]
        acting = state.acting(creature)
        key = (
            *(creature, action.key, variant.key, aim, choices, acting.fight_actions if acting else 0),
            *(user.conditions, user.statuses, user.active_effects, user.is_broken),
            *(target.conditions, target.statuses, target.active_effects, target.is_broken, target.is_dying),
        )
        known = self._chances.get(key)
        if known is None:
            forecast = target_forecast(state, use, aim)
            chance = float(forecast.passes)
            for roll in forecast.rolls[:1]:
                chance *= float(sum(share for word, share in roll.outcomes if word in _GOOD))
            known = self._chances[key] = chance, float((forecast.damage or 0) * forecast.passes)
        return known


_UNIVERSAL = "act/"
_UNWEIGHED = frozenset({universal_key("Leap"), universal_key("Crawl")})
"""Moves that are worth nothing to it."""
_WELL_OFF = 1_000.0
"""More than a place is ever worth."""
_WRESTLING = 0.45
"""The chance that is assumed for a Grapple, Shove, Trip and the like: its forecast takes longer than all others."""
_MENDS = {"act/stand": ("prone",), "act/escape": ("grabbed", "restrained", "immobilized")}
"""Actions that only end conditions, with these."""


def _new_conditions(effect: Effect, target: Combatant) -> int:
    """Return how many conditions an effect gives at most that a target does not have."""
    given = (*effect.gives, *(name for part in effect.then for name in part.gives))
    return sum(not target.has(name) for name in dict.fromkeys(given))
