"""The crests of the warbands of a campaign."""

from collections.abc import Iterable

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

from campaigns.models import CampaignWarband, CareerPoint
from campaigns.selectors.campaigns import CampaignView
from common.prepared import Parameter, prepared
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
    viewer = view.viewer.pk if view.viewer else 0
    return ordered_crests(view, _head_warbands(is_over=not view.is_open).rows(campaign=view.campaign.pk, viewer=viewer))


@prepared
def _head_warbands(*, is_over: bool) -> QuerySet[CampaignWarband]:
    shown = Q(has_left=False)
    if is_over:
        shown |= Q(Exists(CareerPoint.objects.filter(warband=OuterRef("pk"))))
    own = Case(When(participant=Parameter("viewer"), then=0), default=1)
    rows = CampaignWarband.objects.filter(shown, campaign=Parameter("campaign")).select_related("warband")
    rows = rows.only("campaign", "number", "participant", *(f"warband__{column}" for column in CREST_COLUMNS))
    return rows.order_by(own, "number")[:MAX_CRESTS]


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
