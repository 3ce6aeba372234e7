"""Taking a campaign over whose organizer is away."""

from collections.abc import Callable

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import WRITE_ERRORS
from campaigns.api.campaigns import CampaignAnswer
from campaigns.api.shapes import CampaignSerializer
from campaigns.services.takeovers import (
    campaign_take_over,
    organizer_answer,
    takeover_ask,
    takeover_days_set,
    takeover_withdraw,
)
from common.api.bodies import Body, read_body
from common.openapi import operation
from rules.campaigns.events.takeovers import FEWEST_DAYS, MOST_DAYS

_ACTS: dict[str, Callable[..., object]] = {
    "ask": takeover_ask,
    "withdraw": takeover_withdraw,
    "answer": organizer_answer,
    "take_over": campaign_take_over,
}


class TakeoverActBody(Body):
    """An act about requests to take a campaign over."""

    do = serializers.ChoiceField(list(_ACTS))


class TakeoverDaysBody(Body):
    """How many days a request runs."""

    days = serializers.IntegerField(min_value=FEWEST_DAYS, max_value=MOST_DAYS)


class CampaignTakeoverView(CampaignAnswer):
    @operation("campaigns_take_over", CampaignSerializer, WRITE_ERRORS, body=TakeoverActBody)
    def post(self, request: Request, key: str) -> Response:
        """Ask to take a campaign over, or do it.

        `ask` and `withdraw` a request; `answer` that the organizer is there; `take_over` once the request has run out.
        """
        service = _ACTS[read_body(TakeoverActBody, request.data)["do"]]
        return self.act(request, key, service)


class CampaignTakeoverDaysView(CampaignAnswer):
    @operation("campaigns_set_takeover_days", CampaignSerializer, WRITE_ERRORS, body=TakeoverDaysBody)
    def put(self, request: Request, key: str) -> Response:
        """Set how many days a request runs.

        The organizer only.
        """
        return self.act(request, key, takeover_days_set, **read_body(TakeoverDaysBody, request.data))
