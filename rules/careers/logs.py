"""Career documents, ``muster-career/1``, strictly read, and their result: every member after each scenario.

Unreadable documents raise ``DocumentError`` with the path of the first fault. Readable ones may still have problems,
which the fold reports. Further kinds of campaign events are not part of this format.

A site orders events by their scenario. A career document is a log: its dice follow their scenario, before the next one.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.cards.model import Card
from rules.careers.events import (
    AdvanceRoll,
    AftermathEvent,
    CareerEvent,
    CareerRules,
    EliminationRoll,
    InjuryRoll,
    PlayedScenario,
)
from rules.careers.feat_choices import trained_skills
from rules.careers.fold import FoldedCareers, play
from rules.careers.numbers import damage_numbers, level_of, next_level_in, owned_features, points_number, stat_numbers
from rules.careers.scenarios import check_belonging, check_scenario, repeated_roll, unknown_scenario
from rules.careers.state import CareerProblem, CareerState, WarbandState, begin
from rules.documents.reading import MAX_ENTRIES, Fields, Format, fail, json_document, writable
from rules.documents.records import record_fields
from rules.documents.shapes import RecordDocument
from rules.legality.resolved import Rulebook
from rules.lengths import MAX_ROSTER_NAME
from rules.points import level_cost
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
    """A career document as it was read; the id of an event is its index in the list, from 0."""

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
    events = tuple(_event(item, str(index)) for index, item in enumerate(read.items("events", high=MAX_EVENTS)))
    read.done()
    scenarios = sum(isinstance(event, PlayedScenario) for event in events)
    if scenarios * len(members) > MAX_STATES:
        message = f"Scenarios times members are at most {MAX_STATES}, found {scenarios} × {len(members)}."
        fail("document.range", read.at("events"), message)
    return CareerDocument(members, events, rules, cards)


def check_creatures(career: CareerDocument, rulebook: Rulebook) -> None:
    """Raise ``DocumentError`` for the first member whose creature is not in the rulebook."""
    for index, member in enumerate(career.members):
        if rulebook.card(member.creature, member.revision) is None:
            path = f"members[{index}].creature"
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
    for index, member in enumerate(ids):
        writable(member, f"{read.at(name)}[{index}]")
    return ids


def _faces(read: Fields, dice: int) -> tuple[int, ...]:
    if "faces" not in read.raw:
        fail("document.missing", read.at("faces"), "The field “faces” is missing.")
    faces = read.sequence("faces")
    path = read.at("faces")
    for index, face in enumerate(faces):
        if not isinstance(face, int) or isinstance(face, bool):
            fail("document.type", f"{path}[{index}]", "The face of a die is a whole number.")
        if not 1 <= face <= SIDES:
            fail("document.range", f"{path}[{index}]", f"A d{SIDES} shows 1 to {SIDES}.")
    if len(faces) != dice:
        fail("document.range", path, f"Expected {counted(dice, 'face')}, found {len(faces)}.")
    return tuple(faces)


@dataclass
class _Chapter:
    """A scenario of the log with its dice; those after the next scenario are separate."""

    scenario: PlayedScenario
    dice: list[AftermathEvent] = field(default_factory=list)
    late: list[AftermathEvent] = field(default_factory=list)


def fold_log(state: WarbandState, events: Sequence[CareerEvent], rulebook: Rulebook) -> FoldedCareers:
    """Return the result of a log of scenarios and dice; problems have the index of their event.

    Each event has a unique id.
    """
    members = state.by_id
    chapters, problems = _chapters(events, state)
    after: list[WarbandState] = []
    for chapter in chapters:
        state, new_problems = play(state, (chapter.scenario, *chapter.dice), rulebook)
        after.append(state)
        problems += new_problems
        problems += _late(chapter, {problem.event for problem in new_problems if _has_no_effect(problem)}, members)
    indexes = {event.id: index for index, event in enumerate(events)}
    return FoldedCareers(tuple(after), state, tuple(sorted(problems, key=lambda problem: indexes[problem.event])))


def _chapters(events: Iterable[CareerEvent], state: WarbandState) -> tuple[list[_Chapter], list[CareerProblem]]:
    chapters: dict[str, _Chapter] = {}
    problems: list[CareerProblem] = []
    current: _Chapter | None = None
    for event in events:
        if isinstance(event, PlayedScenario):
            if fault := check_scenario(event, state.by_id):
                problems.append(fault)
            elif event.scenario in chapters:
                message = f"A scenario with the id “{event.scenario}” was played before."
                problems.append(CareerProblem("event.repeated", event.id, None, message))
            else:
                current = chapters[event.scenario] = _Chapter(event)
        elif isinstance(event, AftermathEvent):
            chapter = chapters.get(event.scenario)
            if chapter is None:
                problems.append(unknown_scenario(event))
            else:
                (chapter.dice if chapter is current else chapter.late).append(event)
    return list(chapters.values()), problems


def _has_no_effect(problem: CareerProblem) -> bool:
    return problem.code.startswith("event.") or problem.code == "injury.not_due"


def _late(chapter: _Chapter, without_effect: set[str], members: dict[str, CareerState]) -> Iterable[CareerProblem]:
    rolled = {(type(event), event.member) for event in chapter.dice if event.id not in without_effect}
    for event in chapter.late:
        if fault := check_belonging(event, chapter.scenario, members):
            yield fault
        elif (type(event), event.member) in rolled:
            yield repeated_roll(event, members[event.member].name)
        else:
            message = f"This roll for scenario “{event.scenario}” comes after the next scenario."
            yield CareerProblem("event.late", event.id, event.member, message)


def fold_document(career: CareerDocument, rulebook: Rulebook) -> tuple[FoldedCareers, Rulebook]:
    """Return the result of a document's careers, and the rulebook with the document's own cards."""
    rulebook = rulebook.with_cards(career.cards)
    start = begin(career.members, rulebook, rules=career.rules)
    return fold_log(start, career.events, rulebook), rulebook


def answer_document(folded: FoldedCareers, rulebook: Rulebook) -> dict[str, Any]:
    """Return the answer; the id of each event is its index."""
    members = _MemberDocuments(rulebook)
    return {
        "members": members.of(folded.state),
        "after": [
            {
                "scenario": state.last.scenario,
                "daily_recovered": state.last.daily_recovered,
                "members": members.of(state),
            }
            for state in folded.after
            if state.last is not None
        ],
        "problems": [
            {"code": problem.code, "event": int(problem.event), "member": problem.member, "message": problem.message}
            for problem in folded.problems
        ],
    }


class _MemberDocuments:
    """The documents of members; one that a scenario left as it was is the same document again."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._latest: dict[str, tuple[CareerState, dict[str, Any]]] = {}

    def of(self, state: WarbandState) -> Sequence[dict[str, Any]]:
        """Return the documents of all members."""
        return [self._document(career) for career in state.members]

    def _document(self, career: CareerState) -> dict[str, Any]:
        known, document = self._latest.get(career.id, (None, {}))
        if known is not career:
            document = career_document(career, self._rulebook)
            self._latest[career.id] = career, document
        return document


def career_document(career: CareerState, rulebook: Rulebook) -> dict[str, Any]:
    """Return the state of one member as the answer has it."""
    card = career.base_card(rulebook)
    level = level_of(career, card)
    return {
        "id": career.id,
        "level": level,
        "points": points_number(career, card, rulebook).value,
        "upgrade_cost": level_cost(level).upgrade_cost,
        "advances": career.advances,
        "next_level_in": next_level_in(career, card),
        "stats": {name: number and number.value for name, number in stat_numbers(career, card).items()},
        "status": "out_of_action" if career.is_out_of_action else "ready",
        "wounds": [
            {"injury": wound.injury, "permanent": wound.permanent, "scenario": wound.scenario}
            for wound in career.wounds
        ],
        "starts_with": starting_conditions(career),
        "feats": [{"feat": feat.feat, "choice": feat.choice} for feat in career.feats],
        "hp_class": career.hp_class,
        "damage": {
            feature.id: [number.value for number in damage_numbers(feature, career, card)]
            for feature in owned_features(career, card)
            if feature.damage
        },
        "skills": list(trained_skills(career, card)),
    }


def starting_conditions(career: CareerState) -> list[str]:
    """Return the conditions with which a member starts a scenario, each once."""
    # Weakened twice is no worse than once. Campaign play, "Injuries"; rulings 23 and 27.
    return list(dict.fromkeys(wound.row.starts_with for wound in career.wounds if wound.row.starts_with))
