"""What an adventure begins with: its kind with the facts of that kind, who takes part, the scale and the time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.adventures.participants import AdventureParticipant
from rules.adventures.scales import Scale
from rules.errors import RulesError
from rules.text import without_directions

if TYPE_CHECKING:
    from rules.adventures.kind import AdventureKind


@dataclass(frozen=True)
class Adventure:
    """A tracker of one kind.

    ``key`` names it in the places of dice, ``facts`` are a value of the kind's own type. ``level`` is the party's as
    the organizer has set it, None for the mean of the participants. ``rounds`` is how many there are, None without a
    limit; ``round_length`` says in words how long one lasts. ``about`` is for everyone, ``notes`` are
    only for the organizer.

    Raises ``RulesError`` for what does not fit together.
    """

    kind: AdventureKind
    facts: Any
    name: str
    key: str = "a1"
    scale: Scale = "p2v"
    level: int | None = None
    participants: tuple[AdventureParticipant, ...] = ()
    rounds: int | None = None
    round_length: str = ""
    about: str = ""
    notes: str = ""

    def __post_init__(self) -> None:
        if not self.key or not self.name:
            raise RulesError("An adventure has a key and a name.")
        if len({participant.id for participant in self.participants}) != len(self.participants):
            raise RulesError("Two participants of an adventure have the same id.")
        object.__setattr__(self, "name", without_directions(self.name))
        self.kind.check_facts(self.facts)
