"""Main actions, the moves of a turn and their free strikes, and actions out of turn."""

from rules.combat.events import Combatants, number_within, typed_line
from rules.errors import ChangeRefused, require
from rules.heroic.attacks import (
    AttackCircumstances,
    AttackProfile,
    FreeStrikesTask,
    SaidCircumstances,
    ability_profile,
    attack_task,
    counted_strike,
    refuse_strike,
    strike_profile,
    triggers_left,
)
from rules.heroic.combatants import HeroicAct, HeroicCombatant, HeroicReaction, HeroicState
from rules.heroic.sheets import TRIGGERED
from rules.heroic.stamina import heal_target, is_left_hidden
from rules.heroic.tables import (
    CRAWL,
    DIFFICULT_EXTRA,
    FLY,
    HALF_RATE,
    JUMP,
    JUMP_HEIGHT,
    JUMP_UP,
    MELEE,
    MODES,
    SIZES,
    STRIKES,
    TELEPORT,
    WALK,
    MoveMode,
    StandardStrike,
)
from rules.text import counted

MOST_SQUARES = 99


def move_rate(combatant: HeroicCombatant, mode: MoveMode) -> int:
    """Return the squares of speed that a square costs: 2 at half speed, 1 otherwise."""
    is_half = mode.is_half and mode.full_with not in combatant.sheet.chosen("moves")
    return HALF_RATE if is_half else 1


def move_cost(state: HeroicState, combatant: HeroicCombatant, key: str, squares: int, difficult: int) -> int:
    """Return the cost of a part of a move in squares of speed; a difficult square costs one more at its rate (ruling
    322).

    ``difficult`` is how many of the squares are difficult. Raises ``ChangeRefused`` for a movement mode that the
    combatant does not have, and for a jump that is too far.
    """
    mode = require(MODES.get(key), ChangeRefused("Choose a way to move."))
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


def refuse_to_move(state: HeroicState, combatant: HeroicCombatant, key: str) -> None:
    """Raise ``ChangeRefused`` if a combatant cannot move in this way: grabbed, or prone and not crawling."""
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


def after_leaving(state: HeroicState, combatant: HeroicCombatant, leaves: tuple[str, ...]) -> HeroicState:
    """Return the state with free strikes offered to the enemies that a combatant moves away from."""
    strikers = dict.fromkeys(leaves)
    for striker in strikers:
        if state.camp_of(state.heroic_of(striker)) == state.camp_of(combatant):
            raise ChangeRefused("Only enemies make free strikes against a mover.")
    return state.pushed(FreeStrikesTask(combatant.id, tuple(strikers))) if strikers else state


class HeroicMove(HeroicAct, kind="moved"):
    """A combatant moves a part of its move action; ``leaves`` are adjacent enemies that it moves away from.

    Enemies make no free strikes against a shift.
    """

    mode: str
    squares: int
    difficult: int
    shifts: bool
    leaves: Combatants

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
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


class HeroicRide(HeroicAct, kind="rode"):
    """A rider uses its move action to move its mount, up to the mount's speed; a prone mount crawls."""

    squares: int
    difficult: int
    leaves: Combatants

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        """Spend the whole move action; enemies that it leaves strike at the mount."""
        if not combatant.mount:
            raise ChangeRefused(f"{state.name(combatant.id)} has no mount.")
        if combatant.moved or combatant.has_ridden:
            raise ChangeRefused(f"{state.name(combatant.id)} has used its move action.")
        mount = state.heroic_of(combatant.mount)
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


def _ability(combatant: HeroicCombatant, number: int) -> tuple[str, str, AttackProfile]:
    """Return the cost of a sheet's ability, its trigger, and the ability as an attack."""
    rows = combatant.sheet.rows("abilities")
    if not 0 <= number < len(rows):
        raise ChangeRefused("That ability is not on the sheet.")
    row = rows[number]
    return row["kind"], row["trigger"], ability_profile(combatant, row)


def _strike(key: str) -> StandardStrike:
    return require(STRIKES.get(key), ChangeRefused("Choose a melee or a ranged free strike."))


class HeroicAbility(SaidCircumstances, HeroicAct, kind="ability"):
    """A combatant uses an ability of its sheet, as a main action or a maneuver."""

    ability: int
    targets: Combatants

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        kind, _, attack = _ability(combatant, self.ability)
        if kind == TRIGGERED:
            raise ChangeRefused(f"{attack.name} is a triggered action: report its trigger.")
        task = attack_task(state, combatant, attack, self.targets, self)
        return state.action_spent(combatant, kind).pushed(task)


class HeroicFreeStrike(SaidCircumstances, HeroicAct, kind="free-strike"):
    """A combatant makes a free strike as its main action."""

    strike: str
    target: str

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        state.other_there(combatant, self.target)
        task = attack_task(state, combatant, strike_profile(combatant, _strike(self.strike)), (self.target,), self)
        return state.main_spent(combatant).pushed(task)


class HeroicCharge(SaidCircumstances, HeroicAct, kind="charge"):
    """A combatant charges: it moves up to its speed and ends with a melee free strike.

    ``leaves`` are the enemies that it moves away from.
    """

    target: str
    squares: int
    difficult: int
    leaves: Combatants

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        """Move apart from the move action, offer the free strikes of those that were left, then strike."""
        state.other_there(combatant, self.target)
        refuse_to_move(state, combatant, WALK)
        cost = move_cost(state, combatant, WALK, self.squares, self.difficult)
        if cost > combatant.speed:
            raise ChangeRefused(f"A charge is at most {counted(combatant.speed, 'square')}; that would be {cost}.")
        task = attack_task(state, combatant, strike_profile(combatant, STRIKES[MELEE]), (self.target,), self)
        state = state.main_spent(combatant)
        state = state.note(combatant.id, f"{state.name(combatant.id)} charges {state.name(self.target)}.")
        return after_leaving(state.pushed(task), combatant, self.leaves)


class HeroicDefense(HeroicAct, kind="defend"):
    """A combatant defends: until its next turn, attacks against it have a double bane."""

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        state = state.main_spent(combatant).change(combatant.id, is_defending=True)
        return state.note(combatant.id, f"{state.name(combatant.id)} defends: double bane on attacks against it.")


class HeroicHeal(HeroicAct, kind="heal"):
    """A combatant touches an adjacent creature, which spends a Recovery and is no longer dying."""

    target: str

    def act(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        state.other_there(combatant, self.target)
        sees_hidden = not is_left_hidden(state, self.target) or state.played_by(combatant.id) == state.setup.master
        return heal_target(state.main_spent(combatant), self.target, sees_hidden=sees_hidden)


class HeroicTriggered(SaidCircumstances, HeroicReaction, kind="triggered"):
    """A combatant uses a triggered action, because something happened that the players report."""

    ability: int
    trigger: str
    targets: Combatants

    def enter(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        kind, trigger, attack = _ability(combatant, self.ability)
        if kind != TRIGGERED:
            raise ChangeRefused(f"{attack.name} is not a triggered action.")
        if not state.may_act(combatant) or not triggers_left(state, combatant):
            raise ChangeRefused(f"{state.name(combatant.id)} has no triggered action left in this round.")
        task = attack_task(state, combatant, attack, self.targets, self)
        reported = typed_line(self.trigger) or trigger
        state = state.change(combatant.id, triggered=combatant.triggered + 1)
        words = f"{state.name(combatant.id)} reacts: {attack.name}."
        return state.note(combatant.id, words, *([f"Trigger: {reported}"] if reported else [])).pushed(task)


class HeroicStrikeOutOfTurn(HeroicReaction, kind="strike-out-of-turn"):
    """A combatant makes a free strike out of turn for a reason that the players give."""

    strike: str
    target: str
    reason: str
    edges: int
    banes: int

    def enter(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        state.other_there(combatant, self.target)
        refuse_strike(state, combatant)
        said = AttackCircumstances(edges=self.edges, banes=self.banes)
        task = attack_task(state, combatant, strike_profile(combatant, _strike(self.strike)), (self.target,), said)
        why = typed_line(self.reason)
        words = f"{state.name(combatant.id)} strikes out of turn."
        return counted_strike(state, combatant).note(combatant.id, words, *([why] if why else [])).pushed(task)
