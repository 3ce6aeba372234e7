"""The kind of adventures that keep reputation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.adventures.kind import AdventureKind, no_act_limit
from rules.adventures.kinds.reputation import events
from rules.adventures.kinds.reputation.blocks import organization_blocks
from rules.adventures.kinds.reputation.drawing import reputation_chart
from rules.adventures.kinds.reputation.facts import (
    HIGHEST_REPUTATION,
    LOWEST_REPUTATION,
    ReputationFacts,
    check_reputation,
    reputation_advice,
    standing_at,
)
from rules.adventures.kinds.reputation.play import (
    REPUTATION_KEY,
    ReputationState,
    is_secret_organization,
    reputation_facts,
    reputation_state,
)
from rules.adventures.state import AdventureState
from rules.adventures.tracks import AdventureTrack
from rules.documents.records import written_document
from rules.text import with_minus


def _begin(facts: ReputationFacts) -> ReputationState:
    """Return every organization at its start."""
    return ReputationState(tuple((organization.key, organization.start) for organization in facts.organizations))


def _hidden_facts(state: AdventureState) -> Mapping[str, str]:
    """Return the hidden organizations."""
    return {
        organization.key: organization.name
        for organization in reputation_facts(state).organizations
        if organization.hidden
    }


def _player_facts(state: AdventureState) -> ReputationFacts:
    """Return the organizations that players know."""
    rows = [
        organization
        for organization in reputation_facts(state).organizations
        if not is_secret_organization(state, organization)
    ]
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


def _player_state(state: AdventureState) -> ReputationState:
    """Return the points of the organizations that players know."""
    own = reputation_state(state)
    known = {
        organization.key
        for organization in reputation_facts(state).organizations
        if not is_secret_organization(state, organization)
    }
    marks = tuple(mark for mark in own.marks if mark.organization in known)
    points = tuple((key, n) for key, n in own.points if key in known)
    return ReputationState(points, marks, marks[-1].scenario if marks else 0)


def _own_document(state: AdventureState) -> dict[str, Any]:
    """Return points and standings, every change, and the drawing over the scenarios."""
    own = reputation_state(state)
    return {
        "organizations": [
            {"key": key, "points": points, "standing": standing_at(points).name} for key, points in own.points
        ],
        "marks": [written_document(mark) for mark in own.marks],
        "chart": written_document(reputation_chart(state)),
    }


def _tracks(state: AdventureState) -> tuple[AdventureTrack, ...]:
    """Return a track of each organization, from the lowest points to the highest."""
    own = reputation_state(state)
    return tuple(
        AdventureTrack(
            organization.key, organization.name, own.of(organization.key), HIGHEST_REPUTATION, least=LOWEST_REPUTATION
        )
        for organization in reputation_facts(state).organizations
    )


def _summary(state: AdventureState) -> tuple[str, ...]:
    """Return the standing with each organization."""
    own = reputation_state(state)
    return tuple(
        f"{organization.name}: {standing_at(own.of(organization.key)).name} "
        f"({with_minus(str(own.of(organization.key)))})."
        for organization in reputation_facts(state).organizations
    )


REPUTATION = AdventureKind(
    key=REPUTATION_KEY,
    name="Reputation",
    about="What guilds, towns and courts think of the party, favor by favor, over the scenarios of a campaign.",
    facts=ReputationFacts,
    events=(events,),
    check_facts=check_reputation,
    advice=reputation_advice,
    begin=_begin,
    act_limit=no_act_limit,
    hidden_facts=_hidden_facts,
    player_facts=_player_facts,
    player_own=_player_state,
    own_document=_own_document,
    tracks=_tracks,
    stat_blocks=organization_blocks,
    summary=_summary,
)
"""Reputation: what organizations think of the party, by what it has done."""
