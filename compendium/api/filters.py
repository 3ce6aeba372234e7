"""The filters of the pages, for the API."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.contrib.django_filters import DjangoFilterExtension
from rest_framework.request import Request

from common.api.errors import Fault
from common.filters import ChoicesFilter, NumberFilter

SAME_AS = {"search": "q", "ordering": "sort"}
"""Names that programs expect, beside those of the pages."""


class PageFilters(DjangoFilterBackend):
    """The filters of the pages, also by the names that programs expect."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        """Return the rows that are asked for; 400 with the first parameter that cannot be read."""
        filterset = self.get_filterset(request, queryset, view)
        if filterset is None:
            return queryset
        for name, messages in filterset.errors.items():
            raise Fault("invalid", name, str(messages[0]))
        return filterset.qs

    def get_filterset_kwargs(self, request: Request, queryset: QuerySet[Any], view: Any) -> dict[str, Any]:
        """Return what the filters are made from."""
        kwargs = super().get_filterset_kwargs(request, queryset, view)
        asked = request.query_params.copy()
        for other, own in SAME_AS.items():
            if other in asked and own not in asked:
                asked.setlist(own, asked.getlist(other))
        return {**kwargs, "data": asked}


class _PageFiltersSchema(DjangoFilterExtension):  # type: ignore[no-untyped-call] # the base has no types
    target_class = "compendium.api.filters.PageFilters"
    priority = 1

    def resolve_filter_field(
        self, auto_schema: Any, model: Any, filterset_class: Any, field_name: str, filter_field: Any
    ) -> list[dict[str, Any]]:
        names = [field_name, *(other for other, own in SAME_AS.items() if own == field_name)]
        return [
            {"name": name, "in": "query", **_parameter(field_name, filter_field)}
            | ({} if name == field_name else {"description": f"The same as {field_name}."})
            for name in names
        ]


def _parameter(name: str, number_filter: django_filters.Filter) -> dict[str, Any]:
    """Return what the API's schema says of a filter."""
    label = str(number_filter.label)
    if isinstance(number_filter, ChoicesFilter):
        words = {"type": "array", "items": {"type": "string"}}
        description = f"{label}: any of these words, spelled as in the compendium; repeat the parameter for each."
        return {"description": description, "schema": words, "style": "form", "explode": True}
    if isinstance(number_filter, NumberFilter):
        what, _, end = name.partition("_")
        schema = {
            "type": "integer",
            "minimum": number_filter.extra["min_value"],
            "maximum": number_filter.extra["max_value"],
        }
        return {
            "description": f"{what.capitalize()}, {end} this one on."
            if end == "from"
            else f"{what.capitalize()}, up to this one.",
            "schema": schema,
        }
    if choices := number_filter.extra.get("choices"):
        meanings = "; ".join(f"`{value}`: {meaning}" for value, meaning in choices)
        return {
            "description": f"{label}. {meanings}.",
            "schema": {"type": "string", "enum": [value for value, _ in choices]},
        }
    return {
        "description": f"{label} that an entry must have; all of them have to match.",
        "schema": {"type": "string", "maxLength": number_filter.extra["max_length"]},
    }
