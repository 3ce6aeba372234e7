"""Converting PF2e stat blocks to cards: the result, the decisions that are open, and storing the creatures."""

import json
from dataclasses import replace
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import once
from common.api.bodies import Body, read_body
from common.limits import WorkLimit
from common.openapi import BODY_ERRORS, PRIVATE_ERRORS, REFUSED, Document, operation
from common.refusal import Refusal
from compendium.api.homebrew import MADE_ERRORS, HomebrewView
from compendium.api.serializers import CardSerializer
from compendium.importing.pf2e.candidates import ConvertedFile, UnreadableFile, convert_file
from compendium.services.imports import ImportedFile, conversions_save
from rules.conversion.converting import convert
from rules.conversion.steps import STYLES, choice_text, in_card_order

SOURCE_NAME = "sent by a program"
_READ_ERRORS = {**PRIVATE_ERRORS, **BODY_ERRORS, 422: REFUSED}
MAX_ANSWERS = 400
MAX_ANSWER = 200


@extend_schema_field({})
class AnyField(serializers.Field[Any, Any, Any, Any]):
    """Any JSON value."""

    def to_representation(self, value: Any) -> Any:
        """Return the value."""
        return value


class ChoiceTextsField(serializers.ListField):
    """Choices in the form of answers."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> list[str]:
        """Return the texts of the choices."""
        return [choice_text(choice) for choice in value]


@extend_schema_field(
    {
        "oneOf": [
            {"type": "object", "additionalProperties": True},
            {"type": "array", "items": {"type": "object", "additionalProperties": True}},
            {"type": "string"},
        ]
    }
)
class StatBlocksField(serializers.Field[Any, Any, Any, Any]):
    """One stat block or several, or a text: JSON with stat blocks, or one stat block as printed."""

    def to_internal_value(self, data: Any) -> bytes:
        """Return the input as the bytes of a file."""
        if isinstance(data, str):
            return data.encode("utf-8", "surrogatepass")
        if isinstance(data, dict | list):
            return json.dumps(data).encode()
        raise serializers.ValidationError("Expected an object, a list of objects or a text.")


class ConversionBody(Body):
    """Stat blocks, and options for converting them."""

    stat_blocks = StatBlocksField(
        help_text="A creature as Foundry or Pf2eTools export it, a list of them, such JSON as a text, or the text of "
        "one stat block as books and reference sites print it."
    )
    style = serializers.ChoiceField(  # type: ignore[assignment] # a field of that name
        sorted(STYLES), default="rulebook", help_text="By the rulebook's appendix, or by the habits of official cards."
    )
    answers = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField(max_length=MAX_ANSWER), max_length=MAX_ANSWERS),
        required=False,
        help_text="The decisions, by the key of the choice; for a single creature only.",
    )


class StepChoiceSerializer(Document):
    """A decision that a step leaves to a person."""

    key = serializers.CharField(help_text="The key of the choice in `answers`.")
    about = serializers.CharField(allow_blank=True, help_text="The ability or Strike in question, or empty.")
    options = ChoiceTextsField(source="choices")
    picked = ChoiceTextsField(help_text="The rule's default choice.")
    chosen = ChoiceTextsField(help_text="The value on the card.")
    takes_several = serializers.BooleanField()


class ConversionStepSerializer(Document):
    """A step of a conversion."""

    field = serializers.CharField(help_text="The card's field.")
    rule = serializers.CharField()
    read = serializers.CharField(allow_blank=True, help_text="The value in the stat block.")
    gave = AnyField(help_text="The value on the card.")
    choice = StepChoiceSerializer(allow_null=True)
    is_undecided = serializers.BooleanField(help_text="Whether a person still has to decide it.")


class UnreadWordsSerializer(Document):
    """A line of text that could be read only in part."""

    line = serializers.IntegerField(help_text="Its number, from 1.")
    text = serializers.CharField(help_text="The parts that Muster could not read.")


class ConvertedCreatureSerializer(Document):
    """A stat block as a card, with every step and open question."""

    card = CardSerializer()
    open = serializers.IntegerField(help_text="How many steps are undecided.")
    steps = ConversionStepSerializer(many=True)
    unread = UnreadWordsSerializer(
        many=True, help_text="The words of a text that Muster could not read, by line; JSON has none."
    )


class RejectedCreatureSerializer(Document):
    """A stat block that cannot become a card."""

    name = serializers.CharField(allow_blank=True)
    reason = serializers.CharField()


class ConversionSerializer(Document):
    """The result of converting stat blocks."""

    creatures = ConvertedCreatureSerializer(many=True)
    rejected = RejectedCreatureSerializer(many=True)


class SavedConversionSerializer(Document):
    """What was stored."""

    keys = serializers.ListField(child=serializers.CharField(), help_text="The key for `homebrew/{key}/`.")
    rejected = RejectedCreatureSerializer(many=True)


class ConversionAPIView(HomebrewView):
    limit = WorkLimit("conversions")

    def converted(self, request: Request) -> tuple[bytes, str, ConvertedFile]:
        """Return the input, the style, and the result; raise the API's fault if there is no result."""
        given = read_body(ConversionBody, request.data)
        style, answers = STYLES[given["style"]], given.get("answers", {})
        try:
            file = convert_file(given["stat_blocks"], style)
        except UnreadableFile as fault:
            raise Refusal(fault.message, code="file.invalid") from fault
        if answers:
            if len(file.blocks) > 1:
                raise Refusal("Answers are about one creature. Send it alone.", code="answer.invalid")
            decided = convert(file.blocks[0], style, answers={key: tuple(texts) for key, texts in answers.items()})
            file = replace(file, converted=(decided,))
        return given["stat_blocks"], style.name, file


class ConversionView(ConversionAPIView):
    only_reads = True

    @operation("homebrew_convert", ConversionSerializer, _READ_ERRORS, body=ConversionBody)
    def post(self, request: Request) -> Response:
        """Convert PF2e creatures.

        Returns the card of each, with every step, its rule, and the decisions that are left to a person.
        """
        _, _, file = self.converted(request)
        creatures = [
            {"card": made.card, "open": made.undecided, "steps": in_card_order(made.steps), "unread": unread}
            for made, unread in zip(file.converted, file.unread, strict=True)
        ]
        return Response(ConversionSerializer({"creatures": creatures, "rejected": file.rejected}).data)


class ConversionSaveView(ConversionAPIView):
    @operation("homebrew_convert_save", SavedConversionSerializer, MADE_ERRORS, body=ConversionBody, status=201)
    @once
    def post(self, request: Request) -> Response:
        """Store converted creatures.

        Stores every creature with a card as a private creature of yours, all or none; skips a creature that you already
        have from the same source, unchanged.
        """
        data, style, made = self.converted(request)
        file = replace(ImportedFile.of(SOURCE_NAME, data), style=style)
        saved = conversions_save(owner=self.owner, converted=made.converted, file=file)
        headers = {"Location": reverse("api-homebrew-one", args=[saved[0].key])} if len(saved) == 1 else None
        body = {"keys": [creature.key for creature in saved], "rejected": made.rejected}
        return Response(SavedConversionSerializer(body).data, status=status.HTTP_201_CREATED, headers=headers)
