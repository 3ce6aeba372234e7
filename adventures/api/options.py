"""What can be done now: a participant's checks with the effect of each degree, and the events."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from adventures.api.base import ADVENTURE_PASS, READ_ERRORS, AdventureAPIView, seat_tag, view_of_seat
from adventures.forms.events import PARTICIPANT, PARTICIPANTS, choice_documents, is_sent, options_of_participant
from adventures.forms.kinds import kind_forms
from adventures.selectors.checks import ActionChecks, SkillOption, TargetOption, WantedCheck, check_options, percent_of
from adventures.selectors.folding import ADVENTURE_LOGS, FoldedAdventure
from adventures.selectors.seats import AdventureSeat
from adventures.services.recording import NOT_YOURS
from battles.api.shapes import LooseField
from common.api.errors import Fault
from common.openapi import INVALID, Document, operation
from common.refusal import Refusal
from rules.adventures.events import AdventureEvent
from rules.adventures.events.checks import DiceEvent
from rules.adventures.events.running import ActPassed, AdventureRoundEnded
from rules.adventures.fields import DEGREES
from rules.adventures.kinds import KINDS
from rules.adventures.participants import AdventureParticipant
from rules.adventures.state import AdventureState
from rules.adventures.views import number_document
from rules.documents.records import declared_parts

OF_FRAME_TURNS = (ActPassed, AdventureRoundEnded)
"""Events that kinds with their own turns do not have."""
OF_SITE_DICE = ("origin", "epoch")
"""Parts of events with dice that only the site sets; a client sends the faces rolled at the table."""
MAX_ASKED = 120


class AdventureChoiceSerializer(Document):
    """A choice, with its name."""

    value = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)


class SkillOptionSerializer(Document):
    """A skill for a check."""

    skill = serializers.CharField(allow_blank=True)
    modifier = LooseField(help_text="The modifier of the roll: `value`, and its `parts` with `source` and `by`.")
    dc = LooseField(help_text="The DC in the same form; null if you do not know it.")
    chances = LooseField(help_text="The chance of each degree in percent; null if you do not know the DC.")
    refusal = serializers.CharField(allow_blank=True, help_text="Why it cannot be rolled now; empty if it can.")


class CheckTargetSerializer(Document):
    """A target of a check."""

    key = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    skills = SkillOptionSerializer(many=True)
    degrees = serializers.DictField(child=serializers.CharField(), help_text="The effect of each degree.")
    choices = AdventureChoiceSerializer(many=True, help_text="The choices before the roll.")
    meets = AdventureChoiceSerializer(many=True, help_text="Facts that may apply to the check, for `applies`.")


class CheckActionSerializer(Document):
    """An action with a check."""

    key = serializers.CharField()
    name = serializers.CharField()
    secret = serializers.BooleanField(help_text="Whether the roll and the degree are hidden from players.")
    targets = CheckTargetSerializer(many=True)


class EventPartSerializer(Document):
    """A part of an event."""

    name = serializers.CharField()
    needed = serializers.BooleanField()
    schema = LooseField(help_text="JSON Schema of its value.")
    options = AdventureChoiceSerializer(many=True, allow_null=True, help_text="Its possible values; null for any.")


class EventOfferSerializer(Document):
    """An event that you may record."""

    kind = serializers.CharField()
    name = serializers.CharField(help_text="The text of its button.")
    parts = EventPartSerializer(many=True)


class CommandOfferSerializer(Document):
    """A button of a duel that you may press at `commands/`."""

    do = serializers.CharField()
    participant = serializers.CharField(help_text="The participant that it is for.")
    name = serializers.CharField()
    field = serializers.CharField(
        allow_blank=True, help_text="The field of its form that names the choice; empty for none."
    )
    options = AdventureChoiceSerializer(
        many=True, help_text="The possible values of that field; for dice, their faces, or none."
    )
    expends = AdventureChoiceSerializer(
        many=True, help_text="The things that Dueling Counter may spend, for `expends`."
    )


class AdventureOptionsSerializer(Document):
    """What you may do in an adventure now."""

    participant = serializers.CharField(allow_null=True)
    actions = CheckActionSerializer(many=True, help_text="The checks of the requested participant.")
    events = EventOfferSerializer(many=True)
    commands = CommandOfferSerializer(
        many=True, help_text="The steps that a duel waits for or allows; empty for other kinds."
    )


class AdventureOptionsView(AdventureAPIView):
    @operation(
        "adventures_options",
        AdventureOptionsSerializer,
        {**READ_ERRORS, 400: INVALID},
        parameters=[
            OpenApiParameter("participant", str, description="The id of who would roll."),
            OpenApiParameter("action", str, description="With `target` and `skill`: the action of another skill."),
            OpenApiParameter("target", str, description="The target for a check with another skill."),
            OpenApiParameter("skill", str, description="A skill that is not listed, such as another Lore."),
            ADVENTURE_PASS,
        ],
    )
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """What you may do now.

        The events that you may record, with the choices for their parts. With a `participant` for whom you may act,
        also its checks: the modifier, the effect of each degree, and its chance if you know the DC.
        """
        # One query, five in a campaign, one more where the adventure is not kept.
        asked = {name: _asked(request, name) for name in ("participant", "action", "target", "skill")}
        seat = self.seen(key)
        if unchanged := self.unchanged_since(request, seat):
            return unchanged
        folded = ADVENTURE_LOGS.folded(seat.row)
        wanted = WantedCheck(asked["action"], asked["target"], asked["skill"])
        who = _participant(seat, folded, asked["participant"]) if asked["participant"] else None
        may_roll = who is not None and seat.is_open and not folded.state.is_over
        state = view_of_seat(seat, folded).state
        body = {
            "participant": who.id if who else None,
            "actions": [_action(option) for option in check_options(seat, folded, who, wanted)]
            if who and may_roll
            else [],
            "events": list(_offers(state, seat)) if seat.is_open else [],
            "commands": list(kind_forms(seat.row.kind).offers(state, seat)),
        }
        return Response(body, headers={"ETag": seat_tag(seat, request.get_full_path())})


def _asked(request: Request, name: str) -> str:
    asked: str = request.query_params.get(name, "").strip()
    if len(asked) > MAX_ASKED or "\0" in asked:
        raise Fault("invalid", name, f"Expected at most {MAX_ASKED} characters.")
    return asked


def _participant(seat: AdventureSeat, folded: FoldedAdventure, wanted: str) -> AdventureParticipant:
    who = next((participant for participant in folded.state.participants if participant.id == wanted), None)
    if who is None:
        message = "No one of that id takes part in this adventure."
        raise Fault("participant.gone", "participant", message, status.HTTP_404_NOT_FOUND)
    if not seat.may_act_for(who):
        raise Refusal(NOT_YOURS, code="side.forbidden")
    return who


def _action(action: ActionChecks) -> dict[str, Any]:
    return {
        "key": action.key,
        "name": action.name,
        "secret": action.is_secret,
        "targets": [_target(target) for target in action.targets],
    }


def _target(target: TargetOption) -> dict[str, Any]:
    outcomes = target.first.outcomes if target.first else {}
    return {
        "key": target.key,
        "name": target.name,
        "skills": [_skill(skill) for skill in target.skills],
        "degrees": {degree.value: outcomes[degree] for degree in DEGREES if outcomes.get(degree)},
        "choices": choice_documents(dict(target.choices)),
        "meets": choice_documents(dict(target.meets)),
    }


def _skill(option: SkillOption) -> dict[str, Any]:
    forecast = option.forecast
    chances = forecast.chances if forecast else None
    return {
        "skill": option.skill,
        "modifier": number_document(forecast.modifier if forecast else None),
        "dc": number_document(forecast.dc if forecast else None),
        "chances": {degree.value: percent_of(chances[degree]) for degree in DEGREES} if chances else None,
        "refusal": option.why_not,
    }


def sent_events(kind: str) -> dict[str, type[AdventureEvent]]:
    """Return the events that a client may send to an adventure of a kind, by name: its own, and those of all kinds."""
    return {event.kind: event for event in KINDS[kind].possible_events if is_sent(event)}


def _offers(state: AdventureState, seat: AdventureSeat) -> Iterator[dict[str, Any]]:
    """Yield the events that a viewer may record now; ``state`` is the viewer's."""
    organizes = seat.organizes
    kind = state.adventure.kind
    for event in sent_events(kind.key).values():
        if (event.by_organizer and not organizes) or (state.is_over and not event.after_end):
            continue
        if kind.has_own_turns and event in OF_FRAME_TURNS:
            continue
        if seat.only and not {PARTICIPANT, PARTICIPANTS} & {part.name for part in fields(event)}:
            continue
        everyone = state.names
        options = {PARTICIPANT: everyone, **event.options(state)}
        parts = event_part_documents(event, options_of_participant(options, seat.only))
        if all(part["options"] != [] or not part["needed"] for part in parts):
            name = f"Next {kind.round_name}" if event is AdventureRoundEnded else event_name(event)
            yield {"kind": event.kind, "name": name, "parts": parts}


def event_name(event: type[AdventureEvent]) -> str:
    """Return the text of an event's button."""
    return event.button or event.kind.replace("-", " ").capitalize()


def event_part_documents(event: type[AdventureEvent], options: Mapping[str, Mapping[str, str]]) -> list[dict[str, Any]]:
    """Return the parts of an event, each with its schema and its possible values."""
    parts = declared_parts(event)
    return [
        {
            "name": part.name,
            "needed": part.default is MISSING and part.default_factory is MISSING,
            "schema": dict(parts[part.name].shape.schema),
            "options": choice_documents(options[part.name]) if part.name in options else None,
        }
        for part in fields(event)
        if not (part.name in OF_SITE_DICE and issubclass(event, DiceEvent))
    ]
