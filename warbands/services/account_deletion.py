"""What becomes of warbands when an account is deleted: those with a career stay for their campaigns."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from warbands.models import Tag, Warband
from warbands.services.drafts import drop_collections


@transaction.atomic
def staying_warbands_clear(*, user: User) -> None:
    """Remove the tags of the warbands that stay, and what their drafts say of the collection."""
    staying = Warband.objects.filter(owner=user, has_career=True)
    Tag.objects.filter(warband__in=staying).delete()
    for warband in staying:
        drop_collections(warband)
