"""What happened in a battle, as a value that plays itself: players' commands, answers to the battle's questions.

In documents, an event is an object with ``kind`` and its parts: ``{"kind": "activated", "creatures": ["a.m1"]}``.
"""

from abc import abstractmethod
from typing import Annotated, ClassVar

from rules.board.grounds import SQUARES
from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card
from rules.combat.log import FightEvent
from rules.documents.reading import Fields
from rules.documents.records import InDocument, records_of
from rules.documents.shapes import Shape, text_list
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import controller, spending_side
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.state import BattleState
from rules.tables.areas import Square


class BattleEvent(FightEvent):
    """One thing that happened; if it names a creature in ``by_part``, that creature's side sends it."""

    by_part: ClassVar[str] = "creature"

    @abstractmethod
    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Return the state after the event, caused by a side (None: the game), before anything is resolved.

        Raises ``ChangeRefused`` with a sentence if it is not allowed now.
        """

    def doer(self, state: BattleState) -> str | None:
        """Return the only side that may send it, None if every side may."""
        creature: str | None = getattr(self, self.by_part, None)
        return controller(state, creature) if creature else None


class ActorEvent(BattleEvent):
    """Something that a creature does on its turn."""

    creature: str

    def doer(self, state: BattleState) -> str | None:
        """Return the side that spends the action points of the creature."""
        if state.acting(self.creature) is not None:
            return spending_side(state, self.creature)
        return BattleEvent.doer(self, state)


class EventByHand(BattleEvent):
    """Something by which any side may mend any creature."""

    def doer(self, state: BattleState) -> str | None:
        return None


def accepted(state: BattleState, event: BattleEvent) -> bool:
    """Return True if a battle accepts an event now from the side that may send it."""
    try:
        event.play(state, event.doer(state))
    except ChangeRefused:
        return False
    return True


MAX_CREATURES = 200
Creatures = Annotated[tuple[str, ...], text_list(MAX_CREATURES, longest=80)]
"""Ids of creatures, or other short words."""


def _read_card(read: Fields, name: str) -> Card:
    read.ignore(name)
    return card_from_document(read.raw.get(name), read.at(name))


EventCard = Annotated[Card, Shape(card_document, _read_card, {"type": "object"})]
"""A creature card."""

Targets = Annotated[tuple[AimedTarget, ...], records_of(AimedTarget)]
"""Targets with the circumstances between each of them and the attacker."""

SaidWay = Annotated[tuple[Square, ...], SQUARES, InDocument(always=False, default=())]
"""The squares of a way on a board, by the upper left one of the figure's space, or the last of them alone."""
