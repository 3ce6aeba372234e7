"""An effect: what a feature, spell, item, feat, universal action or piece of terrain does, as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from rules.effects.circumstances import TriggerChange
from rules.effects.limits import EndsWhen
from rules.effects.triggers import ReactionTrigger
from rules.effects.values import (
    MOVE_KINDS,
    Bonus,
    Check,
    Cost,
    Damage,
    EffectStep,
    ExtraReactions,
    ForcedMove,
    Lasts,
    Outcome,
    PassiveMoment,
    Precondition,
    Range,
    Resistance,
    SavingThrow,
    Target,
    Use,
)
from rules.text import natural_number

_EACH = Target(number=None)
_ONE = Target()
_SELF = Target(who="self")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What happens, to whom and at what cost. Cards, spells, items and others inherit or contain it.

    ``cost`` is in action points ("0" a free action, "reaction", None for passive effects), ``uses`` one entry for each
    box. ``trigger`` is the text of its precondition, and ``precondition`` says whether that is a trigger or a
    requirement; ``triggers`` are the events that set a reaction off, as data. ``strike`` means a Fight roll against
    Armor, with the effect on a hit. ``gives`` lists unconditional conditions and statuses, bans (``cannot move``) and
    forced moves (``push 2``); ``ends`` those that it removes. ``reduces`` is the reduction of the trigger's damage,
    ``terrain`` the new terrain of the area. ``steps`` are the actions of an activity, in order. ``ends_when`` is what
    ends it before ``lasts`` does: if only attacks of its target do, damage with a moment of its own is dealt then.
    ``ignores`` is what its target disregards: ``cover``, ``concealment``, kinds of terrain. ``moments`` are when a
    battle plays or announces an effect without a cost, ``extra_reactions`` what its creature has in addition to its one
    reaction. ``changes`` is what it changes about its trigger.

    ``then`` are parts with their own target, save, damage or cost; ``on`` and ``when`` (of ``PART_CIRCUMSTANCES``) say
    when such a part comes, and ``parent_damage`` which entries of the whole effect's damage it shares, counted from 1.
    Damage of the whole and of its parts grows with a level-up. ``unprinted`` names the fields that a card does not
    print in its top line. ``by_table``: the text says more than the fields, and the players apply it.
    ``read_from_text``: a reader of documents took fields from sentences.
    """

    cost: Cost | None = None
    uses: tuple[Use, ...] = ()
    once_per_turn: bool = False
    trigger: str | None = None
    precondition: Precondition | None = None
    triggers: tuple[ReactionTrigger, ...] = ()
    range: Range | None = None
    strike: bool = False
    target: Target | None = None
    damage: tuple[Damage, ...] = ()
    heal: int | None = None
    temporary_hp: int | None = None
    reduces: int | None = None
    saves: tuple[SavingThrow, ...] = ()
    gives: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    moves: tuple[ForcedMove, ...] = ()
    resist: tuple[Resistance, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    steps: tuple[EffectStep, ...] = ()
    skill_check: Check | None = None
    changes: TriggerChange | None = None
    terrain: tuple[str, ...] = ()
    lasts: Lasts | None = None
    ends_when: tuple[EndsWhen, ...] = ()
    ignores: tuple[str, ...] = ()
    moments: tuple[PassiveMoment, ...] = ()
    extra_reactions: ExtraReactions | None = None
    then: tuple[Effect, ...] = ()
    on: Outcome = "always"
    when: str | None = None
    parent_damage: tuple[int, ...] = ()
    unprinted: frozenset[str] = frozenset()
    by_table: bool = False
    read_from_text: bool = False

    def __post_init__(self) -> None:
        # What precedes an action with a cost in AP is a requirement, anything else a trigger, unless it is said.
        if self.trigger and self.precondition is None:
            default = "requirement" if self.cost in ("1", "2", "3") else "trigger"
            object.__setattr__(self, "precondition", default)

    @property
    def is_in_area(self) -> bool:
        """Return True if the effect fills an area."""
        return self.range is not None and self.range.is_area

    def is_printed(self, name: str) -> bool:
        """Return True unless that field is only in the card's sentence."""
        return name not in self.unprinted

    @property
    def action_points(self) -> int:
        """The action points that it costs; 0 for free actions, reactions and passives."""
        return int(self.cost) if self.cost and self.cost.isdigit() else 0

    @property
    def is_reaction(self) -> bool:
        """Return True if the effect costs a reaction."""
        return self.cost == "reaction"

    @property
    def targets(self) -> Target:
        """The targets of the effect: its own, or else each creature of its area, the user alone, or one creature."""
        if self.target is not None:
            return self.target
        if self.is_in_area:
            return _EACH
        return _SELF if self.range is not None and self.range.kind == "self" else _ONE

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions and statuses of the effect, without forced moves."""
        return tuple(word for word in self.gives if forced_move(word) is None)

    @property
    def forced_moves(self) -> tuple[ForcedMove, ...]:
        """The forced moves of targets, those among ``gives`` first."""
        return (*filter(None, map(forced_move, self.gives)), *self.moves)

    @property
    def immediate_damage(self) -> tuple[Damage, ...]:
        """The damage that is dealt at once."""
        return tuple(damage for damage in self.damage if not damage.persistent)

    @property
    def parts(self) -> tuple[Effect, ...]:
        """The parts of ``then``, with the damage that they share with the whole effect."""
        return tuple(
            replace(part, damage=(*self._shared_damage(part.parent_damage), *part.damage))
            if part.parent_damage
            else part
            for part in self.then
        )

    def _shared_damage(self, numbers: tuple[int, ...]) -> Iterator[Damage]:
        """Yield the entries of damage with these numbers; a number of none has none."""
        return (self.damage[number - 1] for number in numbers if 0 < number <= len(self.damage))

    def everything(self) -> Iterator[Effect]:
        """Yield the effect and its parts, theirs included."""
        yield self
        for part in self.parts:
            yield from part.everything()

    def with_steps_by(self, *, target: bool) -> Self:
        """Return the same with its steps, and those of its parts, taken by its target, or else by its user."""
        steps = tuple(replace(step, by_target=target) for step in self.steps)
        return replace(self, steps=steps, then=tuple(part.with_steps_by(target=target) for part in self.then))

    @property
    def growing_damage(self) -> tuple[Damage, ...]:
        """The damage that a level-up changes: the effect's own, then that of its parts, except damage to its user."""
        parts = (part for part in self.then if part.targets.who != "self")
        return (*self.damage, *(damage for part in parts for damage in part.growing_damage))

    def with_amounts(self, amounts: Iterable[int]) -> Self:
        """Return the effect with those amounts of its growing damage, in the same order; its text follows."""
        return self._with_amounts(iter(amounts))

    def _with_amounts(self, amounts: Iterator[int]) -> Self:
        damage = tuple([replace(damage, amount=next(amounts)) for damage in self.damage])
        parts = [part if part.targets.who == "self" else part._with_amounts(amounts) for part in self.then]
        return replace(self, damage=damage, then=tuple(parts))

    @property
    def is_left_to_table(self) -> bool:
        """Return True if the text of the effect or of one of its parts says more than its fields."""
        return any(effect.by_table for effect in self.everything())

    @property
    def strikes(self) -> tuple[EffectStep, ...]:
        """The Strikes among the steps of the effect and of its parts."""
        return tuple(step for effect in self.everything() for step in effect.steps if step.action == "strike")


def forced_move(word: str) -> ForcedMove | None:
    """Return the forced move of a word of ``gives`` (``push 2``), or None.

    >>> forced_move("pull 4")
    ForcedMove(kind='pull', squares=4, on='always')
    """
    kind, _, text = word.partition(" ")
    squares = natural_number(text, 3)
    if kind in MOVE_KINDS and squares is not None:
        return ForcedMove(kind, squares)  # type: ignore[arg-type] # it is one of MOVE_KINDS
    return None


LABEL = "By the table"
MEANING = "The players apply the part of the text that Muster does not track."
