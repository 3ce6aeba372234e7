"""The crests of the warbands of a campaign."""

from collections.abc import Iterable

from django.db.models import Case, Exists, OuterRef, Q, Value, When

from campaigns.models import CampaignWarband, CareerPoint
from campaigns.selectors.campaigns import CampaignView
from rules.crests import Crest
from warbands.models import Warband
from warbands.selectors.crests import crests_of

CREST_COLUMNS = ("pinned_crest", "crest_emblem", "crest_division")
"""What the crest of a warband is made of."""
MAX_CRESTS = 6
"""Crests beside the name of a campaign."""


def head_crests(view: CampaignView) -> list[Crest]:
    """Return the crests in the head of each page of a campaign, the viewer's own first.

    Of a campaign that is over, they are those of the warbands that fought in it. One query, and those of ``crests_of``.
    """
    rows = view.campaign.warbands.select_related("warband")
    rows = rows.only("campaign", "number", "participant", *(f"warband__{column}" for column in CREST_COLUMNS))
    shown = Q(has_left=False)
    if not view.is_open:
        shown |= Q(Exists(CareerPoint.objects.filter(warband=OuterRef("pk"))))
    own = Case(When(participant=view.viewer, then=0), default=1) if view.viewer else Value(1)
    return ordered_crests(view, rows.filter(shown).order_by(own, "number")[:MAX_CRESTS])


def numbered_crests(rows: Iterable[CampaignWarband]) -> dict[int, Crest]:
    """Return the crests of these warbands by their numbers. The queries of ``crests_of``."""
    rows = list(rows)
    crests = crests_of([row.warband for row in rows])
    return {row.number: crests[row.warband_id] for row in rows}


def ordered_crests(view: CampaignView, rows: Iterable[CampaignWarband]) -> list[Crest]:
    """Return the crests of these warbands, the viewer's own first: at most ``MAX_CRESTS``.

    The queries of ``crests_of``.
    """
    viewer = view.viewer
    ordered = sorted(rows, key=lambda row: viewer is None or row.participant_id != viewer.pk)
    warbands: list[Warband] = [row.warband for row in ordered[:MAX_CRESTS]]
    crests = crests_of(warbands)
    return [crests[warband.pk] for warband in warbands]
