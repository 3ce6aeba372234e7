"""Who may record which event: a side does what is its own, and by hand each side may mend anything."""

from __future__ import annotations

from datetime import timedelta
from math import ceil

from django.utils import timezone

from battles.models import Battle
from battles.selectors.battles import BattleView
from battles.selectors.folding import FoldedBattle
from battles.selectors.options import controller
from common.refusal import Refusal
from rules.battle.action_points import spending_side
from rules.battle.events import BattleEvent
from rules.battle.events.acting import Acted, GroupActed, StepActed, StepSkipped
from rules.battle.events.answers import Chosen, OfferPassed, OfferTaken, Rolled, Ruled, pending
from rules.battle.events.joining import Dismounted, Mounted
from rules.battle.events.turns import Activated, ApGiven, ControlPassed, TurnEnded
from rules.battle.state import BattleState
from rules.fights.asks import ActAsk, ChoiceAsk, RollAsk
from rules.text import counted

PATIENCE = timedelta(seconds=20)
"""How long the acting side waits for what others were offered before it may go on without them."""
NOT_YOURS = "Another side decides this."


def refuse_event(view: BattleView, folded: FoldedBattle, event: BattleEvent, side: str | None) -> str | None:
    """Return the side that an event is recorded for; raise ``Refusal`` if the visitor may not record it.

    ``side`` is the one that the visitor wants to act for, None for the one that fits.
    """
    if side is not None and side not in view.held:
        raise Refusal("You do not play this side.", code="side.forbidden")
    own = _side_of(folded.state, event)
    if own is None or own not in [one.key for one in folded.setup.sides]:
        return side or view.held[0]
    if folded.setup.side(own).player == "game":
        return None
    if own in view.held:
        return own
    if isinstance(event, OfferPassed):
        left = patience_left(view.battle)
        if not left:
            return view.held[0]
        name = folded.setup.side(own).name
        raise Refusal(
            f"{name} can still react. You can go on without an answer in {counted(left, 'second')}.",
            code="reaction.locked",
        )
    raise Refusal(NOT_YOURS, code="side.forbidden")


def _side_of(state: BattleState, event: BattleEvent) -> str | None:
    """Return the side that alone may bring an event about, None where every side may."""
    ask = pending(state)
    match event:
        case Activated():
            return state.next_side
        case Rolled() | Ruled():
            return ask.side if isinstance(ask, RollAsk) else None
        case Chosen():
            return ask.side if isinstance(ask, ChoiceAsk) else None
        case StepActed() | StepSkipped():
            return ask.side if isinstance(ask, ActAsk) else None
        case GroupActed():
            return state.turn.side if state.turn else None
        case ControlPassed(creature):
            acting = state.acting(creature)
            return acting.opponent if acting else None
        case OfferPassed(by):
            return by
        case Mounted(rider) | Dismounted(rider):
            return controller(state, rider)
        case Acted(creature) | TurnEnded(creature) if state.acting(creature) is not None:
            return spending_side(state, creature)
        case OfferTaken(creature) if creature in state.combatants:
            return state.combatants[creature].side
        case ApGiven(creature):
            return controller(state, creature)
    actor: str | None = getattr(event, "creature", None)
    return controller(state, actor) if actor and event.kind not in BY_HAND else None


BY_HAND = frozenset({"hp-set", "held-set", "places-set", "spent-set", "persistent-set", "ap-set", "left-play"})
"""Kinds of events with which any side mends the state."""


def patience_left(battle: Battle) -> int:
    """Return for how many seconds a side that is offered something can still answer before others go on. One query."""
    at = battle.entries.filter(number=battle.head).values_list("at", flat=True).first()
    left = PATIENCE if at is None else at + PATIENCE - timezone.now()
    return max(0, ceil(left.total_seconds()))
