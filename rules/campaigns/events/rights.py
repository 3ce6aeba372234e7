"""Who may write an event, and when: what each kind of event declares, for services and checks of journals."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

Writer = Literal["organizer", "organizers", "heir", "player", "fighter", "person", "member", "founder", "site"]
"""People who write events.

The organizer, or co-organizers too; who may take over from an organizer without an account; the player of the warbands
that it names; one of the players who were fielded; the person whom it names; everyone who takes part; who begins a
campaign; and Muster.
"""

THE_ORGANIZER: frozenset[Writer] = frozenset(("organizer",))
ORGANIZERS: frozenset[Writer] = frozenset(("organizers",))
ITS_PLAYER: frozenset[Writer] = frozenset(("player", "organizers"))
FIGHTERS: frozenset[Writer] = frozenset(("fighter", "organizers"))
THE_PERSON: frozenset[Writer] = frozenset(("person",))

RUNNING = ("open", "voided")
"""The statuses of a scenario whose aftermath can be prepared."""
UNPLAYED = ("planned", *RUNNING)
NOT_OPEN = "This scenario is not open."
NOT_REPORTED = "First report how the scenario ended."


@dataclass(frozen=True, slots=True)
class EventRight:
    """Who may write an event, any one of ``who``; ``doing`` completes "Only an organizer can".

    ``in_archive`` says that an archived campaign takes it, ``also_left`` that its warband may have left. ``when`` are
    the statuses that its scenario may have, and ``unless`` is the sentence for another one; with ``is_reported``, that
    scenario needs a report.
    """

    who: frozenset[Writer]
    doing: str
    in_archive: bool = False
    also_left: bool = False
    when: tuple[str, ...] = ()
    unless: str = NOT_OPEN
    is_reported: bool = False

    @property
    def is_of_role(self) -> bool:
        """Whether the role of a person alone decides."""
        return self.who in (THE_ORGANIZER, ORGANIZERS)

    def forbidden(self, doing: str = "") -> str:
        """Return the sentence for a person who may not; ``doing`` takes the place of the usual words."""
        return f"Only {_described(self.who)} can {doing or self.doing}."

    def untimely(self, status: str, *, has_report: bool = True) -> str:
        """Return why a scenario of that status does not take the event now, "" if it does."""
        if self.when and status not in self.when:
            return self.unless
        return NOT_REPORTED if self.is_reported and not has_report else ""


def _described(who: Collection[Writer]) -> str:
    if "organizers" in who:
        return "its player and organizers" if "player" in who else "an organizer"
    if "organizer" in who:
        return "the organizer"
    if "site" in who:
        return "Muster"
    return "its player" if "player" in who else "the person concerned"
