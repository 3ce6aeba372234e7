"""The beginning of a battle, and the beginning and end of a round."""

from rules.combat.answers import CountsGiven, FacesRolled, OptionChosen
from rules.combat.resolution import Ask, ChoiceAsk, CountAsk, Option, RevealAsk
from rules.combat.state import MIN_SIDES
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import is_objective_creature, sent_back
from rules.p2v_combat.announcements import announce_passives, passives_at
from rules.p2v_combat.belongings import gain_items
from rules.p2v_combat.conditions import TurnMoment, end_effects
from rules.p2v_combat.scoring.condition_in_play import creatures_in_play
from rules.p2v_combat.scoring.conditions import ASSASSIN, victory_in_play
from rules.p2v_combat.scoring.objectives import round_points
from rules.p2v_combat.scoring.places import counts_on_board
from rules.p2v_combat.sides import NEUTRAL
from rules.p2v_combat.solo.playing import is_monster, kind_of, next_phase
from rules.p2v_combat.state import Acting, BattleState, Turn
from rules.p2v_combat.tasks.acting import act_to_come
from rules.p2v_combat.tasks.places import drift_tasks, settle_places
from rules.p2v_combat.tasks.recovery import RecoveryTask
from rules.p2v_combat.tasks.solo import GambitDie, begin_solo_round
from rules.p2v_combat.tasks.task import CallTask, Task, TaskAnswer, roll_ask
from rules.p2v_combat.tasks.turns import StartTurn, able_sides, end_spell, following_side, may_activate, next_of_turn
from rules.p2v_combat.waiting import APPEARS, appear, disguised
from rules.replacing import replace
from rules.tables.round_limit import FIRST_CHECK, TARGET, game_ends, next_first_player
from rules.tables.terrain import DRIFT, trait
from rules.text import counted, listed

GAME = "game"
"""The game itself in the place of a roll that belongs to no side."""


class Initiative(Task):
    """Each side rolls a d6 for who is first; those that tie for the highest roll again."""

    sides: tuple[str, ...]
    rolled: tuple[tuple[str, int], ...] = ()

    @property
    def _next(self) -> str:
        return self.sides[len(self.rolled)]

    def ask(self, state: BattleState) -> Ask | None:
        side = state.setup.side(self._next)
        return roll_ask(state, side.key, "first", f"Who is first: {side.name}", sides=6)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Store the face; after the last one, the first round begins, or the tied sides roll again."""
        if not isinstance(answer, FacesRolled):
            raise ChangeRefused("Each side rolls a d6 for who is first.")
        state = state.counted_roll(self._next, "first")
        rolled = (*self.rolled, (self._next, answer.faces[0]))
        state = state.note(None, f"{state.setup.side(self._next).name} rolls {answer.faces[0]}.")
        if len(rolled) < len(self.sides):
            return state.pushed(replace(self, rolled=rolled))
        highest = max(face for _, face in rolled)
        best = tuple(side for side, face in rolled if face == highest)
        if len(best) > 1:
            # Tied sides roll again: ruling 32.
            return state.pushed(Initiative(best))
        return begin_round(replace(state, phase="playing"), best[0])


def begin_round(state: BattleState, first: str) -> BattleState:
    """Return the state at the start of the next round, with a side first; skips a side with no creatures."""
    if not state.round:
        for combatant in state.combatants.values():
            if combatant.is_in_play:
                state = announce_passives(state, combatant.id, "begins")
                for passive in passives_at(state, combatant.id, "begins"):
                    for step in passive.effect.steps:
                        if step.action == "gain":
                            state = gain_items(state, combatant.id, step, passive.name)
                starts = combatant.condition_names
                state = announce_passives(state, combatant.id, "gains", starts) if starts else state
    fresh = {combatant.id: replace(combatant, has_acted=False, waived=()) for combatant in state.combatants.values()}
    state = replace(state, combatants=fresh, round=state.round + 1, first=first, activation=0, turn=None, rolled={})
    if state.setup.solo is not None:
        # A goal that counts rounds is judged before anything of the next one is asked.
        reason = victory_in_play(state).end(state)
        return end(state, reason) if reason else begin_solo_round(state.note(None, f"Round {state.round}."))
    state = replace(state, solo=None)  # the gambit of a monster of no side is done
    if state.setup.rules.order == "given":
        return replace(state, order=(), next_side=None).note(None, f"Round {state.round}.")
    state = state.note(None, f"Round {state.round}: {state.setup.side(first).name} is first.")
    return replace(state, next_side=first) if first in able_sides(state) else next_activation(state, first)


def continue_round(state: BattleState) -> BattleState:
    """Return the state after everything that is automatic on an empty stack, unchanged if it is the players' turn.

    A victory condition with its own end ends the game at once; after an activation, the next side is determined.
    """
    if back := sent_back(state):
        return back
    if (settled := settle_places(state)) is not state:
        return settled
    if state.last_acts:
        (creature, feature), *later = state.last_acts
        act = act_to_come(state, creature, feature)
        return replace(state, last_acts=tuple(later)).pushed(*([act] if act else []))
    reason = victory_in_play(state).end(state)
    if reason:
        return end(state, reason)
    if state.turn is not None:
        return next_of_turn(state) or state
    if state.setup.rules.order == "given":
        return _next_of_order(state)
    if state.next_side is None or state.next_side not in able_sides(state):
        # Players may also take the last creature that a side could activate out of play by hand.
        return next_activation(state, state.next_side or state.last_side or state.setup.sides[0].key)
    return state


def _next_of_order(state: BattleState) -> BattleState:
    """Return the state with the next creature of the given order to activate, or with the end of the round."""
    if not state.order:
        return state
    waiting = next((creature for creature in state.order if may_activate(state, creature)), None)
    if waiting is None:
        return replace(state, next_side=None).pushed(CallTask(_end_round))
    side = state.combatants[waiting].side
    return state if state.next_side == side else replace(state, next_side=side)


def next_activation(state: BattleState, side: str) -> BattleState:
    """Return the state with the next side after this one to activate, or with the end of the round to resolve."""
    following = following_side(state, side)
    if following is None and (later := next_phase(state)) is not None:
        return next_activation(later, side)
    state = replace(state, next_side=following)
    return state if following else state.pushed(CallTask(_end_round))


def _end_round(state: BattleState) -> BattleState:
    """Let creatures of no side act once all others have acted, then push the effects of the round's end."""
    # Recovery checks left over, the monster, terrain that drifts, scoring, the end of the game.
    checks: list[Task] = []
    for combatant in state.combatants.values():
        if combatant.is_dying and not combatant.has_acted:
            checks += [RecoveryTask(combatant.id), CallTask(_pass_turn, (combatant.id,))]
    if checks:
        done = {
            combatant.id: replace(combatant, has_acted=combatant.has_acted or combatant.is_dying)
            for combatant in state.combatants.values()
        }
        return replace(state, combatants=done).pushed(*checks, CallTask(_end_round))
    neutral = (combatant for combatant in state.of_side(NEUTRAL) if combatant.is_up and not combatant.has_acted)
    monster = next((combatant for combatant in neutral if not is_objective_creature(combatant.id)), None)
    if monster is not None:
        number = state.activation + 1
        turn = Turn(NEUTRAL, number, (Acting(id=monster.id),))
        state = replace(state, turn=turn, activation=number, rolled={})
        state = state.note(monster.id, f"{state.name(monster.id)}’s turn.")
        # The cardboard AI plays it. Appendix "Alternative victory conditions", "Beast Hunt".
        die = [GambitDie(kind_of(state, monster.id))] if is_monster(state, monster.id) else []
        return state.pushed(*die, StartTurn(monster.id))
    return state.pushed(
        CallTask(_end_round_effects),
        CallTask(_tell_drift),
        CallTask(_score_round),
        *map(DisguiseChoice, disguised(state)),
        RoundLimit(),
    )


def _tell_drift(state: BattleState) -> BattleState:
    """Say whom directional ground moves: who is reported to be there, or all, if the plan has such terrain."""
    ground = trait("directional")
    if state.board is not None:
        return state.pushed(*drift_tasks(state, DRIFT))
    squares = counted(sum(move.squares for move in ground.forced_moves), "square")
    there = [it.id for it in state.combatants.values() if it.is_in_play and ground.place in it.places]
    for creature in there:
        text = f"Directional terrain moves {state.name(creature)} by {squares}: move the figure."
        state = state.note(creature, text, "End of a round")
    pieces = state.setup.table.terrain if state.setup.table and not there else ()
    if any("directional" in traits for piece in pieces for _, _, traits in piece.squares()):
        return state.note(None, f"Directional terrain moves the creatures on it by {squares}.", "End of a round")
    return state


def _score_round(state: BattleState) -> BattleState:
    """Score each side's claimed objectives, if the victory condition counts rounds."""
    if not victory_in_play(state).has_rounds:
        return state
    gained = round_points(state)
    totals = dict(state.scores)
    for side, points in gained.items():
        totals[side] = totals.get(side, 0) + points
        if points:
            state = state.note(None, f"{state.setup.side(side).name} scores {points} VP.", "Objectives")
    return replace(state, scores=tuple(totals.items()))


def _pass_turn(state: BattleState, creature: str) -> BattleState:
    """Let the turn of a creature that is down or out of play pass unused, so that no effect waits for it forever."""
    for spell in state.combatants[creature].sustained:
        state = end_spell(state, creature, spell)
    state = end_effects(state, TurnMoment("turn start", creature))
    return end_effects(state, TurnMoment("turn end", creature))


def _end_round_effects(state: BattleState) -> BattleState:
    """Drop effects that end with a round, and with the turns of creatures that have left play."""
    state = end_effects(state, TurnMoment("round end"))
    return state.pushed(
        *(CallTask(_pass_turn, (combatant.id,)) for combatant in state.combatants.values() if not combatant.has_acted)
    )


class DisguiseChoice(Task):
    """A creature in disguise may leave it at the end of a round; it cannot act in that round any more."""

    creature: str

    def ask(self, state: BattleState) -> Ask | None:
        if self.creature not in disguised(state):
            return None
        options = (Option("stays", "It stays in disguise"), Option(APPEARS, "It leaves its disguise"))
        return ChoiceAsk(state.combatants[self.creature].side, f"{state.name(self.creature)} is in disguise.", options)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if isinstance(answer, OptionChosen) and answer.option == APPEARS:
            return appear(state, self.creature)
        return state


class RoundLimit(Task):
    """From round 6 on, a d6 decides whether the game ends; it also ends once only one side has anything in play."""

    def _is_checked(self, state: BattleState) -> bool:
        return state.setup.rules.round_limit and state.round >= FIRST_CHECK and not _wiped_out(state)

    def ask(self, state: BattleState) -> Ask | None:
        if not self._is_checked(state):
            return None
        need = max(TARGET - state.round, 1)
        return roll_ask(state, GAME, "round limit", "Round limit", sides=6, need=need)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if reason := _wiped_out(state):
            return end(state, reason)
        if isinstance(answer, FacesRolled):
            state = state.counted_roll(GAME, "round limit")
            (face,) = answer.faces
            if game_ends(state.round, face):
                return end(state, f"The round limit: {state.round} rounds and a {face} make {TARGET} or more.")
        return begin_round(state, _first_of_next_round(state))


def _wiped_out(state: BattleState) -> str:
    """Return why the fight is decided at the end of a round, "" while the game goes on."""
    # The game also ends after the round in which one of two sides has nothing in play, or in which at most one of
    # three or four has anything: ruling 77.
    sides = state.setup.sides
    left = [side.name for side in sides if creatures_in_play(state, side.key)]
    if len(left) == len(sides) or (len(left) > 1 and state.setup.rules.until_decided):
        return ""
    if len(sides) == MIN_SIDES or len(left) > 1:
        return "One side has no creature left in play."
    return f"Only {left[0]} has a creature left in play." if left else "No side has a creature left in play."


def _first_of_next_round(state: BattleState) -> str:
    # The side to the left of the last round's first one, ruling 31; or whoever activated last, as a setting.
    keys = [side.key for side in state.setup.sides]
    if state.setup.rules.first_player == "last" and state.last_side:
        return state.last_side
    return keys[next_first_player(keys.index(state.first or keys[0]), len(keys))]


def end(state: BattleState, reason: str) -> BattleState:
    """Return the state with the end of the game to resolve."""
    return (
        replace(state, next_side=None, turn=None, stack=())
        .note(None, f"The battle is over. {reason}")
        .pushed(EndGame(reason))
    )


class EndGame(Task):
    """The game is over: the players count, secrets are revealed, and the score is computed."""

    reason: str

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for secrets, then for numbers that only the players see."""
        condition = victory_in_play(state)
        hidden = missing_secrets(state)
        if hidden:
            words = listed(f"{purpose} of {state.setup.side(side).name}" for side, purpose in hidden)
            unsealed = _unsealed_ask(state, *hidden[0])
            return unsealed or RevealAsk(f"Show the secret choices first: {words}.", tuple(hidden))
        fields = condition.counts(state)
        if not fields or state.board is not None:
            return None
        return CountAsk("Count the creatures near each marker. Helpless ones do not count.", fields)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Store a revealed choice, or compute the score."""
        if isinstance(answer, OptionChosen):
            side, purpose = missing_secrets(state)[0]
            return replace(state, revealed=(*state.revealed, (side, purpose, answer.option))).pushed(self)
        counted_there = counts_on_board(state, victory_in_play(state).counts(state))
        counts = dict(answer.counts) if isinstance(answer, CountsGiven) else counted_there or {}
        result = victory_in_play(state).result(state, counts, self.reason)
        names = {side.key: side.name for side in state.setup.sides}
        return replace(state, phase="over", result=result).note(None, result.sentence(names))


def missing_secrets(state: BattleState) -> list[tuple[str, str]]:
    """Return the secret choices that have yet to be revealed: the side and the purpose of each."""
    shown = {(side, purpose) for side, purpose, _ in state.revealed}
    return [
        (side.key, purpose)
        for side in state.setup.sides
        for purpose in victory_in_play(state).secrets()
        if (side.key, purpose) not in shown
    ]


def _unsealed_ask(state: BattleState, side: str, purpose: str) -> ChoiceAsk | None:
    # A choice that was written on paper has no seal: its side tells it now.
    table = state.setup.table
    if table is not None and any((seal.side, seal.purpose) == (side, purpose) for seal in table.seals):
        return None
    own = purpose == ASSASSIN
    creatures = [
        combatant.id
        for combatant in state.combatants.values()
        if (combatant.side == side) is own and combatant.side != NEUTRAL
    ]
    options = tuple(Option(key, state.name(key)) for key in creatures)
    return ChoiceAsk(side, f"Who was {state.setup.side(side).name}’s {purpose}?", options)
