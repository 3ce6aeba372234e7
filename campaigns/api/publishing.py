"""What is published beyond a campaign, in the API: the page of its league, and the pages of players."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from campaigns.api.base import CampaignAPIView, writes
from campaigns.api.league_shapes import LeagueRulesBody, LeagueTableSerializer
from campaigns.api.people import CampaignLinksSerializer, LinksView
from campaigns.selectors.leagues import division_tables, league_of
from campaigns.selectors.player_pages import player_page_of
from campaigns.selectors.warbands import warbands_listed
from campaigns.services.leagues import rules_change
from campaigns.services.publishing import (
    league_publish,
    player_page_end,
    player_page_renew,
    player_page_set,
    player_pages_allow,
)
from common.api.bodies import Body, read_body
from common.openapi import BODY_ERRORS, PRIVATE_ERRORS, REFUSED, Document, LinkField, operation
from rules.campaigns.leagues.settings import LeagueRules
from rules.lengths import MAX_NAME

_PAGE_ERRORS = {**PRIVATE_ERRORS, **BODY_ERRORS, 422: REFUSED}


class LeaguePreviewSerializer(Document):
    """The tables of a league as other rules would order them."""

    tables = LeagueTableSerializer(many=True)


class PlayerPageSerializer(Document):
    """The page of a player: what it calls them, the campaigns that they chose, and its link, null while it is off."""

    name = serializers.CharField()
    campaigns = serializers.ListField(child=serializers.CharField(), help_text="Keys of campaigns.")
    link = LinkField("campaigns:player-published")


class PlayerPageBody(Body):
    """What the page of a player calls them, and the keys of the campaigns that it shows."""

    name = serializers.CharField(max_length=MAX_NAME)
    campaigns = serializers.ListField(child=serializers.CharField(max_length=16), max_length=1_000)
    new_link = serializers.BooleanField(default=False, help_text="Whether the link is replaced.")


class LeagueRulesPreviewView(CampaignAPIView):
    only_reads = True

    @writes("leagues_rules_preview", LeaguePreviewSerializer, LeagueRulesBody, versioned=False)
    def post(self, request: Request, key: str) -> Response:
        """Show the tables under other rules.

        Nothing is saved. The reason is checked as if it were.
        """
        body = read_body(LeagueRulesBody, request.data)
        rules: LeagueRules = body["rules"]
        view = self.campaign(key)
        league = league_of(view.campaign)
        rules_change(league.rules, rules, body["reason"])
        tables = division_tables(view.campaign, warbands_listed(view.campaign), rules)
        return Response(LeaguePreviewSerializer({"tables": tables}).data)


class LeaguePageView(LinksView):
    @writes("leagues_publish", CampaignLinksSerializer, versioned=False)
    def put(self, request: Request, key: str) -> Response:
        """Publish the league.

        Under a new link, without names of accounts; an older link ends. Organizers only.
        """
        league_publish(actor=self.owner, key=key, published=True)
        return self.links(request, key)

    @writes("leagues_unpublish", CampaignLinksSerializer, versioned=False)
    def delete(self, request: Request, key: str) -> Response:
        """End the published page of the league.

        Its link stops working. Organizers only.
        """
        league_publish(actor=self.owner, key=key, published=False)
        return self.links(request, key)


class CampaignPlayerPagesView(LinksView):
    @writes("campaigns_allow_player_pages", CampaignLinksSerializer, versioned=False)
    def put(self, request: Request, key: str) -> Response:
        """Let players show the campaign.

        On pages of their own, with the names of warbands. Organizers only.
        """
        player_pages_allow(actor=self.owner, key=key, allowed=True)
        return self.links(request, key)

    @writes("campaigns_forbid_player_pages", CampaignLinksSerializer, versioned=False)
    def delete(self, request: Request, key: str) -> Response:
        """Keep the campaign off players’ pages.

        They show it no more. Organizers only.
        """
        player_pages_allow(actor=self.owner, key=key, allowed=False)
        return self.links(request, key)


class PlayerPageView(CampaignAPIView):
    needs_account = True

    def answer(self, request: Request) -> Response:
        """Answer with the page of the caller. Two queries."""
        page = player_page_of(self._user)
        document = {
            "name": page.name if page else "",
            "campaigns": page.campaigns.order_by("key").values_list("key", flat=True) if page else (),
            "link": page.token if page else None,
        }
        return Response(PlayerPageSerializer(document, context={"request": request}).data)

    @property
    def _user(self) -> User:
        assert self.owner.user is not None
        return self.owner.user

    @operation("player_page_read", PlayerPageSerializer, PRIVATE_ERRORS)
    def get(self, request: Request) -> Response:
        """Your page.

        What it calls you, and which campaigns it shows.
        """
        return self.answer(request)

    @operation("player_page_set", PlayerPageSerializer, _PAGE_ERRORS, body=PlayerPageBody)
    def put(self, request: Request) -> Response:
        """Switch your page on, or change it.

        It shows campaigns whose organizer allows it. Accounts only.
        """
        given = read_body(PlayerPageBody, request.data)
        renews = given.pop("new_link")
        player_page_set(user=self._user, **given)
        if renews:
            player_page_renew(user=self._user)
        return self.answer(request)

    @operation("player_page_end", PlayerPageSerializer, PRIVATE_ERRORS)
    def delete(self, request: Request) -> Response:
        """Switch your page off.

        Its link stops working; your choices stay. Accounts only.
        """
        player_page_end(user=self._user)
        return self.answer(request)
