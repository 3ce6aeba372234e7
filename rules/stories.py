"""What the stories of battles and of campaigns have in common: who eliminated whom, and the turning point."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from rules.text import listed

PlaceT = TypeVar("PlaceT", bound=Hashable)


def turning_point(leads: Mapping[PlaceT, int]) -> PlaceT | None:
    """Return the place (a round, a line of the scoring) that brought the largest lead; None where none stands out.

    None stands out where no lead is above 0, and where two are equally large.
    """
    most = max(leads.values(), default=0)
    places = [place for place, lead in leads.items() if lead == most]
    return places[0] if most > 0 and len(places) == 1 else None


def elimination_clause(enemy: str | None, names: Sequence[str]) -> str:
    """Say whom an enemy eliminated, by their names; with None, that they were eliminated."""
    if enemy is not None:
        return f"{enemy} eliminated {listed(names)}"
    return f"{listed(names)} {'was' if len(names) == 1 else 'were'} eliminated"
