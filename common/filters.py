"""Filters of lists, on django-filter: the same on pages and in the API.

A ``FilterSet`` is strict: an unreadable value is an error of its field, and never leads to a list with another meaning.
A filter needs no further declarations: its form field knows its template beside a list, and its choices are counted in
the rows.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Literal, Self

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Case, Count, F, QuerySet
from django.db.models.expressions import OrderBy
from django.http import QueryDict

from common.choices import Choice, Choices
from rules.text import listed, plain, with_minus

NAME_ORDER_LABEL = "Name, A to Z"
NONE = "none"
"""The value of an empty column in an address."""
MAX_CHOICES_IN_ERROR = 12
"""Choices that an error message still lists."""
MAX_NUMBERS_IN_SELECT = 30
"""Numbers that a range offers in a list; one that has more is typed."""


def shortened(value: object, most: int = 40) -> str:
    """Return a value for a message on one line, cut if it is long."""
    flat = " ".join(str(value).replace("\0", " ").split())
    return flat if len(flat) <= most else f"{flat[:most]}…"


class FilterForm(forms.Form):
    """A form whose ``…_from`` may not exceed its ``…_to``. Fields with a template are beside the list."""

    @property
    def panel(self) -> Iterator[list[forms.BoundField]]:
        """The fields beside the list, with the two of a range together."""
        for field in self:
            if field.field.template_name:  # type: ignore[attr-defined] # missing in its stubs
                what = field.name.removesuffix("_from")
                yield [field] if what == field.name else [field, self[f"{what}_to"]]

    def clean(self) -> dict[str, Any]:
        """Refuse empty ranges."""
        for name, most in list(self.cleaned_data.items()):
            least = self.cleaned_data.get(f"{name.removesuffix('_to')}_from")
            if None not in (least, most) and least > most:
                self.add_error(name, f"“to” must not be below “from”: {most} is less than {least}.")
        return self.cleaned_data


class ChoicesField(forms.MultipleChoiceField):
    """Any number of the words that occur, in any case. The filter set gives it the choices."""

    def prepare_value(self, value: Any) -> list[str]:
        """Return the requested words as the rows spell them, each once; unknown ones unchanged."""
        asked = {plain(str(label)).strip(): str(label) for label in value or ()}
        spellings = {plain(word): word for word, _ in self.widget.choices} if asked else {}
        return [spellings.get(key, word) for key, word in asked.items() if key or word.strip()]

    to_python = prepare_value

    def validate(self, value: list[str]) -> None:
        """Refuse a word that nothing has."""
        known = [word for word, _ in self.widget.choices] if value else []
        for word in value:
            if word not in known:
                offer = f" Choose {listed(known, 'or')}." if 0 < len(known) <= MAX_CHOICES_IN_ERROR else ""
                raise ValidationError(f"{self.error_messages['unknown']} “{shortened(word)}”.{offer}", code="unknown")


class ChoiceField(django_filters.fields.ChoiceField):
    """A choice whose error does not repeat the whole of a very long value."""

    def validate(self, value: Any) -> None:
        if value and not self.valid_value(value):
            raise ValidationError(f"“{shortened(value)}” is not one of the choices.", code="invalid_choice")


class NumberFilter(django_filters.NumberFilter):
    """A whole number."""

    field_class = forms.IntegerField


class ChoiceFilter(django_filters.ChoiceFilter):
    """One of fixed choices; ``empty_label`` means all of them."""

    field_class = ChoiceField

    def __init__(self, **kwargs: Any) -> None:
        defaults = {"empty_label": "any", "null_label": None, "template_name": "common/filters/select.html"}
        super().__init__(**defaults | kwargs)


class ChoicesFilter(django_filters.MultipleChoiceFilter):
    """Rows whose column is any of the chosen words, of those that occur.

    ``noun`` names the words in the error message; the default is the label. ``labels`` has the label of each word: a
    function, or a mapping in their order; a word without a label is not offered. ``label_column`` is a column with
    their labels, ``layout`` their arrangement.
    """

    field_class = ChoicesField

    def __init__(
        self,
        *,
        label: str,
        noun: str = "",
        labels: Mapping[str, str] | Callable[[str], str] = str,
        label_column: str | None = None,
        layout: Literal["fold", "grid"] = "fold",
        **kwargs: Any,
    ) -> None:
        errors = {"unknown": f"Nothing has the {noun or label.lower()}"}
        template = f"common/filters/{layout}.html"
        super().__init__(label=label, error_messages=errors, template_name=template, **kwargs)
        self.labels, self.label_column, self.layout = labels, label_column, layout

    def filter(self, queryset: QuerySet[Any], value: list[str]) -> QuerySet[Any]:
        """Keep the rows whose column is one of the words."""
        if not value:
            return queryset
        return queryset.filter(**{f"{self.field_name}__in": ["" if choice == NONE else choice for choice in value]})

    def split(self, cell: str) -> Iterable[str]:
        """Return the words of a column; a subclass may have several."""
        return [cell]

    def count(self, rows: Iterable[Mapping[str, Any]]) -> tuple[Choice, ...]:
        """Return the words in groups of rows, whose number is their ``total``."""
        totals: Counter[tuple[str, str]] = Counter()
        for row in rows:
            for word in self.split(row[self.field_name]):
                totals[row[self.label_column] if self.label_column else word, word] += row["total"]
        if isinstance(self.labels, Mapping):
            known = {word or NONE: total for (_, word), total in totals.items()}
            return tuple(Choice(word, label, known[word]) for word, label in self.labels.items() if word in known)
        named = ((word or NONE, self.labels(name), total) for (name, word), total in sorted(totals.items()))
        return tuple(Choice(word, label, total) for word, label, total in named if label)


def range_filters(
    column: str | None = None,
    *,
    label: str,
    low: int,
    high: int,
    errors: Mapping[str, str] = {},
    **kwargs: Any,
) -> tuple[NumberFilter, NumberFilter]:
    """Return the filters ``…_from`` and ``…_to`` of a range; ``column`` may be left out for a ``method``."""
    kwargs |= {"field_name": column, "label": label, "min_value": low, "max_value": high, "widget": forms.TextInput()}
    kwargs["error_messages"] = {
        "invalid": "Give a whole number.",
        "min_value": f"The lowest is {low}.",
        "max_value": f"The highest is {high}.",
        **errors,
    }
    if high - low < MAX_NUMBERS_IN_SELECT:
        numbers = [(str(number), with_minus(str(number))) for number in range(low, high + 1)]
        kwargs["widget"] = forms.Select(choices=[("", "any"), *numbers])
    least = NumberFilter(lookup_expr="gte", template_name="common/filters/range.html", **kwargs)
    return least, NumberFilter(lookup_expr="lte", **kwargs)


@dataclass(frozen=True, slots=True)
class Order:
    """A way to sort: its name in the address, its label, the column, and the name of each direction.

    ``before`` are expressions that sort before the column, in either direction.
    """

    key: str
    label: str
    column: str | Case
    ascending: str = "low first"
    descending: str = "high first"
    before: tuple[Case, ...] = ()


class OrderingFilter(ChoiceFilter):
    """The order of a list: ``key`` or ``-key`` of one of its orders.

    Unlike django-filter's it takes expressions, puts rows without a value last in both directions, and ends every order
    with the columns ``tie_breakers``, so that pages do not overlap. Without a value, the rows keep
    the order that they have.
    """

    def __init__(self, *orders: Order, tie_breakers: tuple[str, ...]) -> None:
        self.orders, self.tie_breakers = {order.key: order for order in orders}, tie_breakers
        choices = []
        for order in orders:
            choices.append((order.key, f"{order.label}, {order.ascending}"))
            choices.append((f"-{order.key}", f"{order.label}, {order.descending}"))
        super().__init__(label="Sort by", choices=choices, template_name=None)

    def filter(self, queryset: QuerySet[Any], value: str) -> QuerySet[Any]:
        if not value:
            return queryset
        order = self.orders[value.removeprefix("-")]
        column = order.column
        first = OrderBy(F(column) if isinstance(column, str) else column, value.startswith("-"), nulls_last=True)
        return queryset.order_by(*order.before, first, *self.tie_breakers)


class _SharedFilters(dict[str, django_filters.Filter]):
    """Filters that requests share: django-filter copies all of each for every request, which outlasts the query."""

    def __deepcopy__(self, memo: object) -> dict[str, django_filters.Filter]:
        return {name: copy.copy(kept) for name, kept in self.items()}


class _SharedFields(dict[str, forms.Field]):
    """Fields that requests share, apart from those that are given choices: Django copies all of each for every form."""

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, forms.Field]:
        return {
            name: copy.deepcopy(field, memo) if isinstance(field, ChoicesField) else field
            for name, field in self.items()
        }


class FilterSet(django_filters.FilterSet):
    """The filters of a list; ``noun`` names its rows. The search words are called ``q``, the order ``sort``.

    The ``method`` of a filter is a function, not a name, because filters are shared.
    """

    noun: ClassVar[str]
    usual_order: ClassVar[str] = NAME_ORDER_LABEL
    """The label of the order of a list without words for which none is chosen."""
    row_values: Mapping[str, Any] = MappingProxyType({})
    """The values of the parameters that the rows have."""
    nearest = True
    """Whether words without a hit find the nearest ones, which a page mentions."""
    _form_classes: ClassVar[dict[type[FilterSet], type[forms.Form]]] = {}

    class Meta:
        """See ``FilterForm``."""

        form = FilterForm

    @classmethod
    def get_filters(cls) -> _SharedFilters:
        """Return the filters, to be shared by requests."""
        return _SharedFilters(super().get_filters())

    @classmethod
    def parameters(cls) -> list[str]:
        """Return the parameters that the address of the list may have."""
        return [*cls.base_filters, "page"]

    @classmethod
    def repeatable(cls) -> list[str]:
        """Return those that may come more than once."""
        return [name for name, kept in cls.base_filters.items() if isinstance(kept, ChoicesFilter)]

    @property
    def notices(self) -> tuple[str, ...]:
        """A page's notes on how it interpreted the list, in sentences."""
        return ()

    def wider(self) -> Mapping[str, Mapping[str, str]]:
        """Return any other restrictions of the list in words, with the values that would remove them."""
        return {}

    def with_data(self, data: QueryDict) -> Self:
        """Return the filters of the same list with other values."""
        other = type(self)(data, queryset=self.queryset)
        other.row_values, other.nearest = self.row_values, self.nearest
        if "choices" in self.__dict__:
            other.__dict__["choices"] = self.choices
        return other

    def get_choices(self) -> Choices:
        """Return the choices of each ``ChoicesFilter`` that has no ``method``, counted in all rows. One query."""
        return self.count_choices(self.queryset)

    def count_choices(self, queryset: QuerySet[Any]) -> Choices:
        """Return the choices of each ``ChoicesFilter`` that has no ``method``, counted in some rows. One query."""
        filters = {
            name: choices_filter
            for name, choices_filter in self.filters.items()
            if isinstance(choices_filter, ChoicesFilter) and not choices_filter.method
        }
        columns = {
            column
            for choices_filter in filters.values()
            for column in (choices_filter.field_name, choices_filter.label_column)
            if column
        }
        rows = list(queryset.order_by().values(*columns).annotate(total=Count("pk"))) if columns else []
        return {name: choices_filter.count(rows) for name, choices_filter in filters.items()}

    @cached_property
    def choices(self) -> Choices:
        """The choices of each ``ChoicesFilter``, computed once."""
        return self.get_choices()

    @property
    def choices_version(self) -> Hashable:
        """A value that is another whenever the choices are others."""
        return tuple(self.choices.items())

    def get_total(self) -> int | None:
        """Return the number of all rows, if it is known without a query."""
        return None

    @property
    def question(self) -> tuple[Hashable, ...]:
        """The query on the rows if every filter can be read: equal questions about the same rows give the same rows."""
        asked = self.form.cleaned_data.items()
        return type(self), *((name, tuple(value) if isinstance(value, list) else value) for name, value in asked)

    @property
    def qs(self) -> QuerySet[Any]:
        """The requested rows; none if a filter is unreadable."""
        return super().qs if self.form.is_valid() else self.queryset.none()

    def get_form_class(self) -> type[forms.Form]:
        """Return the form, which is the same for every request."""
        if type(self) not in self._form_classes:
            form = super().get_form_class()
            form.base_fields = _SharedFields(form.base_fields)
            self._form_classes[type(self)] = form
        return self._form_classes[type(self)]

    @cached_property
    def form(self) -> FilterForm:
        """The form; its choices are looked up when they are needed."""
        form: FilterForm = super().form
        for name in self.repeatable():
            form.fields[name].choices = lambda name=name: [  # type: ignore[attr-defined] # a choice field
                (choice.value, choice) for choice in self.choices.get(name, ())
            ]
        return form
