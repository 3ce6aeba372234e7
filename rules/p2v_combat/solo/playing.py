"""A battle in which the game plays a side: its monsters, the phases of its rounds, a monster's present behavior."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.p2v_combat.action_points import is_objective_creature
from rules.p2v_combat.conditions import all_conditions
from rules.p2v_combat.scoring.objectives import owners_of
from rules.p2v_combat.sides import NEUTRAL
from rules.p2v_combat.solo.board_answers import answer_on_board
from rules.p2v_combat.solo.gambits import (
    GambitAction,
    GambitChoice,
    GambitPlan,
    Gambits,
    MonsterPhase,
    parse_plan,
    plan_steps,
)
from rules.p2v_combat.solo.readings import MonsterCard
from rules.p2v_combat.solo.story.adventure import ScenarioFacts, ScenarioOutcome, scenario_outcome
from rules.p2v_combat.solo.targets import TargetAnswers, TargetQuestion, TargetView
from rules.p2v_combat.solo.turns import MonsterInstruction, MonsterTurn, PlanStep, Pursuit, plan_left
from rules.p2v_combat.state import BattleState, Combatant
from rules.tables.conditions import ACTION_POINTS

Timing = Literal["early", "late"]

TIMINGS: dict[Timing, int] = {"early": 2, "late": 3}
"""When an adventurer acts, and the action points that it gets."""
TIMING_HELP = (
    f"Early: {TIMINGS['early']} AP, before all monsters except super-early ones. "
    f"Late: {TIMINGS['late']} AP, after the early monsters and before the late ones."
)
"""The difference between acting early and acting late."""


@dataclass(frozen=True, slots=True)
class SoloPhase:
    """One of the five parts of a round; ``monsters`` or ``adventurers`` says who acts in it."""

    key: str
    name: str
    monsters: MonsterPhase | None = None
    adventurers: Timing | None = None


SOLO_PHASES: tuple[SoloPhase, ...] = (
    SoloPhase("I", "Super-early monsters", monsters="I"),
    SoloPhase("early", "Early adventurers", adventurers="early"),
    SoloPhase("II", "Early monsters", monsters="II"),
    SoloPhase("late", "Late adventurers", adventurers="late"),
    SoloPhase("III", "Late monsters", monsters="III"),
)

BEFORE_PHASES = -1
"""The place in a round whose first phase has not begun."""


@dataclass(frozen=True, slots=True)
class GambitProgress:
    """A creature that carries out its gambit: the remaining steps, how many it took, its pursued target.

    ``due`` is the attack of its last step, until the next step is taken.
    """

    creature: str
    steps: tuple[PlanStep, ...]
    taken: int = 0
    pursuit: Pursuit | None = None
    due: Pursuit | None = None

    @property
    def key(self) -> str:
        """The prefix of the questions of the next step."""
        return str(self.taken)


@dataclass(frozen=True, slots=True)
class SoloRound:
    """A round of solo play. ``phase`` counts the phases from 0; ``faces`` are the gambit dice by kind of monster."""

    timings: Mapping[str, Timing]
    faces: Mapping[str, int]
    phase: int = BEFORE_PHASES
    progress: GambitProgress | None = None


_LURED = parse_plan("Best attack / Stride")
_LURED_LONG = parse_plan("Stride > Best attack")
"""How the game spends the action points of an adventurer that it controls: one, or all.

It spends all for a golem, an animal or a fey that a failed check has roused.
"""


def is_game_side(state: BattleState, side: str | None) -> bool:
    """Return True if the game plays a side."""
    return any(fight_side.key == side and fight_side.player == "game" for fight_side in state.setup.sides)


def is_monster(state: BattleState, creature: str) -> bool:
    """Return True if the game plays a creature by gambits: one of its own side, or one of no side that has some."""
    if is_neutral(state, creature):
        return gambits_in_play(state, creature) is not None
    return state.setup.solo is not None and is_game_side(state, state.combatants[creature].side)


def is_neutral(state: BattleState, creature: str) -> bool:
    """Return True for a creature that belongs to no side, such as the monster of a Beast Hunt."""
    return state.combatants[creature].side == NEUTRAL


def gambits_in_play(state: BattleState, creature: str) -> Gambits | None:
    """Return the gambits by which the game plays a kind of creature in this battle, None if it has none."""
    plan = state.setup.solo
    kinds = state.setup.neutral_kinds if is_neutral(state, creature) else plan.kinds if plan else ()
    return next((kind.gambits for kind in kinds if kind.creature == kind_of(state, creature)), None)


def monsters(state: BattleState) -> dict[str, str]:
    """Return the kind of each monster that is up, by its id: the key of its creature."""
    return {combatant.id: kind_of(state, combatant.id) for combatant in _up(state) if is_monster(state, combatant.id)}


def kind_of(state: BattleState, creature: str) -> str:
    """Return the kind of a creature: monsters of one kind roll one die."""
    return state.fielded(creature).member.creature


def adventurers(state: BattleState) -> tuple[str, ...]:
    """Return the adventurers that are up and follow no commander that is: each acts early or late."""
    ids = {combatant.id for combatant in _up(state)}
    return tuple(
        combatant.id
        for combatant in _up(state)
        if not is_game_side(state, combatant.side) and combatant.commander not in ids
    )


def _up(state: BattleState) -> tuple[Combatant, ...]:
    keys = {side.key for side in state.setup.sides}
    return tuple(
        combatant
        for combatant in state.combatants.values()
        if combatant.is_up and combatant.side in keys and not is_objective_creature(combatant.id)
    )


# Rounds


def current_phase(state: BattleState) -> SoloPhase | None:
    """Return the phase of a solo round, None before the first one and in other battles."""
    solo = state.solo
    return SOLO_PHASES[solo.phase] if solo is not None and solo.phase != BEFORE_PHASES else None


def next_phase(state: BattleState) -> BattleState | None:
    """Return the state in the next phase of a solo round; None after the last one, and in other battles."""
    solo = state.solo
    if solo is None or state.setup.solo is None or solo.phase + 1 == len(SOLO_PHASES):
        return None
    later = replace(state, solo=replace(solo, phase=solo.phase + 1))
    phase = SOLO_PHASES[solo.phase + 1]
    return (
        later.note(None, f"{phase.name}.")
        if any(acts_in_phase(later, combatant.id) for combatant in _up(later))
        else later
    )


def acts_in_phase(state: BattleState, creature: str) -> bool:
    """Return True if a creature may act in the present phase; outside of solo play, there are none."""
    if state.setup.solo is None or state.combatants[creature].side not in {side.key for side in state.setup.sides}:
        return True
    solo, phase = state.solo, current_phase(state)
    if solo is None or phase is None:
        return False
    if is_monster(state, creature):
        face = solo.faces.get(kind_of(state, creature))
        gambits = gambits_in_play(state, creature)
        # One that came into play later has no die: it waits for the next round.
        return face is not None and gambits is not None and gambits.row(face).phase == phase.monsters
    commander = state.combatants[creature].commander
    return solo.timings.get(creature) == phase.adventurers or (
        creature not in solo.timings and phase.adventurers == "late" and commander is not None
    )


def action_points_in_solo(state: BattleState, creature: str, points: int) -> int:
    """Return the action points of a turn in solo play, from those of any other turn."""
    # Early adventurers have 2 action points, late ones 3; monsters have what their gambit takes.
    solo = state.solo
    if solo is None:
        return points
    if is_monster(state, creature):
        progress = solo.progress
        return sum(_step_points(state, creature, step) for step in progress.steps) if progress else 0
    timing = solo.timings.get(creature)  # without a side of the game there are none
    return points + TIMINGS[timing] - ACTION_POINTS if timing and points else points


def _step_points(state: BattleState, creature: str, step: PlanStep | GambitPlan) -> int:
    if isinstance(step, GambitAction):
        return MonsterCard(state.fielded(creature).card).read(step).action_points
    if isinstance(step, GambitChoice):
        return max(_step_points(state, creature, option) for option in step.options)
    return sum(_step_points(state, creature, part) for part in step.steps)


# Turns


def begin_gambit(state: BattleState, creature: str) -> BattleState:
    """Return the state at the start of a monster's turn: its gambit is the one rolled, without lost actions.

    The game spends the action points of an adventurer that it controls. The monster's boxes are cleared.
    """
    solo = state.solo
    plan = _plan_of(state, creature)
    if solo is None or (plan is None and is_objective_creature(creature)):
        # An objective's creature that players move takes nothing from a gambit that goes on.
        return state
    left = None if plan is None else _left(state, creature, plan)
    steps = plan_steps(left) if left else ()
    if is_monster(state, creature):
        # Monsters have no limited uses: how rare an action is, its gambits say.
        state = state.change(creature, spent=())
        if not steps:
            state = state.note(None, f"{state.name(creature)} loses its actions.", "Stunned or slowed")
    progress = GambitProgress(creature, steps) if plan is not None else None
    return replace(state, solo=replace(solo, progress=progress))


def _left(state: BattleState, creature: str, plan: GambitPlan) -> GambitPlan | None:
    if not is_monster(state, creature):
        return plan
    held = all_conditions(state, creature)
    return plan_left(plan, monster_card(state, creature), slowed="slowed" in held, stunned="stunned" in held)


def _plan_of(state: BattleState, creature: str) -> GambitPlan | None:
    """Return the plan of a creature that the game moves, None for one that its player moves."""
    held = all_conditions(state, creature)
    if is_objective_creature(creature) and is_monster(state, creature):
        return _LURED_LONG
    if not is_monster(state, creature):
        if state.setup.solo is None:
            return None
        if "controlled" in held:
            return _LURED_LONG
        return _LURED if "confused" in held else None
    face = state.solo.faces.get(kind_of(state, creature)) if state.solo else None
    gambits = gambits_in_play(state, creature)
    return gambits.row(face).plan if face and gambits else None


def monster_card(state: BattleState, creature: str) -> MonsterCard:
    """Return the card of a creature as gambits read it."""
    fielded = state.fielded(creature)
    return MonsterCard(fielded.card, fielded.features)


def progress_of(state: BattleState, creature: str) -> GambitProgress | None:
    """Return a creature's progress in its gambit; None if it has none now."""
    progress = state.solo.progress if state.solo else None
    return progress if progress is not None and progress.creature == creature else None


def next_instruction(
    state: BattleState, creature: str, answers: TargetAnswers
) -> MonsterInstruction | TargetQuestion | None:
    """Return the next step of a creature that the game moves, or the question to answer first; None at the end."""
    progress = progress_of(state, creature)
    if progress is None or not progress.steps:
        return None
    step, *following = progress.steps
    monster = monster_turn(state, creature)
    return monster.answered_instruction(
        step,
        following,
        answers,
        lambda question: answer_on_board(state, creature, question, monster.enemies),
        key=progress.key,
        pursuit=progress.pursuit,
    )


def monster_turn(state: BattleState, creature: str) -> MonsterTurn:
    """Return a creature that the game moves, with its enemies in their present state."""
    gambits = gambits_in_play(state, creature) if is_monster(state, creature) else None
    return MonsterTurn(
        state.name(creature),
        monster_card(state, creature),
        gambits.prefers if gambits else "",
        tuple(target_view(state, enemy.id) for enemy in _enemies(state, creature)),
    )


def _enemies(state: BattleState, creature: str) -> tuple[Combatant, ...]:
    # A controlled adventurer attacks its own side, and a monster of no side attacks all of them.
    is_wild = is_neutral(state, creature)
    return tuple(
        combatant
        for combatant in _up(state)
        if combatant.id != creature and (is_wild or not is_game_side(state, combatant.side))
    )


def target_view(state: BattleState, creature: str) -> TargetView:
    """Return an enemy of monsters in its present state."""
    combatant, fielded = state.combatants[creature], state.fielded(creature)
    held = all_conditions(state, creature)
    return TargetView(
        id=creature,
        name=state.name(creature),
        features=fielded.features,
        size=fielded.card.size,
        points=fielded.points,
        hp=combatant.hp,
        max_hp=combatant.max_hp,
        armor=fielded.card.stats.armor,
        is_yet_to_act=not combatant.has_acted,
        is_helpless=not combatant.is_up or combatant.has("helpless"),
        conditions=frozenset(held),
    )


# Goals


def scenario_facts(state: BattleState) -> ScenarioFacts:
    """Return the facts that decide the goal of a scenario."""
    standing: dict[str, int] = {}
    for kind in monsters(state).values():
        standing[kind] = standing.get(kind, 0) + 1
    party = {side.key for side in state.setup.sides if side.player != "game"}
    return ScenarioFacts(
        rounds_played=max(state.round - 1, 0),
        adventurers_up=sum(combatant.side in party for combatant in _up(state)),
        monsters_up=standing,
        escaped=sum(fact.kind == "left" and state.combatants[fact.to].side in party for fact in state.scored_facts),
        claimed=sum(side in party for side in owners_of(state).values()),
    )


def solo_outcome(state: BattleState) -> ScenarioOutcome | None:
    """Return how the scenario of a battle has ended, None while it goes on and for battles without a goal."""
    plan = state.setup.solo
    if plan is None or plan.goal is None or state.phase == "initiative":
        return None
    return scenario_outcome(plan.goal, scenario_facts(state))


def party_is_up(state: BattleState) -> bool:
    """Return True if an adventurer is in play and not dying, or has left over an edge of the board."""
    facts = scenario_facts(state)
    return bool(facts.adventurers_up or facts.escaped)
