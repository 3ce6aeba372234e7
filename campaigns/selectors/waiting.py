"""What waits for somebody in their campaigns: warbands to field, results to report, feats to choose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from campaigns.models import Campaign, CampaignWarband, Participant, ScenarioSide
from campaigns.models.campaigns import CampaignPhase
from campaigns.models.people import ParticipantPresence, participant_q
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.overviews import warband_overview
from rules.text import counted
from warbands.models import Owner

TaskKind = Literal["field", "finish", "feats"]


@dataclass(frozen=True, slots=True)
class WaitingTask:
    """Something that waits: its kind, a sentence, and the numbers of the scenario or warband that it is about."""

    kind: TaskKind
    sentence: str
    scenario: int | None = None
    warband: int | None = None


def waiting_tasks(campaigns: Collection[Campaign], viewer: Owner) -> dict[int, list[WaitingTask]]:
    """Return what waits for somebody, by the ids of campaigns' rows. Three queries however many campaigns."""
    found: defaultdict[int, list[WaitingTask]] = defaultdict(list)
    ids = [campaign.pk for campaign in campaigns if campaign.phase == CampaignPhase.OPEN]
    mine = Participant.objects.filter(participant_q(viewer), presence=ParticipantPresence.PLAYING, campaign__in=ids)
    places = {place.campaign_id: place for place in mine}
    sides = ScenarioSide.objects.filter(scenario__campaign__in=ids, scenario__status=ScenarioPhase.OPEN)
    waiting: defaultdict[int, list[ScenarioSide]] = defaultdict(list)
    for side in sides.select_related("scenario", "warband").order_by("scenario", "pk"):
        waiting[side.scenario_id].append(side)
    for fighting in waiting.values():
        scenario = fighting[0].scenario
        if place := places.get(scenario.campaign_id):
            found[scenario.campaign_id] += _scenario_tasks(place, fighting)
    own = CampaignWarband.objects.filter(has_left=False, participant__in=list(places.values()))
    for row in own:
        if feats := warband_overview(row).open_feats:
            sentence = f"{row} has {counted(len(feats), 'feat')} to choose."
            first = min((number for number in feats if number is not None), default=None)
            found[row.campaign_id].append(WaitingTask("feats", sentence, first, row.number))
    return dict(found)


def _scenario_tasks(place: Participant, sides: list[ScenarioSide]) -> list[WaitingTask]:
    scenario, unfielded = sides[0].scenario, [side for side in sides if not side.is_fielded]
    tasks = [
        WaitingTask("field", f"{side.warband} is to be fielded for “{scenario}”.", scenario.number, side.warband.number)
        for side in unfielded
        if side.warband.participant_id == place.pk
    ]
    if not unfielded and place.organizes:
        tasks.append(WaitingTask("finish", f"“{scenario}” is open: report how it ended.", scenario.number))
    return tasks
