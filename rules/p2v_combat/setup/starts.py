"""Where creatures start: squares in their side's zones, in disguise, out of play; and the bodies on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rules.dice import Roller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.deploying import zones_of
from rules.p2v_combat.setup.plan import (
    BoardMarker,
    SecretChoice,
    SpecialStart,
    TablePlan,
    check_square,
    terrain_of_squares,
)
from rules.p2v_combat.setup.secrets import DEPLOYMENT
from rules.p2v_combat.setup.steps import changed_in, next_placer, rolls_for, with_roll
from rules.p2v_combat.sides import Fielded
from rules.tables.areas import Square
from rules.tables.deployments import pincered_halves
from rules.tables.positioning import POSITIONING_UPGRADES
from rules.tables.sizes import Space, size
from rules.text import listed, slug

_KEYS = {slug(name): row.key for row in POSITIONING_UPGRADES for name in (row.name, *row.aliases)}
BODIES = "bodies"


def with_starts(plan: TablePlan, fielded: Sequence[Fielded]) -> TablePlan:
    """Return the plan with the special starts of these creatures, by their positioning upgrades or their cards."""
    return replace(plan, starts=tuple(start for creature in fielded for start in _starts(creature)))


def _starts(creature: Fielded) -> Iterator[SpecialStart]:
    # A card that prints such a feature starts as one with the upgrade does; Statue Disguise is False Object. Ruling 97.
    names = (*creature.member.positioning, *(feature.name for feature in creature.features))
    keys = {_KEYS[slug(name)] for name in names if slug(name) in _KEYS}
    for row in POSITIONING_UPGRADES:
        if row.key in keys:
            yield SpecialStart(creature.id, creature.side, row.key, size(creature.card.size or "Medium").width)


def out_of_play(plan: TablePlan) -> tuple[str, ...]:
    """Return the ids of the creatures that are not deployed: summonable and disguised ones."""
    # Where no objectives are placed, Tempting Disguise does nothing. Appendix "Positioning upgrades"; ruling 192.
    absent = {"false-object", "summonable"} | ({"tempting-disguise"} if plan.condition.objectives else set())
    return tuple(dict.fromkeys(start.creature for start in plan.starts if start.upgrade in absent))


def roll_bodies(plan: TablePlan, roller: Roller) -> TablePlan:
    """Return the plan with the number of dead bodies: 1d6 for each creature with Trail of Bodies."""
    # Appendix "Positioning upgrades", "Trail of Bodies".
    creatures = [start.creature for start in plan.starts if start.upgrade == "trail-of-bodies"]
    if not creatures:
        raise ChangeRefused("No creature here has Trail of Bodies.")
    for creature in creatures:
        plan, _ = with_roll(plan, roller, 1, 6, reason="Trail of Bodies", what=(BODIES, creature))
    count = sum(rolls_for(plan, BODIES, creature)[-1].total for creature in creatures)
    return changed_in(plan, "deployment", body_count=count, bodies=plan.bodies[:count])


def next_body_placer(plan: TablePlan) -> str | None:
    """Return the side that places the next body, None where all lie on the board."""
    if len(plan.bodies) >= (plan.body_count or 0):
        return None
    return next_placer(plan, (body.side for body in plan.bodies))


def place_body(plan: TablePlan, x: int, y: int) -> TablePlan:
    """Return the plan with one more body, on any square, placed by the side whose turn it is."""
    side = next_body_placer(plan)
    if side is None:
        raise ChangeRefused("No body is left to place.")
    check_square(plan, x, y)
    return changed_in(plan, "deployment", bodies=(*plan.bodies, BoardMarker("body", x + 0.5, y + 0.5, side)))


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
