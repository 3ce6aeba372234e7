"""Filters of lists, on django-filter: what a list can be asked, the same on pages and in the API.

A ``FilterSet`` is strict: what cannot be read is an error of its field, never a list that means something else. Nothing
else has to be declared for a filter: its form field knows the template that draws it beside a list.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Case, F, QuerySet

from rules.text import listed, plain, with_minus

FEW = 12
"""Choices that an error message still lists."""
MOST_LISTED = 30
"""Numbers that a range offers in a list; one that has more is typed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One word to filter by: its value in the address, its label, how many rows have it in total, and its sign."""

    value: str
    label: str
    total: int
    sign: str = ""

    def __str__(self) -> str:
        return self.label


Choices = Mapping[str, tuple[Choice, ...]]
"""The choices of a list, by the name of the filter."""


def shortened(value: object, most: int = 40) -> str:
    """Return a value for a message on one line, cut where it is long."""
    flat = " ".join(str(value).replace("\0", " ").split())
    return flat if len(flat) <= most else f"{flat[:most]}…"


class FilterForm(forms.Form):
    """A form whose ``…_from`` may not be above its ``…_to``. Fields that have a template stand beside the list."""

    @property
    def panel(self) -> Iterator[list[forms.BoundField]]:
        """The fields beside the list, the two of a range together."""
        for field in self:
            if field.field.template_name:  # type: ignore[attr-defined] # missing in its stubs
                what = field.name.removesuffix("_from")
                yield [field] if what == field.name else [field, self[f"{what}_to"]]

    def clean(self) -> dict[str, Any]:
        """Refuse ranges that hold nothing."""
        for name, least in list(self.cleaned_data.items()):
            to = f"{name.removesuffix('_from')}_to"
            most = self.cleaned_data.get(to)
            if None not in (least, most) and least > most:
                self.add_error(to, f"“to” must not be below “from”: {most} is less than {least}.")
        return self.cleaned_data


class BoundChoices(forms.BoundField):
    """Choices to draw as boxes; Django's subwidgets hold more than is drawn, and take longer."""

    @property
    def chosen_first(self) -> list[tuple[str, Choice]]:
        """The choices by their values, those that are chosen before the others."""
        chosen = self.value()
        return sorted(self.field.choices, key=lambda pair: pair[0] not in chosen)  # type: ignore[attr-defined] # a choice field


class ChoicesField(forms.MultipleChoiceField):
    """Any number of the words that occur, in any case. The filter set gives it the choices."""

    def __init__(self, *, noun: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.noun = noun

    def get_bound_field(self, form: Any, field_name: str) -> BoundChoices:
        """Return the field as templates draw it."""
        return BoundChoices(form, self, field_name)

    def prepare_value(self, value: Any) -> list[str]:
        """Return the words that are asked for as the rows spell them, each once; unknown ones as they are."""
        asked = {plain(str(one)).strip(): str(one) for one in value or ()}
        spellings = {plain(word): word for word, _ in self.widget.choices} if asked else {}
        return [spellings.get(key, word) for key, word in asked.items() if key or word.strip()]

    def clean(self, value: Any) -> list[str]:
        """Return the words as the rows spell them; refuse unknown ones."""
        chosen = self.prepare_value(value)
        known = [word for word, _ in self.widget.choices] if chosen else []
        for word in chosen:
            if word not in known:
                offer = f" Choose {listed(known, 'or')}." if 0 < len(known) <= FEW else ""
                raise ValidationError(f"Nothing has the {self.noun} “{shortened(word)}”.{offer}", code="unknown")
        return chosen


class ChoiceField(django_filters.fields.ChoiceField):
    """A choice whose error does not repeat the whole of a very long value."""

    def validate(self, value: Any) -> None:
        """Refuse what is not one of the choices."""
        if value and not self.valid_value(value):
            raise ValidationError(f"“{shortened(value)}” is not one of the choices.", code="invalid_choice")


class NumberFilter(django_filters.NumberFilter):
    """A whole number."""

    field_class = forms.IntegerField


class ChoiceFilter(django_filters.ChoiceFilter):
    """One of fixed choices; ``empty_label`` stands for all of them."""

    field_class = ChoiceField

    def __init__(
        self, *, empty_label: str = "any", template_name: str | None = "common/filters/select.html", **kwargs: Any
    ) -> None:
        super().__init__(empty_label=empty_label, null_label=None, template_name=template_name, **kwargs)


class ChoicesFilter(django_filters.MultipleChoiceFilter):
    """Rows that have any of the chosen words, of those that ``FilterSet.choices`` has under the filter's name.

    ``noun`` says what the words are, for the error message; ``layout`` how they are drawn.
    """

    field_class = ChoicesField

    def __init__(self, *, noun: str, layout: Literal["fold", "grid"] = "fold", **kwargs: Any) -> None:
        super().__init__(noun=noun, template_name=f"common/filters/{layout}.html", **kwargs)
        self.layout = layout

    def filter(self, queryset: QuerySet[Any], value: list[str]) -> QuerySet[Any]:
        """Keep the rows whose column is one of the words; ``none`` stands for an empty column."""
        if not value:
            return queryset
        return queryset.filter(**{f"{self.field_name}__in": ["" if one == "none" else one for one in value]})


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
    if high - low < MOST_LISTED:
        numbers = [(str(number), with_minus(str(number))) for number in range(low, high + 1)]
        kwargs["widget"] = forms.Select(choices=[("", "any"), *numbers])
    least = NumberFilter(lookup_expr="gte", template_name="common/filters/range.html", **kwargs)
    return least, NumberFilter(lookup_expr="lte", **kwargs)


@dataclass(frozen=True, slots=True)
class Order:
    """A way to sort: its name in the address, its label, the column, and what each direction is called."""

    key: str
    label: str
    by: str | F | Case
    up: str = "low first"
    down: str = "high first"


class OrderingFilter(ChoiceFilter):
    """The order of a list: ``key`` or ``-key`` of one of its orders.

    Unlike django-filter's it takes expressions, puts rows without a value last in both directions, and ends every order
    with the columns ``then``, so that pages do not overlap. Without a value the rows stay as the filters before it left
    them.
    """

    def __init__(self, *orders: Order, then: tuple[str, ...]) -> None:
        self.orders = {order.key: order for order in orders}
        self.then = then
        ends = [(order, end) for order in orders for end in (("", order.up), ("-", order.down))]
        choices = [(f"{sign}{order.key}", f"{order.label}, {words}") for order, (sign, words) in ends]
        super().__init__(label="Sort by", choices=choices, template_name=None)

    def filter(self, queryset: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Sort the rows."""
        if not value:
            return queryset
        by = self.orders[value.removeprefix("-")].by
        by = F(by) if isinstance(by, str) else by
        first = by.desc(nulls_last=True) if value.startswith("-") else by.asc(nulls_last=True)
        return queryset.order_by(first, *self.then)


class _SharedFilters(dict[str, django_filters.Filter]):
    """Filters that requests share: django-filter copies all of each for every request, which outlasts the query."""

    def __deepcopy__(self, memo: object) -> dict[str, django_filters.Filter]:
        return {name: copy.copy(one) for name, one in self.items()}


class FilterSet(django_filters.FilterSet):
    """The filters of a list of what ``noun`` says. The words to search for are called ``q``, the order ``sort``.

    The ``method`` of a filter is a function, not a name, because filters are shared.
    """

    noun: ClassVar[str]
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
        return [name for name, one in cls.base_filters.items() if isinstance(one, ChoicesFilter)]

    def get_choices(self) -> Choices:
        """Return the choices of each ``ChoicesFilter``."""
        return {}

    @cached_property
    def choices(self) -> Choices:
        """The choices of each ``ChoicesFilter``, asked for once."""
        return self.get_choices()

    def get_total(self) -> int | None:
        """Return how many rows there are in all, if that is known without a query of its own."""
        return None

    @property
    def found(self) -> QuerySet[Any]:
        """The rows that are asked for; none where a filter cannot be read."""
        return self.qs if self.form.is_valid() else self.queryset.none()

    def get_form_class(self) -> type[forms.Form]:
        """Return the form, which is the same for every request."""
        kept = self._form_classes.get(type(self))
        return kept or self._form_classes.setdefault(type(self), super().get_form_class())

    @cached_property
    def form(self) -> FilterForm:
        """The form; its choices are looked up when they are needed."""
        form: FilterForm = super().form
        for name in self.repeatable():
            form.fields[name].choices = lambda name=name: [  # type: ignore[attr-defined] # a choice field
                (choice.value, choice) for choice in self.choices.get(name, ())
            ]
        return form
