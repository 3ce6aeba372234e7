"""Forms for events of any kind of adventure, made from the parts that an event declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any

from django.http import QueryDict

from adventures.forms.facts import FactField, fact_field, fact_value, field_label
from common.filters import shortened
from common.refusal import Refusal
from common.typed import typed_number, typed_numbers, typed_text
from rules.adventures.events import AdventureEvent, adventure_event_from_document
from rules.adventures.events.checks import DICE_PARTS, CheckAdjusted, CheckGranted, CheckRolled, DiceEvent
from rules.adventures.events.running import ActPassed, AdventurerJoined, AdventureRoundEnded
from rules.adventures.fold import play_adventure_event
from rules.adventures.state import ORGANIZER, AdventureState
from rules.documents.records import declared_parts
from rules.errors import ChangeRefused, DocumentError, RulesError

OWN_FORMS = (CheckRolled, CheckGranted, CheckAdjusted, AdventurerJoined, ActPassed)
"""Events for which the page has forms of its own."""
PARTICIPANT, PARTICIPANTS = "participant", "participants"
LONGEST_OPTION = 90
"""Characters of what may be chosen, such as a secret; its whole text stands among the facts."""
HEADINGS = ("Players can do this too", "Only you can do this", "The whole adventure")
"""The groups of the organizer's forms."""
LONG = ("reason", "text", "outcome", "note")


@dataclass(frozen=True, slots=True)
class EventField:
    """A part of an event in a form, and how it is asked for.

    This is one of ``select``, ``checks``, ``number``, ``flag``, ``text``, ``long`` and ``dice``, or a ``group``, with
    the fields of the form that prepares an adventure.
    """

    name: str
    label: str
    type: str
    options: tuple[tuple[str, str], ...] = ()
    is_needed: bool = False
    value: str = ""
    group: FactField | None = None

    @property
    def may_be_none(self) -> bool:
        """Whether nothing may be chosen, and no choice says so in words of its own."""
        return not self.is_needed and "" not in dict(self.options)


@dataclass(frozen=True, slots=True)
class EventForm:
    """An event that the viewer may bring about now: its kind, what its button says, and its parts.

    ``fixed`` are the names and values of parts that are not asked for. The first form of a group has its ``heading``.
    """

    kind: str
    button: str
    fields: tuple[EventField, ...]
    fixed: tuple[tuple[str, str], ...] = ()
    heading: str = ""


def event_forms(state: AdventureState, *, organizes: bool, only: str = "") -> tuple[EventForm, ...]:
    """Return the events that may be brought about by hand, those of the kind first; ``state`` is the viewer's.

    ``only`` is the participant for whom alone the viewer acts.
    """
    found = []
    for event in sorted(state.adventure.kind.possible_events, key=lambda event: not event.of):
        if event in OWN_FORMS or (event.by_organizer and not organizes) or (state.is_over and not event.after_end):
            continue
        if event.by_site or event.drawn or (event is AdventureRoundEnded and state.adventure.kind.has_own_turns):
            continue
        made = tuple(event_fields(event, state, only))
        if only and not any(field.name in (PARTICIPANT, PARTICIPANTS) for field in made):
            continue
        if any(field.type == "select" and field.is_needed and not field.options for field in made):
            continue
        fixed = {
            field.name: field.options[0][0] for field in made if field.name in event.implied and len(field.options) == 1
        }
        made = tuple(field for field in made if field.name not in fixed)
        if organizes and len(fixed) == len(fields(event)) and not _may_happen(state, event(**fixed)):
            continue
        button = event.button or event.kind.replace("-", " ").capitalize()
        if event is AdventureRoundEnded:
            button = f"Next {state.adventure.kind.round_name}"
        found.append(EventForm(event.kind, button, made, tuple(fixed.items())))
    # What needs nothing typed comes first: it is what is pressed most often.
    pressed = [form for form in found if not form.fields]
    asked = [form for form in found if form.fields]
    return (*pressed, *(_grouped(asked) if organizes else asked))


def _grouped(forms: Iterable[EventForm]) -> Iterator[EventForm]:
    """Yield the organizer's forms group by group; without headings where there is one group alone."""
    groups: dict[str, list[EventForm]] = {heading: [] for heading in HEADINGS}
    for form in forms:
        event = AdventureEvent.by_kind[form.kind]
        assert issubclass(event, AdventureEvent)  # it has a form
        groups[HEADINGS[2] if not event.of else HEADINGS[event.by_organizer]].append(form)
    several = sum(map(bool, groups.values())) > 1
    for heading, found in groups.items():
        for place, form in enumerate(found):
            yield replace(form, heading=heading if several and place == 0 else "")


def _may_happen(state: AdventureState, event: AdventureEvent) -> bool:
    """Return True if an event that needs nothing typed may be brought about now; the state is the organizer's."""
    try:
        play_adventure_event(state, event, ORGANIZER)
    except (ChangeRefused, RulesError):
        return False
    return True


def event_fields(event: type[AdventureEvent], state: AdventureState, only: str = "") -> Iterator[EventField]:
    """Yield the parts of an event as a form asks for them; ``only`` is who alone may be chosen as a participant."""
    offered = {**event.options(state)}
    if PARTICIPANT in declared_parts(event):
        offered.setdefault(PARTICIPANT, state.names)
    options = {
        name: tuple((key, shortened(words, LONGEST_OPTION)) for key, words in found.items())
        for name, found in options_of_participant(offered, only).items()
    }
    for part in fields(event):
        if part.name in DICE_PARTS and issubclass(event, DiceEvent):
            continue
        schema = part_schema(event, part.name)
        needed = part.default is MISSING and part.default_factory is MISSING
        default = "" if needed or part.default in (None, False, 0) else str(part.default)
        kind = _type(schema, part.name in options, part.name)
        if not kind:
            continue
        if kind == "group":
            yield EventField(part.name, field_label(part.name), kind, (), needed, "", fact_field(part.name, schema))
            continue
        chosen = options.get(part.name) or tuple((one, one.capitalize()) for one in schema.get("enum", ()) if one)
        yield EventField(part.name, field_label(part.name), kind, chosen, needed, default)
    if issubclass(event, DiceEvent):
        yield EventField("faces", "Our own dice", "dice")


def options_of_participant(options: Mapping[str, Mapping[str, str]], only: str) -> Mapping[str, Mapping[str, str]]:
    """Return what may be chosen for parts of an event by a viewer who acts for one participant; all where it is ""."""
    if not only:
        return options
    return {
        part: {key: name for key, name in found.items() if part not in (PARTICIPANT, PARTICIPANTS) or key == only}
        for part, found in options.items()
    }


def choice_documents(choices: Mapping[str, str]) -> list[dict[str, str]]:
    """Return what may be chosen as programs read it."""
    return [{"value": value, "name": name} for value, name in choices.items()]


def part_schema(event: type[AdventureEvent], name: str) -> Mapping[str, Any]:
    """Return the schema of a part of an event, as documents write it."""
    return declared_parts(event)[name].shape.schema


def _type(schema: Mapping[str, Any], has_options: bool, name: str) -> str:
    types = schema.get("type", "string")
    kind = types[0] if isinstance(types, list) else types
    if kind == "array":
        return "checks" if has_options else ""
    if kind == "object":
        return "group"
    if has_options or "enum" in schema:
        return "select"
    return {"integer": "number", "boolean": "flag", "string": "long" if name in LONG else "text"}.get(kind, "")


def event_of_form(kind: str, data: QueryDict) -> AdventureEvent:
    """Return the event that a form describes; raise ``Refusal`` for one that cannot be read."""
    event = AdventureEvent.by_kind.get(kind)
    if event is None or not issubclass(event, AdventureEvent) or event in (CheckRolled, AdventurerJoined):
        raise Refusal("This page sent something that Muster cannot read. Load it again.", code="command.invalid")
    if event.by_site:
        raise Refusal("This page sent something that Muster cannot read. Load it again.", code="command.invalid")
    document: dict[str, Any] = {"kind": kind}
    for part in fields(event):
        if part.name in DICE_PARTS and issubclass(event, DiceEvent):
            continue
        default = () if part.default is MISSING else part.default
        document[part.name] = _value(part_schema(event, part.name), data, part.name, default)
    if issubclass(event, DiceEvent):
        document["faces"] = list(typed_numbers(data.get("faces", "")))
        document["origin"] = "entered"
    try:
        found = adventure_event_from_document({key: value for key, value in document.items() if value is not MISSING})
    except DocumentError as fault:
        what = field_label(fault.path.rpartition(".")[2]) if fault.path else "The form"
        raise Refusal(f"{what}: {fault.message}", code="command.invalid") from fault
    assert isinstance(found, AdventureEvent)  # looked up above
    return found


def _value(schema: Mapping[str, Any], data: QueryDict, name: str, default: Any) -> Any:
    types = schema.get("type", "string")
    kind = types[0] if isinstance(types, list) else types
    if kind == "object":
        return fact_value(name, schema, data)
    typed = typed_text(data.get(name, ""))
    if kind == "array":
        return [typed_text(one) for one in data.getlist(name)]
    if kind == "boolean":
        return name in data
    if kind == "integer":
        return typed_number(typed) if typed else (default if isinstance(default, int) else None)
    if not typed and isinstance(default, str):
        return default
    return typed or (None if isinstance(types, list) else "")
