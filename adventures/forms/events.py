"""Forms for events of any kind of adventure, made from an event's declared parts, and joining."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any

from django.http import QueryDict

from accounts.models import Owner
from adventures.forms.facts import FactField, fact_field, fact_value, field_label
from adventures.selectors.parties import campaign_party, campaign_prefix, campaign_warbands, own_party, own_prefix
from adventures.selectors.seats import AdventureSeat
from common.filters import shortened
from common.refusal import Refusal
from common.typed import typed_number, typed_numbers, typed_text
from rules.adventures.events import COMMON_EVENTS, AdventureEvent, adventure_event_from_document
from rules.adventures.events.checks import DICE_PARTS, CheckAdjusted, CheckGranted, CheckRolled, DiceEvent
from rules.adventures.events.running import ActPassed, AdventurerJoined, AdventureRoundEnded
from rules.adventures.fields import HIGHEST_LEVEL, LOWEST_LEVEL, MAX_MODIFIER
from rules.adventures.fold import play_adventure_event
from rules.adventures.participants import MOST_MODIFIERS, AdventureParticipant, TypedModifier
from rules.adventures.state import ORGANIZER, AdventureState
from rules.documents.records import declared_parts
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.lengths import MAX_NAME

OWN_FORMS = (CheckRolled, CheckGranted, CheckAdjusted, AdventurerJoined, ActPassed)
"""Events for which the page has forms of its own."""
PARTICIPANT, PARTICIPANTS = "participant", "participants"
LONGEST_OPTION = 90
"""The most characters of an option, such as a secret; its whole text is among the facts."""
HEADINGS = ("Players can do this too", "Only you can do this", "The whole adventure")
"""The groups of the organizer's forms."""
LONG = ("reason", "text", "outcome", "note")


@dataclass(frozen=True, slots=True)
class EventField:
    """A part of an event in a form, and its control.

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
        """Whether the choice may be empty, and no option says so in its own words."""
        return not self.is_needed and "" not in dict(self.options)


@dataclass(frozen=True, slots=True)
class EventForm:
    """An event that the viewer may send now: its kind, the text of its button, and its parts.

    ``fixed`` are the names and values of hidden parts. The first form of a group has its ``heading``.
    """

    kind: str
    button: str
    fields: tuple[EventField, ...]
    fixed: tuple[tuple[str, str], ...] = ()
    heading: str = ""


def event_forms(state: AdventureState, *, organizes: bool, only: str = "") -> tuple[EventForm, ...]:
    """Return the events that can be sent by hand, those of the kind first; ``state`` is the viewer's.

    ``only`` is the single participant for whom the viewer acts.
    """
    forms = []
    for event in (*state.adventure.kind.own_events, *COMMON_EVENTS):
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
        forms.append(EventForm(event.kind, button, made, tuple(fixed.items())))
    # What needs nothing typed comes first: it is what is pressed most often.
    pressed = [form for form in forms if not form.fields]
    asked = [form for form in forms if form.fields]
    return (*pressed, *(_grouped(asked) if organizes else asked))


def _grouped(forms: Iterable[EventForm]) -> Iterator[EventForm]:
    """Yield the organizer's forms by group; without headings if there is only one group."""
    groups: dict[str, list[EventForm]] = {heading: [] for heading in HEADINGS}
    for form in forms:
        event = AdventureEvent.by_kind[form.kind]
        assert issubclass(event, AdventureEvent)  # it has a form
        groups[HEADINGS[2] if event in COMMON_EVENTS else HEADINGS[event.by_organizer]].append(form)
    several = sum(map(bool, groups.values())) > 1
    for heading, grouped in groups.items():
        for place, form in enumerate(grouped):
            yield replace(form, heading=heading if several and place == 0 else "")


def _may_happen(state: AdventureState, event: AdventureEvent) -> bool:
    """Return True if an event without typed parts is possible now; the state is the organizer's."""
    try:
        play_adventure_event(state, event, ORGANIZER)
    except (ChangeRefused, RulesError):
        return False
    return True


def event_fields(event: type[AdventureEvent], state: AdventureState, only: str = "") -> Iterator[EventField]:
    """Yield the fields of an event's parts; ``only`` is the single participant that can be chosen."""
    offered = {**event.options(state)}
    parts = declared_parts(event)
    if PARTICIPANT in parts:
        offered.setdefault(PARTICIPANT, state.names)
    options = {
        name: tuple((key, shortened(words, LONGEST_OPTION)) for key, words in choices.items())
        for name, choices in options_of_participant(offered, only).items()
    }
    for part in fields(event):
        if part.name in DICE_PARTS and issubclass(event, DiceEvent):
            continue
        schema = parts[part.name].shape.schema
        needed = part.default is MISSING and part.default_factory is MISSING
        default = "" if needed or part.default in (None, False, 0) else str(part.default)
        kind = _type(schema, part.name in options, part.name)
        if not kind:
            continue
        if kind == "group":
            yield EventField(part.name, field_label(part.name), kind, (), needed, "", fact_field(part.name, schema))
            continue
        chosen = options.get(part.name) or tuple((word, word.capitalize()) for word in schema.get("enum", ()) if word)
        yield EventField(part.name, field_label(part.name), kind, chosen, needed, default)
    if issubclass(event, DiceEvent):
        yield EventField("faces", "Our own dice", "dice")


def options_of_participant(options: Mapping[str, Mapping[str, str]], only: str) -> Mapping[str, Mapping[str, str]]:
    """Return the options for parts of an event for a viewer who acts for one participant; all if it is ""."""
    if not only:
        return options
    return {
        part: {key: name for key, name in choices.items() if part not in (PARTICIPANT, PARTICIPANTS) or key == only}
        for part, choices in options.items()
    }


def choice_documents(choices: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the options in the form for programs."""
    return [{"value": value, "name": name} for value, name in choices.items()]


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


def is_sent(event: type[AdventureEvent]) -> bool:
    """Return True if an event can be sent directly: neither the site nor another form or address makes it."""
    return event not in (CheckRolled, AdventurerJoined) and not event.by_site


def event_of_form(kind: str, data: QueryDict) -> AdventureEvent:
    """Return the event that a form describes; raise ``Refusal`` for one that cannot be read."""
    event = AdventureEvent.by_kind.get(kind)
    if event is None or not issubclass(event, AdventureEvent) or not is_sent(event):
        raise Refusal("This page sent something that Muster cannot read. Reload it.", code="command.invalid")
    document: dict[str, Any] = {"kind": kind}
    parts = declared_parts(event)
    for part in fields(event):
        if part.name in DICE_PARTS and issubclass(event, DiceEvent):
            continue
        default = () if part.default is MISSING else part.default
        document[part.name] = _value(parts[part.name].shape.schema, data, part.name, default)
    if issubclass(event, DiceEvent):
        document["faces"] = list(typed_numbers(data.get("faces", "")))
        document["origin"] = "entered"
    try:
        read = adventure_event_from_document({key: value for key, value in document.items() if value is not MISSING})
    except DocumentError as fault:
        what = field_label(fault.path.rpartition(".")[2]) if fault.path else "The form"
        raise Refusal(f"{what}: {fault.message}", code="command.invalid") from fault
    assert isinstance(read, AdventureEvent)  # looked up above
    return read


def _value(schema: Mapping[str, Any], data: QueryDict, name: str, default: Any) -> Any:
    types = schema.get("type", "string")
    kind = types[0] if isinstance(types, list) else types
    if kind == "object":
        return fact_value(name, schema, data)
    typed = typed_text(data.get(name, ""))
    if kind == "array":
        return [typed_text(text) for text in data.getlist(name)]
    if kind == "boolean":
        return name in data
    if kind == "integer":
        return typed_number(typed) if typed else (default if isinstance(default, int) else None)
    if not typed and isinstance(default, str):
        return default
    return typed or (None if isinstance(types, list) else "")


NO_ONE = "Every member of this warband that can take part already does."
_MODIFIER = re.compile(r"(.+?)[\s:]*([+−-]?\d{1,2})")


def typed_modifiers(text: str) -> tuple[TypedModifier, ...]:
    """Return modifiers as people type them: “Diplomacy +7, Perception 5”. Raises ``Refusal``.

    >>> typed_modifiers("Diplomacy +7, Academia Lore: -1")
    (TypedModifier(name='Diplomacy', by=7), TypedModifier(name='Academia Lore', by=-1))
    """
    typed = []
    for word in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        match = _MODIFIER.fullmatch(word)
        if match is None or len(match[1]) > MAX_NAME:
            raise Refusal(f"Write each modifier as “Diplomacy +7”, not “{word[:30]}”.", code="command.invalid")
        typed.append(TypedModifier(match[1].strip(), typed_number(match[2])))
    if len(typed) > MOST_MODIFIERS or any(abs(modifier.by) > MAX_MODIFIER for modifier in typed):
        raise Refusal(f"Enter at most {MOST_MODIFIERS} modifiers, none above {MAX_MODIFIER}.", code="command.invalid")
    return tuple(typed)


def named_character(name: str, level: str, modifiers: str, *, is_rival: bool = False) -> AdventureParticipant:
    """Return a named character; ``events_of_joining`` gives it an id that no one has. Raises ``Refusal``."""
    value = typed_number(level) if level else 1
    if not LOWEST_LEVEL <= value <= HIGHEST_LEVEL:
        raise Refusal(f"Enter a level from {LOWEST_LEVEL} to {HIGHEST_LEVEL}.", code="command.invalid")
    try:
        return AdventureParticipant(
            "n1",
            typed_text(name, MAX_NAME),
            value,
            typed=typed_modifiers(modifiers),
            is_rival=is_rival,
        )
    except RulesError as fault:
        raise Refusal("Give the character a name.", code="command.invalid") from fault


def joining_members(
    owner: Owner, seat: AdventureSeat, warband: str, state: AdventureState
) -> tuple[AdventureParticipant, ...]:
    """Return the members of a warband: of a campaign by ``w1``, of the owner’s own by its key; none of another.

    Members use the same form of ids as others of their warband that already take part: those that joined the campaign
    with the adventure are named by the warband's key.
    """
    wanted = typed_text(warband, 60)
    if seat.campaign is None:
        return own_party(owner, wanted)
    row = next((warband for warband in campaign_warbands(seat.campaign) if f"w{warband.number}" == wanted), None)
    if row is None:
        return ()
    by_key = own_prefix(row.warband)
    came_along = any(participant.id.startswith(f"{by_key}.") for participant in state.participants)
    return campaign_party(row, by_key if came_along else campaign_prefix(row))


def events_of_joining(state: AdventureState, arrivals: Iterable[AdventureParticipant]) -> Sequence[AdventureEvent]:
    """Return the events by which participants join; members that take part already are left out.

    A named character gets an id that no one has. Raises ``Refusal`` if no one is left.
    """
    taken, joining = {participant.id for participant in state.participants}, []
    for participant in arrivals:
        if participant.skills is None:
            joining.append(replace(participant, id=_free_id(taken)))
        elif participant.id not in taken:
            joining.append(participant)
    if not joining:
        raise Refusal(NO_ONE, code="command.invalid")
    return [AdventurerJoined(participant) for participant in joining]


def _free_id(taken: Collection[str]) -> str:
    return next(f"n{place}" for place in range(1, len(taken) + 2) if f"n{place}" not in taken)
