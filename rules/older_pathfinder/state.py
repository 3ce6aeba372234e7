"""The state of a fight of the older rules: combatants, order, turns with their remaining actions; and who acts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

from rules.combat.events import require_nothing_asked
from rules.combat.log import FightEvent
from rules.combat.sheets import FightSheet
from rules.combat.state import FightCombatant, FightSetup, FightState
from rules.errors import ChangeRefused
from rules.older_pathfinder.figures import OPPORTUNITIES, TurnCost, TypedBonus
from rules.older_pathfinder.sheets import is_armed_by_sheet, unarmed_row

LEAST_HP = -999


@dataclass(frozen=True, slots=True)
class OlderFighter:
    """A combatant: hit points, nonlethal damage, and values set by hand.

    ``opportunities`` counts its opportunity attacks this round. One that is ``limited`` has one standard or move action
    on its turns; one that ``skips`` has no turns. ``condition`` is the players' text, ``target`` its last target.
    """

    id: str
    side: str
    hp: int
    most_hp: int
    constitution: int
    nonlethal: int = 0
    temporary: int = 0
    opportunities: int = 0
    is_armed: bool = True
    dexterity_denied: bool = False
    limited: bool = False
    skips: bool = False
    condition: str = ""
    bonuses: tuple[TypedBonus, ...] = ()
    target: str = ""

    @property
    def is_dead(self) -> bool:
        """Whether its hit points are as far below 0 as its Constitution score."""
        return self.hp <= -self.constitution

    @property
    def is_unconscious(self) -> bool:
        """Whether its hit points are below 0 and it is alive."""
        return self.hp < 0 and not self.is_dead

    @property
    def is_able(self) -> bool:
        """Whether it can act."""
        return self.hp >= 0 and not self.skips


@dataclass(frozen=True, slots=True)
class OlderTurn:
    """A present turn: its combatant, and how much of each kind of action was used.

    A ``limited`` one has one standard or one move action. ``feet`` were moved; ``rows`` are the attacks of the sheet
    that a full attack has used, ``maneuvers`` those that maneuvers replaced. ``touch`` is the row of a spell whose
    touch is still free.
    """

    combatant: str
    limited: bool = False
    standard: int = 0
    move: int = 0
    full_round: int = 0
    swift: int = 0
    free: int = 0
    steps: int = 0
    feet: int = 0
    is_full_attack: bool = False
    rows: tuple[int, ...] = ()
    maneuvers: int = 0
    touch: int | None = None

    @property
    def is_untouched(self) -> bool:
        """Whether it is still unused."""
        return self == OlderTurn(self.combatant, self.limited)

    @property
    def has_standard(self) -> bool:
        """Whether a standard action is left."""
        return not (self.standard or self.full_round or self.move > 1 or (self.limited and self.move))

    @property
    def has_move(self) -> bool:
        """Whether a move action is left, or a standard action that can become one."""
        return not self.full_round and self.standard + self.move < (1 if self.limited else 2)

    @property
    def has_full_round(self) -> bool:
        """Whether a full-round action is left."""
        return not (self.limited or self.full_round or self.standard or self.move)

    @property
    def has_step(self) -> bool:
        """Whether a 5-foot step is left."""
        return not (self.steps or self.feet)

    def has(self, cost: TurnCost, free_limit: int) -> bool:
        """Return True if an action of a kind is left."""
        left = {
            "standard": self.has_standard,
            "move": self.has_move,
            "full-round": self.has_full_round,
            "swift": not self.swift,
            "free": self.free < free_limit,
        }
        return left.get(cost, True)

    def spent(self, cost: TurnCost, free_limit: int) -> OlderTurn:
        """Return the turn with an action used; raise ``ChangeRefused`` if it has none of that kind left."""
        if not self.has(cost, free_limit):
            raise ChangeRefused(_NONE_LEFT[cost])
        match cost:
            case "standard":
                return replace(self, standard=1)
            case "move":
                return replace(self, move=self.move + 1)
            case "full-round":
                return replace(self, full_round=1)
            case "swift":
                return replace(self, swift=1)
            case "free":
                return replace(self, free=self.free + 1)
        return self


_NONE_LEFT = {
    "standard": "No standard action is left in this turn.",
    "move": "No move action is left in this turn.",
    "full-round": "A full-round action takes a whole turn: the standard and the move action must both be left.",
    "swift": "A turn has one swift action.",
    "free": "The table allows no more free actions in this turn.",
}

WaitKind = Literal["delays", "readied"]


@dataclass(frozen=True, slots=True)
class OlderOrder:
    """The order of a fight: who acts when.

    ``initiative`` has the totals, ``order`` the ids, first to last, ``acted`` those whose turn came this round.
    ``unaware`` have no turn in the surprise round. ``waiting`` delay or have readied something; ``paused`` has the
    turns of this round in which something was readied. ``turn`` is the present turn, ``interrupted`` the one that
    continues after it.
    """

    is_called: bool = False
    is_surprise: bool = False
    unaware: tuple[str, ...] = ()
    initiative: Mapping[str, int] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    acted: frozenset[str] = frozenset()
    waiting: Mapping[str, WaitKind] = field(default_factory=dict)
    readied: Mapping[str, str] = field(default_factory=dict)
    paused: Mapping[str, OlderTurn] = field(default_factory=dict)
    turn: OlderTurn | None = None
    interrupted: OlderTurn | None = None


def new_fighter(entry: FightCombatant, setup: FightSetup) -> OlderFighter:
    """Return a combatant at full strength."""
    sheet = entry.sheet
    hp = sheet.number("hp")
    return OlderFighter(entry.id, entry.side, hp, hp, sheet.number("constitution"), is_armed=is_armed_by_sheet(sheet))


@dataclass(frozen=True, slots=True, kw_only=True)
class OlderState(FightState):
    """A fight of the older rules at one point of its log."""

    combatants: Mapping[str, OlderFighter]
    own: OlderOrder

    def fighter_of(self, combatant: str) -> OlderFighter:
        """Return a combatant; raise ``ChangeRefused`` for one that is not there."""
        fighter: OlderFighter = self.combatant(combatant)
        return fighter

    def fighter_sheet(self, combatant: str) -> FightSheet:
        """Return the sheet of a combatant that is there."""
        return self.entry(combatant).sheet

    def with_order(self, **values: Any) -> Self:
        """Return the state with some of its order changed."""
        return replace(self, own=replace(self.own, **values))

    def acting_turn(self, combatant: str) -> OlderTurn:
        """Return the turn of a combatant; raise ``ChangeRefused`` unless it acts now and nothing waits."""
        require_nothing_asked(self)
        fighter = self.fighter_of(combatant)
        turn = self.own.turn
        if turn is None or turn.combatant != fighter.id:
            raise ChangeRefused(f"It is not the turn of {self.name(fighter.id)}.")
        if not fighter.is_able:
            raise ChangeRefused(f"{self.name(fighter.id)} cannot act.")
        return turn

    def with_spent(self, combatant: str, cost: TurnCost) -> Self:
        """Return the state with an action of the acting combatant used; raise ``ChangeRefused`` if none is left."""
        turn = self.acting_turn(combatant)
        return self.with_order(turn=turn.spent(cost, self.setup.table.number("free_actions")))

    def attack_rows(self, combatant: str) -> tuple[Mapping[str, Any], ...]:
        """Return the attacks of a combatant; one without any, or only with ranged ones, can still strike unarmed."""
        rows = self.fighter_sheet(combatant).rows("attacks")
        if any(row["type"] in ("melee", "natural", "secondary", "unarmed") for row in rows):
            return rows
        base = self.fighter_sheet(combatant).number("base_attack") + self.fighter_sheet(combatant).number("strength")
        return (*rows, {**unarmed_row(), "bonus": base})

    def full_attack_limit(self, combatant: str) -> int:
        """Return the number of attacks in a combatant's full attack: the rows of its sheet, at least 1."""
        return max(1, len(self.fighter_sheet(combatant).rows("attacks")))

    def other_side(self, combatant: str) -> tuple[str, ...]:
        """Return the opponents of a combatant: the game master’s against the party’s."""
        mine = self.is_master(combatant)
        return tuple(combatant for combatant in self.combatants if self.is_master(combatant) != mine)

    def own_side(self, combatant: str) -> tuple[str, ...]:
        """Return the other combatants on the side of one."""
        mine = self.is_master(combatant)
        return tuple(other for other in self.combatants if self.is_master(other) == mine and other != combatant)

    def opposing(self, combatant: str, target: str) -> str:
        """Return a target; raise ``ChangeRefused`` if it is missing, or for the combatant itself."""
        if self.fighter_of(target).id == combatant:
            raise ChangeRefused("Choose someone else as the target.")
        return target


def chosen_row(rows: tuple[Mapping[str, Any], ...], place: str) -> int:
    """Return the number of a row by its place as text; raise ``ChangeRefused`` if there is none."""
    if place not in [str(number) for number in range(len(rows))]:
        raise ChangeRefused("That is not on the sheet. Choose again.")
    return int(place)


def opportunity_limit(sheet: FightSheet) -> int:
    """Return how many opportunity attacks a combatant has in a round."""
    return OPPORTUNITIES + (max(0, sheet.number("dexterity")) if sheet.flag("combat_reflexes") else 0)


MOST_MODIFIER = 50
MOST_DC = 100


class OlderAct(FightEvent):
    """An action of a combatant, sent by its side."""

    combatant: str

    def doer(self, state: OlderState) -> str | None:
        return state.entry(self.combatant).side if self.combatant in state.combatants else None
