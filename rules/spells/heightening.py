"""A spell in the hands of a caster of some rank: its heightened numbers in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.spells.model import Spell
from rules.spells.parts import Action, Heighten


def heightened(spell: Spell, action: Action, rank: int) -> Action:
    """Return one way to cast a spell, or an action that it grants, as a caster of that rank has it.

    Damage, missiles, the number of targets, the size of the area and what the spell gives are those of the rank;
    everything else stays as the sheet prints it.
    """
    # Every step up to the caster's rank adds what it says, and a step that sets a number sets it anew. Cantrips count
    # from rank 1. Spells, "Rank and heightening"; ruling 138.
    steps = [(at, step) for at, step in _steps(spell, rank) if not step.for_ap or action.ap in step.for_ap]
    for _, step in sorted(steps, key=lambda taken: (taken[0], not _sets(taken[1]))):
        action = _with(step, action)
    return action


def _steps(spell: Spell, rank: int) -> Iterator[tuple[int, Heighten]]:
    """Yield each step that a caster of the rank has, with the rank at which it comes."""
    for step in spell.heighten:
        per = step.per or 1
        first = (step.from_rank or max(spell.rank, 1)) + per
        ranks = step.at_ranks or range(first, rank + 1, per)
        yield from ((at, step) for at in ranks if at <= rank)


def _sets(step: Heighten) -> bool:
    return step.damage_set is not None


def _with(step: Heighten, action: Action) -> Action:
    damage = tuple(
        replace(one, amount=(one.amount if step.damage_set is None else step.damage_set) + (step.damage or 0))
        if step.only in ("", one.only)
        else one
        for one in action.damage
    )
    return replace(
        action,
        damage=damage,
        missiles=action.missiles + (step.missiles or 0) if action.missiles else None,
        targets=step.targets or action.targets,
        range=replace(action.range, squares=step.squares or action.range.squares),
        gives=(*action.gives, *step.gives),
    )
