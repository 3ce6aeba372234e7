"""What a spell is made of: the actions that cast it, what they do, and how it grows with the caster's rank.

Distances and areas are squares. Everything is as the spell sheets print it; what they leave open is None here
and has a note on the spell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

AP = Literal["0", "1", "2", "3", "reaction"]
RangeKind = Literal[
    "self",
    "touch",
    "melee",
    "ranged",
    "melee_or_ranged",
    "self_or_touch",
    "self_or_ranged",
    "sight",
    "burst",
    "emanation",
    "cone",
    "line",
    "spray",
    "area",
    "unprinted",
]
Lasts = Literal[
    "instant",
    "condition",
    "roll",
    "used",
    "sustained",
    "caster_turn_end",
    "caster_next_turn_start",
    "caster_next_turn_end",
    "target_next_turn_end",
    "target_next_activation",
    "encounter",
    "unprinted",
]
AREA_KINDS: frozenset[RangeKind] = frozenset({"burst", "emanation", "cone", "line", "spray"})


@dataclass(frozen=True, slots=True)
class Range:
    """Where a spell reaches: ``squares`` is the range of a target or the size of an area.

    ``within`` is the distance to the middle of a burst; ``aura`` marks an emanation that stays. ``area`` is the
    spell's own area, for an action that the spell grants; ``unprinted`` says that the sheet names no range.
    """

    kind: RangeKind
    squares: int | None = None
    within: int | None = None
    aura: bool = False

    @property
    def label(self) -> str:
        """The range as a card's top line has it: ``Ranged 6``, ``Burst 3 within 20``; empty if unprinted."""
        if self.kind == "unprinted":
            return ""
        words = [self.kind.replace("_", " ").capitalize()]
        if self.squares is not None:
            words.append(str(self.squares))
        if self.within is not None:
            words.append(f"within {self.within}")
        if self.aura:
            words.append("aura")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage dealt: of all ``types`` at once, or of the one that the caster picks (``choose_one``).

    ``only`` names the kind of creature that takes it, ``when`` the moment if it is not the casting itself, and
    ``per`` the thing that deals it if there may be several ("missile"). No types: the sheet prints none.
    """

    amount: int
    types: tuple[str, ...] = ()
    choose_one: bool = False
    only: str = ""
    when: str = ""
    per: str = ""


@dataclass(frozen=True, slots=True)
class Save:
    """The saving throw of each target against the caster's Power (core rules, "Using a power").

    ``half``: half damage, none on a critical success. ``negates``: a success leaves nothing, or only takes away
    what ``of`` names. ``lessens``: a success leaves what ``on_success`` names. A critical failure adds
    ``on_critical_failure``, which replaces the rest if ``instead``. ``modifier`` is on the roll of the creatures
    that ``modifier_for`` names.
    """

    stat: Literal["fortitude", "reflex", "will"]
    result: Literal["half", "negates", "lessens"]
    of: tuple[str, ...] = ()
    on_success: tuple[str, ...] = ()
    on_critical_failure: tuple[str, ...] = ()
    instead: bool = False
    modifier: int = 0
    modifier_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Push:
    """A target is moved away by some squares: always, on a failed save, or only on a critical failure."""

    squares: int
    on: Literal["always", "failure", "critical_failure"]


@dataclass(frozen=True, slots=True)
class Resistance:
    """Resistance as the sheet prints it: dice ("2d6") or a flat number ("5"), to all types or to one picked."""

    amount: str
    types: tuple[str, ...]
    choose_one: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """A roll that the caster makes: a save's or a skill's name, and what it is rolled against (may be empty)."""

    stat: str
    against: str = ""


@dataclass(frozen=True, slots=True)
class Barriers:
    """Barriers that a spell sets up: at most ``most`` of ``length`` by ``width`` squares, laid out in one shape."""

    most: int
    length: int
    width: int
    layout: str
    armor: int
    hardness: int
    hp: int


@dataclass(frozen=True, slots=True)
class Exemption:
    """What one kind of target gets in place of the spell's usual effect."""

    target: str
    gives: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """One way to cast a spell (a casting takes one of them), or an action that a spell grants.

    ``ap`` is the price: action points, "0" for a free action, "reaction" with its ``trigger``. ``strike`` means a
    Fight roll against Armor, with the effect on a hit only. ``target`` is the kind of creature it may be cast on
    and ``targets`` how many; ``who`` says it in words where it is nobody in particular. ``gives`` holds conditions,
    statuses, senses and bans, timed as such. ``prevents`` is damage taken off a blow. ``before`` and ``after`` are
    sentences of what has no field of its own; in them ``{target}``, ``{area}``, ``{squares}`` and ``{prevents}`` (a
    capital for a sentence's start) stand for the fields' words.
    """

    ap: AP
    range: Range
    trigger: str = ""
    strike: bool = False
    target: str = "creature"
    targets: int | None = None
    who: str = ""
    damage: tuple[Damage, ...] = ()
    heal: int | None = None
    temporary_hp: int | None = None
    prevents: int | None = None
    save: Save | None = None
    gives: tuple[str, ...] = ()
    exemptions: tuple[Exemption, ...] = ()
    on_critical_hit: tuple[str, ...] = ()
    push: Push | None = None
    teleport: int | Literal["any"] | None = None
    missiles: int | None = None
    resist: Resistance | None = None
    barriers: Barriers | None = None
    check: Check | None = None
    grants: Granted | None = None
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Granted:
    """An action that the caster has while the spell lasts."""

    name: str
    action: Action


@dataclass(frozen=True, slots=True)
class Heighten:
    """What a caster of higher rank adds: once for every ``per`` ranks, or at each of ``at_ranks``; steps add up.

    Ranks are counted from the spell's own, or from ``from_rank``. ``damage``, ``heal``, ``hp`` (of barriers),
    ``temporary_hp``, ``missiles`` and ``prevents`` are added; ``damage_set``, ``squares`` and ``targets`` replace;
    ``resist`` is added with ``per`` and replaces at a rank. ``for_ap`` names the actions it is for (empty: all),
    ``only`` the kind of creature that takes the damage. ``also`` is a clause of what has no field of its own.
    """

    per: int | None = None
    at_ranks: tuple[int, ...] = ()
    from_rank: int | None = None
    for_ap: tuple[AP, ...] = ()
    only: str = ""
    damage: int | None = None
    damage_set: int | None = None
    heal: int | None = None
    hp: int | None = None
    temporary_hp: int | None = None
    missiles: int | None = None
    prevents: int | None = None
    resist: str = ""
    targets: int | None = None
    squares: int | None = None
    gives: tuple[str, ...] = ()
    also: str = ""
