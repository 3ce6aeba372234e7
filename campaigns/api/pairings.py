"""What rounds are paired from, in the API: proposals, requests, absences, and planned round robins."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import CampaignAPIView, number_parameter, reads, writes
from campaigns.api.league_shapes import (
    CampaignRoundSerializer,
    LeagueMeetingsSerializer,
    LeagueSerializer,
    PairingBody,
    PairingSerializer,
    RoundPlanSerializer,
)
from campaigns.api.leagues import LeagueAnswer, RoundAnswer, RoundAPIView
from campaigns.api.shapes import numbers_field, sent_number
from campaigns.models.pairings import MAX_ABSENCE_REASON
from campaigns.selectors.leagues import league_of
from campaigns.selectors.pairings import (
    WAYS,
    absences_of,
    evening_clashes,
    meetings_of,
    pairing_book,
    propose_round,
    propose_season,
    requests_of,
    shown_absences,
)
from campaigns.selectors.warbands import warbands_in
from campaigns.services.leagues import round_pair
from campaigns.services.pairings import (
    MAX_DAYS_APART,
    SeasonPlan,
    absence_end,
    absence_set,
    request_add,
    request_remove,
    season_plan,
)
from common.api.bodies import Body, read_body
from common.api.errors import Fault
from common.openapi import Document
from rules.text import natural_numbers


class RoundPairingView(RoundAnswer):
    @reads(
        "rounds_pairing",
        PairingSerializer,
        [
            OpenApiParameter("way", str, enum=WAYS, description="Swiss, or a round robin."),
            OpenApiParameter("absent", int, many=True, description="Warbands that stay away."),
        ],
    )
    def get(self, request: Request, key: str, round: int) -> Response:
        """Propose a pairing.

        It leaves out the warbands that have a table or the bye in this round already. Organizers only.
        """
        way = request.query_params.get("way", WAYS[0])
        if way not in WAYS:
            raise Fault("invalid", "way", f"Expected {' or '.join(WAYS)}.")
        asked = request.query_params.getlist("absent")
        absent = natural_numbers(asked)
        if len(absent) < len(asked):
            raise Fault("invalid", "absent", "Expected numbers of warbands.")
        view = self.organized(key, "pair a round")
        self.round(view, round)
        rows = {row.number: row for row in warbands_in(view.campaign)}
        league = league_of(view.campaign)
        book = pairing_book(view.campaign, league, round, rows)
        away = list(absent) or absences_of(view.campaign, round)
        proposal = propose_round(view.campaign, league, round, book, away, way)
        document = {"tables": proposal.tables, "byes": [row.number for row in proposal.byes]}
        return Response(PairingSerializer(document).data)

    @writes("rounds_pair", CampaignRoundSerializer, PairingBody, once=True)
    def post(self, request: Request, key: str, round: int) -> Response:
        """Plan the tables of a round.

        Each becomes a planned scenario. Organizers only.
        """
        given = read_body(PairingBody, request.data)
        tables = [(first, second) for first, second in given["tables"]]
        return self.act(request, key, round_pair, number=round, tables=tables, byes=given["byes"])


class PairingRequestsSerializer(Document):
    """The warbands that are not paired with each other."""

    pairs = serializers.ListField(child=numbers_field(), help_text="Two warbands each.")


class PairingRequestsView(CampaignAPIView):
    def answer(self, key: str) -> Response:
        """Answer with the requests of a campaign to its organizers. Three queries."""
        campaign = self.organized(key, "see who is not paired with whom").campaign
        return Response({"pairs": sorted(map(sorted, requests_of(campaign)))})

    @reads("pairing_requests_read", PairingRequestsSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Which warbands are not paired with each other.

        Organizers only.
        """
        return self.answer(key)


class PairingRequestView(PairingRequestsView):
    http_method_names = ("put", "delete", "options")

    @writes("pairing_requests_add", PairingRequestsSerializer)
    def put(self, request: Request, key: str, first: int, second: int) -> Response:
        """Ask that two warbands are not paired.

        Proposals put them together only if there is no other way. Organizers only.
        """
        return self.act(request, key, request_add, warbands=(first, second))

    @writes("pairing_requests_remove", PairingRequestsSerializer)
    def delete(self, request: Request, key: str, first: int, second: int) -> Response:
        """Let two warbands be paired again.

        Organizers only.
        """
        return self.act(request, key, request_remove, warbands=(first, second))


class RoundAbsenceSerializer(Document):
    """A warband that stays away from a round."""

    warband = serializers.IntegerField(source="warband.number")
    reason = serializers.CharField(allow_blank=True, help_text="For organizers and its player, empty for others.")


class RoundAbsencesSerializer(Document):
    """The warbands that stay away from a round."""

    absences = RoundAbsenceSerializer(many=True)


class RoundAbsenceBody(Body):
    """Why a warband stays away, if you like."""

    reason = serializers.CharField(max_length=MAX_ABSENCE_REASON, required=False, default="", allow_blank=True)


class RoundAbsencesView(RoundAPIView):
    def answer(self, key: str, number: int) -> Response:
        """Answer with the absences of a round. Five queries."""
        view = self.campaign(key)
        self.round(view, number)
        rows = {row.number: row for row in warbands_in(view.campaign)}
        return Response(RoundAbsencesSerializer({"absences": shown_absences(view, number, rows)}).data)

    @reads("rounds_absences", RoundAbsencesSerializer)
    def get(self, request: Request, key: str, round: int) -> Response:
        """Who stays away from a round.

        Proposals leave these warbands out.
        """
        return self.answer(key, round)


class RoundAbsenceView(RoundAbsencesView):
    http_method_names = ("put", "delete", "options")

    @writes("rounds_stay_away", RoundAbsencesSerializer, RoundAbsenceBody)
    def put(self, request: Request, key: str, round: int, warband: int) -> Response:
        """Say that a warband stays away.

        Before it is paired in the round. For its player and organizers.
        """
        given = read_body(RoundAbsenceBody, request.data)
        return self.act(request, key, absence_set, number=round, warband=warband, **given)

    @writes("rounds_come_after_all", RoundAbsencesSerializer)
    def delete(self, request: Request, key: str, round: int, warband: int) -> Response:
        """Say that a warband comes after all.

        For its player and organizers.
        """
        return self.act(request, key, absence_end, number=round, warband=warband)


class LeagueMeetingsView(RoundAPIView):
    @reads(
        "leagues_meetings",
        LeagueMeetingsSerializer,
        [OpenApiParameter("round", int, description="Also who plays more than once on the day of it.")],
    )
    def get(self, request: Request, key: str) -> Response:
        """Who met whom.

        In scenarios of two warbands that are planned, open or played.
        """
        # Three queries; with a round three more.
        view, number = self.campaign(key), number_parameter(request, "round")
        clashes: dict[int, tuple[str, ...]] = {}
        if number is not None:
            day = self.round(view, number).plan.day
            clashes = evening_clashes(view.campaign, warbands_in(view.campaign), day=day, number=number)
        document = {
            "met": [
                {"warbands": sorted(pair), "before": places} for pair, places in meetings_of(view.campaign).items()
            ],
            "clashes": [
                {"warband": warband, "sentences": places} for warband, places in clashes.items() if len(places) > 1
            ],
        }
        return Response(LeagueMeetingsSerializer(document).data)


class RobinRoundSerializer(Document):
    """A round of a round robin: its number, tables of two warbands each, and byes."""

    number = serializers.IntegerField()
    tables = serializers.ListField(child=numbers_field())
    byes = numbers_field()


class RoundRobinSerializer(Document):
    """A round robin that could be planned ahead."""

    rounds = RobinRoundSerializer(many=True)
    unwanted = serializers.ListField(child=numbers_field(), help_text="Pairs of warbands that should not meet.")


class RoundRobinBody(Body):
    """A round robin to plan ahead. The plan has the first day of the first round, and no name and last day."""

    first = sent_number(help_text="The number of its first round, as in the preview.")
    plan = RoundPlanSerializer()
    is_double = serializers.BooleanField(default=False, help_text="Whether everyone meets twice.")
    days_apart = serializers.IntegerField(default=7, min_value=1, max_value=MAX_DAYS_APART)
    days_each = serializers.IntegerField(default=7, min_value=1, max_value=MAX_DAYS_APART)


class RoundRobinView(LeagueAnswer):
    @reads(
        "round_robins_preview",
        RoundRobinSerializer,
        [OpenApiParameter("is_double", bool, description="Whether everyone meets twice.")],
    )
    def get(self, request: Request, key: str) -> Response:
        """Preview a round robin.

        All its rounds, with the numbers that they would get. Organizers only.
        """
        asked = request.query_params.get("is_double", "false")
        if asked not in ("true", "false"):
            raise Fault("invalid", "is_double", "Expected true or false.")
        campaign = self.organized(key, "plan rounds").campaign
        league, warbands = league_of(campaign), [row.number for row in warbands_in(campaign)]
        rounds = propose_season(campaign, league, warbands, is_double=asked == "true")
        numbered = enumerate(rounds, max(league.rounds, default=0) + 1)
        pairs = {frozenset(table) for each in rounds for table in each.tables}
        document = {
            "rounds": [{"number": number, "tables": each.tables, "byes": each.byes} for number, each in numbered],
            "unwanted": sorted(map(sorted, requests_of(campaign) & pairs)),
        }
        return Response(RoundRobinSerializer(document).data)

    @writes("round_robins_plan", LeagueSerializer, RoundRobinBody, once=True)
    def post(self, request: Request, key: str) -> Response:
        """Plan a round robin ahead.

        Each round with its tables and byes; each table becomes a planned scenario. Organizers only.
        """
        given = read_body(RoundRobinBody, request.data)
        first = given.pop("first")
        return self.act(request, key, season_plan, season=SeasonPlan(**given), first=first)
