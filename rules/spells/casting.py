"""The parts of a spell: the ways to cast it, each an effect, and how it grows with the caster's rank.

Distances and areas are squares. Everything is as the spell sheets print it; what they leave open is None here and has a
note on the spell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.effects.model import Effect
from rules.effects.values import Cost


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Casting(Effect):
    """One way to cast a spell (a casting uses one of them), or an action that a spell grants.

    ``trigger`` is a clause, and ``lasts`` the duration of the spell. ``missiles`` hit without a roll, each for the
    whole damage. ``target_text`` names the targets in sentences if the words of the fields do not fit. ``before`` and
    ``after`` are sentences about what no field, or no phrase of the grammar, covers; in them ``{target}``, ``{area}``,
    ``{squares}`` and ``{reduces}`` (a capital for a sentence's start) are replaced by the fields' words.
    """

    target_text: str = ""
    missiles: int | None = None
    barriers: Barriers | None = None
    grants: GrantedAction | None = None
    before: str = ""
    after: str = ""

    def all_effects(self) -> Iterator[Effect]:
        """Yield the casting, its parts, and those of the action that it grants."""
        yield from self.everything()
        if self.grants is not None:
            yield from self.grants.casting.all_effects()


@dataclass(frozen=True, slots=True)
class GrantedAction:
    """An action of the caster while the spell lasts, or of the user of an item."""

    name: str
    casting: Casting
    is_spell: bool = True


@dataclass(frozen=True, slots=True)
class Heightening:
    """The bonus for a caster of higher rank: once for every ``per`` ranks, or at each of ``at_ranks``; steps add up.

    Ranks are counted from the spell's own, or from ``from_rank``. ``damage``, ``heal``, ``hp`` (of barriers),
    ``temporary_hp``, ``missiles`` and ``reduces`` are added; ``damage_set``, ``squares`` and ``targets`` replace;
    ``resist_dice`` (d6) and ``resist`` are added with ``per`` and replace at a rank. ``for_costs`` names the castings
    to which it applies (empty: all), ``only`` the kind of creature that takes the damage. ``also`` is a clause for what
    no sentence covers; with ``in_fields``, the fields say all of it. ``then`` are further parts, ``stays``: nothing
    ends the spell early any more.
    """

    per: int | None = None
    at_ranks: tuple[int, ...] = ()
    from_rank: int | None = None
    for_costs: tuple[Cost, ...] = ()
    only: str = ""
    damage: int | None = None
    damage_set: int | None = None
    heal: int | None = None
    hp: int | None = None
    temporary_hp: int | None = None
    missiles: int | None = None
    reduces: int | None = None
    resist_dice: int | None = None
    resist: int | None = None
    targets: int | None = None
    squares: int | None = None
    gives: tuple[str, ...] = ()
    then: tuple[Effect, ...] = ()
    also: str = ""
    in_fields: bool = False
    stays: bool = False

    @property
    def resistance(self) -> str:
        """The resistance as sentences have it: ``4d6``, ``10``; empty if it does not change."""
        return f"{self.resist_dice}d6" if self.resist_dice else str(self.resist or "")
