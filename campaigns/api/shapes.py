"""Campaigns in the API: their values, and their schema."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request

from campaigns.api.base import read_record
from campaigns.models import CampaignScenario, Participant, SeedEpoch
from campaigns.models.campaigns import MAX_STORY, CampaignPhase
from campaigns.models.people import ParticipantPresence, ParticipantRole
from campaigns.models.scenarios import ScenarioPhase, SideOutcome
from campaigns.selectors.campaigns import CampaignView, takeover_view
from campaigns.selectors.crests import numbered_crests
from campaigns.selectors.overviews import WarbandOverview
from common.api.bodies import Body
from common.openapi import Document
from common.web.address import absolute
from compendium.api.serializers import MembersField
from rules.campaigns.journal import MAX_NUMBER
from rules.campaigns.settings import SETTINGS, CampaignSettings
from rules.crests import crest_document
from rules.documents.shapes import Shape
from rules.lengths import MAX_NAME
from warbands.api.documents import CrestSerializer


def sent_number(**options: Any) -> serializers.IntegerField:
    """Return the field for the number of a warband, a scenario, a round or an entry that a client sends."""
    return serializers.IntegerField(min_value=1, max_value=MAX_NUMBER, **options)


def numbers_field(**options: Any) -> serializers.ListField:
    """Return the field for numbers in an answer."""
    return serializers.ListField(child=serializers.IntegerField(), **options)


class RecordSerializer(Document):
    """A document whose fields a shape of the rules declares."""

    shape: ClassVar[Shape]

    def get_fields(self) -> dict[str, Any]:
        schema = self.shape.schema
        needed = schema["required"]
        return {name: MembersField(member, required=name in needed) for name, member in schema["properties"].items()}

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Return the value that a client sent, read as strictly as from a file."""
        if data is serializers.empty and not self.required:
            return super().run_validation(data)
        return read_record(self.shape, None if data is serializers.empty else data, self.field_name or "")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        document: dict[str, Any] = self.shape.write(instance)
        return document


class CampaignSettingsSerializer(RecordSerializer):
    """The house rules of a campaign. Omitted fields get their defaults."""

    shape = SETTINGS


class WrittenField(serializers.CharField):
    """A text that a function makes from a value."""

    def __init__(self, write: Callable[[Any], str], **options: Any) -> None:
        super().__init__(**options)
        self.write = write

    def to_representation(self, value: Any) -> str:
        return self.write(value)


class _CampaignFields(Document):
    key = serializers.CharField(help_text="Its key in addresses.")
    version = serializers.IntegerField(
        source="head", help_text="The number of the journal’s last entry. The ETag begins with it."
    )
    name = serializers.CharField()
    phase = serializers.ChoiceField(CampaignPhase.choices)
    created_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class CampaignSummarySerializer(_CampaignFields):
    """A campaign in a list."""

    role = serializers.ChoiceField(ParticipantRole.choices, help_text="Your rights in it.")
    players = serializers.IntegerField(help_text="How many people take part.")


class CampaignPersonSerializer(Document):
    """A person's place in a campaign."""

    number = serializers.IntegerField(help_text="Their number in the journal.")
    name = serializers.CharField(source="display_name")
    role = serializers.ChoiceField(ParticipantRole.choices)
    presence = serializers.ChoiceField(ParticipantPresence.choices)
    is_you = serializers.BooleanField()
    is_placeholder = serializers.BooleanField(help_text="Whether someone can still claim the place.")
    claim_link = serializers.CharField(
        allow_null=True, help_text="The link that claims the place, for people who can hand it out."
    )
    joined_at = serializers.DateTimeField()


class WarbandStandingSerializer(Document):
    """What a warband has achieved in a campaign."""

    played = serializers.IntegerField(help_text="Scenarios.")
    major = serializers.IntegerField(help_text="Major victories.")
    minor = serializers.IntegerField(help_text="Minor victories.")
    draws = serializers.IntegerField()
    defeats = serializers.IntegerField()
    victory_points = serializers.IntegerField()


class CampaignWarbandSerializer(Document):
    """A warband of a campaign at a glance."""

    number = serializers.IntegerField(source="row.number", help_text="Its number in the campaign.")
    name = serializers.CharField()
    player = serializers.IntegerField(
        source="row.participant.number", help_text="The number of the person who plays it."
    )
    warband = serializers.CharField(
        source="row.warband.key", allow_null=True, help_text="Its key among your warbands, null for other people's."
    )
    has_left = serializers.BooleanField(source="left")
    points = serializers.IntegerField()
    members = serializers.IntegerField(source="counts.members")
    ready = serializers.IntegerField(source="counts.ready", help_text="How many of them can fight next.")
    out_of_action = serializers.ListField(
        source="counts.out_of_action", child=serializers.CharField(), help_text="Names."
    )
    ended = serializers.ListField(
        source="counts.ended",
        child=serializers.CharField(),
        help_text="The names of members whose careers have ended.",
    )
    standing = WarbandStandingSerializer(source="record.standing")
    crest = CrestSerializer()

    def to_representation(self, instance: WarbandOverview) -> dict[str, Any]:
        """Return the warband with its crest from ``crests``; its key only if the context's ``viewer`` plays it."""
        row = instance.row
        given = {} if row.participant_id == self.context["viewer"].pk else {"warband": None}
        return self.write(instance, crest=crest_document(self.context["crests"][row.number]), **given)


class ScenarioOutcomeSerializer(Document):
    """A warband in a scenario, and its result."""

    warband = serializers.IntegerField(source="warband.number")
    name = serializers.CharField(source="warband")
    is_fielded = serializers.BooleanField()
    victory_points = serializers.IntegerField()
    outcome = serializers.ChoiceField(SideOutcome.choices, allow_blank=True, help_text="Empty if it does not count.")


class ScenarioSummarySerializer(Document):
    """A scenario in a list."""

    number = serializers.IntegerField(help_text="Its permanent id in the campaign.")
    played = serializers.IntegerField(allow_null=True, help_text="Its number among the played scenarios.")
    status = serializers.ChoiceField(ScenarioPhase.choices)
    title = serializers.CharField(allow_blank=True)
    date = serializers.DateField(allow_null=True)
    victory = serializers.CharField(help_text="The key of its victory condition.")
    deployment = serializers.CharField(allow_blank=True)
    starts_at = serializers.DateTimeField(
        source="game_night.starts_at", allow_null=True, help_text="The time when its game night begins."
    )
    sides = ScenarioOutcomeSerializer(many=True)


class PublicSeedSerializer(Document):
    """A seed of the server’s dice: its hash from the start, and the seed once the campaign is closed."""

    epoch = serializers.IntegerField(source="number")
    commitment = serializers.CharField(help_text="The SHA-256 of the seed.")
    seed = WrittenField(
        bytes.hex, source="shown", allow_null=True, help_text="Hexadecimal digits, null while it is secret."
    )


class TakeoverRequestSerializer(Document):
    """A request to take a campaign over that is not answered."""

    person = serializers.IntegerField(source="person.number")
    asked_at = serializers.DateTimeField()
    runs_until = serializers.DateTimeField(help_text="From then on the person can take the campaign over.")


class CampaignTakeoverSerializer(Document):
    """How many days a request to take a campaign over runs, and the requests that are not answered."""

    days = serializers.IntegerField()
    requests = TakeoverRequestSerializer(many=True)


class CampaignSerializer(_CampaignFields):
    """A campaign in its present state, for one of its people."""

    head_hash = serializers.CharField(help_text="The hash of the journal’s last entry.")
    story = serializers.CharField(allow_blank=True)
    settings = CampaignSettingsSerializer()
    you = serializers.IntegerField(help_text="Your number.")
    people = CampaignPersonSerializer(many=True)
    warbands = CampaignWarbandSerializer(many=True)
    played = serializers.IntegerField(help_text="How many scenarios count.")
    scenarios = ScenarioSummarySerializer(many=True, help_text="The planned and open scenarios.")
    seeds = PublicSeedSerializer(many=True)
    takeover = CampaignTakeoverSerializer()


class DescriptionBody(Body):
    """The name of a campaign, and its story."""

    name = serializers.CharField(max_length=MAX_NAME)
    story = serializers.CharField(max_length=MAX_STORY, required=False, allow_blank=True, default="")


class NewCampaignBody(DescriptionBody):
    """A new campaign."""

    settings = CampaignSettingsSerializer(default=CampaignSettings)


def campaign_document(
    request: Request,
    view: CampaignView,
    warbands: list[WarbandOverview],
    scenarios: list[CampaignScenario],
    seeds: list[SeedEpoch],
) -> dict[str, Any]:
    """Return a campaign for one of its people."""
    campaign = view.campaign
    assert view.viewer is not None
    return {
        **_CampaignFields(campaign).data,
        "head_hash": campaign.head_hash,
        "story": campaign.story,
        "settings": SETTINGS.write(view.settings),
        "you": view.viewer.number,
        "people": [_person(request, view, person) for person in view.people],
        "warbands": CampaignWarbandSerializer(
            warbands,
            many=True,
            context={"viewer": view.viewer, "crests": numbered_crests([overview.row for overview in warbands])},
        ).data,
        "played": campaign.next_played - 1,
        "scenarios": ScenarioSummarySerializer(scenarios, many=True).data,
        "seeds": PublicSeedSerializer(seeds, many=True).data,
        "takeover": CampaignTakeoverSerializer(takeover_view(view)).data,
    }


def _person(request: Request, view: CampaignView, person: Participant) -> dict[str, Any]:
    """Return a person's place; its link only for people who see it on the page."""
    is_you = view.viewer is not None and person.pk == view.viewer.pk
    token = person.claim_token if view.shows_claim(person) else None
    link = absolute(request._request, reverse("campaigns:claim", args=[token])) if token else None
    return CampaignPersonSerializer().write(person, is_you=is_you, claim_link=link)


def entered_faces(most: int) -> serializers.ListField:
    """Return the field for the faces of dice from the table."""
    return serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=6),
        max_length=most,
        required=False,
        allow_null=True,
        default=None,
        help_text="If omitted, the server rolls.",
    )
