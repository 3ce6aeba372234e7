"""The head of a campaign's pages: ``{% head_crests view as crests %}``."""

from django import template

from campaigns.selectors import crests
from campaigns.selectors.campaigns import CampaignView
from rules.crests import Crest

register = template.Library()


@register.simple_tag
def head_crests(view: CampaignView) -> list[Crest]:
    """Return the crests beside the name of a campaign."""
    return crests.head_crests(view)
