"""Published pages, each under a secret link: that of a league, which other sites may frame, and that of a player."""

from collections.abc import Iterable
from typing import Any

from csp.decorators import csp_replace
from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_http_methods, require_POST, require_safe

from accounts.models import User
from campaigns.models import Campaign
from campaigns.selectors.player_pages import player_page_of, player_page_shown, showable_campaigns
from campaigns.selectors.published_leagues import published_campaign, published_league
from campaigns.services.publishing import (
    league_publish,
    player_page_end,
    player_page_renew,
    player_page_set,
    player_pages_allow,
)
from campaigns.web.forms import line_field
from campaigns.web.visiting import open_campaign_or_404
from common.web.address import token_link
from common.web.refusals import attempt, is_written
from rules.lengths import MAX_NAME
from rules.text import natural_number
from warbands.web.sharing import switch, unlisted

THEMES = ("light", "dark")
"""What a page that frames a published league may ask for; otherwise it follows the device."""
PAGE_SECONDS = 60
"""How long browsers and proxies show a published league again without asking."""


class PlayerPageForm(forms.Form):
    """What the page of a player calls them, and which campaigns it shows."""

    name = line_field(
        "Your name on the page", MAX_NAME, "It need not be the name of your account.", missing="Enter a name."
    )
    campaigns = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Campaigns",
        error_messages={"invalid_choice": "Choose among these."},
    )

    def __init__(self, *args: Any, campaigns: Iterable[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["campaigns"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = list(campaigns)


@require_POST
def publish_league(request: HttpRequest, key: str) -> HttpResponse:
    """Publish the page of the league under a new link, or end it."""
    owner, _ = open_campaign_or_404(request, key)
    done = ("Anyone with the link can see the league now.", "The page of the league is off.")
    back = f"{reverse('campaigns:league', args=[key])}#published"
    return switch(
        request, "The page is", lambda wanted: league_publish(actor=owner, key=key, published=wanted), done, back
    )


@require_POST
def allow_player_pages(request: HttpRequest, key: str) -> HttpResponse:
    """Let players show the campaign on pages of their own, or no longer."""
    owner, _ = open_campaign_or_404(request, key)
    done = ("Players can show this campaign now.", "Players’ pages no longer show this campaign.")
    back = f"{reverse('campaigns:settings', args=[key])}#player-pages"
    return switch(
        request,
        "Players’ pages are",
        lambda allowed: player_pages_allow(actor=owner, key=key, allowed=allowed),
        done,
        back,
    )


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type] # it passes arguments of addresses on
@cache_control(public=True, max_age=PAGE_SECONDS)
@conditional_page
def published(request: HttpRequest, token: str) -> HttpResponse:
    """Show a published league to anyone who has its link, and within pages of other sites."""
    campaign = published_campaign(token.replace("\0", ""))
    if campaign is None:
        return unlisted(render(request, "campaigns/published_gone.html", status=404))
    shown = published_league(campaign, natural_number(request.GET.get("round", "")))
    theme = request.GET.get("theme", "")
    context = {"shown": shown, "link": league_link(request, campaign), "theme": theme if theme in THEMES else ""}
    return unlisted(render(request, "campaigns/published.html", context))


def league_link(request: HttpRequest, campaign: Campaign) -> str:
    """Return the full link of a published league, "" if it is not published."""
    return token_link(request, "campaigns:league-published", campaign.league_token)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def player_page(request: HttpRequest) -> HttpResponse:
    """Show and change the page of one's own: whether it is on, its name, and its campaigns."""
    user = request.user
    assert isinstance(user, User)
    page, choices = player_page_of(user), [(row.key, row.name) for row in showable_campaigns(user)]
    if (switch := request.POST.get("switch", "")) in _SWITCHED:
        work, done = _SWITCHED[switch]
        attempt(request, lambda: work(user=user), done)
        return redirect("campaigns:player-page")
    chosen = list(page.campaigns.values_list("key", flat=True)) if page else []
    initial = {"name": page.name if page else "", "campaigns": chosen}
    form = PlayerPageForm(request.POST if request.method == "POST" else None, initial=initial, campaigns=choices)
    if request.method == "POST" and is_written(form, lambda: player_page_set(user=user, **form.cleaned_data)):
        return redirect("campaigns:player-page")
    link = token_link(request, "campaigns:player-published", page.token if page else None)
    context: dict[str, Any] = {"form": form, "link": link}
    return render(request, "campaigns/player_page.html", context, status=422 if form.is_bound else 200)


_SWITCHED = {
    "renew": (player_page_renew, "The link is new. The old one no longer works."),
    "off": (player_page_end, "Your page is off."),
}
"""What the buttons beside the link do, and the sentence afterward."""


@require_safe
def player_published(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page of a player to anyone who has its link."""
    shown = player_page_shown(token.replace("\0", ""))
    if shown is None:
        return unlisted(render(request, "campaigns/published_gone.html", status=404))
    return unlisted(render(request, "campaigns/player.html", {"player": shown}))
