"""The aftermath of a scenario: the report, dice, feats and spending."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.aftermath_shapes import (
    ScenarioAftermathSerializer,
    SpendingBody,
    SpendingChoicesSerializer,
    aftermath_document,
)
from campaigns.api.base import READ_ERRORS, CampaignAPIView, missing, number_parameter, reads, versioned, writes
from campaigns.api.scenario_shapes import (
    FeatBody,
    MissingRollsBody,
    NewRollsSerializer,
    PlayedReportBody,
    RollBody,
    ScenarioSerializer,
)
from campaigns.api.scenarios import ScenarioAnswer
from campaigns.selectors.scenario_pages import ScenarioView, readable_aftermath
from campaigns.selectors.scenarios import scenario_head
from campaigns.selectors.sides import MemberSpending, member_spending
from campaigns.services.aftermath import dice_roll, dice_roll_all, feat_choose, scenario_report, spending_record
from common.api.bodies import read_body
from common.api.errors import Fault
from common.openapi import FULL, operation
from compendium.selectors.entries import items_for_level
from rules.campaigns.results import side_score
from rules.campaigns.scenarios import (
    MAX_VICTORY_POINTS,
    Elimination,
    RollRecord,
    ScenarioReport,
    SideScore,
    SpendingRecord,
)
from rules.points import MAX_LEVEL
from rules.roster.model import ItemChoice
from rules.tables.victory_conditions.conditions import STANDARD

MAX_LOOT = 3
"""The most items of loot in a record, as in the page's form."""


class ScenarioReportView(ScenarioAnswer):
    @writes("scenarios_report", ScenarioSerializer, PlayedReportBody, replaces=True)
    def put(self, request: Request, key: str, scenario: int) -> Response:
        """Report how a scenario ended.

        Replaces an earlier report. `counts` says how often a side scored each line of the victory condition, in order;
        a side without them has 0. Without any points, `draw` says that it was a draw. For organizers and its players,
        until it is committed.
        """
        given = read_body(PlayedReportBody, request.data)
        values = {"report": read_report(self.scenario(key, scenario), given), "may_be_draw": given["draw"]}
        return self.act(request, key, scenario_report, required=True, scenario=scenario, **values)


class ScenarioAftermathView(CampaignAPIView):
    @operation("scenarios_aftermath", ScenarioAftermathSerializer, {**READ_ERRORS, 409: FULL})
    def get(self, request: Request, key: str, scenario: int) -> Response:
        """The aftermath of a scenario.

        Each member with its dice, the missing rolls, the feats to choose from and the changes: a preview before the
        commit, the result after it. Empty before the report.
        """
        # Eight queries and those of the careers.
        opened = self.scenario(key, scenario)
        state = opened.state
        is_prepared = bool(state.report_entry and state.fielded) and (state.is_running or state.counts)
        sides = readable_aftermath(opened) if is_prepared else []
        if sides is None:
            message = "This aftermath needs a card that no longer exists."
            raise Fault("scenario.state", "", message, status.HTTP_409_CONFLICT)
        version = scenario_head(opened.view.campaign, scenario)
        return versioned(aftermath_document(sides, version), version)


class _RollsAnswer(CampaignAPIView):
    def rolled(self, key: str, scenario: int, rolls: tuple[RollRecord, ...]) -> Response:
        """Answer with the new rolls. Three queries."""
        version = scenario_head(self.campaign(key).campaign, scenario)
        return versioned(NewRollsSerializer({"rolls": rolls, "version": version}).data, version)


class ScenarioRollsView(_RollsAnswer):
    @writes("scenarios_roll", NewRollsSerializer, RollBody, once=True)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Roll, or enter dice.

        Makes one roll that is due: on the server, or with faces rolled at the table. A server roll is final; you can
        enter faces again until the commit. For the warband’s player and organizers. Send an Idempotency-Key: if the
        answer is lost, repeating the request does not roll again.
        """
        given = read_body(RollBody, request.data)
        roll = self.write(request, key, dice_roll, scenario=scenario, **given)
        return self.rolled(key, scenario, (roll,))


class ScenarioMissingRollsView(_RollsAnswer):
    @writes("scenarios_roll_missing", NewRollsSerializer, MissingRollsBody, once=True)
    def post(self, request: Request, key: str, scenario: int) -> Response:
        """Roll everything that is missing.

        On the server, in one entry, including the rolls that these make due. For one warband, or for all.
        """
        given = read_body(MissingRollsBody, request.data)
        rolls = self.write(request, key, dice_roll_all, scenario=scenario, **given)
        return self.rolled(key, scenario, rolls)


class ScenarioFeatsView(ScenarioAnswer):
    @writes("scenarios_choose_feat", ScenarioSerializer, FeatBody)
    def put(self, request: Request, key: str, scenario: int) -> Response:
        """Choose a feat.

        At the commit or later. The aftermath lists the feats to choose from. For the player and organizers.
        """
        return self.act(request, key, feat_choose, scenario=scenario, **read_body(FeatBody, request.data))


class ScenarioSpendingView(ScenarioAnswer):
    @reads(
        "scenarios_spending",
        SpendingChoicesSerializer,
        [
            OpenApiParameter("warband", int, required=True, description="The number of the warband."),
            OpenApiParameter("member", str, required=True, description="The id of the member."),
        ],
    )
    def get(self, request: Request, key: str, scenario: int) -> Response:
        """What a member may have spent.

        Its limited uses, items and hero points, and the recorded spending.
        """
        warband, member = number_parameter(request, "warband"), request.query_params.get("member", "")
        return Response(SpendingChoicesSerializer(_spender(self.scenario(key, scenario), warband or 0, member)).data)

    @writes("scenarios_record_spending", ScenarioSerializer, SpendingBody)
    def put(self, request: Request, key: str, scenario: int) -> Response:
        """Record what a member spent.

        Replaces an earlier record, until the scenario is committed. For its player and organizers.
        """
        given = read_body(SpendingBody, request.data)
        record: SpendingRecord = given["spending"]
        spender = _spender(self.scenario(key, scenario), given["warband"], given["member"])
        for path, message in _misfits(spender, record):
            raise Fault("spending.invalid", f"spending.{path}", message, status.HTTP_422_UNPROCESSABLE_ENTITY)
        return self.act(request, key, spending_record, scenario=scenario, **given)


def read_report(scenario: ScenarioView, given: dict[str, Any]) -> ScenarioReport:
    """Read a report as the page's form makes it: points by the lines of the victory condition."""
    fielded = [warband.number for warband in scenario.warbands if warband.number in scenario.state.fielded]
    scores = {number: side_score(scenario.condition or STANDARD, number, _no_counts(scenario), 0) for number in fielded}
    for index, score in enumerate(given.get("scores", ())):
        scores[score["warband"]] = _score(scenario, f"scores[{index}]", score)
    eliminated = []
    for index, elimination in enumerate(given.get("eliminated", ())):
        if (elimination["by_warband"] is None) != (elimination["by_member"] is None):
            raise Fault("invalid", f"eliminated[{index}]", "Name both the warband and the member, or neither.")
        eliminated.append(
            Elimination(
                elimination["warband"], elimination["member"], elimination["by_warband"], elimination["by_member"]
            )
        )
    if given["game_points"] and len(fielded) != 1:
        raise Fault("invalid", "game_points", "The game scores only if a single warband plays against it.")
    return ScenarioReport(tuple(scores.values()), tuple(eliminated), given["game_points"], given["notes"])


def _no_counts(scenario: ScenarioView) -> list[int]:
    return [0] * len((scenario.condition or STANDARD).scoring)


def _score(scenario: ScenarioView, path: str, given: dict[str, Any]) -> SideScore:
    condition = scenario.condition or STANDARD
    counts = given.get("counts") or _no_counts(scenario)
    if len(counts) != len(condition.scoring):
        message = f"{condition.name} has {len(condition.scoring)} lines; there are {len(counts)} counts."
        raise Fault("invalid", f"{path}.counts", message)
    for line, (count, score) in enumerate(zip(counts, condition.scoring, strict=True)):
        if count > 1 and not score.each:
            raise Fault("invalid", f"{path}.counts[{line}]", "This line can be scored once: enter 0 or 1.")
    scored = side_score(condition, given["warband"], counts, given["extra"])
    if scored.victory_points > MAX_VICTORY_POINTS:
        raise Fault("invalid", f"{path}.extra", f"A side has at most {MAX_VICTORY_POINTS:,} victory points.")
    return scored


def _spender(scenario: ScenarioView, warband: int, member: str) -> MemberSpending:
    spending = member_spending(scenario, warband, member)
    if spending is None:
        raise missing("member.gone", "member", "This member did not take part in the scenario.")
    return spending


def _misfits(spending: MemberSpending, record: SpendingRecord) -> Iterator[tuple[str, str]]:
    """Yield the place and the reason of everything that a member cannot have spent; the page does not offer these."""
    most = {(use.key, use.use): use.most for use in spending.uses}
    spent = Counter[tuple[str, str]]()
    for index, use in enumerate(record.uses):
        spent[use.key, use.use] += use.times
        if spent[use.key, use.use] > most.get((use.key, use.use), 0):
            yield f"uses[{index}]", "It has no such use, or not that many."
    if record.hero_points > spending.hero_points:
        yield "hero_points", f"It has only {spending.hero_points}."
    carried = Counter(item.item for item in spending.carried)
    consumables = Counter(item.item for item in spending.carried if item.is_consumable)
    if Counter(record.items) - consumables:
        yield "items", "It carries no such consumable."
    if Counter(record.items) + Counter(record.lost) - carried:
        yield "lost", "It carries no such item."
    yield from _odd_loot(record.gained)


def _odd_loot(gained: tuple[ItemChoice, ...]) -> Iterator[tuple[str, str]]:
    if len(gained) > MAX_LOOT:
        yield "gained", f"A record takes at most {MAX_LOOT} items as loot."
    known = {item.key: item for item in items_for_level(MAX_LEVEL)} if gained else {}
    for index, choice in enumerate(gained):
        item = known.get(choice.item)
        if item is None:
            yield f"gained[{index}]", "There is no such item."
        elif choice.choice and not item.choice:
            yield f"gained[{index}]", "This item asks for no choice."
