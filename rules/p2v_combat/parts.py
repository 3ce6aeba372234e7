"""The parts of an effect: which follow its rolls, which its user chooses, and what they do in words."""

from collections.abc import Iterator

from rules.combat.resolution import ChoiceAsk, Option
from rules.effects.circumstances import PART_CIRCUMSTANCES
from rules.effects.model import Effect
from rules.p2v_combat.guards import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURES,
    SUCCESSES,
    SaveResults,
    is_part_stopped,
)
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.positions import is_near
from rules.p2v_combat.standing import stands
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import MOVES, step_words
from rules.p2v_combat.targeting import is_for
from rules.p2v_combat.uses import ActionUse
from rules.tables.rolls import Strike
from rules.text import listed

PART_CHOICE = "part:"
WHOLE = "whole"
_LATER = frozenset({"turn_start", "zone", "broken", "choice", "kept"})


def part_options(effect: Effect) -> tuple[Option, ...]:
    """Return the parts of which the user takes one, with the whole effect if they replace it."""
    options = tuple(
        Option(f"{PART_CHOICE}{number}", part_words(part))
        for number, part in enumerate(effect.parts)
        if part.on == "choice"
    )
    replaces = options and is_replaced_by_choice(effect)
    return (Option(f"{PART_CHOICE}{WHOLE}", part_words(effect)), *options) if replaces else options


def is_replaced_by_choice(effect: Effect) -> bool:
    """Return True if a chosen part stands in place of the whole: both deal damage, or both make terrain."""
    parts = [part for part in effect.then if part.on == "choice"]
    damages = bool(effect.damage) and all(part.damage for part in parts)
    return damages or (bool(effect.terrain) and all(part.terrain for part in parts))


TYPE_CHOICE = "type:"


def open_choices(use: ActionUse) -> tuple[Option, ...]:
    """Return what a user has to choose before anything is rolled: a part, or a type of damage or resistance."""
    effect = use.effect
    if part_options(effect) and not effect.strike and chosen_part(use) is None:
        return part_options(effect)
    types = [kind for damage in effect.damage if damage.choose_one for kind in damage.types]
    types += [kind for resistance in effect.resist if not resistance.type for kind in resistance.choices]
    if types and not any(choice.startswith(TYPE_CHOICE) for choice in use.chosen):
        return tuple(Option(f"{TYPE_CHOICE}{kind}", kind) for kind in dict.fromkeys(types))
    return ()


def is_redirected(effect: Effect, check: str) -> bool:
    """Return True if the movement of a part stands in place of the whole one's, because the check failed."""
    moves = (part for part in effect.then if part.on == "failure" and part.targets.who == "self")
    return check in FAILURES and any(step.action in MOVES for part in moves for step in part.steps)


def chosen_part(use: ActionUse) -> Effect | None:
    """Return the chosen part; the effect itself if the whole stays, None before the choice."""
    keys = {option.key for option in part_options(use.effect)} if use.chosen else set()
    key = next((choice for choice in use.chosen if choice in keys), None)
    if key is None:
        return None
    place = key.removeprefix(PART_CHOICE)
    return use.effect if place == WHOLE else use.effect.parts[int(place)]


def part_words(part: Effect) -> str:
    """Return a part in a few words, for the question which one to take."""
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


def own_parts(state: BattleState, use: ActionUse) -> Iterator[Effect]:
    """Yield the parts that always come for its user, by no term that is about a target."""
    always = (part for part in use.effect.parts if part.on == "always" and part.when != BY_TRADITION)
    yield from (p for p in always if p.targets.who == "self" and is_for(state, use.user, use.user, p.targets))


def parts_that_come(
    state: BattleState, use: ActionUse, aim: AimedTarget, *, strike: str, saves: SaveResults, check: str
) -> Iterator[Effect]:
    """Yield the parts that follow for one target after its rolls, without those for its user."""
    ends = {*saves.values(), check} - {""}
    effect = use.effect
    rarer = {part.on for part in effect.then} & {"critical_success"}
    for part in effect.parts:
        is_own = part.on == "always" and part.targets.who == "self" and part.when != BY_TRADITION
        if part.on in _LATER or is_own:
            continue
        if not _comes(part, strike, ends, rarer=bool(rarer)) or is_part_stopped(effect, part, saves):
            continue
        if not _may_hold(state, use, aim, part.when):
            continue
        if (
            part.target is None
            or part.target.who == "self"
            or chooses_target(use, part, aim)
            or is_for(state, use.user, aim.creature, part.target)
        ):
            yield part


def chooses_target(use: ActionUse, part: Effect, aim: AimedTarget) -> bool:
    """Return True if the user picks the target of a part: the whole effect is on itself, and the part on another."""
    is_own = aim.creature == use.user and use.effect.targets.who == "self"
    return is_own and part.target is not None and part.target.who in ("enemy", "ally", "creature")


NEXT_TO_ANOTHER, REACHED, COLLIDES = "next_to_another", "reached", "collides"
ASKED_AFTERWARD = frozenset({COLLIDES, NEXT_TO_ANOTHER, REACHED})
"""Circumstances of a part that only show once the rest has happened."""


YES, NO = "yes", "no"


def afterward_ask(state: BattleState, use: ActionUse, part: Effect, aim: AimedTarget) -> ChoiceAsk | None:
    """Return the question whether a part comes that only shows now; or for whom, if it is for another creature.

    None if a board shows the answer.
    """
    options: tuple[Option, ...] = (Option(YES, "Yes"), Option(NO, "No"))
    if part.when == NEXT_TO_ANOTHER:
        others = _neighbors(state, aim.creature)
        options = (*(Option(other, state.name(other)) for other in others), Option(NO, "No one else"))
    if stands(state, aim.creature) and (part.when in (REACHED, COLLIDES) or len(options) == 1):
        return None
    reason = f"{use.name}: {PART_CIRCUMSTANCES[part.when or NEXT_TO_ANOTHER]}?"
    return ChoiceAsk(state.combatants[use.user].side, reason, options)


def _neighbors(state: BattleState, creature: str) -> list[str]:
    """Return the other creatures in play that a board does not show away from a creature."""
    others = (other.id for other in state.combatants.values() if other.is_in_play and other.id != creature)
    return [other for other in others if is_near(state, creature, other, "adjacent", None)]


def is_shown_not_to_come(state: BattleState, use: ActionUse, part: Effect, aim: AimedTarget) -> bool:
    """Return True if a board shows that a part does not come: its target met nothing, is away, or is alone."""
    if state.board is None or not stands(state, aim.creature):
        return False
    if part.when == COLLIDES:
        return aim.creature not in state.board.stopped
    if part.when == NEXT_TO_ANOTHER:
        return not _neighbors(state, aim.creature)
    return part.when == REACHED and not is_near(state, use.user, aim.creature, "adjacent", None)


BY_TRADITION = "divine_or_primal"


def _casts(state: BattleState, creature: str) -> bool:
    casters = (feature.caster for feature in state.fielded(creature).features if feature.caster)
    return any(caster.tradition.casefold() in BY_TRADITION.split("_or_") for caster in casters)


def _may_hold(state: BattleState, use: ActionUse, aim: AimedTarget, when: str | None) -> bool:
    """Return True unless what is known contradicts the circumstance of a part."""
    if when == "penalized":
        acting = state.acting(use.user)
        return acting is not None and not use.is_reaction and acting.fight_actions > 0
    if when == BY_TRADITION:
        return _casts(state, aim.creature)
    return when is None or when in ASKED_AFTERWARD or when.replace("_", " ") in aim.circumstances.holds


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


def later_words(effect: Effect) -> tuple[str, ...]:
    """Return the later parts of an effect, for the players to remember."""
    words = []
    for part in effect.parts:
        if part.on == "zone":
            words.append(f"A creature that enters the area later, or ends its turn there: {part_words(part)}.")
        elif part.on == "turn_start":
            words.append(f"At the start of each of its turns: {part_words(part)}.")
    return tuple(words)
