"""Events that the players enter: falls, forced movement, damage, deep water, breath, mounts; and the ten objectives."""

from rules.combat.events import Combatants, fight_over, number_within, require_nothing_asked, typed_line
from rules.combat.log import FightEvent
from rules.errors import ChangeRefused
from rules.heroic.actions import MOST_SQUARES, is_larger
from rules.heroic.combatants import ENEMIES, HEROES, HeroicCombatant, HeroicState, HeroicTableEvent, ObjectiveVerdict
from rules.heroic.power_rolls import force_moved
from rules.heroic.stamina import MAX_AMOUNT, HeroicDamageTask, gain_temporary, lose_stamina, regain_stamina
from rules.heroic.tables import (
    DAMAGE_TYPES,
    FALL_DIE,
    FORCED_KINDS,
    FREE_FALL,
    LEAST_BREATH,
    OBJECTIVES,
    UNTYPED,
    HeroicObjective,
)
from rules.text import counted, without_directions

MOST_STEPS = 99
MAX_FINISH = 500
"""Characters of a dramatic finish."""


def objective_of(state: HeroicState) -> HeroicObjective:
    """Return the fight's objective."""
    return OBJECTIVES[state.setup.table.word("objective")]


def still_standing(state: HeroicState, camp: str) -> tuple[HeroicCombatant, ...]:
    """Return the combatants of a side that are neither out of the fight nor dying."""
    return tuple(
        combatant
        for combatant in state.everyone()
        if not combatant.is_out and not combatant.is_down and state.camp_of(combatant) == camp
    )


def living(state: HeroicState, camp: str) -> tuple[HeroicCombatant, ...]:
    """Return the combatants of a side that are not out of the fight."""
    return tuple(
        combatant for combatant in state.everyone() if not combatant.is_out and state.camp_of(combatant) == camp
    )


def objective_verdict(state: HeroicState) -> ObjectiveVerdict:
    """Return whether the objective is met or lost at present (ruling 334)."""
    fight, table = state.own, state.setup.table
    limit = table.number("limit")
    if limit and fight.against >= limit:
        return "lost"
    if _lost_by_marks(state):
        return "lost"
    if _is_met(state):
        return "met"
    return "" if living(state, HEROES) else "lost"


def _marked(state: HeroicState) -> list[HeroicCombatant]:
    return [combatant for combatant in state.everyone() if combatant.is_marked]


def _lost_by_marks(state: HeroicState) -> bool:
    """Return True if a person who must live does not: in Save Another, and the escorted one."""
    is_person = objective_of(state).key in ("save", "escort")
    return is_person and any(combatant.is_out for combatant in _marked(state))


def _is_met(state: HeroicState) -> bool:
    fight, goal = state.own, state.setup.table.number("goal")
    enemies = still_standing(state, ENEMIES)
    match objective_of(state).counts:
        case "enemies":
            return len(enemies) < goal
        case "foe":
            marked = _marked(state)
            return bool(marked) and all(combatant.is_out or combatant.is_down for combatant in marked)
        case "object":
            return bool(fight.holder) and state.camp_of(state.heroic_of(fight.holder)) == HEROES
        case "person":
            return bool(_marked(state)) and not enemies
        case "rounds":
            return state.round > goal and bool(still_standing(state, HEROES))
        case "progress":
            return fight.progress >= goal


def met_words(state: HeroicState) -> str:
    """Return when the heroes meet the objective, with its present numbers."""
    objective, goal, about = objective_of(state), state.setup.table.number("goal"), state.setup.table.word("about")
    match objective.counts:
        case "enemies":
            words = "no enemy stands" if goal == 1 else f"fewer than {goal} enemies stand"
        case "rounds":
            words = f"a hero still stands after round {goal}"
        case "progress":
            words = f"{objective.met} ({state.own.progress} of {goal} steps)"
        case _:
            words = objective.met
    return f"{words} ({about})" if about else words


def objective_sentence(state: HeroicState) -> str:
    """Return the fight's objective and both sides' progress, as everyone may know it."""
    limit, against = state.setup.table.number("limit"), state.own.against
    enemies = f" The enemies have {against} of {limit} steps." if limit else ""
    return f"{objective_of(state).label}: the heroes win when {met_words(state)}.{enemies}"


def objective_settled(state: HeroicState) -> HeroicState:
    """Return the state with the objective noted as met or lost, or as open again."""
    now = objective_verdict(state)
    if now == state.own.verdict:
        return state
    state = state.with_fight(verdict=now)
    if not now:
        return state
    label = objective_of(state).label
    return state.note(None, f"{label}: met. The Director can end the fight." if now == "met" else f"{label}: lost.")


class HeroicProgress(FightEvent, kind="objective-progress"):
    """Steps towards the objective are counted, or those by which the enemies get ahead of it."""

    steps: int
    against: bool

    def play(self, state: HeroicState, side: str | None) -> HeroicState:
        """Count them; less than none there cannot be."""
        require_nothing_asked(state)
        steps, fight = number_within(self.steps, -MOST_STEPS, MOST_STEPS, "Steps"), state.own
        if self.against:
            against = max(0, min(MOST_STEPS, fight.against + steps))
            return state.with_fight(against=against).note(None, f"The enemies have {counted(against, 'step')}.")
        progress = max(0, min(MOST_STEPS, fight.progress + steps))
        return state.with_fight(progress=progress).note(
            None, f"{objective_of(state).label}: {counted(progress, 'step')}."
        )


class HeroicMark(FightEvent, kind="objective-marked", by_master=True):
    """The Director marks the subject of the objective: the foe, the person to save or escort."""

    combatant: str
    marked: bool

    def play(self, state: HeroicState, side: str | None) -> HeroicState:
        require_nothing_asked(state)
        name = state.name(state.heroic_of(self.combatant).id)
        words = f"The objective is about {name}." if self.marked else f"The objective is not about {name}."
        return state.change(self.combatant, is_marked=self.marked).note(self.combatant, words)


class HeroicObject(FightEvent, kind="object-held"):
    """A combatant has the object of the objective; no one if omitted."""

    holder: str | None

    def play(self, state: HeroicState, side: str | None) -> HeroicState:
        require_nothing_asked(state)
        if not self.holder:
            return state.with_fight(holder="").note(None, "No one has the object.")
        combatant = state.heroic_of(self.holder)
        if combatant.is_out:
            raise ChangeRefused(f"{state.name(combatant.id)} is out of the fight.")
        return state.with_fight(holder=combatant.id).note(combatant.id, f"{state.name(combatant.id)} has the object.")


class HeroicFinish(FightEvent, kind="finished", by_master=True):
    """The Director ends the fight by its objective; a dramatic finish describes how the losers fall."""

    won: bool
    finish: str

    def play(self, state: HeroicState, side: str | None) -> HeroicState:
        require_nothing_asked(state)
        winner = state.setup.party[0] if self.won else state.setup.master
        finish = " ".join(without_directions(self.finish).split())[:MAX_FINISH]
        label = objective_of(state).label
        reason = f"{label}: {'met' if self.won else 'lost'}."
        if finish:
            reason = f"{reason} {finish}{'' if finish[-1] in '.!?…' else '.'}"
        return fight_over(state, winner, reason)


def breath_rounds(combatant: HeroicCombatant) -> int:
    """Return how many rounds a combatant can hold its breath; out of combat, as many minutes as its Might."""
    return max(LEAST_BREATH, combatant.might)


class HeroicFall(HeroicTableEvent, kind="fell"):
    """A combatant falls by some squares; each one after the first two deals damage."""

    squares: int

    def enter(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
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


class HeroicForced(HeroicTableEvent, kind="forced"):
    """A combatant is pushed, pulled or slid by an ability; its stability reduces the distance in squares."""

    how: str
    squares: int

    def enter(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        if self.how not in FORCED_KINDS:
            raise ChangeRefused("Choose push, pull or slide.")
        return force_moved(state, combatant.id, self.how, number_within(self.squares, 1, MOST_SQUARES, "Squares"))


class HeroicHarm(HeroicTableEvent, kind="harmed"):
    """Damage that the players deal to a combatant, such as from an effect or a trap."""

    amount: int
    damage_type: str
    reason: str

    def enter(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        if self.damage_type not in (UNTYPED, *DAMAGE_TYPES):
            raise ChangeRefused("Choose a damage type.")
        amount, reason = number_within(self.amount, 0, MAX_AMOUNT, "Damage"), typed_line(self.reason)
        state = state.note(combatant.id, f"{state.name(combatant.id)}: {reason}") if reason else state
        return lose_stamina(state, combatant.id, amount, self.damage_type)


class HeroicRegain(HeroicTableEvent, kind="regained"):
    """Stamina that the players restore to a combatant; ``temporary`` Stamina is added on top."""

    amount: int
    temporary: bool

    def enter(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        amount = number_within(self.amount, 0, MAX_AMOUNT, "Stamina")
        return (
            gain_temporary(state, combatant.id, amount)
            if self.temporary
            else regain_stamina(state, combatant.id, amount)
        )


class HeroicWater(FightEvent, kind="under-water"):
    """Combatants are submerged: those that are named, and no others."""

    combatants: Combatants

    def play(self, state: HeroicState, side: str | None) -> HeroicState:
        require_nothing_asked(state)
        chosen = {state.combatant_there(combatant).id for combatant in self.combatants}
        for combatant in state.everyone():
            if combatant.is_underwater != (combatant.id in chosen):
                words = "is under water" if combatant.id in chosen else "is out of the water"
                state = state.change(combatant.id, is_underwater=combatant.id in chosen).note(
                    combatant.id, f"{state.name(combatant.id)} {words}."
                )
        return state


class HeroicBreath(HeroicTableEvent, kind="breath"):
    """A combatant begins to hold its breath, or breathes again."""

    holds: bool

    def enter(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        """Count the rounds from here on."""
        name = state.name(combatant.id)
        if not self.holds:
            return state.change(combatant.id, breath=None).note(combatant.id, f"{name} breathes.")
        if combatant.breath is not None:
            raise ChangeRefused(f"{name} holds its breath already.")
        rounds = breath_rounds(combatant)
        words = f"{name} holds its breath for {counted(rounds, 'round')}."
        return state.change(combatant.id, breath=rounds).note(combatant.id, words)


class HeroicMount(HeroicTableEvent, kind="mounted"):
    """A combatant mounts a larger creature of its side, or dismounts if ``mount`` is empty."""

    mount: str

    def enter(self, state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
        """Note it; the mount has its own turn."""
        name = state.name(combatant.id)
        if not self.mount:
            return state.change(combatant.id, mount="").note(combatant.id, f"{name} dismounts.")
        mount = state.other_there(combatant, self.mount)
        if not is_larger(mount, combatant):
            raise ChangeRefused(f"{state.name(mount.id)} must be larger than {name}.")
        if mount.mount == combatant.id:
            raise ChangeRefused(f"{state.name(mount.id)} rides {name}.")
        return state.change(combatant.id, mount=mount.id).note(combatant.id, f"{name} mounts {state.name(mount.id)}.")
