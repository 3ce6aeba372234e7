"""Pagination, by number or by cursor for lists that grow meanwhile, and read-only views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError as DjangoValidationError
from django.core.paginator import Paginator
from django.db import DataError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework import status
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination, PageNumberPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from common.api.errors import Fault

SIZE_MEANING = "Results per page, from 1; more than 100 counts as 100."
_FROM_ONE = {"type": "integer", "minimum": 1}


class Pages(PageNumberPagination):
    """Pages of 50 unless the request names another size, up to 100."""

    page_size = 50
    max_page_size = 100
    page_size_query_param = "page_size"
    page_query_description = "The number of the page, from 1; a page past the last is 404."

    def paginate_queryset(
        self, queryset: QuerySet[Any] | Sequence[Any], request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        """Return the requested page; 404 if there is none."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except NotFound as fault:
            asked = request.query_params.get(self.page_query_param, "")
            message = f"There is no page “{asked[:40]}”."
            raise Fault("not_found", self.page_query_param, message, status.HTTP_404_NOT_FOUND) from fault

    def get_page_size(self, request: Request) -> int:
        """Return the requested page size; 400 if it is not a number of at least 1."""
        return _size(request, self.page_size_query_param, self.page_size, self.max_page_size)

    def get_page_number(self, request: Request, paginator: Paginator[Any]) -> int | str:
        """Return the requested page number, shortened if no list could have so many pages."""
        return request.query_params.get(self.page_query_param, "1")[:20]

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        page = _parameter(self.page_query_param, self.page_query_description, _FROM_ONE)
        return [page, _parameter(self.page_size_query_param, SIZE_MEANING, _FROM_ONE)]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        count = {"type": "integer", "description": "The total number of results on all pages.", "example": 147}
        return _page_schema(schema, {"example": "http://localhost/?page=2"}, count=count)


class CursorPages(CursorPagination):
    """Pages of a list that grows meanwhile: the link to the next page names the last row of this one."""

    page_size = 50
    max_page_size = 100
    page_size_query_param = "page_size"
    ordering = "-pk"
    cursor_query_description = "Where the page begins; take it from the links of a previous answer."

    def get_page_size(self, request: Request) -> int:
        """Return the requested page size; 400 if it is not a number of at least 1."""
        return _size(request, self.page_size_query_param, CursorPages.page_size, self.max_page_size)

    def paginate_queryset(
        self, queryset: QuerySet[Any] | Sequence[Any], request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        """Return the requested page; 400 for a cursor that Muster did not make."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValueError, TypeError, OverflowError, DjangoValidationError, DataError) as fault:
            raise Fault("invalid", self.cursor_query_param, "This is not a cursor of this list.") from fault

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        cursor = _parameter(self.cursor_query_param, self.cursor_query_description, {"type": "string"})
        return [cursor, _parameter(self.page_size_query_param, SIZE_MEANING, _FROM_ONE)]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return _page_schema(schema, {})


def _parameter(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": description, "schema": schema}


def _page_schema(results: dict[str, Any], next_page: dict[str, Any], **more: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a page with its links and ``more``; ``next_page`` extends the next link's description."""
    link = {"type": ["string", "null"], "format": "uri", "example": None}
    properties = {
        **more,
        "next": {**link, "description": "The address of the next page.", **next_page},
        "previous": {**link, "description": "The address of the previous page."},
        "results": results,
    }
    return {"type": "object", "required": list(properties), "additionalProperties": False, "properties": properties}


def _size(request: Request, parameter: str, usual: int, most: int) -> int:
    asked = request.query_params.get(parameter)
    if asked is None:
        return usual
    if not (asked.isascii() and asked.isdecimal() and asked.strip("0")):
        raise Fault("invalid", parameter, f"Expected a whole number from 1, found “{asked[:40]}”.")
    return min(int(asked.lstrip("0")[:9]), most)


class ReadView(APIView):
    """A view of public data that only reads: its answers have an ETag, and an unchanged one is not sent again.

    It ignores cookies, so other sites' pages may read it and caches may share it.
    """

    http_method_names: Sequence[str] = ["get", "head", "options"]

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Return the authenticators, without the browser session."""
        return [way for way in super().get_authenticators() if not isinstance(way, SessionAuthentication)]

    @method_decorator(conditional_page)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(request, *args, **kwargs)
        if response.status_code == status.HTTP_200_OK:
            patch_cache_control(response, no_cache=True)
        return response
