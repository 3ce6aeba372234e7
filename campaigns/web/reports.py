"""Reporting how a scenario ended, and correcting the report: sides with their lines, and who eliminated whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.models import Owner
from campaigns.models import CampaignWarband
from campaigns.selectors.scenario_pages import ScenarioView, homebrew_members, names_of_members
from campaigns.services.aftermath import scenario_report
from campaigns.services.corrections import ReportCorrection
from campaigns.web.correcting import CorrectionPreview, preview_or_correct
from campaigns.web.scenarios import own_scenario_or_404, typed
from common.refusal import Refusal
from rules.campaigns.results import MAX_COUNT, points_scored, side_score
from rules.campaigns.scenarios import MAX_VICTORY_POINTS, Elimination, ScenarioReport, SideScore
from rules.tables.victory_conditions import STANDARD, Score, VictoryCondition

WHOLE = "Enter a whole number from 0 to {most}."


@dataclass(frozen=True, slots=True)
class ScoreField:
    """A line of the victory condition for one side: counted, or ticked."""

    name: str
    worth: str
    when: str
    is_counted: bool
    value: str


@dataclass(frozen=True, slots=True)
class EliminationField:
    """A member of a side: whether it was eliminated, and by whom."""

    value: str
    name: str
    is_eliminated: bool
    by_name: str
    by: str
    is_homebrew: bool = False


@dataclass(frozen=True, slots=True)
class ReportSide:
    """A side of the report."""

    number: int
    name: str
    player: str
    scores: tuple[ScoreField, ...]
    extra_name: str
    extra: str
    members: tuple[EliminationField, ...]


@dataclass
class ReportForm:
    """What was written about a scenario, and what is wrong with it."""

    scenario: ScenarioView
    data: Mapping[str, str]
    eliminated: frozenset[str]
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_report(cls, scenario: ScenarioView) -> ReportForm:
        """Return the form filled in with the report that stands."""
        report = scenario.state.report
        form = cls(
            scenario,
            {},
            frozenset(member_value(elimination.warband, elimination.member) for elimination in report.eliminated),
        )
        data = {"game": str(report.game_points or ""), "notes": report.notes}
        for score in report.scores:
            counts = form._fitting(score.counts)
            data |= {f"score.{score.warband}.{line}": str(count or "") for line, count in enumerate(counts, start=1)}
            extra = score.victory_points - points_scored(form.condition, counts)
            data[f"extra.{score.warband}"] = str(extra or "")
        for elimination in report.eliminated:
            if elimination.by_warband is not None and elimination.by_member is not None:
                by = member_value(elimination.by_warband, elimination.by_member)
                data[f"by.{member_value(elimination.warband, elimination.member)}"] = by
        form.data = data
        return form

    @classmethod
    def of_post(cls, scenario: ScenarioView, data: QueryDict) -> ReportForm:
        """Return the form as it was sent."""
        values = {name: data.get(name, "").replace("\0", "").encode("utf-8", "replace").decode() for name in data}
        return cls(scenario, values, frozenset(data.getlist("eliminated")))

    @property
    def condition(self) -> VictoryCondition:
        """The victory condition by which the scenario is scored."""
        return self.scenario.condition or STANDARD

    @property
    def names(self) -> dict[str, str]:
        """Everyone who took part, by the value that a form sends."""
        return {
            member_value(warband.number, member): name
            for warband in self._fielded()
            for member, name in self._members(warband.number)
        }

    @property
    def groups(self) -> list[tuple[int, str, list[tuple[str, str]]]]:
        """Everyone who took part, by the warband: its number and name, and the members with their values."""
        return [
            (
                warband.number,
                str(warband),
                [(member_value(warband.number, member), name) for member, name in self._members(warband.number)],
            )
            for warband in self._fielded()
        ]

    @property
    def sides(self) -> list[ReportSide]:
        """The sides with their fields."""
        return [self._side(warband) for warband in self._fielded()]

    @property
    def is_solo(self) -> bool:
        """Whether one warband plays against the game."""
        return len(self.scenario.state.fielded) == 1

    def report(self) -> ScenarioReport | None:
        """Return the report that the answers make, None where something is wrong with them."""
        scores = tuple(self._score(warband.number) for warband in self._fielded())
        game = self._number("game", MAX_VICTORY_POINTS) if self.is_solo else 0
        eliminated = tuple(self._eliminations())
        if self.errors:
            return None
        return ScenarioReport(scores, eliminated, game, self.data.get("notes", ""))

    def _fielded(self) -> list[CampaignWarband]:
        return [warband for warband in self.scenario.warbands if warband.number in self.scenario.state.fielded]

    def _members(self, warband: int) -> Iterator[tuple[str, str]]:
        row = self.scenario.warband(warband)
        names = names_of_members(row) if row else {}
        for member in self.scenario.state.fielded[warband].members:
            yield member, names.get(member, member)

    def _fitting(self, counts: tuple[int, ...]) -> tuple[int, ...]:
        lines = len(self.condition.scoring)
        return counts if len(counts) == lines else (0,) * lines

    def _side(self, warband: CampaignWarband) -> ReportSide:
        number, brewed = warband.number, homebrew_members(warband)
        lines = zip(self.condition.scoring, self.condition.prose.lines(self.condition.key, "scores"), strict=True)
        return ReportSide(
            number=number,
            name=str(warband),
            player=warband.participant.display_name,
            scores=tuple(self._score_field(number, line, *one) for line, one in enumerate(lines, start=1)),
            extra_name=f"extra.{number}",
            extra=self.data.get(f"extra.{number}", ""),
            members=tuple(
                EliminationField(
                    value=(value := member_value(number, member)),
                    name=called,
                    is_eliminated=value in self.eliminated,
                    by_name=f"by.{value}",
                    by=self.data.get(f"by.{value}", ""),
                    is_homebrew=member in brewed,
                )
                for member, called in self._members(number)
            ),
        )

    def _score_field(self, number: int, line: int, score: Score, when: str) -> ScoreField:
        name = f"score.{number}.{line}"
        return ScoreField(name, score.worth, when, bool(score.each), self.data.get(name, ""))

    def _score(self, number: int) -> SideScore:
        condition = self.condition
        counts = tuple(
            self._number(f"score.{number}.{line}", MAX_COUNT if score.each else 1)
            for line, score in enumerate(condition.scoring, start=1)
        )
        extra = self._number(f"extra.{number}", MAX_VICTORY_POINTS)
        score = side_score(condition, number, counts, extra)
        if score.victory_points > MAX_VICTORY_POINTS:
            self.errors[f"extra.{number}"] = f"A side has at most {MAX_VICTORY_POINTS:,} victory points."
        return score

    def _number(self, name: str, most: int) -> int:
        value = self.data.get(name, "").strip()
        if not value:
            return 0
        if not (value.isascii() and value.isdigit() and len(value) < 6 and int(value) <= most):
            self.errors[name] = WHOLE.format(most=f"{most:,}")
            return 0
        return int(value)

    def _eliminations(self) -> Iterator[Elimination]:
        known = self.names
        for value in known:
            if value not in self.eliminated:
                continue
            warband, member = split_member(value)
            by = self.data.get(f"by.{value}", "")
            if by and by not in known:
                self.errors[f"by.{value}"] = "Choose someone who took part."
                continue
            yield Elimination(warband, member, *(split_member(by) if by else (None, None)))


def member_value(warband: int, member: str) -> str:
    """Return what a form sends for a member: ``2.m5``."""
    return f"{warband}.{member}"


def split_member(value: str) -> tuple[int, str]:
    """Return the warband and the member of a value that a form sent."""
    warband, _, member = value.partition(".")
    return int(warband), member


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Report how a scenario ended; an organizer corrects the report of a committed one, after a preview.

    An address with answers, such as a battle's result has, fills the form in; nothing is saved before it is sent.
    """
    owner, scenario = own_scenario_or_404(request, key, number)
    if request.method != "POST":
        form = ReportForm.of_post(scenario, request.GET) if request.GET else ReportForm.of_report(scenario)
        return _page(request, scenario, form)
    form = ReportForm.of_post(scenario, request.POST)
    report = form.report()
    if report is None:
        return _page(request, scenario, form, "The report is not saved. Please correct what is marked.", 422)
    if scenario.state.counts:
        return _correct(request, owner, scenario, form, report)
    try:
        scenario_report(actor=owner, key=key, scenario=number, report=report)
    except Refusal as refused:
        return _page(request, scenario, form, refused.message, 422)
    messages.success(request, "The report is saved.")
    return redirect("campaigns:aftermath", key, number)


def _correct(
    request: HttpRequest, owner: Owner, scenario: ScenarioView, form: ReportForm, report: ScenarioReport
) -> HttpResponse:
    """Show what a corrected report changes, or write it once that was seen."""
    if not scenario.organizes:
        return _page(request, scenario, form, status=422)
    try:
        preview = preview_or_correct(request, owner, scenario, ReportCorrection(report), typed(request, "reason"))
    except Refusal as refused:
        return _page(request, scenario, form, refused.message, 422)
    if preview is not None:
        return _page(request, scenario, form, preview=preview)
    messages.success(request, "The result is corrected. Everything that follows from it is worked out anew.")
    return redirect("campaigns:scenario", scenario.view.campaign.key, scenario.state.number)


def _page(
    request: HttpRequest,
    scenario: ScenarioView,
    form: ReportForm,
    refused: str = "",
    status: int = 200,
    preview: CorrectionPreview | None = None,
) -> HttpResponse:
    state = scenario.state
    own = any(scenario.is_own(warband) and warband.number in state.fielded for warband in scenario.warbands)
    context = {
        "view": scenario.view,
        "scenario": scenario,
        "form": form,
        "refused": refused,
        "preview": preview,
        "reason": typed(request, "reason"),
        "may_write": (scenario.organizes or (own and not state.counts)) and (state.is_running or state.counts),
    }
    return render(request, "campaigns/report.html", context, status=status)
