"""The beginning of a round in solo play: early or late for each adventurer, then a die for each kind of monster."""

from dataclasses import replace

from rules.combat.answers import FacesRolled, OptionChosen
from rules.combat.resolution import Ask, ChoiceAsk, Option
from rules.errors import ChangeRefused
from rules.p2v_combat.solo.playing import (
    TIMINGS,
    SoloRound,
    Timing,
    adventurers,
    gambits_in_play,
    is_monster,
    is_neutral,
    kind_of,
    monster_card,
    monsters,
)
from rules.p2v_combat.solo.readings import PHASE_NAMES, plan_clause
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.task import Task, TaskAnswer, roll_ask
from rules.text import counted

_ALL = "all-"


def begin_solo_round(state: BattleState) -> BattleState:
    """Return the state at the start of a round of solo play, with its choices and dice to come."""
    # First each adventurer acts early or late, then each type of monster rolls. "Early and late turns", "Gambits".
    dice = [GambitDie(kind) for kind in sorted(set(monsters(state).values()))]
    fresh = replace(state, solo=SoloRound({}, {}), next_side=None)
    return fresh.pushed(TimingChoice(adventurers(state)), *dice)


class TimingChoice(Task):
    """Each adventurer acts early or late; the players may decide it for all remaining ones."""

    creatures: tuple[str, ...]

    def ask(self, state: BattleState) -> Ask | None:
        if not self.creatures:
            return None
        first = self.creatures[0]
        options = [Option(key, f"{key.capitalize()}, {ap} AP") for key, ap in TIMINGS.items()]
        if len(self.creatures) > 1:
            all_of_them = f"All {counted(len(self.creatures), 'creature')}"
            options += [Option(f"{_ALL}{key}", f"{all_of_them} {key}") for key in TIMINGS]
        return ChoiceAsk(state.combatants[first].side, f"Does {state.name(first)} act early or late?", tuple(options))

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if not self.creatures:
            return state
        if not isinstance(answer, OptionChosen) or state.solo is None:
            raise ChangeRefused("Each adventurer acts early or late.")
        chosen: Timing = "early" if answer.option.endswith("early") else "late"
        for_all = answer.option.startswith(_ALL)
        now, later = (self.creatures, ()) if for_all else (self.creatures[:1], self.creatures[1:])
        timings = {**state.solo.timings, **dict.fromkeys(now, chosen)}
        state = replace(state, solo=replace(state.solo, timings=timings))
        for monster in now:
            state = state.note(None, f"{state.name(monster)} acts {chosen}, with {TIMINGS[chosen]} AP.")
        return state.pushed(TimingChoice(later)) if later else state


class GambitDie(Task):
    """A kind of monster rolls for its gambit."""

    kind: str

    def ask(self, state: BattleState) -> Ask | None:
        return roll_ask(state, self.kind, "gambit", f"Gambit: {_kind_name(state, self.kind)}", sides=6)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if not isinstance(answer, FacesRolled):
            raise ChangeRefused("Each kind of monster rolls a d6 for its gambit.")
        (face,) = answer.faces
        solo = state.solo or SoloRound({}, {})
        state = replace(
            state.counted_roll(self.kind, "gambit"), solo=replace(solo, faces={**solo.faces, self.kind: face})
        )
        creature = _of_kind(state, self.kind)
        gambits = gambits_in_play(state, creature) if creature else None
        if creature is None or gambits is None:
            return state
        row = gambits.row(face)
        # One of no side acts at the end of the round, not in the phase of its row.
        phase = "" if is_neutral(state, creature) else f", phase {row.phase} ({PHASE_NAMES[row.phase]})"
        clause = plan_clause(row.plan, monster_card(state, creature))
        return state.note(None, f"{_kind_name(state, self.kind)} rolls {face}{phase}: it {clause}.")


def _of_kind(state: BattleState, kind: str) -> str | None:
    """Return a standing monster of that kind; one whose turn it is comes first."""
    turn = [actor.id for actor in state.turn.acting] if state.turn else []
    monsters_up = [
        combatant.id for combatant in state.combatants.values() if combatant.is_up and is_monster(state, combatant.id)
    ]
    of_kind = [monster for monster in monsters_up if kind_of(state, monster) == kind]
    return min(of_kind, key=lambda monster: monster not in turn, default=None)


def _kind_name(state: BattleState, kind: str) -> str:
    creature = _of_kind(state, kind)
    return state.fielded(creature).card.name if creature else kind
