"""Where creatures start: squares in their side's zones, written as one text for a deployment in secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.errors import ChangeRefused
from rules.p2v_combat.setup.deploying import zones_of
from rules.p2v_combat.setup.places import terrain_of_squares
from rules.p2v_combat.setup.plan import SecretChoice, TablePlan
from rules.p2v_combat.setup.secrets import DEPLOYMENT
from rules.p2v_combat.setup.starts import out_of_play
from rules.p2v_combat.sides import Fielded
from rules.tables.areas import Square
from rules.tables.deployments import pincered_halves
from rules.tables.sizes import Space, size
from rules.text import listed

EDGE_STRIP = "edge"
"""The part of a Pincered deployment along the player's own short edge."""

Places = Mapping[str, Square]
"""The top left square of each creature, by its id."""


def deployed(plan: TablePlan, side: str, fielded: Sequence[Fielded]) -> tuple[Fielded, ...]:
    """Return the creatures of a side that start on the board."""
    absent = out_of_play(plan)
    return tuple(creature for creature in fielded if creature.side == side and creature.id not in absent)


def check_places(plan: TablePlan, side: str, fielded: Sequence[Fielded], places: Places) -> None:
    """Raise ``ChangeRefused`` for a deployment that the rules do not allow."""
    # Every creature starts with its whole space in a zone of its side, none on another one or in solid terrain; half
    # of a pincered warband, by number, starts at the edge. Setting up, "Deployment"; ruling 83.
    creatures = deployed(plan, side, fielded)
    if missing := [creature.name for creature in creatures if creature.id not in places]:
        raise ChangeRefused(f"Say where {listed(missing)} {'starts' if len(missing) == 1 else 'start'}.")
    zones = [frozenset(zone.area.cells()) for zone in zones_of(plan, side)]
    parts = [zone.part for zone in zones_of(plan, side)]
    solid = {square for square, traits in terrain_of_squares(plan).items() if "solid" in traits}
    taken: dict[Square, str] = {}
    at_edge = 0
    for creature in creatures:
        squares = Space(*places[creature.id], size(creature.card.size or "Medium").width).squares
        zone = next((index for index, zone in enumerate(zones) if squares <= zone), None)
        if zone is None:
            raise ChangeRefused(f"{creature.name} would not start in a zone of its side.")
        if squares & solid:
            raise ChangeRefused(f"{creature.name} would start in solid terrain.")
        if met := next((taken[square] for square in squares if square in taken), ""):
            raise ChangeRefused(f"{creature.name} and {met} would start in the same square.")
        taken.update(dict.fromkeys(squares, creature.name))
        at_edge += parts[zone] == EDGE_STRIP
    if plan.deployment == "pincered" and at_edge not in pincered_halves(len(creatures)):
        halves = listed(map(str, pincered_halves(len(creatures))), "or")
        raise ChangeRefused(f"Half of the creatures start at the edge: {halves}, not {at_edge}.")


def places_text(places: Places) -> str:
    """Return where creatures start as one text, in the order of their ids.

    >>> places_text({"a.m2": (3, 4), "a.m1": (0, 5)})
    'a.m1 0 5, a.m2 3 4'
    """
    return ", ".join(f"{creature} {x} {y}" for creature, (x, y) in sorted(places.items()))


def places_from_text(text: str) -> dict[str, Square]:
    """Read back what ``places_text`` wrote.

    >>> places_from_text("a.m1 0 5, a.m2 3 4")
    {'a.m1': (0, 5), 'a.m2': (3, 4)}
    """
    parts = [part.rsplit(" ", 2) for part in text.split(", ") if part]
    return {creature: (int(x), int(y)) for creature, x, y in parts}


def deployment_secret(
    plan: TablePlan, side: str, fielded: Sequence[Fielded], places: Places, salt: str
) -> SecretChoice:
    """Return where the creatures of a side start as its secret. Raises ``ChangeRefused`` as ``check_places`` does."""
    check_places(plan, side, fielded, places)
    return SecretChoice(side, DEPLOYMENT, places_text(places), salt)
