"""The values of effects: range, damage, saving throw, target, step, bonus and so on.

Distances and areas are squares. Every value is frozen; unprinted values are None or empty.
"""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass
from typing import Annotated, Literal, get_args

from rules.documents.records import WRITTEN
from rules.documents.shapes import Shape, choice, integer, number, optional_text, text_list
from rules.effects.circumstances import DESTINATIONS, WAYS_THROUGH, Pace, PassiveMomentKind, Quiet
from rules.text import listed

Use = Literal["consumable", "daily", "encounter"]
Cost = Literal["0", "1", "2", "3", "reaction", "spell"]
"""Action points, ``0`` for a free action, a reaction, or the cost of an item's spell."""
Save = Literal["fortitude", "reflex", "will"]
SaveResult = Literal["negates", "half", "lessens", "other"]
Precondition = Literal["trigger", "requirement"]
SizeWord = Literal["Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan"]
"""The sizes of creatures, the smallest first; ``rules.tables.sizes`` explains them."""
Outcome = Literal[
    "always",
    "hit",
    "critical_hit",
    "success",
    "critical_success",
    "failure",
    "critical_failure",
    "choice",
    "turn_start",
    "zone",
    "broken",
    "kept",
]
"""When a part of an effect applies.

``success`` and ``failure`` are those of the save or the check; the user takes one of the ``choice`` parts;
``turn_start`` repeats at the start of each turn of the target; ``zone`` affects creatures that enter the area later or
end their turn there; ``broken`` is for a creature at half its HP or damaged by a critical hit; ``kept`` is an action.
"""
Lasts = Literal[
    "instant",
    "condition",
    "roll",
    "used",
    "sustained",
    "turn_end",
    "next_turn_start",
    "next_turn_end",
    "target_next_turn_start",
    "target_next_turn_end",
    "target_next_activation",
    "next_round_end",
    "encounter",
    "while_held",
    "broken",
    "unprinted",
]
"""The duration of an effect: turns are the user's unless the word says ``target``.
``condition``: as long as its conditions; ``while_held``: as long as the text's requirement is met; ``broken``: until
the creature is at half its HP or a critical hit has damaged it.
"""
Who = Literal["self", "ally", "enemy", "creature", "trigger", "square", "object"]
Where = Literal["", "adjacent", "reach", "sight", "aura", "solid"]
ActionKind = Literal[
    "stride",
    "step",
    "fly",
    "stand",
    "teleport",
    "move",
    "swap",
    "drag",
    "strike",
    "grab",
    "escape",
    "cast",
    "use",
    "summon",
    "recharge",
    "trade",
    "gain",
    "consume",
    "end turn",
    "end move",
    "enemy action",
]
MoveResult = Literal["always", "failure", "critical_failure"]
StepTargets = Literal["", "same", "different", "each", "neighbors"]

USES: tuple[Use, ...] = ("consumable", "daily", "encounter")
SAVES: tuple[Save, ...] = ("fortitude", "reflex", "will")
SAVE_RESULTS: tuple[SaveResult, ...] = ("negates", "half", "lessens", "other")
RANGE_KINDS: tuple[str, ...] = ("melee", "ranged", "self", "touch", "emanation", "burst", "cone", "line")
"""The kinds of range that cards print."""
AREA_KINDS: frozenset[str] = frozenset({"emanation", "burst", "cone", "line", "spray"})
MOVE_KINDS: tuple[str, ...] = ("push", "pull", "shunt")

NumberOrNone = Annotated[int | None, number()]
FightModifier = Annotated[int, integer(-20, 99)]
LargeModifier = Annotated[int, integer(-99, 999)]

_PARTS = Shape(
    lambda of: listed(of) or None,
    lambda fields, name: SavingThrow.parts_of(fields.optional_text(name) or ""),
    optional_text().schema,
)
_ANY_DAMAGE = "damage"
_WHOLE = frozenset({"all", "both", "either"})


@dataclass(frozen=True, slots=True)
class Range:
    """The range of an effect: a kind, its size or distance in squares, and an optional second range.

    ``squares`` is the reach, the short range or the size of an area; ``long`` the range up to which a strike takes -2;
    ``within`` the maximum distance of a burst's origin; ``aura`` marks a permanent emanation. The kind ``area`` is the
    area of the spell that grants the action, ``unprinted`` a range that no source names.
    """

    kind: str
    squares: int | None = None
    long: int | None = None
    within: int | None = None
    aura: bool = False
    other: Range | None = None

    @property
    def is_area(self) -> bool:
        """Return True if the effect fills an area."""
        return self.kind in AREA_KINDS


@dataclass(frozen=True, slots=True)
class Damage:
    """An amount of damage and all its types; ``persistent`` damage repeats each turn.

    ``choose_one``: the user picks one of the types. ``only`` names the kind of creature that takes it (``undead``),
    ``when`` the moment if it is not immediate, and ``per`` what deals it if there may be several (``missile``).
    """

    amount: Annotated[int, integer(high=9_999)]
    types: Annotated[tuple[str, ...], WRITTEN] = ()
    persistent: Annotated[bool, WRITTEN] = False
    _: KW_ONLY
    choose_one: bool = False
    only: str = ""
    when: str = ""
    per: str = ""


@dataclass(frozen=True, slots=True)
class SavingThrow:
    """A save that each target may make against the user's Power: the stat, and the effect of a success on which parts.

    ``half``: half damage, none on a critical success. ``negates``: a success prevents everything, or the parts in
    ``of``. ``lessens``: a success leaves ``on_success``. ``other``: the text says what it does. ``of`` names parts of
    the effect: conditions, ``poison damage``, ``persistent damage``, ``pushed``, ``both``. A critical failure adds
    ``on_critical_failure``, which replaces the rest if ``instead``. ``modifier`` is on the roll of the creatures in
    ``modifier_for``. ``power`` replaces the user's Power.
    """

    stat: Save
    result: SaveResult
    of: Annotated[tuple[str, ...], _PARTS, WRITTEN] = ()
    _: KW_ONLY
    on_success: tuple[str, ...] = ()
    on_critical_failure: tuple[str, ...] = ()
    instead: bool = False
    modifier: FightModifier = 0
    modifier_for: tuple[str, ...] = ()
    power: NumberOrNone = None

    @classmethod
    def parts_of(cls, text: str) -> tuple[str, ...]:
        """Split the words for parts of an effect: ``poison damage and dazzled``; anything but a plain list is not
        split.
        """
        parts = tuple(re.split(r", | and ", text)) if text else ()
        return parts if listed(parts) == text else (text,)

    @property
    def is_of_everything(self) -> bool:
        """Return True if the save applies to the whole effect: it names no part."""
        return not self.of

    @property
    def is_of_all_riders(self) -> bool:
        """Return True if the save is about everything that follows the damage of a hit."""
        return len(self.of) == 1 and self.of[0] in _WHOLE

    @property
    def damage_kinds(self) -> tuple[str, ...]:
        """The kinds of damage among the parts that it names: ``poison``, ``persistent``, or "" for any damage."""
        return tuple(part.removesuffix(_ANY_DAMAGE).rstrip() for part in self.of if part.split(" ")[-1] == _ANY_DAMAGE)


@dataclass(frozen=True, slots=True)
class ForcedMove:
    """A target is pushed, pulled or shunted by some squares: always, or only after a result of its save."""

    kind: Literal["push", "pull", "shunt"]
    squares: Annotated[int, integer(high=999)]
    on: Annotated[MoveResult, choice(get_args(MoveResult))] = "always"


@dataclass(frozen=True, slots=True)
class Resistance:
    """Damage of a type is reduced: by 5 for each die of 4 or more of ``dice`` d6, or by ``flat``.

    ``choices`` are the types of which one is picked, in place of ``type``; ``dealt_by`` limits it to one tag.
    """

    type: str
    dice: int = 0
    exceptions: tuple[str, ...] = ()
    _: KW_ONLY
    flat: int = 0
    choices: tuple[str, ...] = ()
    dealt_by: str = ""

    @property
    def amount(self) -> str:
        """The amount of the reduction: ``2d6``, ``5``."""
        return f"{self.dice}d6" if self.dice else str(self.flat)


@dataclass(frozen=True, slots=True)
class Weakness:
    """Damage of a type is raised by ``amount`` once a hit."""

    type: str
    amount: Annotated[int, integer(high=9_999)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The target of an effect: at most ``number`` creatures, or each one in reach (None).

    ``who`` may be ``trigger``: the creature of the trigger. A target needs one of the ``tags`` (``living`` is one of
    them) and one of the ``names``; it has one condition of ``having`` and none of ``not_having``. ``max_size`` is a
    size, ``its size`` that of the user, or ``less than its size``. ``with_self`` adds the user, ``without_self``
    excludes the user. An ``optional`` target may be omitted.
    """

    who: Annotated[Who, choice(get_args(Who)), WRITTEN] = "creature"
    number: Annotated[NumberOrNone, WRITTEN] = 1
    where: Annotated[Where, choice(get_args(Where))] = ""
    within: NumberOrNone = None
    max_size: str = ""
    tags: tuple[str, ...] = ()
    not_tags: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    not_names: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    not_having: tuple[str, ...] = ()
    with_self: bool = False
    without_self: bool = False
    at_random: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectStep:
    """One action of an activity: Stride twice, then make a Tusk Strike at +2.

    ``names`` are its Strikes, spells, features or creatures; one of several is chosen. A Strike without names is one
    with any melee weapon, ``melee`` or ``ranged`` limit the choice. ``times`` is how often, ``up_to`` the maximum.
    ``squares`` is the distance, ``speed`` replaces the user's own Speed and ``speed_bonus`` is added to it.
    ``modifier`` is on the Fight roll, ``rank`` that of a spell. ``optional``: the user may omit it. ``by_target``: the
    targets of the effect take it, not the user. ``after_moving``: the modifier counts once the user has moved so many
    squares. A movement goes ``to`` one of ``DESTINATIONS``, ``through`` one of ``WAYS_THROUGH`` and at ``pace`` times
    the Speed; it is ``ignoring`` kinds of terrain, and ``quiet`` names the reactions that it does not trigger.
    Strikes in ``any_order`` use each name once; ``combined`` ones add up what hits one target, with bonuses that are
    ``counted_once``. ``again``: after a hit, all steps repeat, ``times`` in all. ``reach`` replaces that of a Strike.
    """

    action: ActionKind
    names: tuple[str, ...] = ()
    times: Annotated[int, integer(1, 9)] = 1
    up_to: bool = False
    squares: NumberOrNone = None
    speed: NumberOrNone = None
    speed_bonus: LargeModifier = 0
    straight: bool = False
    modifier: FightModifier = 0
    rank: NumberOrNone = None
    targets: Annotated[StepTargets, choice(get_args(StepTargets))] = ""
    optional: bool = False
    by_target: bool = False
    after_moving: NumberOrNone = None
    pace: Annotated[Pace, choice(get_args(Pace))] = ""
    to: Annotated[str, choice(("", *DESTINATIONS))] = ""
    through: Annotated[str, choice(("", *WAYS_THROUGH))] = ""
    ignoring: tuple[str, ...] = ()
    quiet: Annotated[Quiet, choice(get_args(Quiet))] = ""
    any_order: bool = False
    combined: bool = False
    counted_once: tuple[str, ...] = ()
    again: bool = False
    on_the_way: bool = False
    reach: NumberOrNone = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """A number on rolls, stats or damage of an effect's targets, or of the user if it has none.

    ``stats`` are names of a card's stats, ``saves``, ``damage``, ``reach``. The other creature needs one of the
    conditions in ``against``; ``when`` is a circumstance of ``BONUS_CIRCUMSTANCES``. ``is_value`` replaces the card's
    number by ``by``; ``is_twice`` adds nothing, but the die is rolled twice and the higher face counts.
    """

    stats: tuple[str, ...]
    by: LargeModifier
    against: tuple[str, ...] = ()
    when: str = ""
    is_value: bool = False
    is_twice: bool = False


@dataclass(frozen=True, slots=True)
class PassiveMoment:
    """A moment of a battle at which an effect without a cost is played or announced.

    ``of`` narrows it: types of damage, names of actions, conditions, stats or skills; empty for any.
    """

    at: PassiveMomentKind
    of: tuple[str, ...] = ()


MOST_EXTRA_REACTIONS = 10


@dataclass(frozen=True, slots=True)
class ExtraReactions:
    """Reactions that a creature may take between its turns in addition to the usual one, of these names only."""

    number: Annotated[int, integer(1, MOST_EXTRA_REACTIONS)]
    names: Annotated[tuple[str, ...], text_list()]


D6 = "d6"
"""The stat of a check that is a bare d6, without any number of a creature; ``dc`` is the lowest face of a success."""


@dataclass(frozen=True, slots=True)
class Check:
    """A roll with a skill, a save or a bare d6, and its target number; ``dc`` is a fixed Power."""

    stat: str
    against: str = ""
    _: KW_ONLY
    dc: NumberOrNone = None

    @property
    def is_against_armor(self) -> bool:
        """Return True for a check against Armor instead of Power."""
        return "armor" in self.against.casefold()
