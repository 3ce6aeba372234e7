"""The panel of filters beside a list, and the chips of those that are set, as values that a template draws."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from common.web.address import Address
from compendium.filters import ListFilter
from compendium.selectors.choices import Choice
from rules.text import with_minus


class Option(NamedTuple):
    """One choice as drawn; ``chosen`` where it is set, ``number`` how many entries have it (None: not counted)."""

    value: str
    label: str
    chosen: bool
    number: int | None = None
    sign: str = ""


class Field(NamedTuple):
    """One control as drawn."""

    name: str
    label: str
    value: str = ""
    options: tuple[Option, ...] = ()
    errors: tuple[str, ...] = ()


class Group(NamedTuple):
    """One part of the panel; ``kind`` says how it is drawn: nine, one, levels, numbers or several."""

    kind: str
    label: str
    fields: tuple[Field, ...]

    @property
    def field(self) -> Field:
        """The only control of a group that has one."""
        return self.fields[0]

    @property
    def chosen(self) -> int:
        """How many options are set."""
        return sum(option.chosen for option in self.field.options)


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that is set, in words, and the address of the list without it."""

    words: str
    without: str
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Several:
    """Any number of the words of a filter; ``kind`` nine draws the grid of alignments."""

    name: str
    kind: str = "several"

    def group(self, asked: ListFilter, address: Address) -> Group:
        """Return the part of the panel."""
        chosen = {value.casefold() for name, value in address.pairs if name == self.name}
        options = tuple(
            Option(one.value, one.label, one.value.casefold() in chosen, one.number, one.sign)
            for one in self._choices(asked)
        )
        if self.kind != "nine":  # the grid has its order; of a long list what is chosen comes first
            options = tuple(sorted(options, key=lambda option: not option.chosen))
        label = str(asked.filters[self.name].label)
        return Group(self.kind, label, (Field(self.name, label, options=options, errors=_errors(asked, self.name)),))

    def chips(self, asked: ListFilter, address: Address) -> Iterable[Chip]:
        """Yield a chip for each word that is set."""
        for name, value in address.pairs:
            if name == self.name:
                one = next((one for one in self._choices(asked) if one.value.casefold() == value.casefold()), None)
                label = one.label if one else value
                words = label if self.kind == "nine" else f"{asked.filters[self.name].label}: {label}"
                yield Chip(words, str(address.without(name, value=value)), one.sign if one else "")

    def _choices(self, asked: ListFilter) -> tuple[Choice, ...]:
        return asked.choices().get(self.name, ())


@dataclass(frozen=True, slots=True)
class One:
    """One choice of a few."""

    name: str
    empty: str = "any"

    def group(self, asked: ListFilter, address: Address) -> Group:
        """Return the part of the panel."""
        one = asked.filters[self.name]
        value = address.values.get(self.name, "")
        options = (
            Option("", self.empty, not value),
            *(Option(key, label, key == value) for key, label in one.extra["choices"]),
        )
        field = Field(self.name, str(one.label), value, options, _errors(asked, self.name))
        return Group("one", str(one.label), (field,))

    def chips(self, asked: ListFilter, address: Address) -> Iterable[Chip]:
        """Yield the chip of the choice, if one is made."""
        value = address.values.get(self.name)
        if value:
            one = asked.filters[self.name]
            label = dict(one.extra["choices"]).get(value, value)
            yield Chip(f"{one.label}: {label}", str(address.without(self.name)))


@dataclass(frozen=True, slots=True)
class Between:
    """A range ``…_from`` to ``…_to``; with ``numbers`` each end is one of them, else it is typed."""

    name: str
    label: str
    numbers: range | None = None

    def group(self, asked: ListFilter, address: Address) -> Group:
        """Return the part of the panel."""
        fields = []
        for end in ("from", "to"):
            name = f"{self.name}_{end}"
            value = address.values.get(name, "")
            options: tuple[Option, ...] = ()
            if self.numbers is not None:
                options = (
                    Option("", "any", not value),
                    *(Option(str(number), _minus(number), str(number) == value) for number in self.numbers),
                )
            fields.append(Field(name, end, value, options, _errors(asked, name)))
        return Group("numbers" if self.numbers is None else "levels", self.label, tuple(fields))

    def chips(self, asked: ListFilter, address: Address) -> Iterable[Chip]:
        """Yield one chip for the range, if an end is set."""
        least, most = (address.values.get(f"{self.name}_{end}", "") for end in ("from", "to"))
        if not least and not most:
            return
        if least == most:
            words = _minus(least)
        elif least and most:
            words = f"{_minus(least)} to {_minus(most)}"
        else:
            words = f"{_minus(least)} or more" if least else f"up to {_minus(most)}"
        yield Chip(f"{self.label} {words}", str(address.without(f"{self.name}_from", f"{self.name}_to")))


Part = Several | One | Between


def chips(parts: Iterable[Part], asked: ListFilter, address: Address) -> list[Chip]:
    """Return the chips of every filter that is set, the words that are searched for first."""
    address = address.without("page")
    words = address.values.get("q", "")
    found = [Chip(f"“{_short(words)}”", str(address.without("q")))] if words else []
    return found + [chip for part in parts for chip in part.chips(asked, address)]


def _errors(asked: ListFilter, name: str) -> tuple[str, ...]:
    errors: Any = asked.form.errors.get(name, ())
    return tuple(map(str, errors))


def _minus(number: int | str) -> str:
    return with_minus(_short(str(number)))


def _short(text: str) -> str:
    text = text.replace("\0", "�")
    return text if len(text) <= 40 else f"{text[:40]}…"
