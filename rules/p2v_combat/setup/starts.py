"""Special starts: creatures in disguise or out of play, and the bodies that lie on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.dice import Roller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.places import check_square
from rules.p2v_combat.setup.plan import BoardMarker, SpecialStart, TablePlan
from rules.p2v_combat.setup.steps import changed_in, next_placer, rolls_for, with_roll
from rules.p2v_combat.sides import Fielded
from rules.tables.positioning import POSITIONING_UPGRADES
from rules.tables.sizes import size
from rules.text import slug

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
