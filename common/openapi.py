"""The shared parts of the API's schema: documents and errors, without generated names.

The serializers here and in each app's ``api`` only describe; ``rules`` reads and writes documents.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.urls import reverse
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from common.api.errors import error_body
from common.web.address import absolute

ViewMethod = TypeVar("ViewMethod", bound=Callable[..., object])
"""A method of a view, for decorators."""


class Document(serializers.Serializer[Any]):
    """The form of a document in the API's schema: these fields and no others."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the fields; a choice field lists its choices in the error for a wrong value."""
        fields = super().get_fields()
        for field in fields.values():
            single = getattr(field, "child", field)
            if isinstance(single, serializers.ChoiceField):
                known = ", ".join(str(key) for key in single.choices)
                single.error_messages["invalid_choice"] = f"Expected one of {known}, found “{{input}}”."
        return fields

    def write(self, value: object, **given: Any) -> dict[str, Any]:
        """Return the document of a value; ``given`` has computed fields by name."""
        document = {}
        for name, field in self.fields.items():
            part = given[name] if name in given else field.get_attribute(value)
            document[name] = part if part is None or name in given else field.to_representation(part)
        return document


class _DocumentSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call] # the base has no types
    target_class = Document
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(  # type: ignore[no-untyped-call] # the base has no types
            self.target, direction, bypass_extensions=True
        )
        return {**schema, "additionalProperties": False}


class LinkField(serializers.CharField):
    """The full address of a link, made from its secret; null if there is none.

    ``route`` is the name of its address; the serializer's context has the ``request``.
    """

    def __init__(self, route: str, **options: Any) -> None:
        super().__init__(allow_null=True, **options)
        self.route = route

    def to_representation(self, value: Any) -> Any:
        return absolute(self.context["request"]._request, reverse(self.route, args=[value])) if value else None


class ErrorDetailSerializer(Document):
    """The error, its place, and the expected value."""

    code = serializers.CharField(help_text="A stable code for programs, such as `document.missing`.")
    path = serializers.CharField(
        allow_blank=True, help_text="The place: `members[2].hero_points`, a parameter of the address, or empty."
    )
    message = serializers.CharField(help_text="A sentence for people to read.")
    problems = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The reasons, one sentence each."
    )


class ErrorSerializer(Document):
    """The form of every error answer."""

    error = ErrorDetailSerializer()


def error_answer(meaning: str, **example: str) -> OpenApiResponse:
    """Return the schema of an error answer."""
    examples = [OpenApiExample(example["code"], value=error_body(**example))] if example else []
    return OpenApiResponse(ErrorSerializer, description=meaning, examples=examples)


THROTTLED = error_answer(
    "Too many requests; the Retry-After header says how many seconds to wait.",
    code="throttled",
    path="",
    message="Too many requests; try again in 12 seconds.",
)

PRIVATE_ERRORS: dict[int, Any] = {
    401: error_answer(
        "No account is signed in, or the token is unknown or has expired.",
        code="not_authenticated",
        path="Authorization",
        message="Send a personal token of your account (Authorization: Bearer …), or sign in.",
    ),
    403: error_answer(
        "The token lacks a scope, or a browser sent no CSRF token.",
        code="token.scope",
        path="Authorization",
        message="This token may not do that: it needs the scope “warbands”.",
    ),
    429: THROTTLED,
}
"""Errors of every address of something that belongs to one person."""
GONE = error_answer(
    "It does not exist, or it is not yours.", code="warband.gone", path="", message="You have no such warband."
)
INVALID = error_answer("The body cannot be read.", code="invalid", path="name", message="This field is required.")
TOO_LARGE = error_answer(
    "The body is too large.", code="document.too_large", path="", message="A body has at most 2 MiB."
)
NOT_JSON = error_answer(
    "The body is not JSON.",
    code="unsupported_media_type",
    path="",
    message='Unsupported media type "text/plain" in request.',
)
BODY_ERRORS: dict[int, Any] = {400: INVALID, 413: TOO_LARGE, 415: NOT_JSON}
"""Errors of every request with a body."""
CHANGED = error_answer(
    "The resource has changed since you read it.",
    code="version.changed",
    path="If-Match",
    message="The resource has changed since you read it. Read it again, and send its new ETag.",
)
NO_VERSION = error_answer(
    "If-Match is missing.",
    code="match.missing",
    path="If-Match",
    message="Send the ETag of the resource as If-Match, or * to change any version.",
)
FULL = error_answer(
    "This is not possible now: a limit is reached, or another process is using the resource.",
    code="warband.full",
    path="",
    message="You have 500 warbands, the most that you can keep. Delete some first.",
)
REFUSED = error_answer(
    "The request cannot be carried out as it is.",
    code="change.invalid",
    path="",
    message="This warband has no member “m9”.",
)
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag of the resource, or * for any version."
)
"""The schema of the header that names the version to change."""


def unversioned(answers: Mapping[int, Any]) -> dict[int, Any]:
    """Return the errors of a request that compares no version."""
    return {status: answer for status, answer in answers.items() if status != 412}


IDEMPOTENCY_KEY = "Idempotency-Key"
"""The header of a request that takes effect once, however often it is sent."""
_ONCE = OpenApiParameter(
    IDEMPOTENCY_KEY,
    str,
    OpenApiParameter.HEADER,
    description="Your own key for this request. If you repeat the request within a day, it returns the first answer "
    "and changes nothing.",
)


def operation(
    name: str,
    answer: Any,
    errors: Mapping[int, Any],
    *,
    body: Any = None,
    status: int | tuple[int, str] = 200,
    parameters: Sequence[OpenApiParameter] = (),
) -> Callable[[ViewMethod], ViewMethod]:
    """Return the decorator that adds a view method to the API's schema: its name, its answer, and its errors.

    The first line of the method's docstring is its summary, the rest is its description.
    """

    def declare(method: ViewMethod) -> ViewMethod:
        summary, _, description = (method.__doc__ or "").partition("\n")
        return extend_schema(
            operation_id=name,
            summary=summary.removesuffix("."),
            description=" ".join(description.split()),
            request=body,
            responses={status: answer, **errors},
            parameters=list(parameters),
        )(method)

    return declare


class HouseSchema(AutoSchema):
    """What a view need not declare: its heading, that it takes no body, and the headers for its errors."""

    def get_tags(self) -> list[str]:
        return [getattr(self.view, "tag", "")]

    def get_request_serializer(self) -> Any:
        """Return no body: a view with a body names it."""
        return None

    def get_override_parameters(self) -> list[Any]:
        """Return the header for idempotent requests, and ``If-Match`` if the view refuses other versions."""
        handler = getattr(self.view, self.method.lower())
        parameters = [_ONCE] if getattr(handler, "is_once", False) else []
        answers = self.get_response_serializers()
        return [*parameters, IF_MATCH] if isinstance(answers, dict) and 412 in answers else parameters


def without_enum_ids(result: Any, **kwargs: Any) -> Any:
    """Remove the generator's marks from enums, so that each appears inline without a name."""
    if isinstance(result, dict):
        return {name: without_enum_ids(value) for name, value in result.items() if name != "x-spec-enum-id"}
    return [without_enum_ids(value) for value in result] if isinstance(result, list) else result


def with_links(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Link the result of a request to the operations at its address that take its key."""
    for address, methods in result["paths"].items():
        made = methods.get("post", {}).get("responses", {}).get("201")
        if made is not None:
            below = f"{address}{{key}}/"
            made["links"] = {
                operation["operationId"]: _link(operation)
                for other, others in result["paths"].items()
                if other.startswith(below) and other.count("{") == below.count("{")
                for operation in others.values()
            }
    return result


def _link(operation: dict[str, Any]) -> dict[str, Any]:
    parameters = {"key": "$response.body#/key"}
    if any(parameter["name"] == "If-Match" for parameter in operation.get("parameters", ())):
        parameters["If-Match"] = "$response.header.ETag"
    return {"operationId": operation["operationId"], "parameters": parameters}
