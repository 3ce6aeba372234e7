"""The remaining effect after a target's saves: damage, conditions, moves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.effects.model import Effect
from rules.effects.values import Damage, EffectStep, ForcedMove, Save, SavingThrow
from rules.tables.damage import BY_NAME, DAMAGE_TYPES, FREE_TYPES, canonical
from rules.tables.rolls import Degree

SUCCESSES = frozenset({Degree.SUCCESS.value, Degree.CRITICAL_SUCCESS.value})
FAILURES = frozenset({Degree.FAILURE.value, Degree.CRITICAL_FAILURE.value})
CRITICAL_FAILURE = Degree.CRITICAL_FAILURE.value
CRITICAL_SUCCESS = Degree.CRITICAL_SUCCESS.value
PERSISTENT = "persistent"
MOVED = {"push": "pushed", "pull": "pulled", "shunt": "shunted"}
"""The forced moves, and a creature's state after each."""
_BY_PLAYERS = frozenset({"stride", "step", "fly", "stand", "teleport", "move", "swap", "drag", "strike"})

_WORDS_OF_DAMAGE = frozenset(
    {"persistent", *BY_NAME, *FREE_TYPES, *(word for row in DAMAGE_TYPES for word in row.aliases)}
)

SaveResults = Mapping[str, str]
"""The results of a target's saves, by stat."""


@dataclass(frozen=True, slots=True)
class DamageShare:
    """The share of an amount of damage that a target takes after its saves."""

    none: bool = False
    halved: bool = False
    doubled: bool = False


def damage_share(effect: Effect, place: int, results: SaveResults) -> DamageShare:
    """Return the share of the damage at a place (from 0) of an effect that a target takes."""
    # A critical failure doubles the damage, a failure takes it whole. A success undoes a "negates" power and
    # halves a "half" power, which a critical success undoes. Attacks and powers, "Saving throw types".
    none = halved = doubled = False
    for save in _guards_at(effect, place):
        degree = results.get(save.stat, "")
        doubled |= degree == CRITICAL_FAILURE
        if save.result == "half":
            halved |= degree == Degree.SUCCESS.value
            none |= degree == CRITICAL_SUCCESS
        elif save.result in ("negates", "lessens"):
            none |= degree in SUCCESSES
    return DamageShare(none, halved, doubled)


def _guards_at(effect: Effect, place: int) -> list[SavingThrow]:
    """Return the saves against the damage at a place of an effect; persistent damage may be named as such."""
    if effect.damage[place].persistent:
        named = [save for save in effect.saves if any(kind.startswith(PERSISTENT) for kind in save.damage_kinds)]
        if named:
            return named
    return damage_guards(effect, place)


def damage_guards(effect: Effect, place: int) -> list[SavingThrow]:
    """Return the saves about the damage at a place (from 0) of an effect."""
    damage = effect.damage[place]
    guards = [save for save in effect.saves if _guards_damage(save, damage, weapon=effect.strike and place == 0)]
    if len(stats_of(guards)) == 1 and any(save.of for save in guards):
        # Of one stat, the save that names the part goes before the one about the whole.
        guards = [save for save in guards if save.of]
    return guards


def _guards_damage(save: SavingThrow, damage: Damage, *, weapon: bool) -> bool:
    # A save that names no part is about everything; one that names a part is about that part alone, and the damage of
    # the Strike itself is never part of "both" effects. Saving throw types; rulings 135 and 153.
    if save.is_of_everything:
        return True
    if save.is_of_all_riders:
        return not weapon
    types = set(map(canonical, damage.types))
    return any(canonical(kind) in types or kind not in _WORDS_OF_DAMAGE for kind in save.damage_kinds)


def stats_of(saves: Iterable[SavingThrow]) -> tuple[Save, ...]:
    """Return the stats of saves, each once, in their order."""
    return tuple(dict.fromkeys(save.stat for save in saves))


def given_words(effect: Effect, results: SaveResults) -> tuple[str, ...]:
    """Return the conditions and statuses that a target gains from an effect after its saves."""
    words = [word for word in effect.conditions if not _is_stopped(effect, (word,), results)]
    for save in effect.saves:
        degree = results.get(save.stat, "")
        if degree in SUCCESSES:
            words += save.on_success
        if degree == CRITICAL_FAILURE and save.on_critical_failure:
            words = [*([] if save.instead else words), *save.on_critical_failure]
    return tuple(dict.fromkeys(words))


def moves_left(effect: Effect, results: SaveResults) -> tuple[ForcedMove, ...]:
    """Return the forced moves of a target after its saves."""
    degrees = set(results.values())
    moves = []
    for move in effect.forced_moves:
        if move.on == "failure" and degrees.isdisjoint(FAILURES):
            continue
        if move.on == "critical_failure" and CRITICAL_FAILURE not in degrees:
            continue
        if not _is_stopped(effect, (MOVED[move.kind],), results):
            moves.append(move)
    return tuple(moves)


def has_whole_effect(effect: Effect, results: SaveResults) -> bool:
    """Return True if the rest of an effect (healing, bonuses) reaches a target after its saves."""
    return not _is_stopped(effect, (), results)


def _is_stopped(effect: Effect, words: Iterable[str], results: SaveResults) -> bool:
    """Return True if a save prevented what these words name; a save that names it precedes one against everything."""
    words = tuple(words)
    named = [save for save in effect.saves if set(save.of) & set(words) or (words and save.is_of_all_riders)]
    if not named:
        named = [save for save in effect.saves if save.is_of_everything]
    return any(_undoes(save, results) for save in named)


def _undoes(save: SavingThrow, results: SaveResults) -> bool:
    degree = results.get(save.stat, "")
    if save.result == "half":
        return degree == CRITICAL_SUCCESS
    return save.result in ("negates", "lessens") and degree in SUCCESSES


def is_part_stopped(effect: Effect, part: Effect, results: SaveResults) -> bool:
    """Return True if a save against the whole effect prevents a part of it by name."""
    return any(_is_named(save, part) and _undoes(save, results) for save in effect.saves)


def _is_named(save: SavingThrow, part: Effect) -> bool:
    return not {*part.gives, *(name for step in part.steps for name in step.names)}.isdisjoint(save.of)


def needed_saves(effect: Effect) -> tuple[SavingThrow, ...]:
    """Return a target's saves against the effect itself; those against its parts come with the parts."""
    return tuple(save for save in effect.saves if _is_needed(effect, save))


def _is_needed(effect: Effect, save: SavingThrow) -> bool:
    if save.is_of_everything:
        return has_content(effect) or any(
            part.on in ("failure", "success", "critical_failure", "critical_success") and not part.saves
            for part in effect.then
        )
    # What only a part does is saved against with the part, if that has the save as well.
    own = {*effect.conditions, *(MOVED[move.kind] for move in effect.forced_moves)}
    if set(save.of) & own or save.is_of_all_riders or save.damage_kinds:
        return True
    return not any(part.saves and _is_named(save, part) for part in effect.then)


def has_content(effect: Effect) -> bool:
    """Return True if the effect itself affects its targets, not only by its parts or by moves and Strikes."""
    return bool(
        effect.damage
        or effect.gives
        or effect.moves
        or effect.ends
        or effect.heal
        or effect.temporary_hp
        or effect.resist
        or effect.bonuses
        or effect.changes
        or effect.by_table
        or any(step.action not in _BY_PLAYERS for step in effect.steps)
    )


def is_attack(effect: Effect) -> bool:
    """Return True if an effect is a Strike or an offensive power: it strikes, deals damage or lets others save."""
    if effect.targets.who in ("self", "ally"):
        return False
    return effect.strike or bool(effect.damage or needed_saves(effect) or user_strikes(effect))


def attacks(effect: Effect, *, at_aims: bool = False) -> bool:
    """Return True if an effect is an attack by itself, by a part that always comes, or by each part to choose.

    ``at_aims`` leaves out the parts that have other targets than those that its user names for the whole.
    """
    is_for_friends = effect.targets.who in ("self", "ally")

    def attacks_now(part: Effect) -> bool:
        is_elsewhere = part.target is not None and part.target.who != "trigger"
        is_left_out = (at_aims and is_elsewhere) or (is_for_friends and part.target is None)
        return is_attack(part) and not is_left_out and not any(step.optional for step in part.steps)

    choices = [part for part in effect.parts if part.on == "choice"]
    always = (part for part in effect.parts if part.on == "always")
    by_choice = bool(choices) and not effect.terrain and all(map(attacks_now, choices))
    return is_attack(effect) or by_choice or any(map(attacks_now, always))


def delays_damage(effect: Effect) -> bool:
    """Return True if damage of an effect that names a moment is dealt as the effect ends by an attack of its target."""
    return bool(effect.ends_when) and {"attacks", "attacks user"}.issuperset(effect.ends_when)


def is_at_range(effect: Effect) -> bool:
    """Return True if an effect reaches others from afar and in no other way."""
    reach = effect.range
    return reach is not None and reach.kind == "ranged" and reach.other is None


def user_strikes(effect: Effect) -> tuple[EffectStep, ...]:
    """Return the Strikes that the user of an activity makes."""
    return tuple(step for step in effect.steps if step.action == "strike" and not step.by_target)
