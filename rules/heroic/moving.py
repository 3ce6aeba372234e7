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


def move_rate(combatant: HeroicCombatant, mode: MoveMode) -> int:
    """Return the squares of speed that a square costs: 2 at half speed, 1 otherwise."""
    is_half = mode.is_half and mode.full_with not in combatant.sheet.chosen("moves")
    return HALF_RATE if is_half else 1


def move_cost(state: FightState, combatant: HeroicCombatant, key: str, squares: int, difficult: int) -> int:
    """Return the squares of speed that a part of a move costs; a difficult one costs one more at its rate (ruling 322).

    ``difficult`` is how many of the squares are difficult. Raises ``ChangeRefused`` for a way to move that the
    combatant does not have, and for a jump that is too far.
    """
    mode = MODES.get(key)
    if mode is None:
        raise ChangeRefused("Choose a way to move.")
    name, known = state.name(combatant.id), combatant.sheet.chosen("moves")
    number_within(squares, 1, MOST_SQUARES, "Squares")
    number_within(difficult, 0, squares, "Difficult squares")
    if mode.needs and mode.needs not in known:
        raise ChangeRefused(f"{name} has no speed for that: {mode.label}.")
    if key == JUMP and squares > max(0, combatant.agility):
        raise ChangeRefused(
            f"{name} jumps at most {counted(max(0, combatant.agility), 'square')} across, as its Agility says."
        )
    if key == JUMP_UP and squares > JUMP_HEIGHT:
        raise ChangeRefused(f"A jump rises {JUMP_HEIGHT} square.")
    return 0 if key == TELEPORT else (squares + DIFFICULT_EXTRA * difficult) * move_rate(combatant, mode)


def refuse_to_move(state: FightState, combatant: HeroicCombatant, key: str) -> None:
    """Raise ``ChangeRefused`` where a combatant cannot move in a way: grabbed, or prone and not crawling."""
    name = state.name(combatant.id)
    if combatant.grabbed_by:
        raise ChangeRefused(f"{name} is grabbed by {state.name(combatant.grabbed_by)} and cannot move.")
    if combatant.is_prone and key not in (CRAWL, TELEPORT):
        raise ChangeRefused(f"{name} is prone: crawl, or stand up first.")
    if key == CRAWL and not combatant.is_prone:
        raise ChangeRefused(f"{name} is not prone, so it cannot crawl.")


def speed_left(combatant: HeroicCombatant) -> int:
    """Return the squares of speed that a combatant has left in its turn."""
    return 0 if combatant.has_ridden else max(0, combatant.speed - combatant.moved)


def after_leaving(state: FightState, combatant: HeroicCombatant, leaves: tuple[str, ...]) -> FightState:
    """Return the state with free strikes offered to the enemies that a combatant moves away from."""
    strikers = dict.fromkeys(leaves)
    for striker in strikers:
        if camp_of(state, heroic_of(state, striker)) == camp_of(state, combatant):
            raise ChangeRefused("Only enemies make free strikes against a mover.")
    return state.pushed(FreeStrikesTask(combatant.id, tuple(strikers))) if strikers else state


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

    def act(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Spend squares of speed, and offer free strikes."""
        refuse_to_move(state, combatant, self.mode)
        cost = move_cost(state, combatant, self.mode, self.squares, self.difficult)
        if cost > speed_left(combatant):
            raise ChangeRefused(
                f"That costs {cost} of its speed, and {state.name(combatant.id)} has "
                f"{speed_left(combatant)} left in this turn."
            )
        is_flying = self.mode == FLY or (combatant.is_flying and self.mode == TELEPORT)
        state = state.change(combatant.id, moved=combatant.moved + cost, is_flying=is_flying)
        squares = counted(self.squares, "square")
        words = f"{state.name(combatant.id)} moves {squares} ({MODES[self.mode].label.lower()})."
        state = state.note(combatant.id, words, *(["Shift"] if self.shifts else []))
        return after_leaving(state, combatant, () if self.shifts else self.leaves)


@dataclass(frozen=True, slots=True)
class HeroicRide(HeroicAct):
    """A rider uses its move action to move its mount, up to the mount's speed; a prone mount crawls."""

    kind = "rode"

    squares: int
    difficult: int
    leaves: Combatants

    def act(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Spend the whole move action; enemies that are left strike at the mount."""
        if not combatant.mount:
            raise ChangeRefused(f"{state.name(combatant.id)} has no mount.")
        if combatant.moved or combatant.has_ridden:
            raise ChangeRefused(f"{state.name(combatant.id)} has used its move action.")
        mount = heroic_of(state, combatant.mount)
        for held in (combatant, mount):
            if held.is_out or held.grabbed_by:
                raise ChangeRefused(f"{state.name(held.id)} cannot move.")
        cost = move_cost(state, mount, CRAWL if mount.is_prone else WALK, self.squares, self.difficult)
        if cost > mount.speed:
            raise ChangeRefused(
                f"{state.name(mount.id)} moves at most {counted(mount.speed, 'square')}; that would be {cost}."
            )
        state = state.change(combatant.id, has_ridden=True)
        state = state.note(combatant.id, f"{state.name(combatant.id)} rides {state.name(mount.id)}.")
        return after_leaving(state, mount, self.leaves)


def is_larger(mount: HeroicCombatant, rider: HeroicCombatant) -> bool:
    """Return True if a mount is larger than its rider, as it has to be."""
    return SIZES[mount.sheet.word("size")].order > SIZES[rider.sheet.word("size")].order
