"""What every list of the compendium can be asked: words, ranges, choices and an order.

A ``ListFilter`` is a django-filter set, so pages and API read the same addresses. It is strict: what cannot be read
is an error of its field, never a list that means something else.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Case, F, QuerySet

from compendium.selectors.choices import Choice, Choices
from compendium.selectors.search import LONGEST_QUERY, goodness, matching, words_of
from rules.text import listed, plain

FEW = 12
"""Choices that an error message still lists."""


@dataclass(frozen=True, slots=True)
class Order:
    """A way to sort: its name in the address, its label, what each direction is called, and by what it sorts.

    Rows without a value come last in both directions.
    """

    key: str
    label: str
    by: str | F | Case
    up: str = "low first"
    down: str = "high first"


class FilterForm(forms.Form):
    """A form whose ``…_from`` may not be above its ``…_to``."""

    def clean(self) -> dict[str, Any]:
        """Refuse ranges that hold nothing."""
        read = super().clean() or {}
        for name in [name for name in read if name.endswith("_from")]:
            least, most = read[name], read.get(name.replace("_from", "_to"))
            if least is not None and most is not None and least > most:
                self.add_error(
                    name.replace("_from", "_to"), f"“to” must not be below “from”: {most} is less than {least}."
                )
        return read


class ChosenField(forms.MultipleChoiceField):
    """Any number of words that occur in the compendium, in any case; ``known`` is set before it is asked."""

    noun = "word"
    known: Any = staticmethod(tuple)

    def clean(self, value: Any) -> list[str]:
        """Return the words as the compendium spells them."""
        given = [one for one in (value or ()) if str(one).strip()]
        if not given:
            return []
        known: Sequence[Choice] = self.known()
        spelled = {plain(choice.value): choice.value for choice in known}
        chosen = []
        for one in given:
            word = spelled.get(plain(str(one)).strip())
            if word is None:
                offer = f" Choose {listed([choice.value for choice in known], 'or')}." if 0 < len(known) <= FEW else ""
                raise ValidationError(f"Nothing has the {self.noun} “{_short(str(one))}”.{offer}", code="unknown")
            chosen.append(word)
        return list(dict.fromkeys(chosen))


class _Light:
    """A filter that is copied for a request as it is: nothing in it changes after it was made."""

    method: Any

    def __deepcopy__(self, memo: Mapping[int, Any]) -> Any:
        twin = copy.copy(self)
        if twin.method is not None:
            twin.method = twin.method  # binds the method to the copy, which knows whose it is
        return twin


class WordsFilter(_Light, django_filters.CharFilter):
    """Words that are searched for."""


class ChosenFilter(_Light, django_filters.MultipleChoiceFilter):
    """Entries that have any of the chosen words; ``noun`` says what the words are, for the error message."""

    field_class = ChosenField

    def __init__(self, *, noun: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.noun = noun

    def filter(self, queryset: QuerySet[Any], value: list[str]) -> QuerySet[Any]:
        """Keep the rows whose column is one of the words; ``none`` stands for an empty column."""
        if not value:
            return queryset
        return queryset.filter(**{f"{self.field_name}__in": ["" if one == "none" else one for one in value]})


class WholeFilter(_Light, django_filters.NumberFilter):
    """A whole number."""

    field_class = forms.IntegerField


class OneOfField(django_filters.fields.ChoiceField):
    """A choice whose error does not repeat the whole of a very long value."""

    def validate(self, value: Any) -> None:
        """Refuse what is not one of the choices."""
        if value and not self.valid_value(value):
            raise ValidationError(f"“{_short(str(value))}” is not one of the choices.", code="invalid_choice")


class OneOfFilter(_Light, django_filters.ChoiceFilter):
    """One of fixed choices."""

    field_class = OneOfField

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, empty_label=None, null_label=None, **kwargs)


class SortFilter(_Light, django_filters.ChoiceFilter):
    """The order of the list; ``ListFilter`` applies it, after everything else."""

    field_class = OneOfField

    def __init__(self, orders: Iterable[Order]) -> None:
        self.orders = {order.key: order for order in orders}
        choices = [
            pair
            for order in self.orders.values()
            for pair in (
                (order.key, f"{order.label}, {order.up}"),
                (f"-{order.key}", f"{order.label}, {order.down}"),
            )
        ]
        super().__init__(label="Sort by", choices=choices, empty_label=None, null_label=None)

    def filter(self, queryset: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Leave the rows as they are."""
        return queryset


def level_range(what: str, *, lowest: int, highest: int) -> tuple[WholeFilter, WholeFilter]:
    """Return the two ends of a range of levels or ranks; ``what`` is the column."""
    bounds = {
        "min_value": lowest,
        "max_value": highest,
        "error_messages": {
            "invalid": "Give a whole number.",
            "min_value": f"The lowest is {lowest}.",
            "max_value": f"The highest is {highest}.",
        },
    }
    return (
        WholeFilter(field_name=what, lookup_expr="gte", label="from", **bounds),
        WholeFilter(field_name=what, lookup_expr="lte", label="to", **bounds),
    )


class ListFilter(django_filters.FilterSet):
    """Words, choices and an order over rows that have ``search_name`` and ``search_text``."""

    q = WordsFilter(
        method="search",
        label="Words",
        max_length=LONGEST_QUERY,
        error_messages={"max_length": f"Search for {LONGEST_QUERY} characters or fewer."},
    )

    tags_column: ClassVar[str | None] = None
    _form_classes: ClassVar[dict[type[ListFilter], type[forms.Form]]] = {}

    class Meta:
        """See ``FilterForm``."""

        form = FilterForm

    def choices(self) -> Choices:
        """Return the words of each ``ChosenFilter``."""
        return {}

    def total(self) -> int | None:
        """Return how many entries there are in all, if that is known without a query of its own."""
        return None

    def get_form_class(self) -> type[forms.Form]:
        """Return the form, which is the same for every request."""
        kept = self._form_classes.get(type(self))
        if kept is None:
            kept = self._form_classes[type(self)] = super().get_form_class()
        return kept

    @property
    def form(self) -> Any:
        """Return the form; its choices are looked up when they are needed."""
        if not hasattr(self, "_form"):
            form = super().form
            for name, one in self.filters.items():
                if isinstance(one, ChosenFilter):
                    form.fields[name].noun = one.noun
                    form.fields[name].known = lambda name=name: self.choices().get(name, ())
        return super().form

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are searched for."""
        return words_of(self.form.cleaned_data.get("q", "")) if self.is_bound and self.form.is_valid() else ()

    def search(self, queryset: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        """Keep the rows that have every word."""
        return matching(queryset, words_of(value))

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Filter, then sort: as asked, else the best hits first, else by name."""
        queryset = super().filter_queryset(queryset)
        asked: str = self.form.cleaned_data.get("sort", "")
        if asked:
            order = self.orders[asked.removeprefix("-")]
            by = F(order.by) if isinstance(order.by, str) else order.by
            first = by.desc(nulls_last=True) if asked.startswith("-") else by.asc(nulls_last=True)
            return queryset.order_by(first, "search_name", "key")
        if words := words_of(self.form.cleaned_data.get("q", "")):
            return queryset.order_by(goodness(words, self.tags_column), "search_name", "key")
        return queryset.order_by("search_name", "key")

    @property
    def orders(self) -> Mapping[str, Order]:
        """The ways in which the list can be sorted, by their name in the address."""
        return self.filters["sort"].orders


def _short(value: str) -> str:
    flat = " ".join(value.replace("\0", " ").split())
    return flat if len(flat) <= 40 else f"{flat[:40]}…"
