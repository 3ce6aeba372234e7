"""The monsters of a scenario: those that are always there, and what its pool adds for the party at hand."""

from __future__ import annotations

from collections.abc import Mapping

from rules.cards.model import Card
from rules.dice import Roller
from rules.errors import RulesError
from rules.p2v_combat.solo.adversaries import Adversaries, adversary_points, choose_adversaries
from rules.p2v_combat.solo.story.adventure import AdventureScenario
from rules.text import keys_listed


def scenario_monsters(
    scenario: AdventureScenario, party_points: int, percent: int, cards: Mapping[str, Card], roller: Roller
) -> Adversaries:
    """Return the monsters of a scenario for a party, worth ``percent`` of its points where its pool can come so near.

    ``cards`` has the cards of the scenario's creatures; raises ``RulesError`` for one that is missing.
    """
    if missing := [key for key in scenario.creatures if key not in cards]:
        raise RulesError(f"There is no card of {keys_listed(missing)}.")
    numbers: dict[str, int] = {}
    for row in scenario.monsters:
        numbers[row.creature] = numbers.get(row.creature, 0) + row.number
    spent = sum(cards[key].points * number for key, number in numbers.items())
    pool = {key: cards[key] for key in scenario.pool}
    added = choose_adversaries(
        pool, adversary_points(party_points, percent), roller, ("adversaries", scenario.key), spent=spent
    )
    for key, number in added.numbers:
        numbers[key] = numbers.get(key, 0) + number
    return Adversaries(tuple(numbers.items()), spent + added.points, added.rolls)
