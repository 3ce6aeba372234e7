"""A spell in the hands of a caster of some rank: its heightened numbers in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from rules.effects import Effect, Resistance
from rules.spells.casting import Casting, Heightening
from rules.spells.model import Spell

_AnyEffect = TypeVar("_AnyEffect", bound=Effect)


def heightened(spell: Spell, casting: Casting, rank: int) -> Casting:
    """Return one way to cast a spell, or an action that it grants, as a caster of that rank has it."""
    # Every step up to the caster's rank adds what it says, and a step that sets a number sets it anew. Cantrips count
    # from rank 1. Spells, "Rank and heightening"; ruling 138.
    steps = [(at, step) for at, step in _steps(spell, rank) if not step.for_costs or casting.cost in step.for_costs]
    for _, step in sorted(steps, key=lambda taken: (taken[0], not _sets_damage(taken[1]))):
        casting = _with(step, casting)
    return casting


def _steps(spell: Spell, rank: int) -> Iterator[tuple[int, Heightening]]:
    """Yield each step that a caster of the rank has, with the rank at which it comes."""
    for step in spell.heighten:
        per = step.per or 1
        first = (step.from_rank or max(spell.rank, 1)) + per
        ranks = step.at_ranks or range(first, rank + 1, per)
        yield from ((at, step) for at in ranks if at <= rank)


def _sets_damage(step: Heightening) -> bool:
    return step.damage_set is not None


def _with(step: Heightening, casting: Casting) -> Casting:
    barriers, grants = casting.barriers, casting.grants
    return replace(
        _grown(step, casting),
        missiles=_plus(casting.missiles, step.missiles),
        target=replace(casting.targets, number=step.targets) if step.targets else casting.target,
        range=replace(casting.range, squares=step.squares) if step.squares and casting.range else casting.range,
        gives=(*casting.gives, *step.gives),
        then=tuple(_grown(step, part) for part in casting.then),
        barriers=replace(barriers, hp=barriers.hp + (step.hp or 0)) if barriers else None,
        grants=replace(grants, casting=_with(step, grants.casting)) if grants else None,
    )


def _grown(step: Heightening, effect: _AnyEffect) -> _AnyEffect:
    """Return an effect with the numbers of one step in place."""
    return replace(
        effect,
        damage=tuple(
            replace(damage, amount=(damage.amount if step.damage_set is None else step.damage_set) + (step.damage or 0))
            if step.only in ("", damage.only)
            else damage
            for damage in effect.damage
        ),
        heal=_plus(effect.heal, step.heal),
        temporary_hp=_plus(effect.temporary_hp, step.temporary_hp),
        reduces=_plus(effect.reduces, step.reduces),
        resist=tuple(_raised(resistance, step) for resistance in effect.resist),
    )


def _plus(amount: int | None, more: int | None) -> int | None:
    return None if amount is None else amount + (more or 0)


def _raised(resistance: Resistance, step: Heightening) -> Resistance:
    if step.resist is None and step.resist_dice is None:
        return resistance
    keeps = 1 if step.per else 0
    return replace(
        resistance,
        dice=resistance.dice * keeps + (step.resist_dice or 0),
        flat=resistance.flat * keeps + (step.resist or 0),
    )
