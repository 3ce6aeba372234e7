"""The combatants: the sides of a battle in seat order, the creatures that they field, and the battle's options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from rules.cards.model import Card, Feature
from rules.combat.state import MIN_SIDES, SIDE_KEYS, FightSide
from rules.effects.circumstances import PassiveMomentKind
from rules.errors import RulesError
from rules.p2v_combat.actions import BattleAction, actions_of_card, actions_of_items
from rules.p2v_combat.passives import Passive, carried_passives, carries_reaction, passives_by_moment, passives_of
from rules.p2v_combat.setup.plan import TablePlan
from rules.p2v_combat.solo.solo_plan import MonsterKind, SoloPlan
from rules.p2v_combat.triggers import TriggeredReactions, reactions_by_trigger
from rules.roster.model import Member
from rules.text import without_directions

NEUTRAL = "game"
"""The side of creatures that belong to none: the monster of a Beast Hunt, a golem that is an objective."""

_THE_GAME = FightSide(NEUTRAL, "The game", "game")

FirstPlayer = Literal["left", "last"]
TurnOrder = Literal["sides", "given"]
Distances = Literal["squares", "inches"]


@dataclass(frozen=True)
class Fielded:
    """A creature in the battle: its member and the member's present card.

    ``id`` is the side's key and the member's id (``a.m1``). ``points`` are its cost, 0 for a minion that its commander
    starts with. ``minion_of`` is the id of its commander. ``starts`` are its starting conditions, and ``spent`` the
    boxes that are already checked, by key.
    """

    id: str
    side: str
    member: Member
    card: Card
    points: int = 0
    minion_of: str | None = None
    starts: tuple[str, ...] = ()
    spent: tuple[tuple[str, int], ...] = ()

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """The features that it has, bought ones included."""
        return self.card.features_with(self.member.upgrades)

    @cached_property
    def actions(self) -> dict[str, BattleAction]:
        """Everything that it can do without its items, by key."""
        return actions_of_card(self.card, self.features)

    @cached_property
    def reactions(self) -> tuple[BattleAction, ...]:
        """The reactions among them, and those of its initial items, free actions with a trigger included."""
        carried = self.item_actions if self.carries_reaction else {}
        return tuple(action for action in (self.actions | carried).values() if action.is_offered)

    @cached_property
    def reactions_by_trigger(self) -> TriggeredReactions:
        """The same by the kinds of events that may trigger them."""
        return reactions_by_trigger(self.reactions)

    @cached_property
    def carries_reaction(self) -> bool:
        """Whether an initial item of it comes at a trigger."""
        return carries_reaction(self.member.items)

    @cached_property
    def passives(self) -> tuple[Passive, ...]:
        """Its features that cost nothing, its spells left out."""
        return passives_of(self.features)

    @cached_property
    def passives_and_items(self) -> tuple[Passive, ...]:
        """The same, and its initial items that are always there."""
        return (*self.passives, *carried_passives(self.member.items))

    @cached_property
    def passives_by_moment(self) -> Mapping[PassiveMomentKind, tuple[Passive, ...]]:
        """All of these by the kinds of their moments."""
        return passives_by_moment(self.passives_and_items)

    @cached_property
    def counting(self) -> tuple[Feature, ...]:
        """Its features that cost nothing and change numbers."""
        return tuple(
            feature
            for feature in self.features
            if feature.cost is None and (feature.bonuses or any(part.on == "broken" for part in feature.then))
        )

    @cached_property
    def item_actions(self) -> dict[str, BattleAction]:
        """The actions of its initial items, by key."""
        return actions_of_items(self.card, self.features, self.member.items)

    @cached_property
    def name(self) -> str:
        """Its own name, or else its creature's. The name cannot distort the sentences around it."""
        return without_directions(self.member.name or self.card.name)


@dataclass(frozen=True, slots=True)
class BattleRules:
    """The players' agreements: who is first in later rounds, the round limit, and how distances are measured.

    ``first_player``: ``left`` is ruling 31, ``last`` the rulebook's other sentence. With ``round_limit``, a die ends
    the game from round 6 on. ``until_decided``: a battle of three or four sides goes on until at most one has anything
    in play, a Beast Hunt ends with its monster, and Passing Through once too few are left to get away; older stored
    battles end as they did. ``order``: ``sides`` take turns, or the order of each round is ``given`` from outside, as
    in a duel; documents have no such word.
    """

    first_player: FirstPlayer = "left"
    round_limit: bool = True
    distances: Distances = "squares"
    order: TurnOrder = "sides"
    until_decided: bool = True


@dataclass(frozen=True)
class BattleSetup:
    """The start of a battle.

    ``table`` is the board with its contents, None if the players settled it without Muster. ``lone_creature`` is the id
    of the cut-off creature in a Rescue Mission. ``solo`` says how the game plays its side, None if people play all
    sides; ``neutral_kinds`` has its gambits for creatures of no side.

    Raises ``RulesError`` for sides or creatures that do not fit together.
    """

    sides: tuple[FightSide, ...]
    fielded: tuple[Fielded, ...]
    rules: BattleRules = BattleRules()
    name: str = ""
    table: TablePlan | None = None
    lone_creature: str = ""
    solo: SoloPlan | None = None
    neutral_kinds: tuple[MonsterKind, ...] = ()
    by_id: Mapping[str, Fielded] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        keys = tuple(side.key for side in self.sides)
        if keys != SIDE_KEYS[: len(keys)] or len(keys) < MIN_SIDES:
            raise RulesError("A battle has two to four sides, a to d in seat order.")
        by_id = {creature.id: creature for creature in self.fielded}
        if len(by_id) != len(self.fielded):
            raise RulesError("Two creatures of a battle have the same id.")
        for creature in self.fielded:
            if creature.side not in (*keys, NEUTRAL):
                raise RulesError(f"{creature.id} belongs to a side that is not there.")
            if creature.minion_of is not None and creature.minion_of not in by_id:
                raise RulesError(f"The commander of {creature.id} is not there.")
            if _is_led_in_circle(creature, by_id):
                raise RulesError(f"{creature.id} is its own commander, or that of its commander.")
        if self.solo is not None and len(self.people) != len(self.sides) - 1:
            raise RulesError("In solo play the game plays one side, and people play the others.")
        object.__setattr__(self, "by_id", by_id)
        object.__setattr__(self, "name", without_directions(self.name))

    @property
    def people(self) -> tuple[str, ...]:
        """The keys of the sides that people play."""
        return tuple(side.key for side in self.sides if side.player == "people")

    def side(self, key: str) -> FightSide:
        """Return a side by its key; creatures of no side have the game in its place."""
        return _THE_GAME if key == NEUTRAL else self.sides[SIDE_KEYS.index(key)]


def _is_led_in_circle(creature: Fielded, by_id: Mapping[str, Fielded]) -> bool:
    """Return True if a creature's chain of commanders is a circle."""
    met: set[str] = set()
    leader: Fielded | None = creature
    while leader is not None and leader.id not in met:
        met.add(leader.id)
        leader = by_id.get(leader.minion_of or "")
    return leader is not None
