"""The combat statuses, which last as long as their circumstances do, and the geometry of flanking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from rules.errors import RulesError
from rules.glossary.entry import Entry
from rules.tables.sizes import Space
from rules.tables.stats import StatChange, stat_name
from rules.text import listed


@dataclass(frozen=True, slots=True)
class Status:
    """A status: the conditions and statuses that it brings along, its own changes, and its rule in words."""

    name: str
    summary: str
    text: str
    gives: tuple[str, ...] = ()
    changes: tuple[StatChange, ...] = ()
    ends: str = ""
    aliases: tuple[str, ...] = ()
    where: str = "Combat statuses"


STATUSES: tuple[Status, ...] = (
    Status(
        "flanked",
        "Off-guard (Armor -2) against everyone, for two enemies stand on opposite sides.",
        "Two enemies that are not helpless flank a creature when both have it in reach and a line between the"
        " centres of their spaces runs through the creature's space. It is then off-guard against every"
        " attacker, not only those two, until one of them moves away or goes down.",
        ("off-guard",),
        ends="when the two enemies no longer flank it",
    ),
    Status(
        "helpless",
        "Dying: no actions, no reactions, and its turn ends as it begins.",
        "A dying creature is helpless. It has no action points to spend, takes neither actions nor reactions,"
        " and its turn is over the moment it starts.\n\nFor its enemies it hardly counts as a creature: they"
        " may walk through its space, it flanks nobody, gives no cover and nobody suffers for shooting inside"
        " its reach. It can still be the target of an attack.",
        ends="when its HP are above 0 again",
    ),
    Status(
        "invisible",
        "Nobody has line of sight to it; areas of effect still reach it.",
        "Attacks that need line of sight cannot target the creature, as no one sees it. An area of effect"
        " that covers its space affects it as usual.\n\nTruesight, See Invisibility, True Seeing and"
        " Blindsight ignore the status. A creature with Scent treats an invisible creature beside it as"
        " concealed.",
        ends="when the effect that hides it does",
        aliases=("invisibility",),
    ),
    Status(
        "quickened",
        "1 action point more on its next turn.",
        "When its next turn starts, the creature has 3 action points in place of 2, and the status is gone."
        " If it is stunned it still has none, and the status is gone as well.",
        ends="when its next turn starts, with the extra action point",
    ),
    Status(
        "prone",
        "Off-guard (Armor -2), Fight -2, and may only move by crawling.",
        "The creature lies on the ground: its Armor and its Fight are 2 lower, and the only movement it can"
        " choose is Crawl, 1 square for 1 action point. Escape does not help; it has to Stand, which costs 1"
        " action point.",
        ("off-guard",),
        (StatChange("fight", -2),),
        ends="with the action Stand",
    ),
    Status(
        "swallowed",
        "Inside an enemy: grabbed, slowed, hurt each turn, and out of everyone's sight.",
        "The creature shares its swallower's space and no effect can target it. It takes the damage on the"
        " swallower's card when it is swallowed and again whenever its own turn starts, and is grabbed and"
        " slowed all the while.\n\nThere are three ways out: an Escape with a Reflex save that reaches the Power"
        " of the swallower; a critical hit on the swallower, which is off-guard for those whom it has"
        " swallowed; or the swallower's HP falling to 0 or less. The freed creature is put on an empty space"
        " beside the swallower.",
        ("grabbed", "slowed"),
        ends="when it gets out",
    ),
    Status(
        "dying",
        "At 0 HP or less: helpless, prone, and rolling recovery checks.",
        "A creature whose HP are 0 or less falls prone and is helpless. At the end of each of its turns, and"
        " each time a strike damages it, it rolls a recovery check: 1d6, and on 1, 2 or 3 it is"
        " eliminated.\n\nAny healing sets its HP to the amount healed, however far below 0 they were: a"
        " creature at -8 that is healed 5 has 5 HP. It is no longer helpless then, but still lies prone.",
        ("helpless", "prone"),
        ends="when it is healed, or eliminated",
        where="Dying",
    ),
    Status(
        "eliminated",
        "Out of the game: the figure leaves play and its body can be looted.",
        "The figure is removed. Mark its space, for a creature on it or beside it may Interact with the body,"
        " either to take one item or to carry it off: a heavy load if both are of one size, a light load if"
        " the body is smaller.\n\nIn a campaign the creature rolls on the table for eliminated creatures"
        " afterwards.",
        ends="never in this game",
        where="Dying",
    ),
    Status(
        "concealed",
        "A strike against it misses outright on a 1 on 1d6.",
        "Before the Fight roll of a strike against it, the attacker rolls 1d6; on a 1 the strike misses. Each"
        " piece of concealing terrain on the way asks for one more die, and any 1 is a miss. Attacks that are"
        " not strikes are not hindered.\n\nScent ignores the status for creatures side by side, and Truesight"
        " and See Invisibility ignore it altogether.",
        ends="when the effect or terrain that hides it does",
        where="Concealment",
    ),
    Status(
        "mounted",
        "Rides another creature, which acts as its minion with 1 action point.",
        "The rider becomes the commander of its mount: the mount acts in the rider's turn and has 1 action"
        " point, to which the rider may add 1 of its own. When the rider dismounts, the mount is an ordinary"
        " creature again.",
        ends="when the rider dismounts",
        aliases=("mount", "rider"),
        where="Commanders, minions and mounts",
    ),
    Status(
        "light load",
        "Encumbered: Speed -2, no Flight, Burrowing or Wall Climb.",
        "The creature is encumbered while it carries the load. Picking a load up is an Interact action (1"
        " action point), dropping it a free action. The body of a smaller creature is a light load.",
        ("encumbered",),
        ends="when the load is dropped",
        where="Carrying objects",
    ),
    Status(
        "heavy load",
        "Encumbered and slowed: Speed -2, 1 action point less, no reactions.",
        "The creature is both encumbered and slowed while it carries the load. Picking a load up is an"
        " Interact action (1 action point), dropping it a free action. The body of a creature of one's own"
        " size is a heavy load.",
        ("encumbered", "slowed"),
        ends="when the load is dropped",
        where="Carrying objects",
    ),
)

BY_NAME: dict[str, Status] = {status.name: status for status in STATUSES}


def conditions_given(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the conditions that the statuses bring, each once, in the order met."""
    found: dict[str, None] = {}
    for name in names:
        if name not in BY_NAME:
            raise RulesError(f"{name!r} is not a status.")
        for given in BY_NAME[name].gives:
            found.update(dict.fromkeys(conditions_given([given]) if given in BY_NAME else [given]))
    return tuple(found)


def flanking(target: Space, first: Space, second: Space) -> bool:
    """Return whether two enemies stand so that they flank a creature; whether both reach it is not asked here."""
    # The line from the centre of one flanker's space to the centre of the other's must pass through the
    # target's space. Running along its edge or touching a corner is not enough. Combat statuses, "Flanked".
    (x1, y1), (x2, y2) = _doubled_centre(first), _doubled_centre(second)
    left, right = 2 * target.x, 2 * (target.x + target.width)
    top, bottom = 2 * target.y, 2 * (target.y + target.width)
    if max(x1, x2) <= left or min(x1, x2) >= right or max(y1, y2) <= top or min(y1, y2) >= bottom:
        return False
    # With the bounding boxes overlapping, the line misses the space only if all four corners lie on one side.
    sides = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in product((left, right), (top, bottom))]
    return min(sides) < 0 < max(sides)


def _doubled_centre(space: Space) -> tuple[int, int]:
    """Return the centre in half squares, so that the geometry stays in whole numbers."""
    return 2 * space.x + space.width, 2 * space.y + space.width


def entries() -> tuple[Entry, ...]:
    """Return one entry a status."""
    return tuple(_entry(row) for row in STATUSES)


def _entry(row: Status) -> Entry:
    gives = (("Gives", listed(row.gives)),) if row.gives else ()
    return Entry(
        kind="status",
        name=row.name,
        summary=row.summary,
        text=row.text,
        facts=(
            *gives,
            *((stat_name(change.stat), f"{change.by:+d}") for change in row.changes),
            ("Ends", row.ends),
        ),
        aliases=row.aliases,
        where=row.where,
    )
