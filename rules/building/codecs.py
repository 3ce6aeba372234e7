"""Codecs: how one part of a change is written into a document and into a field of a form, and read back.

A change names the codec of each part where it declares the part: ``creature: str = field(metadata=TEXT)``.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from rules.documents import Fields, fail, json_document
from rules.documents.records import declared_parts
from rules.documents.shapes import Shape
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.roster.documents import collection_from, house_rules_document, house_rules_from
from rules.roster.model import HouseRules

T = TypeVar("T")
Parted = TypeVar("Parted", bound=ABC)

LARGEST = 9_999_999
"""The largest whole number of a change, and without its sign the smallest."""
_WHOLE = re.compile(r"-?[0-9]{1,7}")
_CODEC = "codec"


class Codec(ABC, Generic[T]):
    """How values of one type are written and read; an ``optional`` one may be left out, which stands for None."""

    optional: ClassVar[bool] = False

    def is_implied(self, value: T) -> bool:
        """Return True for a value that documents leave out, because it is what a missing field stands for."""
        return False

    @abstractmethod
    def to_document(self, value: T) -> Any:
        """Return the value as JSON holds it."""

    @abstractmethod
    def from_document(self, read: Fields, name: str) -> T:
        """Read the value of a field; raise ``DocumentError`` where it is missing or of another type."""

    def to_text(self, value: T) -> str:
        """Return the value as a field of a form holds it: "" for None, else its JSON."""
        return "" if value is None else json.dumps(self.to_document(value), ensure_ascii=False)

    def from_text(self, text: str) -> T:
        """Read the value from a field of a form; raise ``ChangeRefused`` for what is none."""
        try:
            return self.from_document(Fields({"": json_document(text.encode()) if text else None}), "")
        except (DocumentError, UnicodeEncodeError) as fault:
            raise ChangeRefused("This page sent something that Muster cannot read. Load it again.") from fault


class TextCodec(Codec[str]):
    """A text, which may be empty."""

    def to_document(self, value: str) -> Any:
        """Return the text."""
        return value

    def from_document(self, read: Fields, name: str) -> str:
        """Read a text."""
        return read.text(name)

    def to_text(self, value: str) -> str:
        """Return the text."""
        return value

    def from_text(self, text: str) -> str:
        """Return the text."""
        return text


class OptionalTextCodec(Codec[str | None]):
    """A text, or None; in a form an empty one is None."""

    optional = True

    def to_document(self, value: str | None) -> Any:
        """Return the text, or null."""
        return value

    def from_document(self, read: Fields, name: str) -> str | None:
        """Read a text, None where it is null or missing."""
        return read.optional_text(name)

    def to_text(self, value: str | None) -> str:
        """Return the text."""
        return value or ""

    def from_text(self, text: str) -> str | None:
        """Return the text, None for an empty one."""
        return text or None


class NumberCodec(Codec[int]):
    """A whole number; a form may write its minus as a hyphen or as a sign."""

    def to_document(self, value: int) -> Any:
        """Return the number."""
        return value

    def from_document(self, read: Fields, name: str) -> int:
        """Read a whole number."""
        return read.integer(name, low=-LARGEST, high=LARGEST)

    def from_text(self, text: str) -> int:
        """Read a whole number as a player types it."""
        number = text.strip().replace("−", "-")
        if not _WHOLE.fullmatch(number):
            raise ChangeRefused(f"Enter a whole number instead of “{text[:20]}”.")
        return int(number)


class OptionalNumberCodec(Codec[int | None]):
    """A whole number, or None; in a form an empty text is None."""

    optional = True

    def to_document(self, value: int | None) -> Any:
        """Return the number, or null."""
        return value

    def from_document(self, read: Fields, name: str) -> int | None:
        """Read a whole number, None where it is null or missing."""
        return read.optional_integer(name, low=-LARGEST, high=LARGEST)

    def from_text(self, text: str) -> int | None:
        """Read a whole number as a player types it, None for an empty text."""
        return NumberCodec().from_text(text) if text else None


class TimesCodec(NumberCodec):
    """How many times; once is what a missing field or an empty text stands for."""

    optional = True

    def is_implied(self, value: int) -> bool:
        """Return True for once."""
        return value == 1

    def from_document(self, read: Fields, name: str) -> int:
        """Read a whole number, 1 where it is null or missing."""
        found = read.optional_integer(name, low=-LARGEST, high=LARGEST)
        return 1 if found is None else found

    def from_text(self, text: str) -> int:
        """Read a whole number as a player types it, 1 for an empty text."""
        return super().from_text(text) if text else 1


class FlagCodec(Codec[bool]):
    """True or false, in a form ``yes`` or anything else."""

    def to_document(self, value: bool) -> Any:
        """Return true or false."""
        return value

    def from_document(self, read: Fields, name: str) -> bool:
        """Read true or false, which has to be there."""
        if name not in read.raw:
            fail("document.missing", read.at(name), f"The field “{name}” is missing.")
        return read.boolean(name)

    def to_text(self, value: bool) -> str:
        """Return ``yes`` or ``no``; the text of another form is not taken for true."""
        if not isinstance(value, bool):
            raise RulesError(f"{value!r} is neither true nor false.")
        return "yes" if value else "no"

    def from_text(self, text: str) -> bool:
        """Return True for ``yes``."""
        return text == "yes"


class LaterFlagCodec(FlagCodec):
    """True or false in an event that once had no such part: documents without it stand for False."""

    optional = True

    def is_implied(self, value: bool) -> bool:
        """Return True for False."""
        return not value

    def from_document(self, read: Fields, name: str) -> bool:
        """Read true or false, False where it is missing."""
        return read.boolean(name, False)


class HouseRulesCodec(Codec[HouseRules | None]):
    """House rules as a roster document writes them, or None."""

    optional = True

    def to_document(self, value: HouseRules | None) -> Any:
        """Return the house rules as an object, or null."""
        return None if value is None else house_rules_document(value)

    def from_document(self, read: Fields, name: str) -> HouseRules | None:
        """Read house rules, None where they are null or missing."""
        found = read.optional_fields(name)
        return None if found is None else house_rules_from(found)


class CollectionCodec(Codec[tuple[tuple[str, int], ...] | None]):
    """A collection as a roster document writes it, here as pairs of a creature's key and a number, or None."""

    optional = True

    def to_document(self, value: tuple[tuple[str, int], ...] | None) -> Any:
        """Return the collection as an object, or null."""
        return None if value is None else dict(value)

    def from_document(self, read: Fields, name: str) -> tuple[tuple[str, int], ...] | None:
        """Read a collection, None where it is null or missing."""
        found = collection_from(read.optional_fields(name))
        return None if found is None else tuple(found.items())


@dataclass(frozen=True, slots=True)
class ShapeCodec(Codec[Any]):
    """The codec of a shape."""

    shape: Shape

    def to_document(self, value: Any) -> Any:
        """Return the value as its shape writes it."""
        return self.shape.write(value)

    def from_document(self, read: Fields, name: str) -> Any:
        """Read the value of a field as its shape does."""
        return self.shape.read(read, name)


def part(codec: Codec[Any]) -> Mapping[str, Codec[Any]]:
    """Return the metadata of a part with this codec."""
    return {_CODEC: codec}


TEXT = part(TextCodec())
OPTIONAL_TEXT = part(OptionalTextCodec())
NUMBER = part(NumberCodec())
OPTIONAL_NUMBER = part(OptionalNumberCodec())
TIMES = part(TimesCodec())
FLAG = part(FlagCodec())
LATER_FLAG = part(LaterFlagCodec())
HOUSE_RULES = part(HouseRulesCodec())
COLLECTION = part(CollectionCodec())


@cache
def codecs_of(kind: Any) -> Mapping[str, Codec[Any]]:
    """Return the codec of each part of a kind of change, in the order in which the parts are declared."""
    codecs: dict[str, Any] = {one.name: one.metadata.get(_CODEC) for one in fields(kind)}
    if all(codecs.values()):
        return codecs
    return {name: codecs[name] or ShapeCodec(part.shape) for name, part in declared_parts(kind).items()}


def parts_document(value: ABC) -> dict[str, Any]:
    """Return the parts of a change or an event as an object of JSON, in the order in which they are declared."""
    return {
        name: codec.to_document(part_value)
        for name, codec in codecs_of(type(value)).items()
        if not codec.is_implied(part_value := getattr(value, name))
    }


def parts_from(read: Fields, kind: type[Parted]) -> Parted:
    """Read a change or an event of a kind, and nothing else; raise ``DocumentError`` with the path of what is wrong."""
    value = kind(**{name: codec.from_document(read, name) for name, codec in codecs_of(kind).items()})
    read.done()
    return value
