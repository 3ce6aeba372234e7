"""Combatants of heroic combat in play, the state of the whole fight, and the base classes of their events."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self, cast

from rules.combat.events import require_nothing_asked
from rules.combat.log import FightEvent
from rules.combat.resolution import Option
from rules.combat.sheets import FightSheet
from rules.combat.state import FightCombatant, FightSetup, FightState
from rules.errors import ChangeRefused
from rules.heroic.sheets import HERO, MAIN
from rules.heroic.tables import RECOVERY_PARTS

Camp = Literal["heroes", "enemies"]
HEROES: Camp = "heroes"
ENEMIES: Camp = "enemies"
CAMPS: tuple[Camp, ...] = (HEROES, ENEMIES)
ObjectiveVerdict = Literal["", "met", "lost"]
"""Whether the objective was met or lost, "" while it is open."""
CAMP_NAMES = {HEROES: "The heroes", ENEMIES: "The enemies"}


@dataclass(frozen=True, slots=True)
class HeroicCombatant:
    """A combatant: what it has left, its conditions, and what it has spent of its turn.

    ``moved`` counts squares of speed in this turn, ``triggered`` triggered actions in this round. ``breath`` counts the
    rounds for which it can still hold its breath, None while it breathes. ``aids`` are the creatures against which its
    next attack has an edge. ``held`` are the players' notes.
    """

    id: str
    side: str
    sheet: FightSheet = field(repr=False, compare=False)
    stamina: int
    recoveries: int
    temporary: int = 0
    is_dead: bool = False
    is_stable: bool = False
    is_prone: bool = False
    is_defending: bool = False
    is_hidden: bool = False
    is_surprised: bool = False
    is_underwater: bool = False
    is_flying: bool = False
    is_marked: bool = False
    breath: int | None = None
    grabbed_by: str = ""
    mount: str = ""
    aids: tuple[str, ...] = ()
    held: str = ""
    has_acted: bool = False
    main_used: bool = False
    maneuver_used: bool = False
    moved: int = 0
    has_ridden: bool = False
    triggered: int = 0

    @property
    def is_hero(self) -> bool:
        """Whether it dies by Recoveries instead of being out at 0 Stamina."""
        return self.sheet.kind == HERO

    @property
    def most(self) -> int:
        """The Stamina maximum."""
        return self.sheet.number("stamina")

    @property
    def might(self) -> int:
        """The Might score."""
        return self.sheet.number("might")

    @property
    def agility(self) -> int:
        """The Agility score."""
        return self.sheet.number("agility")

    @property
    def speed(self) -> int:
        """The speed in squares."""
        return self.sheet.number("speed")

    @property
    def is_down(self) -> bool:
        """Whether its Stamina is 0 or less."""
        return self.stamina <= 0

    @property
    def is_out(self) -> bool:
        """Whether it is out of the fight: dead, or a creature of the Director without Stamina (ruling 329)."""
        return self.is_dead or (self.is_down and not self.is_hero)

    @property
    def is_dying(self) -> bool:
        """Whether it is dying."""
        return self.is_hero and self.is_down and not self.is_dead and not self.is_stable

    @property
    def is_winded(self) -> bool:
        """Whether it has half of its Stamina maximum or less (ruling 327)."""
        return 2 * self.stamina <= self.most

    @property
    def can_take_turn(self) -> bool:
        """Whether it still has a turn in this round."""
        return not (self.is_out or self.has_acted or self.is_surprised)


@dataclass(frozen=True, slots=True)
class HeroicFight:
    """The state of the whole fight.

    ``first`` began the fight or, if the table decides it each time, the round; ``due`` takes the next turn, None until
    that is decided. ``acting`` are the combatants whose turn it is. ``progress`` counts steps to the objective,
    ``against`` those of the enemies, and ``holder`` has the object. ``verdict`` says whether the objective was met or
    lost.
    """

    first: Camp | None = None
    due: Camp | None = None
    acting: tuple[str, ...] = ()
    progress: int = 0
    against: int = 0
    holder: str = ""
    verdict: ObjectiveVerdict = ""


def heroic_combatant(entry: FightCombatant, setup: FightSetup) -> HeroicCombatant:
    """Return a combatant at full strength."""
    return HeroicCombatant(
        entry.id, entry.side, entry.sheet, entry.sheet.number("stamina"), entry.sheet.number("recoveries")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroicState(FightState):
    """A heroic fight at one point of its log."""

    combatants: Mapping[str, HeroicCombatant]
    own: HeroicFight

    def heroic_of(self, combatant: str) -> HeroicCombatant:
        """Return a combatant; raise ``ChangeRefused`` for one that is not there."""
        return cast("HeroicCombatant", self.combatant(combatant))

    def everyone(self) -> tuple[HeroicCombatant, ...]:
        """Return all combatants in their order."""
        return tuple(self.combatants.values())

    def heroic_options(self, combatants: Iterable[HeroicCombatant]) -> tuple[Option, ...]:
        """Return combatants to choose from."""
        return tuple(Option(combatant.id, self.name(combatant.id)) for combatant in combatants)

    def standing_options(self) -> tuple[Option, ...]:
        """Return those to choose from that are not out of the fight."""
        return self.heroic_options(combatant for combatant in self.everyone() if not combatant.is_out)

    def with_fight(self, **values: Any) -> Self:
        """Return the state with changes to the whole fight."""
        return replace(self, own=replace(self.own, **values))

    def camp_of(self, combatant: HeroicCombatant) -> Camp:
        """Return on which of the two sides a combatant fights."""
        return ENEMIES if combatant.side == self.setup.master else HEROES

    def played_by(self, combatant: str) -> str | None:
        """Return who plays a combatant: its side, or the Director for allies of the heroes; None if it is missing."""
        creature = self.combatants.get(combatant)
        if creature is None:
            return None
        return str(creature.side) if creature.is_hero else self.setup.master

    def recovery_value(self, combatant: HeroicCombatant) -> int:
        """Return the Stamina that a Recovery gives: a third of the maximum, rounded as the table agreed."""
        rounding = self.setup.table.word("rounding")
        if rounding == "up":
            return -(-combatant.most // RECOVERY_PARTS)
        return (combatant.most + (1 if rounding == "nearest" else 0)) // RECOVERY_PARTS

    def combatant_there(self, combatant: str) -> HeroicCombatant:
        """Return a combatant that is not out of the fight; raise ``ChangeRefused`` otherwise."""
        creature = self.heroic_of(combatant)
        if creature.is_out:
            raise ChangeRefused(f"{self.name(combatant)} is out of the fight.")
        return creature

    def acting_combatant(self, combatant: str) -> HeroicCombatant:
        """Return a combatant whose turn it is and that may act; raise ``ChangeRefused`` otherwise."""
        require_nothing_asked(self)
        creature = self.combatant_there(combatant)
        if combatant not in self.own.acting:
            raise ChangeRefused(f"It is not the turn of {self.name(combatant)}.")
        if not self.may_act(creature):
            raise ChangeRefused(f"{self.name(combatant)} is dying, and at this table dying creatures do nothing.")
        return creature

    def may_act(self, combatant: HeroicCombatant) -> bool:
        """Return True if a combatant can do something: dying ones only if the players allow it."""
        return not combatant.is_out and (not combatant.is_dying or self.setup.table.word("dying_acts") == "all")

    def main_spent(self, combatant: HeroicCombatant) -> Self:
        """Return the state with the main action of a turn spent; raise ``ChangeRefused`` if it was already spent."""
        if combatant.main_used:
            raise ChangeRefused(f"{self.name(combatant.id)} has used its main action.")
        return self.change(combatant.id, main_used=True)

    def maneuver_spent(self, combatant: HeroicCombatant) -> Self:
        """Return the state with the maneuver of a turn spent; raise ``ChangeRefused`` if it was already spent."""
        if combatant.maneuver_used:
            raise ChangeRefused(f"{self.name(combatant.id)} has used its maneuver.")
        return self.change(combatant.id, maneuver_used=True)

    def action_spent(self, combatant: HeroicCombatant, kind: str) -> Self:
        """Return the state with a main action or a maneuver spent."""
        return self.main_spent(combatant) if kind == MAIN else self.maneuver_spent(combatant)

    def other_there(self, combatant: HeroicCombatant, target: str) -> HeroicCombatant:
        """Return another combatant that is not out; raise ``ChangeRefused`` for itself."""
        if target == combatant.id:
            raise ChangeRefused("Choose another creature.")
        return self.combatant_there(target)


class HeroicPlayed(FightEvent):
    """Something that a combatant does, sent by its player."""

    combatant: str

    def doer(self, state: HeroicState) -> str | None:
        return state.played_by(self.combatant)


class HeroicAct(HeroicPlayed):
    """Something that a combatant does in its turn."""

    def play(self, state: HeroicState, side: str | None) -> HeroicState:
        """Do it. Raises ``ChangeRefused`` out of turn."""
        return self.act(state, state.acting_combatant(self.combatant))

    @abstractmethod
    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        """Return the state after a combatant has done it on its turn."""


class HeroicTableEvent(FightEvent):
    """Something that the table enters about a combatant at any time, in and out of its turn."""

    combatant: str

    def play(self, state: HeroicState, side: str | None) -> HeroicState:
        """Enter it. Raises ``ChangeRefused`` while a question is open, or for a combatant that is out."""
        require_nothing_asked(state)
        return self.enter(state, state.combatant_there(self.combatant))

    @abstractmethod
    def enter(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        """Return the state once it was entered."""


class HeroicReaction(HeroicTableEvent):
    """Something that a combatant does out of its turn, sent by its player."""

    def doer(self, state: HeroicState) -> str | None:
        return state.played_by(self.combatant)
