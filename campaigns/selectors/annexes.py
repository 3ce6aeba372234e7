"""What rooms above campaigns keep of a campaign beside its journal, which their rows have to bear out.

Each describes it as a ``CampaignAnnex``; ``settings.CAMPAIGN_ANNEXES`` names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from campaigns.models import Campaign
from rules.campaigns.files import CampaignFile, FiledAdventure
from rules.campaigns.fold import CampaignState


@dataclass(frozen=True, slots=True)
class CampaignFault:
    """Something in a campaign that its journal does not bear out; ``entry`` is the number of an entry, or None."""

    code: str
    message: str
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class CampaignAnnex:
    """How the adventures of a campaign go into its file, come out of one, and are compared with its journal.

    ``store`` takes the campaign with its journal stored, and may write to it by its last argument, which adds an event
    of the site; it raises ``RulesError`` for what does not fit.
    """

    filed: Callable[[Campaign], tuple[FiledAdventure, ...]]
    store: Callable[[Campaign, CampaignFile, CampaignState, Callable[[Any], object]], None]
    faults: Callable[[Campaign, CampaignState], Iterable[CampaignFault]]


@cache
def campaign_annexes() -> tuple[CampaignAnnex, ...]:
    """Return what the rooms above keep of campaigns."""
    return tuple(import_string(name) for name in settings.CAMPAIGN_ANNEXES)
