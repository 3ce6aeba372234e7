"""Opening a warband's pages: they are there for its owner alone."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from accounts.models import Owner
from accounts.web.visitors import owner_of
from warbands.selectors.warbands import OpenWarband, warband_open


def open_warband_or_404(request: HttpRequest, key: str) -> tuple[Owner, OpenWarband]:
    """Return who asks and a warband of theirs. Another person's is as little there as one that never was."""
    owner = owner_of(request)
    opened = warband_open(owner, key)
    if opened is None:
        raise Http404("You have no such warband.")
    return owner, opened
