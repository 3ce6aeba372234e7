"""The rulebook's cardboard AI as a player: each kind of creature rolls for a gambit, and takes its actions in order."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from rules.combat.log import FightEvent
from rules.combat.resolution import ActAsk, WayAsk, pending
from rules.dice import SeededRoller
from rules.errors import RulesError
from rules.p2v_combat.events.acting import CreatureActed, GambitStepTaken, StepActed
from rules.p2v_combat.events.standing import FigureMoved
from rules.p2v_combat.solo.board_answers import answer_on_board
from rules.p2v_combat.solo.board_moves import monster_way, move_action
from rules.p2v_combat.solo.gambits import GambitRow, Gambits, plan_steps
from rules.p2v_combat.solo.monsters import stock_gambits_for
from rules.p2v_combat.solo.playing import gambits_in_play, kind_of, monster_card, progress_of, target_view
from rules.p2v_combat.solo.targets import TargetQuestion
from rules.p2v_combat.solo.turns import MonsterInstruction, MonsterTurn, PlanStep, Pursuit
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import find_action
from rules.players.decisions import MOST_CAUGHT, Decision
from rules.players.places import Outlook
from rules.players.player import BattlePlayer, last_command
from rules.replacing import replace


@dataclass(slots=True)
class _Plan:
    """What is left of the gambit of a creature in an activation, and its pursuit."""

    steps: tuple[PlanStep, ...]
    pursuit: Pursuit | None = None
    taken: int = 0


class CardboardPlayer(BattlePlayer):
    """Takes the actions of rolled gambits as far as action points, uses and the order of turns allow.

    A kind of creature rolls once a round, with the player's own die. Creatures of an earlier phase act first. Reactions
    are always taken.
    """

    key = "cardboard"

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._roller = SeededRoller(seed.encode())
        self._plans: dict[tuple[int, int, str], _Plan] = {}

    def choose(self, decision: Decision) -> FightEvent:
        """Return the next command by the gambits."""
        state, ask = decision.state, pending(decision.state)
        if isinstance(ask, ActAsk):
            steps = (
                event for event in decision.commands(ask.creature) if isinstance(event, StepActed) and event.targets
            )
            return next(steps, None) or last_command(decision)
        if isinstance(ask, WayAsk) and stands(state, ask.creature):
            ends = [event for event in decision.commands(ask.creature) if isinstance(event, FigureMoved) and event.way]
            outlook = Outlook(state, ask.creature, 0.0)
            return max(ends, key=lambda event: outlook.worth(event.way[-1]), default=None) or last_command(decision)
        if ask is not None or state.turn is None:
            first = min(decision.creatures, key=lambda creature: self._row(state, creature).phase)
            return next(decision.commands(first))
        for creature in decision.creatures:
            if event := self._next(decision, creature):
                return event
        return last_command(decision)

    def _row(self, state: BattleState, creature: str) -> GambitRow:
        place = ("gambit", state.round, kind_of(state, creature))
        return _gambits(state, creature).row(self._roller.roll(1, 6, reason="Gambit", place=place).total)

    def _next(self, decision: Decision, creature: str) -> FightEvent | None:
        """Return the next command of a creature's gambit, None once it is done."""
        state = decision.state
        commands = list(decision.commands(creature))
        if (progress := progress_of(state, creature)) is not None:
            if progress.due and (attack := self._attack(state, commands, progress.due)):
                return attack
            return next((event for event in commands if isinstance(event, GambitStepTaken)), None)
        key = state.round, state.activation, creature
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = _Plan(plan_steps(self._row(state, creature).plan))
        while plan.steps:
            instruction = self._instruction(decision, creature, plan)
            plan.steps, plan.taken = (*instruction.added, *plan.steps[1:]), plan.taken + 1
            if instruction.attack:
                plan.pursuit = Pursuit(instruction.targets, instruction.attack)
            if event := self._command(state, creature, commands, instruction):
                return event
        return None

    def _instruction(self, decision: Decision, creature: str, plan: _Plan) -> MonsterInstruction:
        """Return the next step of a plan, with the questions of the target ladder answered."""
        state = decision.state
        enemies = (it for it in state.combatants.values() if it.is_up and it.side != decision.side)
        turn = MonsterTurn(
            state.name(creature),
            monster_card(state, creature),
            _gambits(state, creature).prefers,
            tuple(target_view(state, enemy.id) for enemy in enemies),
        )
        step, *following = plan.steps
        outcome = turn.answered_instruction(
            step, following, {}, partial(_answer, state, creature), key=str(plan.taken), pursuit=plan.pursuit
        )
        if isinstance(outcome, TargetQuestion):
            raise RulesError("This player answers every question of the target ladder.")
        return outcome

    def _command(
        self, state: BattleState, creature: str, commands: Sequence[FightEvent], instruction: MonsterInstruction
    ) -> FightEvent | None:
        """Return the legal command that does what a step says, None if there is none."""
        action = instruction.action
        if action is None:
            return None
        if action.is_movement:
            key, way = move_action(instruction), monster_way(state, creature, instruction)
            moves = (event for event in commands if isinstance(event, CreatureActed) and event.action == key)
            if stands(state, creature):
                return next((replace(event, way_to=way) for event in moves), None) if way else None
            return next(moves, None)
        return self._attack(state, commands, Pursuit(instruction.targets, action.name))

    def _attack(self, state: BattleState, commands: Sequence[FightEvent], due: Pursuit) -> FightEvent | None:
        """Return the legal command of an action by its name that is aimed at most of these targets, and few others."""
        named = [
            event
            for event in commands
            if isinstance(event, CreatureActed)
            and (action := find_action(state, event.creature, event.action)) is not None
            and action.name == due.attack
        ]
        wanted = set(due.targets)

        def _fit(event: CreatureActed) -> int:
            aimed = {aim.creature for aim in event.targets}
            return 2 * len(aimed & wanted) - len(aimed - wanted)

        best = max(named, key=_fit, default=None)
        return best if best is not None and (not wanted or not best.targets or _fit(best) > 0) else None


def _gambits(state: BattleState, creature: str) -> Gambits:
    """Return the gambits of a creature, those of its role if it has none in this battle."""
    return gambits_in_play(state, creature) or stock_gambits_for(state.fielded(creature).card).gambits


def _answer(state: BattleState, creature: str, question: TargetQuestion) -> tuple[str, ...]:
    """Return what the board shows; without one all are in range and equally near."""
    shown = answer_on_board(state, creature, question, [target_view(state, other) for other in question.options])
    if shown is not None:
        return shown
    rung = question.key.rpartition(".")[-1]
    if rung in ("range", "nearest"):
        return question.options
    return question.options[: MOST_CAUGHT if rung == "area" else question.fewest]
