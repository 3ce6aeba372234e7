"""What a fight is about: the ten objectives, what is counted for them, and the end of the fight."""

from __future__ import annotations

from dataclasses import dataclass

from rules.combat.checks import number_within, require_nothing_asked
from rules.combat.event import FightEvent
from rules.combat.events import fight_over
from rules.combat.state import FightState
from rules.errors import ChangeRefused
from rules.heroic.combatants import (
    ENEMIES,
    HEROES,
    HeroicCombatant,
    ObjectiveVerdict,
    camp_of,
    everyone,
    fight_of,
    heroic_of,
    with_fight,
)
from rules.heroic.tables import OBJECTIVES, HeroicObjective
from rules.text import counted, without_directions

MOST_STEPS = 99
MAX_FINISH = 500
"""Characters of a dramatic finish."""


def objective_of(state: FightState) -> HeroicObjective:
    """Return what the fight is about."""
    return OBJECTIVES[state.setup.table.word("objective")]


def still_standing(state: FightState, camp: str) -> tuple[HeroicCombatant, ...]:
    """Return the combatants of a side that are neither out of the fight nor dying."""
    return tuple(
        combatant
        for combatant in everyone(state)
        if not combatant.is_out and not combatant.is_down and camp_of(state, combatant) == camp
    )


def living(state: FightState, camp: str) -> tuple[HeroicCombatant, ...]:
    """Return the combatants of a side that are not out of the fight."""
    return tuple(
        combatant for combatant in everyone(state) if not combatant.is_out and camp_of(state, combatant) == camp
    )


def objective_verdict(state: FightState) -> ObjectiveVerdict:
    """Return whether the objective is met or lost as things stand (ruling 334)."""
    fight, table = fight_of(state), state.setup.table
    limit = table.number("limit")
    if limit and fight.against >= limit:
        return "lost"
    if _lost_by_marks(state):
        return "lost"
    if _is_met(state):
        return "met"
    return "" if living(state, HEROES) else "lost"


def _marked(state: FightState) -> list[HeroicCombatant]:
    return [combatant for combatant in everyone(state) if combatant.is_marked]


def _lost_by_marks(state: FightState) -> bool:
    """Return True if a person that had to live does not: of Save Another, and whom an escort is for."""
    is_person = objective_of(state).key in ("save", "escort")
    return is_person and any(combatant.is_out for combatant in _marked(state))


def _is_met(state: FightState) -> bool:
    fight, goal = fight_of(state), state.setup.table.number("goal")
    enemies = still_standing(state, ENEMIES)
    match objective_of(state).counts:
        case "enemies":
            return len(enemies) < goal
        case "foe":
            marked = _marked(state)
            return bool(marked) and all(combatant.is_out or combatant.is_down for combatant in marked)
        case "object":
            return bool(fight.holder) and camp_of(state, heroic_of(state, fight.holder)) == HEROES
        case "person":
            return bool(_marked(state)) and not enemies
        case "rounds":
            return state.round > goal and bool(still_standing(state, HEROES))
        case "progress":
            return fight.progress >= goal


def met_words(state: FightState) -> str:
    """Return when the heroes have the objective, with its numbers as they stand."""
    objective, goal, about = objective_of(state), state.setup.table.number("goal"), state.setup.table.word("about")
    match objective.counts:
        case "enemies":
            words = "no enemy stands" if goal == 1 else f"fewer than {goal} enemies stand"
        case "rounds":
            words = f"a hero still stands after round {goal}"
        case "progress":
            words = f"{objective.met} ({fight_of(state).progress} of {goal} steps)"
        case _:
            words = objective.met
    return f"{words} ({about})" if about else words


def objective_sentence(state: FightState) -> str:
    """Return what the fight is about and how far both sides are, as everyone may know it."""
    limit, against = state.setup.table.number("limit"), fight_of(state).against
    enemies = f" The enemies have {against} of {limit} steps." if limit else ""
    return f"{objective_of(state).label}: the heroes win when {met_words(state)}.{enemies}"


def objective_settled(state: FightState) -> FightState:
    """Return the state with the objective noted as met or lost, or as open again."""
    now = objective_verdict(state)
    if now == fight_of(state).verdict:
        return state
    state = with_fight(state, verdict=now)
    if not now:
        return state
    label = objective_of(state).label
    return state.note(None, f"{label}: met. The Director can end the fight." if now == "met" else f"{label}: lost.")


@dataclass(frozen=True, slots=True)
class HeroicProgress(FightEvent):
    """Steps towards the objective are counted, or those by which the enemies get ahead of it."""

    kind = "objective-progress"

    steps: int
    against: bool

    def play(self, state: FightState, side: str | None) -> FightState:
        """Count them; less than none there cannot be."""
        require_nothing_asked(state)
        steps, fight = number_within(self.steps, -MOST_STEPS, MOST_STEPS, "Steps"), fight_of(state)
        if self.against:
            against = max(0, min(MOST_STEPS, fight.against + steps))
            return with_fight(state, against=against).note(None, f"The enemies have {counted(against, 'step')}.")
        progress = max(0, min(MOST_STEPS, fight.progress + steps))
        return with_fight(state, progress=progress).note(
            None, f"{objective_of(state).label}: {counted(progress, 'step')}."
        )


@dataclass(frozen=True, slots=True)
class HeroicMark(FightEvent):
    """The Director marks whom the objective is about: the foe, the person to be saved or escorted."""

    kind = "objective-marked"
    by_master = True

    combatant: str
    marked: bool

    def play(self, state: FightState, side: str | None) -> FightState:
        """Mark it, or take the mark away."""
        require_nothing_asked(state)
        name = state.name(heroic_of(state, self.combatant).id)
        words = f"The objective is about {name}." if self.marked else f"The objective is not about {name}."
        return state.change(self.combatant, is_marked=self.marked).note(self.combatant, words)


@dataclass(frozen=True, slots=True)
class HeroicObject(FightEvent):
    """A combatant has the object of the objective; no one, where it is left out."""

    kind = "object-held"

    holder: str | None

    def play(self, state: FightState, side: str | None) -> FightState:
        """Note who has it."""
        require_nothing_asked(state)
        if not self.holder:
            return with_fight(state, holder="").note(None, "No one has the object.")
        combatant = heroic_of(state, self.holder)
        if combatant.is_out:
            raise ChangeRefused(f"{state.name(combatant.id)} is out of the fight.")
        return with_fight(state, holder=combatant.id).note(combatant.id, f"{state.name(combatant.id)} has the object.")


@dataclass(frozen=True, slots=True)
class HeroicFinish(FightEvent):
    """The Director ends the fight by its objective; a dramatic finish tells in words how the losers fall."""

    kind = "finished"
    by_master = True

    won: bool
    finish: str

    def play(self, state: FightState, side: str | None) -> FightState:
        """End it for the heroes, or for the enemies."""
        require_nothing_asked(state)
        winner = state.setup.party[0] if self.won else state.setup.master
        finish = " ".join(without_directions(self.finish).split())[:MAX_FINISH]
        label = objective_of(state).label
        reason = f"{label}: {'met' if self.won else 'lost'}."
        if finish:
            reason = f"{reason} {finish}{'' if finish[-1] in '.!?…' else '.'}"
        return fight_over(state, winner, reason)
