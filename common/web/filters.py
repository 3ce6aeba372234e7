"""The filters of a list as values that templates draw: the panel beside it, and the chips of those that are set."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from common.filters import (
    BooleanFilter,
    ChoiceFilter,
    ChoicesFilter,
    FilterSet,
    NumberFilter,
    OrderingFilter,
    TextFilter,
    shortened,
)
from common.web.address import Address
from rules.text import with_minus

MOST_LISTED = 30
"""Numbers that a range offers in a list; one that has more is typed."""


class FilterOption(NamedTuple):
    """One choice as drawn; ``total`` is how many rows have it, None where they are not counted."""

    value: str
    label: str
    is_chosen: bool
    total: int | None = None
    sign: str = ""


class FilterField(NamedTuple):
    """One control as drawn."""

    name: str
    label: str
    value: str = ""
    options: tuple[FilterOption, ...] = ()
    errors: tuple[str, ...] = ()


class FilterGroup(NamedTuple):
    """One part of the panel; ``layout`` says how it is drawn: grid, fold, select or range."""

    layout: str
    label: str
    fields: tuple[FilterField, ...]

    @property
    def field(self) -> FilterField:
        """The only control of a group that has one."""
        return self.fields[0]

    @property
    def is_open(self) -> bool:
        """True if something of a fold is chosen or wrong."""
        return bool(self.field.errors) or any(option.is_chosen for option in self.field.options)


class Chip(NamedTuple):
    """A filter that is set, in words, and the address of the list without it."""

    label: str
    without: str
    sign: str = ""


def filter_groups(filters: FilterSet, only: Collection[str] | None = None) -> tuple[FilterGroup, ...]:
    """Return the panel of a list, a group for each filter or range; ``only`` names the filters that it has."""
    names = [name for name in filters.filters if only is None or name in only]
    return tuple(group for name in names if (group := _group(filters, name)))


def _group(filters: FilterSet, name: str) -> FilterGroup | None:
    match one := filters.filters[name]:
        case OrderingFilter():
            return None
        case ChoicesFilter():
            return FilterGroup(one.layout, str(one.label), (_choices_field(filters, name, one),))
        case ChoiceFilter():
            options = (("", one.extra["empty_label"]), *one.extra["choices"])
            return FilterGroup("select", str(one.label), (_select(filters, name, str(one.label), options),))
        case NumberFilter() if name.endswith("_from"):
            low, high = one.extra["min_value"], one.extra["max_value"]
            numbers = range(low, high + 1) if high - low < MOST_LISTED else ()
            options = (("", "any"), *((str(number), with_minus(str(number))) for number in numbers)) if numbers else ()
            what = name.removesuffix("from")
            ends = tuple(_select(filters, f"{what}{end}", end, options) for end in ("from", "to"))
            return FilterGroup("range", str(one.label), ends)
    return None


def _choices_field(filters: FilterSet, name: str, one: ChoicesFilter) -> FilterField:
    chosen = {value.casefold() for value in filters.data.getlist(name)}
    options = tuple(
        FilterOption(choice.value, choice.label, choice.value.casefold() in chosen, choice.total, choice.sign)
        for choice in filters.choices.get(name, ())
    )
    if one.layout == "fold":  # what is chosen comes first in a long list; the grid keeps its order
        options = tuple(sorted(options, key=lambda option: not option.is_chosen))
    return FilterField(name, str(one.label), options=options, errors=_errors(filters, name))


def _select(filters: FilterSet, name: str, label: str, choices: tuple[tuple[str, str], ...]) -> FilterField:
    value = filters.data.get(name, "")
    options = tuple(FilterOption(key, words, key == value) for key, words in choices)
    return FilterField(name, label, value, options, _errors(filters, name))


def _errors(filters: FilterSet, name: str) -> tuple[str, ...]:
    return tuple(map(str, filters.form.errors.get(name, ())))


def filter_chips(filters: FilterSet, address: Address) -> list[Chip]:
    """Return the chips of every filter that is set."""
    address = address.without("page")
    return [chip for name in filters.filters for chip in _chips(filters, name, address)]


def _chips(filters: FilterSet, name: str, address: Address) -> Iterator[Chip]:
    value = address.values.get(name, "")
    match one := filters.filters[name]:
        case OrderingFilter():
            return
        case NumberFilter() if name.endswith("_from"):
            to = f"{name.removesuffix('from')}to"
            if words := _range_words(value, address.values.get(to, "")):
                yield Chip(f"{one.label} {words}", str(address.without(name, to)))
        case ChoicesFilter():
            choices = {choice.value.casefold(): choice for choice in filters.choices.get(name, ())} if value else {}
            for chosen in (chosen for key, chosen in address.pairs if key == name):
                choice = choices.get(chosen.casefold())
                label = choice.label if choice else chosen
                words = label if one.layout == "grid" else f"{one.label}: {label}"
                yield Chip(words, str(address.without(name, value=chosen)), choice.sign if choice else "")
        case TextFilter() if value:
            yield Chip(f"“{shortened(value)}”", str(address.without(name)))
        case BooleanFilter() if value:
            yield Chip(str(one.label), str(address.without(name)))
        case ChoiceFilter() if value:
            yield Chip(f"{one.label}: {dict(one.extra['choices']).get(value, value)}", str(address.without(name)))


def filter_errors(filters: FilterSet) -> list[tuple[str, str]]:
    """Return what is wrong with the filters: the label of each, and a sentence."""
    return [(_error_label(filters, name), " ".join(map(str, found))) for name, found in filters.form.errors.items()]


def _error_label(filters: FilterSet, name: str) -> str:
    end = name.rpartition("_")[2]
    label = str(filters.filters[name].label)
    return f"{label} {end}" if end in ("from", "to") else label


def field_errors(filters: FilterSet) -> list[tuple[str, str]]:
    """Return the error of each control that shows one beside it, empty where nothing is wrong."""
    shown = (TextFilter, NumberFilter, ChoiceFilter)
    names = [
        name for name, one in filters.filters.items() if isinstance(one, shown) and not isinstance(one, OrderingFilter)
    ]
    return [(name, " ".join(_errors(filters, name))) for name in names]


def _range_words(least: str, most: str) -> str:
    low, high = (with_minus(shortened(end)) for end in (least, most))
    if not least and not most:
        return ""
    if least == most:
        return low
    if least and most:
        return f"{low} to {high}"
    return f"{low} or more" if least else f"up to {high}"
