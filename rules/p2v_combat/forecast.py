"""The forecast of an action: the number needed, the chances, the average damage.

It uses the same numbers and the same damage as the action itself.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

from rules.p2v_combat.board_aims import settled
from rules.p2v_combat.guards import SaveResults, needed_saves, stats_of
from rules.p2v_combat.numbers import AimedTarget, BattleNumber, NamedModifier
from rules.p2v_combat.odds import FACES, RollEnds, average_taken
from rules.p2v_combat.options import refusal, targets_refusal
from rules.p2v_combat.outcomes import damage_to_target
from rules.p2v_combat.parts import TYPE_CHOICE
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.steps import find_action, own_action, use_of
from rules.p2v_combat.tasks.checks import save_test
from rules.p2v_combat.tasks.damage import Blow, defences, flat_resistance
from rules.p2v_combat.tasks.strikes import concealing_pieces, covering_pieces, strike_test, wrestling_test
from rules.p2v_combat.tasks.task import D20Test
from rules.p2v_combat.uses import ActionUse
from rules.tables.cover import STOPPING_FACE
from rules.tables.damage import Defences, IncomingDamage, is_immune, resistance_dice, weakness_amount
from rules.tables.rolls import Degree, Strike

NOTHING = Fraction(0)
_D6_FACES = 6
_WHOLE = Fraction(1)
_HITS = (Strike.HIT.value, Strike.CRITICAL_HIT.value)
_FAILURES = (Degree.FAILURE.value, Degree.CRITICAL_FAILURE.value)
NO_ROLL: RollEnds = (("", len(FACES)),)
"""The text for an effect without a roll."""

ExpectedOutcomes = tuple[tuple[str, Fraction], ...]
"""The outcomes of a roll, each with its probability."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollForecast:
    """A roll of an action: its purpose, the lowest face that succeeds, its outcomes, and the numbers compared."""

    reason: str
    creature: str
    need: int | None
    outcomes: ExpectedOutcomes
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetForecast:
    """The forecast of an action for one target.

    ``passes`` is the chance that cover and concealment do not stop it, ``damage`` the average in points if they do not,
    None without immediate damage.
    """

    creature: str
    rolls: tuple[RollForecast, ...]
    damage: Fraction | None
    passes: Fraction = _WHOLE


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionForecast:
    """The forecast of an action; ``refusal`` says why it cannot be taken like this."""

    refusal: str = ""
    targets: tuple[TargetForecast, ...] = ()


def forecast(
    state: BattleState,
    creature: str,
    action: str,
    way: str = "",
    targets: tuple[AimedTarget, ...] = (),
    choices: tuple[str, ...] = (),
    *,
    is_step: bool = False,
) -> ActionForecast:
    """Return the forecast of a creature's action at these targets; ``is_step`` marks a step of an activity."""
    find = find_action if is_step else own_action
    chosen_action = find(state, creature, action) if creature in state.combatants else None
    how = chosen_action.way(way) if chosen_action else None
    if chosen_action is None or how is None:
        return ActionForecast(refusal="This creature has no such action.")
    refused = "" if is_step else refusal(state, creature, chosen_action, how)
    refused = refused or targets_refusal(state, creature, how.effect, targets)
    use = use_of(creature, chosen_action, how, chosen=choices)
    known = [settled(state, creature, how.effect, aim) for aim in targets if aim.creature in state.combatants]
    return ActionForecast(refusal=refused, targets=tuple(target_forecast(state, use, aim) for aim in known))


def odds_words(targets: Iterable[TargetForecast]) -> str:
    """Return the odds of an action in a few words, "hits 45%", "" without a roll; a range for several targets.

    Cover and concealment count. Critical hits count as hits, critical failures of saves as failures.
    """
    shares: dict[str, list[int]] = {}
    for target in targets:
        for roll in target.rolls:
            outcomes = dict(roll.outcomes)
            verb, words = ("hits", _HITS) if Strike.MISS.value in outcomes else ("save fails", _FAILURES)
            share = sum((outcomes.get(word, NOTHING) for word in words), NOTHING)
            passes = target.passes if roll is target.rolls[0] else _WHOLE
            shares.setdefault(verb, []).append(round(share * passes * 100))
    return ", ".join(f"{verb} {_range_words(percents)}%" for verb, percents in shares.items())


def _range_words(numbers: list[int]) -> str:
    least, most = min(numbers), max(numbers)
    return f"{least}" if least == most else f"{least}–{most}"


def target_forecast(state: BattleState, use: ActionUse, aim: AimedTarget) -> TargetForecast:
    """Return the forecast of an effect for one target."""
    stats = stats_of(needed_saves(use.effect))
    rolls: list[RollForecast] = []
    strike = NO_ROLL
    if use.effect.strike:
        test = strike_test(state, use, aim)
        rolls.append(_roll(test))
        strike = test.chances
    if use.is_wrestling:
        return TargetForecast(creature=aim.creature, rolls=tuple(_wrestling(state, use, aim)), damage=None)
    tests = [save_test(state, use, aim, stat) for stat in stats]
    rolls += map(_roll, tests)
    return TargetForecast(
        creature=aim.creature,
        rolls=tuple(rolls),
        damage=average_damage(
            state, use, aim, strike, {stat: test.chances for stat, test in zip(stats, tests, strict=True)}
        ),
        passes=_passes(state, use, aim),
    )


def outcome_shares(test: D20Test) -> ExpectedOutcomes:
    """Return the outcomes of a d20, each with its probability; none if only the total counts."""
    if test.is_twice:
        # The higher of two dice is a face in as many ways as there are pairs with it and nothing above it.
        shares: dict[str, Fraction] = {}
        for face in FACES:
            word = test.outcome(face)
            shares[word] = shares.get(word, NOTHING) + Fraction(2 * face - 1, len(FACES) ** 2)
        return tuple(shares.items())
    return tuple((word, Fraction(faces, len(FACES))) for word, faces in test.chances)


def _roll(test: D20Test) -> RollForecast:
    why = (test.number.why, *([test.against.why] if test.against else []))
    return RollForecast(
        reason=test.reason, creature=test.creature, need=test.need, outcomes=outcome_shares(test), why=why
    )


def _wrestling(state: BattleState, use: ActionUse, aim: AimedTarget) -> Iterator[RollForecast]:
    """Yield the save against a Fight roll, over all faces of both dice."""
    fight = wrestling_test(state, use, aim)
    shares: dict[str, Fraction] = {}
    why: tuple[str, ...] = (fight.number.why,)
    for stat in stats_of(use.effect.saves):
        for face in FACES:
            power = BattleNumber("Power", (NamedModifier("Fight roll", face + fight.number.value),))
            test = save_test(state, replace(use, power=power), aim, stat)
            why = (fight.number.why, test.number.why)
            for word, share in outcome_shares(test):
                shares[word] = shares.get(word, NOTHING) + share / len(FACES)
    yield RollForecast(reason=fight.reason, creature=fight.creature, need=None, outcomes=tuple(shares.items()), why=why)


def average_damage(
    state: BattleState, use: ActionUse, aim: AimedTarget, strike: RollEnds, saves: Mapping[str, RollEnds]
) -> Fraction | None:
    """Return the average damage over all outcomes of the rolls; None without immediate damage."""
    if not use.effect.immediate_damage:
        return None
    types = dict.fromkeys(kind for damage in use.effect.damage if damage.choose_one for kind in damage.types)
    if types and not any(choice.startswith(TYPE_CHOICE) for choice in use.chosen):
        # Who may pick a type picks the one that hurts most: ruling 156.
        chosen = (replace(use, chosen=(*use.chosen, f"{TYPE_CHOICE}{kind}")) for kind in types)
        return max((average_damage(state, use, aim, strike, saves) or NOTHING for use in chosen), default=NOTHING)
    return expected_damage(
        lambda outcome, results: damage_to_target(state, use, aim, outcome, results).blows,
        defences(state, aim.creature),
        strike,
        saves,
    )


def expected_damage(
    dealt: Callable[[str, SaveResults], Iterable[Blow]],
    target: Defences,
    strike: RollEnds,
    saves: Mapping[str, RollEnds],
) -> Fraction:
    """Return the average damage to a target, temporary HP included, over all outcomes of the rolls.

    ``dealt`` is the damage that reaches it with these results of the strike and the saves; a strike that misses deals
    none.
    """
    total = NOTHING
    for outcome, faces in strike:
        if outcome == Strike.MISS.value:
            continue
        for ends in product(*saves.values()):
            weight = faces * prod(part for _, part in ends)
            if weight:
                results = {stat: word for stat, (word, _) in zip(saves, ends, strict=True)}
                for blow in dealt(outcome, results):
                    total += weight * _blow_average(blow, target)
    return total / Fraction(len(FACES) ** (1 + len(saves)))


def _blow_average(blow: Blow, target: Defences) -> Fraction:
    met = defence_met(blow.types, target, from_area=blow.from_area)
    if met.is_immune:
        return NOTHING
    flat = 0 if met.dice else met.flat
    return average_taken(IncomingDamage(max(blow.amount_dealt - flat, 0)), met.dice, met.weakness)


class DefenceMet(NamedTuple):
    """A target's defenses against damage of some types: immunity, resistance in d6 or points, weakness."""

    is_immune: bool
    dice: int
    flat: int
    weakness: int


@lru_cache(maxsize=4096)
def defence_met(types: tuple[str, ...], target: Defences, *, from_area: bool) -> DefenceMet:
    """Return the defenses against damage of these types together."""
    return DefenceMet(
        is_immune(types, target),
        resistance_dice(types, target),
        flat_resistance(types, target),
        weakness_amount(types, target, from_area=from_area),
    )


def _passes(state: BattleState, use: ActionUse, aim: AimedTarget) -> Fraction:
    """Return the chance that nothing in the way stops an attack on its target."""
    pieces = 0
    if use.effect.strike:
        pieces = len(covering_pieces(state, use, aim)) + len(concealing_pieces(state, use, aim))
    elif any(save.stat == "reflex" for save in use.effect.saves):
        pieces = len(covering_pieces(state, use, aim))
    return Fraction(_D6_FACES - STOPPING_FACE, _D6_FACES) ** pieces
