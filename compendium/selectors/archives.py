"""A person's homebrew as files of their archive."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from accounts.selectors.archives import archived_json
from accounts.selectors.rooms import ArchivedFile
from compendium.cards import card_from_snapshot
from compendium.models import CardRevision, Homebrew
from rules.cards import card_document


def archived_homebrew(user: User) -> Iterator[ArchivedFile]:
    """Yield each creature: its card as it is now, what became of it, and all its revisions."""
    rows = Homebrew.objects.filter(owner=user).select_related("creature__current").order_by("pk")
    for row in rows.iterator():
        revisions = CardRevision.objects.filter(creature_key=row.creature.key).order_by("number")
        document = {
            "card": row.creature.current and card_document(card_from_snapshot(row.creature.current.document)),
            "shared": row.is_shared,
            "sent_to_editors": row.submission or None,
            "answer": row.answer,
            "made_at": row.made_at,
            "revisions": list(revisions.values("number", "made_at", "changes", "document")),
        }
        yield f"homebrew/{row.creature.key}.json", archived_json(document)
