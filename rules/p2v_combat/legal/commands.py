"""Every complete command that is legal now for a creature."""

from collections.abc import Iterator
from itertools import permutations

from rules.combat.answers import CountsGiven, OfferPassed
from rules.combat.log import FightEvent
from rules.combat.resolution import ActAsk, Ask, ChoiceAsk, CountAsk, OfferAsk, WayAsk, pending
from rules.errors import RulesError
from rules.p2v_combat.action_points import may_decide
from rules.p2v_combat.events.acting import GambitStepTaken, TargetAnswer
from rules.p2v_combat.events.event import BattleEvent, accepted
from rules.p2v_combat.events.moving import CreatureAppeared
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken, ReactionWaived
from rules.p2v_combat.events.standing import FigureMoved
from rules.p2v_combat.events.turns import ApGiven, ControlPassed, CreaturesActivated, TurnEnded
from rules.p2v_combat.legal.acts import actions_on_turn, reports_of_triggers, steps_of_activity
from rules.p2v_combat.legal.interactions import interactions
from rules.p2v_combat.legal.surroundings import AT_THE_TABLE, Surroundings, surroundings_on_board
from rules.p2v_combat.solo.playing import next_instruction
from rules.p2v_combat.solo.targets import TargetQuestion
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.waiting import disguised


def legal_commands(
    state: BattleState,
    creature: str,
    around: Surroundings = AT_THE_TABLE,
    unwanted: frozenset[str] = frozenset(),
) -> Iterator[FightEvent]:
    """Yield every complete command that a creature may give now, lazily and always in the same order.

    The battle accepts each of them from its ``doer``. While the battle asks a question, these are the answers: a choice
    belongs to every creature of the side that is asked, an offer and a step to the creature that gets it, and each side
    may pass. Then come activations, or what the creature may do on its turn, and at last the end of that turn.

    A command is complete if the battle asks nothing about it that can be said in advance. These commands are legal but
    not listed:

    - dice and rulings, corrections by hand, free text (picking up a scenario's load), undoing
    - the start and the early end of a battle, creatures that join it, secrets that are shown
    - what players report of the ground during a turn: hazards, falls, skill checks, places, that an enemy is out of
      reach; a trigger is reported only where ``around`` says that it has come
    - what differs in words only: the first way without its key, Strike and Grab by their universal names, a creature
      as the named target of an action for itself alone, choices that the action does not offer, an action of a whole
      group in place of those of its members
    - targets in another order than the battle's, a reported action at creatures that its effect cannot have

    On a board, ``around`` is what the board shows where the caller gives nothing else. A movement with which an action
    begins is listed with each end, unless the action may roll a check first; later ones are asked for. Groups of more
    than three creatures are not listed, nor are actions on its turn whose keys are ``unwanted``. Raises ``KeyError``
    for a creature that does not fight here.
    """
    combatant = state.combatants[creature]
    if state.board is not None and around is AT_THE_TABLE:
        around = surroundings_on_board(state, creature)
    yield from reports_of_triggers(state, creature, around)
    if state.phase == "playing" and creature in disguised(state):
        yield CreatureAppeared(creature, None)
    ask = pending(state)
    if ask is not None:
        yield from _answers(state, creature, ask, around)
    elif state.phase != "playing":
        return
    elif state.turn is None:
        if combatant.side == state.next_side:
            yield from _activations(state, creature, around)
    elif state.is_in_turn(creature):
        yield from _on_turn(state, creature, around, unwanted)


def _answers(state: BattleState, creature: str, ask: Ask, around: Surroundings) -> Iterator[FightEvent]:
    side = state.combatants[creature].side
    match ask:
        case ChoiceAsk() if may_decide(side, ask.side):
            yield from (BattleOptionChosen(option.key) for option in ask.options)
        case OfferAsk():
            own = dict.fromkeys((offer.key, offer.may_waive) for offer in ask.offers if offer.creature == creature)
            for key, may_waive in own:
                yield OfferTaken(creature, key)
                if may_waive:
                    yield ReactionWaived(creature, key)
            if side in ask.sides:
                yield OfferPassed(side)
        case ActAsk() if creature == ask.creature:
            yield from steps_of_activity(state, ask, around)
        case WayAsk() if creature == ask.creature:
            yield from (FigureMoved(creature, (end,)) for end in sorted(ask.ends))
            if ask.may_stay:
                yield FigureMoved(creature, ())
        case CountAsk():
            yield CountsGiven(tuple((field.key, around.counts.get(field.key, 0)) for field in ask.fields))


def _activations(state: BattleState, creature: str, around: Surroundings) -> Iterator[BattleEvent]:
    alone = CreaturesActivated((creature,))
    if not accepted(state, alone):
        return
    yield alone
    for group in around.groups:
        if creature in group:
            others = [other for other in state.combatants if other in group and other != creature]
            together = (CreaturesActivated((creature, *order)) for order in permutations(others))
            # A group that may act in one order may act in all of them.
            first = next(together)
            if accepted(state, first):
                yield first
                yield from together


def _on_turn(
    state: BattleState, creature: str, around: Surroundings, unwanted: frozenset[str]
) -> Iterator[BattleEvent]:
    yield from actions_on_turn(state, creature, around, unwanted)
    yield from interactions(state, creature, around)
    minions = (
        ApGiven(actor.id)
        for actor in (state.turn.acting if state.turn else ())
        if state.combatants[actor.id].commander == creature
    )
    rest = (ControlPassed(creature), *_gambit_step(state, creature, around), TurnEnded(creature, around.hazards))
    yield from (event for event in (*minions, *rest) if accepted(state, event))


def _gambit_step(state: BattleState, creature: str, around: Surroundings) -> Iterator[BattleEvent]:
    """Yield the next step of a creature that the game plays, with the answers that it takes."""
    answers: dict[str, tuple[str, ...]] = {}
    try:
        while isinstance(question := next_instruction(state, creature, answers), TargetQuestion):
            answers[question.key] = around.answers.get(question.key, question.options[: question.fewest])
    except RulesError:
        return
    if question is not None:
        yield GambitStepTaken(creature, tuple(TargetAnswer(key, named) for key, named in answers.items()))
