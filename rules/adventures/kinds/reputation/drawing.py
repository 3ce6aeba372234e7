"""Reputation as it is drawn: the points of each organization after each scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rules.adventures.kinds.reputation.facts import HIGHEST_REPUTATION, LOWEST_REPUTATION, STANDINGS, standing_at
from rules.adventures.kinds.reputation.play import reputation_facts, reputation_state
from rules.adventures.state import AdventureState
from rules.documents.records import InDocument


@dataclass(frozen=True, slots=True)
class ReputationLine:
    """An organization on the drawing: where it started, its points after each scenario, and its standing now."""

    key: str
    name: str
    start: int
    points: tuple[int, ...]
    standing: str


@dataclass(frozen=True, slots=True)
class ReputationBand:
    """A standing on the drawing, with its points from the lowest to the highest."""

    name: str
    low: Annotated[int, InDocument(key="from")]
    high: Annotated[int, InDocument(key="to")]


@dataclass(frozen=True, slots=True)
class ReputationChart:
    """Lines over scenarios; 0 is before the first. ``bands`` are the standings with their points, the best first."""

    scenarios: tuple[int, ...]
    low: int
    high: int
    bands: tuple[ReputationBand, ...]
    lines: tuple[ReputationLine, ...]


def reputation_chart(state: AdventureState) -> ReputationChart:
    """Return the drawing; of a player's state, with the organizations that players know."""
    facts, own = reputation_facts(state), reputation_state(state)
    scenarios = tuple(sorted({0, *(mark.scenario for mark in own.marks)}))
    lines = []
    for organization in facts.organizations:
        latest = {mark.scenario: mark.points for mark in own.marks if mark.organization == organization.key}
        points, found = organization.start, []
        for scenario in scenarios:
            points = latest.get(scenario, points)
            found.append(points)
        lines.append(
            ReputationLine(
                organization.key,
                organization.name,
                organization.start,
                tuple(found),
                standing_at(own.of(organization.key)).name,
            )
        )
    bands = tuple(ReputationBand(standing.name, standing.low, standing.high) for standing in STANDINGS)
    return ReputationChart(scenarios, LOWEST_REPUTATION, HIGHEST_REPUTATION, bands, tuple(lines))
