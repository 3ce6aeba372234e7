"""The ten conditions, the loose words for them, their effect on a turn, how they end; and the statuses."""

from collections.abc import Iterable
from enum import Enum
from itertools import product
from typing import Literal

from rules.effects.limits import Ban, ban_of
from rules.errors import RulesError
from rules.tables.prose import CORE_RULES, Entry, Prose, ProseRow
from rules.tables.sizes import Space
from rules.tables.stats import StatChange, stat_name
from rules.text import listed

ACTION_POINTS = 2
BASE_GAME_1_6 = "p2v-base-game-1.6"


PROSE = Prose("conditions", "turn", "paid_turn", "out_of_reach", "held", "all", "once")


class End(Enum):
    """What ends a condition, apart from the Escape action."""

    TURN = "turn"
    """The end of its creature's turn."""

    PAID_TURN = "paid_turn"
    """The end of the turn in which the condition took action points away."""

    OUT_OF_REACH = "out_of_reach"
    """No enemy has the creature within reach any more."""


Gained = Literal["earlier", "during the turn", "as the turn ends"]
"""When a creature gained a condition, seen from its turn that is now ending.

Earlier means before the turn's action points were set; at the end of the turn means in that step itself, for instance
from terrain.
"""


class Condition(ProseRow, prose=PROSE):
    """A condition: its changes, the other conditions that it includes, and its end.

    ``changes`` are its own only; ``stat_changes`` adds those of what it ``includes``. ``action_points_lost`` counts
    against the two of the creature's next turn; ``no_reactions`` and ``no_willing_movement`` mean what they say.
    ``held_while`` are statuses, loads and places (as words after "while the creature is") that sustain the condition as
    long as they last.
    """

    name: str
    changes: tuple[StatChange, ...] = ()
    includes: tuple[str, ...] = ()
    loses_modes: tuple[str, ...] = ()
    action_points_lost: int = 0
    no_reactions: bool = False
    no_willing_movement: bool = False
    opponent_spends: int = 0
    ends: tuple[End, ...] = (End.TURN,)
    held_while: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()

    @property
    def ending(self) -> str:
        """How the condition ends, in sentences."""
        sentences = [PROSE.text("endings", end.value) for end in self.ends]
        if self.held_while:
            sentences.append(PROSE.text("endings", "held", held_while=listed(self.held_while, "or")))
        return " ".join((*sentences, PROSE.text("endings", "once")))


class LooseCondition(ProseRow, prose=PROSE):
    """A word that cards and spells use for a condition which the core rules do not define.

    ``counts_as`` names the conditions that replace it, ``bans`` what it forbids; without both, only its prose counts.
    """

    name: str
    counts_as: tuple[str, ...] = ()
    bans: tuple[str, ...] = ()
    source: str = CORE_RULES


CONDITIONS: tuple[Condition, ...] = (
    Condition(
        "encumbered",
        changes=(StatChange("speed", -2),),
        loses_modes=("Flight", "Burrowing", "Wall Climb"),
        held_while=("carrying a load",),
    ),
    Condition("confused", opponent_spends=1),
    Condition("controlled", opponent_spends=ACTION_POINTS),
    Condition(
        "off-guard",
        changes=(StatChange("armor", -2),),
        aliases=("off guard",),
        held_while=(
            "flanked",
            "prone",
            "swimming in deep water",
            "on an incline",
            "on a narrow ledge",
            "on uneven ground",
        ),
    ),
    Condition(
        "grabbed", includes=("immobilized", "off-guard"), ends=(End.TURN, End.OUT_OF_REACH), held_while=("swallowed",)
    ),
    Condition("immobilized", no_willing_movement=True),
    Condition("rattled", changes=(StatChange("fight", -2), StatChange("power", -2))),
    Condition("sickened", changes=(StatChange("fortitude", -2), StatChange("reflex", -2), StatChange("will", -2))),
    Condition(
        "slowed",
        action_points_lost=1,
        no_reactions=True,
        ends=(End.PAID_TURN,),
        held_while=("carrying a heavy load", "swallowed"),
    ),
    Condition("stunned", action_points_lost=ACTION_POINTS, no_reactions=True, ends=(End.PAID_TURN,)),
)

LOOSE_CONDITIONS: tuple[LooseCondition, ...] = (
    LooseCondition("dazed", counts_as=("rattled",)),
    LooseCondition("dazzled", counts_as=("rattled",)),
    LooseCondition("restrained", counts_as=("immobilized",)),
    LooseCondition("fascinated"),
    LooseCondition("petrified"),
    LooseCondition("charmed", bans=("cannot make attacks against the user",), source=BASE_GAME_1_6),
    LooseCondition("cannot be healed", source=BASE_GAME_1_6),
    LooseCondition("cannot make attacks", source=BASE_GAME_1_6),
    LooseCondition("cannot make ranged attacks", source=BASE_GAME_1_6),
)


def is_condition(word: str) -> bool:
    """Return True if a creature can have a word as a condition: one of the ten, a loose one, or a ban."""
    return word in BY_NAME or word in LOOSE_BY_NAME or ban_of(word) is not None


def bans_in(name: str) -> tuple[Ban, ...]:
    """Return what a condition forbids: the bans of a loose word, or the one that it is."""
    loose = LOOSE_BY_NAME.get(name)
    return tuple(filter(None, map(ban_of, (loose.bans if loose and loose.bans else (name,)))))


def general_ending() -> str:
    """Return how conditions end, in a few sentences for all of them."""
    return PROSE.text("endings", "all")


BY_NAME: dict[str, Condition] = {condition.name: condition for condition in CONDITIONS}
LOOSE_BY_NAME: dict[str, LooseCondition] = {loose.name: loose for loose in LOOSE_CONDITIONS}


def expanded(names: Iterable[str]) -> tuple[Condition, ...]:
    """Return every condition that a creature has, in table order, without repeats.

    ``names`` may contain loose words, which are replaced, and bans, which are none; an unknown word raises
    ``RulesError``.
    """
    # Conditions do not stack: a creature has one or does not. Grabbed brings two others with it.
    # "Conditions".
    present: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in BY_NAME:
            present.add(name)
            waiting.extend(BY_NAME[name].includes)
        elif name in LOOSE_BY_NAME:
            waiting.extend(LOOSE_BY_NAME[name].counts_as)
        elif ban_of(name) is None:
            raise RulesError(f"{name!r} is not a condition.")
    return tuple(condition for condition in CONDITIONS if condition.name in present)


def condition_changes(names: Iterable[str]) -> tuple[StatChange, ...]:
    """Return the conditions' changes to the eight stats; a condition gained twice counts once."""
    return tuple(change for condition in expanded(names) for change in condition.changes)


def action_points(names: Iterable[str] = (), *, quickened: bool = False) -> int:
    """Return how many action points a creature has on a turn that it starts with those conditions."""
    # A turn has 2 action points, quickened adds 1 and slowed takes 1. Stunned leaves none, quickened or not.
    # "Two action points", "Conditions" and "Combat statuses"; docs/rulings.md for how they meet.
    lost = max((condition.action_points_lost for condition in expanded(names)), default=0)
    return 0 if lost == ACTION_POINTS else ACTION_POINTS + quickened - lost


def may_react(names: Iterable[str]) -> bool:
    """Return True if a creature with those conditions may take its reaction."""
    return not any(condition.no_reactions for condition in expanded(names))


def ends_with_this_turn(name: str, *, gained: Gained = "earlier", held: bool = False) -> bool:
    """Return True if a condition ends with the turn that its creature is now ending.

    ``held`` means that a status, a load or a place still causes it.
    """
    # A condition ends when its creature's turn does, unless its cause lasts. Slowed and stunned speak of the next turn:
    # one that came too late to cost action points stays for one more turn (ruling 34). What a creature gains only as
    # its turn ends stays until its next turn ends, or it would be gained and lost in one step (ruling 161).
    # "End of turn"; "Combat statuses".
    if held or gained == "as the turn ends":
        return False
    late = gained == "during the turn" and any(End.PAID_TURN in condition.ends for condition in expanded([name]))
    return not late


def _facts(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((stat_name(change.stat), f"{change.by:+d}") for change in condition_changes(names))


def _entry(row: Condition) -> Entry:
    return PROSE.entry(
        "condition",
        row.name,
        text=f"{row.text}\n\n{row.ending}",
        facts=_facts([row.name]),
        aliases=row.aliases,
        where="Conditions",
    )


def _loose_entry(row: LooseCondition) -> Entry:
    counts_as = (("Counts as", listed(row.counts_as)),) if row.counts_as else ()
    return PROSE.entry(
        "condition",
        row.name,
        facts=(*counts_as, *_facts(row.counts_as)),
        where="Converting from PF2e" if row.source == CORE_RULES else "Conditions",
        source=row.source,
    )


class Status(ProseRow, prose=Prose("statuses", "ends")):
    """A status: the conditions and statuses that it includes, and its own changes."""

    name: str
    gives: tuple[str, ...] = ()
    changes: tuple[StatChange, ...] = ()
    aliases: tuple[str, ...] = ()
    where: str = "Combat statuses"

    @property
    def ends(self) -> str:
        """When the status ends, as words after "It ends"."""
        return self.prose.text(self.key, "ends")


STATUSES: tuple[Status, ...] = (
    Status("flanked", gives=("off-guard",)),
    Status("helpless"),
    Status("invisible", aliases=("invisibility",)),
    Status("quickened"),
    Status("prone", gives=("off-guard",), changes=(StatChange("fight", -2),)),
    Status("swallowed", gives=("grabbed", "slowed")),
    Status("dying", gives=("helpless", "prone"), where="Dying"),
    Status("eliminated", where="Dying"),
    Status("concealed", where="Concealment"),
    Status("mounted", aliases=("mount", "rider"), where="Commanders, minions and mounts"),
    Status("light load", gives=("encumbered",), where="Carrying objects"),
    Status("heavy load", gives=("encumbered", "slowed"), where="Carrying objects"),
)

STATUSES_BY_NAME: dict[str, Status] = {status.name: status for status in STATUSES}


def conditions_given(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the conditions that the statuses include, each once, in order."""
    conditions: dict[str, None] = {}
    for name in names:
        if name not in STATUSES_BY_NAME:
            raise RulesError(f"{name!r} is not a status.")
        for given in STATUSES_BY_NAME[name].gives:
            conditions.update(dict.fromkeys(conditions_given([given]) if given in STATUSES_BY_NAME else [given]))
    return tuple(conditions)


def flanking(target: Space, first: Space, second: Space) -> bool:
    """Return True if two enemies are positioned to flank a creature; does not check their reach."""
    # The line from the center of one flanker's space to the center of the other's must pass through the
    # target's space. Running along its edge or touching a corner is not enough. Combat statuses, "Flanked".
    (x1, y1), (x2, y2) = _doubled_center(first), _doubled_center(second)
    left, right = 2 * target.x, 2 * (target.x + target.width)
    top, bottom = 2 * target.y, 2 * (target.y + target.width)
    if max(x1, x2) <= left or min(x1, x2) >= right or max(y1, y2) <= top or min(y1, y2) >= bottom:
        return False
    # With the bounding boxes overlapping, the line misses the space only if all four corners lie on one side.
    sides = [(x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in product((left, right), (top, bottom))]
    return min(sides) < 0 < max(sides)


def _doubled_center(space: Space) -> tuple[int, int]:
    """Return the center in half squares, so that the geometry uses whole numbers."""
    return 2 * space.x + space.width, 2 * space.y + space.width


def _status_entry(row: Status) -> Entry:
    gives = (("Gives", listed(row.gives)),) if row.gives else ()
    return Status.prose.entry(
        "status",
        row.name,
        facts=(
            *gives,
            *((stat_name(change.stat), f"{change.by:+d}") for change in row.changes),
            ("Ends", row.ends),
        ),
        aliases=row.aliases,
        where=row.where,
    )


def entries() -> tuple[Entry, ...]:
    """Return one entry per condition, one for each loose word, and one per status."""
    return (*map(_entry, CONDITIONS), *map(_loose_entry, LOOSE_CONDITIONS), *map(_status_entry, STATUSES))
