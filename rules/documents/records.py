"""Records: the document of a dataclass as its fields declare it, for reading and writing.

A field's annotation gives its type, which is often enough::

    @dataclass(frozen=True, slots=True)
    class Threshold:
        points: Annotated[int, integer(1, MAX_POINTS)]
        unlocks: tuple[str, ...]
        is_secret: Annotated[bool, InDocument(key="secret")] = False

    THRESHOLDS = records_of(Threshold)

Texts, whole numbers, flags, ``Literal`` words, other dataclasses and tuples of these have the shapes of ``shape_of``;
``Annotated`` names another one. A field without a default is always written and has to be there; one with a default is
left out where it has it. ``InDocument`` says what differs. Members stand in documents in the order of the fields.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.documents.reading import Fields, fail
from rules.documents.shapes import (
    REQUIRED,
    RecordDocument,
    RecordField,
    Shape,
    choice,
    flag,
    integer,
    number,
    numbers,
    optional_flag,
    optional_text,
    present,
    record,
    records,
    refuse_missing,
    text,
    text_list,
)

T = TypeVar("T")

LARGEST = 9_999_999
"""The largest whole number of a field without limits; its negative is the smallest."""


_DECLARED: Any = object()


@dataclass(frozen=True, slots=True)
class InDocument:
    """The differences between a field's document and its declaration.

    ``key`` is its name there, ``always`` whether it is written even at its default, ``default`` the value that an
    omitted field has, and ``leave_out`` keeps the field out of documents. It comes ``after`` another field, by its
    name, if the class has another order.
    """

    key: str = ""
    always: bool | None = None
    default: Any = _DECLARED
    leave_out: bool = False
    after: str = ""


WRITTEN = InDocument(always=True)
"""Marks a field that is written even at its default."""
NEEDED = InDocument(default=REQUIRED)
"""Marks a field that is required, whatever its default."""
LaterFlag = Annotated[bool, flag(), InDocument(always=False, default=False)]
"""A flag of an event that was added later: documents without it mean False, whatever its default."""


def record_of(kind: type[Any], shapes: Mapping[str, Shape] | None = None, null: Any = None) -> Shape:
    """Return the shape of a value of a dataclass, or null, which means the value ``null``.

    ``shapes`` are those of fields that differ here, by name.
    """
    return record(kind, record_fields(kind, shapes), null)


def records_of(kind: type[Any], high: int = 1_000, shapes: Mapping[str, Shape] | None = None) -> Shape:
    """Return the shape of a list of at most ``high`` values of a dataclass; ``shapes`` as in ``record_of``."""
    return records(kind, record_fields(kind, shapes), high)


def to_record(value: Any) -> dict[str, Any]:
    """Return a value of a dataclass as an object of JSON."""
    document: dict[str, Any] = _whole(value.__class__).write(value)
    return document


def from_record(read: Fields, kind: Callable[..., T]) -> T:
    """Read a value of a dataclass, and nothing else; raise ``DocumentError`` with the path of the fault."""
    value: T = _whole(kind).read(read)
    return value


@cache
def _whole(kind: Any) -> RecordDocument:
    return RecordDocument(kind, record_fields(kind))


def record_fields(kind: type[Any], shapes: Mapping[str, Shape] | None = None) -> tuple[RecordField, ...]:
    """Return the fields of a dataclass as members of its document, in their order."""
    members = []
    for name, (shape, stands, default) in _declared(kind, shapes or {}).items():
        is_required = default is REQUIRED
        always = is_required if stands.always is None else stands.always
        members.append(RecordField(name, shape, default, always, stands.key))
    return tuple(members)


@cache
def declared_parts(kind: type[Any]) -> Mapping[str, RecordField]:
    """Return the parts of a kind of change or event by name, in order.

    Its documents have all of them, whatever their defaults, unless ``InDocument(always=False)`` says otherwise.
    """
    return {
        name: RecordField(name, shape, default, stands.always is not False, stands.key)
        for name, (shape, stands, default) in _declared(kind, {}).items()
    }


def parts_document(value: Any) -> dict[str, Any]:
    """Return the parts of a change or an event as an object of JSON."""
    document: dict[str, Any] = {}
    for name, part in declared_parts(value.__class__).items():
        part.write_to(document, getattr(value, name))
    return document


def parts_from(read: Fields, kind: Callable[..., T]) -> T:
    """Read a change or an event of a kind, and nothing else; raise ``DocumentError`` with the path of the fault."""
    values = {}
    for name, part in declared_parts(kind).items():
        if part.shape.must_be_there and part.name not in read.raw:
            refuse_missing(read, part.name)
        values[name] = part.shape.read(read, part.name)
    read.done()
    return kind(**values)


def value_of_kind(read: Fields, word: str, by_kind: Mapping[str, type[T]]) -> T:
    """Return the value of a document, of the kind that its field ``word`` names; raise ``DocumentError`` for others."""
    kind = by_kind.get(read.text(word))
    if kind is None:
        fail("document.value", read.at(word), f"Expected one of {', '.join(sorted(by_kind))}.")
    return parts_from(read, kind)


def shape_of(annotation: Any) -> Shape:
    """Return the shape of an annotation; raise ``TypeError`` if it is incomplete."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return next((argument for argument in arguments[1:] if isinstance(argument, Shape)), None) or shape_of(
            arguments[0]
        )
    if origin in (Union, UnionType) and len(arguments) == 2 and arguments[1] is NoneType:
        return _optional_shape(arguments[0])
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if origin is Literal:
        return choice(arguments, needed=True)
    if origin is tuple and len(arguments) == 2 and is_dataclass(arguments[0]):
        assert isinstance(arguments[0], type)  # a class, no value of one
        return present(records_of(arguments[0]))
    if is_dataclass(annotation):
        return _needed_record(annotation)
    raise TypeError(f"{annotation!r} does not say how documents have it.")


_PLAIN: Mapping[Any, Shape] = {
    str: text(),
    int: integer(-LARGEST, LARGEST),
    bool: present(flag()),
    tuple[str, ...]: present(text_list()),
    tuple[int, ...]: present(numbers()),
}


def _optional_shape(annotation: Any) -> Shape:
    """Return the shape of a value of the annotated type, or null."""
    if annotation is str:
        return optional_text()
    if annotation is bool:
        return optional_flag()
    if annotation is int:
        return number(-LARGEST, LARGEST)
    if get_origin(annotation) is Literal:
        return choice(get_args(annotation), nullable=True)
    if is_dataclass(annotation):
        assert isinstance(annotation, type)  # a class, no value of one
        return record_of(annotation)
    raise TypeError(f"{annotation!r} or None does not say how documents have it.")


def _needed_record(kind: Any) -> Shape:
    document = _whole(kind)
    return Shape(document.write, lambda fields, name: document.read(fields.fields(name)), document.schema)


def document_fields(kind: type[Any]) -> Iterator[tuple[Field[Any], Any, InDocument]]:
    """Yield the fields of a dataclass in documents, each with its annotation and its differences."""
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        hint = hints[field.name]
        extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        stands = next((extra for extra in extras if isinstance(extra, InDocument)), InDocument())
        if not stands.leave_out:
            yield field, hint, stands


def _declared(kind: type[Any], shapes: Mapping[str, Shape]) -> dict[str, tuple[Shape, InDocument, Any]]:
    """Return the shape, the differences and the default of each field in documents, in the order of documents."""
    declared = {}
    for field, hint, stands in document_fields(kind):
        default = stands.default
        if default is _DECLARED and field.default is not MISSING:
            default = field.default
        elif default is _DECLARED:
            default = REQUIRED if field.default_factory is MISSING else field.default_factory()
        declared[field.name] = (shapes.get(field.name) or shape_of(hint), stands, default)
    names = list(declared)
    for name, (_, stands, _) in declared.items():
        if stands.after:
            names.remove(name)
            names.insert(names.index(stands.after) + 1, name)
    return {name: declared[name] for name in names}


def written_document(value: Any) -> dict[str, Any]:
    """Return every field of a value as an object of JSON, in their order, but for those that are left out."""
    return {key: _written(getattr(value, name)) for name, key in _members(value.__class__)}


def _written(value: Any) -> Any:
    if is_dataclass(value):
        return written_document(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_written(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


@cache
def _members(kind: type[Any]) -> tuple[tuple[str, str], ...]:
    """Return the fields that are written, each with its name in documents."""
    return tuple((field.name, stands.key or field.name) for field, _, stands in document_fields(kind))
