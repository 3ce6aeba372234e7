"""How far the reports of scenarios are confirmed, and which results were corrected after they counted."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from campaigns.models import Campaign, DisputeSentence, JournalEntry, Participant
from campaigns.models.people import ParticipantPresence
from campaigns.selectors.scenario_pages import ScenarioView
from rules.campaigns.confirmations import Confirmation, asked_players, confirmation_of
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.state.scenarios import ScenarioState
from rules.text import listed

OpenReport = tuple[int, ScenarioState, Collection[Participant]]
"""A scenario whose report may wait for answers: the key of its campaign's row, its state, and who plays its sides."""


@dataclass(frozen=True, slots=True)
class ReportConfirmation:
    """How far the report of a scenario is confirmed.

    ``players`` are the people who fought, by their numbers; from the moment ``runs_out_at`` on, silence counts.
    """

    state: Confirmation
    players: Mapping[int, Participant]
    reporter: int | None
    runs_out_at: datetime

    @property
    def waits(self) -> tuple[str, ...]:
        """What it waits for, each as a sentence; nothing once it may be applied."""
        if not self.state.is_blocked:
            return ()
        disputing = [f"{self.players[number].display_name} disputes the result." for number in self.state.disputing]
        waiting = [
            f"{self.players[number].display_name} has not confirmed the result." for number in self.state.waiting
        ]
        return (*disputing, *waiting)

    def names(self, numbers: Iterable[int]) -> str:
        """Return the names of players as a list in words. Load ``user`` with the players."""
        return listed(self.players[number].display_name for number in numbers)


def needs_confirmation(state: ScenarioState) -> bool:
    """Return True if players confirm the report of a scenario before it is applied."""
    return state.settings.confirm_days is not None and bool(state.report_entry) and state.is_running


def report_confirmations(reports: Iterable[OpenReport]) -> dict[tuple[int, int], ReportConfirmation]:
    """Return how far reports are confirmed, by the key of the campaign's row and the scenario's number.

    Leaves out those that no one has to confirm. One query, or none.
    """
    wanted = [report for report in reports if needs_confirmation(report[1])]
    place = Q(pk__in=())
    for campaign, state, _ in wanted:
        place |= Q(campaign=campaign, number=state.report_version)
    rows = JournalEntry.objects.filter(place).values_list("campaign", "number", "actor", "at") if wanted else ()
    reported = {(campaign, number): (actor, at) for campaign, number, actor, at in rows}
    return {
        (campaign, state.number): _confirmation(state, players, *reported[campaign, state.report_version])
        for campaign, state, players in wanted
    }


def _confirmation(
    state: ScenarioState, players: Iterable[Participant], reporter: int | None, reported_at: datetime
) -> ReportConfirmation:
    fought = {player.number: player for player in players}
    runs_out_at = reported_at + timedelta(days=state.settings.confirm_days or 0)
    # A place without a person, or whose person has left, cannot answer: an organizer acts for it.
    asked = [number for number in asked_players(fought, reporter) if _can_answer(fought[number])]
    has_run_out = timezone.now() >= runs_out_at
    confirmation = confirmation_of(state.answers, state.report_version, asked, has_run_out=has_run_out)
    return ReportConfirmation(confirmation, fought, reporter, runs_out_at)


def _can_answer(player: Participant) -> bool:
    return not player.is_placeholder and player.presence == ParticipantPresence.PLAYING


def scenario_confirmation(scenario: ScenarioView) -> ReportConfirmation | None:
    """Return how far the report of a scenario is confirmed, None where no one has to. One query, or none."""
    players = [row.participant for row in scenario.warbands if row.number in scenario.state.fielded]
    campaign = scenario.view.campaign.pk
    return report_confirmations([(campaign, scenario.state, players)]).get((campaign, scenario.state.number))


def dispute_sentences(scenario: ScenarioView, confirmation: ReportConfirmation) -> dict[int, str]:
    """Return what those who dispute a report say, by their numbers, for its players and organizers.

    One query, or none.
    """
    viewer, disputing = scenario.view.viewer, confirmation.state.disputing
    if not disputing or viewer is None or not (scenario.view.organizes or viewer.number in confirmation.players):
        return {}
    entries = [scenario.state.answers[number].entry for number in disputing]
    sentences = DisputeSentence.objects.filter(scenario=scenario.row, entry__in=entries)
    return dict(sentences.values_list("participant__number", "text"))


NEWS_DAYS = 7
"""How long a correction stands among the next steps of those whom it concerns."""


def corrected_lately(campaigns: Collection[Campaign]) -> dict[tuple[int, int], datetime]:
    """Return when results were last corrected, of the last days, by the campaign's row and the scenario's number.

    Only in campaigns whose players confirm results. One query, or none.
    """
    confirming = [campaign.pk for campaign in campaigns if campaign.settings.get("confirm_days")]
    if not confirming:
        return {}
    since = timezone.now() - timedelta(days=NEWS_DAYS)
    corrections = JournalEntry.objects.filter(
        campaign__in=confirming, kind=EntryCorrected.kind, scenario__isnull=False, voided_by=None, at__gte=since
    )
    rows = corrections.order_by("number").values_list("campaign", "scenario", "at")
    return {(campaign, scenario): at for campaign, scenario, at in rows if scenario is not None}
