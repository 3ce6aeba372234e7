"""The parts of an effect: which of them come after what the rolls brought, and which the user chooses."""

from __future__ import annotations

from collections.abc import Iterator

from rules.combat.asks import Option
from rules.effects import Effect
from rules.p2v_combat.fitting import is_for
from rules.p2v_combat.guards import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURES,
    SUCCESSES,
    SaveResults,
    is_part_stopped,
)
from rules.p2v_combat.positions import AimedTarget
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import step_words
from rules.p2v_combat.uses import ActionUse
from rules.tables.rolls import Strike
from rules.text import listed

PART_CHOICE = "part:"
WHOLE = "whole"
_LATER = frozenset({"turn_start", "zone", "broken", "choice"})


def replaces_whole(effect: Effect) -> bool:
    """Return True if the choices of an effect stand in place of the whole: it deals damage, and so do they."""
    choices = [part for part in effect.then if part.on == "choice"]
    return bool(effect.damage and choices) and all(part.damage for part in choices)


def part_options(effect: Effect) -> tuple[Option, ...]:
    """Return the parts of which the user takes one, with the whole effect as it is where they replace it."""
    options = tuple(
        Option(f"{PART_CHOICE}{number}", part_words(part))
        for number, part in enumerate(effect.parts)
        if part.on == "choice"
    )
    return (Option(f"{PART_CHOICE}{WHOLE}", part_words(effect)), *options) if replaces_whole(effect) else options


def chosen_part(use: ActionUse) -> Effect | None:
    """Return the part that was chosen; the effect itself where the whole stays, None while nothing was chosen."""
    keys = {option.key for option in part_options(use.effect)}
    key = next((one for one in use.chosen if one in keys), None)
    if key is None:
        return None
    place = key.removeprefix(PART_CHOICE)
    return use.effect if place == WHOLE else use.effect.parts[int(place)]


def part_words(part: Effect) -> str:
    """Say a part in a few words, for the question which one it is to be."""
    words = []
    if part.skill_check is not None:
        check = part.skill_check
        words.append(" ".join(filter(None, (check.stat, f"Power {check.dc}" if check.dc else ""))))
    for damage in part.damage:
        words.append(f"{damage.amount} {listed(damage.types, 'or' if damage.choose_one else 'and')} damage")
    words += part.gives
    words += [f"{kind} terrain" for kind in part.terrain]
    words += [
        step_words(step) if step.action in ("strike", "cast", "use", "grab") else step.action.capitalize()
        for step in part.steps
    ]
    if part.heal:
        words.append(f"heal {part.heal}")
    return listed(words) or "Nothing more"


def parts_that_come(
    state: BattleState, use: ActionUse, aim: AimedTarget, *, strike: str, saves: SaveResults, check: str
) -> Iterator[Effect]:
    """Yield the parts that follow for one target, as its rolls ended; what its user takes is left out."""
    ends = {*saves.values(), check} - {""}
    effect = use.effect
    rarer = {part.on for part in effect.then} & {"critical_success"}
    for part in effect.parts:
        if part.on in _LATER or (part.on == "always" and part.targets.who == "self"):
            continue
        if not _comes(part, strike, ends, rarer=bool(rarer)) or is_part_stopped(effect, part, saves):
            continue
        if part.target is None or part.target.who == "self" or is_for(state, use.user, aim.creature, part.target):
            yield part


def _comes(part: Effect, strike: str, ends: set[str], *, rarer: bool) -> bool:
    match part.on:
        case "hit":
            return bool(strike)
        case "critical_hit":
            return strike == Strike.CRITICAL_HIT.value
        case "failure":
            return not ends.isdisjoint(FAILURES)
        case "critical_failure":
            return CRITICAL_FAILURE in ends
        case "success":
            # Where a critical success has a part of its own, that one comes instead.
            return not ends.isdisjoint(SUCCESSES) and not (rarer and CRITICAL_SUCCESS in ends)
        case "critical_success":
            return CRITICAL_SUCCESS in ends
    return True


def self_parts(effect: Effect) -> tuple[Effect, ...]:
    """Return the parts that come for the user itself, once."""
    return tuple(part for part in effect.parts if part.on == "always" and part.targets.who == "self")


def later_words(effect: Effect) -> tuple[str, ...]:
    """Say what of an effect comes later, for the players to keep in mind."""
    words = []
    for part in effect.parts:
        if part.on == "zone":
            words.append(f"A creature that enters the area later, or ends its turn there: {part_words(part)}.")
        elif part.on == "turn_start":
            words.append(f"At the start of each of its turns: {part_words(part)}.")
    return tuple(words)
