"""What all campaign API views share: permissions, versions, and answers."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from accounts.api.views import Handler, PrivateView
from accounts.api.views import once as takes_effect_once
from campaigns.models import Campaign, CampaignWarband
from campaigns.selectors.campaigns import CampaignView, campaign_view
from campaigns.selectors.moments import Moment, moment_of
from campaigns.selectors.scenario_pages import ScenarioView, scenario_view
from campaigns.services.journal import campaign_held
from common.api.bodies import matching_held, version_tag
from common.api.errors import Fault
from common.openapi import (
    BODY_ERRORS,
    CHANGED,
    FULL,
    INVALID,
    NO_VERSION,
    PRIVATE_ERRORS,
    REFUSED,
    ViewMethod,
    error_answer,
    operation,
    unversioned,
)
from compendium.api.serializers import DocumentParser, read_document
from rules.campaigns.journal import MAX_NUMBER
from rules.documents.reading import Fields
from rules.documents.shapes import Shape
from rules.errors import require

NOT_THERE = error_answer(
    "It does not exist, or you do not take part in the campaign.",
    code="campaign.gone",
    path="key",
    message="You have no such campaign.",
)
READ_ERRORS: dict[int, Any] = {**PRIVATE_ERRORS, 404: NOT_THERE}
"""Errors of every read of a campaign."""
LIST_ERRORS: dict[int, Any] = {**READ_ERRORS, 400: INVALID}
WRITE_ERRORS: dict[int, Any] = {**READ_ERRORS, **BODY_ERRORS, 409: FULL, 412: CHANGED, 422: REFUSED}
"""Errors of every write to a campaign."""
REPLACE_ERRORS: dict[int, Any] = {**WRITE_ERRORS, 428: NO_VERSION}
"""The same for a request that replaces something, which needs ``If-Match``."""

_GONE = {"scenario": "scenario.gone", "round": "round.gone", "first": "warband.gone", "second": "warband.gone"}
"""The codes for numbers of the address that are too large."""
Result = TypeVar("Result")
RECORDED = "recorded"
READINGS = ("corrected", RECORDED)
AS_OF = [
    OpenApiParameter(
        "as_of", int, description="The state right after the scenario with that played number, instead of today's."
    ),
    OpenApiParameter("reading", str, enum=READINGS, description="With all later corrections, or as recorded then."),
]
"""The schema of the moment that a read may request."""


class CampaignAPIView(PrivateView):
    """A view of a campaign for its people; it does not exist for others."""

    tag: ClassVar[str] = "campaigns"
    scope: ClassVar[str] = "campaigns"
    parser_classes = (DocumentParser,)
    place: ClassVar[tuple[str, ...]] = ()
    """The values of a service that say, after the key, what ``act`` answers with."""
    answer: Callable[..., Response]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse numbers in the address that no campaign can have."""
        super().initial(request, *args, **kwargs)
        for name, value in kwargs.items():
            if isinstance(value, int) and value > MAX_NUMBER:
                raise missing(_GONE.get(name, "entry.gone"), name, "There is no such number.")

    def campaign(self, key: str) -> CampaignView:
        """Return a campaign as the caller sees it; 404 if they do not take part. Two queries."""
        return require(campaign_view(self.owner, key), missing("campaign.gone", "key", "You have no such campaign."))

    def scenario(self, key: str, number: int) -> ScenarioView:
        """Return a scenario as the caller sees it. Six queries."""
        opened = scenario_view(self.campaign(key), number)
        if opened is None:
            raise missing("scenario.gone", "scenario", "There is no such scenario in this campaign.")
        return opened

    def side(self, scenario: ScenarioView, warband: int) -> CampaignWarband:
        """Return a warband of a scenario."""
        return require(
            scenario.warband(warband), missing("warband.gone", "warband", "This warband is not in the scenario.")
        )

    def organized(self, key: str, what: str) -> CampaignView:
        """Return a campaign to its organizers; ``what`` completes "Only an organizer can" for others. Two queries."""
        view = self.campaign(key)
        if not view.organizes:
            raise Fault("campaign.forbidden", "", f"Only an organizer can {what}.", status.HTTP_403_FORBIDDEN)
        return view

    def write(
        self, request: Request, key: str, service: Callable[..., Result], *, required: bool = False, **given: Any
    ) -> Result:
        """Return the result of a service, if the campaign or its ``scenario`` has the version in ``If-Match``."""
        held = campaign_held(actor=self.owner, key=key, scenario=given.get("scenario"))
        with matching_held(request, held, required=required):
            return service(actor=self.owner, key=key, **given)

    def act(self, request: Request, key: str, service: Callable[..., object], **given: Any) -> Response:
        """Do as ``write``, and answer with what has changed."""
        self.write(request, key, service, **given)
        return self.answer(key, *(given[name] for name in self.place))


def reads(name: str, answer: Any, parameters: Sequence[OpenApiParameter] = ()) -> Callable[[ViewMethod], ViewMethod]:
    """Return the decorator of a read of a campaign: its name in the schema, its answer, and its parameters."""
    return operation(name, answer, LIST_ERRORS if parameters else READ_ERRORS, parameters=parameters)


def writes(
    name: str,
    answer: Any,
    body: Any = None,
    *,
    replaces: bool = False,
    versioned: bool = True,
    once: bool = False,
    status: int = 200,
) -> Callable[[Handler], Handler]:
    """Return the decorator of a write to a campaign: its name in the schema, its answer, and what it is sent.

    One that ``replaces`` something needs ``If-Match``; one that is not ``versioned`` does not compare it. ``once``: a
    request with the same key takes effect once.
    """
    errors = REPLACE_ERRORS if replaces else WRITE_ERRORS
    declare = operation(name, answer, errors if versioned else unversioned(errors), body=body, status=status)
    return lambda method: declare(takes_effect_once(method) if once else method)


def missing(code: str, path: str, message: str) -> APIException:
    """Return the fault for something that does not exist for the caller."""
    return Fault(code, path, message, status.HTTP_404_NOT_FOUND)


def versioned(document: Mapping[str, Any], version: int, *, location: str = "") -> Response:
    """Answer with a document and its ETag, the version and a digest of the rest; 201 with a ``location``."""
    headers = {"ETag": version_tag(version, json.dumps(document, cls=JSONEncoder))}
    if location:
        headers["Location"] = location
    return Response(document, status=status.HTTP_201_CREATED if location else status.HTTP_200_OK, headers=headers)


def read_record(shape: Shape, given: object, name: str) -> Any:
    """Return the value of a record that a client sent, read as strictly as from a file."""
    value = read_document(lambda document: shape.read(Fields({name: document}), name), given)
    if value is None:
        raise Fault("document.type", name, "Expected an object, found null.")
    return value


def number_parameter(request: Request, name: str) -> int | None:
    """Return a number of the address, or None if it is omitted; 400 if no campaign can have it."""
    asked = request.query_params.get(name, "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= 10 and 0 < int(asked) <= MAX_NUMBER):
        raise Fault("invalid", name, f"Expected a whole number from 1, found “{asked[:40]}”.")
    return int(asked)


def asked_moment(request: Request, campaign: Campaign) -> Moment | None:
    """Return the moment that a request names, None for today; 404 if no scenario with that number was played.

    One query, or none.
    """
    played = number_parameter(request, "as_of")
    reading = request.query_params.get("reading", "")
    if reading not in ("", *READINGS):
        raise Fault("invalid", "reading", f"Expected {' or '.join(READINGS)}.")
    if played is None:
        return None
    moment = moment_of(campaign, played, as_recorded=reading == RECORDED)
    if moment is None:
        raise missing("scenario.gone", "as_of", "No scenario with that number has been played.")
    return moment
