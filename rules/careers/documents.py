"""Career documents, ``muster-career/1``: members, cards and a log of scenarios and dice, read strictly.

What cannot be read raises ``DocumentError`` with the path of the first fault. What can be read may still be wrong: that
is for the fold to say. The further kinds of events that a campaign has are not part of this format.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules.cards.model import Card
from rules.careers.events import AdvanceRoll, CareerEvent, CareerRules, EliminationRoll, InjuryRoll, PlayedScenario
from rules.documents.reading import MAX_ENTRIES, Fields, Format, fail, json_document, writable
from rules.documents.records import record_fields
from rules.documents.shapes import RecordDocument
from rules.legality.rulebook import Rulebook
from rules.lengths import MAX_ROSTER_NAME
from rules.roster.model import MAX_KEY, MAX_MEMBERS, MAX_NUMBER, ROSTER_CARDS, Member, members_from
from rules.tables.advancement import DICE
from rules.text import counted

FORMAT = Format("muster-career/1", "a career document")

MAX_EVENTS = 50_000
MAX_STATES = 100_000
"""Scenarios times members: the answer has every member after every scenario."""
SIDES = 6


_WITHOUT_HERO_POINTS = RecordDocument(
    Member, (part for part in record_fields(Member) if part.attribute != "hero_points")
)


@dataclass(frozen=True, slots=True)
class CareerDocument:
    """A career document as it was read; the id of an event is its place in the list, from 0."""

    members: tuple[Member, ...]
    events: tuple[CareerEvent, ...]
    rules: CareerRules = field(default_factory=CareerRules)
    cards: tuple[Card, ...] = ()


def career_from_json(data: bytes) -> CareerDocument:
    """Read a career document from a file; raise ``DocumentError`` as below and for what is not JSON."""
    return career_from_document(json_document(data))


def career_from_document(document: object) -> CareerDocument:
    """Read a career document; raise ``DocumentError`` with the path of the first thing that cannot be read."""
    read = FORMAT.upcast(document)
    rules = _rules(read)
    members = members_from(read, _member)
    cards = ROSTER_CARDS.read(read, "cards")
    if "events" not in read.raw:
        fail("document.missing", read.at("events"), "The field “events” is missing.")
    events = tuple(_event(item, str(place)) for place, item in enumerate(read.items("events", high=MAX_EVENTS)))
    read.done()
    scenarios = sum(isinstance(event, PlayedScenario) for event in events)
    if scenarios * len(members) > MAX_STATES:
        message = f"Scenarios times members are at most {MAX_STATES}, found {scenarios} × {len(members)}."
        fail("document.range", read.at("events"), message)
    return CareerDocument(members, events, rules, cards)


def check_creatures(career: CareerDocument, rulebook: Rulebook) -> None:
    """Raise ``DocumentError`` for the first member whose creature the rulebook does not have."""
    for place, member in enumerate(career.members):
        if rulebook.card(member.creature, member.revision) is None:
            path = f"members[{place}].creature"
            fail("creature.unknown", path, f"There is no creature with the key “{member.creature}”.")


def _rules(read: Fields) -> CareerRules:
    if "rules" not in read.raw:
        return CareerRules()
    fields = read.fields("rules")
    rules = CareerRules(daily_recovery_every=fields.integer("daily_recovery_every", low=1, high=MAX_NUMBER))
    read.ignore("rules")
    fields.done()
    return rules


def _member(read: Fields) -> Member:
    member: Member = _WITHOUT_HERO_POINTS.read(read)
    if not member.id:
        fail("document.missing", read.at("id"), "A member of a career document has an id.")
    return member


def _event(read: Fields, event_id: str) -> CareerEvent:
    kind = read.text("kind")
    if kind not in _READERS:
        fail("document.value", read.at("kind"), f"Expected one of {', '.join(_READERS)}, found another kind of event.")
    event = _READERS[kind](read, event_id)
    read.done()
    return event


def _scenario(read: Fields, event_id: str) -> PlayedScenario:
    scenario = _line(read, "id", low=1)
    if "fielded" not in read.raw:
        fail("document.missing", read.at("fielded"), "The field “fielded” is missing.")
    recovery = read.raw.get("daily_recovery")
    read.ignore("daily_recovery")
    return PlayedScenario(
        id=event_id,
        scenario=scenario,
        fielded=_ids(read, "fielded"),
        eliminated=_ids(read, "eliminated"),
        daily_recovery=None if recovery is None else read.boolean("daily_recovery"),
    )


def _elimination(read: Fields, event_id: str) -> EliminationRoll:
    return EliminationRoll(
        id=event_id, scenario=_line(read, "scenario"), member=_line(read, "member"), faces=_faces(read, 1)
    )


def _injury(read: Fields, event_id: str) -> InjuryRoll:
    return InjuryRoll(
        id=event_id, scenario=_line(read, "scenario"), member=_line(read, "member"), faces=_faces(read, 1)
    )


def _advance(read: Fields, event_id: str) -> AdvanceRoll:
    return AdvanceRoll(
        id=event_id,
        scenario=_line(read, "scenario"),
        member=_line(read, "member"),
        faces=_faces(read, DICE),
        feat=_optional_line(read, "feat"),
        choice=_optional_line(read, "choice"),
    )


_READERS: dict[str, Callable[[Fields, str], CareerEvent]] = {
    "scenario": _scenario,
    "elimination": _elimination,
    "injury": _injury,
    "advance": _advance,
}


def _line(read: Fields, name: str, *, low: int = 0) -> str:
    return writable(read.text(name, low=low, high=MAX_ROSTER_NAME), read.at(name))


def _optional_line(read: Fields, name: str) -> str | None:
    value = read.optional_text(name, high=MAX_KEY)
    return None if value is None else writable(value, read.at(name))


def _ids(read: Fields, name: str) -> tuple[str, ...]:
    ids = read.texts(name, high=max(MAX_ENTRIES, 2 * MAX_MEMBERS), longest=MAX_ROSTER_NAME)
    for place, member in enumerate(ids):
        writable(member, f"{read.at(name)}[{place}]")
    return ids


def _faces(read: Fields, dice: int) -> tuple[int, ...]:
    if "faces" not in read.raw:
        fail("document.missing", read.at("faces"), "The field “faces” is missing.")
    faces = read.sequence("faces")
    path = read.at("faces")
    for place, face in enumerate(faces):
        if not isinstance(face, int) or isinstance(face, bool):
            fail("document.type", f"{path}[{place}]", "The face of a die is a whole number.")
        if not 1 <= face <= SIDES:
            fail("document.range", f"{path}[{place}]", f"A d{SIDES} shows 1 to {SIDES}.")
    if len(faces) != dice:
        fail("document.range", path, f"Expected {counted(dice, 'face')}, found {len(faces)}.")
    return tuple(faces)
