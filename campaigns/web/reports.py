"""Reporting how a scenario ended, and correcting the report: sides with their lines, and eliminations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.models import Owner
from accounts.web.commands import CommandDone, takes_commands
from campaigns.models import CampaignWarband
from campaigns.selectors.confirmations import confirmation_page, describe_report
from campaigns.selectors.scenario_pages import ScenarioView, homebrew_members, member_emblems, names_of_members
from campaigns.services.aftermath import scenario_report
from campaigns.services.corrections import ReportCorrection
from campaigns.services.journal import campaign_held
from campaigns.web.correcting import CorrectionPreview, preview_or_correct
from campaigns.web.scenarios import own_scenario_or_404, typed
from common.refusal import Refusal
from rules.campaigns.results import MAX_COUNT, exclusive_lines, is_scored, points_scored, side_score
from rules.campaigns.scenarios import MAX_VICTORY_POINTS, Elimination, ScenarioReport, SideScore
from rules.tables.victory_conditions.conditions import STANDARD, Score, VictoryCondition

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
class ScoreChoice:
    """Lines of the victory condition of which a side has at most one: the form's name for the choice, and the lines.

    The ``value`` of a line is its form value; ``chosen`` is the value of the chosen line, "" for none.
    """

    name: str
    lines: tuple[ScoreField, ...]
    chosen: str
    is_choice: bool = True


@dataclass(frozen=True, slots=True)
class EliminationField:
    """A member of a side: whether it was eliminated, and by whom."""

    value: str
    name: str
    is_eliminated: bool
    by_name: str
    by: str
    is_homebrew: bool = False
    emblem: str = ""


@dataclass(frozen=True, slots=True)
class ReportSide:
    """A side of the report."""

    number: int
    name: str
    player: str
    scores: tuple[ScoreField | ScoreChoice, ...]
    extra_name: str
    extra: str
    members: tuple[EliminationField, ...]


@dataclass
class ReportForm:
    """The input about a scenario, and its faults."""

    scenario: ScenarioView
    data: Mapping[str, str]
    eliminated: frozenset[str]
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_report(cls, scenario: ScenarioView) -> ReportForm:
        """Return the form filled in with the present report."""
        report = scenario.state.report
        form = cls(
            scenario,
            {},
            frozenset(member_value(elimination.warband, elimination.member) for elimination in report.eliminated),
        )
        is_draw = bool(scenario.state.report_entry) and not is_scored(report)
        data = {"game": str(report.game_points or ""), "notes": report.notes, "draw": "1" if is_draw else ""}
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
        """All participants of the scenario, by the value that a form sends."""
        return {
            member_value(warband.number, member): name
            for warband in self._fielded()
            for member, name in self._members(warband.number)
        }

    @property
    def groups(self) -> list[tuple[int, str, list[tuple[str, str]]]]:
        """All participants of the scenario, by warband: its number and name, and the members with their values."""
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
        """The sides with their fields, that of the viewer's warband first."""
        fielded = self._fielded()
        return [self._side(warband) for warband in self.scenario.own_first if warband in fielded]

    @property
    def is_solo(self) -> bool:
        """Whether one warband plays against the game."""
        return len(self.scenario.state.fielded) == 1

    def report(self) -> ScenarioReport | None:
        """Return the report from the answers, None if something is wrong with them."""
        scores = tuple(self._score(warband.number) for warband in self._fielded())
        game = self._number("game", MAX_VICTORY_POINTS) if self.is_solo else 0
        eliminated = tuple(self._eliminations())
        if self.errors:
            return None
        return ScenarioReport(scores, eliminated, game, self.data.get("notes", ""))

    @cached_property
    def _emblems(self) -> Mapping[tuple[int, str], str]:
        return member_emblems(self._fielded())

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
            scores=tuple(
                self._with_choices(
                    number, [self._score_field(number, line, *score) for line, score in enumerate(lines, start=1)]
                )
            ),
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
                    emblem=self._emblems[number, member],
                )
                for member, called in self._members(number)
            ),
        )

    def _score_field(self, number: int, line: int, score: Score, when: str) -> ScoreField:
        name = f"score.{number}.{line}"
        return ScoreField(name, score.worth, when, bool(score.each), self.data.get(name, ""))

    def _with_choices(self, number: int, fields: Sequence[ScoreField]) -> Iterator[ScoreField | ScoreChoice]:
        """Yield the lines of a side; those that exclude each other become one choice at the place of the first."""
        choices = {places[0]: places for places in exclusive_lines(self.condition)}
        others = {place for places in choices.values() for place in places[1:]}
        for place, score_field in enumerate(fields):
            if places := choices.get(place):
                # Of several that are ticked, as in an address, the one that is worth most counts.
                ticked = [other for other in places if self._is_chosen(number, other, places)]
                best = max(ticked, key=lambda other: self.condition.scoring[other].vp, default=None)
                lines = (replace(fields[other], value=str(other + 1)) for other in places)
                name = _choice_name(number, places)
                yield ScoreChoice(name, tuple(lines), "" if best is None else str(best + 1))
            elif place not in others:
                yield score_field

    def _is_chosen(self, number: int, place: int, places: Sequence[int]) -> bool:
        chosen = self.data.get(_choice_name(number, places))
        return bool(self.data.get(f"score.{number}.{place + 1}")) if chosen is None else chosen == str(place + 1)

    def _score(self, number: int) -> SideScore:
        condition = self.condition
        choices = {place: places for places in exclusive_lines(condition) for place in places}
        counts = tuple(
            int(self._is_chosen(number, place, choices[place]))
            if place in choices
            else self._number(f"score.{number}.{place + 1}", MAX_COUNT if score.each else 1)
            for place, score in enumerate(condition.scoring)
        )
        extra = self._number(f"extra.{number}", MAX_VICTORY_POINTS)
        score = side_score(condition, number, counts, extra)
        if score.victory_points > MAX_VICTORY_POINTS:
            self.errors[f"extra.{number}"] = f"A side has at most {MAX_VICTORY_POINTS:,} victory points."
        return score

    def _number(self, name: str, most: int) -> int:
        value = self.data.get(name, "").strip() or "0"
        if not (value.isascii() and value.isdigit() and len(value) < 6 and int(value) <= most):
            self.errors[name] = WHOLE.format(most=f"{most:,}")
            return 0
        return int(value)

    def _eliminations(self) -> Iterator[Elimination]:
        known = self.names
        for value in filter(self.eliminated.__contains__, known):
            warband, member = split_member(value)
            by = self.data.get(f"by.{value}", "")
            if by and by not in known:
                self.errors[f"by.{value}"] = "Choose someone who took part."
                continue
            yield Elimination(warband, member, *(split_member(by) if by else (None, None)))


def _choice_name(number: int, places: Sequence[int]) -> str:
    return f"best.{number}.{places[0] + 1}"


def member_value(warband: int, member: str) -> str:
    """Return the form's value for a member: ``2.m5``."""
    return f"{warband}.{member}"


def split_member(value: str) -> tuple[int, str]:
    """Return the warband and the member of a value that a form sent."""
    warband, _, member = value.partition(".")
    return int(warband), member


def _report_command(request: HttpRequest, key: str, number: int) -> CommandDone:
    """Save a report that was made without a network, unless another one was made meanwhile."""
    owner, _ = own_scenario_or_404(request, key, number)
    with campaign_held(actor=owner, key=key, scenario=number):
        _, scenario = own_scenario_or_404(request, key, number)
        form, state = ReportForm.of_post(scenario, request.POST), scenario.state
        report = form.report()
        if report is None:
            raise Refusal(f"The report has errors: {' '.join(form.errors.values())}", code="report.invalid")
        if state.counts or (state.report != report and typed(request, "seen.report") != str(state.report_version)):
            message = "The result was reported meanwhile, so yours was not saved."
            raise Refusal(message, code="report.changed", meanwhile=[describe_report(scenario)])
        scenario_report(actor=owner, key=key, scenario=number, report=report, may_be_draw="draw" in request.POST)
    return CommandDone("The report is saved")


@takes_commands(_report_command)
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Report how a scenario ended; an organizer corrects the report of a committed one, after a preview.

    An address with answers, such as a battle's result, fills in the form; nothing is saved before it is sent.
    """
    owner, scenario = own_scenario_or_404(request, key, number)
    if request.method != "POST":
        form = ReportForm.of_post(scenario, request.GET) if request.GET else ReportForm.of_report(scenario)
        return _page(request, scenario, form)
    form = ReportForm.of_post(scenario, request.POST)
    report = form.report()
    if report is None:
        return _page(request, scenario, form, "The report is not saved. Please correct the marked fields.", 422)
    if scenario.state.counts:
        return _correct(request, owner, scenario, form, report)
    try:
        scenario_report(actor=owner, key=key, scenario=number, report=report, may_be_draw="draw" in request.POST)
    except Refusal as refused:
        form.errors |= {"draw": refused.message} if refused.code == "draw.invalid" else {}
        return _page(request, scenario, form, refused.message, 422)
    messages.success(request, "The report is saved.")
    return redirect("campaigns:aftermath", key, number)


def _correct(
    request: HttpRequest, owner: Owner, scenario: ScenarioView, form: ReportForm, report: ScenarioReport
) -> HttpResponse:
    """Show the effects of a corrected report, or write it after the preview."""
    if not scenario.organizes:
        return _page(request, scenario, form, status=422)
    try:
        preview = preview_or_correct(request, owner, scenario, ReportCorrection(report), typed(request, "reason"))
    except Refusal as refused:
        return _page(request, scenario, form, refused.message, 422)
    if preview is not None:
        return _page(request, scenario, form, preview=preview)
    messages.success(request, "The result is corrected. Muster has recalculated everything that follows from it.")
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
        "confirmation": confirmation_page(scenario),
        "reason": typed(request, "reason"),
        "may_write": (scenario.organizes or (own and not state.counts)) and (state.is_running or state.counts),
    }
    return render(request, "campaigns/report.html", context, status=status)
