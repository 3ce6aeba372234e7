"""Strict reading of JSON documents: fields by type, faults with their path, upgrade of older formats."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NoReturn, TypeVar

from rules.errors import DocumentError
from rules.text import NESTED, unusable

TomlT = TypeVar("TomlT")

MAX_TEXT = 10_000
MAX_ENTRIES = 1_000
MAX_BYTES = 2 * 1024 * 1024
"""The largest document that is read from bytes."""
_MAX_PATH = 200
_LONG = 10**18
_MISSING: Any = object()
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
UNWRITABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
"""Characters that no line may contain: control characters, and surrogates, which no file can contain."""


def fail(code: str, path: str, message: str) -> NoReturn:
    """Raise ``DocumentError``."""
    raise DocumentError(code, _short(path, _MAX_PATH), message)


def json_document(data: bytes, *, most: int = MAX_BYTES) -> Any:
    """Return the JSON document in at most ``most`` bytes of UTF-8, with or without a byte order mark.

    Stricter than most readers: refuses NaN and Infinity, duplicate names in one object, text that files (surrogates) or
    databases (NUL) cannot contain, and more than ``rules.text.MAX_NESTING`` nested lists and objects. Error codes:
    ``document.too_large``, ``document.json``.
    """
    if len(data) > most:
        fail("document.too_large", "", f"A document has at most {most // 2**20} MiB.")
    try:
        text = data.decode("utf-8-sig")
        document = json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)
    except json.JSONDecodeError as fault:
        _not_json(f"{fault.msg}, line {fault.lineno} column {fault.colno}")
    except UnicodeDecodeError:
        _not_json("the text is not UTF-8")
    except RecursionError:
        _not_json(NESTED)
    except DocumentError:
        raise
    except ValueError:
        _not_json("a number has too many digits")
    if reason := unusable(document, text):
        _not_json(reason)
    if _NUL.search(text):
        _not_json("a text holds the character NUL")
    return document


def writable(value: str, path: str) -> str:
    """Return a text that is a single line; raise ``DocumentError`` for any other, code ``document.value``."""
    if UNWRITABLE.search(value):
        fail("document.value", path, "Expected a single line of text without control characters.")
    return value


def _no_number(word: str) -> NoReturn:
    _not_json(f"{word} is not a number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) != len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        _not_json(f"the name “{_short(twice)}” appears twice in one object")
    return named


def _not_json(reason: str) -> NoReturn:
    fail("document.json", "", f"This is not a JSON document: {reason}.")


def _short(text: str, length: int = 80) -> str:
    """Return a text for a message, cut if it is long and without unwritable characters."""
    cut = text if len(text) <= length else f"{text[:length]}…"
    return cut.encode(errors="replace").decode()


class Fields:
    """The fields of one JSON object, read one by one; ``done`` refuses the remaining fields.

    Error codes: ``document.type``, ``document.missing``, ``document.value``, ``document.range``,
    ``document.unknown_field``.
    """

    def __init__(self, document: object, path: str = "") -> None:
        if not isinstance(document, Mapping):
            fail("document.type", path, f"Expected an object, found {_kind(document)}.")
        self.raw: Mapping[str, Any] = document
        self.path = path
        self._known: set[str] = set()

    def at(self, name: str) -> str:
        """Return the path of a field of this object."""
        return f"{self.path}.{name}" if self.path else name

    def ignore(self, *names: str) -> None:
        """Accept fields without reading them."""
        self._known.update(names)

    def done(self, *names: str) -> None:
        """Refuse every unread field that is not in ``names``."""
        self._known.update(names)
        for name in self.raw:
            if name not in self._known:
                fail(
                    "document.unknown_field",
                    self.at(str(name)),
                    f"There is no field “{_short(str(name))}” here; the fields are {', '.join(sorted(self._known))}.",
                )

    def _take(self, name: str, default: Any = _MISSING) -> Any:
        self._known.add(name)
        if name in self.raw:
            return self.raw[name]
        if default is _MISSING:
            fail("document.missing", self.at(name), f"The field “{name}” is missing.")
        return default

    def text(self, name: str, default: str = _MISSING, *, low: int = 0, high: int = MAX_TEXT) -> str:
        """Return a text of ``low`` to ``high`` characters."""
        value = self._take(name, default)
        if not isinstance(value, str):
            fail("document.type", self.at(name), f"Expected a text, found {_kind(value)}.")
        if not low <= len(value) <= high:
            expected = f"{low} to {high}" if low else f"at most {high}"
            fail("document.range", self.at(name), f"Expected {expected} characters, found {len(value)}.")
        return value

    def optional_text(self, name: str, *, high: int = MAX_TEXT) -> str | None:
        """Return a text, or None when the field is null or missing."""
        return None if self._take(name, None) is None else self.text(name, high=high)

    def integer(self, name: str, default: int = _MISSING, *, low: int | None = None, high: int | None = None) -> int:
        """Return a whole number from ``low`` to ``high``."""
        value = self._take(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            fail("document.type", self.at(name), f"Expected a whole number, found {_kind(value)}.")
        if low is not None and value < low:
            fail("document.range", self.at(name), f"Expected {low} or more, found {_number(value)}.")
        if high is not None and value > high:
            fail("document.range", self.at(name), f"Expected {high} or less, found {_number(value)}.")
        return value

    def optional_integer(self, name: str, *, low: int | None = None, high: int | None = None) -> int | None:
        """Return a whole number, or None if the field is null or missing."""
        return None if self._take(name, None) is None else self.integer(name, low=low, high=high)

    def boolean(self, name: str, default: bool = False) -> bool:
        """Return true or false."""
        value = self._take(name, default)
        if not isinstance(value, bool):
            fail("document.type", self.at(name), f"Expected true or false, found {_kind(value)}.")
        return value

    def choice(self, name: str, choices: Sequence[str]) -> str | None:
        """Return one of the choices, or None when the field is null or missing."""
        value = self.optional_text(name)
        if value is not None and value not in choices:
            fail(
                "document.value",
                self.at(name),
                f"Expected one of {', '.join(choices)}, found “{_short(value)}”.",
            )
        return value

    def sequence(self, name: str, *, high: int = MAX_ENTRIES) -> Sequence[Any]:
        """Return a list of at most ``high`` values, empty when the field is missing."""
        value = self._take(name, ())
        if not isinstance(value, list | tuple):
            fail("document.type", self.at(name), f"Expected a list, found {_kind(value)}.")
        if len(value) > high:
            fail("document.range", self.at(name), f"Expected at most {high} entries, found {len(value)}.")
        return value

    def texts(self, name: str, *, high: int = MAX_ENTRIES, longest: int = MAX_TEXT) -> tuple[str, ...]:
        """Return a list of at most ``high`` texts of at most ``longest`` characters, empty when it is missing."""
        values = self.sequence(name, high=high)
        for index, value in enumerate(values):
            path = f"{self.at(name)}[{index}]"
            if not isinstance(value, str):
                fail("document.type", path, f"Expected a text, found {_kind(value)}.")
            if len(value) > longest:
                fail("document.range", path, f"Expected at most {longest} characters, found {len(value)}.")
        return tuple(values)

    def items(self, name: str, *, high: int = MAX_ENTRIES) -> Iterable[Fields]:
        """Return the objects of a list, empty when the field is missing."""
        values = self.sequence(name, high=high)
        return [Fields(value, f"{self.at(name)}[{index}]") for index, value in enumerate(values)]

    def fields(self, name: str) -> Fields:
        """Return an object."""
        return Fields(self._take(name), self.at(name))

    def optional_fields(self, name: str) -> Fields | None:
        """Return an object, or None when the field is null or missing."""
        value = self._take(name, None)
        return None if value is None else Fields(value, self.at(name))


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return _number(value) if abs(value) >= _LONG else f"the number {value}"
    if isinstance(value, str):
        return "a text"
    return "a list" if isinstance(value, list | tuple) else "an object"


def _number(value: float) -> str:
    """Return a number for a message; a very long one by its description."""
    return "a very long number" if abs(value) >= _LONG else str(value)


Upcaster = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Returns a document in the next newer form, with that form's ``format``. It must not change its argument."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of documents: today's form, and the upgrade of each older one to the next.

    ``tag`` is the field ``format`` of every written document. ``upcasters`` have the tags of their input forms as keys.
    ``untagged`` is the tag of a document without that field; None refuses such a document.
    """

    tag: str
    title: str
    upcasters: Mapping[str, Upcaster] = field(default_factory=dict)
    untagged: str | None = None

    def upcast(self, document: object, path: str = "") -> Fields:
        """Return the fields of a document in today's form, after reading ``format``.

        Raises ``DocumentError`` for anything but an object and for an unknown format, code ``document.format``.
        """
        read = Fields(document, path)
        usual = _MISSING if self.untagged is None else self.untagged
        while (tag := read.text("format", usual)) != self.tag:
            upcaster = self.upcasters.get(tag)
            if upcaster is None:
                fail("document.format", read.at("format"), f"The format of {self.title} is “{self.tag}”.")
            read = Fields(upcaster(read.raw), path)
        return read


def toml_files(package: str) -> list[Traversable]:
    """Return the TOML files beside the modules of a package, in the order of their names."""
    return sorted(
        (file for file in files(package).iterdir() if file.name.endswith(".toml")), key=lambda file: file.name
    )


def toml_documents(package: str, read: Callable[[dict[str, Any]], TomlT]) -> dict[str, TomlT]:
    """Return what ``read`` makes of each TOML file of a package, by the names of the files, in their order.

    Raises ``DocumentError`` with the name of the file in its path.
    """
    values = {}
    for file in toml_files(package):
        try:
            values[file.name.removesuffix(".toml")] = read(tomllib.loads(file.read_text(encoding="utf-8")))
        except DocumentError as fault:
            raise DocumentError(fault.code, f"{file.name} {fault.path}", fault.message) from None
    return values
