"""The result of a battle as the report form of its campaign's scenario takes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from battles.models import Battle, BattleSeat
from battles.selectors.folding import FoldedBattle
from battles.selectors.results import battle_summary, felled_by
from campaigns.models import CampaignScenario, CampaignWarband
from campaigns.selectors.scenarios import scenario_state
from rules.campaigns.results import BY_KEY as CONDITIONS
from rules.campaigns.results import points_scored
from rules.items import BY_KEY as ITEMS
from rules.p2v_combat.state import BattleState, Combatant
from rules.p2v_combat.tasks.recovery import HERO_POINT
from rules.tables.victory_conditions import STANDARD, Score, VictoryCondition
from rules.text import listed


@dataclass(frozen=True, slots=True)
class SpendingWay:
    """The way to the form in which a campaign keeps what a member spent: its name, what in words, and the address."""

    name: str
    words: str
    warband: int
    query: str


LONE_SIDES = ("the defender", "the evader")
"""What conditions call the side that the table names; the other one has the other lines."""


def report_address_query(battle: Battle, seats: tuple[BattleSeat, ...], folded: FoldedBattle) -> str:
    """Return what the report form of the battle's scenario is filled in with, as an address has it.

    One query, and those of the scenario.
    """
    assert battle.scenario is not None
    by_side = _numbers_by_side(battle.scenario, seats)
    pairs: list[tuple[str, str]] = [("notes", _notes(folded))]
    condition = _shared_condition(battle, folded.state)
    for side, number in by_side.items():
        pairs += _score_fields(folded.state, condition, side, number)
    pairs += _eliminated_fields(folded.state, by_side)
    return urlencode(pairs)


def spending_ways(battle: Battle, seats: tuple[BattleSeat, ...], folded: FoldedBattle) -> tuple[SpendingWay, ...]:
    """Return a way for each member that spent what does not come back by itself, or hero points. One query."""
    if battle.scenario is None:
        return ()
    by_side = _numbers_by_side(battle.scenario, seats)
    rows = {row.id: row for side in battle_summary(folded).sides for row in side.rows}
    found = []
    for combatant in folded.state.combatants.values():
        if combatant.side in by_side and (pairs := _spent_fields(folded.state, combatant)):
            member = combatant.id.partition(".")[2]
            words = listed(rows[combatant.id].spent)
            query = urlencode([("member", member), *pairs])
            found.append(SpendingWay(rows[combatant.id].name, words, by_side[combatant.side], query))
    return tuple(found)


def _spent_fields(state: BattleState, combatant: Combatant) -> list[tuple[str, str]]:
    fielded = state.fielded(combatant.id)
    before = dict(fielded.spent)
    pairs = []
    for key, boxes in combatant.spent:
        times, item = boxes - before.get(key, 0), ITEMS.get(key.partition(":")[0])
        if times <= 0:
            continue
        if item is not None and item.kind == "consumable":
            pairs += [("item", item.key)] * times
        else:
            pairs.append((f"used.{key}", str(times)))
    hero_points = sum(fact.kind == HERO_POINT and fact.by == combatant.id for fact in state.scored_facts)
    return [*pairs, ("hero", str(hero_points))] if hero_points else pairs


def _numbers_by_side(scenario: CampaignScenario, seats: tuple[BattleSeat, ...]) -> dict[str, int]:
    """Return the numbers in the campaign of the warbands that fought, by side."""
    rows = CampaignWarband.objects.filter(campaign=scenario.campaign_id, warband__in=_warbands(seats))
    numbers = dict(rows.values_list("warband", "number"))
    return {seat.side: numbers[seat.warband_id] for seat in seats if seat.warband_id in numbers}


def _notes(folded: FoldedBattle) -> str:
    summary = battle_summary(folded)
    spent = (f"{row.name} spent {listed(row.spent)}." for side in summary.sides for row in side.rows if row.spent)
    ending = " ".join(filter(None, (summary.sentence, summary.reason)))
    return "\n".join((ending, *spent))


def _warbands(seats: tuple[BattleSeat, ...]) -> list[int]:
    return [seat.warband_id for seat in seats if seat.warband_id is not None]


def _shared_condition(battle: Battle, state: BattleState) -> VictoryCondition | None:
    """Return the victory condition of battle and scenario, None where they were played by different ones."""
    assert battle.scenario is not None
    scenario = scenario_state(battle.scenario.campaign, battle.scenario.number)
    played = state.setup.table.victory if state.setup.table else STANDARD.key
    return CONDITIONS.get(played) if scenario is not None and scenario.plan.victory == played else None


def _score_fields(
    state: BattleState, condition: VictoryCondition | None, side: str, number: int
) -> Iterator[tuple[str, str]]:
    """Yield the lines of the condition that a side has, and the victory points that no line tells."""
    result = state.result
    points = result.points(side) if result else dict(state.scores).get(side, 0)
    counts = condition_counts(state, condition, side) if condition else ()
    counted = points_scored(condition, counts) if condition else 0
    if counted <= points:
        yield from ((f"score.{number}.{line}", str(count)) for line, count in enumerate(counts, start=1) if count)
        points -= counted
    if points:
        yield f"extra.{number}", str(points)


def condition_counts(state: BattleState, condition: VictoryCondition, side: str) -> tuple[int, ...]:
    """Return how often a side has each line of a victory condition. No query."""
    result = state.result
    if result is None:
        return (0,) * len(condition.scoring)
    counts = [0] * len(condition.scoring)
    for line in result.lines:
        place = _place_of(condition.scoring, line.points, line.reason) if line.side == side else None
        if place is not None:
            counts[place] += line.points // condition.scoring[place].vp
    if result.winner == side:
        lone = state.setup.table.lone_side if state.setup.table else None
        for place, score in enumerate(condition.scoring):
            is_of_lone_side = score.side in LONE_SIDES
            if score.result == result.victory and (not score.side or is_of_lone_side == (side == lone)):
                counts[place] = 1
                break
    return tuple(counts)


def _place_of(scoring: Sequence[Score], points: int, reason: str) -> int | None:
    """Return the place of the line that victory points of a battle are for, None where no line tells."""
    about = [place for place, score in enumerate(scoring) if score.vp and _topic(score) in reason.casefold()]
    exact: Iterable[int] = (place for place in about if scoring[place].vp == points)
    several = (place for place in about if scoring[place].each and points > 0 and points % scoring[place].vp == 0)
    return next(iter((*exact, *several)), None)


def _topic(score: Score) -> str:
    """Return the word by which the reason of victory points tells that a line is meant."""
    return (score.best_of or score.each.partition(" ")[0] or "broken").casefold()


def _eliminated_fields(state: BattleState, by_side: dict[str, int]) -> Iterator[tuple[str, str]]:
    for combatant in state.combatants.values():
        if combatant.presence != "eliminated" or combatant.side not in by_side:
            continue
        member = _member(by_side, combatant.id)
        yield "eliminated", member
        by = felled_by(state, combatant.id)
        if by and by[0] in by_side:
            yield f"by.{member}", _member(by_side, by)


def _member(by_side: dict[str, int], creature: str) -> str:
    side, _, member = creature.partition(".")
    return f"{by_side[side]}.{member}"
