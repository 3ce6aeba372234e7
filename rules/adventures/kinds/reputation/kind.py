"""The kind for reputation: players' knowledge, the points over scenarios, and stat blocks."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from rules.adventures.fields import AdventureTrack
from rules.adventures.kind import AdventureBlock, AdventureKind, block_lines
from rules.adventures.kinds.reputation import events
from rules.adventures.kinds.reputation.facts import (
    HIGHEST_REPUTATION,
    LOWEST_REPUTATION,
    REPUTATION_KEY,
    STANDINGS,
    Organization,
    ReputationFacts,
    ReputationInPlay,
    ReputationState,
    check_reputation,
    reputation_advice,
    standing_at,
)
from rules.documents.records import InDocument, written_document
from rules.text import listed, with_minus


def _organization_block(state: ReputationInPlay, organization: Organization) -> AdventureBlock:
    facts, standing = state.facts, standing_at(state.own.of(organization.key))
    return AdventureBlock(
        title=organization.name,
        word="Organization",
        about=organization.text,
        lines=block_lines(
            (
                (standing.name, standing.text),
                ("Raised by", f"{listed(standing.raised_by, 'or')} favors"),
                ("Lowered by", f"{listed(standing.lowered_by, 'or')} disservices"),
                ("Allies", listed(facts.by_key[key].name for key in organization.allies)),
                ("Rivals", listed(facts.by_key[key].name for key in organization.rivals)),
            )
        ),
    )


@dataclass(frozen=True, slots=True)
class ReputationLine:
    """An organization in the drawing: its starting points, its points after each scenario, and its present standing."""

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


def reputation_chart(state: ReputationInPlay) -> ReputationChart:
    """Return the drawing; of a player's state, with the organizations that players know."""
    facts, own = state.facts, state.own
    scenarios = tuple(sorted({0, *(mark.scenario for mark in own.marks)}))
    lines = []
    for organization in facts.organizations:
        latest = {mark.scenario: mark.points for mark in own.marks if mark.organization == organization.key}
        points, history = organization.start, []
        for scenario in scenarios:
            points = latest.get(scenario, points)
            history.append(points)
        lines.append(
            ReputationLine(
                organization.key,
                organization.name,
                organization.start,
                tuple(history),
                standing_at(own.of(organization.key)).name,
            )
        )
    bands = tuple(ReputationBand(standing.name, standing.low, standing.high) for standing in STANDINGS)
    return ReputationChart(scenarios, LOWEST_REPUTATION, HIGHEST_REPUTATION, bands, tuple(lines))


class ReputationKind(AdventureKind):
    """Reputation: what organizations think of the party, depending on its deeds."""

    key = REPUTATION_KEY
    name = "Reputation"
    about = "Track what guilds, towns and courts think of the party, favor by favor, over the scenarios of a campaign."
    emblem = "laurels"
    tint = "brass"
    facts = ReputationFacts
    state = ReputationInPlay
    acts_in_round = None
    events = (events,)

    check_facts = staticmethod(check_reputation)
    advice = staticmethod(reputation_advice)

    def begin(self, facts: ReputationFacts) -> ReputationState:
        return ReputationState(tuple((organization.key, organization.start) for organization in facts.organizations))

    def hidden_facts(self, state: ReputationInPlay) -> Mapping[str, str]:
        return {
            organization.key: organization.name for organization in state.facts.organizations if organization.hidden
        }

    def player_facts(self, state: ReputationInPlay) -> ReputationFacts:
        """Return the organizations that players know."""
        rows = [organization for organization in state.facts.organizations if not state.hides(organization)]
        known = {row.key for row in rows}
        return ReputationFacts(
            tuple(
                replace(
                    row,
                    hidden=False,
                    allies=tuple(key for key in row.allies if key in known),
                    rivals=tuple(key for key in row.rivals if key in known),
                )
                for row in rows
            )
        )

    def player_own(self, state: ReputationInPlay) -> ReputationState:
        """Return the points of the organizations that players know."""
        known = {organization.key for organization in state.facts.organizations if not state.hides(organization)}
        marks = tuple(mark for mark in state.own.marks if mark.organization in known)
        points = tuple((key, n) for key, n in state.own.points if key in known)
        return ReputationState(points, marks, marks[-1].scenario if marks else 0)

    def own_document(self, state: ReputationInPlay) -> dict[str, Any]:
        return {
            "organizations": [
                {"key": key, "points": points, "standing": standing_at(points).name} for key, points in state.own.points
            ],
            "marks": [written_document(mark) for mark in state.own.marks],
            "chart": written_document(reputation_chart(state)),
        }

    def tracks(self, state: ReputationInPlay) -> tuple[AdventureTrack, ...]:
        return tuple(
            AdventureTrack(
                organization.key,
                organization.name,
                state.own.of(organization.key),
                HIGHEST_REPUTATION,
                least=LOWEST_REPUTATION,
            )
            for organization in state.facts.organizations
        )

    def stat_blocks(self, state: ReputationInPlay) -> tuple[AdventureBlock, ...]:
        """Return the stat block of each organization; of a view, of those that players know."""
        return tuple(_organization_block(state, organization) for organization in state.facts.organizations)

    def summary(self, state: ReputationInPlay) -> tuple[str, ...]:
        """Return the standing with each organization."""
        return tuple(
            f"{organization.name}: {standing_at(state.own.of(organization.key)).name} "
            f"({with_minus(str(state.own.of(organization.key)))})."
            for organization in state.facts.organizations
        )


REPUTATION = ReputationKind()
