"""Records: the document of a dataclass follows from its own fields."""

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from rules.documents.reading import Fields
from rules.documents.records import WRITTEN, InDocument, declared_parts, record_of, records_of
from rules.documents.shapes import integer, text
from rules.errors import DocumentError


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a journey."""

    days: Annotated[int, integer(1, 9)]
    way: Literal["road", "river"] = "road"


@dataclass(frozen=True, slots=True)
class Journey:
    """A journey with every kind of field."""

    name: Annotated[str, text(5)]
    legs: tuple[Leg, ...]
    is_secret: Annotated[bool, InDocument(key="secret")] = False
    note: Annotated[str, WRITTEN] = ""
    guide: str | None = None
    last: Leg | None = None
    names: tuple[str, ...] = ()
    waits: Annotated[bool, InDocument(default=False)] = True
    length: Annotated[int, InDocument(leave_out=True)] = 0


JOURNEY = record_of(Journey)
JOURNEYS = records_of(Journey, 2, {"name": text(9)})


def _read(document: object) -> Journey:
    journey = JOURNEY.read(Fields({"journey": document}), "journey")
    assert isinstance(journey, Journey)
    return journey


def test_a_record_writes_what_has_no_default_and_what_differs_from_it() -> None:
    journey = Journey("north", (Leg(2), Leg(1, "river")), is_secret=True, last=Leg(3), length=9, waits=False)
    document = {
        "name": "north",
        "legs": [{"days": 2}, {"days": 1, "way": "river"}],
        "secret": True,
        "note": "",
        "last": {"days": 3},
    }
    assert JOURNEY.write(journey) == document
    assert list(JOURNEY.write(journey)) == list(document)
    assert JOURNEY.write(None) is None


def test_a_record_is_read_with_the_defaults_of_its_class() -> None:
    assert _read({"name": "north", "legs": []}) == Journey("north", ())
    assert _read({"name": "n", "legs": [{"days": 2}], "last": {"days": 1}}) == Journey("n", (Leg(2),), last=Leg(1))


@pytest.mark.parametrize(
    ("document", "code", "path"),
    [
        ({"legs": []}, "document.missing", "journey.name"),
        ({"name": "n"}, "document.missing", "journey.legs"),
        ({"name": "too long", "legs": []}, "document.range", "journey.name"),
        ({"name": "n", "legs": [{"days": 0}]}, "document.range", "journey.legs[0].days"),
        ({"name": "n", "legs": [{"days": 1, "way": "air"}]}, "document.value", "journey.legs[0].way"),
        ({"name": "n", "legs": [], "length": 1}, "document.unknown_field", "journey.length"),
        ({"name": "n", "legs": [], "secret": 1}, "document.type", "journey.secret"),
    ],
)
def test_what_a_field_does_not_allow_is_refused_with_its_place(document: object, code: str, path: str) -> None:
    with pytest.raises(DocumentError) as refused:
        _read(document)
    assert (refused.value.code, refused.value.path) == (code, path)


def test_one_record_may_name_other_shapes_and_a_limit() -> None:
    read = Fields({"journeys": [{"name": "too long", "legs": []}] * 2})
    assert [journey.name for journey in JOURNEYS.read(read, "journeys")] == ["too long"] * 2
    with pytest.raises(DocumentError):
        JOURNEYS.read(Fields({"journeys": [{"name": "n", "legs": []}] * 3}), "journeys")


def test_the_schema_follows_from_the_fields() -> None:
    assert JOURNEY.schema["required"] == ["name", "legs", "note"]
    assert JOURNEY.schema["properties"]["legs"]["items"]["properties"] == {
        "days": {"type": "integer"},
        "way": {"type": "string", "enum": ["road", "river"]},
    }
    assert list(JOURNEY.schema["properties"]) == [
        "name", "legs", "secret", "note", "guide", "last", "names", "waits",
    ]  # fmt: skip


def test_parts_of_an_event_are_always_written_unless_they_say_otherwise() -> None:
    assert [part.always for part in declared_parts(Leg).values()] == [True, True]


@dataclass(frozen=True, slots=True)
class Unclear:
    """A field whose annotation does not say enough."""

    anything: object


def test_a_field_that_does_not_say_enough_is_an_error_of_its_programmer() -> None:
    with pytest.raises(TypeError, match="does not say how documents have it"):
        record_of(Unclear)
