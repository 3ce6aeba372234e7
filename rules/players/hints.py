"""The best commands of a decision in words: what each is worth, and its odds."""

from dataclasses import dataclass

from rules.combat.log import FightEvent
from rules.combat.resolution import ActAsk, ChoiceAsk, pending
from rules.p2v_combat.events.acting import CreatureActed, StepActed
from rules.p2v_combat.events.objectives import ObjectiveTried
from rules.p2v_combat.events.reactions import OfferTaken, TriggerReported
from rules.p2v_combat.events.standing import FigureMoved
from rules.p2v_combat.events.turns import CreaturesActivated, TurnEnded
from rules.p2v_combat.forecast import forecast, odds_words
from rules.p2v_combat.standing import square_name
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import find_action
from rules.players.decisions import Decision
from rules.players.quick import QuickPlayer
from rules.text import listed

MOST_HINTS = 3
"""How many commands a hint has."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A command in words, with its odds ("hits 45%").

    ``worth`` is in points of creatures for each action point, None for commands that have no such worth. ``is_taken``
    marks the command that was given.
    """

    words: str
    odds: str
    worth: float | None
    is_taken: bool = False


def best_hints(decision: Decision, taken: FightEvent | None = None) -> tuple[Hint, ...]:
    """Return the best few commands of a decision as ``quick`` weighs them, the best first.

    Of commands that differ only in their way or their choices, the best one stands for all. ``taken`` is added if it is
    not among them. Choices of an option have no hints, because ``quick`` does not weigh them.
    """
    state = decision.state
    if isinstance(pending(state), ChoiceAsk):
        return ()
    player = QuickPlayer("hints")
    weighed, last = player.weighed(decision)
    best = sorted((pair for pair in weighed if pair[1] > player.manner.least), key=lambda pair: -pair[1])
    events = dict[tuple[str, str], tuple[FightEvent, float]]()
    for event, worth in best or [(last, 0.0)]:
        events.setdefault(_command_words(state, event), (event, worth))
    kept = dict(list(events.items())[:MOST_HINTS])
    if taken is not None and (words := _command_words(state, taken)) not in {
        key for key in kept if kept[key][0] == taken
    }:
        kept[words] = taken, player.worth(decision, taken)
    return tuple(
        Hint(
            " ".join(filter(None, (command, _place(event)))),
            _odds(state, event),
            worth if isinstance(event, _PRICED) else None,
            event == taken,
        )
        for (command, _), (event, worth) in kept.items()
    )


def _command_words(state: BattleState, event: FightEvent) -> tuple[str, str]:
    """Return a command in words without the place where it leads, and its way."""
    match event:
        case CreaturesActivated(creatures=creatures):
            return f"Activate {listed(map(state.name, creatures))}", ""
        case CreatureActed() | TriggerReported() | StepActed():
            user = state.combatants[_user(state, event)]
            action = find_action(state, user.id, event.action)
            names = [state.name(aim.creature) for aim in event.targets]
            is_friend = any(state.combatants[aim.creature].side == user.side for aim in event.targets)
            aimed = f" {'on' if is_friend else 'at'} {listed(names)}" if names else ""
            return f"{state.name(user.id)}: {action.name if action else event.action}{aimed}", event.way
        case FigureMoved(creature=creature, way=way):
            return f"{state.name(creature)}: {'move' if way else 'stay'}", ""
        case ObjectiveTried(creature=creature, skill=skill):
            return f"{state.name(creature)}: try the objective with {skill}", ""
        case TurnEnded(creature=creature):
            return f"End the turn of {state.name(creature)}", ""
        case OfferTaken(creature=creature):
            return f"{state.name(creature)}: {event.offered(state).label}", ""
    return event.kind.replace("-", " ").capitalize(), ""


def _user(state: BattleState, event: CreatureActed | TriggerReported | StepActed) -> str:
    if not isinstance(event, StepActed):
        return event.creature
    ask = pending(state)
    assert isinstance(ask, ActAsk)
    return ask.creature


def _place(event: FightEvent) -> str:
    """Return where a command leads on a board: "to C4"."""
    match event:
        case CreatureActed(way_to=way) | StepActed(way_to=way) | FigureMoved(way=way) if way:
            return f"to {square_name(way[-1])}"
    return ""


def _odds(state: BattleState, event: FightEvent) -> str:
    if not isinstance(event, CreatureActed | TriggerReported | StepActed) or not event.targets:
        return ""
    is_step = not isinstance(event, CreatureActed)
    user = _user(state, event)
    known = forecast(state, user, event.action, event.way, event.targets, event.choices, is_step=is_step)
    return odds_words(known.targets)


_PRICED = (CreatureActed, TriggerReported, StepActed, ObjectiveTried)
