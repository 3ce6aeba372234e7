"""Reading the compendium: lists with the pages' filters, and single entries by key."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import django_filters
from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.contrib.django_filters import DjangoFilterExtension
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.errors import Fault, unknown
from common.api.pages import Pages, ReadView
from common.filters import ChoicesFilter, NumberFilter
from common.openapi import THROTTLED, error_answer
from compendium.api.serializers import (
    CardSerializer,
    FeatSerializer,
    ItemSerializer,
    SourceSerializer,
    SpellSerializer,
    TermSerializer,
)
from compendium.filters import CreatureFilter, FeatFilter, ItemFilter, SpellFilter
from compendium.models import Feat, Item, Source, Spell
from compendium.selectors.creatures import creature_get, revision_get
from compendium.selectors.entries import site_glossary
from compendium.selectors.rulebook import creatures_with_documents, current_document, revision_document
from compendium.selectors.search import LONGEST_QUERY
from compendium.selectors.site_search.glossary import glossary_ranked
from rules.errors import require
from rules.glossary import catalog
from rules.tables.prose import Entry

SAME_AS = {"search": "q", "ordering": "sort"}
"""Names that clients expect, as well as those of the pages."""


class PageFilters(DjangoFilterBackend):
    """The filters of the pages, also under the names that clients expect."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        """Return the rows that match; 400 for the first parameter that cannot be read."""
        filterset = self.get_filterset(request, queryset, view)
        if filterset is None:
            return queryset
        for name, messages in filterset.errors.items():
            raise Fault("invalid", name, str(messages[0]))
        filterset.nearest = False
        return filterset.qs

    def get_filterset_kwargs(self, request: Request, queryset: QuerySet[Any], view: Any) -> dict[str, Any]:
        """Return the filter set's arguments."""
        kwargs = super().get_filterset_kwargs(request, queryset, view)
        asked = request.query_params.copy()
        for other, own in SAME_AS.items():
            if other in asked and own not in asked:
                asked.setlist(own, asked.getlist(other))
        return {**kwargs, "data": asked}


class _PageFiltersSchema(DjangoFilterExtension):  # type: ignore[no-untyped-call] # the base has no types
    target_class = "compendium.api.views.PageFilters"
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
    """Return the schema of a filter."""
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


LONGEST_NUMBER = 9
"""The most digits of a revision number."""

_BAD_FILTER = error_answer(
    "A parameter that cannot be read.", code="invalid", path="level_from", message="Give a whole number."
)
_LIST_ERRORS = {
    400: _BAD_FILTER,
    404: error_answer("No such page.", code="not_found", path="page", message="There is no page “9”."),
    429: THROTTLED,
}


class EntryListView(ReadView, generics.ListAPIView[Any]):
    """A list with filters, sorting and pages. A subclass names its heading."""

    tag: ClassVar[str]
    of_all: ClassVar[str] = ""
    """What the list contains, if that differs from its heading."""
    parameters: ClassVar[Sequence[OpenApiParameter]] = ()
    filter_backends: Sequence[Any] = (PageFilters,)
    pagination_class = Pages

    def __init_subclass__(cls) -> None:
        """Add the list to the API's schema."""
        serializer: Any = cls.serializer_class
        _describe(cls, "list", f"All {cls.of_all or cls.tag}, in pages", serializer(many=True), _LIST_ERRORS)


class EntryDetailView(ReadView, generics.RetrieveAPIView[Any]):
    """One entry by its key. A subclass says what it is, its heading and its further errors."""

    tag: ClassVar[str]
    noun: ClassVar[str]
    parameters: ClassVar[Sequence[OpenApiParameter]] = ()
    errors: ClassVar[Mapping[int, Any]] = {}
    lookup_field = "key"

    def __init_subclass__(cls) -> None:
        """Add the entry to the API's schema."""
        message = f"There is no {cls.noun} “no-such-name” in the compendium."
        code = f"{cls.noun}.unknown"
        missing = error_answer(f"No {cls.noun} has that key.", code=code, path="key", message=message)
        errors = {404: missing, 429: THROTTLED, **cls.errors}
        _describe(cls, "read", f"One {cls.noun}", OpenApiResponse(cls.serializer_class), errors)

    def get_object(self) -> Any:
        """Return the entry; 404 if there is none with that key."""
        entry = self.get_queryset().filter(key=self.kwargs["key"]).first()
        if entry is None:
            raise unknown(self.noun, "key", self.kwargs["key"])
        return entry


def _describe(view: Any, verb: str, summary: str, answer: Any, errors: Mapping[int, Any]) -> None:
    describe = extend_schema(
        operation_id=f"{view.tag}_{verb}",
        summary=summary,
        parameters=list(view.parameters),
        responses={200: answer, **errors},
    )
    extend_schema_view(get=describe)(view)


class CreatureListView(EntryListView):
    """Whole cards (`muster-card/1`), each in its current revision."""

    tag = "creatures"
    queryset = creatures_with_documents()
    filterset_class = CreatureFilter
    serializer_class = CardSerializer


class CreatureDetailView(EntryDetailView):
    """The current card (`muster-card/1`), or one of its earlier revisions."""

    tag, noun = "creatures", "creature"
    serializer_class = CardSerializer
    parameters = (
        OpenApiParameter("revision", int, description="An earlier revision of the card; without it, the current one."),
    )
    errors = {  # noqa: RUF012 - typed above
        400: error_answer(
            "The revision is not a number.",
            code="invalid",
            path="revision",
            message="Expected a whole number from 1, found “old”.",
        )
    }

    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return a card document."""
        key = kwargs["key"]
        asked = request.query_params.get("revision")
        if asked is None:
            creature = require(creature_get(key), unknown("creature", "key", key))
            return Response(current_document(creature))
        revision = revision_get(key, _number("revision", asked))
        if revision is None:
            if creature_get(key) is None:
                raise unknown("creature", "key", key)
            message = f"“{key}” has no revision {asked}."
            raise Fault("revision.unknown", "revision", message, status.HTTP_404_NOT_FOUND)
        return Response(revision_document(revision))


class ItemListView(EntryListView):
    """What creatures may carry."""

    tag = "items"
    queryset = Item.objects.select_related("source")
    filterset_class = ItemFilter
    serializer_class = ItemSerializer


class ItemDetailView(EntryDetailView):
    """What a creature may carry."""

    tag, noun = "items", "item"
    queryset = Item.objects.select_related("source")
    serializer_class = ItemSerializer


class FeatListView(EntryListView):
    """What creatures may learn in a campaign."""

    tag = "feats"
    queryset = Feat.objects.select_related("source")
    filterset_class = FeatFilter
    serializer_class = FeatSerializer


class FeatDetailView(EntryDetailView):
    """What a creature may learn in a campaign."""

    tag, noun = "feats", "feat"
    queryset = Feat.objects.select_related("source")
    serializer_class = FeatSerializer


class SpellListView(EntryListView):
    """What casters may cast."""

    tag = "spells"
    queryset = Spell.objects.select_related("source")
    filterset_class = SpellFilter
    serializer_class = SpellSerializer


class SpellDetailView(EntryDetailView):
    """What a caster may cast."""

    tag, noun = "spells", "spell"
    queryset = Spell.objects.select_related("source")
    serializer_class = SpellSerializer


class SourceListView(EntryListView):
    """The sources of entries, with their licenses."""

    tag = "sources"
    queryset = Source.objects.order_by("key")
    filter_backends = ()
    serializer_class = SourceSerializer


class SourceDetailView(EntryDetailView):
    """The source of entries, with its license."""

    tag, noun = "sources", "source"
    queryset = Source.objects.all()
    serializer_class = SourceSerializer


class GlossaryListView(EntryListView):
    """Conditions, actions, terrain, objectives and all other terms of the game, kind by kind."""

    tag, of_all = "glossary", "terms of the glossary"
    filter_backends = ()
    serializer_class = TermSerializer
    parameters = (
        OpenApiParameter("q", str, description="Words that the term or its text must contain."),
        OpenApiParameter("search", str, description="The same as q."),
        OpenApiParameter("kind", str, enum=list(catalog.KINDS), many=True, description="Only terms of these kinds."),
    )

    def get_queryset(self) -> Any:
        """Return the terms; for a search, those that match by name come first."""
        kinds = {kind for kind in self.request.query_params.getlist("kind") if kind}
        if strange := sorted(kinds - catalog.KINDS.keys()):
            raise Fault("invalid", "kind", f"There are no terms of the kind “{strange[0][:40]}”.")
        query = self.request.query_params.get("q") or self.request.query_params.get("search", "")
        if len(query) > LONGEST_QUERY:
            raise Fault("invalid", "q", f"Search for {LONGEST_QUERY} characters or fewer.")
        glossary = site_glossary()
        terms = glossary_ranked(query, glossary) if query.strip() else glossary.entries
        return [term for term in terms if not kinds or term.kind in kinds]


class GlossaryDetailView(EntryDetailView):
    """A term of the game with its meaning."""

    tag, noun = "glossary", "term"
    serializer_class = TermSerializer

    def get_object(self) -> Entry:
        """Return the term; 404 if there is none of that kind and key."""
        kind, key = self.kwargs["kind"], self.kwargs["key"]
        term = site_glossary().by_address.get((kind, key))
        if term is None:
            raise unknown("term", "key" if kind in catalog.KINDS else "kind", f"{kind}/{key}")
        return term


def _number(name: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal() and value.strip("0") and len(value) <= LONGEST_NUMBER):
        raise Fault("invalid", name, f"Expected a whole number from 1, found “{value[:40]}”.")
    return int(value)
