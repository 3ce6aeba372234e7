"""Movement of a turn: squares spent by hand, ways to move with their rates, and whom a mover leaves."""

from __future__ import annotations

from dataclasses import dataclass

from rules.combat.checks import number_within
from rules.combat.events import Combatants
from rules.combat.state import FightState
from rules.errors import ChangeRefused
from rules.heroic.acts import HeroicAct
from rules.heroic.attacks import FreeStrikesTask
from rules.heroic.combatants import HeroicCombatant, camp_of, heroic_of
from rules.heroic.tables import (
    CRAWL,
    DIFFICULT_EXTRA,
    FLY,
    HALF_RATE,
    JUMP,
    JUMP_HEIGHT,
    JUMP_UP,
    MODES,
    SIZES,
    TELEPORT,
    WALK,
    MoveMode,
)
from rules.text import counted

MOST_SQUARES = 99


def move_rate(one: HeroicCombatant, mode: MoveMode) -> int:
    """Return the squares of speed that a square costs: 2 at half speed, 1 otherwise."""
    is_half = mode.is_half and mode.full_with not in one.sheet.chosen("moves")
    return HALF_RATE if is_half else 1


def move_cost(state: FightState, one: HeroicCombatant, key: str, squares: int, difficult: int) -> int:
    """Return the squares of speed that a part of a move costs; a difficult one costs one more at its rate (ruling 322).

    ``difficult`` is how many of the squares are difficult. Raises ``ChangeRefused`` for a way to move that the
    combatant does not have, and for a jump that is too far.
    """
    mode = MODES.get(key)
    if mode is None:
        raise ChangeRefused("Choose a way to move.")
    name, known = state.name(one.id), one.sheet.chosen("moves")
    number_within(squares, 1, MOST_SQUARES, "Squares")
    number_within(difficult, 0, squares, "Difficult squares")
    if mode.needs and mode.needs not in known:
        raise ChangeRefused(f"{name} has no speed for that: {mode.label}.")
    if key == JUMP and squares > max(0, one.agility):
        raise ChangeRefused(
            f"{name} jumps at most {counted(max(0, one.agility), 'square')} across, as its Agility says."
        )
    if key == JUMP_UP and squares > JUMP_HEIGHT:
        raise ChangeRefused(f"A jump rises {JUMP_HEIGHT} square.")
    return 0 if key == TELEPORT else (squares + DIFFICULT_EXTRA * difficult) * move_rate(one, mode)


def refuse_to_move(state: FightState, one: HeroicCombatant, key: str) -> None:
    """Raise ``ChangeRefused`` where a combatant cannot move in a way: grabbed, or prone and not crawling."""
    name = state.name(one.id)
    if one.grabbed_by:
        raise ChangeRefused(f"{name} is grabbed by {state.name(one.grabbed_by)} and cannot move.")
    if one.is_prone and key not in (CRAWL, TELEPORT):
        raise ChangeRefused(f"{name} is prone: crawl, or stand up first.")
    if key == CRAWL and not one.is_prone:
        raise ChangeRefused(f"{name} is not prone, so it cannot crawl.")


def speed_left(one: HeroicCombatant) -> int:
    """Return the squares of speed that a combatant has left in its turn."""
    return 0 if one.has_ridden else max(0, one.speed - one.moved)


def after_leaving(state: FightState, one: HeroicCombatant, leaves: tuple[str, ...]) -> FightState:
    """Return the state with free strikes offered to the enemies that a combatant moves away from."""
    strikers = dict.fromkeys(leaves)
    for striker in strikers:
        if camp_of(state, heroic_of(state, striker)) == camp_of(state, one):
            raise ChangeRefused("Only enemies make free strikes against a mover.")
    return state.pushed(FreeStrikesTask(one.id, tuple(strikers))) if strikers else state


@dataclass(frozen=True, slots=True)
class HeroicMove(HeroicAct):
    """A combatant moves a part of its move action; ``leaves`` are adjacent enemies that it moves away from.

    Enemies make no free strikes against a shift.
    """

    kind = "moved"

    mode: str
    squares: int
    difficult: int
    shifts: bool
    leaves: Combatants

    def act(self, state: FightState, one: HeroicCombatant) -> FightState:
        """Spend squares of speed, and offer free strikes."""
        refuse_to_move(state, one, self.mode)
        cost = move_cost(state, one, self.mode, self.squares, self.difficult)
        if cost > speed_left(one):
            raise ChangeRefused(
                f"That costs {cost} of its speed, and {state.name(one.id)} has {speed_left(one)} left in this turn."
            )
        is_flying = self.mode == FLY or (one.is_flying and self.mode == TELEPORT)
        state = state.change(one.id, moved=one.moved + cost, is_flying=is_flying)
        squares = counted(self.squares, "square")
        words = f"{state.name(one.id)} moves {squares} ({MODES[self.mode].label.lower()})."
        state = state.note(one.id, words, *(["Shift"] if self.shifts else []))
        return after_leaving(state, one, () if self.shifts else self.leaves)


@dataclass(frozen=True, slots=True)
class HeroicRide(HeroicAct):
    """A rider uses its move action to move its mount, up to the mount's speed; a prone mount crawls."""

    kind = "rode"

    squares: int
    difficult: int
    leaves: Combatants

    def act(self, state: FightState, one: HeroicCombatant) -> FightState:
        """Spend the whole move action; enemies that are left strike at the mount."""
        if not one.mount:
            raise ChangeRefused(f"{state.name(one.id)} has no mount.")
        if one.moved or one.has_ridden:
            raise ChangeRefused(f"{state.name(one.id)} has used its move action.")
        mount = heroic_of(state, one.mount)
        for held in (one, mount):
            if held.is_out or held.grabbed_by:
                raise ChangeRefused(f"{state.name(held.id)} cannot move.")
        cost = move_cost(state, mount, CRAWL if mount.is_prone else WALK, self.squares, self.difficult)
        if cost > mount.speed:
            raise ChangeRefused(
                f"{state.name(mount.id)} moves at most {counted(mount.speed, 'square')}; that would be {cost}."
            )
        state = state.change(one.id, has_ridden=True)
        state = state.note(one.id, f"{state.name(one.id)} rides {state.name(mount.id)}.")
        return after_leaving(state, mount, self.leaves)


def is_larger(mount: HeroicCombatant, rider: HeroicCombatant) -> bool:
    """Return True if a mount is larger than its rider, as it has to be."""
    return SIZES[mount.sheet.word("size")].order > SIZES[rider.sheet.word("size")].order
