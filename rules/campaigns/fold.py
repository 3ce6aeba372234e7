"""The fold of a whole journal into the state of its campaign, made of the folds of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.campaigns.journal import NumberedEvent, live_events
from rules.campaigns.state.basics import CampaignBasics
from rules.campaigns.state.people import ParticipantState, people_after


@dataclass(frozen=True, slots=True)
class CampaignState:
    """A campaign at one point of its journal."""

    basics: CampaignBasics = field(default_factory=CampaignBasics)
    people: Mapping[int, ParticipantState] = field(default_factory=dict)


def fold(events: Iterable[NumberedEvent]) -> CampaignState:
    """Return the state after these events of a journal, from its first one on; those that are voided do not count."""
    state = CampaignState()
    for one in live_events(events):
        state = _after(state, one)
    return state


def _after(state: CampaignState, one: NumberedEvent) -> CampaignState:
    return CampaignState(state.basics.after(one.event), people_after(state.people, one.event))
