"""What every door for programs shares: the error shape, paging, and reading that browsers and proxies may repeat.

Whatever goes wrong is told in one shape: ``{"error": {"code", "path", "message"}}``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import conditional_page
from rest_framework import status
from rest_framework.exceptions import APIException, ErrorDetail, NotFound, Throttled, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.views import exception_handler as drf_exception_handler

NOTHING_HERE = "There is nothing at this address."


class Fault(APIException):
    """An answer that is an error: its status, a stable dotted code, where in the request it is, and a sentence."""

    def __init__(self, code: str, path: str, message: str, status_code: int = status.HTTP_400_BAD_REQUEST) -> None:
        super().__init__(message, code)
        self.status_code = status_code
        self.path = path


def unknown(noun: str, path: str, value: object) -> Fault:
    """Return the fault of asking for something that is not there, such as a creature with that key."""
    message = f"There is no {noun} “{value}” in the compendium."
    return Fault(f"{noun}.unknown", path, message, status.HTTP_404_NOT_FOUND)


def error_body(code: str, path: str, message: str) -> dict[str, Any]:
    """Return the body of an error answer."""
    return {"error": {"code": code, "path": path, "message": message}}


def exception_handler(fault: Exception, context: dict[str, Any]) -> Response | None:
    """Turn what the framework raises into Muster's error shape; None leaves the fault to Django."""
    response = drf_exception_handler(fault, context)
    if response is None:
        return None
    code, path, message = "error", "", "The request could not be answered."
    if isinstance(fault, ValidationError):
        code, (path, message) = "invalid", _first(fault.detail)
    elif isinstance(fault, Throttled):
        seconds = fault.wait or 1  # type: ignore[attr-defined]  # the published types forget it
        code, message = "throttled", f"Too many requests; try again in {seconds:.0f} seconds."
    elif isinstance(fault, APIException):
        code, path, message = str(fault.get_codes()), getattr(fault, "path", ""), str(fault.detail)
    elif response.status_code == status.HTTP_404_NOT_FOUND:
        code, message = "not_found", NOTHING_HERE
    elif response.status_code == status.HTTP_403_FORBIDDEN:
        code, message = "permission_denied", "You may not do this."
    response.data = error_body(code, path, message)
    return response


def _first(detail: Any, path: str = "") -> tuple[str, str]:
    """Return the path and text of the first fault in a nested error detail."""
    if isinstance(detail, ErrorDetail | str):
        return path, str(detail)
    if isinstance(detail, dict):
        name, inner = next(iter(detail.items()))
        return _first(inner, f"{path}.{name}" if path else str(name))
    return _first(next(iter(detail), "The request is not valid."), path)


@csrf_exempt
def nothing_here(request: HttpRequest) -> JsonResponse:
    """Answer for an address that the API does not have."""
    return JsonResponse(error_body("not_found", "", NOTHING_HERE), status=status.HTTP_404_NOT_FOUND)


class ReadView(APIView):
    """A view that only reads: its answers have an ETag, and one that has not changed is not sent again."""

    http_method_names: Sequence[str] = ["get", "head", "options"]

    @method_decorator(conditional_page)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer; 304 where the client has the same answer already."""
        response = super().dispatch(request, *args, **kwargs)
        if response.status_code == status.HTTP_200_OK:
            patch_cache_control(response, no_cache=True)
        return response


class Pages(PageNumberPagination):
    """Pages of 50 unless the request asks for another size, up to 100."""

    page_size = 50
    max_page_size = 100
    page_size_query_param = "page_size"
    page_query_description = "The number of the page, from 1; a page past the last is 404."
    page_size_query_description = "Results per page, from 1; more than 100 counts as 100."

    def paginate_queryset(
        self, queryset: QuerySet[Any] | Sequence[Any], request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        """Return the page that the request asks for; 404 where there is no such page."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except NotFound as fault:
            asked = request.query_params.get(self.page_query_param, "")
            message = f"There is no page “{asked[:40]}”."
            raise Fault("not_found", self.page_query_param, message, status.HTTP_404_NOT_FOUND) from fault

    def get_page_size(self, request: Request) -> int:
        """Return the size that the request asks for; 400 where it is no number from 1."""
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        if not (asked.isascii() and asked.isdecimal() and asked.strip("0")):
            raise Fault("invalid", self.page_size_query_param, f"Expected a whole number from 1, found “{asked[:40]}”.")
        return min(int(asked.lstrip("0")[:9]), self.max_page_size)

    def get_page_number(self, request: Request, paginator: Paginator[Any]) -> int | str:
        """Return the page that the request asks for, cut where it is so long that no list has it."""
        return request.query_params.get(self.page_query_param, "1")[:20]

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        """Return what the API's schema says of the page and its size."""
        return [
            {"name": name, "in": "query", "description": description, "schema": {"type": "integer", "minimum": 1}}
            for name, description in (
                (self.page_query_param, self.page_query_description),
                (self.page_size_query_param, self.page_size_query_description),
            )
        ]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return what the API's schema says of a page."""
        link = {"type": ["string", "null"], "format": "uri", "example": None}
        return {
            "type": "object",
            "required": ["count", "next", "previous", "results"],
            "additionalProperties": False,
            "properties": {
                "count": {
                    "type": "integer",
                    "description": "The number of results on all pages together.",
                    "example": 112,
                },
                "next": {**link, "description": "The address of the next page.", "example": "http://localhost/?page=2"},
                "previous": {**link, "description": "The address of the previous page."},
                "results": schema,
            },
        }
