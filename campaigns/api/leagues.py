"""Rounds and the league of a campaign in the API."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import CampaignAPIView, missing, number_parameter, read_record, reads, versioned, writes
from campaigns.api.league_shapes import (
    CampaignBoardSerializer,
    CampaignRoundSerializer,
    DivisionsBody,
    ForfeitBody,
    LeagueRulesBody,
    LeagueSerializer,
    RoundOutcomeSerializer,
    RoundPlanSerializer,
    ScenariosBody,
)
from campaigns.api.scenario_shapes import ScenarioSerializer
from campaigns.api.scenarios import ScenarioAnswer
from campaigns.selectors.boards import LATE, TableProgress, round_tables, week_board
from campaigns.selectors.campaigns import CampaignView
from campaigns.selectors.league_results import count_outside
from campaigns.selectors.leagues import division_tables, league_of
from campaigns.selectors.warbands import warbands_listed
from campaigns.services.leagues import (
    RoundOutcome,
    divisions_set,
    game_forfeit,
    league_set,
    round_apply,
    round_open,
    round_plan,
    round_reopen,
)
from common.api.bodies import read_body
from common.api.errors import Fault
from rules.campaigns.leagues.progress import STAGES
from rules.campaigns.leagues.rounds import DIVISIONS, ROUND_PLAN, LeagueRound, RoundPlan


class LeagueAnswer(CampaignAPIView):
    def answer(self, key: str) -> Response:
        """Answer with the league of a campaign. Six queries, and those of crests."""
        view = self.campaign(key)
        league = league_of(view.campaign)
        document = {
            "version": view.campaign.head,
            "rules": league.rules,
            "divisions": league.divisions,
            "tables": division_tables(view.campaign, warbands_listed(view.campaign)) if league.rules else (),
            "outside": count_outside(view.campaign),
            "rounds": league.rounds.values(),
        }
        return versioned(LeagueSerializer(document).data, view.campaign.head)


class LeagueView(LeagueAnswer):
    @reads("leagues_read", LeagueSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The league of a campaign.

        Its rules, tables and rounds. Tables follow from the scenarios of two warbands that count, forfeits and byes.
        """
        return self.answer(key)


class LeagueRulesView(LeagueAnswer):
    @writes("leagues_rules", LeagueSerializer, LeagueRulesBody, replaces=True)
    def put(self, request: Request, key: str) -> Response:
        """Set the rules of the league.

        They hold for earlier games too. Organizers only.
        """
        return self.act(request, key, league_set, required=True, **read_body(LeagueRulesBody, request.data))


class LeagueDivisionsView(LeagueAnswer):
    @writes("leagues_divisions", LeagueSerializer, DivisionsBody, replaces=True)
    def put(self, request: Request, key: str) -> Response:
        """Divide the league.

        Each division is paired by itself and has a table of its own. Organizers only.
        """
        given = read_body(DivisionsBody, request.data)
        divisions = read_record(DIVISIONS, given["divisions"], "divisions")
        return self.act(request, key, divisions_set, required=True, divisions=divisions)


class RoundAPIView(CampaignAPIView):
    place = ("number",)

    def round(self, view: CampaignView, number: int) -> LeagueRound:
        """Return a round; 404 where there is none of that number. One query."""
        planned = league_of(view.campaign).rounds.get(number)
        if planned is None:
            raise missing("round.gone", "round", "There is no such round in this campaign.")
        return planned


class RoundAnswer(RoundAPIView):
    def answer(self, key: str, number: int, *, created: bool = False) -> Response:
        """Answer with a round and its tables."""
        view = self.campaign(key)
        planned = self.round(view, number)
        tables = round_tables(view.campaign, planned, warbands_listed(view.campaign))
        document = {
            "number": number,
            "title": planned.title,
            "plan": planned.plan,
            "resting": planned.resting,
            "version": view.campaign.head,
            "tables": list(map(_table, tables)),
        }
        location = reverse("api-round", args=[key, number]) if created else ""
        return versioned(CampaignRoundSerializer(document).data, view.campaign.head, location=location)


class BoardView(CampaignAPIView):
    @reads(
        "campaigns_board",
        CampaignBoardSerializer,
        [
            OpenApiParameter("player", int, description="The number of a participant, for their tables only."),
            OpenApiParameter("round", int, description="Another round than the current one."),
            OpenApiParameter("state", str, enum=(*STAGES, LATE), description="A stage, or those that are late."),
        ],
    )
    def get(self, request: Request, key: str) -> Response:
        """The week's board.

        The tables of the current round, those that are open or left over, and those without a round; yours first.
        """
        state = request.query_params.get("state", "")
        if state not in ("", *STAGES, LATE):
            raise Fault("invalid", "state", f"Expected one of {', '.join((*STAGES, LATE))}.")
        view, player = self.campaign(key), number_parameter(request, "player")
        rows = warbands_listed(view.campaign)
        board = week_board(view, rows, number_parameter(request, "round"))
        warbands = None if player is None else [row.number for row in rows if row.participant.number == player]
        document = {
            "version": view.campaign.head,
            "round": board.round.number if board.round else None,
            "tables": list(map(_table, board.filtered(warbands, state))),
        }
        return versioned(CampaignBoardSerializer(document).data, view.campaign.head)


class RoundListView(RoundAnswer):
    @writes("rounds_plan", CampaignRoundSerializer, RoundPlanSerializer, status=201, once=True)
    def post(self, request: Request, key: str) -> Response:
        """Plan a round.

        Organizers only.
        """
        plan: RoundPlan = read_record(ROUND_PLAN, request.data, "plan")
        number = self.write(request, key, round_plan, plan=plan)
        return self.answer(key, number, created=True)


class RoundDetailView(RoundAnswer):
    @reads("rounds_read", CampaignRoundSerializer)
    def get(self, request: Request, key: str, round: int) -> Response:
        """One round.

        Its plan and byes, and whom each table waits for.
        """
        return self.answer(key, round)

    @writes("rounds_edit", CampaignRoundSerializer, RoundPlanSerializer, replaces=True)
    def put(self, request: Request, key: str, round: int) -> Response:
        """Change the plan of a round.

        Scenarios that are planned or open keep what they have. Organizers only.
        """
        plan: RoundPlan = read_record(ROUND_PLAN, request.data, "plan")
        return self.act(request, key, round_plan, required=True, plan=plan, number=round)


class RoundOpenView(RoundAnswer):
    @writes("rounds_open", RoundOutcomeSerializer, once=True)
    def post(self, request: Request, key: str, round: int) -> Response:
        """Open all planned scenarios of a round.

        Organizers only.
        """
        return outcome_answer(self.write(request, key, round_open, number=round))


class RoundReopenView(RoundAnswer):
    @writes("rounds_reopen", RoundOutcomeSerializer, once=True)
    def post(self, request: Request, key: str, round: int) -> Response:
        """Give the present points limit to open scenarios of a round.

        Those in which a warband is fielded are left out. Organizers only.
        """
        return outcome_answer(self.write(request, key, round_reopen, number=round))


class RoundApplyView(RoundAnswer):
    @writes("rounds_apply", RoundOutcomeSerializer, ScenariosBody, once=True)
    def post(self, request: Request, key: str, round: int) -> Response:
        """Commit scenarios of a round.

        Those that are not ready are left out, each with the reason. Organizers only.
        """
        given = read_body(ScenariosBody, request.data)
        return outcome_answer(self.write(request, key, round_apply, number=round, **given))


class ScenarioForfeitView(ScenarioAnswer):
    @writes("scenarios_forfeit", ScenarioSerializer, ForfeitBody, once=True)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Record that one or both of two warbands did not come.

        It counts in the league and for no career; voiding its entry lets the scenario be played. Organizers only.
        """
        given = read_body(ForfeitBody, request.data)
        return self.act(request, key, game_forfeit, scenario=scenario, absent=given["absent"], reason=given["reason"])


def outcome_answer(outcome: RoundOutcome) -> Response:
    """Answer with what was done for several scenarios, and what was left out."""
    document = {
        "done": [row.number for row in outcome.done],
        "left_out": [{"scenario": row.number, "message": why} for row, why in outcome.left_out],
    }
    return Response(RoundOutcomeSerializer(document).data)


def _table(table: TableProgress) -> dict[str, Any]:
    named = ("scenario", "is_ready", "waits", "stage_key", "due", "late")
    return {name: getattr(table, name) for name in named} | {"warbands": [s.warband.number for s, _ in table.sides]}
