"""What the site adds to kinds of adventures: buttons that are no events, and what completes steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from adventures.forms.duels import duel_command, duel_command_offers
from adventures.models import AdventureRow
from adventures.selectors.creatures import wanted_creature
from adventures.selectors.seats import AdventureSeat, AdventureVisitor
from adventures.services.adventures import LockedAdventure
from adventures.services.duels import with_shown_choices
from adventures.services.recording import EventsOf
from common.typed import typed_text
from rules.adventures.kinds.duel import DUEL
from rules.adventures.kinds.influence import INFLUENCE
from rules.adventures.kinds.influence.events import creature_person
from rules.adventures.state import AdventureState
from rules.lengths import MAX_NAME


def gathering_command(visitor: AdventureVisitor, seat: AdventureSeat, todo: str, data: QueryDict) -> EventsOf | None:
    """Return what makes the event of a creature that comes as a person, None for another button. Raises ``Refusal``."""
    if todo != "person-creature":
        return None
    LockedAdventure(seat).refuse_unless_organizer("add a person")
    _, card = wanted_creature(visitor.owner, typed_text(data.get("creature", ""), MAX_NAME))
    return lambda state: (creature_person(card),)


def _no_command(visitor: AdventureVisitor, seat: AdventureSeat, todo: str, data: QueryDict) -> EventsOf | None:
    return None


def _no_offers(state: AdventureState, seat: AdventureSeat) -> Iterable[dict[str, Any]]:
    return ()


def _as_made(row: AdventureRow, make: EventsOf) -> EventsOf:
    return make


@dataclass(frozen=True, slots=True, kw_only=True)
class KindForms:
    """What the site adds to a kind of adventure.

    ``command`` returns what makes the events of a button, None for one that it does not know; ``offers`` are the
    buttons that a viewer may press now, as documents for programs. ``completed`` adds to a step what only the
    site can say.
    """

    command: Callable[[AdventureVisitor, AdventureSeat, str, QueryDict], EventsOf | None] = _no_command
    offers: Callable[[AdventureState, AdventureSeat], Iterable[dict[str, Any]]] = _no_offers
    completed: Callable[[AdventureRow, EventsOf], EventsOf] = _as_made


_FORMS: Mapping[str, KindForms] = {
    DUEL.key: KindForms(command=duel_command, offers=duel_command_offers, completed=with_shown_choices),
    INFLUENCE.key: KindForms(command=gathering_command),
}
_NOTHING_ADDED = KindForms()


def kind_forms(kind: str) -> KindForms:
    """Return what the site adds to a kind of adventure, by its key."""
    return _FORMS.get(kind, _NOTHING_ADDED)
