"""Path 2 Victory's battle as a family of combat rules."""

from __future__ import annotations

from typing import Any, ClassVar

from rules.combat.asks import ActAsk, Ask, ChoiceAsk, RollAsk
from rules.combat.family import FightCapability, FightEnding, FightFamily
from rules.combat.log import LogEvent
from rules.combat.log_documents import log_event_document
from rules.documents import Fields
from rules.errors import RulesError
from rules.legality.private_homebrew import is_unlicensed_homebrew
from rules.p2v_combat.action_points import controller, spending_side
from rules.p2v_combat.documents import as_stored, battle_state_document, setup_document, setup_from
from rules.p2v_combat.events import BattleEvent, battle_event_from_document
from rules.p2v_combat.events.acting import Acted, GroupActed, StepActed, StepSkipped
from rules.p2v_combat.events.answers import Chosen, OfferPassed, OfferTaken, ReactionWaived, Rolled, Ruled, pending
from rules.p2v_combat.events.endings import EndDeclined, EndOffered, SideConceded
from rules.p2v_combat.events.joining import Dismounted, Mounted
from rules.p2v_combat.events.turns import Activated, ApGiven, Begun, ControlPassed, TurnEnded
from rules.p2v_combat.fold import begin_battle, play_event
from rules.p2v_combat.sent_events import FILLED_IN, SENT_EVENTS
from rules.p2v_combat.sides import BattleSetup
from rules.p2v_combat.solo.reacting import game_answer
from rules.p2v_combat.state import BattleState

BY_HAND = frozenset(
    {"hp-set", "held-set", "places-set", "spent-set", "persistent-set", "ap-set", "left-play", "item-moved"}
)
"""Kinds of events by which any side may mend any creature."""


class BattleFamily(FightFamily):
    """Path 2 Victory: creatures with cards, a set-up of the table, sealed choices, victory points, play alone."""

    key = "p2v"
    name = "Path 2 Victory"
    about = "Warbands of the compendium’s creatures fight for objectives on a board."
    sent_events = SENT_EVENTS
    filled_in = FILLED_IN
    capabilities: ClassVar[frozenset[FightCapability]] = frozenset(
        ("table", "secrets", "alone", "creatures", "options", "forecast", "points", "campaign")
    )

    def setup_document(self, setup: BattleSetup) -> dict[str, Any]:
        """Return what a battle begins with; each card stands once."""
        return setup_document(setup)

    def setup_from(self, read: Fields) -> BattleSetup:
        """Read what a battle begins with; raise ``DocumentError`` with the path of what is wrong."""
        return setup_from(read)

    def as_stored(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return a set-up that was stored, perhaps by an older version, as documents have it."""
        return as_stored(document)

    def event_document(self, event: LogEvent) -> dict[str, Any]:
        """Return an event as a document."""
        return log_event_document(event)

    def event_from(self, document: object, path: str = "") -> LogEvent:
        """Read an event; raise ``DocumentError`` with the path of what is wrong."""
        return battle_event_from_document(document, path)

    def begin(self, setup: BattleSetup) -> BattleState:
        """Return the state before the first event."""
        return begin_battle(setup)

    def play(self, state: BattleState, event: LogEvent, side: str | None) -> BattleState:
        """Return the state after an event that a side caused (None: the game). Raises ``ChangeRefused``."""
        if not isinstance(event, BattleEvent):
            raise RulesError("This entry does nothing in a battle.")
        return play_event(state, event, side)

    def pending(self, state: BattleState) -> Ask | None:
        """Return what the battle waits for, None while nothing is being resolved."""
        return pending(state)

    def rolled(self, faces: tuple[int, ...]) -> LogEvent:
        """Return the event that tells the faces of dice that the server rolled."""
        return Rolled(faces, False)

    def is_over(self, state: BattleState) -> bool:
        """Return True once the battle has ended."""
        return state.phase == "over"

    def begins(self, event: LogEvent) -> bool:
        """Return True for the event by which a battle begins."""
        return isinstance(event, Begun)

    def passes(self, event: LogEvent) -> bool:
        """Return True for an event by which a side lets things go on."""
        return isinstance(event, OfferPassed)

    def ending(self, state: BattleState) -> FightEnding | None:
        """Return the result in words, None while there is none."""
        result = state.result
        if result is None:
            return None
        return FightEnding(result.sentence({side.key: side.name for side in state.setup.sides}), result.reason)

    def standing(self, state: BattleState) -> tuple[str, ...]:
        """Return the HP of each creature, and whether it is in play."""
        return tuple(
            f"{state.name(one.id)}: {one.hp} of {one.max_hp} HP, {one.presence}" for one in state.combatants.values()
        )

    def creature_documents(self, state: BattleState, *, knows_left: bool = True) -> list[dict[str, Any]]:
        """Return the creatures as they were fielded: which cards they are, their points, and who leads them."""
        return [
            {
                "id": one.id,
                "name": one.name,
                "side": one.side,
                "creature": one.member.creature,
                "level": one.card.level,
                "points": one.points,
                "leader": one.minion_of,
            }
            for one in state.setup.fielded
        ]

    def state_document(self, state: BattleState, *, knows_left: bool = True) -> dict[str, Any]:
        """Return a state as a document; all of it is open to everyone."""
        return battle_state_document(state)

    def whose(self, state: BattleState, event: LogEvent) -> str | None:
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
            case OfferPassed(by) | SideConceded(by) | EndOffered(by) | EndDeclined(by):
                return by
            case Mounted(rider) | Dismounted(rider):
                return controller(state, rider)
            case Acted(creature) | TurnEnded(creature) if state.acting(creature) is not None:
                return spending_side(state, creature)
            case OfferTaken(creature) | ReactionWaived(creature) if creature in state.combatants:
                return state.combatants[creature].side
            case ApGiven(creature):
                return controller(state, creature)
        actor: str | None = getattr(event, "creature", None)
        return controller(state, actor) if actor and event.kind not in BY_HAND else None

    def following(self, state: BattleState) -> LogEvent | None:
        """Return what a side that the game plays does now, None where people go on."""
        return game_answer(state)

    def private_cards(self, setup: BattleSetup) -> tuple[str, ...]:
        """Return the names of homebrew that names no license."""
        fielded = setup.fielded
        return tuple(
            dict.fromkeys(one.card.name for one in fielded if is_unlicensed_homebrew(one.member.creature, one.card))
        )


P2V = BattleFamily()
