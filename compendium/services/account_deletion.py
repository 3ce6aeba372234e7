"""What becomes of the compendium when an account is deleted: what it accepted from the account loses the name."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from accounts.models import FORMER_PLAYER, User
from compendium.models import CardRevision, Homebrew
from compendium.services.submissions import accepted_from


@transaction.atomic
def acceptances_unname(*, user: User) -> None:
    """Take the name out of the first revisions of creatures that editors accepted from the account."""
    accepted = Homebrew.objects.filter(owner=user).exclude(accepted_as=None).values("accepted_as")
    named, neutral = accepted_from(user.get_username()), accepted_from(FORMER_PLAYER)
    for revision in CardRevision.objects.filter(creature__in=accepted):
        if named in revision.changes:
            changes = [neutral if change == named else change for change in revision.changes]
            CardRevision.objects.filter(pk=revision.pk).update(changes=changes)


@transaction.atomic
def revisions_remove(*, keys: Iterable[str]) -> None:
    """Remove all revisions of creatures that go with an account, and that no one else has a use for."""
    CardRevision.objects.filter(creature_key__in=list(keys)).delete()
