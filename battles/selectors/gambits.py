"""Who acts for a creature now; and the next move of the game's creature: its gambit, a question, or an instruction."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlencode

from battles.selectors.battles import BattleView
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.action_points import controller, is_objective_creature, objective_creature_id
from rules.p2v_combat.actions import ActionVariant, BattleAction
from rules.p2v_combat.events.acting import GambitStepTaken, TargetAnswer, commanded
from rules.p2v_combat.events.reactions import reported_actions
from rules.p2v_combat.scoring.objectives import claimer_of, placed_objectives
from rules.p2v_combat.solo.gambits import format_plan
from rules.p2v_combat.solo.playing import (
    gambits_in_play,
    is_monster,
    is_neutral,
    kind_of,
    monster_card,
    next_instruction,
    progress_of,
)
from rules.p2v_combat.solo.readings import PHASE_NAMES
from rules.p2v_combat.solo.targets import TargetQuestion
from rules.p2v_combat.solo.turns import MonsterInstruction
from rules.p2v_combat.state import BattleState
from rules.text import listed, plain

MAX_ANSWERS = 40
_TO = "to."


class SentFields(Protocol):
    """The data of a form or an address: several values per name."""

    def getlist(self, key: str) -> list[str]:
        """Return the values of a name."""


@dataclass(frozen=True, slots=True)
class GambitOption:
    """An enemy that an answer may name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class GambitPanel:
    """A creature that the game moves, on its turn.

    ``of`` identifies the turn of the answers. ``why`` is the roll of its kind, ``steps`` are the rest of its gambit.
    Either ``question`` must be answered (from ``options``), or ``instruction`` is its next action; neither once its
    gambit is done. ``answers`` are the earlier ones. ``due`` is the attack of its last step: the query of the address
    at which it is made, and its words.
    """

    creature: str
    name: str
    of: str
    why: str
    steps: tuple[str, ...]
    question: TargetQuestion | None
    options: tuple[GambitOption, ...]
    instruction: MonsterInstruction | None
    answers: tuple[TargetAnswer, ...]
    due: tuple[str, str] | None = None

    @property
    def next_words(self) -> str:
        """Its next move, without its name."""
        return self.instruction.clause(self.name) if self.instruction else ""

    @property
    def is_done(self) -> bool:
        """Whether nothing of its gambit is left."""
        return self.question is None and self.instruction is None


def gambit_panel(state: BattleState, creature: str, sent: SentFields) -> GambitPanel | None:
    """Return a creature's next move, by the answers so far; None if a player moves it. No queries."""
    progress = progress_of(state, creature)
    acting = state.acting(creature)
    if progress is None or acting is None or acting.has_ended or not acting.has_started:
        return None
    turn = f"{creature}/{state.round}/{progress.taken}"
    answers = read_answers(sent) if turn in sent.getlist("of") else ()
    try:
        instruction = next_instruction(state, creature, {answer.key: answer.creatures for answer in answers})
    except RulesError:
        # Answers of an old address: the first question is asked again.
        answers, instruction = (), next_instruction(state, creature, {})
    question = instruction if isinstance(instruction, TargetQuestion) else None
    monster = monster_card(state, creature)
    return GambitPanel(
        creature=creature,
        name=state.name(creature),
        of=turn,
        why=_why(state, creature),
        steps=tuple(format_plan(step, lambda action: monster.read(action).name) for step in progress.steps),
        question=question,
        options=tuple(GambitOption(option, state.name(option)) for option in (question.options if question else ())),
        instruction=instruction if isinstance(instruction, MonsterInstruction) else None,
        answers=answers,
        due=_due(state, creature),
    )


def _due(state: BattleState, creature: str) -> tuple[str, str] | None:
    """Return the attack of a gambit's last step, while it can be made."""
    progress, fielded = progress_of(state, creature), state.fielded(creature)
    if progress is None or progress.due is None:
        return None
    name = plain(progress.due.attack)
    action = next((action for action in fielded.actions.values() if plain(action.name) == name), None)
    if action is None:
        return None
    targets = [("target", target) for target in progress.due.targets]
    names = listed(state.name(target) for target in progress.due.targets)
    query = urlencode([("creature", creature), ("action", action.key), ("way", ""), *targets])
    return query, f"Make the attack: {action.name} against {names}"


def _why(state: BattleState, creature: str) -> str:
    solo = state.solo
    if solo is None or not is_monster(state, creature):
        return "The game spends its action points."
    face = solo.faces.get(kind_of(state, creature))
    gambits = gambits_in_play(state, creature)
    if face is None or gambits is None:
        return ""
    if is_neutral(state, creature):
        return f"It rolled {face} for its gambit."
    phase = gambits.row(face).phase
    return f"Its kind rolled {face}: phase {phase}, {PHASE_NAMES[phase]}."


def read_answers(sent: SentFields) -> tuple[TargetAnswer, ...]:
    """Return the answers of a form or an address: for each question, the named creatures."""
    asked: Iterable[str] = dict.fromkeys(sent.getlist("asked")[:MAX_ANSWERS])
    return tuple(
        TargetAnswer(
            key[:80], tuple(dict.fromkeys(target[:80] for target in sent.getlist(f"{_TO}{key}")[:200] if target))
        )
        for key in asked
        if key and "\0" not in key
    )


def gambit_step(creature: str, sent: SentFields) -> GambitStepTaken:
    """Return the event by which a creature takes the next step of its gambit, with the answers of a form."""
    return GambitStepTaken(creature, read_answers(sent))


def plays_for(view: BattleView, state: BattleState, side: str | None) -> bool:
    """Return True if a visitor plays a side; for no side (None) and the game's, any player does."""
    return view.plays and (side is None or side in view.held or state.setup.side(side).player == "game")


def acts_for(view: BattleView, state: BattleState, creature: str) -> bool:
    """Return True if a visitor takes the actions of a creature now: it is its turn, and the stack is empty."""
    acting = state.acting(creature)
    is_free = acting is not None and not acting.has_ended and not state.stack
    return is_free and plays_for(view, state, controller(state, creature))


def reports_for(view: BattleView, state: BattleState, creature: str) -> Iterator[tuple[BattleAction, ActionVariant]]:
    """Yield a creature's actions with triggers that the players see; nothing if someone else plays it."""
    if state.phase == "playing" and plays_for(view, state, state.combatants[creature].side):
        yield from reported_actions(state, creature)


def commanded_for(view: BattleView, state: BattleState, servant: str) -> BattleState | None:
    """Return the state in which a creature that is an objective follows its claimer's commands, None if none can."""
    for placed in placed_objectives(state) if is_objective_creature(servant) else ():
        claimer = claimer_of(state, placed.kind)
        if objective_creature_id(placed.kind) != servant or claimer is None or not acts_for(view, state, claimer):
            continue
        try:
            return commanded(state, claimer, placed.kind)[0]
        except ChangeRefused:
            return None
    return None
