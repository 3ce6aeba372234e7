"""Players' changes by hand, with a reason if they overrule the battle: HP, conditions, uses, the score."""

from dataclasses import replace
from typing import get_args

from rules.documents.records import LaterFlag
from rules.errors import ChangeRefused, require
from rules.p2v_combat.conditions import (
    DERIVED_STATUSES,
    PLACES,
    gain_condition,
    guarding_mode,
    lose_condition,
)
from rules.p2v_combat.events.event import BattleEvent, Creatures, EventByHand
from rules.p2v_combat.scoring.conditions import TREASURE, victory_in_play
from rules.p2v_combat.scoring.places import edges_at
from rules.p2v_combat.scoring.results import ScoreLine
from rules.p2v_combat.setup.plan import BoardEdge
from rules.p2v_combat.state import BattleState, Combatant
from rules.p2v_combat.tasks.damage import fall
from rules.p2v_combat.tasks.endings import lose_reach, recover
from rules.p2v_combat.tasks.recovery import eliminate, end_for_fallen
from rules.tables import conditions
from rules.tables.damage import BY_NAME as DAMAGE_TYPES
from rules.text import listed, with_minus

EDGES = get_args(BoardEdge)
MOST_PERSISTENT = 100
MOST_POINTS = 50


def _known(state: BattleState, creature: str) -> Combatant:
    combatant = require(state.combatants.get(creature), ChangeRefused("That creature is not in this battle."))
    if not combatant.is_in_play:
        raise ChangeRefused(f"{state.name(creature)} is out of play.")
    return combatant


def _note(state: BattleState, creature: str, text: str, reason: str) -> BattleState:
    """Note what was changed, with any reason."""
    return state.note(creature, text, *filter(None, [reason]))


class HpSet(EventByHand, kind="hp-set"):
    """The HP and temporary HP of a creature are set by hand."""

    creature: str
    hp: int
    temporary_hp: int
    reason: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Set them; at 0 or less the creature is dying."""
        combatant = _known(state, self.creature)
        if self.hp > combatant.max_hp or self.temporary_hp < 0 or self.temporary_hp > 999 or self.hp < -999:
            raise ChangeRefused(f"{state.name(self.creature)} has at most {combatant.max_hp} HP.")
        state = state.change(self.creature, hp=self.hp, temporary_hp=self.temporary_hp)
        words = [f"goes from {combatant.hp} to {self.hp} HP"] if self.hp != combatant.hp else []
        words += [f"has {self.temporary_hp} temporary HP"] if self.temporary_hp != combatant.temporary_hp else []
        text = with_minus(f"{state.name(self.creature)} {' and '.join(words) or 'stays as it is'}, by hand.")
        state = _note(state, self.creature, text, self.reason)
        if not combatant.is_dying and state.combatants[self.creature].is_dying:
            return fall(state, self.creature, None)
        return state


class HeldSet(EventByHand, kind="held-set"):
    """A creature gains or loses a condition or status by hand."""

    creature: str
    name: str
    has: bool
    reason: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _known(state, self.creature)
        if self.name not in conditions.STATUSES_BY_NAME and not conditions.is_condition(self.name):
            raise ChangeRefused(f"“{self.name}” is not a condition or status of the game.")
        if self.name in DERIVED_STATUSES:
            raise ChangeRefused("Set the HP of the creature instead.")
        why = ("By hand", *filter(None, [self.reason]))
        if self.has:
            return gain_condition(state, self.creature, self.name, source=", ".join(why))
        return lose_condition(state, self.creature, self.name, *why, even_always=True)


class PlacesSet(EventByHand, kind="places-set", filled_in=(("by_mode", True),)):
    """The place of a creature, if it matters: in water, on an incline, a ledge, uneven, slippery or directional ground.

    A creature is not off-guard where its movement mode protects it; in logs from before ``by_mode``, it is.
    """

    creature: str
    places: Creatures
    by_mode: LaterFlag = True

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _known(state, self.creature)
        if not set(self.places) <= set(PLACES):
            raise ChangeRefused("Choose among the places that keep a condition.")
        state = state.change(self.creature, places=tuple(dict.fromkeys(self.places)), by_mode=self.by_mode)
        where = listed(self.places) or "in the open"
        modes = dict.fromkeys(filter(None, (guarding_mode(state, self.creature, place) for place in self.places)))
        why = [f"Not off-guard there: {listed(modes)}"] if modes else []
        return state.note(self.creature, f"{state.name(self.creature)} is {where}.", *why)


class ReachLost(BattleEvent, kind="reach-lost"):
    """A creature is no longer within reach of any enemy; effects that end then end at once."""

    creature: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _known(state, self.creature)
        after = lose_reach(state, self.creature)
        if after is state:
            raise ChangeRefused(f"{state.name(self.creature)} has no condition that ends out of reach.")
        return after


class PersistentSet(EventByHand, kind="persistent-set"):
    """The persistent damage of one type that a creature has is set by hand, 0 for none."""

    creature: str
    type: str
    amount: int
    reason: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        combatant = _known(state, self.creature)
        if self.type not in DAMAGE_TYPES or not 0 <= self.amount <= MOST_PERSISTENT:
            raise ChangeRefused(f"Choose a type of damage, and an amount from 0 to {MOST_PERSISTENT}.")
        amounts = {**dict(combatant.persistent), self.type: self.amount}
        state = state.change(self.creature, persistent=tuple((word, left) for word, left in amounts.items() if left))
        state = state if self.amount else recover(state, self.creature)
        now = f"{self.amount} persistent {self.type} damage" if self.amount else f"no persistent {self.type} damage"
        return _note(state, self.creature, f"{state.name(self.creature)} has {now}, by hand.", self.reason)


class PointsGiven(BattleEvent, kind="points-given"):
    """A side gains or loses victory points by hand, for things that only the players see or agree on."""

    to: str
    points: int
    reason: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if self.to not in [side.key for side in state.setup.sides] or state.phase != "playing":
            raise ChangeRefused("Victory points go to a side of this battle, while it is played.")
        if not victory_in_play(state).by_points or self.to in state.conceded:
            raise ChangeRefused("Victory points do not decide this battle, or not for this side.")
        if not self.points or abs(self.points) > MOST_POINTS or not self.reason.strip():
            raise ChangeRefused(f"Say how many victory points, up to {MOST_POINTS}, and why.")
        state = replace(state, awards=(*state.awards, ScoreLine(self.to, self.points, self.reason)))
        verb = "scores" if self.points > 0 else "loses"
        points = f"{abs(self.points)} VP"
        return state.note(None, f"{state.setup.side(self.to).name} {verb} {points}, by hand.", self.reason)


class SpentSet(EventByHand, kind="spent-set"):
    """Sets how many boxes of a feature, item or group of spells are checked, by hand."""

    creature: str
    key: str
    boxes: int
    reason: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _known(state, self.creature)
        if not 0 <= self.boxes <= 100:
            raise ChangeRefused("That many boxes cannot be checked.")
        return state.with_boxes(self.creature, self.key, self.boxes)


class ApSet(EventByHand, kind="ap-set"):
    """The action points of a creature on its turn are set by hand."""

    creature: str
    ap: int
    reason: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _known(state, self.creature)
        acting = state.acting(self.creature)
        if acting is None or not 0 <= self.ap <= 9:
            raise ChangeRefused("Action points, 0 to 9, are set on the creature's own turn.")
        state = state.with_acting(self.creature, ap=self.ap, opponent_ap=min(acting.opponent_ap, self.ap))
        return _note(state, self.creature, f"{state.name(self.creature)} has {self.ap} AP, by hand.", self.reason)


class LeftPlay(EventByHand, kind="left-play"):
    """A creature leaves play by hand: eliminated, or over an edge of the board, which does not eliminate it."""

    creature: str
    eliminated: bool
    over: str
    reason: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        combatant = _known(state, self.creature)
        if self.over not in EDGES:
            raise ChangeRefused("Say over which edge: top, right, bottom or left.")
        if self.eliminated:
            return eliminate(state, self.creature, why=self.reason)
        over, edges = self.over, edges_at(state, self.creature)
        if edges is not None and not self.reason.strip():
            if not edges or (over and over not in edges):
                raise ChangeRefused(f"{state.name(self.creature)} is not at that edge of the board.")
            wanted = state.setup.table.edge if state.setup.table else ""
            over = over or (wanted if wanted in edges else edges[0])
        if any(held.source == TREASURE for held in combatant.statuses):
            state = state.with_scored_fact("treasure carried off", self.creature, TREASURE, over=over)
        state = state.with_scored_fact("left", None, self.creature, over=over).with_acting(
            self.creature, ap=0, opponent_ap=0, has_ended=True
        )
        state = end_for_fallen(state.change(self.creature, presence="left"), self.creature)
        return _note(state, self.creature, f"{state.name(self.creature)} leaves the board.", self.reason)
