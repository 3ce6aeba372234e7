"""Forgetting visitors who are not coming back."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from warbands.models import Figure, Warband
from warbands.models.ownership import SESSION_KEY

YOUNG = timedelta(days=1)
"""What is younger stays in any case: its session may just be being written."""


@transaction.atomic
def visitors_forget() -> int:
    """Remove what visitors made whose web sessions have ended; return how many warbands.

    Warbands with a career stay: the journal of a campaign names them.
    """
    sessions = Session.objects.filter(expire_date__gt=timezone.now()).iterator()
    here = {token for session in sessions if (token := session.get_decoded().get(SESSION_KEY))}
    young = Warband.objects.filter(owner=None, made_at__gte=timezone.now() - YOUNG)
    here.update(young.values_list("owner_token", flat=True))
    removed = 0
    for token in {*_tokens(Warband), *_tokens(Figure)} - here:
        Figure.objects.filter(owner=None, owner_token=token).delete()
        _, gone = Warband.objects.filter(owner=None, owner_token=token, has_career=False).delete()
        removed += gone.get(Warband._meta.label, 0)
    return removed


def _tokens(rows: type[Warband | Figure]) -> list[str]:
    return list(rows.objects.filter(owner=None).order_by().values_list("owner_token", flat=True).distinct())
