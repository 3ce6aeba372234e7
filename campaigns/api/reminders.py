"""Reminders in the API: what an account wants mail about, and reminding the players of a campaign."""

from dataclasses import asdict

from django.conf import settings as site_settings
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import PrivateView, once
from accounts.models import User
from campaigns.api.base import LIST_ERRORS, WRITE_ERRORS, CampaignAPIView, missing, number_parameter, reads
from campaigns.selectors.game_nights import USUAL_ZONE
from campaigns.selectors.late_players import late_players
from campaigns.selectors.leagues import league_of
from campaigns.selectors.reminders import mail_addresses, reminder_settings
from campaigns.services.reminders import players_remind, reminder_settings_set
from common.api.bodies import Body, read_body
from common.openapi import BODY_ERRORS, PRIVATE_ERRORS, REFUSED, Document, operation
from common.web.address import absolute
from rules.campaigns.reminders import ReminderWishes


class _ReminderFields(serializers.Serializer[object]):
    before_night = serializers.BooleanField(default=False, help_text="The day before a game night.")
    when_due = serializers.BooleanField(default=False, help_text="On the day when something is due.")
    overdue = serializers.BooleanField(default=False, help_text="After 1 and 3 days, then weekly.")
    digest = serializers.BooleanField(default=False, help_text="On Mondays, everything that waits.")
    by_organizers = serializers.BooleanField(default=False, help_text="When an organizer sends a reminder.")
    time_zone = serializers.CharField(max_length=64, help_text="Such as Europe/Paris.")


class ReminderSettingsSerializer(Document, _ReminderFields):
    """What an account wants mail about, and whether mail can reach it."""

    sends_mail = serializers.BooleanField(help_text="Whether this site sends mail.")
    is_verified = serializers.BooleanField(help_text="Whether the account has a verified address.")


class ReminderSettingsBody(Body, _ReminderFields):
    """What an account wants mail about."""


class ReminderSettingsView(PrivateView):
    tag = "account"
    scope = "campaigns"
    needs_account = True

    @operation("reminders_read", ReminderSettingsSerializer, PRIVATE_ERRORS)
    def get(self, request: Request) -> Response:
        """What do I want mail about?

        At most one mail a day over all campaigns.
        """
        assert isinstance(request.user, User)
        return _settings(request.user)

    @operation(
        "reminders_set",
        ReminderSettingsSerializer,
        {**PRIVATE_ERRORS, **BODY_ERRORS, 422: REFUSED},
        body=ReminderSettingsBody,
    )
    def put(self, request: Request) -> Response:
        """Choose which reminders to get by mail; those that are omitted are off."""
        assert isinstance(request.user, User)
        given = read_body(ReminderSettingsBody, request.data)
        zone, site = given.pop("time_zone"), absolute(request._request, "/").removesuffix("/")
        reminder_settings_set(user=request.user, wishes=ReminderWishes(**given), time_zone=zone, site=site)
        return _settings(request.user)


def _settings(user: User) -> Response:
    row = reminder_settings(user)
    document = {
        **asdict(row.wishes if row else ReminderWishes()),
        "time_zone": row.time_zone if row else USUAL_ZONE,
        "sends_mail": site_settings.SENDS_MAIL,
        "is_verified": user.pk in mail_addresses([user.pk]),
    }
    return Response(ReminderSettingsSerializer(document).data)


class LatePlayerSerializer(Document):
    """A person for whom tables wait."""

    person = serializers.IntegerField(source="person.number")
    name = serializers.CharField(source="person.display_name")
    waits = serializers.ListField(child=serializers.CharField(), help_text="A sentence for each table.")
    obstacle = serializers.CharField(allow_blank=True, help_text="Why no reminder reaches them; empty if one does.")
    mailed = serializers.CharField(allow_blank=True, help_text="When a mail goes; empty for at once, or never.")


class LatePlayersSerializer(Document):
    """For whom the tables wait."""

    players = LatePlayerSerializer(many=True)


_ROUND = [OpenApiParameter("round", int, description="Only the tables of this round.")]


class CampaignRemindView(CampaignAPIView):
    @reads("campaigns_late", LatePlayersSerializer, _ROUND)
    def get(self, request: Request, key: str) -> Response:
        """Preview a reminder.

        Whom the running tables wait for, and why no reminder reaches some. Organizers only.
        """
        number, view = number_parameter(request, "round"), self.organized(key, "remind players")
        if number is not None and number not in league_of(view.campaign).rounds:
            raise missing("round.gone", "round", "There is no such round in this campaign.")
        return Response(LatePlayersSerializer({"players": late_players(view.campaign, number)}).data)

    @operation("campaigns_remind", LatePlayersSerializer, {**LIST_ERRORS, **WRITE_ERRORS}, parameters=_ROUND)
    @once
    def post(self, request: Request, key: str) -> Response:
        """Remind the players for whom tables wait.

        Those without an obstacle get a mail, at most one a day. Organizers only.
        """
        number = number_parameter(request, "round")
        players = self.write(request, key, players_remind, number=number)
        return Response(LatePlayersSerializer({"players": players}).data)
