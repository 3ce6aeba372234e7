"""How far the reports of scenarios are confirmed, and which results were corrected after they counted."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from campaigns.models import Campaign, CampaignWarband, DisputeSentence, JournalEntry, Participant
from campaigns.models.people import ParticipantPresence
from campaigns.selectors.scenario_pages import ScenarioView, names_of_members
from rules.campaigns.confirmations import Confirmation, asked_players, confirmation_of
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.events.scenarios import ScenarioCommitted
from rules.campaigns.leagues.progress import AnswerNeed
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
    runs_out_at: datetime

    def owed_by(self, player: int) -> AnswerNeed | None:
        """Return what the report waits for because of a player: their answer, or the end of their dispute."""
        if player in self.state.disputing:
            return "settle"
        return "confirm" if self.state.is_blocked and player in self.state.waiting else None

    def names(self, numbers: Iterable[int]) -> str:
        """Return the names of players as a list in words. Load ``user`` with the players."""
        return listed(self.players[number].display_name for number in numbers)

    @property
    def waiting_names(self) -> str:
        """Who has yet to answer."""
        return self.names(self.state.waiting)

    @property
    def disputing_names(self) -> str:
        """Who disputes it."""
        return self.names(self.state.disputing)

    @property
    def confirmed_names(self) -> str:
        """Who confirmed it."""
        return self.names(self.state.confirmed)


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
    return ReportConfirmation(confirmation, fought, runs_out_at)


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


@dataclass(frozen=True, slots=True)
class ReportedSide:
    """A side of a report that waits for answers: its warband, victory points and eliminated members by name."""

    warband: CampaignWarband
    victory_points: int
    eliminated: tuple[str, ...]


def reported_sides(scenario: ScenarioView) -> list[ReportedSide]:
    """Return what the report of a scenario says about each side. No query."""
    sides = []
    for row in scenario.warbands:
        if row.number in scenario.state.fielded:
            names = names_of_members(row)
            eliminated = tuple(names.get(member, member) for member in scenario.state.eliminated(row.number))
            sides.append(ReportedSide(row, scenario.state.victory_points(row.number), eliminated))
    return sides


def describe_report(scenario: ScenarioView) -> str:
    """Return who reported a scenario, and the victory points: ``Anna reported: Ash Company 5 VP, Bogs 3 VP``."""
    entries = JournalEntry.objects.filter(campaign=scenario.view.campaign, number=scenario.state.report_version)
    reporter = scenario.view.person(entries.values_list("actor", flat=True).first())
    sides = ", ".join(f"{side.warband} {side.victory_points} VP" for side in reported_sides(scenario))
    return f"{reporter.display_name if reporter else 'Someone'} reported: {sides}"


NEWS_DAYS = 7
"""How long a correction stands among the next steps of those whom it concerns."""


@dataclass(frozen=True, slots=True)
class ResultCorrection:
    """A correction of a scenario that was applied: when, and the number of the person who made it."""

    at: datetime
    actor: int | None


def corrected_lately(campaigns: Iterable[Campaign]) -> dict[tuple[int, int], ResultCorrection]:
    """Return the last corrections of applied scenarios, by the key of the campaign's row and the scenario's number.

    Only those of the last days, and of campaigns whose players confirm results. One query, or none.
    """
    confirming = [campaign.pk for campaign in campaigns if campaign.settings.get("confirm_days")]
    if not confirming:
        return {}
    since = timezone.now() - timedelta(days=NEWS_DAYS)
    entries = JournalEntry.objects.filter(
        campaign__in=confirming,
        kind__in=(EntryCorrected.kind, ScenarioCommitted.kind),
        scenario__isnull=False,
        voided_by=None,
        at__gte=since,
    )
    rows = entries.order_by("campaign", "number").values_list("campaign", "scenario", "kind", "at", "actor")
    corrections: dict[tuple[int, int], ResultCorrection] = {}
    for campaign, scenario, kind, at, actor in rows:
        assert scenario is not None
        if kind == EntryCorrected.kind:
            corrections[campaign, scenario] = ResultCorrection(at, actor)
        else:
            # What was corrected before the commit is part of what was applied.
            corrections.pop((campaign, scenario), None)
    return corrections


@dataclass(frozen=True, slots=True)
class ConfirmationPage:
    """How far the report of a scenario is confirmed, as one person sees it.

    ``sentences`` are what those who dispute it say, by name, as far as the viewer may read them. ``asks_viewer`` says
    that the viewer has yet to answer, ``has_disputed`` that they dispute it, ``is_to_settle`` that they may settle a
    dispute, and ``corrected_at`` when the result was corrected lately, after it counted.
    """

    report: ReportConfirmation | None = None
    sides: tuple[ReportedSide, ...] = ()
    sentences: tuple[tuple[str, str], ...] = ()
    asks_viewer: bool = False
    has_disputed: bool = False
    is_to_settle: bool = False
    corrected_at: datetime | None = None

    @property
    def acts_first(self) -> bool:
        """Whether the viewer has to answer, or may settle a dispute, before anything else."""
        return self.asks_viewer or self.is_to_settle

    @property
    def is_blocked(self) -> bool:
        """Whether the scenario cannot be applied without an answer or a reason."""
        return self.report is not None and self.report.state.is_blocked


def confirmation_page(scenario: ScenarioView) -> ConfirmationPage:
    """Return how far a report is confirmed, for a page. Two queries at most, none where no one confirms results."""
    campaign, number = scenario.view.campaign, scenario.state.number
    if scenario.state.counts:
        correction = corrected_lately([campaign]).get((campaign.pk, number))
        return ConfirmationPage(corrected_at=correction.at if correction else None)
    report = scenario_confirmation(scenario)
    if report is None or not report.state.asked:
        return ConfirmationPage()
    said = dispute_sentences(scenario, report)
    viewer = scenario.view.viewer if scenario.view.is_open else None
    return ConfirmationPage(
        report,
        tuple(reported_sides(scenario)),
        tuple((report.players[player].display_name, text) for player, text in said.items()),
        viewer is not None and viewer.number in report.state.waiting,
        viewer is not None and viewer.number in report.state.disputing,
        scenario.organizes and bool(report.state.disputing),
    )
