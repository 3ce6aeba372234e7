"""Prepared queries: Django takes several times as long to write a query's SQL as to run it.

A query is declared as a query set with parameters in the places of values::

    @prepared
    def _open_scenarios(count: int) -> QuerySet[Scenario]:
        return Scenario.objects.filter(campaign=Parameter("campaign"), number__in=parameters("numbers", count))

    rows = _open_scenarios(places_for(numbers)).rows(campaign=campaign.pk, numbers=numbers)

The arguments of the function are the query's shape: each shape is written once. Prepare a query only if a page misses
its goal without it (docs/adr/0073); elsewhere a query set is shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, Generic, ParamSpec, TypeVar, cast

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Expression, Field, QuerySet
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")
Params = ParamSpec("Params")

SHAPES = 64
"""The most cached shapes of one query."""
WEIGHT = 40_000
"""The approximate size of a prepared query in bytes, as ``common.caches`` weighs it."""


class Parameter(Expression):
    """The place of a value that is given when the query runs, in the database's form.

    Django finds nothing by a number that no column can hold; a prepared query fails, so limit the values of a request.
    ``place`` is the place in a sequence of values, None for a single value. For values that are not in the database's
    form, such as moments, the ``column`` converts them.
    """

    def __init__(self, name: str, place: int | None = None, column: Field[Any, Any] | None = None) -> None:
        super().__init__()
        self.name, self.place, self.column = name, place, column

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, list[Parameter]]:  # type: ignore[override] # stands for its value
        return "%s", [self]

    def value(self, values: dict[str, Any], connection: Any) -> Any:
        """Return its value among the given ones; if a sequence is too short, its last one again."""
        given = values[self.name]
        if self.place is not None:
            given = given[min(self.place, len(given) - 1)]
        return given if self.column is None else self.column.get_db_prep_value(given, connection)


def parameters(name: str, count: int) -> list[Any]:
    """Return the places of a sequence of values, for ``__in``; for a relation, use ``__pk__in``."""
    return [Parameter(name, place) for place in range(count)]


def places_for(values: Sequence[Any]) -> int:
    """Return how many places to prepare for a non-empty sequence: few shapes for sequences of all lengths."""
    return 1 << (len(values) - 1).bit_length()


class PreparedQuery(Generic[Row]):
    """A query of one shape."""

    def __init__(self, queryset: QuerySet[Any, Row]) -> None:
        self._queryset = queryset
        self._compilers: dict[str, _PreparedCompiler | None] = {}

    def __sizeof__(self) -> int:
        return WEIGHT

    def rows(self, **values: Any) -> list[Row]:
        """Return the rows for some values. One query, none if no values could match any row."""
        using = self._queryset.db
        if using not in self._compilers:
            try:
                self._compilers[using] = _PreparedCompiler(self._queryset.query, using)
            except EmptyResultSet:
                # Django knows that nothing can be found.
                self._compilers[using] = None
        compiler = self._compilers[using]
        if compiler is None:
            return []
        # Django's iterables turn results into rows; of a query set they ask no more than this has.
        asked = _AskedQuery(self._queryset, compiler.asked(values))
        rows: Iterable[Row] = self._queryset._iterable_class(asked)  # type: ignore[arg-type, assignment] # as above
        return list(rows)

    def first(self, **values: Any) -> Row | None:
        """Return the first row for some values, or None. One query."""
        return next(iter(self.rows(**values)), None)


def prepared(build: Callable[Params, QuerySet[Any, Row]]) -> Callable[Params, PreparedQuery[Row]]:
    """Declare a query; the decorated function returns it prepared for a shape."""

    @lru_cache(SHAPES)
    def prepare(*shape: Params.args, **named: Params.kwargs) -> PreparedQuery[Row]:
        return PreparedQuery(build(*shape, **named))

    return cast("Callable[Params, PreparedQuery[Row]]", prepare)


class _PreparedCompiler(SQLCompiler):
    """Django's compiler with known SQL; objects shared by requests never change."""

    def __init__(self, query: Any, using: str) -> None:
        super().__init__(query.clone(), connections[using], using)
        self._sql, self._marks = super().as_sql()
        self._alias = using
        self._params: tuple[Any, ...] = ()
        self._converters: dict[int, dict[int, Any]] = {}

    def asked(self, values: dict[str, Any]) -> _PreparedCompiler:
        """Return the compiler of the query with its values, for the connection of this thread."""
        compiler = copy(self)
        compiler.connection = connections[self._alias]
        compiler._params = tuple(
            mark.value(values, compiler.connection) if isinstance(mark, Parameter) else mark for mark in self._marks
        )
        return compiler

    def get_converters(self, expressions: Iterable[Any]) -> dict[int, Any]:
        """Return the converters from columns to fields. They depend only on the query, so they are computed once."""
        columns = list(expressions)
        if len(columns) not in self._converters:
            self._converters[len(columns)] = super().get_converters(columns)
        return self._converters[len(columns)]

    def as_sql(self, with_limits: bool = True, with_col_aliases: bool = False) -> tuple[str, tuple[Any, ...]]:
        return self._sql, self._params


class _AskedQuery:
    """What makers of result rows need from a query set and its query."""

    def __init__(self, queryset: QuerySet[Any, Any], compiler: SQLCompiler) -> None:
        self.model, self.db, self.query = queryset.model, queryset.db, self
        self._known_related_objects: dict[str, Any] = {}
        self._compiler = compiler

    def get_compiler(self, using: str) -> SQLCompiler:
        """Return the compiler that knows the SQL."""
        return self._compiler
