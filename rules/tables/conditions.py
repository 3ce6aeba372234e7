"""The ten conditions, the loose words that stand for them, and what they do to a turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.errors import RulesError
from rules.glossary.entry import CORE_RULES, Entry
from rules.tables.stats import StatChange, stat_name
from rules.text import listed

ACTION_POINTS = 2
BASE_GAME_1_6 = "p2v-base-game-1.6"


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: what it changes, which other conditions it brings, and its rule in words.

    ``changes`` are its own only; ``stat_changes`` adds those of what it ``includes``. ``action_points_lost``
    counts against the two of the creature's next turn; ``no_reactions`` and ``no_willing_movement`` are what
    they say.
    """

    name: str
    summary: str
    text: str
    changes: tuple[StatChange, ...] = ()
    includes: tuple[str, ...] = ()
    loses_modes: tuple[str, ...] = ()
    action_points_lost: int = 0
    no_reactions: bool = False
    no_willing_movement: bool = False
    opponent_spends: int = 0
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LooseCondition:
    """A word that cards and spells use for a condition which the core rules do not define.

    ``counts_as`` names the conditions that stand in for it; where there are none, ``text`` is all it does.
    """

    name: str
    summary: str
    text: str
    counts_as: tuple[str, ...] = ()
    source: str = CORE_RULES


CONDITIONS: tuple[Condition, ...] = (
    Condition(
        "encumbered",
        "Speed -2, and no Flight, Burrowing or Wall Climb.",
        "The creature moves 2 squares less with each Stride and cannot use the movement modes Flight,"
        " Burrowing and Wall Climb; Aquatic and Teleportation still work. Its Speed never falls under"
        " 1.\n\nEncumbering terrain gives the condition on entering it and at the end of a turn spent on it."
        " A creature that carries a light or heavy load has the condition for as long as it carries.",
        (StatChange("speed", -2),),
        loses_modes=("Flight", "Burrowing", "Wall Climb"),
    ),
    Condition(
        "confused",
        "At the start of its turn the opponent spends one of its action points.",
        "When the creature's turn starts and its action points have been set, the opponent spends 1 of them"
        " (the only one, if there is just one) and decides everything about that action. Features whose uses are"
        " limited are out of bounds for the opponent. What is left of the turn belongs to the"
        " creature's own player.",
        opponent_spends=1,
    ),
    Condition(
        "controlled",
        "On its turn the opponent spends all of its action points.",
        "The opponent plays the creature's whole turn: it spends every action point and decides what the"
        " actions do. Features whose uses are limited are out of bounds.",
        opponent_spends=ACTION_POINTS,
    ),
    Condition(
        "off-guard",
        "Armor -2.",
        "Every strike against the creature meets an Armor 2 lower. When a status causes it (flanked, prone)"
        " or the place does (swimming in deep water, an incline, a narrow ledge), the condition lasts as long"
        " as its cause and does not end with the turn.",
        (StatChange("armor", -2),),
        aliases=("off guard",),
    ),
    Condition(
        "grabbed",
        "Immobilized and off-guard (Armor -2) until out of every enemy's reach.",
        "The creature cannot move of its own will and its Armor is 2 lower. Besides the usual ways it ends at"
        " once when no enemy has the creature in reach any more, for instance after the grabber was pushed"
        " away.",
        includes=("immobilized", "off-guard"),
    ),
    Condition(
        "immobilized",
        "Cannot move from its space of its own will.",
        "The creature takes no movement by choice. Pushes, pulls and shunts still move it.",
        no_willing_movement=True,
    ),
    Condition(
        "rattled",
        "Fight -2 and Power -2.",
        "Its Fight rolls are 2 lower, and the Power that others roll against to resist it is 2 lower.",
        (StatChange("fight", -2), StatChange("power", -2)),
    ),
    Condition(
        "sickened",
        "Fortitude, Reflex and Will -2.",
        "Its three saving throws are 2 lower, and with them every skill check, as those add a save.",
        (StatChange("fortitude", -2), StatChange("reflex", -2), StatChange("will", -2)),
    ),
    Condition(
        "slowed",
        "No reactions, and 1 action point less on its next turn.",
        "The creature takes no reactions and starts its next turn with 1 action point less, usually 1 in"
        " place of 2.\n\nGained at the start of its own turn, it bites at once: action points are set"
        " afterwards. Gained later in its own turn, it stays for one more turn, so that it is never lost unused.",
        action_points_lost=1,
        no_reactions=True,
    ),
    Condition(
        "stunned",
        "No reactions, and no action points on its next turn.",
        "The creature takes no reactions and has no action points at all on its next turn, not even the one"
        " that quickened would add; quickened is used up.\n\nGained at the start of its own turn, it takes"
        " that turn away. Gained later in its own turn, it stays for one more turn and takes that away.",
        action_points_lost=ACTION_POINTS,
        no_reactions=True,
    ),
)

_CONVERTED = "The core rules do not define this word. Their notes on converting creatures put {0} in its place: {1}"
_NAMED_ONLY = "The core rules name this word and leave its meaning open. "

LOOSE_CONDITIONS: tuple[LooseCondition, ...] = (
    LooseCondition(
        "dazed",
        "Read it as rattled: Fight -2 and Power -2.",
        _NAMED_ONLY + "Muster reads it as rattled, which lowers Fight and Power by 2 and ends with the turn.",
        ("rattled",),
    ),
    LooseCondition(
        "dazzled",
        "Read it as rattled: Fight -2 and Power -2.",
        _CONVERTED.format("rattled", "Fight and Power are 2 lower until the creature's turn ends."),
        ("rattled",),
    ),
    LooseCondition(
        "restrained",
        "Read it as immobilized: no willing movement.",
        _CONVERTED.format("immobilized", "the creature cannot leave its space by choice until its turn ends."),
        ("immobilized",),
    ),
    LooseCondition(
        "fascinated",
        "The core rules give it no effect; agree on one, or treat it as rattled.",
        _NAMED_ONLY + "The card's own words decide. Where they say nothing, agree on an effect before the"
        " game; rattled (Fight and Power -2) is a fair one. It ends with the creature's turn.",
    ),
    LooseCondition(
        "petrified",
        "The creature leaves play; a statue of its size stands in its place.",
        _NAMED_ONLY + "The one thing said of it: the figure is taken out of play, and a statue of the same"
        " size is put on its space. Nothing brings the creature back unless a card or scenario says how.",
    ),
    LooseCondition(
        "charmed",
        "May not attack the caster or the caster's space.",
        "Not a condition of the core rules; it comes from spells. The creature makes no attack that targets"
        " the caster or an area that takes in the caster's space. It is over at once when the caster attacks"
        " the creature, and like other conditions at the end of the creature's turn.",
        source=BASE_GAME_1_6,
    ),
    LooseCondition(
        "cannot be healed",
        "Healing gives it no HP.",
        "Not a condition of the core rules; some cards name it. No effect restores HP to the creature until"
        " its turn ends.",
        source=BASE_GAME_1_6,
    ),
    LooseCondition(
        "cannot make attacks",
        "May neither strike nor use an offensive power.",
        "Not a condition of the core rules; some spells name it. The creature makes no strike and uses no"
        " offensive power until its turn ends. The spell may end it sooner.",
        source=BASE_GAME_1_6,
    ),
    LooseCondition(
        "cannot make ranged attacks",
        "May not attack at range.",
        "Not a condition of the core rules; some cards name it. The creature makes no ranged strike and uses"
        " no ranged power against others until its turn ends; melee is open to it.",
        source=BASE_GAME_1_6,
    ),
)

ENDS = (
    "The condition ends when the creature's own turn ends, or earlier if the creature takes the Escape action. Having"
    " it twice is the same as having it once."
)
"""How every condition of the core rules ends."""

BY_NAME: dict[str, Condition] = {condition.name: condition for condition in CONDITIONS}
LOOSE_BY_NAME: dict[str, LooseCondition] = {loose.name: loose for loose in LOOSE_CONDITIONS}


def expanded(names: Iterable[str]) -> tuple[Condition, ...]:
    """Return every condition that a creature has, in table order, each of them once.

    ``names`` may hold loose words, which become what they count as; an unknown word raises ``RulesError``.
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
        else:
            raise RulesError(f"{name!r} is not a condition.")
    return tuple(condition for condition in CONDITIONS if condition.name in present)


def stat_changes(names: Iterable[str]) -> tuple[StatChange, ...]:
    """Return what the conditions do to the eight stats; a condition gained twice counts once."""
    return tuple(change for condition in expanded(names) for change in condition.changes)


def action_points(names: Iterable[str] = (), *, quickened: bool = False) -> int:
    """Return how many action points a creature has on a turn that it starts with those conditions."""
    # A turn has 2 action points, quickened adds 1 and slowed takes 1. Stunned leaves none, quickened or not.
    # "Two action points", "Conditions" and "Combat statuses"; docs/rulings.md for how they meet.
    lost = max((condition.action_points_lost for condition in expanded(names)), default=0)
    return 0 if lost == ACTION_POINTS else ACTION_POINTS + quickened - lost


def may_react(names: Iterable[str]) -> bool:
    """Return whether a creature with those conditions may take its reaction."""
    return not any(condition.no_reactions for condition in expanded(names))


def ends_with_this_turn(name: str, *, gained_during_this_turn: bool) -> bool:
    """Return whether a condition ends with the turn that its creature is now taking.

    ``gained_during_this_turn`` means after the turn's action points were set. A status or a load that causes
    the condition keeps it beyond this.
    """
    # Every condition ends when its creature's turn does. Slowed and stunned speak of the next turn, so one
    # that came too late to cost action points stays for one more turn. "End of turn"; docs/rulings.md.
    late = gained_during_this_turn and any(condition.action_points_lost for condition in expanded([name]))
    return not late


def entries() -> tuple[Entry, ...]:
    """Return one entry a condition, then one for each loose word."""
    return (*map(_entry, CONDITIONS), *map(_loose_entry, LOOSE_CONDITIONS))


def _facts(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((stat_name(change.stat), f"{change.by:+d}") for change in stat_changes(names))


def _entry(row: Condition) -> Entry:
    return Entry(
        kind="condition",
        name=row.name,
        summary=row.summary,
        text=f"{row.text}\n\n{ENDS}",
        facts=_facts([row.name]),
        aliases=row.aliases,
        where="Conditions",
    )


def _loose_entry(row: LooseCondition) -> Entry:
    counts_as = (("Counts as", listed(row.counts_as)),) if row.counts_as else ()
    return Entry(
        kind="condition",
        name=row.name,
        summary=row.summary,
        text=row.text,
        facts=(*counts_as, *_facts(row.counts_as)),
        where="Converting from PF2e" if row.source == CORE_RULES else "Conditions",
        source=row.source,
    )
