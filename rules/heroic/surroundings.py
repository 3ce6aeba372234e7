"""What befalls combatants: falls, forced movement, damage and healing of the table, deep water, breath, mounts."""

from __future__ import annotations

from dataclasses import dataclass

from rules.combat.checks import number_within, require_nothing_asked, typed_line
from rules.combat.event import FightEvent
from rules.combat.events import Combatants
from rules.combat.state import FightState
from rules.errors import ChangeRefused
from rules.heroic.acts import HeroicTableEvent, other_there
from rules.heroic.combatants import HeroicCombatant, combatant_there, everyone
from rules.heroic.moved_by_force import force_moved
from rules.heroic.moving import MOST_SQUARES, is_larger
from rules.heroic.stamina import MAX_AMOUNT, HeroicDamageTask, gain_temporary, lose_stamina, regain_stamina
from rules.heroic.tables import DAMAGE_TYPES, FALL_DIE, FORCED_KINDS, FREE_FALL, LEAST_BREATH, UNTYPED
from rules.text import counted


def breath_rounds(combatant: HeroicCombatant) -> int:
    """Return for how many rounds a combatant holds its breath; out of combat as many minutes as its Might."""
    return max(LEAST_BREATH, combatant.might)


@dataclass(frozen=True, slots=True)
class HeroicFall(HeroicTableEvent):
    """A combatant falls by some squares; each one after the first two deals damage."""

    kind = "fell"

    squares: int

    def enter(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Ask for the dice, if it falls far enough."""
        number_within(self.squares, 1, MOST_SQUARES, "Squares")
        name, dice = state.name(combatant.id), max(0, self.squares - FREE_FALL)
        state = state.change(combatant.id, is_flying=False).note(
            combatant.id, f"{name} falls {counted(self.squares, 'square')}."
        )
        if not dice:
            return state.note(combatant.id, f"{name} lands unharmed.")
        return state.pushed(
            HeroicDamageTask(combatant.id, combatant.id, f"{dice}d{FALL_DIE}", UNTYPED, f"{name}’s fall")
        )


@dataclass(frozen=True, slots=True)
class HeroicForced(HeroicTableEvent):
    """A combatant is pushed, pulled or slid by an ability; its stability reduces the distance in squares."""

    kind = "forced"

    how: str
    squares: int

    def enter(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Tell how far it is moved."""
        if self.how not in FORCED_KINDS:
            raise ChangeRefused("Choose push, pull or slide.")
        return force_moved(state, combatant.id, self.how, number_within(self.squares, 1, MOST_SQUARES, "Squares"))


@dataclass(frozen=True, slots=True)
class HeroicHarm(HeroicTableEvent):
    """Damage that the table deals to a combatant, such as that of an effect or a trap."""

    kind = "harmed"

    amount: int
    damage_type: str
    reason: str

    def enter(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Deal it."""
        if self.damage_type not in (UNTYPED, *DAMAGE_TYPES):
            raise ChangeRefused("Choose a damage type.")
        amount, reason = number_within(self.amount, 0, MAX_AMOUNT, "Damage"), typed_line(self.reason)
        state = state.note(combatant.id, f"{state.name(combatant.id)}: {reason}") if reason else state
        return lose_stamina(state, combatant.id, amount, self.damage_type)


@dataclass(frozen=True, slots=True)
class HeroicRegain(HeroicTableEvent):
    """Stamina that the table gives back to a combatant; ``temporary`` Stamina lies on top."""

    kind = "regained"

    amount: int
    temporary: bool

    def enter(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Give it."""
        amount = number_within(self.amount, 0, MAX_AMOUNT, "Stamina")
        return (
            gain_temporary(state, combatant.id, amount)
            if self.temporary
            else regain_stamina(state, combatant.id, amount)
        )


@dataclass(frozen=True, slots=True)
class HeroicWater(FightEvent):
    """Combatants are submerged: those that are named, and no others."""

    kind = "under-water"

    combatants: Combatants

    def play(self, state: FightState, side: str | None) -> FightState:
        """Mark them."""
        require_nothing_asked(state)
        chosen = {combatant_there(state, combatant).id for combatant in self.combatants}
        for combatant in everyone(state):
            if combatant.is_underwater != (combatant.id in chosen):
                words = "is under water" if combatant.id in chosen else "is out of the water"
                state = state.change(combatant.id, is_underwater=combatant.id in chosen).note(
                    combatant.id, f"{state.name(combatant.id)} {words}."
                )
        return state


@dataclass(frozen=True, slots=True)
class HeroicBreath(HeroicTableEvent):
    """A combatant begins to hold its breath, or breathes again."""

    kind = "breath"

    holds: bool

    def enter(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Count the rounds from here on."""
        name = state.name(combatant.id)
        if not self.holds:
            return state.change(combatant.id, breath=None).note(combatant.id, f"{name} breathes.")
        if combatant.breath is not None:
            raise ChangeRefused(f"{name} holds its breath already.")
        rounds = breath_rounds(combatant)
        words = f"{name} holds its breath for {counted(rounds, 'round')}."
        return state.change(combatant.id, breath=rounds).note(combatant.id, words)


@dataclass(frozen=True, slots=True)
class HeroicMount(HeroicTableEvent):
    """A combatant mounts a larger creature of its side, or dismounts where ``mount`` is empty."""

    kind = "mounted"

    mount: str

    def enter(self, state: FightState, combatant: HeroicCombatant) -> FightState:
        """Note it; the mount keeps its own turn."""
        name = state.name(combatant.id)
        if not self.mount:
            return state.change(combatant.id, mount="").note(combatant.id, f"{name} dismounts.")
        mount = other_there(state, combatant, self.mount)
        if not is_larger(mount, combatant):
            raise ChangeRefused(f"{state.name(mount.id)} must be larger than {name}.")
        if mount.mount == combatant.id:
            raise ChangeRefused(f"{state.name(mount.id)} rides {name}.")
        return state.change(combatant.id, mount=mount.id).note(combatant.id, f"{name} mounts {state.name(mount.id)}.")
