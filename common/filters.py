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
SELECT = "common/filters/select.html"
RANGE = "common/filters/range.html"


@dataclass(frozen=True, slots=True)
class Choice:
    """One word to filter by: its value in the address, its label, how many rows have it in total, and its sign."""

    value: str
    label: str
    total: int
    sign: str = ""


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
                what = field.name.removesuffix("from")
                yield [field] if what == field.name else [field, self[f"{what}to"]]

    def clean(self) -> dict[str, Any]:
        """Refuse ranges that hold nothing."""
        read = super().clean() or {}
        for name in [name for name in read if name.endswith("_from")]:
            to = name.replace("_from", "_to")
            least, most = read[name], read.get(to)
            if least is not None and most is not None and least > most:
                self.add_error(to, f"“to” must not be below “from”: {most} is less than {least}.")
        return read


class BoundChoices(forms.BoundField):
    """The choices of a field as boxes; Django's subwidgets hold more than is drawn, and take longer."""

    @cached_property
    def boxes(self) -> list[tuple[Choice, bool]]:
        """Each choice, and whether it is chosen."""
        chosen = self.value()
        return [(choice, value in chosen) for value, choice in self.field.choices]  # type: ignore[attr-defined] # a choice field

    @cached_property
    def chosen_first(self) -> list[tuple[Choice, bool]]:
        """The same, those that are chosen before the others."""
        return sorted(self.boxes, key=lambda box: not box[1])


class ChoicesField(forms.MultipleChoiceField):
    """Any number of the words that occur, in any case. The filter set gives it the choices."""

    def __init__(self, *, noun: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.noun = noun

    def get_bound_field(self, form: Any, field_name: str) -> BoundChoices:
        """Return the field as templates draw it."""
        return BoundChoices(form, self, field_name)

    @property
    def spellings(self) -> dict[str, str]:
        """The words as the rows spell them, by their plain forms."""
        return {plain(value): value for value, _ in self.widget.choices}

    def prepare_value(self, value: Any) -> list[str]:
        """Return what is asked for as the rows spell it."""
        spellings = self.spellings if value else {}
        return [spellings.get(plain(str(one)).strip(), one) for one in value or ()]

    def clean(self, value: Any) -> list[str]:
        """Return the words as the rows spell them."""
        given = [one for one in (value or ()) if str(one).strip()]
        spellings = self.spellings if given else {}
        chosen = [spellings.get(plain(str(one)).strip()) for one in given]
        for one, word in zip(given, chosen, strict=True):
            if word is None:
                few = 0 < len(spellings) <= FEW
                offer = f" Choose {listed(list(spellings.values()), 'or')}." if few else ""
                raise ValidationError(f"Nothing has the {self.noun} “{shortened(one)}”.{offer}", code="unknown")
        return [word for word in dict.fromkeys(chosen) if word is not None]


class ChoiceField(django_filters.fields.ChoiceField):
    """A choice whose error does not repeat the whole of a very long value."""

    def validate(self, value: Any) -> None:
        """Refuse what is not one of the choices."""
        if value and not self.valid_value(value):
            raise ValidationError(f"“{shortened(value)}” is not one of the choices.", code="invalid_choice")


class _SharedFilter:
    """A filter that requests share: django-filter copies all of it for each, which takes longer than the query."""

    method: Any

    def __deepcopy__(self, memo: Mapping[int, Any]) -> Any:
        twin = copy.copy(self)
        if twin.method is not None:
            twin.method = twin.method  # binds the method to the copy, which knows whose it is
        return twin


class TextFilter(_SharedFilter, django_filters.CharFilter):
    """Words that are searched for."""


class NumberFilter(_SharedFilter, django_filters.NumberFilter):
    """A whole number."""

    field_class = forms.IntegerField


class BooleanFilter(_SharedFilter, django_filters.BooleanFilter):
    """A box that is ticked or not."""

    field_class = forms.BooleanField

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.CheckboxInput, **kwargs)


class ChoiceFilter(_SharedFilter, django_filters.ChoiceFilter):
    """One of fixed choices; ``empty_label`` stands for all of them."""

    field_class = ChoiceField

    def __init__(self, *, empty_label: str = "any", template_name: str | None = SELECT, **kwargs: Any) -> None:
        super().__init__(empty_label=empty_label, null_label=None, template_name=template_name, **kwargs)


class ChoicesFilter(_SharedFilter, django_filters.MultipleChoiceFilter):
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
    messages = {
        "invalid": "Give a whole number.",
        "min_value": f"The lowest is {low}.",
        "max_value": f"The highest is {high}.",
        **errors,
    }
    widget: forms.Widget = forms.TextInput()
    if high - low < MOST_LISTED:
        numbers = range(low, high + 1)
        widget = forms.Select(choices=[("", "any"), *((str(number), with_minus(str(number))) for number in numbers)])
    shared = {"field_name": column, "label": label, "widget": widget, "error_messages": messages, **kwargs}
    return (
        NumberFilter(lookup_expr="gte", min_value=low, max_value=high, template_name=RANGE, **shared),
        NumberFilter(lookup_expr="lte", min_value=low, max_value=high, **shared),
    )


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
        choices: list[tuple[str, str]] = []
        for order in orders:
            choices += (order.key, f"{order.label}, {order.up}"), (f"-{order.key}", f"{order.label}, {order.down}")
        super().__init__(label="Sort by", choices=choices, template_name=None)

    def filter(self, queryset: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Sort the rows."""
        if not value:
            return queryset
        order = self.orders[value.removeprefix("-")]
        by = F(order.by) if isinstance(order.by, str) else order.by
        first = by.desc(nulls_last=True) if value.startswith("-") else by.asc(nulls_last=True)
        return queryset.order_by(first, *self.then)


class FilterSet(django_filters.FilterSet):
    """The filters of a list of what ``noun`` says. The words to search for are called ``q``, the order ``sort``."""

    noun: ClassVar[str]
    _form_classes: ClassVar[dict[type[FilterSet], type[forms.Form]]] = {}

    class Meta:
        """See ``FilterForm``."""

        form = FilterForm

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
        if kept is None:
            kept = self._form_classes[type(self)] = super().get_form_class()
        return kept

    @cached_property
    def form(self) -> FilterForm:
        """The form; its choices are looked up when they are needed."""
        form: FilterForm = super().form
        for name in self.repeatable():
            form.fields[name].choices = lambda name=name: [  # type: ignore[attr-defined] # a choice field
                (choice.value, choice) for choice in self.choices.get(name, ())
            ]
        return form
