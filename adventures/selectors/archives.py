"""An account's adventures and templates as files of its archive."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from accounts.selectors.archives import archived_json
from accounts.selectors.rooms import ArchivedFile
from adventures.models import AdventureRow, AdventureTemplate
from adventures.selectors.files import whole_adventure


def archived_adventures(user: User) -> Iterator[ArchivedFile]:
    """Yield each adventure and each template that an account made, as files that Muster imports."""
    for row in AdventureRow.objects.filter(owner=user).order_by("pk").iterator():
        yield f"adventures/{row.key}.muster-adventure.json", archived_json(whole_adventure(row))
    for template in AdventureTemplate.objects.filter(owner=user).order_by("pk").iterator():
        yield f"adventures/templates/{template.key}.muster-adventure.json", archived_json(template.setup)
