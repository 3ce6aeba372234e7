"""The start of a battle, turns of creatures, and early ends: a side concedes, or all agree."""

from collections.abc import Iterator

from rules.documents.records import LaterFlag
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import (
    is_controlled,
    is_objective_creature,
    refuse_interrupted,
    spend_ap,
    spending_side,
)
from rules.p2v_combat.events.event import ActorEvent, BattleEvent, Creatures
from rules.p2v_combat.move_kinds import ENCUMBERING
from rules.p2v_combat.scoring.conditions import victory_in_play
from rules.p2v_combat.scoring.places import alone_in_group
from rules.p2v_combat.scoring.results import conceded_result
from rules.p2v_combat.setup.secrets import refuse_uneven
from rules.p2v_combat.standing import bearer_of, figure_of, stands, unplaced
from rules.p2v_combat.state import BattleState, Turn
from rules.p2v_combat.tasks.recovery import release
from rules.p2v_combat.tasks.rounds import EndGame, Initiative, begin_round, end
from rules.p2v_combat.tasks.turns import StartTurn, activation_of, end_of_turn, may_activate
from rules.p2v_combat.walking import ground_entered
from rules.replacing import replace
from rules.text import listed


class BattleBegun(BattleEvent, kind="begun", begins=True, filled_in=(("limits", True),)):
    """The battle begins: all sides roll to go first.

    Without ``limits``, as in logs from before that word, no spell ends early or forbids more than Strikes.
    """

    limits: LaterFlag = True

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if state.phase != "initiative" or state.stack:
            raise ChangeRefused("The battle has begun already.")
        if left := unplaced(state):
            raise ChangeRefused(f"Say where they stand: {listed(map(state.name, left))}.")
        for fight_side in state.setup.sides if state.board is not None else ():
            _refuse_uneven_deployment(state, fight_side.key)
        state = replace(state, has_limits=self.limits)
        if state.setup.solo is not None:
            # In solo play no side is first: early and late decide.
            return begin_round(replace(state, phase="playing"), state.setup.people[0])
        return state.pushed(Initiative(tuple(side.key for side in state.setup.sides)))


def _refuse_uneven_deployment(state: BattleState, side: str) -> None:
    # Alternative deployment, "Pincered". A rider starts with its mount, and a lone creature elsewhere.
    table, own = state.setup.table, [combatant.id for combatant in state.of_side(side) if combatant.is_in_play]
    if table is not None:
        starting = [key for key in own if key != state.setup.lone_creature and bearer_of(state, key) is None]
        refuse_uneven(table, side, [figure_of(state, creature).space for creature in starting])


class CreaturesActivated(BattleEvent, kind="activated"):
    """A side activates a creature, or a group of adjacent creatures, in an order of its choice."""

    creatures: Creatures

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _refuse_unsettled(state)
        if state.turn is not None:
            raise ChangeRefused("A turn is still going on. End it first.")
        creatures = tuple(dict.fromkeys(self.creatures))
        if not creatures or any(key not in state.combatants for key in creatures):
            raise ChangeRefused("Choose a creature of your side that has yet to act.")
        if any(state.combatants[key].side != state.next_side for key in creatures):
            raise ChangeRefused("It is another side's turn to activate a creature.")
        for key in creatures:
            if not may_activate(state, key):
                raise ChangeRefused(f"{state.name(key)} cannot be activated now.")
        acting = activation_of(state, creatures)
        if len(creatures) > 1:
            _refuse_group(state, creatures, has_minions=len(acting) > len(creatures))
        number = state.activation + 1
        turn = Turn(state.combatants[creatures[0]].side, number, acting, is_group=len(creatures) > 1)
        names = listed(state.name(key) for key in creatures)
        text = f"{names} act as a group." if len(creatures) > 1 else f"{names}’s turn."
        state = replace(state, turn=turn, activation=number, rolled={}).note(creatures[0], text)
        return state.pushed(*(StartTurn(actor.id) for actor in acting))

    def doer(self, state: BattleState) -> str | None:
        return state.next_side


def _refuse_group(state: BattleState, creatures: tuple[str, ...], *, has_minions: bool) -> None:
    # Commanders with minions, confused and controlled creatures join no group.
    if has_minions:
        raise ChangeRefused("A commander with minions acts alone, not in a group.")
    for key in creatures:
        if state.combatants[key].has("confused") or state.combatants[key].has("controlled"):
            raise ChangeRefused(f"{state.name(key)} is confused or controlled and cannot act in a group.")
    if alone := alone_in_group(state, creatures):
        raise ChangeRefused(f"{state.name(alone[0])} is adjacent to no other creature of this group.")


class ApGiven(BattleEvent, kind="ap-given", by_part="minion"):
    """A commander gives one of its action points to a minion, each minion once a turn."""

    minion: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _refuse_unsettled(state)
        minion = state.acting(self.minion)
        commander = state.acting(state.combatants[self.minion].commander or "") if minion else None
        if minion is None or commander is None or minion.has_ended:
            raise ChangeRefused("Only a commander on its turn gives action points, to one of its minions.")
        refuse_interrupted(state, commander.id)
        if "ap-given" in minion.done:
            raise ChangeRefused("Each minion gets one more action point a turn, not two.")
        if commander.ap < 1:
            raise ChangeRefused("The commander has no action point left to give.")
        state = spend_ap(state, commander.id, 1)
        return state.with_acting(minion.id, ap=minion.ap + 1, done=(*minion.done, "ap-given"))


class ControlPassed(BattleEvent, kind="control-passed"):
    """The opponent spends nothing more of a confused or controlled creature: those action points are lost."""

    creature: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _refuse_unsettled(state)
        acting = state.acting(self.creature)
        if acting is None or not is_controlled(state, self.creature):
            raise ChangeRefused("No opponent spends action points of that creature now.")
        if side is not None and side != acting.opponent:
            raise ChangeRefused("The side that spends these action points decides.")
        state = state.note(self.creature, f"{state.name(self.creature)} loses {acting.opponent_ap} AP.")
        return state.with_acting(self.creature, ap=acting.ap - acting.opponent_ap, opponent_ap=0)

    def doer(self, state: BattleState) -> str | None:
        acting = state.acting(self.creature)
        return acting.opponent if acting else None


class ThinkingCut(BattleEvent, kind="thinking-cut", is_sent=False):
    """The game’s player of a side had no time to weigh more: its command before was the best so far."""

    of_side: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if side is not None or self.of_side not in {it.key for it in state.setup.sides}:
            raise ChangeRefused("Only the game says that it had no time to weigh more.")
        name = state.setup.side(self.of_side).name
        return state.note(None, f"{name} had no time to weigh more commands: this was the best so far.")


class TurnEnded(ActorEvent, kind="turn-ended"):
    """The turn of a creature ends; its hazards are the effects of the ground there.

    Each is a type of damage of hazardous terrain, or ``encumbering``. On a board those of the board count instead.
    """

    hazards: Creatures

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Resolve the end of the turn."""
        _refuse_unsettled(state)
        acting = state.acting(self.creature)
        if acting is None or acting.has_ended:
            raise ChangeRefused("That creature's turn is not going on.")
        refuse_interrupted(state, self.creature)
        is_own = side == state.combatants[self.creature].side
        if is_controlled(state, self.creature) and (is_own or acting.opponent_ap < acting.ap):
            opponent = state.setup.side(spending_side(state, self.creature)).name
            raise ChangeRefused(f"{opponent} spends action points of {state.name(self.creature)} first.")
        hazards = self.hazards if state.board is None else tuple(_hazards_under(state, self.creature))
        return end_of_turn(state, self.creature, hazards)


def _hazards_under(state: BattleState, creature: str) -> Iterator[str]:
    """Yield what the ground of the board does to a creature as its turn ends: types of damage, and ``encumbering``."""
    # Ruling 162.
    if not stands(state, creature) or bearer_of(state, creature):
        return
    figure = figure_of(state, creature)
    for entry in ground_entered(state, figure, None, (figure.space.x, figure.space.y), ends=True):
        if "hazardous" in entry.traits:
            yield entry.damage_type
        if ENCUMBERING in entry.traits:
            yield ENCUMBERING


def _refuse_unsettled(state: BattleState) -> None:
    if state.stack:
        raise ChangeRefused("Something is still being resolved. Finish it first.")
    if state.phase != "playing":
        raise ChangeRefused("The battle is not being played.")


def may_be_ended(state: BattleState) -> bool:
    """Return True while players can concede a battle: from its first round until its end is counted."""
    return state.phase == "playing" and not any(isinstance(task, EndGame) for task in state.stack)


def may_end_early(state: BattleState) -> bool:
    """Return True if a battle can end early with its present score: a scenario with a goal can only be won by it."""
    return may_be_ended(state) and (state.setup.solo is None or state.setup.solo.goal is None)


def deciding_sides(state: BattleState) -> tuple[str, ...]:
    """Return the sides that people play and that have not conceded: all of them have to agree on an early end."""
    return tuple(side for side in state.setup.people if side not in state.conceded)


def _refuse(state: BattleState, by: str, side: str | None) -> None:
    if not may_be_ended(state):
        raise ChangeRefused("A battle can be ended from its first round on, and only once.")
    if by not in deciding_sides(state) or side not in (None, by):
        raise ChangeRefused("Each side that people play decides that for itself.")


class EndingDecision(BattleEvent):
    """A side's own decision about the end of a battle."""

    by: str

    def doer(self, state: BattleState) -> str | None:
        return self.by


class SideConceded(EndingDecision, kind="conceded"):
    """A side concedes: with two sides, the other one wins; with three or four, it leaves and the others continue."""

    def play(self, state: BattleState, side: str | None) -> BattleState:
        # A side that concedes has lost, and has no points: ruling 360.
        _refuse(state, self.by, side)
        name = state.setup.side(self.by).name
        state = replace(
            state,
            conceded=(*state.conceded, self.by),
            scores=tuple(row for row in state.scores if row[0] != self.by),
            awards=tuple(line for line in state.awards if line.side != self.by),
        )
        left = [side.key for side in state.setup.sides if side.key not in state.conceded]
        if len(left) == 1:
            reason = f"{name} concedes."
            names = {side.key: side.name for side in state.setup.sides}
            result = conceded_result(
                left[0], (*state.score_lines, *state.awards), reason, victory_in_play(state).by_points
            )
            state = replace(state, phase="over", next_side=None, turn=None, stack=(), end_wanted=(), result=result)
            return state.note(None, f"The battle is over. {reason}").note(None, result.sentence(names))
        if state.stack:
            raise ChangeRefused("Something is still being resolved. Finish it first.")
        state = state.note(None, f"{name} concedes. Its creatures leave the board.")
        for combatant in state.of_side(self.by):
            if combatant.presence in ("in play", "waiting"):
                state = release(state, combatant.id).with_acting(combatant.id, ap=0, opponent_ap=0, has_ended=True)
                # A golem that acts for the side goes back to no side instead.
                state = state if is_objective_creature(combatant.id) else state.change(combatant.id, presence="left")
        for acting in state.turn.acting if state.turn else ():
            if acting.opponent == self.by:  # what it would have spent is the creature's own again
                state = state.with_acting(acting.id, opponent=None, opponent_ap=0)
        return _ended_if_agreed(state)


class EndOffered(EndingDecision, kind="end-offered"):
    """A side wants to end the battle now, with its points counted; it ends once all sides that people play want it."""

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _refuse(state, self.by, side)
        if not may_end_early(state):
            raise ChangeRefused("Only its goal decides this scenario. Concede it instead.")
        if self.by in state.end_wanted:
            raise ChangeRefused(f"{state.setup.side(self.by).name} has said so already.")
        state = replace(state, end_wanted=(*state.end_wanted, self.by))
        return _ended_if_agreed(state.note(None, f"{state.setup.side(self.by).name} wants to end the battle now."))


class EndDeclined(EndingDecision, kind="end-declined"):
    """A side plays on, and cancels all wishes to end the battle."""

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _refuse(state, self.by, side)
        if not state.end_wanted:
            raise ChangeRefused("No one wants to end the battle now.")
        return replace(state, end_wanted=()).note(None, f"{state.setup.side(self.by).name} plays on.")


def _ended_if_agreed(state: BattleState) -> BattleState:
    if not set(deciding_sides(state)) <= set(state.end_wanted):
        return state
    return end(replace(state, end_wanted=()), f"The players end it in round {state.round}.")
