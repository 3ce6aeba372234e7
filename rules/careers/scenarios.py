"""One scenario and its dice: which rolls are due and which count, the spending, and the effects on every member."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from rules.careers.aftermath import ends_with, needs_injury, needs_reroll, outcome_of, take_advance, take_injuries
from rules.careers.events import (
    DICE_EVENTS,
    AdvanceRoll,
    AftermathEvent,
    CareerEvent,
    EliminationRoll,
    FeatChoice,
    InjuryRoll,
    PlayedScenario,
    Spending,
    SpentUse,
)
from rules.careers.numbers import level_of
from rules.careers.state import Aftermath, CareerProblem, CareerState, LastScenario, RollDue, WarbandState
from rules.errors import RulesError
from rules.legality.resolved import Rulebook
from rules.tables.advancement import DICE
from rules.tables.uses import comes_back, daily_uses_return
from rules.text import with_article


def spend(state: WarbandState, spending: Spending) -> Aftermath:
    """Return the state after a member spent uses and consumables; a consumable that it does not carry is a problem."""
    # Encounter uses are there again in the next scenario; a consumable is gone and may be bought again. Hero points
    # are bought for one scenario, so nothing of them is kept. Campaign play, "Recovering"; ruling 28.
    career = state.by_id[spending.member]
    carried = list(career.member.items)
    for item in spending.items:
        if item not in carried:
            message = f"{career.name} does not carry the item “{item.item}”."
            return Aftermath(state, (CareerProblem("item.not_carried", spending.id, spending.member, message),))
        carried.remove(item)
    kept = [use for use in spending.uses if not comes_back(use.use, rested=False)]
    changed = replace(
        career, member=replace(career.member, items=tuple(carried)), spent=_added_up((*career.spent, *kept))
    )
    return Aftermath(state.with_career(changed))


def restore_daily_uses(career: CareerState) -> CareerState:
    """Return a member with all daily uses restored."""
    left = tuple(use for use in career.spent if not comes_back(use.use, rested=True))
    return career if left == career.spent else replace(career, spent=left)


def _added_up(uses: tuple[SpentUse, ...]) -> tuple[SpentUse, ...]:
    times: dict[tuple[str, str], SpentUse] = {}
    for use in uses:
        before = times.get((use.key, use.use))
        times[use.key, use.use] = replace(use, times=use.times + before.times) if before else use
    return tuple(times.values())


RollEvent = TypeVar("RollEvent", EliminationRoll, InjuryRoll, AdvanceRoll)

_ROLLS = {"elimination": "elimination roll", "injury": "injury roll", "advance": "advance"}


@dataclass
class ScenarioRolls:
    """The valid rolls of a scenario, by member, its other events, and the problems of the other rolls."""

    eliminations: dict[str, EliminationRoll] = field(default_factory=dict)
    injuries: dict[str, InjuryRoll] = field(default_factory=dict)
    advances: dict[str, AdvanceRoll] = field(default_factory=dict)
    feats: defaultdict[str, list[FeatChoice]] = field(default_factory=lambda: defaultdict(list))
    spendings: list[Spending] = field(default_factory=list)
    problems: list[CareerProblem] = field(default_factory=list)


def check_scenario(scenario: PlayedScenario, members: Mapping[str, CareerState]) -> CareerProblem | None:
    """Return why a scenario cannot count at all, None if it can."""
    for member in (*scenario.fielded, *scenario.eliminated):
        if member not in members:
            return unknown_member(scenario.id, member)
    for member in scenario.eliminated:
        if member not in scenario.fielded:
            message = f"Scenario “{scenario.scenario}” eliminates {members[member].name}, who did not take part in it."
            return CareerProblem("event.not_fielded", scenario.id, member, message)
    return None


def check_belonging(
    event: AftermathEvent, scenario: PlayedScenario, members: Mapping[str, CareerState]
) -> CareerProblem | None:
    """Return why an event of a scenario cannot be about its member, None if it can."""
    if event.member not in members:
        return unknown_member(event.id, event.member)
    name, played = members[event.member].name, f"scenario “{scenario.scenario}”"
    if event.member not in scenario.fielded:
        message = f"{name} did not take part in {played}."
        return CareerProblem("event.not_fielded", event.id, event.member, message)
    if isinstance(event, EliminationRoll | InjuryRoll) and event.member not in scenario.eliminated:
        message = f"{name} was not eliminated in {played}."
        return CareerProblem("event.not_fielded", event.id, event.member, message)
    return None


def unknown_member(event: str, member: str) -> CareerProblem:
    """Return the problem of an event about a member that the warband does not have."""
    message = f"No member of the warband has the id “{member}”."
    return CareerProblem("event.unknown_member", event, member, message)


def unknown_scenario(event: AftermathEvent) -> CareerProblem:
    """Return the problem of an event of a scenario that was not played."""
    message = f"No scenario with the id “{event.scenario}” was played before this."
    return CareerProblem("event.unknown_scenario", event.id, event.member, message)


def repeated_roll(event: AftermathEvent, name: str) -> CareerProblem:
    """Return the problem of a second roll of the same kind."""
    kind = next(kind for kind, event_type in DICE_EVENTS.items() if isinstance(event, event_type))
    message = f"{name} already has {with_article(_ROLLS[kind])} for scenario “{event.scenario}”."
    return CareerProblem("event.repeated", event.id, event.member, message)


def sort_rolls(
    scenario: PlayedScenario, events: Iterable[AftermathEvent], members: Mapping[str, CareerState]
) -> ScenarioRolls:
    """Return which rolls of a scenario count; their order does not matter, except that the first of a kind counts."""
    rolls = ScenarioRolls()
    injuries: list[InjuryRoll] = []
    for event in events:
        if event.scenario != scenario.scenario:
            rolls.problems.append(unknown_scenario(event))
        elif problem := check_belonging(event, scenario, members):
            rolls.problems.append(problem)
        elif isinstance(event, EliminationRoll):
            _keep(event, rolls.eliminations, rolls, members)
        elif isinstance(event, InjuryRoll):
            injuries.append(event)
        elif isinstance(event, AdvanceRoll):
            _keep(event, rolls.advances, rolls, members)
        elif isinstance(event, FeatChoice):
            rolls.feats[event.member].append(event)
        elif isinstance(event, Spending):
            rolls.spendings.append(event)
    # An injury follows from its elimination roll, wherever that stands.
    for injury in injuries:
        career, elimination = members[injury.member], rolls.eliminations.get(injury.member)
        if needs_injury(career, elimination):
            _keep(injury, rolls.injuries, rolls, members)
        else:
            rolls.problems.append(_undue_injury(injury, career, elimination))
    return rolls


def _keep(
    event: RollEvent, kept: dict[str, RollEvent], rolls: ScenarioRolls, members: Mapping[str, CareerState]
) -> None:
    if event.member in kept:
        rolls.problems.append(repeated_roll(event, members[event.member].name))
    else:
        kept[event.member] = event


def _undue_injury(event: InjuryRoll, career: CareerState, elimination: EliminationRoll | None) -> CareerProblem:
    result = outcome_of(elimination)
    if result is None:
        reason = "has no elimination roll"
    elif result.is_wounded:
        reason = "was wounded already, and that wound becomes permanent instead"
    else:
        reason = f"rolled {result.name} and not Wounded"
    message = f"{career.name} rolls no injury in scenario “{event.scenario}”: it {reason}."
    return CareerProblem("injury.not_due", event.id, event.member, message)


def rolls_due(
    scenario: PlayedScenario, rolls: ScenarioRolls, state: WarbandState, rulebook: Rulebook
) -> tuple[RollDue, ...]:
    """Return the missing rolls of a scenario, member by member in the order of the aftermath.

    ``state`` is that before the scenario. A reroll because no feat is left counts as due.
    """
    return tuple(
        due
        for career in state.members
        if not career.is_dismissed and career.id in scenario.fielded
        for due in _due(career, scenario, rolls, state, rulebook)
    )


def _due(
    career: CareerState, scenario: PlayedScenario, rolls: ScenarioRolls, state: WarbandState, rulebook: Rulebook
) -> Iterator[RollDue]:
    # 1d6 for each member that was eliminated, 1d6 for an injury where that says so, 3d6 for each that took part.
    # Campaign play, "Injuries" and "Advancement"; ruling 26.
    member = career.id
    elimination = rolls.eliminations.get(member)
    if member in scenario.eliminated and elimination is None:
        yield RollDue("elimination", member, 1)
    if needs_injury(career, elimination) and member not in rolls.injuries:
        yield RollDue("injury", member, 1)
    if not state.rules.advancement or ends_with(career, elimination, state.rules):
        return
    advance = rolls.advances.get(member)
    if advance is None:
        yield RollDue("advance", member, DICE)
        return
    card = career.base_card(rulebook)
    if needs_reroll(advance, level=level_of(career, card), career=career, card=card):
        yield RollDue("advance", member, DICE, number=2 + len(advance.rerolls))


def play_scenario(
    state: WarbandState, scenario: PlayedScenario, events: Iterable[AftermathEvent], rulebook: Rulebook
) -> Aftermath:
    """Return the state after a scenario and its dice; a scenario that cannot count changes nothing."""
    members = state.by_id
    fault = check_scenario(scenario, members)
    if fault is not None:
        return Aftermath(state, (fault, *map(unknown_scenario, events)))
    rolls = sort_rolls(scenario, events, members)
    problems = [*_left_behind(state, scenario), *rolls.problems]
    ended = {member for member, roll in rolls.eliminations.items() if ends_with(members[member], roll, state.rules)}
    for member in list(rolls.advances):
        if not state.rules.advancement or member in ended:
            problems.append(_undue_advance(rolls.advances.pop(member), members[member], has_ended=member in ended))

    def after(career: CareerState) -> CareerState:
        if career.id not in scenario.fielded:
            return replace(career, is_out_of_action=False) if career.is_out_of_action else career
        hurt = take_injuries(career, rolls.eliminations.get(career.id), rolls.injuries.get(career.id))
        if career.id in ended:
            hurt = replace(hurt, ended_by=scenario.id)
        roll = rolls.advances.get(career.id)
        if roll is None:
            problems.extend(_without_advance(rolls.feats.get(career.id, ()), career))
            return hurt
        advanced, new_problems = take_advance(hurt, roll, rolls.feats.get(career.id, ()), hurt.base_card(rulebook))
        problems.extend(new_problems)
        return advanced

    number = state.scenarios + 1
    recovered = scenario.daily_recovery
    if recovered is None:
        recovered = daily_uses_return(number, every=state.rules.daily_recovery_every)
    last = LastScenario(scenario.scenario, scenario.id, recovered, rolls_due(scenario, rolls, state, rulebook))
    played = replace(state.mapped(after), scenarios=number, last=last)
    for spending in rolls.spendings:
        played, new_problems = spend(played, spending)
        problems.extend(new_problems)
    return Aftermath(played.mapped(restore_daily_uses) if recovered else played, tuple(problems))


def _left_behind(state: WarbandState, scenario: PlayedScenario) -> Iterator[CareerProblem]:
    """Yield the rolls that the scenario before never got, and the members that should have sat this one out."""
    # A creature that is Out of Action cannot be used in the next scenario. Campaign play, "Injuries".
    members = {career.id: career for career in state.members}
    if state.last is not None:
        for due in state.last.missing:
            if due.number == 1:
                message = f"{members[due.member].name} has no {_ROLLS[due.kind]} for scenario “{state.last.scenario}”."
                yield CareerProblem("dice.missing", state.last.event, due.member, message)
    for member in scenario.fielded:
        if members[member].has_ended:
            message = f"The career of {members[member].name} has ended: it cannot be fielded in “{scenario.scenario}”."
            yield CareerProblem("member.career_ended", scenario.id, member, message)
        elif members[member].is_out_of_action:
            message = f"{members[member].name} is out of action and cannot be fielded in “{scenario.scenario}”."
            yield CareerProblem("member.out_of_action", scenario.id, member, message)


def _undue_advance(roll: AdvanceRoll, career: CareerState, *, has_ended: bool) -> CareerProblem:
    reason = "its career ends there" if has_ended else "this group plays without them"
    message = f"{career.name} gets no advance in scenario “{roll.scenario}”: {reason}."
    return CareerProblem("advance.not_due", roll.id, roll.member, message)


def _without_advance(choices: Iterable[FeatChoice], career: CareerState) -> Iterator[CareerProblem]:
    for choice in choices:
        message = f"{career.name} has no advance in scenario “{choice.scenario}” to choose a feat for."
        yield CareerProblem("feat.not_due", choice.id, choice.member, message)


_NO_LONGER_DUE = frozenset(
    {
        "event.unknown_scenario",
        "event.unknown_member",
        "event.not_fielded",
        "injury.not_due",
        "advance.not_due",
        "advance.reroll_not_due",
    }
)


def dice_due(state: WarbandState, events: Iterable[CareerEvent], rulebook: Rulebook) -> tuple[RollDue, ...]:
    """Return the rolls that are still due in a scenario, member by member; ``state`` is that before the scenario.

    ``events`` are the scenario and its events so far. An injury is due once its elimination roll says so, and 3d6 again
    if a feat is rolled and none is left to choose. A scenario that cannot count has no rolls.
    """
    events = tuple(events)
    scenario = next((event for event in events if isinstance(event, PlayedScenario)), None)
    if scenario is None:
        raise RulesError("Dice are due after a scenario, and there is none.")
    members = state.by_id
    if check_scenario(scenario, members) is not None:
        return ()
    belonging = [event for event in events if isinstance(event, AftermathEvent)]
    return rolls_due(scenario, sort_rolls(scenario, belonging, members), state, rulebook)


def events_not_due(
    events: Iterable[CareerEvent], problems: Iterable[CareerProblem]
) -> tuple[EliminationRoll | InjuryRoll | AdvanceRoll, ...]:
    """Return a scenario's rolls that are no longer due, by the problems of its events."""
    undue = {problem.event for problem in problems if problem.code in _NO_LONGER_DUE}
    return tuple(
        event for event in events if event.id in undue and isinstance(event, EliminationRoll | InjuryRoll | AdvanceRoll)
    )
