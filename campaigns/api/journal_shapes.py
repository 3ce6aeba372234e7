"""The journal of a campaign and its dice in the API: their values, and their schema."""

from rest_framework import serializers

from campaigns.api.aftermath_shapes import SheetChangeSerializer
from campaigns.api.scenario_shapes import NewRollSerializer
from campaigns.api.shapes import WarbandStandingSerializer, WrittenField, numbers_field
from campaigns.entries import moment
from common.openapi import Document


class JournalDieSerializer(Document):
    """A roll of an entry in words."""

    warband = serializers.IntegerField()
    member = serializers.CharField()
    name = serializers.CharField()
    purpose = serializers.CharField()
    faces = serializers.ListField(child=serializers.IntegerField())
    gave = serializers.CharField()
    is_entered = serializers.BooleanField()
    number = serializers.IntegerField()


class CampaignEntrySerializer(Document):
    """An entry of the journal, with everything that its hash covers."""

    number = serializers.IntegerField(source="entry.number")
    kind = serializers.CharField(source="entry.kind")
    at = WrittenField(moment, source="entry.at", help_text="When the entry was written, exactly as it is hashed.")
    actor = serializers.IntegerField(
        source="entry.actor", allow_null=True, help_text="The number of the person who did it, or null for Muster."
    )
    text = serializers.CharField(help_text="The entry as a sentence.")
    dice = JournalDieSerializer(many=True)
    ended = serializers.ListField(child=serializers.CharField(), help_text="The members whose careers it ended.")
    scenario = serializers.IntegerField(source="entry.scenario", allow_null=True)
    warband = serializers.IntegerField(source="entry.warband", allow_null=True)
    event = serializers.DictField(source="entry.event", help_text="What happened, `muster-event/1`.")
    previous = serializers.CharField(
        source="entry.previous_hash", allow_blank=True, help_text="The hash of the previous entry."
    )
    hash = serializers.CharField(source="entry.hash")
    voided_by = serializers.IntegerField(
        source="entry.voided_by", allow_null=True, help_text="The entry that undoes it."
    )
    corrected_by = serializers.IntegerField(allow_null=True, help_text="The entry that replaces it.")
    is_voidable = serializers.BooleanField(
        source="event.is_voidable", help_text="Whether entries of this kind can be undone."
    )


class MemberDifferenceSerializer(Document):
    """A member that would differ."""

    name = serializers.CharField()
    changes = SheetChangeSerializer(many=True)


class WarbandDifferenceSerializer(Document):
    """A warband that would differ."""

    warband = serializers.IntegerField(source="warband.number")
    name = serializers.CharField(source="warband")
    standing = SheetChangeSerializer(many=True)
    members = MemberDifferenceSerializer(many=True)
    due = serializers.ListField(child=serializers.CharField(), help_text="Dice that would become due.")
    problems = serializers.ListField(child=serializers.CharField())


class VoidPreviewSerializer(Document):
    """The differences if an entry were undone."""

    differences = WarbandDifferenceSerializer(many=True)


class RollReceiptSerializer(Document):
    """The inputs of a server roll, and whether they give the same result."""

    entry = serializers.IntegerField()
    scenario = serializers.IntegerField(allow_null=True, help_text="Null for an advance of an allowance.")
    roll = NewRollSerializer()
    place = serializers.ListField(
        help_text="The place of the roll. The faces are computed from the place and the seed."
    )
    fell = serializers.IntegerField(
        source="roll.fell", allow_null=True, help_text="The entry in which these dice fell first, if not in this one."
    )
    commitment = serializers.CharField(
        source="epoch.commitment", allow_null=True, help_text="The hash of the seed, published before the roll."
    )
    seed = WrittenField(
        bytes.hex, source="epoch.seed", allow_null=True, help_text="Hexadecimal digits, null while it is secret."
    )
    computed = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    verification = serializers.ChoiceField(["right", "different", "unverifiable"])


class EntryReceiptsSerializer(Document):
    """The receipts of an entry; empty if its dice were entered."""

    entry = serializers.IntegerField()
    receipts = RollReceiptSerializer(many=True)


class OutcomeCountSerializer(Document):
    """A face or a total: how often it came up, and how often fair dice would show it."""

    value = serializers.IntegerField()
    times = serializers.IntegerField()
    expected = serializers.FloatField()


class DiceTestSerializer(Document):
    """The dice of one kind."""

    key = serializers.CharField()
    title = serializers.CharField()
    noun = serializers.CharField()
    count = serializers.IntegerField()
    outcomes = OutcomeCountSerializer(many=True)
    p_value = serializers.FloatField(
        source="test.p_value",
        allow_null=True,
        help_text="The p-value of a chi-square test; null if there are too few rolls.",
    )
    verdict = serializers.CharField()


class CampaignDiceSerializer(Document):
    """The distribution of a campaign's dice."""

    tests = DiceTestSerializer(many=True)
    is_whole = serializers.BooleanField(help_text="False until records of an earlier version have been counted.")


class StandingLineSerializer(Document):
    """A warband in the standings."""

    place = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.CharField()
    points = serializers.IntegerField()
    has_left = serializers.BooleanField()
    standing = WarbandStandingSerializer()
    rating = serializers.IntegerField(allow_null=True, help_text="By whom it beat; null after fewer than 3 scenarios.")


class RecordHoldersSerializer(Document):
    """A record and its holders."""

    title = serializers.CharField()
    figure = serializers.CharField()
    names = serializers.ListField(child=serializers.CharField())
    others = serializers.IntegerField(help_text="How many others share the record.")


class RivalPairSerializer(Document):
    """Two warbands that met."""

    first = serializers.CharField()
    second = serializers.CharField()
    met = serializers.IntegerField()
    drawn = serializers.IntegerField()
    won = numbers_field(help_text="Counts for the first and for the second warband.")
    eliminated = numbers_field(help_text="Counts for the first and for the second warband.")


class MemberRivalrySerializer(Document):
    """A member, and the creatures that eliminated it most often."""

    member = serializers.CharField()
    nemesis = serializers.CharField()
    times = serializers.IntegerField()


class RivalriesSerializer(Document):
    """The rivalries."""

    pairs = RivalPairSerializer(many=True)
    members = MemberRivalrySerializer(many=True)
    more_pairs = serializers.IntegerField()
    more_members = serializers.IntegerField()


class PointsSeriesSerializer(Document):
    """The points of a warband after each of its scenarios."""

    name = serializers.CharField()
    values = serializers.ListField(child=numbers_field(), help_text="The number of the scenario, points.")


class WarbandLuckSerializer(Document):
    """What the dice of its analyzed battles gave a warband."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    battles = serializers.IntegerField(help_text="How many were analyzed.")
    damage = serializers.FloatField(source="total.damage", help_text="HP above the average, dealt and taken.")
    spread = serializers.FloatField(source="total.spread", help_text="The usual distance from the average in HP.")


class CampaignStandingsSerializer(Document):
    """The standings of a campaign."""

    lines = StandingLineSerializer(many=True)
    records = RecordHoldersSerializer(many=True)
    rivalries = RivalriesSerializer()
    series = PointsSeriesSerializer(many=True)
    luck = WarbandLuckSerializer(many=True)
