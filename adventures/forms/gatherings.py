"""What the buttons of a gathering send, as what makes its events."""

from __future__ import annotations

from django.http import QueryDict

from adventures.selectors.creatures import wanted_creature
from adventures.selectors.seats import AdventureSeat, AdventureVisitor
from adventures.services.adventures import LockedAdventure
from adventures.services.recording import EventsOf
from common.typed import typed_text
from rules.adventures.kinds.influence.events import creature_person
from rules.lengths import MAX_NAME


def gathering_command(visitor: AdventureVisitor, seat: AdventureSeat, todo: str, data: QueryDict) -> EventsOf | None:
    """Return what makes the event of a creature that comes as a person, None for another button. Raises ``Refusal``."""
    if todo != "person-creature":
        return None
    LockedAdventure(seat).refuse_unless_organizer("add a person")
    _, card = wanted_creature(visitor.owner, typed_text(data.get("creature", ""), MAX_NAME))
    return lambda state: (creature_person(card),)
