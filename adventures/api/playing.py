"""Playing an adventure: events, checks, participants, undo and redo, the log, and the buttons of its page."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, fields
from typing import Any

from django.http import HttpResponseBase, QueryDict
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from adventures.api.base import (
    ADVENTURE_PASS,
    EXPORTS,
    READ_ERRORS,
    RECORD_ERRORS,
    AdventureAPIView,
    AdventureRecordedSerializer,
    RecordedAdventureEntrySerializer,
    adventure_gone,
    log_of_seat,
    seat_tag,
    seen_entry_documents,
    view_of_seat,
)
from adventures.api.options import sent_events
from adventures.forms.events import events_of_joining, joining_members
from adventures.forms.kinds import kind_forms
from adventures.models import AdventureEntry
from adventures.selectors.folding import ADVENTURE_LOGS, NEWEST
from adventures.selectors.seats import AdventureVisitor
from adventures.services.adventures import LockedAdventure
from adventures.services.recording import (
    adventure_event_record,
    adventure_redo,
    adventure_undo,
    check_record,
    step_record,
)
from common.api.bodies import Body, matched_version, read_body
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.openapi import BODY_ERRORS, INVALID, ViewMethod, operation
from common.typed import MAX_TYPED
from compendium.api.serializers import read_document
from rules.adventures.events import AdventureEvent, adventure_event_from_document
from rules.adventures.events.checks import DiceEvent, check_rolled
from rules.adventures.events.parts import MAX_KEY, MOST_KEYS
from rules.adventures.fields import FACES, HIGHEST_LEVEL, LOWEST_LEVEL, MAX_MODIFIER
from rules.adventures.participants import MOST_MODIFIERS, AdventureParticipant, TypedModifier
from rules.adventures.state import AdventureState, CheckAttempt
from rules.documents.records import declared_parts
from rules.errors import RulesError
from rules.lengths import MAX_NAME
from rules.text import plain_texts

MAX_WARBAND = 60
PARAMETERS = [ADVENTURE_PASS]
ERRORS: dict[int, Any] = {**RECORD_ERRORS, **BODY_ERRORS}
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
"""Control characters, except line feeds."""


class AdventureEntryPages(CursorPages):
    """The newest entries first."""

    ordering = "-number"


class AdventureEventBody(serializers.Serializer[Any]):
    """Something that happens."""

    event = serializers.DictField(help_text="An object with `kind` and the parts of that kind.")


def _keys(meaning: str) -> serializers.ListField:
    child = serializers.CharField(max_length=MAX_KEY)
    return serializers.ListField(child=child, max_length=MOST_KEYS, required=False, help_text=meaning)


class CheckBody(Body):
    """A check, as `options/` offers it."""

    participant = serializers.CharField(max_length=MAX_KEY, help_text="Who rolls.")
    action = serializers.CharField(max_length=MAX_KEY)
    target = serializers.CharField(max_length=MAX_KEY, required=False, allow_blank=True)
    skill = serializers.CharField(max_length=MAX_NAME, required=False, allow_blank=True)
    choices = _keys("The choices made before the roll.")
    applies = _keys("Facts that the check meets.")
    face = serializers.IntegerField(
        min_value=1,
        max_value=FACES,
        required=False,
        help_text="The face of a d20 rolled at the table; if omitted, Muster rolls.",
    )


class TypedModifierBody(Body):
    """A named character's modifier for a skill, a save or a Lore."""

    name = serializers.CharField(max_length=MAX_NAME)
    by = serializers.IntegerField(min_value=-MAX_MODIFIER, max_value=MAX_MODIFIER)


class AdventureJoiningBody(Body):
    """The new participants: the members of a `warband`, or a character with a `name`."""

    warband = serializers.CharField(
        max_length=MAX_WARBAND,
        required=False,
        help_text="`w1` for warband 1 of the campaign; otherwise, the key of one of your warbands.",
    )
    name = serializers.CharField(max_length=MAX_NAME, required=False)
    level = serializers.IntegerField(min_value=LOWEST_LEVEL, max_value=HIGHEST_LEVEL, default=1)
    modifiers = serializers.ListField(child=TypedModifierBody(), max_length=MOST_MODIFIERS, required=False)
    rival = serializers.BooleanField(default=False, help_text="Whether it belongs to the other side.")


def log_write(name: str, body: type[serializers.Serializer[Any]] | None = None) -> Callable[[ViewMethod], ViewMethod]:
    """Return the schema decorator of a write to a log; a write with a body adds something and answers with 201."""
    errors, status_code = (ERRORS, 201) if body else (RECORD_ERRORS, 200)
    return operation(name, AdventureRecordedSerializer, errors, body=body, status=status_code, parameters=PARAMETERS)


class AdventureLogAPIView(AdventureAPIView):
    def write(
        self,
        request: Request,
        key: str,
        service: Callable[..., LockedAdventure],
        status_code: int = status.HTTP_201_CREATED,
        **given: Any,
    ) -> Response:
        """Write to an adventure's log with a service and answer with the visitor's view of it. Raises ``Refusal``."""
        seat = self.seen(key)
        if not seat.side:
            raise adventure_gone()
        before = matched_version(request, seat.row.head)
        seen = None if request.headers["If-Match"].strip() == "*" else before
        seat = service(visitor=self.visitor, key=key, seen=seen, **given).seat
        folded = ADVENTURE_LOGS.folded(seat.row)
        is_long = seat.row.head - before > NEWEST
        view = log_of_seat(seat) if is_long else view_of_seat(seat, folded)
        state = view.state
        body = {
            "head": seat.row.head,
            "status": seat.row.status,
            "round": state.round,
            "over": state.is_over,
            "outcome": state.outcome,
            "entries": seen_entry_documents(
                seat, view, (entry for entry in reversed(view.entries) if entry.number > before)
            ),
        }
        return Response(body, status=status_code, headers={"ETag": seat_tag(seat)})


class AdventureEventsView(AdventureLogAPIView):
    pagination_class = AdventureEntryPages
    limit = EXPORTS

    @operation(
        "adventures_events",
        RecordedAdventureEntrySerializer(many=True),
        {**READ_ERRORS, 400: INVALID},
        parameters=[ADVENTURE_PASS],
    )
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """The log of an adventure.

        The entries that still count, as you may see them, newest first; a page may have fewer than requested.
        """
        # The adventure is folded for it, unless nothing has changed.
        seat, pages = self.seen(key), AdventureEntryPages()
        if unchanged := self.unchanged_since(request, seat):
            return unchanged
        rows = AdventureEntry.objects.filter(adventure=seat.row, number__lte=seat.row.head).only("number", "at")
        times = {row.number: row.at for row in pages.paginate_queryset(rows, request, self) or []}
        view = log_of_seat(seat)
        documents = seen_entry_documents(
            seat, view, (entry for entry in reversed(view.entries) if entry.number in times)
        )
        response = pages.get_paginated_response(
            [{**document, "at": times[document["number"]]} for document in documents]
        )
        response["ETag"] = seat_tag(seat, request.get_full_path())
        return response

    @log_write("adventures_record", AdventureEventBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Do something in an adventure.

        Adds an event: a round ends, a secret is revealed, a turn is passed. `If-Match` is the ETag of the adventure as
        you saw it: if someone else acted meanwhile, the request is refused and `problems` lists what happened.
        `adventures/kinds/` has all events, `options/` has those that you may record now. Roll checks at `checks/`, and
        add participants at `participants/`.
        """
        row = self.seen(key).row
        event = adventure_event_sent(read_body(AdventureEventBody, request.data)["event"], row.kind)
        if isinstance(event, DiceEvent):
            return self.write(request, key, adventure_event_record, event=event)
        # What the site makes itself is none of the events that are sent, but it may add some.
        make = kind_forms(row.kind).completed(row, lambda state: (event,))
        return self.write(request, key, step_record, events=make, is_from_site=True)


class AdventureChecksView(AdventureLogAPIView):
    @log_write("adventures_check", CheckBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Roll a check.

        Muster rolls, or you send the face of a die rolled at the table. The answer has the receipt; for a secret check,
        players see neither roll nor degree.
        """
        given = plain_texts(read_body(CheckBody, request.data))
        face: int | None = given.get("face")
        attempt = CheckAttempt(
            given["action"],
            given["participant"],
            given.get("target", ""),
            given.get("skill", ""),
            tuple(given.get("choices", ())),
            tuple(given.get("applies", ())),
        )
        if face is None:
            return self.write(request, key, check_record, attempt=attempt)
        event = check_rolled(attempt, face)
        return self.write(request, key, step_record, events=lambda state: (event,))


class AdventureParticipantsView(AdventureLogAPIView):
    @log_write("adventures_join_participants", AdventureJoiningBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Add participants.

        The members of a warband as their careers have shaped them, or a named character with typed modifiers.
        Organizers only; members that already take part are skipped.
        """
        seat = self.organized(key, "add participants")
        given = plain_texts(read_body(AdventureJoiningBody, request.data))
        if ("warband" in given) is ("name" in given):
            raise Fault("invalid", "", "Send either a warband or a name.")
        named, warband = (_named(given),) if "name" in given else (), given.get("warband", "")

        def _joining(state: AdventureState) -> Sequence[AdventureEvent]:
            return events_of_joining(state, named or joining_members(self.owner, seat, warband, state))

        return self.write(request, key, step_record, events=_joining)


class AdventureUndoView(AdventureLogAPIView):
    @log_write("adventures_undo")
    @once
    def post(self, request: Request, key: str) -> Response:
        """Undo the last step.

        Your own; organizers can undo anyone's.
        """
        return self.write(request, key, adventure_undo, status.HTTP_200_OK)


class AdventureRedoView(AdventureLogAPIView):
    @log_write("adventures_redo")
    @once
    def post(self, request: Request, key: str) -> Response:
        """Redo a step.

        The step that was undone last: your own or, for the organizer, anyone's.
        """
        return self.write(request, key, adventure_redo, status.HTTP_200_OK)


def adventure_event_sent(document: dict[str, Any], kind: str) -> AdventureEvent:
    """Return the event of a document that a client sends to an adventure of a kind; raise ``Fault`` for any other."""
    known, word = sent_events(kind), document.get("kind")
    if not isinstance(word, str) or word not in known:
        raise Fault("document.value", "event.kind", f"Expected one of {', '.join(sorted(known))}.")
    for path, value in _texts(document, "event"):
        if CONTROL.search(value):
            raise Fault("document.value", path[:200], "Expected text without control characters.")
    whole = {**usual_parts(known[word]), **plain_texts(document)}
    event = read_document(lambda given: adventure_event_from_document(given, "event"), whole)
    assert isinstance(event, AdventureEvent)  # one of those that are known
    return event


def usual_parts(event: type[AdventureEvent]) -> dict[str, Any]:
    """Return the optional parts of an event, as a document with their defaults."""
    parts, values = declared_parts(event), {}
    for part in fields(event):
        if part.default is not MISSING:
            values[part.name] = parts[part.name].shape.write(part.default)
        elif part.default_factory is not MISSING:
            values[part.name] = parts[part.name].shape.write(part.default_factory())
    return values


def _texts(document: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(document, str):
        yield path, document
    elif isinstance(document, dict):
        for name, item in document.items():
            yield from _texts(item, f"{path}.{name}")
    elif isinstance(document, list):
        for place, item in enumerate(document):
            yield from _texts(item, f"{path}[{place}]")


def _named(given: dict[str, Any]) -> AdventureParticipant:
    typed = tuple(TypedModifier(modifier["name"], modifier["by"]) for modifier in given.get("modifiers", ()))
    try:
        return AdventureParticipant("n1", given["name"], given["level"], typed=typed, is_rival=given["rival"])
    except RulesError as fault:
        raise Fault("invalid", "name", "Give the character a name.") from fault


MAX_WORD = 120
MOST_VALUES = 100

CommandRunner = Callable[[AdventureVisitor, str, QueryDict], None]
"""Runs a form of the page; raises ``Refusal``."""


class CommandFieldBody(Body):
    """A field of a form; send a field with several values several times."""

    name = serializers.CharField(max_length=MAX_WORD)
    value = serializers.CharField(max_length=MAX_TYPED, allow_blank=True, trim_whitespace=False)


class AdventureCommandBody(Body):
    """A button of the page, with the fields of its form."""

    do = serializers.CharField(max_length=MAX_WORD, help_text="The value of the button.")
    form = serializers.ListField(child=CommandFieldBody(), max_length=MOST_VALUES, required=False)


class AdventureCommandsView(AdventureLogAPIView):
    """Pressing a button of the page. The site passes ``run``, as for the pages."""

    run: CommandRunner | None = None

    @log_write("adventures_command", AdventureCommandBody)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Press a button of the page.

        Accepts the forms of an adventure's page. Prefer `events/` and `checks/` if they suffice; this address is for
        events that Muster composes from your choice, such as the moves of a duel.
        """
        given = read_body(AdventureCommandBody, request.data)

        def _write(visitor: AdventureVisitor, key: str, seen: int | None) -> LockedAdventure:
            assert self.run is not None
            self.run(visitor, key, _form(given, seen))
            return LockedAdventure(self.seen(key))

        return self.write(request, key, _write)


def _form(given: dict[str, Any], seen: int | None) -> QueryDict:
    """Return what a browser sends with that button."""
    data = QueryDict(mutable=True)
    for pair in given.get("form", ()):
        data.appendlist(pair["name"], pair["value"])
    data["do"] = given["do"]
    data["seen"] = "" if seen is None else str(seen)
    return data
