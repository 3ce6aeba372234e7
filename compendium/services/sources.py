"""Writing sources; those that come with Muster are written by the load of the built-in compendium alone."""

from __future__ import annotations

from django.db import transaction
from django.db.models import ProtectedError

from common.refusal import Refusal
from compendium.models import Source


@transaction.atomic
def source_save(*, source: Source) -> None:
    """Store a source of one's own; raise ``Refusal`` for one that comes with Muster."""
    if source.is_built_in:
        raise Refusal(f"“{source.name}” comes with Muster and cannot be changed.", code="source.locked")
    source.save()


@transaction.atomic
def source_delete(*, source: Source) -> None:
    """Take away a source that holds nothing; raise ``Refusal`` for any other, and for one that comes with Muster."""
    if source.is_built_in:
        raise Refusal(f"“{source.name}” comes with Muster and cannot be deleted.", code="source.locked")
    try:
        source.delete()
    except ProtectedError as fault:
        raise Refusal(
            f"“{source.name}” holds creatures or entries. Delete those first.", code="source.state"
        ) from fault
