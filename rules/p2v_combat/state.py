"""The state of a battle at one point of its log: the round, the creatures, whose turn it is, the stack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from rules.combat.resolution import ResolvingState
from rules.effects.limits import EndsWhen
from rules.effects.model import Effect
from rules.effects.values import Bonus, Damage, Resistance
from rules.p2v_combat.actions import BattleAction
from rules.p2v_combat.scoring.results import BattleResult, ScoreLine
from rules.p2v_combat.sides import BattleSetup, Fielded
from rules.replacing import replace
from rules.roster.model import ItemChoice
from rules.spells.casting import GrantedAction
from rules.tables.conditions import Gained
from rules.tables.dying import is_dying

if TYPE_CHECKING:
    from rules.p2v_combat.solo.playing import SoloRound
    from rules.p2v_combat.standing import BoardInPlay
    from rules.p2v_combat.tasks.task import Task

InPlay = Literal["in play", "waiting", "eliminated", "left"]
"""Where a creature is; a waiting one is in disguise or not yet summoned."""
BattlePhase = Literal["initiative", "playing", "over"]


@dataclass(frozen=True, slots=True)
class ActiveCondition:
    """A creature's condition or status: its name, who gave it, and when it ends, counted from its next turn's end.

    ``source`` is the name of its cause. ``until`` is empty if it ends by its own rule, otherwise one of ``Lasts``;
    ``skips`` is how many moments of that kind pass before it ends, ``ends_when`` what ends it early.
    """

    name: str
    by: str | None = None
    gained: Gained = "earlier"
    source: str = ""
    until: str = ""
    skips: int = 0
    ends_when: tuple[EndsWhen, ...] = ()


@dataclass(frozen=True, slots=True)
class ActiveEffect:
    """A temporary effect, by its name: numbers, resistances, riders, an action.

    ``until`` and ``skips`` say when it ends, as for conditions. ``riders`` follow its creature's next hit with a
    weapon; ``grants`` is an action that a spell gives its caster. ``delayed`` damage is dealt when it ends early.
    ``zone`` is what befalls creatures that enter an area which its creature keeps up.
    """

    source: str
    by: str
    until: str
    bonuses: tuple[Bonus, ...] = ()
    resist: tuple[Resistance, ...] = ()
    riders: tuple[Effect, ...] = ()
    grants: GrantedAction | None = None
    skips: int = 0
    ends_when: tuple[EndsWhen, ...] = ()
    ignores: tuple[str, ...] = ()
    delayed: tuple[Damage, ...] = ()
    zone: Effect | None = None


@dataclass(frozen=True, slots=True)
class SustainedSpell:
    """A spell that its caster may sustain: the action and way that cast it, and the cost in action points."""

    name: str
    action: str
    way: str
    ap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Combatant:
    """A creature in the battle. Its card is in the set-up, under the same id.

    ``persistent`` is damage by type, ``spent`` the checked boxes by key of feature, item or group of spells; ``items``
    are its present items, including looted ones. ``places`` are its positions that sustain a condition; with
    ``by_mode``, its movement mode may protect it there. ``has_acted`` is about this round; ``has_reacted``, and how
    many ``extra_reactions`` it took, are about the time since its last turn began. ``readied`` is True if it may take
    an action as its reaction; ``waived`` are keys of reactions that are not offered to it again in this round.
    ``spared`` is True if a hero point passes its recovery checks, ``broken`` if a critical hit has damaged it.
    """

    id: str
    side: str
    hp: int
    max_hp: int
    temporary_hp: int = 0
    conditions: tuple[ActiveCondition, ...] = ()
    statuses: tuple[ActiveCondition, ...] = ()
    places: tuple[str, ...] = ()
    by_mode: bool = False
    active_effects: tuple[ActiveEffect, ...] = ()
    sustained: tuple[SustainedSpell, ...] = ()
    persistent: tuple[tuple[str, int], ...] = ()
    spent: tuple[tuple[str, int], ...] = ()
    items: tuple[ItemChoice, ...] = ()
    hero_points: int = 0
    spared: bool = False
    broken: bool = False
    has_acted: bool = False
    has_reacted: bool = False
    extra_reactions: int = 0
    readied: bool = False
    waived: tuple[str, ...] = ()
    commander: str | None = None
    presence: InPlay = "in play"

    @property
    def is_in_play(self) -> bool:
        """Whether it is on the board, dying or not."""
        return self.presence == "in play"

    @property
    def is_dying(self) -> bool:
        """Whether it has 0 HP or less and is not eliminated."""
        return self.presence == "in play" and is_dying(self.hp)

    @property
    def is_up(self) -> bool:
        """Whether it is in play and not dying, and so counts as a creature for its enemies."""
        return self.presence == "in play" and not is_dying(self.hp)

    @property
    def is_broken(self) -> bool:
        """Whether it is at half its HP or less, or a critical hit has damaged it."""
        return self.broken or 2 * self.hp <= self.max_hp

    @property
    def is_unaffected(self) -> bool:
        """Whether nothing gives it a condition now: none of its own, no status, no place, and it is not dying."""
        return not (self.conditions or self.statuses or self.places or self.is_dying)

    @property
    def is_bare(self) -> bool:
        """Whether it has no condition, status or temporary effect."""
        return not (self.conditions or self.statuses or self.active_effects)

    @property
    def condition_names(self) -> tuple[str, ...]:
        """The names of its conditions, each once."""
        return tuple(dict.fromkeys([held.name for held in self.conditions]))

    @property
    def status_names(self) -> tuple[str, ...]:
        """The names of its statuses, each once."""
        return tuple(dict.fromkeys([held.name for held in self.statuses]))

    def has(self, name: str) -> bool:
        """Return True if it has a condition or status with that name itself."""
        return any(held.name == name for held in (*self.conditions, *self.statuses))

    def times_spent(self, key: str) -> int:
        """Return how many boxes under a key are checked."""
        return dict(self.spent).get(key, 0)

    def has_use(self, action: BattleAction) -> bool:
        """Return True if an action has an unchecked box, or no boxes."""
        return not action.boxes or self.times_spent(action.boxes) < action.uses


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """A creature whose turn it is: its action points, and its actions in this turn.

    ``fight_actions`` counts the finished actions with a Fight roll, ``is_fighting`` is True if the present one has such
    a roll; ``done`` are the keys of the actions taken, in order. ``opponent`` is the side that spends the next
    ``opponent_ap`` of its action points, while it is confused or controlled. ``has_started`` is true once its action
    points are set, ``is_ending`` while the end of its turn is resolved. ``shared`` counts its actions with its group,
    until it ``has_left``. ``is_minion`` marks one with the action points of a minion. On a board, ``diagonals`` counts
    its diagonal squares, ``moved`` the squares of its present action, ``left_over`` those that a Stride or Step left.
    """

    id: str
    ap: int = 0
    fight_actions: int = 0
    is_fighting: bool = False
    done: tuple[str, ...] = ()
    opponent: str | None = None
    opponent_ap: int = 0
    has_started: bool = False
    is_ending: bool = False
    shared: int = 0
    has_left: bool = False
    has_ended: bool = False
    is_minion: bool = False
    diagonals: int = 0
    moved: int = 0
    left_over: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """An activation: the side, its number in the round from 1, and the creatures, in the player's order.

    In a group (``is_group``), all take the same actions in the same order: those of ``shared``. ``adjacent_after`` is
    the number of them when the players last confirmed that the group is together.
    """

    side: str
    number: int
    acting: tuple[Acting, ...]
    is_group: bool = False
    shared: tuple[str, ...] = ()
    adjacent_after: int = 0

    def of(self, creature: str) -> Acting | None:
        """Return a creature of this activation, None for any other."""
        for actor in self.acting:
            if actor.id == creature:
                return actor
        return None

    def with_acting(self, changed: Acting) -> Turn:
        """Return the activation with one of its creatures changed."""
        return replace(self, acting=tuple(changed if actor.id == changed.id else actor for actor in self.acting))

    @property
    def is_over(self) -> bool:
        """Whether the turns of all its creatures have ended."""
        return all(actor.has_ended for actor in self.acting)


@dataclass(frozen=True, slots=True)
class ScoredFact:
    """Something that counts later: damage dealt, a creature felled or eliminated, an objective claimed.

    ``by`` is the creature that did it and ``to`` its target; ``side`` is the one whose reaction caused it, otherwise
    the one whose turn it was. ``over`` is the edge of the board over which a creature left.
    """

    kind: str
    round: int
    side: str | None
    by: str | None
    to: str
    amount: int = 0
    over: str = ""


@dataclass(frozen=True, slots=True)
class ObjectivePrize:
    """The prize of claiming an objective that scores while the prize is held, and its holder, None for no one."""

    objective: str
    item: ItemChoice
    holder: str | None


@dataclass(frozen=True, slots=True)
class DuelStance:
    """A duelist's possible reactions in this round: keys of dueling reactions.

    ``traditions`` are those of the spells that it may counter.
    """

    creature: str
    reactions: tuple[str, ...] = ()
    traditions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleState(ResolvingState):
    """A battle at one point of its log.

    ``first`` is the side that was first in this round, ``next_side`` the one that activates next, None while that is
    not settled; ``last_side`` activated last. ``activation`` counts activations, the turns of the base. ``scores`` are
    victory points of the rounds, ``awards`` those that players gave by hand, ``revealed`` the revealed secrets: side,
    purpose, choice. ``solo`` is the progress of a round in solo play. ``order`` are the creatures of this round if
    their order is given, ``stances`` the duelists' possible reactions. ``last_acts`` are creatures with a feature that
    applies now: they were eliminated, or hit. ``prizes`` are items that count as the objective from which they came.
    Bans, early ends and the names of markers count with ``has_limits``, so not in battles from before. ``conceded`` are
    sides that have given up, ``end_wanted`` those that want to end the battle now. ``board`` is None while only the
    players know where creatures stand; ``left_board`` is the last one that was left in play, ``boards_given`` how many
    were given instead of that of the table.
    """

    noun = "battle"

    setup: BattleSetup = field(repr=False)
    phase: BattlePhase = "initiative"
    first: str | None = None
    next_side: str | None = None
    last_side: str | None = None
    activation: int = 0
    combatants: Mapping[str, Combatant]
    turn: Turn | None = None
    stack: tuple[Task, ...] = ()
    scored_facts: tuple[ScoredFact, ...] = ()
    prizes: tuple[ObjectivePrize, ...] = ()
    scores: tuple[tuple[str, int], ...] = ()
    awards: tuple[ScoreLine, ...] = ()
    last_acts: tuple[tuple[str, str], ...] = ()
    revealed: tuple[tuple[str, str, str], ...] = ()
    result: BattleResult | None = None
    solo: SoloRound | None = None
    order: tuple[str, ...] = ()
    stances: tuple[DuelStance, ...] = ()
    has_limits: bool = False
    conceded: tuple[str, ...] = ()
    end_wanted: tuple[str, ...] = ()
    board: BoardInPlay | None = None
    left_board: BoardInPlay | None = None
    boards_given: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(creature.name for creature in self.setup.fielded)

    def fielded(self, creature: str) -> Fielded:
        """Return a creature at its start, with its card."""
        return self.setup.by_id[creature]

    def name(self, creature: str) -> str:
        return self.fielded(creature).name

    def of_side(self, side: str) -> tuple[Combatant, ...]:
        """Return the creatures of a side, those out of play included."""
        return tuple(combatant for combatant in self.combatants.values() if combatant.side == side)

    def with_combatant(self, changed: Combatant) -> BattleState:
        """Return the state with one creature changed."""
        return replace(self, combatants={**self.combatants, changed.id: changed})

    def with_acting(self, creature: str, **values: Any) -> BattleState:
        """Return the state with some fields of a creature's turn changed; nothing changes outside its turn."""
        acting = self.turn.of(creature) if self.turn else None
        if self.turn is None or acting is None:
            return self
        return replace(self, turn=self.turn.with_acting(replace(acting, **values)))

    def with_boxes(self, creature: str, key: str, number: int) -> BattleState:
        """Return the state with so many boxes of a creature checked under a key."""
        spent = {**dict(self.combatants[creature].spent), key: number}
        return self.change(creature, spent=tuple(sorted(spent.items())))

    def with_box_checked(self, creature: str, key: str) -> BattleState:
        """Return the state with one more box of a creature checked; nothing changes without a key."""
        number = self.combatants[creature].times_spent(key) + 1
        return self.with_boxes(creature, key, number) if key else self

    def with_task(self, place: int, task: Task) -> BattleState:
        """Return the state with another task at a place of the stack."""
        return replace(self, stack=(*self.stack[:place], task, *self.stack[place + 1 :]))

    def is_in_turn(self, creature: str | None) -> bool:
        """Return True during the turn of a creature."""
        acting = self.acting(creature) if creature else None
        return acting is not None and not acting.has_ended

    def acting(self, creature: str) -> Acting | None:
        """Return a creature whose turn it is, None for any other."""
        return self.turn.of(creature) if self.turn else None

    @property
    def score_lines(self) -> tuple[ScoreLine, ...]:
        """The scores of the rounds."""
        return tuple(ScoreLine(side, points, "Objectives") for side, points in self.scores if points)

    def points(self, side: str) -> int:
        """Return a side's present victory points."""
        return dict(self.scores).get(side, 0) + sum(award.points for award in self.awards if award.side == side)

    def with_scored_fact(self, kind: str, by: str | None, to: str, amount: int = 0, over: str = "") -> BattleState:
        """Return the state with one more thing that counts later."""
        keys = [side.key for side in self.setup.sides]
        reactors = (self.combatants[task.reactor].side for task in reversed(self.stack) if task.reactor)
        side = next((side for side in reactors if side in keys), self.turn.side if self.turn else None)
        return replace(
            self, scored_facts=(*self.scored_facts, ScoredFact(kind, self.round, side, by, to, amount, over))
        )
